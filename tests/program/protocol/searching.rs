//! `go` and its replies.

use std::time::Duration;

use super::client::{Client, after};

#[test]
fn the_fields_of_an_info_line_come_in_the_usual_order() {
    let mut client = Client::of("unachess");
    client.tell("setoption name UCI_ShowWDL value true");
    let lines = client.search("go depth 3");
    let info = lines
        .iter()
        .rfind(|line| line.contains(" pv "))
        .expect("an info line");
    let order = [
        "depth", "seldepth", "multipv", "score", "wdl", "nodes", "nps", "hashfull", "time", "pv",
    ];
    let indices: Vec<usize> = order
        .iter()
        .map(|word| info.split(' ').position(|other| other == *word))
        .map(|index| index.unwrap_or_else(|| panic!("{info}")))
        .collect();
    assert!(indices.is_sorted(), "{info}");
    let wdl: Vec<u32> = info
        .split(' ')
        .skip_while(|&word| word != "wdl")
        .skip(1)
        .take(3)
        .map(|number| number.parse().expect("permille"))
        .collect();
    assert_eq!(wdl.iter().sum::<u32>(), 1000, "{info}");
    let best = lines
        .last()
        .expect("a line")
        .split(' ')
        .nth(1)
        .expect("a move");
    assert_eq!(after(info, "pv"), Some(best));
}

