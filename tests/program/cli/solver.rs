//! `reviver solve` and `reviver verify`: proofs, checkpoints and tables of solved positions.

use reviver::files::checksum::with_checksum;

use crate::common::program::{Folder, words};
use crate::common::some_game;

#[test]
fn a_proof_is_written_verified_and_refused_when_changed() {
    let folder = Folder::new();
    let solved = folder.run(&["solve", "unplay", "--proof", "p"], "");
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    assert_eq!(
        solved.stdout,
        "player 1 (White) wins in 1 turn\nline: h8g7*b\n"
    );
    let checked = folder.run(&["verify", "p"], "");
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
    assert!(
        checked
            .stdout
            .starts_with("p: the proof holds: player 1 wins unplay")
    );
    let path = folder.path("p");
    let text = std::fs::read_to_string(&path).expect("a proof");
    std::fs::write(&path, text.replace("h8g7*b", "h8g7*n")).expect("a file");
    let checked = folder.run(&["verify", "p"], "");
    assert_eq!(checked.code, Some(1));
    assert_eq!(checked.stdout, "");
    assert!(
        checked.stderr.contains("there is no step for"),
        "{}",
        checked.stderr
    );
    let last = checked.stderr.lines().last().unwrap_or_default();
    assert!(last.ends_with("1 of 1 proof does not hold"), "{last}");
}

#[test]
fn the_winner_needs_one_turn_of_the_kind_but_the_loser_must_lose_after_all_turns_of_the_kind() {
    let folder = Folder::new();
    let solve = |after: &str| {
        let limits = "--turns 12 --at-once --hash 4 --nodes 100000 --winner other";
        let command = format!("solve unachess --table t --resume {limits} --after {after}");
        let arguments: Vec<&str> = command.split(' ').collect();
        folder.run(&arguments, "")
    };
    let table = || std::fs::read_to_string(folder.path("t")).expect("a table");
    // Black may drop its king on e6 or on a1, and one winning drop is enough. The search finds a
    // win for Black after K@a1. It finds none after K@e6, because White's queen on e4 gives check
    // as soon as White's king is dropped.
    let run = solve("Q@e4,K@e6|K@a1,K@h8");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let first = "player 2 (Black) wins after these first plies; 1 position shows it";
    assert_eq!(run.stdout.lines().next(), Some(first), "{}", run.stdout);
    assert_eq!(table().lines().count(), 3, "{}", table());
    let run = solve("Q@d4,K@b1,K@a8|K@h");
    let first = "player 2 (Black) wins after these first plies; ";
    assert!(run.stdout.starts_with(first), "{}", run.stdout);
    let names: Vec<String> = table()
        .lines()
        .skip(2)
        .map(|line| line.split('\t').next().unwrap_or_default().to_owned())
        .collect();
    let kings = ["a8", "h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8"];
    assert_eq!(names, kings.map(|king| format!("Q@d4,K@b1,K@{king}")));
    let run = solve("Q@d4,K@b1,K@b1");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr
            .contains("after Q@d4,K@b1, no turn begins with \"K@b1\""),
        "{}",
        run.stderr
    );
}

#[test]
fn a_first_ply_that_ends_the_game_needs_no_second_ply() {
    let folder = Folder::new();
    let solve = "solve unplay --table t --winner mover --turns 2 --after h8g7*b,a1";
    let run = folder.run_ok(&words(solve));
    let first = "player 1 (White) wins after these first plies; 1 position shows it";
    assert_eq!(run.stdout.lines().next(), Some(first), "{}", run.stdout);
    let table = folder.read("t");
    assert!(table.contains("\nh8g7*b\t1\t0\t"), "{table}");
}

#[test]
fn a_line_that_ends_by_repetition_or_fifty_moves_has_the_result_that_the_rules_give_it() {
    let folder = Folder::new();
    folder.write(
        "loses.toml",
        "name = \"loses\"\nbase = \"unachess\"\n[switches]\nrepetition = \"loses\"\n\
         fifty-moves = \"loses\"\n",
    );
    let to_and_fro = "g5g4,h8h7,g4g5,h7h8";
    let fifty = ("8[P] w - - 99 60", "f4f5,h8,P@a2".to_owned());
    let repetition = ("8[] w - - 0 60", format!("{to_and_fro},{to_and_fro},"));
    let over = ("8[P] w - - 100 60", "f4f5,h8".to_owned());
    let run = |game: &str, (rest, after): &(&str, String), winner: &str| {
        let command = format!("solve {game} --table t --force --turns 4 --winner {winner} --after");
        let fen = format!("7k/8/8/6Q1/5K2/8/8/{rest}");
        let mut arguments = words(&command);
        arguments.extend([after, "--fen", &fen]);
        folder.run(&arguments, "")
    };
    let first = ["mover", "player 1 (White)"];
    let second = ["other", "player 2 (Black)"];
    for line in [&fifty, &repetition] {
        for [winner, name] in [first, second] {
            let result = format!("It is not shown that {name} wins after these first plies\n");
            let drawn = run("unachess", line, winner);
            assert!(drawn.stdout.starts_with(&result), "{}", drawn.stdout);
            assert_eq!(folder.read("t").lines().count(), 2, "{}", folder.read("t"));
            let lost = run("--game loses.toml", line, winner);
            assert_eq!(lost.stdout.starts_with(&result), winner == "other");
        }
        let lost = run("--game loses.toml", line, "mover");
        let result = "player 1 (White) wins after these first plies, which end the game\n";
        assert!(lost.stdout.starts_with(result), "{}", lost.stdout);
    }
    let refused = run("unachess", &over, "mover");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    let expected = "--after: the game is over before the first ply (each player has played fifty";
    assert!(refused.stderr.contains(expected), "{}", refused.stderr);
}

