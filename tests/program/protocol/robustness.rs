//! Invalid input is answered with one error line and changes nothing. Unusual input, the end of the
//! input and a closed output do no harm.

use std::io::Write;
use std::process::{Command, Stdio};

use super::client::Client;

const POSITION: &str = "position startpos moves f3e2";

#[test]
fn an_illegal_move_keeps_the_position_before_the_command() {
    let mut client = Client::start();
    client.tell(POSITION);
    let before = client.fen();
    let complaint = client.complaint("position startpos moves f3e2 f6f5 e2e9 f5f4");
    assert!(
        complaint.starts_with(
            "position: turn 3: 'e2e9' is not a turn of this game; write it like e6e5, "
        ),
        "{complaint}"
    );
    let complaint = client.complaint("position startpos moves f3e2 e2e3");
    assert!(
        complaint.starts_with("position: turn 2: e2e3 is not legal: "),
        "{complaint}"
    );
    assert_eq!(client.fen(), before);
}

#[test]
fn a_bad_position_names_field_and_reason() {
    let mut client = Client::start();
    client.tell(POSITION);
    let before = client.fen();
    for (line, part) in [
        ("position", "startpos|fen"),
        ("position fen", "startpos|fen"),
        ("position fen 8/8/8 w - - 0 1", "placement"),
        ("position fen 8/8/5k2/8/8/5K2/8/8 x - - 0 1", "side"),
        ("position fen 8/8/5k2/8/8/5K2/8/8 w KK - 0 1", "castling"),
        ("position fen 8/8/5k2/8/8/5K2/8/8 w - z9 0 1", "pending"),
        ("position fen 8/8/5k2/8/8/5K2/8/8 w - - x 1", "halfmove"),
        ("position fen 8/8/5k2/8/8/5K2/8/8 w - - 0 0", "fullmove"),
        ("position fen 8/8/5k2/8/8/5K2/8/8 w - -", "6"),
        ("position fen 8/8/5k2/5K2/8/8/8/8[] w - - 0 1", "reserve"),
        ("position fen 8/8/5k2/5K2/8/8/8/8 w - - 0 1", "touch"),
    ] {
        let complaint = client.complaint(line);
        assert!(complaint.contains(part), "{line}: {complaint}");
    }
    assert_eq!(client.fen(), before);
}

#[test]
fn a_fen_of_ordinary_chess_is_read() {
    let mut client = Client::start();
    client.tell("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(
        client
            .fen()
            .starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1")
    );
    client.tell("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27");
    assert!(client.fen().contains("[RBBNPP"), "{}", client.fen());
}

#[test]
fn any_bytes_leave_the_engine_running() {
    let mut client = Client::start();
    client.tell(POSITION);
    let before = client.fen();
    let mut lines: Vec<Vec<u8>> = vec![
        b"\xff\xfe position".to_vec(),
        b"\0\0\0".to_vec(),
        b"position startpos\0".to_vec(),
        b"go\0depth 1".to_vec(),
        vec![b'x'; 1 << 20],
        vec![b'y'; 5 << 20],
        b"setoption name".to_vec(),
        b"position fen \xc3\x28".to_vec(),
        b"position fen \0\x1b[2J\x07 w - - 0 1".to_vec(),
        b"explain \x1b[2J".to_vec(),
        [b"explain ".to_vec(), vec![b'z'; 1 << 19]].concat(),
        [b"setoption name ".to_vec(), vec![b'z'; 1 << 19]].concat(),
        [
            b"setoption name Threads value ".to_vec(),
            vec![b'9'; 1 << 19],
        ]
        .concat(),
        [
            b"setoption name Debug Log File value /".to_vec(),
            vec![b'z'; 1 << 19],
        ]
        .concat(),
        [
            b"position startpos moves ".to_vec(),
            b"f3e2 ".repeat(100_000),
        ]
        .concat(),
        "\u{1F600} \u{202E}".as_bytes().to_vec(),
    ];
    for line in &mut lines {
        line.push(b'\n');
        client.say_bytes(line);
        client.say("isready");
        let answer = client.lines_to(|line| line == "readyok");
        assert_eq!(answer.len(), 2, "{answer:?}");
        assert!(answer[0].starts_with("info string error: "), "{answer:?}");
        assert!(answer[0].len() < 1000, "{}", answer[0].len());
        let printable = |c: char| !c.is_control() && c != '\u{202E}';
        assert!(answer[0].chars().all(printable), "{answer:?}");
    }
    assert_eq!(client.fen(), before);
}

