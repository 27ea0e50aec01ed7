//! Tournaments with faulty engines. After a fault the tournament goes on, and its journal names the
//! kind of fault. Some engines here only look faulty, and are not blamed.
#![cfg(unix)]

use serde_json::Value;

use reviver::games::Game;

use crate::common::program::{Folder, words};
use crate::event::games;

/// The shell script of an engine that answers the handshake, and runs `behaviour` on `go`.
pub(crate) fn mock(behaviour: &str) -> String {
    format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         uci) echo 'id name Mock'; echo 'id author Nobody'; echo uciok;;\n\
         isready) echo readyok;;\ngo*) {behaviour};;\nquit) exit 0;;\nesac; done\n"
    )
}

/// Faulty engines: name, shell script, kind of fault, and words in the description of the fault.
fn culprits() -> Vec<(&'static str, String, &'static str, &'static str)> {
    vec![
        ("crashes", mock("exit 3"), "crash", "exit status: 3"),
        (
            "exits-at-start",
            "#!/bin/sh\nexit 1\n".to_owned(),
            "crash",
            "exit status: 1",
        ),
        ("hangs", mock("sleep 1000"), "stall", "no bestmove"),
        (
            "deaf",
            "#!/bin/sh\nsleep 1000\n".to_owned(),
            "stall",
            "no uciok",
        ),
        (
            "closes",
            mock("exec >&-; sleep 1000"),
            "crash",
            "closed its output",
        ),
        (
            "cheats",
            mock("echo bestmove a1a8"),
            "illegal-turn",
            "a1a8 is not legal",
        ),
        (
            "garbage",
            mock("echo guru meditation"),
            "malformed",
            "guru meditation",
        ),
        (
            "mumbles",
            mock("echo bestmove castle"),
            "malformed",
            "'castle' is not a turn",
        ),
        (
            "wordless",
            mock("echo bestmove"),
            "malformed",
            "bestmove must be followed by a move",
        ),
        (
            "half-line",
            mock("printf 'bestmove f3e2'"),
            "malformed",
            "an unfinished line",
        ),
        (
            "floods",
            mock("yes info depth 1 score cp 1"),
            "malformed",
            "lines and no bestmove",
        ),
        (
            "chatters",
            mock("while :; do echo info depth 1; sleep 0.05; done"),
            "stall",
            "no bestmove",
        ),
        (
            "endless",
            mock("tr '\\0' x </dev/zero"),
            "malformed",
            "a line of more than 128 KiB",
        ),
        (
            "resigns",
            mock("echo 'bestmove (none)'"),
            "disagreement",
            "no turn",
        ),
        (
            "kills-itself",
            mock("echo 'info string hm'; kill -9 $$"),
            "crash",
            "signal: 9",
        ),
    ]
}

