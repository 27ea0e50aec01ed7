//! Games that users define in game files: on the command line, in the protocol, in tournaments and
//! in records.

use crate::common::program::Folder;
use crate::protocol::client::Client;

const HOMEWARD: &str = "name = \"homeward\"\ntitle = \"Homeward\"\nbase = \"unplay\"\n\n[switches]\n\
                        goal = \"home\"\nown-check = \"removable\"\nrepetition = \"loses\"\n\
                        fifty-moves = \"loses\"\n";

/// A folder with the game `homeward` in the file `home.toml`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("home.toml", HOMEWARD);
    folder
}

#[test]
fn a_game_file_stands_for_the_name_of_a_game() {
    let folder = folder();
    let counts: Vec<String> = [
        &["perft", "--game", "home.toml", "2"][..],
        &["perft", "2", "--game=home.toml"],
        &["perft", "homeward", "2", "--game", "home.toml"],
    ]
    .into_iter()
    .map(|arguments| folder.run_ok(arguments).stdout)
    .collect();
    assert!(!counts[0].is_empty());
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    let listed = folder.run_ok(&["variants", "--game", "home.toml"]).stdout;
    assert!(
        listed.contains("homeward          unplay with other switches"),
        "{listed}"
    );
    let forward = folder.run_ok(&["forward", "--game", "home.toml", "h8g8*n", "a1b1*n"]);
    assert!(
        forward.stdout.contains("1... Kxa1 2. Kxh8 *"),
        "{}",
        forward.stdout
    );
}

#[test]
fn check_gives_the_engine_the_game_options_after_its_command() {
    let engine = "./missing-engine --game missing.toml";
    let run = Folder::new().run(&["check", "./missing-engine", "--game", "missing.toml"], "");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let expected = format!("reviver: {engine} cannot be started: ");
    assert!(run.stderr.starts_with(&expected), "{}", run.stderr);
}

#[test]
fn a_wrong_game_file_is_an_error_of_the_command_line() {
    let folder = Folder::new();
    folder.write(
        "wrong.toml",
        "name = \"wrong\"\nbase = \"unplay\"\n[switches]\ngoal = \"secret\"\n",
    );
    let run = folder.run(&["perft", "--game", "wrong.toml", "2"], "");
    assert_eq!(run.code, Some(2));
    assert_eq!(
        run.stderr.trim_end(),
        "error: wrong.toml: line 4: goal: expected \"army\" or \"home\""
    );
}

#[test]
fn the_protocol_learns_a_game_from_its_file() {
    let folder = folder();
    let home = folder.path("home.toml");
    let home = home.display();
    let mut client = Client::start();
    let set = format!("setoption name GameFile value {home}");
    client.say("go infinite");
    assert_eq!(
        client.complaint(&set),
        "option GameFile: a search is running; stop it first"
    );
    client.say("stop");
    client.wait_for(|line| line.starts_with("bestmove"));
    let answer = client.ask(&set);
    assert_eq!(answer[0], "info string the game of this file is homeward");
    assert!(
        answer[1].starts_with("option name UCI_Variant") && answer[1].ends_with(" var homeward"),
        "{answer:?}"
    );
    client.reply("setoption name UCI_Variant value homeward");
    assert_eq!(
        client.complaint("setoption name UCI_Elo value 1000"),
        "option UCI_Elo: the levels of homeward have no ratings; use Skill Level, or set 'weights' in \
         the game file"
    );
    client.complaint("setoption name UCI_LimitStrength value true");
    let switch_off = client.ask("setoption name UCI_LimitStrength value false");
    assert_eq!(switch_off, [""; 0]);
    assert!(
        client
            .ask("uci")
            .iter()
            .all(|line| !line.contains("UCI_Elo"))
    );
    // The default value of `GameFile` is empty. Clients may send it in either of these forms.
    for set in [
        "setoption name GameFile value",
        "setoption name GameFile value <empty>",
    ] {
        assert_eq!(client.ask(set), [""; 0], "{set}");
    }
    folder.write("home.toml", &HOMEWARD.replace("fifty-moves", "stalemate"));
    let complaint = client.complaint(&set);
    assert!(
        complaint.contains("home.toml: line 1: name: another game is called 'homeward'"),
        "{complaint}"
    );
    let complaint = client.complaint("setoption name GameFile value /etc/passwd");
    assert!(
        complaint.starts_with("option GameFile: /etc/passwd: line 1: ")
            && !complaint.contains("root"),
        "{complaint}"
    );
}

