//! Names, options and folders that are refused before an event begins: by this program, or by an
//! engine.

use reviver::tournament::config::Config;

use crate::common::program::{Folder, words};

/// An event in which this program plays itself with these options.
fn event(options: &str) -> String {
    format!(
        "variants = [\"unplay\"]\nlimits.nodes = 5\nformat = \"balance\"\n\
         [[engine]]\nname = \"x\"\noptions = {{ {options} }}\n"
    )
}

#[test]
fn an_event_does_not_begin_if_an_engine_refuses_the_value_of_an_option() {
    let folder = Folder::new();
    for (options, words) in [
        (
            "\"Skill Level\" = 25",
            "Skill Level: '25' is not a whole number from 0 to 20",
        ),
        (
            "Hash = 1, \"skill level\" = -1",
            "skill level: '-1' is not a whole number from 0 to 20",
        ),
        (
            "Hash = \"64 MB\"",
            "Hash: '64 MB' is not a whole number from 1 to",
        ),
        ("Ponder = 1", "Ponder: '1' is not true or false"),
        ("GameFile = \"none.toml\"", "GameFile: none.toml: "),
    ] {
        folder.write("event.toml", &event(options));
        let run = folder.run(&["tournament", "event.toml"], "");
        assert_eq!(run.code, Some(2), "{options}: {}", run.stderr);
        let error = format!("reviver: engine x: it refuses the value of option {words}");
        assert!(run.stderr.contains(&error), "{options}: {}", run.stderr);
        assert_eq!(run.stderr.trim_end().lines().count(), 1, "{}", run.stderr);
        assert!(!folder.path("event/journal.jsonl").exists());
    }
    folder.write("event.toml", &event("\"Skill Level\" = 20, Hash = 1"));
    folder.run_ok(&["tournament", "event.toml"]);
}

/// The engine loses its games, because it ends when it is asked for a turn.
#[cfg(unix)]
#[test]
fn only_an_error_line_about_the_option_just_set_counts_as_a_refusal() {
    let folder = Folder::new();
    folder.script(
        "talks",
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         uci) echo 'info string error: option Hash: 16 MiB by default'\n\
         echo 'option name Hash type spin default 16 min 1 max 64'; echo uciok;;\n\
         setoption*) echo 'info string option Hash: 8 MiB'\n\
         echo 'info string warning: option Hash: 8 MiB are few'\n\
         echo 'info string ERROR: The network file was not loaded'\n\
         echo 'info string error: option Threads: 1 is used'\n\
         echo 'option Hash: 8'; echo 'No such option: Hash';;\n\
         isready) echo readyok;;\ngo*) exit 3;;\nquit) exit 0;;\nesac; done\n",
    );
    let text = event("Hash = 8").replace("name = \"x\"", "name = \"x\"\ncommand = \"./talks\"");
    folder.write("event.toml", &text);
    folder.run_ok(&["tournament", "event.toml"]);
    assert!(folder.read("event/journal.jsonl").contains("\"crash\""));
}

#[test]
fn control_characters_in_names_and_options_are_refused() {
    let text = event("Hash = 1");
    for (old, new, error) in [
        (
            "variants",
            "event = \"a \\u001b[31mb\"\nvariants",
            r"event: 'a \u{1b}[31mb' has a control character; expected only printable characters",
        ),
        (
            "name = \"x\"",
            r#"name = "x\ny""#,
            r"engine: 'x\ny' has a control character; expected only printable characters",
        ),
        (
            "Hash = 1",
            r#""Has\th" = 1"#,
            r"engine x: options: 'Has\th' has a control character; expected only printable characters",
        ),
        (
            "Hash = 1",
            r#"Hash = "1\nquit""#,
            r"engine x: option Hash: '1\nquit' has a control character; expected only printable characters",
        ),
    ] {
        let config = Config::parse(&text.replacen(old, new, 1)).expect("TOML");
        assert_eq!(config.event().expect_err(error).to_string(), error);
    }
    let named = text.replace("\"x\"", r#""Éloïse \"II\" \u4E00""#);
    let config = Config::parse(&named).expect("TOML");
    config.event().expect("printable names");
}

#[test]
fn a_file_in_place_of_a_folder_is_refused_before_the_first_game() {
    let folder = Folder::new();
    folder.write("event.toml", &event("Hash = 1"));
    folder.run_ok(&words("tournament event.toml --out played"));
    // The default folder of the event has the name of its file without the ending.
    folder.write("event", &event("Hash = 1"));
    for command in [
        "tournament event",
        "tournament event.toml",
        "tournament event.toml --shard 1/2 --resume --out event",
        "tournament merge played/journal.jsonl --out event",
        "match unplay --games 2 --nodes 20 --out event",
        "compare unplay --games-per-opponent 2 --nodes 20 --out event",
        "tune unplay --search --iterations 1 --pairs 1 --nodes 20 --out event",
    ] {
        let refused = folder.run(&words(command), "");
        assert_eq!(refused.code, Some(1), "{command}: {}", refused.stdout);
        let error = "reviver: event is a file; name another folder with --out\n";
        assert!(
            refused.stderr.ends_with(error),
            "{command}: {}",
            refused.stderr
        );
    }
    assert_eq!(folder.read("event"), event("Hash = 1"));
}
