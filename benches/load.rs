//! Load on `reviver serve`: many simulated web pages ask for legal turns and short searches at the
//! same time.
//! Prints how long the answers took, how many requests were refused because the server was busy,
//! and the memory of the server before and after the measured load.
//!
//! ```text
//! cargo bench --bench load                     200 pages for 60 seconds
//! REVIVER_PAGES=20 REVIVER_SECONDS=5 cargo bench --bench load
//! ```

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The pause of a page between two requests, like that of a person who looks at the board.
const PAUSE: Duration = Duration::from_millis(1000);

/// A position with many legal turns, written as two fields of a JSON question.
const POSITION: &str = r#""game":"unplay-strict","start":"8/1Q2pp1p/pp1R1rb1/6p1/2k5/r1B2KP1/2PP4/8[RBNNPPPPPqbnnpp] b - - 2 16""#;

/// The number in an environment variable; `default` if it is not set.
fn env_number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
}

struct Server {
    child: Child,
    port: u16,
    key: String,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reviver"))
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
        lines.read_line(&mut line).expect("an address");
        // The server may print more lines. They are read, so that the pipe does not fill up.
        thread::spawn(move || lines.lines().for_each(drop));
        let address = line.trim().rsplit("127.0.0.1:").next().expect("a port");
        let (port, key) = address.split_once("/?key=").expect("a key");
        Self {
            child,
            port: port.parse().expect("a port"),
            key: key.to_owned(),
        }
    }

    /// Sends a request. Returns the HTTP status of the response and the whole response.
    ///
    /// # Errors
    ///
    /// If the connection fails before the whole response is there.
    fn request(&self, method: &str, path: &str, body: &str) -> io::Result<(u16, Vec<u8>)> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        let (port, key) = (self.port, &self.key);
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: reviver-{port}={key}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let status = answer
            .get(9..12)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let status = status.and_then(|digits| digits.parse().ok());
        Ok((status.unwrap_or(0), answer))
    }

    /// The resident memory of the server in KiB, if the system reports it.
    fn memory(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(path).ok()?;
        let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answers that a page got.
#[derive(Default)]
struct Answers {
    /// How long each request for the legal turns took.
    turns: Vec<Duration>,
    /// How long each search took.
    searches: Vec<Duration>,
    /// The number of requests that were refused because the server was busy.
    refused: usize,
    /// The errors of the requests that failed for another reason.
    failed: Vec<String>,
}

fn contains(text: &[u8], words: &[u8]) -> bool {
    text.windows(words.len()).any(|part| part == words)
}

impl Answers {
    fn ask(&mut self, server: &Server, question: &str, body: &str) {
        let started = Instant::now();
        let answer = server.request("POST", &format!("/api/{question}"), body);
        let times = match question {
            "turns" => &mut self.turns,
            _ => &mut self.searches,
        };
        match answer {
            // A search that fails after it has begun sends its error as an event.
            Ok((200, text)) if contains(&text, b"event: error") => {
                self.failed
                    .push(format!("{question}: an error in the stream"));
            }
            Ok((200, _)) => times.push(started.elapsed()),
            Ok((429, _)) => self.refused += 1,
            Ok((other, _)) => self.failed.push(format!("{question}: status {other}")),
            Err(error) => self.failed.push(format!("{question}: {error}")),
        }
    }
}

/// Runs page `number` until `end`. The page asks alternately for legal turns and a short search.
fn page(server: &Server, number: u64, end: Instant) -> Answers {
    let mut answers = Answers::default();
    // Spreads the starts of the pages over two seconds.
    thread::sleep(PAUSE.mul_f64((number % 100) as f64 / 50.0));
    while Instant::now() < end {
        answers.ask(server, "turns", &format!("{{{POSITION}}}"));
        thread::sleep(PAUSE);
        let search =
            format!("{{{POSITION},\"mode\":\"play\",\"movetime\":20,\"page\":\"{number}\"}}");
        answers.ask(server, "analyse", &search);
        thread::sleep(PAUSE);
    }
    answers
}

fn print_times(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let quantile =
        |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    if !times.is_empty() {
        println!(
            "{name}: {} answers, median {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
            times.len(),
            quantile(0.5),
            quantile(0.99),
            quantile(1.0)
        );
    }
}

fn main() {
    let (pages, seconds) = (
        env_number("REVIVER_PAGES", 200),
        env_number("REVIVER_SECONDS", 60),
    );
    let server = Server::start();
    let started = Instant::now();
    let mut bytes = 0;
    for (method, path, body) in [
        ("GET", "/", ""),
        ("GET", "/style.css", ""),
        ("GET", "/app.js", ""),
        ("POST", "/api/games", "{}"),
        ("POST", "/api/position", "{\"game\":\"ssehc\"}"),
    ] {
        let (status, answer) = server.request(method, path, body).expect(path);
        assert_eq!(status, 200, "{path}");
        bytes += answer.len();
    }
    let first_board = started.elapsed();
    println!(
        "first board: {:.1} ms, {bytes} bytes",
        first_board.as_secs_f64() * 1e3
    );

    // The first load makes the allocator reserve memory, so the measurement starts after it.
    let warm_up = Instant::now() + Duration::from_secs(seconds.min(5));
    let load = |end: Instant| -> Vec<Answers> {
        thread::scope(|scope| {
            let pages: Vec<_> = (0..pages)
                .map(|number| {
                    let server = &server;
                    scope.spawn(move || page(server, number, end))
                })
                .collect();
            pages
                .into_iter()
                .map(|page| page.join().expect("a page"))
                .collect()
        })
    };
    load(warm_up);
    let before = server.memory();
    let answers = load(Instant::now() + Duration::from_secs(seconds));
    let mut all = Answers::default();
    for one in answers {
        all.turns.extend(one.turns);
        all.searches.extend(one.searches);
        all.refused += one.refused;
        all.failed.extend(one.failed);
    }
    print_times("turns", all.turns);
    print_times("searches", all.searches);
    println!(
        "refused because busy (429): {}; other errors: {}",
        all.refused,
        all.failed.len()
    );
    thread::sleep(Duration::from_secs(2));
    if let (Some(before), Some(after)) = (before, server.memory()) {
        let change = 100.0 * (after as f64 / before as f64 - 1.0);
        println!("memory: {before} KiB before, {after} KiB after ({change:+.1} %)");
    }
    assert!(all.failed.is_empty(), "{:?}", all.failed);
}