#[test]
fn every_fault_is_classified_and_the_event_goes_on() {
    let folder = Folder::new();
    let mut config = "format = \"gauntlet\"\nvariants = [\"ssehc\"]\nconcurrency = 6\n\
                      limits = { nodes = 20, stall = \"2s\", start = \"2s\" }\n\
                      openings = { source = \"start\" }\n\
                      [[engine]]\nname = \"sound\"\noptions = { Hash = 1 }\n\
                      limits = { nodes = 20, stall = \"10m\", start = \"10m\" }\n"
        .to_owned();
    for (name, script, _, _) in culprits() {
        let path = folder.script(name, &script);
        let path = path.display();
        config.push_str(&format!(
            "[[engine]]\nname = \"{name}\"\ncommand = [\"{path}\"]\n"
        ));
    }
    folder.write("event.toml", &config);
    let run = folder.run_ok(&["tournament", "event.toml"]);
    let games = games(&folder.path("event/journal.jsonl"));
    assert_eq!(games.len(), 2 * culprits().len());
    for (name, _, kind, words) in culprits() {
        let of_engine: Vec<&Value> = games
            .values()
            .filter(|game| game["first"] == name || game["second"] == name)
            .collect();
        assert_eq!(of_engine.len(), 2, "{name}");
        for game in of_engine {
            let fault = &game["fault"];
            assert_eq!(fault["engine"], name, "{game}");
            assert_eq!(
                (&fault["kind"], &game["ending"]),
                (&kind.into(), &kind.into()),
                "{name}: {game}"
            );
            let detail = fault["detail"].as_str().expect("a text");
            assert!(detail.contains(words), "{name}: {detail}");
            let result = if game["first"] == name { "0-1" } else { "1-0" };
            assert_eq!(game["result"], result, "{name}");
            let file = fault["file"].as_str().expect("a file");
            let transcript = folder.read(&format!("event/{file}"));
            assert!(transcript.contains("\n> uci\n"), "{name}: {transcript}");
            if !["exits-at-start", "deaf"].contains(&name) {
                assert!(
                    transcript.contains("\n> go nodes 20\n"),
                    "{name}: {transcript}"
                );
            }
        }
        assert!(
            run.stdout.contains(&format!("{name}: {kind} 2")),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn a_late_answer_is_a_loss_on_time_and_a_missing_answer_is_a_stall() {
    let folder = Folder::new();
    for (name, behaviour) in [
        ("late", "sleep 1; echo bestmove f3e2"),
        ("gone", "sleep 1000"),
    ] {
        folder.script(name, &mock(behaviour));
    }
    folder.write(
        "event.toml",
        "format = \"gauntlet\"\nvariants = [\"ssehc\"]\nconcurrency = 4\nopenings = { source = \"start\" }\n\
         limits = { time = \"0.1s+0s\", margin = \"0ms\", stall = \"20s\" }\n\
         [[engine]]\nname = \"sound\"\nlimits = { nodes = 1, margin = \"10m\" }\n\
         [[engine]]\nname = \"late\"\ncommand = \"./late\"\n\
         [[engine]]\nname = \"gone\"\ncommand = \"./gone\"\n\
         limits = { time = \"0.1s+0s\", stall = \"1s\" }\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    let games = games(&folder.path("event/journal.jsonl"));
    let faults = games
        .values()
        .map(|game| [&game["fault"]["engine"], &game["ending"]].map(Value::as_str));
    let mut faults: Vec<_> = faults.collect();
    faults.sort_unstable();
    let [late, gone] = [["late", "time-loss"], ["gone", "stall"]].map(|fault| fault.map(Some));
    assert_eq!(faults, [gone, gone, late, late]);
}

#[test]
fn a_guided_engine_gets_the_legal_turns() {
    let folder = Folder::new();
    // The engine plays the first of the turns after `searchmoves`.
    folder.script(
        "ignorant",
        &mock("set -- ${line##* searchmoves }; echo bestmove $1"),
    );
    folder.write(
        "event.toml",
        "variants = [\"unachess\"]\nlimits = { nodes = 1 }\n[[engine]]\nname = \"sound\"\n\
         [[engine]]\nname = \"ignorant\"\ncommand = \"./ignorant\"\nguided = true\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    for game in games(&folder.path("event/journal.jsonl")).values() {
        assert!(game.get("fault").is_none(), "{game}");
        assert!(
            game["turns"]
                .as_array()
                .is_some_and(|turns| turns.len() > 2)
        );
    }
}

/// A script that runs `reviver uci`, but answers `state` as if no game were ever over.
const DREAMER: &str = r#"#!/bin/sh
reviver uci | while read -r line; do
  case "$line" in
    '{"variant"'*) echo '{"over":false,"result":"*"}';;
    *) printf '%s\n' "$line";;
  esac
done
"#;

/// A script that runs `reviver uci`, but answers `query gameover` as if no game were ever over.
const UGI_DREAMER: &str = "#!/bin/sh\nreviver uci | sed -u 's/^response true/response false/'\n";

#[test]
fn an_engine_that_reports_a_wrong_result_is_at_fault() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    for (protocol, script) in [("uci", DREAMER), ("ugi", UGI_DREAMER)] {
        folder.script("dreamer", &script.replace("reviver", program));
        folder.write(
            "event.toml",
            &format!(
                "format = \"match\"\nvariants = [\"unplay\"]\nopenings.source = \"start\"\n\
                 limits = {{ nodes = 100 }}\n[[engine]]\nname = \"sound\"\n[[engine]]\n\
                 name = \"dreamer\"\ncommand = \"./dreamer\"\nprotocol = \"{protocol}\"\n"
            ),
        );
        folder.run_ok(&["tournament", "event.toml", "--out", protocol]);
        let games = games(&folder.path(&format!("{protocol}/journal.jsonl")));
        assert_eq!(games.len(), 2);
        for game in games.values() {
            // The journal nevertheless has the result that the rules give.
            assert_eq!(
                (&game["result"], &game["ending"]),
                (&"1-0".into(), &"retro-checkmate".into())
            );
            assert_eq!(game["fault"]["kind"], "disagreement", "{game}");
            assert_eq!(game["fault"]["engine"], "dreamer", "{game}");
        }
    }
}

#[test]
fn uci_and_ugi_engines_play_and_agree_about_the_end() {
    let folder = Folder::new();
    let variants: Vec<&str> = reviver::games::built_in()
        .into_iter()
        .map(Game::name)
        .collect();
    folder.write(
        "event.toml",
        &format!(
            "format = \"match\"\nvariants = {variants:?}\n\
             limits = {{ nodes = 50 }}\nadjudication = {{ ply-limit = 40 }}\n[[engine]]\nname = \"uci\"\n\
             [[engine]]\nname = \"ugi\"\nprotocol = \"ugi\"\n"
        ),
    );
    folder.run_ok(&["tournament", "event.toml"]);
    let games = games(&folder.path("event/journal.jsonl"));
    assert_eq!(games.len(), 2 * variants.len());
    // Some games must end by the rules: only then are the engines asked for the result.
    assert!(games.values().any(|game| game["ending"] != "ply-limit"));
    for game in games.values() {
        assert!(game.get("fault").is_none(), "{game}");
        for conduct in game["conduct"].as_array().expect("two players") {
            for kind in words("stray bad_info complaints illegal_line other_line") {
                assert_eq!(conduct[kind], 0, "{kind}: {game}");
            }
        }
    }
}

#[test]
fn the_referee_accepts_all_scores_of_32_bits() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    for (name, score) in [
        ("doomed", "mate -2147483648"),
        ("sure", "mate 2147483647"),
        ("rich", "cp 2147483647"),
        ("poor", "cp -2147483648"),
    ] {
        folder.script(
            name,
            &format!(
                "#!/bin/sh\n'{program}' uci | sed -u -e 's/ score [a-z]* [-0-9]*/ score {score}/'\n"
            ),
        );
    }
    folder.write(
        "event.toml",
        "variants = [\"unplay\"]\nlimits = { nodes = 50 }\n\
         format = \"round-robin\"\nadjudication = { ply-limit = 4, proven-nodes = 10, \
         win = { score = 900000, turns = 4 }, draw = { score = 0, turns = 4 } }\n\
         [[engine]]\nname = \"doomed\"\ncommand = \"./doomed\"\n\
         [[engine]]\nname = \"sure\"\ncommand = \"./sure\"\n\
         [[engine]]\nname = \"rich\"\ncommand = \"./rich\"\n\
         [[engine]]\nname = \"poor\"\ncommand = \"./poor\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    let games = games(&folder.path("event/journal.jsonl"));
    assert_eq!(games.len(), 12);
    for game in games.values() {
        assert!(game.get("fault").is_none(), "{game}");
        for player in [0, 1] {
            assert_eq!(game["conduct"][player]["bad_info"], 0, "{game}");
        }
    }
    let records = folder.read("event/games.pgn");
    let records: Result<Vec<_>, _> = reviver::record::Reader::new(&records).collect();
    assert_eq!(records.expect("records").len(), 12);
}

#[test]
fn a_bestmove_that_failed_high_after_the_last_exact_line_is_no_fault() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    // The script imitates a search that was stopped early. Before `bestmove`, it prints an exact
    // line with `pv a1a8`, then a `lowerbound` line whose `pv` is the turn of `bestmove`. Only
    // the last `pv` before `bestmove` counts. So the illegal a1a8 is no fault.
    folder.script(
        "changes-its-mind",
        &format!(
            "#!/bin/sh\n'{program}' uci | sed -u -e \
             's/^bestmove \\([^ ]*\\)/info depth 9 score cp 5 pv a1a8\\ninfo depth 10 score cp 9 lowerbound pv \\1\\n&/'\n"
        ),
    );
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"unplay\"]\nlimits = { nodes = 50 }\n\
         adjudication = { ply-limit = 4 }\n[[engine]]\nname = \"sound\"\n\
         [[engine]]\nname = \"other\"\ncommand = \"./changes-its-mind\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    let report = folder.report("event");
    for engine in [0, 1] {
        let conduct = &report["conduct"][engine]["conduct"];
        assert!(conduct["turns"].as_u64() >= Some(4), "{conduct}");
        assert_eq!(conduct["other_line"], 0, "{conduct}");
        assert_eq!(conduct["illegal_line"], 0, "{conduct}");
    }
}

