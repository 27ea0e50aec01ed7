//! Command lines of `reviver tournament` that are refused.

use crate::common::program::Folder;

#[test]
fn wrong_command_lines_are_refused_with_a_reason() {
    let folder = Folder::new();
    folder.write(
        "event.toml",
        "variants = \"all\"\nlimits = { nodes = 5 }\n\
         [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\n",
    );
    for (options, words) in [
        (&[][..], "<CONFIG>"),
        (
            &["event.toml", "--engine", "reviver"],
            "cannot be used with '--engine <COMMAND>'",
        ),
        (
            &["--engine", "reviver", "--variant", "chess"],
            "invalid value 'chess' for '--variant <GAME>'",
        ),
        (
            &["event.toml", "--nodes", "20"],
            "cannot be used with '--nodes <N>'",
        ),
        (
            &["event.toml", "--gauntlet"],
            "cannot be used with '--gauntlet'",
        ),
        (&["event.toml", "--shard", "3/2"], "a shard is written K/N"),
        (&["merge", "--out", "x"], "<JOURNAL>..."),
        (
            &["--engine", "reviver", "--sprt", "0,5"],
            "a test needs format = \"match\", with two engines",
        ),
        (
            &[
                "--engine", "reviver", "--engine", "reviver", "--sprt", "5,0",
            ],
            "the lower one first",
        ),
    ] {
        let run = folder.run(&[&["tournament"], options].concat(), "");
        assert_eq!(run.code, Some(2), "{options:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{options:?}: {}", run.stderr);
    }
}
