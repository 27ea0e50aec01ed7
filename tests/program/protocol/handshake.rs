//! Options, and the replies to `uci`, `ugi`, `debug`, `register` and `help`.

use reviver::games;
use reviver::protocol::option::OPTIONS;

use super::client::Client;

#[test]
fn uci_introduces_the_engine_and_every_option() {
    let mut client = Client::start();
    client.say("uci");
    let lines = client.lines_to(|line| line == "uciok");
    assert!(lines[0].starts_with("id name Reviver "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    let options: Vec<&String> = lines
        .iter()
        .filter(|l| l.starts_with("option name "))
        .collect();
    assert_eq!(options.len(), OPTIONS.len());
    let games = games::built_in()
        .into_iter()
        .map(|variant| format!(" var {variant}"))
        .collect::<String>();
    let combo = format!("option name UCI_Variant type combo default ssehc{games}");
    assert_eq!(*options[0], combo);
    client.say("isready");
    assert_eq!(client.line(), "readyok");
}

#[test]
fn ugi_introduces_the_engine_too() {
    let mut client = Client::start();
    client.say("ugi");
    let lines = client.lines_to(|line| line == "ugiok");
    assert!(lines[0].starts_with("id name Reviver "));
}

#[test]
fn a_change_of_variant_reports_the_start_position() {
    let mut client = Client::start();
    for variant in games::built_in() {
        let reply = client.reply(&format!("setoption name UCI_Variant value {variant}"));
        let fen = variant.start(0).to_string();
        assert_eq!(
            reply,
            format!("info string variant {variant} startpos {fen}")
        );
        assert_eq!(client.fen(), fen);
    }
}

#[test]
fn the_start_seed_selects_the_start_of_unplay_random() {
    let mut client = Client::of("unplay-random");
    let mut starts = Vec::new();
    for seed in [1, 2, 3, 1] {
        client.tell(&format!("setoption name StartSeed value {seed}"));
        client.tell("position startpos");
        starts.push(client.fen());
    }
    assert_eq!(starts[0], starts[3]);
    assert!(starts[0] != starts[1] && starts[1] != starts[2]);
    client.say("setoption name UCI_Variant value unplay-random");
    client.wait_for(|line| line.ends_with(&format!("startpos {}", starts[0])));
}

#[test]
fn the_option_seed_does_not_change_the_start_position() {
    let mut client = Client::of("unplay-random");
    client.tell("position startpos");
    let start = client.fen();
    client.tell("setoption name Seed value 77");
    client.tell("position startpos");
    assert_eq!(client.fen(), start);
    client.tell("ucinewgame");
    assert_eq!(client.fen(), start);
}

#[test]
fn a_warning_says_that_searches_use_no_more_threads_than_processors() {
    let processors = std::thread::available_parallelism()
        .expect("a number")
        .get();
    if processors >= 256 {
        return;
    }
    let mut client = Client::start();
    let warning = client.reply("setoption name Threads value 256");
    assert!(
        warning.starts_with("info string warning: option Threads: searches use")
            && warning.contains(&format!("use {processors} thread"))
            && warning.contains(" and not 256, ")
            && warning.contains(&format!("has {processors} processor")),
        "{warning}"
    );
    client.best_move("go movetime 100");
    client.tell("setoption name Threads value 1");
}

#[test]
fn options_are_named_in_any_case_and_with_spaces() {
    let mut client = Client::start();
    client.tell("setoption name clear hash");
    client.tell("setoption name MOVE OVERHEAD value 30");
    client.tell("setoption   name  Skill   Level  value  3");
    client.tell("setoption name UCI_Elo value 1000");
}

#[test]
fn a_network_can_be_left_out() {
    let mut client = Client::start();
    client.reply("setoption name UCI_Variant value unachess");
    client.tell("position startpos moves Q@d4 N@f6");
    let with = client.ask("eval");
    client.tell("setoption name Use Network value false");
    let without = client.ask("eval");
    let is_named = |lines: &[String]| lines.iter().any(|line| line.contains("network"));
    assert!(
        is_named(&with) && !is_named(&without),
        "{with:?} {without:?}"
    );
    assert_ne!(with.last(), without.last());
}

#[test]
fn the_error_for_a_wrong_option_names_the_option_and_the_allowed_values() {
    let mut client = Client::start();
    let complaint = client.complaint("setoption name Threads value 0");
    assert_eq!(
        complaint,
        "option Threads: '0' is not a whole number from 1 to 256"
    );
    let complaint = client.complaint("setoption name UCI_ShowWDL value yes");
    assert_eq!(complaint, "option UCI_ShowWDL: 'yes' is not true or false");
    let complaint = client.complaint("setoption name UCI_Variant value chess");
    assert!(complaint.starts_with("option UCI_Variant: 'chess' is not one of ssehc, "));
    assert!(
        client
            .complaint("setoption name Nothing value 1")
            .contains("'Nothing'")
    );
    assert!(
        client
            .complaint("setoption")
            .contains("setoption name NAME")
    );
    assert_eq!(client.state()["variant"], "ssehc");
}

#[test]
fn the_log_file_holds_input_and_output() {
    let path = std::env::temp_dir().join(format!("reviver log {}.txt", std::process::id()));
    let mut client = Client::start();
    client.tell(&format!(
        "setoption name Debug Log File value {}",
        path.display()
    ));
    client.reply("legalmoves");
    client.complaint(&"x".repeat((1 << 20) + 1));
    client.tell("setoption name Debug Log File value <empty>");
    let text = std::fs::read_to_string(&path).expect("the log");
    std::fs::remove_file(&path).expect("the log");
    assert!(text.contains("> legalmoves\n< legalmoves f3"), "{text}");
    let logged = "> a line of more than 1048576 bytes\n< info string error: the line is too long";
    assert!(text.contains(logged), "{text}");
    let complaint = client.complaint("setoption name Debug Log File value /no/such/place/log");
    assert!(complaint.contains("/no/such/place/log"), "{complaint}");
}

#[test]
fn debug_register_and_help_are_answered() {
    let mut client = Client::start();
    assert_eq!(client.reply("debug on"), "info string debug on");
    assert_eq!(client.reply("debug off"), "info string debug off");
    assert_eq!(client.reply("register later"), "registration ok");
    assert!(
        client
            .ask("help")
            .iter()
            .any(|line| line.starts_with("legalmoves"))
    );
}