#[test]
fn an_event_of_a_game_file_writes_records_that_need_no_file() {
    let folder = folder();
    folder.write(
        "event.toml",
        "variants = [\"home.toml\"]\nlimits.nodes = 50\nadjudication.ply-limit = 12\n\
         [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    let records = folder.read("event/games.pgn");
    assert!(
        records.contains("[Variant \"homeward\"]\n[Switches \"unplay-strict "),
        "{records}"
    );
    // The journal has the times of the turns. So it would change if a game were played again.
    let journal = folder.read("event/journal.jsonl");
    folder.run_ok(&["tournament", "event.toml", "--resume"]);
    assert_eq!(folder.read("event/journal.jsonl"), journal);
    let without = Folder::new();
    let first = records.split("\n\n[").next().expect("a record");
    without.write("games.pgn", &format!("{first}\n"));
    let review = without.run_ok(&["review", "games.pgn", "--nodes", "100", "--json"]);
    assert!(review.stdout.contains("homeward"), "{}", review.stdout);
}

#[test]
fn an_event_is_not_resumed_if_the_weights_of_its_game_file_have_changed() {
    let folder = folder();
    let weights = include_str!("../../src/games/unplay-strict/weights.toml");
    folder.write("mine.toml", weights);
    folder.write(
        "tuned.toml",
        &HOMEWARD.replace("[switches]", "weights = \"mine.toml\"\n\n[switches]"),
    );
    let other = include_str!("../../src/games/unplay/weights.toml");
    for command in ["", "command = \"reviver\"\n", "command = \"reviver uci\"\n"] {
        folder.write("mine.toml", weights);
        folder.write(
            "event.toml",
            &format!(
                "variants = [\"tuned.toml\"]\nlimits.nodes = 5\nadjudication.plies = 4\n\
                 [[engine]]\nname = \"a\"\n{command}[[engine]]\nname = \"b\"\n{command}"
            ),
        );
        folder.run_ok(&["tournament", "event.toml"]);
        folder.run_ok(&["tournament", "event.toml", "--resume"]);
        folder.write("mine.toml", other);
        let run = folder.run(&["tournament", "event.toml", "--resume"], "");
        assert!(
            run.code != Some(0) && run.stderr.contains("the configuration has changed since"),
            "{}",
            run.stderr
        );
        std::fs::remove_dir_all(folder.path("event")).expect("a folder");
    }
}

#[test]
fn the_line_of_a_solution_ends_where_the_game_is_over() {
    let folder = Folder::new();
    folder.write(
        "clock.toml",
        "name = \"clock\"\nbase = \"unplay-strict\"\n[switches]\nfifty-moves = \"loses\"\n\
         repetition = \"loses\"\n",
    );
    let start = "7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 99 60";
    let solve = ["solve", "clock", "--game", "clock.toml", "--fen", start];
    let run = folder.run_ok(&[&solve[..], &["--turns", "1"]].concat());
    let line = run
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix("line: "));
    assert_eq!(
        line.map(|line| line.split(' ').count()),
        Some(1),
        "{}",
        run.stdout
    );
    let run = folder.run_ok(&["solve", "clock", "--game", "clock.toml", "--turns", "1"]);
    assert!(!run.stdout.contains("unless"), "{}", run.stdout);
}

#[test]
fn match_without_the_name_of_a_game_plays_every_game_file() {
    let folder = folder();
    let other = folder.read("home.toml").replace("homeward", "homeward-2");
    folder.write("other.toml", &format!("{other}first = \"black\"\n"));
    let run = folder.run_ok(&[
        "match",
        "--game",
        "home.toml",
        "--game",
        "other.toml",
        "--games",
        "2",
        "--nodes",
        "5",
    ]);
    for name in ["\nhomeward: ", "\nhomeward-2: "] {
        assert!(run.stderr.contains(name), "{}", run.stderr);
    }
}

#[test]
fn self_play_of_a_game_file_can_be_learned_from() {
    let folder = folder();
    folder.run_ok(&[
        "selfplay",
        "--game",
        "home.toml",
        "--games",
        "4",
        "--nodes",
        "20",
        "--ply-limit",
        "20",
        "--out",
        "games.bin",
    ]);
    let tuned = folder.run_ok(&[
        "tune",
        "--game",
        "home.toml",
        "games.bin",
        "--out",
        "mine.toml",
        "--epochs",
        "2",
    ]);
    assert_eq!(tuned.code, Some(0));
    folder.write(
        "tuned.toml",
        &HOMEWARD.replace("[switches]", "weights = \"mine.toml\"\n\n[switches]"),
    );
    folder.run_ok(&[
        "match",
        "--game",
        "tuned.toml",
        "--games",
        "2",
        "--nodes",
        "20",
    ]);
}

