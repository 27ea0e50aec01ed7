//! `reviver explore`: grows a tree of best play from the start of a game, and makes a book from it.

use crate::common::program::{Folder, Run, words};

/// Runs `reviver explore` with few nodes and these further arguments.
fn explore(folder: &Folder, further: &str) -> Run {
    let line = format!("explore GAME --nodes 100 {further}");
    folder.run(&words(line.trim_end()), "")
}

#[test]
fn a_tree_grows_in_two_runs_as_in_one_and_becomes_a_book() {
    let folder = Folder::new();
    let run = explore(&folder, "--out one --tree-size 12 --book one.txt --most 5");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("12 positions: "), "{}", run.stdout);
    assert!(run.stderr.contains("12/12 positions: "), "{}", run.stderr);
    assert_eq!(explore(&folder, "--out two --tree-size 7").code, Some(0));
    let resumed = explore(
        &folder,
        "--out two --tree-size 12 --resume --book two.txt --most 5",
    );
    assert_eq!(resumed.stdout, run.stdout);
    let book = folder.read("one.txt");
    assert_eq!(book, folder.read("two.txt"));
    let lines: Vec<&str> = book.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 5, "{book}");
    // The first line of the book has the start position, the first turn of the main line, and the
    // number of positions below the start: 11 of the 12.
    let turn = lines[0].split(" ; ").nth(1).expect("a turn");
    assert_eq!(run.stdout.split(' ').nth(3), Some(turn), "{}", run.stdout);
    assert!(lines[0].ends_with(" ; 11"), "{book}");
}

#[test]
fn a_book_names_a_command_only_if_this_command_makes_it_again() {
    let folder = Folder::new();
    let grow = |further: &str| {
        let run = explore(&folder, further);
        assert_eq!(run.code, Some(0), "{further}: {}", run.stderr);
    };
    let command = |book: &str| {
        let text = folder.read(book);
        let line = text.lines().find(|line| line.starts_with("# reviver "));
        line.map(|line| line.trim_start_matches("# reviver ").to_owned())
    };
    // One part of the tree grew with another ply cost.
    grow("--out costs --tree-size 12 --ply-cost 0");
    grow("--out costs --tree-size 16 --ply-cost 300 --resume --book costs.txt");
    assert_eq!(command("costs.txt"), None);
    // Both runs have the same ply cost.
    grow("--out cost --tree-size 12 --ply-cost 0");
    grow("--out cost --tree-size 16 --ply-cost 0 --resume --book cost.txt");
    let again = Folder::new();
    again.run_ok(&words(&command("cost.txt").expect("a command")));
    assert_eq!(again.read("book.txt"), folder.read("cost.txt"));
    // `1` and `2` are the trees of two shards, and `all` is merged from them. After such a tree has
    // grown further, no single command makes it.
    grow("--out 1 --tree-size 9 --shard 1/2");
    grow("--out 2 --tree-size 9 --shard 2/2");
    grow("--out all --merge 1 2");
    for tree in ["1", "all"] {
        grow(&format!(
            "--out {tree} --tree-size 20 --resume --book {tree}.txt"
        ));
        assert_eq!(command(&format!("{tree}.txt")), None, "{tree}");
    }
}

