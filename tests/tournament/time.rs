//! Which limits apply to an engine, and how a loss on time is described. Also delays of turns, and
//! the warning about too many threads.
#![cfg(unix)]

use reviver::play::limits::PlayerLimits;
use reviver::tournament::config::Config;
use serde_json::Value;

use crate::common::program::Folder;
use crate::event::games;
use crate::faults::mock;

/// The limits that apply to the second engine of an event. The event file sets `of_all` for all
/// engines and `own` for the second engine.
fn limits(of_all: &str, own: &str) -> PlayerLimits {
    let text = format!(
        "variants = [\"unplay\"]\nlimits = {{ {of_all} }}\n[[engine]]\nname = \"a\"\n\
         [[engine]]\nname = \"b\"\nlimits = {{ {own} }}\n"
    );
    let config = Config::parse(&text).expect("a configuration");
    config.event().expect("an event").engines[1].limits
}

#[test]
fn an_engine_inherits_the_limits_that_it_does_not_name() {
    let all = "time = \"10s+0.1s\", nodes = 500, margin = \"1s\", stall = \"2s\", start = \"3s\", ponder = true";
    assert_eq!(limits(all, ""), limits(all, "margin = \"1s\""));
    let own = limits(all, "depth = 7");
    assert_eq!((own.depth, own.nodes), (Some(7), Some(500)));
    assert!(own.time.is_some() && own.ponder);
    let spans = [own.margin, own.stall, own.start].map(|span| span.to_string());
    assert_eq!(spans, ["1s", "2s", "3s"]);
    let own = limits(all, "ponder = false, start = \"4s\", nodes = 20");
    assert_eq!(
        (own.ponder, own.start.to_string()),
        (false, "4s".to_owned())
    );
    assert_eq!(own.nodes, Some(20));
    // An engine with its own `movetime` does not inherit a clock. An engine with its own clock does
    // not inherit `movetime`.
    let own = limits(all, "movetime = \"400ms\"");
    assert_eq!((own.time, own.margin.to_string()), (None, "1s".to_owned()));
    let own = limits("movetime = \"400ms\"", "time = \"10s+0.1s\"");
    assert_eq!(own.movetime, None);
}

#[test]
fn an_unknown_limit_of_an_engine_is_refused() {
    let text = "variants = [\"unplay\"]\nlimits = { nodes = 5 }\n[[engine]]\nname = \"a\"\n\
                limits = { nodse = 7 }\n";
    let error = Config::parse(text).expect_err("unknown").to_string();
    assert!(
        error.starts_with("line 5: ") && error.contains("nodse"),
        "{error}"
    );
}

#[test]
fn a_loss_on_time_names_the_time_used_the_time_allowed_and_the_margin() {
    let folder = Folder::new();
    folder.script("late", &mock("sleep 0.5; echo bestmove f3e2"));
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"ssehc\"]\nopenings = { source = \"start\" }\n\
         limits = { movetime = \"100ms\", margin = \"30ms\" }\n[[engine]]\nname = \"sound\"\n\
         limits = { margin = \"10m\" }\n[[engine]]\nname = \"late\"\ncommand = \"./late\"\n",
    );
    let run = folder.run_ok(&["tournament", "event.toml"]);
    for game in games(&folder.path("event/journal.jsonl")).values() {
        let fault = &game["fault"];
        assert_eq!(fault["kind"], "time-loss", "{game}");
        let detail = fault["detail"].as_str().expect("a text");
        let rest = detail.strip_prefix("bestmove after ").expect(detail);
        let (used, rest) = rest.split_once(" ms").expect(detail);
        let used: f64 = used.parse().expect(detail);
        assert!((480.0..60_000.0).contains(&used), "{detail}");
        assert!(
            rest.starts_with("; the limit was 100 ms, the margin 30 ms"),
            "{detail}"
        );
        assert!(run.stdout.contains(detail), "{}", run.stdout);
    }
}

#[test]
fn the_delay_of_the_referee_is_measured() {
    let folder = Folder::new();
    folder.write(
        "event.toml",
        "format = \"balance\"\nvariants = [\"unplay-strict\"]\nadjudication = { ply-limit = 6 }\n\
         limits = { movetime = \"10ms\", margin = \"10m\" }\n[[engine]]\nname = \"a\"\n",
    );
    let run = folder.run_ok(&["tournament", "event.toml"]);
    let journal = folder.read("event/journal.jsonl");
    let entry: Value = serde_json::from_str(journal.lines().nth(1).expect("a game")).expect("JSON");
    let delay = entry["timing"]["delay"].as_array().expect("two numbers");
    assert!(
        delay.len() == 2 && delay.iter().all(Value::is_u64),
        "{entry}"
    );
    let longest = &folder.report("event")["timing"][0]["longest_delay"];
    assert_eq!(
        longest.as_u64(),
        delay.iter().filter_map(Value::as_u64).max()
    );
    assert!(
        run.stderr.contains("the referee delays a turn by up to"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_warning_says_that_an_event_has_more_threads_than_cores() {
    let folder = Folder::new();
    let cores = std::thread::available_parallelism().expect("cores").get();
    folder.write(
        "event.toml",
        &format!(
            "format = \"match\"\nvariants = [\"unplay\"]\nrounds = {cores}\n\
             limits = {{ movetime = \"5ms\", margin = \"10m\" }}\n\
             adjudication = {{ ply-limit = 2 }}\n\
             [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n"
        ),
    );
    let many = (cores + 1).to_string();
    let run = folder.run_ok(&["tournament", "event.toml", "--concurrency", &many]);
    let words = format!(
        "{many} games at a time with 1 thread each need {many} cores, but this machine has {cores} core"
    );
    assert!(run.stderr.contains(&words), "{}", run.stderr);
    // The event has `2 * cores` games, so at most that many are played at a time.
    let more = (10 * cores).to_string();
    let arguments = ["tournament", "event.toml", "--concurrency", &more];
    let run = folder.run_ok(&[&arguments[..], &["--out", "more"]].concat());
    let words = format!("{} games at a time", 2 * cores);
    assert!(run.stderr.contains(&words), "{}", run.stderr);
    let run = folder.run_ok(&[
        "tournament",
        "event.toml",
        "--concurrency",
        "1",
        "--out",
        "one",
    ]);
    assert!(!run.stderr.contains("at a time"), "{}", run.stderr);
    let event = folder.read("event.toml");
    let threads = event.replace(
        "name = \"b\"",
        &format!("name = \"b\"\noptions = {{ Threads = {many} }}"),
    );
    folder.write("event.toml", &threads);
    let run = folder.run_ok(&[
        "tournament",
        "event.toml",
        "--concurrency",
        "1",
        "--out",
        "threads",
    ]);
    let words = format!(
        "1 game at a time with {many} threads needs {many} cores, but this machine has {cores} core"
    );
    assert!(run.stderr.contains(&words), "{}", run.stderr);
}