#[test]
fn a_solver_stops_at_its_limits_and_resumes() {
    let folder = Folder::new();
    let arguments = [
        "solve",
        "ssehc",
        "--nodes",
        "30000",
        "--hash",
        "4",
        "--checkpoint",
        "r",
        "--resume",
    ];
    // The number of turns within which the first player has no forced win.
    let excluded = || -> u32 {
        let text = folder.run_ok(&arguments).stdout;
        let (_, rest) = text
            .split_once("player 1 (White) has no forced win within ")
            .unwrap_or_else(|| panic!("{text}"));
        let number = rest.split(' ').next().expect("a word");
        number.parse().expect("a number")
    };
    // Both runs search the same number of nodes. The second gets further because it continues.
    let first = excluded();
    assert!(excluded() > first);
    let run = folder.run(&arguments[..arguments.len() - 1], "");
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.stderr.trim_end(),
        "reviver: r exists already: --resume continues with it, --force replaces it"
    );
    let name = some_game().name();
    let other = ["solve", name, "--checkpoint", "r", "--resume"];
    let run = folder.run(&other, "");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr
            .contains("r: the file is not a proof table of this search"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_table_of_starts_keeps_what_is_solved() {
    let folder = Folder::new();
    for nodes in ["1", "1000"] {
        let arguments = [
            "solve", "unplay", "--table", "t", "--resume", "--nodes", nodes,
        ];
        let run = folder.run(&arguments, "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.starts_with("winner\tturns\tpositions\n"));
    }
    let text = folder.read("t");
    let line = text.lines().nth(2).expect("a line");
    assert!(
        line.starts_with("Kh8,ka1\t1\t1\th8g7*b\t1\t0\t0\tboth\t"),
        "{line}"
    );
    assert_eq!(text.lines().count(), 3);
    // Writes 7, a false number of nodes, into the line of the solved start. If the solver searched
    // this start again, it would replace the 7.
    let mut fields: Vec<&str> = line.split('\t').collect();
    fields.pop();
    *fields.last_mut().expect("nodes") = "7";
    let marked = text.replace(line, &with_checksum(&fields.join("\t")));
    assert_ne!(marked, text);
    folder.write("t", &marked);
    folder.run_ok(&words("solve unplay --table t --resume --nodes 1000"));
    assert_eq!(folder.read("t"), marked);
}

#[cfg(unix)]
#[test]
fn an_interrupted_table_can_be_resumed() {
    use crate::common::program::{finish, interrupt_when, start};

    for (command, count) in [
        ("solve unplay-random --turns 9", "of 3612 starts"),
        (
            "solve unachess --turns 12 --at-once --winner other --after Q@,K@,K@",
            "position",
        ),
    ] {
        let folder = Folder::new();
        let command = format!("{command} --table t --hash 4 --nodes 20000");
        let mut child = start(&mut folder.command(&words(&command)));
        let lines = || {
            let text = std::fs::read_to_string(folder.path("t")).unwrap_or_default();
            text.lines().count()
        };
        interrupt_when(&mut child, || lines() >= 3);
        let run = finish(child, "");
        assert_eq!(run.code, Some(75), "{command}: {}", run.stderr);
        let error = run.stderr.lines().last().unwrap_or_default();
        assert!(error.starts_with("reviver: interrupted at "), "{error}");
        assert!(error.contains(count), "{error}");
        let advice = "; to continue, repeat the command with --resume";
        assert!(error.ends_with(advice), "{error}");
    }
}

#[test]
fn an_unsolved_line_of_a_table_is_searched_again_for_another_winner() {
    let folder = Folder::new();
    let line = |winner: &str| {
        let arguments = [
            "solve", "ssehc", "--table", "t", "--resume", "--nodes", "1000", "--winner", winner,
        ];
        let run = folder.run(&arguments, "");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let text = std::fs::read_to_string(folder.path("t")).expect("a table");
        text.lines().nth(2).expect("a line").to_owned()
    };
    let fields = |line: &str| -> Vec<String> { line.split('\t').map(str::to_owned).collect() };
    let mover = fields(&line("mover"));
    assert_eq!(
        (mover[1].as_str(), mover[6].as_str(), mover[7].as_str()),
        ("-", "-", "1")
    );
    let other = line("other");
    assert_ne!(fields(&other)[6], "-", "{other}");
    assert_eq!(fields(&other)[5], mover[5], "{other}");
    assert_eq!(line("other"), other);
}

#[test]
fn a_line_proven_for_fewer_turns_is_searched_again() {
    let folder = Folder::new();
    let line = |more: &str| {
        let solve = "solve unachess --table t --winner other --hash 4 --resume";
        folder.run_ok(&words(&format!("{solve} {more}")));
        folder.read("t").lines().nth(2).expect("a line").to_owned()
    };
    let proven = line("--turns 1");
    assert!(proven.contains("\t1\t2\t1\t"), "{proven}");
    assert_eq!(line("--turns 0"), proven);
    assert_eq!(line("--turns 1"), proven);
    let again = line("--turns 2 --nodes 1");
    assert!(again.contains("\t1\t2\t2\t"), "{again}");
}

#[test]
fn a_table_of_an_earlier_version_is_resumed() {
    let folder = Folder::new();
    for old in [
        "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tnodes\tcrc32\n",
        "# positions of unplay\nstart\twinner\tturns\tfirst\tsteps\tno1\tno2\tfor\tnodes\tcrc32\n",
    ] {
        folder.write("t", old);
        folder.run_ok(&["solve", "unplay", "--table", "t", "--resume"]);
        let text = folder.read("t");
        let columns = "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tfor\twithin\tnodes\tcrc32";
        let present = format!("# positions of unplay\n{columns}\nKh8,ka1\t1\t");
        assert!(text.starts_with(&present), "{text}");
    }
}

/// A table as the oldest version wrote it: without a title, and without the columns `for` and
/// `within`.
fn oldest_form(table: &str) -> String {
    let mut lines = table.lines().skip(1).map(|line| {
        let mut fields: Vec<&str> = line.split('\t').collect();
        fields.drain(7..9);
        fields
    });
    let heading = lines.next().expect("the names of the columns").join("\t");
    assert_eq!(
        heading,
        "start\twinner\tturns\tfirst\tsteps\tno1\tno2\tnodes\tcrc32"
    );
    let lines = lines.map(|fields| with_checksum(&fields[..fields.len() - 1].join("\t")) + "\n");
    heading + "\n" + &lines.collect::<String>()
}

#[test]
fn a_table_of_another_game_or_position_is_refused_and_stays_as_it_is() {
    let folder = Folder::new();
    let run = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        folder.run(&arguments, "")
    };
    let table = || std::fs::read_to_string(folder.path("t")).expect("a table");
    let is_refused = |arguments: &str| {
        let before = table();
        let run = run(arguments);
        assert_eq!(run.code, Some(1), "{arguments}: {}", run.stderr);
        let words = "reviver: t: ";
        assert!(run.stderr.starts_with(words), "{}", run.stderr);
        assert!(
            run.stderr.contains("the table of another game or position"),
            "{}",
            run.stderr
        );
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert_eq!(table(), before, "{arguments}");
    };
    let after = "solve unachess --table t --resume --nodes 1000 --hash 4 --winner other --after Q@d4,K@b1,K@a8";
    let solved = run("solve unplay --table t --nodes 1000");
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    is_refused("solve unplay-strict --table t --resume --nodes 1000");
    is_refused(after);
    // A table of the oldest version has no title. The names of its positions show whether it is the
    // right table.
    folder.write("t", &oldest_form(&table()));
    is_refused("solve unachess --table t --resume --nodes 1000");
    is_refused(after);
    std::fs::remove_file(folder.path("t")).expect("removed");
    let solved = run(after);
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    assert!(table().contains("\nQ@d4,K@b1,K@a8\t"), "{}", table());
    is_refused("solve unachess --table t --resume --nodes 1000");
    folder.write("t", &oldest_form(&table()));
    is_refused("solve unachess --table t --resume --nodes 1000");
    let solved = run(after);
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    assert!(
        table().starts_with("# positions of unachess after turns from "),
        "{}",
        table()
    );
}

#[test]
fn the_largest_halfmove_clock_does_not_crash_the_solver() {
    let folder = Folder::new();
    folder.write(
        "loses.toml",
        "name = \"loses\"\nbase = \"unplay-strict\"\n[switches]\nfifty-moves = \"loses\"\n",
    );
    let fen = "8/8/8/8/8/8/8/K2k4 w - - 65535 1";
    for (arguments, first) in [
        (
            &["solve", "unplay-strict"][..],
            "player 1 (White) has no forced win within 1 turn",
        ),
        (
            &["solve", "--game", "loses.toml"],
            "player 2 (Black) wins in 0 turns",
        ),
    ] {
        let limits = ["--fen", fen, "--turns", "1", "--nodes", "1000"];
        let run = folder.run_ok(&[arguments, &limits].concat());
        assert_eq!(run.stdout.lines().next(), Some(first), "{}", run.stdout);
    }
}

#[test]
fn the_subcommand_mine_finds_with_the_most_effort_what_it_finds_with_less() {
    let folder = Folder::new();
    let mined = |effort: u64| {
        let line = format!("mine ssehc --positions 20 --turns 2 --effort {effort}");
        folder.run_ok(&words(&line)).stdout
    };
    let found = mined(200_000);
    assert_eq!(found.lines().count(), 2, "{found}");
    assert_eq!(mined(u64::MAX), found);
}
