//! What a search reports while it runs and just before `bestmove`.

use super::client::{Client, after};

/// The last set of lines of analysis. It begins with the last line that has `multipv 1`.
fn last_set(lines: &[String]) -> Vec<&str> {
    let lines: Vec<&str> = lines
        .iter()
        .map(String::as_str)
        .filter(|line| line.contains(" multipv "))
        .collect();
    let first = |line: &&str| after(line, "multipv") == Some("1");
    let start = lines.iter().rposition(first).expect("a line");
    lines[start..].to_vec()
}

#[test]
fn a_search_with_multipv_ends_with_a_complete_set_of_lines() {
    // All searches have enough nodes to finish the first iteration. A search that stops earlier may
    // have fewer lines.
    for (game, lines, all_nodes, step) in [
        ("ssehc", 5, 2_000..9_000, 613),
        ("unachess", 5, 2_000..9_000, 613),
        ("unplay", 3, 2_000..9_000, 613),
        ("unachess", 40, 16_000..60_000, 7_001),
    ] {
        let mut client = Client::of(game);
        client.tell(&format!("setoption name MultiPV value {lines}"));
        for nodes in all_nodes.step_by(step) {
            let said = client.search(&format!("go nodes {nodes}"));
            let set = last_set(&said);
            assert_eq!(set.len(), lines, "{game}, {nodes} nodes: {said:?}");
            let number = |line: &str, word| -> i32 {
                after(line, word)
                    .and_then(|text| text.parse().ok())
                    .expect(word)
            };
            let depths = set.iter().map(|line| number(line, "depth"));
            let depths: std::collections::BTreeSet<i32> = depths.collect();
            assert!(depths.len() <= 2 && depths.last().unwrap() - depths.first().unwrap() <= 1);
            let scores: Vec<i32> = set
                .iter()
                .map(|line| match after(line, "cp") {
                    Some(cp) => cp.parse().expect("centipawns"),
                    None => match number(line, "mate") {
                        mate if mate > 0 => 100_000 - mate,
                        mate => -100_000 - mate,
                    },
                })
                .collect();
            assert!(scores.is_sorted_by(|one, next| one >= next), "{set:?}");
            let turns: std::collections::BTreeSet<_> =
                set.iter().map(|line| after(line, "pv")).collect();
            assert_eq!(turns.len(), set.len(), "{set:?}");
            let best = said.last().expect("a line");
            assert_eq!(after(set[0], "pv"), after(best, "bestmove"), "{said:?}");
        }
    }
}

#[test]
fn a_forced_end_found_at_once_is_not_reported_at_every_depth() {
    let mut client = Client::of("unachess");
    client.tell("position fen 7k/8/6K1/8/8/8/8/5Q2[] w - - 0 1");
    let lines = client.search("go depth 200");
    assert!(lines.len() < 12, "{}: {lines:?}", lines.len());
    let last = &lines[lines.len() - 2];
    assert_eq!(after(last, "depth"), Some("200"), "{last}");
    assert_eq!(after(last, "mate"), Some("1"), "{last}");
    client.say("go infinite");
    client.wait_for(|line| line.contains("depth 239"));
    client.say("stop");
    client.wait_for(|line| line.starts_with("bestmove"));
}

#[test]
fn currmove_lines_name_each_root_turn_at_most_once_an_iteration_and_are_not_too_frequent() {
    let mut client = Client::of("unplay");
    client.tell("setoption name MultiPV value 4");
    client.reply("debug on");
    let lines = client.search("go nodes 900000");
    let current: Vec<(Option<&str>, Option<&str>)> = lines
        .iter()
        .filter(|line| line.contains(" currmove "))
        .map(|line| (after(line, "depth"), after(line, "currmove")))
        .collect();
    assert!(!current.is_empty());
    let different: std::collections::BTreeSet<_> = current.iter().collect();
    assert_eq!(different.len(), current.len(), "{current:?}");
    // On average, there must be 50 ms or more between two `currmove` lines. These lines have no
    // `time`, so the test uses the last `time` before them and the first `time` after them.
    let is_current = |line: &String| line.contains(" currmove ");
    let first = lines.iter().position(is_current).expect("a line");
    let last = lines.iter().rposition(is_current).expect("a line");
    let time = |line: &String| after(line, "time")?.parse::<usize>().ok();
    let since = lines[..first].iter().rev().find_map(time).unwrap_or(0);
    let until = lines[last..].iter().find_map(time).expect("a time");
    let intervals = current.len() - 1;
    assert!(
        50 * intervals <= until - since,
        "{since}, {until}: {current:?}"
    );
}
