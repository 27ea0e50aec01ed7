//! The files that subcommands write. An existing file is changed only with `--force` or `--resume`.
//! Symbolic links are not followed. A resumed run checks its file for damage and false entries.

use crate::common::program::{Folder, PROGRAM, words};

/// Subcommands that write a file named `out`. `GAME` stands for the name of
/// [`some_game`](crate::common::some_game). The file `games` has self-play games of `GAME`, and
/// `record.pgn` is a game record.
const WRITERS: [&str; 9] = [
    "solve unplay --proof out",
    "solve unplay --checkpoint out",
    "solve unplay --table out",
    "review record.pgn --nodes 20 --html out",
    "review record.pgn --nodes 20 --pgn out",
    "diagram unplay --out out",
    "tune GAME games --epochs 1 --out out",
    "train GAME games --epochs 1 --out out",
    "selfplay unplay --games 1 --nodes 20 --out out",
];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("record.pgn", "[Variant \"unplay\"]\n\n1. h8g7 a1a2 *\n");
    folder.run_ok(&words("selfplay GAME --games 20 --nodes 20 --out games"));
    folder
}

#[test]
fn a_file_that_exists_is_replaced_only_with_force() {
    let folder = folder();
    for writer in WRITERS {
        folder.write("out", "precious");
        let refused = folder.run(&words(writer), "");
        assert_eq!(refused.code, Some(1), "{writer}: {}", refused.stdout);
        let line = refused.stderr.lines().last().unwrap_or_default();
        assert!(
            line.starts_with("reviver: out exists already") && line.contains("--force"),
            "{writer}: {}",
            refused.stderr
        );
        assert_eq!(
            refused.stdout, "",
            "{writer} printed something before it was refused"
        );
        assert_eq!(folder.read("out"), "precious", "{writer}");
        folder.run_ok(&[&words(writer)[..], &["--force"]].concat());
        assert_ne!(folder.bytes("out"), b"precious", "{writer}");
        std::fs::remove_file(folder.path("out")).expect("a file");
        folder.run_ok(&words(writer));
        std::fs::remove_file(folder.path("out")).expect("a file");
        let entries = std::fs::read_dir(folder.path("."))
            .expect("a listing")
            .count();
        assert_eq!(entries, 2, "{writer} has left a temporary file");
    }
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_is_not_followed() {
    let folder = folder();
    folder.write("target", "precious");
    for target in ["target", "missing"] {
        for writer in WRITERS {
            std::os::unix::fs::symlink(folder.path(target), folder.path("out")).expect("a link");
            for more in [&[][..], &["--force"]] {
                let refused = folder.run(&[&words(writer)[..], more].concat(), "");
                assert_eq!(refused.code, Some(1), "{writer}: {}", refused.stdout);
                let complaint = "reviver: out is a symbolic link";
                assert!(
                    refused.stderr.contains(complaint),
                    "{writer}: {}",
                    refused.stderr
                );
            }
            assert_eq!(folder.read("target"), "precious", "{writer}");
            assert!(!folder.path("missing").exists(), "{writer}");
            std::fs::remove_file(folder.path("out")).expect("a link");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_and_devices_are_written_directly() {
    let folder = folder();
    let drawn = folder.run_ok(&words("diagram unplay --out /dev/stdout"));
    assert!(drawn.stdout.starts_with("<svg"), "{}", drawn.stdout);
    assert!(drawn.stdout.trim_end().ends_with("</svg>"));
    let proof = folder.run_ok(&words("solve unplay --proof /dev/stdout"));
    assert!(proof.stdout.contains("\nreviver proof 1\nvariant unplay\n"));
    folder.run_ok(&words("tune GAME games --epochs 1 --out /dev/null"));
    let full = folder.run(&words("diagram unplay --out /dev/full"), "");
    assert_eq!(full.code, Some(1));
    assert!(full.stderr.contains("/dev/full: "), "{}", full.stderr);
}

/// The shell opens `log` for appending. The program must not overwrite the text that `log` already
/// has.
#[cfg(target_os = "linux")]
#[test]
fn a_result_is_appended_to_a_file_that_is_already_open() {
    let folder = Folder::new();
    for (out, opened) in [
        ("/dev/stdout", ">> log"),
        ("/dev/fd/1", ">> log"),
        ("/dev/fd/2", "2>> log"),
        ("/dev/fd/3", "3>> log"),
        ("/proc/self/fd/3", "3>> log"),
    ] {
        folder.write("log", "precious\n");
        let command = format!("'{PROGRAM}' diagram unplay --out {out} {opened}");
        let shell = std::process::Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder.path("."))
            .status();
        assert!(shell.expect("a shell").success(), "{command}");
        let log = folder.read("log");
        assert!(log.starts_with("precious\n<svg"), "{command}: {log}");
        assert!(log.contains("</svg>"), "{command}");
    }
}

#[test]
fn a_match_does_not_replace_a_file_that_it_has_not_written() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("m")).expect("a folder");
    folder.write("m/games.pgn", "precious");
    let refused = folder.run(&words("match unplay --games 2 --nodes 20 --out m"), "");
    assert_eq!(refused.code, Some(1));
    assert!(
        refused
            .stderr
            .contains("m/games.pgn exists already; choose another folder"),
        "{}",
        refused.stderr
    );
    assert_eq!(folder.read("m/games.pgn"), "precious");
    assert!(!folder.path("m/journal.jsonl").exists());
}

/// An event of a few short games.
const EVENT: &str = "variants = [\"unplay\"]\nlimits = { nodes = 5 }\nadjudication = { plies = 4 }\n\
    [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n";

/// Each entry has a command that writes into a folder `o`, and a list of the files and folders that
/// the command writes there, without the journals.
const FOLDER_WRITERS: [(&str, &[&str]); 3] = [
    (
        "tournament event.toml --out o",
        &[
            "games.pgn",
            "forward.pgn",
            "report.json",
            "report.html",
            "faults",
        ],
    ),
    (
        "tournament merge played/journal.jsonl --out o",
        &[
            "games.pgn",
            "forward.pgn",
            "report.json",
            "report.html",
            "faults",
        ],
    ),
    (
        "compare unplay-strict --games-per-opponent 2 --nodes 20 --out o",
        &["report.json", "index.html"],
    ),
];

fn folder_with_event() -> Folder {
    let folder = Folder::new();
    folder.write("event.toml", EVENT);
    folder.run_ok(&words("tournament event.toml --out played"));
    folder
}

#[test]
fn a_folder_with_files_of_somebody_else_is_refused_before_the_first_game() {
    let folder = folder_with_event();
    for (writer, names) in FOLDER_WRITERS {
        for name in names {
            std::fs::create_dir(folder.path("o")).expect("a folder");
            let file = format!("o/{name}");
            folder.write(&file, "precious");
            let further_words: &[&[&str]] = if writer.contains("merge") {
                &[&[]]
            } else {
                &[&[], &["--resume"]]
            };
            for more in further_words {
                let refused = folder.run(&[&words(writer)[..], more].concat(), "");
                assert_eq!(refused.code, Some(1), "{writer}: {}", refused.stdout);
                let line = refused.stderr.lines().last().unwrap_or_default();
                assert!(
                    line.contains(&format!("{file} exists already; choose another folder")),
                    "{writer}: {line}"
                );
            }
            assert_eq!(folder.read(&file), "precious", "{writer}");
            let entries = std::fs::read_dir(folder.path("o")).expect("a listing");
            assert_eq!(entries.count(), 1, "{writer} has begun a journal");
            std::fs::remove_dir_all(folder.path("o")).expect("a folder");
        }
    }
}

#[cfg(unix)]
#[test]
fn links_and_pipes_in_a_folder_are_not_followed() {
    let folder = folder_with_event();
    folder.write("target", "precious");
    let journal = ["tournament event.toml --out o --resume", "journal.jsonl"];
    let of_match = [
        "match unplay --games 2 --nodes 5 --out o --resume",
        "journal.jsonl",
    ];
    let of_compare = [
        "compare unplay-strict --games-per-opponent 2 --nodes 20 --out o --resume",
        "even.jsonl",
    ];
    let reports = FOLDER_WRITERS.map(|(writer, names)| [writer, names[0]]);
    for [writer, name] in [journal, of_match, of_compare].into_iter().chain(reports) {
        for target in ["target", "missing"] {
            std::fs::create_dir(folder.path("o")).expect("a folder");
            let link = folder.path(&format!("o/{name}"));
            std::os::unix::fs::symlink(folder.path(target), &link).expect("a link");
            let refused = folder.run(&words(writer), "");
            assert_eq!(refused.code, Some(1), "{writer}: {}", refused.stdout);
            let file = format!("reviver: o/{name}");
            assert!(refused.stderr.contains(&file), "{}", refused.stderr);
            assert_eq!(folder.read("target"), "precious", "{writer}");
            assert!(!folder.path("missing").exists(), "{writer}");
            std::fs::remove_dir_all(folder.path("o")).expect("a folder");
        }
    }
    for [writer, name] in [journal, of_match, of_compare] {
        std::fs::create_dir(folder.path("o")).expect("a folder");
        let pipe = folder.path(&format!("o/{name}"));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        let refused = folder.run(&words(writer), "");
        assert_eq!(refused.code, Some(1), "{writer}: {}", refused.stdout);
        let complaint = format!("o/{name} is a pipe, a device or an open file");
        assert!(refused.stderr.contains(&complaint), "{}", refused.stderr);
        std::fs::remove_dir_all(folder.path("o")).expect("a folder");
    }
}

#[test]
fn a_damaged_game_of_selfplay_is_named_and_played_again() {
    let folder = Folder::new();
    let play = words("selfplay unplay-strict --games 6 --nodes 20 --out games --resume");
    folder.run_ok(&play);
    let whole = folder.bytes("games");
    // Each game is stored in a frame, which begins with the marker `RvFr`. Byte 15 of a frame,
    // counted from 0, is the high byte of the length of its content.
    let windows = whole.windows(4).enumerate();
    let frames: Vec<usize> = windows
        .filter(|(_, four)| *four == b"RvFr")
        .map(|(at, _)| at)
        .collect();
    assert_eq!(frames.len(), 6);
    let mut damaged = whole.clone();
    damaged[frames[1] + 15] ^= 64;
    folder.write("games", &damaged);
    let note = "games: the game after game 1 is damaged (bytes ";
    let tuned = folder.run(
        &words("tune unplay-strict games --epochs 1 --validation 2 --out w"),
        "",
    );
    assert!(tuned.stderr.contains(note), "{}", tuned.stderr);
    assert!(
        tuned.stderr.contains("games: 5 games, "),
        "{}",
        tuned.stderr
    );
    let resumed = folder.run_ok(&play);
    assert!(resumed.stderr.contains(note), "{}", resumed.stderr);
    assert!(
        resumed.stdout.starts_with("games: 6 games"),
        "{}",
        resumed.stdout
    );
    let repaired = folder.bytes("games");
    assert!(repaired.starts_with(&damaged));
    assert_eq!(repaired[damaged.len()..], whole[frames[1]..frames[2]]);
}

#[test]
fn a_damaged_checkpoint_never_proves_a_win() {
    let folder = Folder::new();
    let solve = words(
        "solve unplay-strict --nodes 3000 --turns 3 --hash 1 --checkpoint r --resume --winner both",
    );
    let first = folder.run_ok(&solve);
    assert!(
        first.stdout.contains("no forced win within"),
        "{}",
        first.stdout
    );
    let whole = folder.bytes("r");
    let start = whole
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a line")
        + 1;
    for at in (start..whole.len()).step_by(whole.len() / 6) {
        let mut damaged = whole.clone();
        damaged[at] ^= 2;
        folder.write("r", &damaged);
        let run = folder.run_ok(&solve);
        assert!(!run.stdout.contains("wins"), "byte {at}: {}", run.stdout);
        assert!(
            run.stderr.contains("damaged and skipped"),
            "byte {at}: {}",
            run.stderr
        );
    }
}

/// A checkpoint with changed entries and correct checksums.
///
/// Its first line is a title, and frames follow. A frame begins with a header of 24 bytes. Bytes 12
/// to 15 are the length of the content, 16 to 19 its CRC-32, and 20 to 23 the CRC-32 of bytes 0 to
/// 19. The content consists of entries of 23 bytes.
fn forged(checkpoint: &[u8], change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut forged = checkpoint.to_vec();
    let start = forged.iter().position(|&byte| byte == b'\n');
    let mut at = start.expect("a line") + 1;
    assert!(at < forged.len(), "the checkpoint has no entries");
    while at < forged.len() {
        let length = u32::from_le_bytes(forged[at + 12..at + 16].try_into().expect("4 bytes"));
        let content = at + 24..at + 24 + length as usize;
        for entry in forged[content.clone()].chunks_mut(23) {
            change(entry);
        }
        let crc = crc32(&forged[content.clone()]);
        forged[at + 16..at + 20].copy_from_slice(&crc.to_le_bytes());
        let crc = crc32(&forged[at..at + 20]);
        forged[at + 20..at + 24].copy_from_slice(&crc.to_le_bytes());
        at = content.end;
    }
    forged
}

#[test]
fn a_false_disproof_in_a_checkpoint_is_ignored() {
    let folder = Folder::new();
    let solve = words(
        "solve unplay --nodes 3000 --turns 3 --hash 1 --checkpoint r --resume --winner mover",
    );
    let first = folder.run_ok(&solve);
    assert!(first.stdout.contains("in 1 turn"), "{}", first.stdout);
    // Erases the turn, proof numbers and win of each entry. In earlier versions, 60 in byte 21
    // meant "not won within 59 turns", which is false for the start. Now byte 21 is ignored.
    let forged = forged(&folder.bytes("r"), |entry| {
        entry[8..20].fill(0);
        entry[20] = 0;
        entry[21] = 60;
    });
    folder.write("r", &forged);
    let resumed = folder.run_ok(&solve);
    assert_eq!(resumed.stdout, first.stdout);
}

#[test]
fn a_checkpoint_with_a_false_win_is_refuted_by_the_rules() {
    let folder = Folder::new();
    let solve = words("solve ssehc --nodes 3000 --turns 2 --hash 1 --checkpoint r --resume");
    folder.run_ok(&solve);
    // Byte 20 of an entry is 1 if the position is won in 0 turns.
    let forged = forged(&folder.bytes("r"), |entry| entry[20] = 1);
    folder.write("r", &forged);
    let run = folder.run(&solve, "");
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert_eq!(run.stdout, "");
    assert!(
        run.stderr.contains("r: this checkpoint is wrong: "),
        "{}",
        run.stderr
    );
    assert_eq!(
        folder.bytes("r"),
        forged,
        "the forged checkpoint was changed"
    );
}

/// The CRC-32 of ISO 3309, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xEDB8_8320 * (crc & 1));
        }
    }
    !crc
}

#[test]
fn a_damaged_line_of_a_table_is_solved_again() {
    let folder = Folder::new();
    let solve = words("solve unplay --table t --nodes 1000 --resume");
    folder.run_ok(&solve);
    let whole = folder.read("t");
    let line = whole.lines().nth(2).expect("a line");
    assert!(line.starts_with("Kh8,ka1\t1\t1\th8g7*b\t"), "{line}");
    let damaged = whole.replace("Kh8,ka1\t1\t1\t", "Kh8,ka1\t2\t0\t");
    folder.write("t", &damaged);
    let run = folder.run_ok(&solve);
    assert!(run.stderr.contains("t: line 3: "), "{}", run.stderr);
    assert!(run.stdout.contains("\n1\t1\t1\n"), "{}", run.stdout);
    assert_eq!(folder.read("t"), whole);
}