#[test]
fn one_thread_with_fixed_nodes_repeats_its_lines() {
    let run = || {
        let mut client = Client::of("ssehc");
        let lines = client.search("go nodes 3000");
        let without_time = |line: &String| {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            for word in ["nps", "time"] {
                if let Some(at) = words.iter().position(|other| other == word) {
                    words[at + 1] = String::new();
                }
            }
            words.join(" ")
        };
        lines.iter().map(without_time).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn only_searchmoves_are_searched() {
    let mut client = Client::start();
    assert_eq!(client.best_move("go depth 2 searchmoves f3g2"), "f3g2");
    let complaint = client.complaint("go searchmoves f3g2 f3f5 depth 2");
    assert!(
        complaint.contains("turn 2: f3f5 is not legal"),
        "{complaint}"
    );
}

#[test]
fn a_search_reports_as_many_lines_as_multipv_asks() {
    let mut client = Client::start();
    client.tell("setoption name MultiPV value 3");
    let lines = client.search("go depth 2");
    for rank in ["1", "2", "3"] {
        assert!(
            lines
                .iter()
                .any(|line| after(line, "multipv") == Some(rank)),
            "{lines:?}"
        );
    }
    assert!(!lines.iter().any(|line| after(line, "multipv") == Some("4")));
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped() {
    let mut client = Client::start();
    client.say("go infinite");
    assert_eq!(
        client.complaint("go depth 1"),
        "a search is running; stop it before the next go"
    );
    assert!(
        client
            .complaint("setoption name UCI_Variant value unplay")
            .contains("running")
    );
    assert!(client.complaint("ucinewgame").contains("running"));
    client.say("stop");
    client.wait_for(|line| line.starts_with("bestmove f3"));
    assert_eq!(client.ask("stop"), Vec::<String>::new());
}

#[test]
fn a_running_perft_or_question_is_called_by_its_name() {
    for (start, task) in [("go perft 100", "perft"), ("json analyse {}", "question")] {
        let mut client = Client::start();
        client.say(start);
        client.say("go depth 1");
        let refused = client.wait_for(|line| line.starts_with("info string error: "));
        assert_eq!(
            refused,
            format!("info string error: a {task} is running; stop it before the next go")
        );
    }
}

#[test]
fn commands_after_stop_wait_for_bestmove() {
    let mut client = Client::start();
    client.say("go infinite");
    client.say("stop");
    client.say("setoption name UCI_Variant value unplay");
    client.say("position startpos moves h8g7");
    client.say("go depth 1");
    client.wait_for(|line| line.starts_with("bestmove f3"));
    client.wait_for(|line| line.starts_with("info string variant unplay "));
    client.wait_for(|line| line.starts_with("bestmove a1"));
    client.say("go ponder depth 1");
    client.say("stop");
    client.say("go depth 1");
    client.say("legalmoves");
    client.say("quit");
    let (status, lines) = client.end();
    assert!(status.success());
    let of = |start| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        (of("bestmove a1"), of("legalmoves a1")),
        (2, 1),
        "{lines:?}"
    );
}

#[test]
fn a_position_set_during_a_search_is_for_the_next_search() {
    let mut client = Client::start();
    client.say("go infinite");
    client.say("position startpos moves f3e2");
    client.say("stop");
    client.wait_for(|line| line.starts_with("bestmove f3"));
    assert_eq!(client.state()["ply"], 1);
}

#[test]
fn every_search_reports_a_score_before_bestmove() {
    let mut client = Client::start();
    for go in ["go nodes 1", "go movetime 0", "go depth 1"] {
        let lines = client.search(go);
        assert!(
            lines[..lines.len() - 1]
                .iter()
                .any(|line| line.contains(" score ")),
            "{go}: {lines:?}"
        );
    }
    let mut client = Client::of("unachess");
    client.tell("position fen 4k3/4Q3/4K3/8/8/8/8/8[] b - - 0 1");
    let lines = client.search("go depth 3");
    assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
    client.say("ugi");
    client.wait_for(|line| line == "ugiok");
    assert_eq!(client.search("go depth 3")[1], "bestmove 0000");
}

/// A report with `depth 0` would mean that the position is decided.
#[test]
fn a_search_without_a_score_of_its_own_reports_depth_1_and_the_static_evaluation() {
    for game in reviver::games::built_in() {
        let mut client = Client::of(game.name());
        let eval = client.ask("eval");
        let lines = client.search("go nodes 1");
        assert_eq!(after(&lines[0], "depth"), Some("1"), "{game}: {lines:?}");
        // In these two games a search of one node finds no score, so it reports the static
        // evaluation. In other games, a search of one node may find a score.
        if ["smolowitz", "unplay"].contains(&game.name()) {
            let score = after(&lines[0], "cp").expect("centipawns");
            let expected = format!(" reported as a score of {score}");
            let total = eval.last().expect("the total");
            assert!(total.ends_with(&expected), "{game}: {lines:?}: {total}");
        }
    }
}

#[test]
fn pondering_waits_for_ponderhit_or_stop() {
    let mut client = Client::start();
    assert!(
        client
            .complaint("ponderhit")
            .contains("no search is pondering")
    );
    for (go, end) in [
        ("go ponder movetime 1", "ponderhit"),
        ("go ponder depth 1", "stop"),
    ] {
        client.say(go);
        // Without `ponder`, the search would end within this time.
        std::thread::sleep(Duration::from_millis(200));
        let lines = client.ask("");
        let is_answer = |line: &String| line.starts_with("bestmove") || line.contains("error");
        assert!(!lines.iter().any(is_answer), "{go}: {lines:?}");
        let lines = client.search(end);
        assert!(
            !lines.iter().any(|line| line.contains("error")),
            "{lines:?}"
        );
    }
}

#[test]
fn nothing_follows_bestmove() {
    let mut client = Client::start();
    let mut lines = Vec::new();
    for _ in 0..5 {
        client.say("go nodes 500");
        client.say("stop");
        lines.extend(client.lines_to(|line| line.starts_with("bestmove")));
        client.say("isready");
        lines.extend(client.lines_to(|line| line == "readyok"));
    }
    client.say("quit");
    lines.extend(client.end().1);
    // A line that a search sends after its `bestmove` would be found in one of three places: before
    // `readyok`, before the first line of the next search, or after the last `readyok`.
    let mut searches = lines.split(|line| line == "readyok");
    assert!(searches.next_back().is_some_and(<[String]>::is_empty));
    for search in searches {
        let (best, reports) = search.split_last().expect("lines");
        assert!(best.starts_with("bestmove "), "{lines:?}");
        assert_eq!(after(&reports[0], "depth"), Some("1"), "{lines:?}");
    }
}

#[test]
fn a_search_needs_only_one_clock_or_limit() {
    let mut client = Client::start();
    for go in [
        "go wtime 100",
        "go btime 100",
        "go p1time 100",
        "go wtime -5 winc 0",
        "go winc 10 binc 10",
        "go wtime 100 movestogo 0",
        "go movetime 0",
        "go nodes 1",
        "go depth 1 movetime 99999999999999999999",
    ] {
        assert!(client.best_move(go).starts_with("f3"), "{go}");
    }
}

#[test]
fn go_refuses_unknown_words() {
    let mut client = Client::start();
    assert_eq!(
        client.complaint("go depht 3"),
        "go: 'depht' is not a word of go"
    );
    assert_eq!(
        client.complaint("go depth three"),
        "go: 'three' is not a whole number"
    );
    assert_eq!(
        client.complaint("go depth"),
        "go: 'depth' is not followed by a whole number"
    );
    assert!(client.complaint("go depth 0").contains("from 1 on"));
    assert_eq!(
        client.complaint("go movetime -5"),
        "go: 'movetime' is not followed by a number from 0 on"
    );
    assert!(client.complaint("go perft -1").contains("from 0 to 100"));
    client.tell("");
}

#[test]
fn every_limit_ends_a_search() {
    let mut client = Client::of("unplay");
    for go in [
        "go depth 2",
        "go nodes 100",
        "go movetime 5",
        "go mate 1 depth 3",
        "go nodes 1",
    ] {
        let best = client.best_move(go);
        assert!(best.starts_with("h8"), "{go}: {best}");
    }
    client.ask("setoption name Threads value 2");
    assert!(client.best_move("go nodes 2000").starts_with("h8"));
    client.tell("setoption name Skill Level value 0");
    assert!(client.best_move("go nodes 2000").starts_with("h8"));
}

/// Below full strength, the engine overlooks turns at the beginning of a game, but not in a position
/// that somebody has set up, even if its full move number is 1.
#[test]
fn no_level_overlooks_turns_in_a_position_that_was_set_up() {
    let mut client = Client::of("unachess");
    client.tell("setoption name Skill Level value 10");
    for seed in 0..16 {
        client.tell(&format!("setoption name Seed value {seed}"));
        client.tell("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1[] w - - 0 1");
        assert_eq!(client.best_move("go nodes 100000"), "d1d8", "seed {seed}");
    }
}

/// In each of these positions, the player to play has lost, or the game is drawn.
#[test]
fn a_decided_position_is_reported_with_its_result() {
    let end = "rnbqkbnr/p1pppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 40 moves end";
    let cases = [
        (
            "unachess",
            "4k3/4Q3/4K3/8/8/8/8/8[] b - - 0 1",
            "mate 0",
            "0 0 1000",
        ),
        (
            "unachess",
            "7k/8/4Q1K1/8/8/8/8/8[] w - - 0 1 moves e6f7",
            "cp 0",
            "0 1000 0",
        ),
        ("ssehc", end, "mate 0", "0 0 1000"),
        (
            "ssehc",
            "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR[P] b - - 0 40 moves end",
            "mate 0",
            "0 0 1000",
        ),
    ];
    for (game, position, score, wdl) in cases {
        let mut client = Client::of(game);
        client.tell(&format!("position fen {position}"));
        let expected = format!("info depth 0 score {score}");
        assert_eq!(client.search("go depth 3"), [&*expected, "bestmove (none)"]);
        client.tell("setoption name UCI_ShowWDL value true");
        let expected = format!("{expected} wdl {wdl}");
        assert_eq!(client.search("go nodes 9"), [&*expected, "bestmove (none)"]);
        client.say("go infinite");
        client.wait_for(|line| line == expected);
        client.say("stop");
        assert_eq!(client.line(), "bestmove (none)");
    }
}

/// Example: the opponent declared the end while behind, so the player to play has won.
#[test]
fn a_decided_position_is_reported_as_mate_1_if_the_player_to_play_has_won() {
    let mut found = 0;
    for game in reviver::games::built_in() {
        let mut client = Client::of(game.name());
        for line in game
            .results_text()
            .lines()
            .filter(|line| !line.starts_with('#'))
        {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [fen, turns, result] = fields[..] else {
                continue;
            };
            let result = result.split(' ').next().expect("a result");
            if !["1-0", "0-1"].contains(&result) || line.contains("fifty") {
                continue;
            }
            let moves = if turns.is_empty() { "" } else { " moves " };
            client.tell(&format!("position fen {fen}{moves}{turns}"));
            if !client.legal_moves().is_empty() {
                continue;
            }
            let has_won = client.state()["player"] == client.state()["winner"];
            let score = if has_won { "mate 1" } else { "mate 0" };
            let lines = client.search("go depth 2");
            assert_eq!(
                lines[0],
                format!("info depth 0 score {score}"),
                "{game}: {line}"
            );
            found += usize::from(has_won);
        }
    }
    assert!(found > 0);
}

#[test]
fn a_perft_that_is_too_deep_is_refused() {
    let mut client = Client::start();
    for depth in ["101", "20000", "99999999999999999999"] {
        let expected = "go: 'perft' is not followed by a number from 0 to 100";
        assert_eq!(client.complaint(&format!("go perft {depth}")), expected);
    }
    client.say("go perft 100");
    client.say("stop");
    client.wait_for(|line| line == "info string perft stopped");
}