#[test]
fn blanks_tabs_and_carriage_returns_are_white_space() {
    let mut client = Client::start();
    client.say_bytes(b"\r\n\n   \t \r\n  isready \t\r\n");
    assert_eq!(client.line(), "readyok");
    client.say_bytes(b"\tposition\tstartpos   moves  f3e2\r\nisready\r\n");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.state()["ply"], 1);
}

#[test]
fn unknown_commands_are_named() {
    let mut client = Client::start();
    let complaint = client.complaint("hello world");
    assert_eq!(
        complaint,
        "unknown command 'hello'; help lists all commands"
    );
    assert!(
        client
            .complaint("query winner")
            .contains("gameover, p1turn or result")
    );
    assert!(client.complaint("stop now").contains("'now'"));
    assert!(client.complaint("debug maybe").contains("on or off"));
}

#[test]
fn a_missing_word_is_not_quoted() {
    let mut client = Client::start();
    for (line, complaint) in [
        ("debug", "debug: it takes one word, on or off"),
        (
            "query",
            "query: it takes one word, gameover, p1turn or result",
        ),
        ("go nodes", "go: 'nodes' is not followed by a whole number"),
    ] {
        assert_eq!(client.complaint(line), complaint);
    }
}

#[test]
fn a_long_game_is_set_up() {
    let mut client = Client::of("unachess");
    let mut moves = Vec::new();
    for _ in 0..500 {
        moves.extend(["e1d1", "e8d8", "d1e1", "d8e8"]);
    }
    let start = "position fen 4k3/8/8/8/8/8/8/4K2R[] w - - 0 1 moves";
    client.tell(&format!("{start} {}", moves.join(" ")));
    let state = client.state();
    assert_eq!(
        (&state["ply"], &state["over"]),
        (&2000.into(), &true.into())
    );
}

#[test]
fn a_running_search_ends_at_quit_and_at_the_end_of_the_input() {
    let mut client = Client::start();
    client.say("go infinite");
    client.say("quit");
    let (status, lines) = client.end();
    assert!(status.success());
    assert!(
        lines
            .iter()
            .filter(|line| line.starts_with("bestmove"))
            .count()
            <= 1
    );
    let mut client = Client::start();
    client.say("go infinite");
    assert!(client.close().0.success());
    let mut client = Client::start();
    client.say("go ponder movetime 100000");
    assert!(client.close().0.success());
    assert!(Client::start().close().0.success());
}

#[test]
fn quit_waits_for_a_short_perft() {
    let mut client = Client::start();
    client.say("go perft 2");
    client.say("quit");
    let (_, lines) = client.end();
    assert_eq!(
        lines.last().map(String::as_str),
        Some("Nodes searched: 547")
    );
}

#[test]
fn a_transposition_table_larger_than_the_memory_is_not_allocated() {
    let mut client = Client::start();
    // With enough memory, the program accepts this size. But it allocates no such table here: it
    // would do so at `isready`, and the first `isready` is sent after the next `setoption`.
    client.say("setoption name Hash value 65536");
    let answers = client.ask("setoption name Hash value 1");
    if let Some(answer) = answers.first() {
        assert!(answer.contains("65536 MiB are more than the"), "{answer}");
    }
    assert!(client.best_move("go depth 1").starts_with("f3"));
}

#[test]
fn the_table_cannot_grow_beyond_the_free_memory_in_steps() {
    let mut client = Client::start();
    let free = |answers: &[String]| -> Option<u64> {
        let (_, rest) = answers.first()?.split_once("more than the ")?;
        rest.split(' ').next()?.parse().ok()
    };
    client.say("setoption name Hash value 65536");
    let Some(free) = free(&client.ask("setoption name Hash value 1")) else {
        // This machine has enough memory for every size.
        return;
    };
    // The second size, `step * 2`, is 1.5 times the free memory. So it is still too large if other
    // programs free some memory meanwhile.
    let step = free * 3 / 4;
    if step == 0 || step * 2 > 65536 {
        return;
    }
    client.tell(&format!("setoption name Hash value {step}"));
    let complaint = client.complaint(&format!("setoption name Hash value {}", step * 2));
    assert!(complaint.contains("MiB are more than the"), "{complaint}");
}

#[test]
fn the_program_ends_with_success_if_its_output_is_closed() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_reviver"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(engine.stdout.take());
    let mut stdin = engine.stdin.take().expect("a pipe");
    stdin.write_all(b"isready\n").expect("the engine reads");
    // The engine ends although its input stays open.
    assert!(engine.wait().expect("it has ended").success());
}