#[test]
fn a_game_file_has_no_positions_for_bench() {
    for words in [
        &["bench"][..],
        &["bench", "homeward"],
        &["bench", "--check"],
    ] {
        let run = folder().run(&[words, &["--game", "home.toml"]].concat(), "");
        assert_eq!(run.code, Some(2), "{}", run.stdout);
        assert_eq!(
            run.stderr,
            "reviver: homeward has no positions for bench: only built-in games have them\n"
        );
    }
}

#[test]
fn the_first_player_begins_even_with_black() {
    let folder = Folder::new();
    let file = "name = \"black-begins\"\nbase = \"unplay-strict\"\n[switches]\nfirst = \"black\"\n";
    folder.write("black.toml", file);
    let quick = [
        "play",
        "--game",
        "black.toml",
        "--nodes",
        "5",
        "--seed",
        "1",
    ];
    for (side, words) in [
        (&[][..], "You are the first player and hold Black."),
        (
            &["--side", "first"],
            "You are the first player and hold Black.",
        ),
        (
            &["--side", "second"],
            "You are the second player and hold White.",
        ),
    ] {
        let run = folder.run_ok(&[&quick[..], side].concat());
        assert!(run.stdout.contains(words), "{side:?}: {}", run.stdout);
    }
    let run = folder.run_ok(&[&quick[..], &["--side", "both"]].concat());
    let words = "Turn 1: the first player is to play, with Black.";
    assert!(run.stdout.contains(words), "{}", run.stdout);
}

#[test]
fn a_game_file_may_be_named_before_the_subcommand() {
    let folder = folder();
    let behind = folder.run_ok(&["perft", "--game", "home.toml", "2"]);
    for before in [
        &["--game", "home.toml", "perft", "2"][..],
        &["--game=home.toml", "perft", "2"],
    ] {
        assert_eq!(folder.run_ok(before).stdout, behind.stdout, "{before:?}");
    }
    let old = folder.run(&["--game", "home.toml", "solve", "--memory", "4"], "");
    assert!(
        old.stderr.contains("--memory is now --hash"),
        "{}",
        old.stderr
    );
}

#[test]
fn diagram_suggests_the_option_called_number_if_the_value_of_game_is_a_number() {
    let folder = folder();
    for words in [
        &["diagram", "--file", "f.pgn", "--game", "2"][..],
        &["diagram", "--file", "f.pgn", "--game=2"],
    ] {
        let run = folder.run(words, "");
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains("--number 2"), "{}", run.stderr);
    }
    let missing = folder.run(&["diagram", "--game", "missing.toml"], "");
    assert!(
        missing.stderr.contains("missing.toml"),
        "{}",
        missing.stderr
    );
}

#[test]
fn a_game_without_points_shows_no_points() {
    let folder = Folder::new();
    let file = "name = \"at-home\"\nbase = \"unplay\"\n[switches]\ngoal = \"home\"\n";
    folder.write("home.toml", file);
    let run = folder.run_ok(&["play", "--game", "home.toml", "--side", "both"]);
    assert!(run.stdout.contains(" on the board"), "{}", run.stdout);
    assert!(!run.stdout.contains(" points\n"), "{}", run.stdout);
}

#[test]
fn selfplay_and_ranks_refuse_a_game_that_is_over_at_its_start() {
    let folder = Folder::new();
    let file = "name = \"over\"\nbase = \"unachess\"\n[switches]\nstart = \"7k/6Q1/6K1/8/8/8/8/8[] b - - 0 1\"\n";
    folder.write("over.toml", file);
    for arguments in [
        &[
            "selfplay",
            "--game",
            "over.toml",
            "--out",
            "a.games",
            "--games",
            "1",
            "--nodes",
            "50",
        ][..],
        &[
            "ranks",
            "--game",
            "over.toml",
            "--games",
            "1",
            "--game-nodes",
            "50",
        ],
    ] {
        let run = folder.run(arguments, "");
        assert_eq!(run.code, Some(1), "{arguments:?}");
        assert!(run.stderr.contains("is over after"), "{}", run.stderr);
    }
    assert!(!folder.path("a.games").exists());
}

#[test]
fn the_command_in_a_file_of_openings_has_the_option_game_for_a_game_file() {
    let arguments = "openings --game home.toml --count 1 --nodes 10 --bound 100000";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let run = folder().run_ok(&arguments);
    let command = run.stdout.lines().nth(1).expect("a second line");
    let begin = "# reviver openings homeward --game FILE --count 1 --seed 0 ";
    assert!(command.starts_with(begin), "{command}");
}
