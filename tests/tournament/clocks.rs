//! Clocks of players, with and without pondering.

use std::time::Duration;

use reviver::games::Game;
use reviver::play::clock::Clocks;
use reviver::play::duration::Span;
use reviver::play::limits::PlayerLimits;
use reviver::rules::Seat;
use reviver::search::TimeLimit;

use crate::common::program::Folder;
use crate::common::{some_game, some_reverse_game};
use crate::event::games;

#[cfg(unix)]
#[test]
fn clocks_belong_to_players_and_wtime_is_the_clock_of_the_player_who_holds_white() {
    let folder = Folder::new();
    folder.script(
        "player",
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         uci) echo 'id name Mock'; echo 'id author Nobody'; echo uciok;;\nisready) echo readyok;;\n\
         position*moves*) turn=f3g5;;\nposition*) turn='f3d4*n';;\n\
         go*) echo \"$line\" >>\"$1\"; sleep 0.02; echo \"bestmove $turn\";;\n\
         quit) exit 0;;\nesac; done\n",
    );
    // White un-captures the last enemy piece. The players then switch colours, so the same player
    // plays the next turn too, with Black.
    folder.write(
        "start.epd",
        "rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1\n",
    );
    folder.family_file("smolowitz");
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"smolowitz.toml\"]\nadjudication = { ply-limit = 2 }\n\
         openings = { source = \"file\", file = \"start.epd\" }\n\
         [[engine]]\nname = \"long\"\ncommand = \"./player long.log\"\nlimits = { time = \"5000s+7s\" }\n\
         [[engine]]\nname = \"short\"\ncommand = \"./player short.log\"\nlimits = { time = \"20/1000s+0s\" }\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    // The clocks are in milliseconds. `started`: the engine's own clock at its first turn.
    // `opponent`: the opponent's clock, which has not run yet.
    for (log, started, increment, opponent, has_periods) in [
        ("long.log", 5_000_000, 7_000, "1000000", false),
        ("short.log", 1_000_000, 0, "5000000", true),
    ] {
        let text = folder.read(log);
        let [as_white, as_black] = text.lines().collect::<Vec<_>>()[..] else {
            panic!("{text}");
        };
        let value = |line: &str, word: &str| -> String {
            let mut words = line.split(' ').skip_while(|found| *found != word).skip(1);
            words.next().unwrap_or_default().to_owned()
        };
        assert_eq!(value(as_white, "btime"), opponent, "{text}");
        assert_eq!(value(as_black, "wtime"), opponent, "{text}");
        assert_eq!(value(as_white, "wtime"), started.to_string(), "{text}");
        // The clock has gained the increment and lost the time of the first turn: at least 20 ms,
        // and less than a minute.
        let left: u64 = value(as_black, "btime").parse().expect("a number");
        let highest = started + increment - 20;
        assert!((highest - 60_000..=highest).contains(&left), "{text}");
        assert_eq!(text.contains(" movestogo "), has_periods, "{text}");
    }
    let games = games(&folder.path("event/journal.jsonl"));
    assert!(games.values().all(|game| game["ending"] == "ply-limit"));
}