#[test]
fn the_turns_in_lines_of_analysis_are_checked_by_the_rules() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "boaster",
        &format!(
            "#!/bin/sh\n'{program}' uci | sed -u -e 's/ pv .*/ pv a1a8/' -e 's/^readyok/by the way\\nreadyok/'\n"
        ),
    );
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"unplay\"]\nlimits = { nodes = 50 }\n\
         adjudication = { ply-limit = 4 }\n[[engine]]\nname = \"sound\"\n\
         [[engine]]\nname = \"boaster\"\ncommand = \"./boaster\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    let report = folder.report("event");
    let [sound, boaster] = [0, 1].map(|index| &report["conduct"][index]["conduct"]);
    assert_eq!(
        (
            &sound["illegal_line"],
            &sound["other_line"],
            &sound["stray"]
        ),
        (&0.into(), &0.into(), &0.into())
    );
    assert_eq!(
        (&boaster["illegal_line"], &boaster["other_line"]),
        (&boaster["turns"], &boaster["turns"])
    );
    assert!(boaster["stray"].as_u64() >= Some(4), "{boaster}");
}

/// Plays two games of Unplay against an engine that does not know the command `state`. Whenever it
/// gets `state`, it adds a line to the file `asked`, and prints `chatter` and an error message.
#[test]
fn an_engine_that_does_not_know_state_is_not_asked_again_and_not_blamed() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "plain",
        &format!(
            "#!/bin/sh\nexec 3>&1\nwhile read -r line; do\n  \
             case \"$line\" in state) echo asked >>asked; echo chatter >&3; echo 'Unknown command: state' >&3; continue;; esac\n  \
             printf '%s\\n' \"$line\"\ndone | '{program}' uci\n"
        ),
    );
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"unplay\"]\nconcurrency = 1\nopenings = { source = \"start\" }\n\
         limits = { nodes = 2000, stall = \"10m\", start = \"10m\" }\n\
         [[engine]]\nname = \"sound\"\n[[engine]]\nname = \"plain\"\ncommand = \"./plain\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    assert_eq!(folder.read("asked"), "asked\n");
    let games = games(&folder.path("event/journal.jsonl"));
    assert_eq!(games.len(), 2);
    let conducts = games.values().flat_map(|game| game["conduct"].as_array());
    let strays = conducts.flatten().map(|one| one["stray"].as_u64());
    assert_eq!(strays.sum::<Option<u64>>(), Some(1));
}
