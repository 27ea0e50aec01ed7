use reviver::{
    notation,
    rules::{self, Rules, Variant, Visitor},
};
struct P {
    fen: String,
    depth: usize,
    want: Vec<u64>,
}
impl Visitor for P {
    type Output = bool;
    fn visit<R: Rules>(self, v: Variant) -> bool {
        let setup = if self.fen == "startpos" {
            v.start(0)
        } else {
            match notation::position::parse(v, &self.fen) {
                Ok(s) => s,
                Err(e) => {
                    println!("PARSE {v} {} {e}", self.fen);
                    return false;
                }
            }
        };
        let p = match R::from_setup(v, setup) {
            Ok(p) => p,
            Err(e) => {
                println!("REFUSED {v} {} {e}", self.fen);
                return false;
            }
        };
        if setup.to_string() != self.fen && self.fen != "startpos" {
            println!("PRINT {setup} {}", self.fen);
        }
        for d in 1..=self.depth.min(self.want.len()) {
            let n = rules::perft(&p, d as u32);
            if n != self.want[d - 1] {
                println!(
                    "BAD {v} {} depth {d}: {n} want {}",
                    self.fen,
                    self.want[d - 1]
                );
                return false;
            }
        }
        true
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string("/work/shared/spec/perft.json").unwrap();
    let v: serde_json::Value = serde_json::from_str(&text).unwrap();
    let (mut ok, mut bad) = (0, 0);
    let t = std::time::Instant::now();
    let mut nodes = 0u64;
    for e in v.as_array().unwrap() {
        let name = e["variant"].as_str().unwrap();
        if !name.starts_with(&args[1]) {
            continue;
        }
        let want: Vec<u64> = e["perft"]
            .as_array()
            .unwrap()
            .iter()
            .map(|x| x.as_u64().unwrap())
            .collect();
        let var: Variant = name.parse().unwrap();
        let depth = args[2].parse().unwrap();
        nodes += want.iter().take(depth).sum::<u64>();
        if var.dispatch(P {
            fen: e["fen"].as_str().unwrap().into(),
            depth,
            want,
        }) {
            ok += 1
        } else {
            bad += 1
        }
    }
    let s = t.elapsed().as_secs_f64();
    println!("{ok} ok, {bad} bad, {:.1} Mn/s", nodes as f64 / s / 1e6);
}