#[test]
fn an_event_with_clocks_and_pondering_is_played() {
    let folder = Folder::new();
    let variants = [some_game(), some_reverse_game()].map(Game::name);
    folder.write(
        "event.toml",
        &format!(
            "format = \"match\"\nvariants = {variants:?}\nconcurrency = 2\n\
             adjudication = {{ ply-limit = 30 }}\n\
             limits = {{ time = \"20/2s+0.01s\", margin = \"10m\", ponder = true }}\n\
             [[engine]]\nname = \"uci\"\n[[engine]]\nname = \"ugi\"\nprotocol = \"ugi\"\n"
        ),
    );
    let run = folder.run_ok(&["tournament", "event.toml"]);
    assert!(run.stderr.contains("slowest turn"), "{}", run.stderr);
    let games = games(&folder.path("event/journal.jsonl"));
    assert_eq!(games.len(), 4);
    for game in games.values() {
        assert!(game.get("fault").is_none(), "{game}");
        assert_eq!(game["conduct"][0]["complaints"], 0);
        assert_eq!(game["conduct"][1]["complaints"], 0);
    }
    // This event has clocks, so it is not reproducible, and its records state the date.
    let records = folder.read("event/games.pgn");
    assert!(records.contains("[TimeControl \"20/2+0.01\"]"));
    assert!(!records.contains("[Date \"????"));
    let comments: Vec<&str> = records
        .split('{')
        .skip(1)
        .filter_map(|text| text.split('}').next())
        .collect();
    assert!(comments.len() > 50);
    for comment in comments {
        let comment = comment.replace('\n', " ");
        assert!(
            comment.parse::<reviver::record::EngineComment>().is_ok(),
            "{comment}"
        );
    }
    assert!(
        folder
            .read("event/report.html")
            .contains("<table id=\"timing\">")
    );
    assert!(folder.report("event")["timing"][0]["mean_latency"].is_u64());
}

#[test]
fn a_fixed_time_for_each_turn_is_replaced_by_the_clock_when_the_clock_has_less() {
    let limits = PlayerLimits {
        time: Some("10s+0.1s".parse().expect("a clock")),
        movetime: Some(Span::millis(3000)),
        ..PlayerLimits::default()
    };
    let mut clocks = Clocks::new([limits; 2]);
    let fixed = TimeLimit::Fixed(Duration::from_secs(3));
    assert_eq!(clocks.search_limits(Seat::First).time, fixed);
    clocks.spend(Seat::First, Duration::from_secs(8));
    let clock = TimeLimit::Clock {
        remaining: Duration::from_millis(2100),
        increment: Duration::from_millis(100),
        turns_to_go: None,
        at_most: None,
    };
    assert_eq!(clocks.search_limits(Seat::First).time, clock);
    assert_eq!(clocks.search_limits(Seat::Second).time, fixed);
}

/// One player plays `d6f5` and ponders on the reply `e4g5`. The other player replies `e4c3*n` and
/// so un-captures the 32nd piece. The players then switch colours, so this other player plays
/// again: `e4g5`. That is no ponder hit, because the reply to `d6f5` was `e4c3*n`.
#[cfg(unix)]
#[test]
fn a_pondered_turn_that_is_played_one_turn_later_is_no_ponder_hit() {
    let folder = Folder::new();
    folder.script(
        "player",
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         uci) echo 'id name Mock'; echo 'id author Nobody'; echo uciok;;\nisready) echo readyok;;\n\
         position*) last=${line##* };;\n'go ponder'*) echo \"$last\" >>pondered;;\n\
         stop) echo 'bestmove f5d4';;\nponderhit) echo 'bestmove f5d4';;\n\
         go*) case \"$last\" in\nd6f5) echo 'bestmove e4c3*n';;\n'e4c3*n') echo 'bestmove e4g5';;\n\
         e4g5) echo 'bestmove b1a3';;\n*) echo 'bestmove d6f5 ponder e4g5';;\nesac;;\n\
         quit) exit 0;;\nesac; done\n",
    );
    folder.write(
        "start.epd",
        "r1bqkb1r/pppppppp/3n4/8/4N3/8/PPPPPPPP/RNBQKB1R[n] b - - 0 20\n",
    );
    folder.family_file("smolowitz");
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"smolowitz.toml\"]\nadjudication = { ply-limit = 4 }\n\
         openings = { source = \"file\", file = \"start.epd\" }\n\
         limits = { nodes = 5, ponder = true }\n\
         [[engine]]\nname = \"one\"\ncommand = \"./player\"\n\
         [[engine]]\nname = \"other\"\ncommand = \"./player\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    assert_eq!(folder.read("pondered"), "e4g5\ne4g5\n");
    let games = games(&folder.path("event/journal.jsonl"));
    for game in games.values() {
        assert_eq!(game["ending"], "ply-limit", "{game}");
    }
}