#[test]
fn shards_are_merged() {
    let folder = Folder::new();
    for part in ["1/2", "2/2"] {
        let name = &part[..1];
        let run = explore(
            &folder,
            &format!("--out {name} --tree-size 9 --shard {part}"),
        );
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    // Damages one line in the file of the second tree.
    let text = folder.read("2");
    folder.write("2", &text.replacen("\"ply\":2", "\"ply\":3", 1));
    let merged = explore(&folder, "--out all --merge 1 2 --book book.txt");
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    assert!(
        merged.stderr.contains("2: line ") && merged.stderr.contains("the line is skipped"),
        "{}",
        merged.stderr
    );
    let count: usize = merged
        .stdout
        .split(' ')
        .next()
        .expect("a number")
        .parse()
        .expect("a number");
    assert!(count > 9 && count < 18, "{}", merged.stdout);
    assert_eq!(folder.read("all").lines().count(), count + 1);
    let book = folder.read("book.txt");
    let comments: Vec<&str> = book
        .lines()
        .take_while(|line| line.starts_with('#'))
        .collect();
    assert_eq!(comments.len(), 2, "{book}");
    assert!(!book.contains("reviver"), "{book}");
    let grown = explore(&folder, "--out all --resume --tree-size 20");
    assert!(
        grown.stdout.starts_with("20 positions: "),
        "{}",
        grown.stderr
    );
}

#[test]
fn a_wrong_command_says_what_would_be_right() {
    let folder = Folder::new();
    assert_eq!(
        explore(&folder, "--out tree --tree-size 2 --book book.txt").code,
        Some(0)
    );
    for (further, code, expected) in [
        ("", 2, "--out PATH is missing"),
        (
            "--out tree",
            1,
            "tree exists already: --resume continues this tree",
        ),
        (
            "--out tree --resume --candidates 3",
            1,
            "line 1: this tree was made with other values of: candidates;",
        ),
        ("--out new --merge missing", 1, "missing: "),
        ("--out new --merge book.txt", 1, "book.txt: line 1: "),
        ("--out new --shard 3/2", 2, "K/N"),
        ("--out new --most 0", 2, "a whole number from 1 to "),
        (
            "--out tree --resume --tree-size 2 --book book.txt",
            1,
            "book.txt",
        ),
    ] {
        let run = explore(&folder, further);
        assert_eq!(run.code, Some(code), "{further}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{further}: {}", run.stderr);
    }
    // If the file of the book exists already, the command fails before the tree grows.
    let refused = explore(&folder, "--out unmade --tree-size 2 --book book.txt");
    assert_eq!(refused.code, Some(1), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("book.txt exists"),
        "{}",
        refused.stderr
    );
    assert!(!folder.path("unmade").exists());
    let replaced = explore(
        &folder,
        "--out tree --resume --tree-size 2 --book book.txt --force",
    );
    assert_eq!(replaced.code, Some(0), "{}", replaced.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupted_tree_can_be_resumed() {
    use crate::common::program::{finish, interrupt_when, start};

    let folder = Folder::new();
    let arguments = words("explore GAME --nodes 100 --tree-size 1000000 --out tree");
    let mut child = start(&mut folder.command(&arguments));
    let lines = || {
        let text = std::fs::read_to_string(folder.path("tree")).unwrap_or_default();
        text.lines().count()
    };
    interrupt_when(&mut child, || lines() >= 4);
    let run = finish(child, "");
    assert_eq!(run.code, Some(75), "{}", run.stderr);
    assert!(
        run.stderr
            .contains("of 1000000 positions; to continue, repeat the command with --resume"),
        "{}",
        run.stderr
    );
    let count = lines();
    let more = format!("--out tree --resume --tree-size {}", count + 2);
    assert_eq!(explore(&folder, &more).code, Some(0));
    assert_eq!(lines(), count + 3);
}

/// `timeout` sends its signal to the program and to its process group. The second signal must not
/// end the program before the first has done its work.
#[cfg(unix)]
#[test]
fn a_signal_that_is_sent_twice_counts_once() {
    use crate::common::program::{finish, interrupt, interrupt_when, start};

    let folder = Folder::new();
    let arguments = words("explore GAME --nodes 2000000 --out tree");
    let mut child = start(&mut folder.command(&arguments));
    interrupt_when(&mut child, || {
        let text = std::fs::read_to_string(folder.path("tree")).unwrap_or_default();
        text.lines().count() >= 2
    });
    // Two signals at the same moment may arrive as one.
    std::thread::sleep(std::time::Duration::from_millis(100));
    interrupt(&child);
    let run = finish(child, "");
    assert_eq!(run.code, Some(75), "{}", run.stderr);
    assert!(run.stderr.contains("interrupted at "), "{}", run.stderr);
}

#[test]
fn analyse_shows_what_the_book_knows() {
    use reviver::games;

    let folder = Folder::new();
    for game in games::built_in()
        .into_iter()
        .filter(|game| !game.has_random_start())
    {
        let run = folder.run_ok(&["analyse", game.name(), "--nodes", "50"]);
        let has_book = !game.book_text().is_empty();
        assert_eq!(
            run.stdout.contains("     book: "),
            has_book,
            "{}",
            run.stdout
        );
        let run = folder.run_ok(&["analyse", game.name(), "--nodes", "50", "--json"]);
        let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(json["book"]["turn"].is_string(), has_book, "{json}");
    }
}

/// Each published book names the command that made it. The test runs this command again.
#[test]
#[ignore = "takes a minute"]
fn every_published_book_can_be_made_again() {
    for game in reviver::games::built_in() {
        let book = game.book_text();
        let Some(line) = book.lines().nth(1) else {
            continue;
        };
        let command = line.strip_prefix("# reviver ").expect("a command");
        let folder = Folder::new();
        folder.run_ok(&words(command));
        assert_eq!(folder.read("book.txt"), book, "{game}");
    }
}
