//! What the program says about itself: help, version, shell completions and manual pages. Also the
//! script `.ci/package`, which makes the Debian package.

use crate::common::program::{Folder, Run, run};

/// The output of a command that succeeds.
fn printed(arguments: &[&str]) -> String {
    Folder::new().run_ok(arguments).stdout
}

#[test]
fn the_help_has_the_subcommands_in_groups() {
    for arguments in [&["--help"][..], &["-h"], &["help"]] {
        let help = printed(arguments);
        let mut after = help.as_str();
        for title in ["Play", "Analyse", "Engines", "Learning", "Tools", "Options"] {
            let (_, rest) = after
                .split_once(&format!("\n{title}:\n"))
                .unwrap_or_else(|| panic!("{title}: {help}"));
            after = rest;
        }
        for line in [
            "\n  play         Play ",
            "\n  analyse      Show ",
            "\n  tournament   Play ",
            "\n  tune         Fit ",
            "\n  help         Print ",
            "\n  -V, --version ",
        ] {
            assert!(help.contains(line), "{line}: {help}");
        }
        assert!(!help.contains("engine-guard"));
        assert!(
            help.lines().all(|line| line.chars().count() <= 100),
            "{help}"
        );
    }
}

#[test]
fn commands_and_files_in_the_help_are_not_wrapped() {
    let folder = Folder::new();
    let narrow = |name: &str| {
        let mut command = folder.command(&[name, "--help"]);
        let output = command.env("COLUMNS", "50").output();
        Run::of(output.expect("the binary starts")).stdout
    };
    let tournament = narrow("tournament");
    for text in [
        include_str!("../../../src/cli/tournament/example.toml"),
        include_str!("../../../src/cli/tournament/slurm.sh"),
        include_str!("../../../src/cli/tournament/kubernetes.yaml"),
        "\n  reviver tournament --engine ./new --engine ./old --rounds 500 --time 10s+0.1s --sprt 0,5\n",
    ] {
        assert!(tournament.contains(text.trim_end()), "{tournament}");
    }
    let diagram = narrow("diagram");
    let command = "\n  reviver diagram unplay-strict --fen '7K/8/8/8/8/8/8/k7 w - - 0 1' --arrow h8g7=red --out board.png\n";
    assert!(diagram.contains(command), "{diagram}");
    let pages = printed(&["man", "tournament"]);
    assert!(!pages.contains('\u{a0}'), "{pages}");
}

#[test]
fn the_help_of_play_says_that_play_asks_for_the_strength_at_a_terminal() {
    let help = printed(&["play", "--help"]);
    let default = "[default: 20; at a terminal, play asks for the strength before a new game against the engine, unless an option sets a level or a limit]";
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(default), "{help}");
}

#[test]
fn the_version_has_lines_for_the_commit_the_build_and_the_processor() {
    let version = format!("reviver {}", env!("CARGO_PKG_VERSION"));
    let short = printed(&["-V"]);
    assert!(short.starts_with(&version), "{short}");
    assert_eq!(short.lines().count(), 1, "{short}");
    let long = printed(&["--version"]);
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines.len(), 4, "{long}");
    assert_eq!(lines[0], version);
    for (line, start) in lines[1..]
        .iter()
        .zip(["commit: ", "build: ", "processor: "])
    {
        assert!(line.starts_with(start), "{long}");
    }
    assert!(lines[2].contains(std::env::consts::ARCH), "{long}");
}

#[test]
fn analyze_is_another_spelling_of_analyse() {
    let without_time = |name: &str| {
        let printed = printed(&[name, "ssehc", "--depth", "1"]);
        let (result, _) = printed.split_once(" nodes").expect("a count of nodes");
        result.to_owned()
    };
    assert_eq!(without_time("analyze"), without_time("analyse"));
    // The error for the old option `--time` names `--movetime`, also after `analyze`.
    let refused = run(&["analyze", "ssehc", "--time", "5s"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("--movetime 2s"),
        "{}",
        refused.stderr
    );
    assert!(printed(&["help", "analyze"]).contains("reviver analyse"));
}

#[test]
fn every_shell_gets_completions() {
    for (shell, sign) in [
        ("bash", "complete -F _reviver"),
        ("zsh", "#compdef reviver"),
        ("fish", "complete -c reviver"),
        ("elvish", "edit:completion:arg-completer[reviver]"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = printed(&["completions", shell]);
        assert!(script.contains(sign), "{shell}: {script}");
        for word in ["tournament", "movetime", "completions"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
        assert!(!script.contains("engine-guard"), "{shell}");
    }
    let refused = run(&["completions", "korn"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("bash"), "{}", refused.stderr);
}

/// Bash reads the script without an error, and completes the name of a subcommand.
#[cfg(unix)]
#[test]
fn bash_completes_the_subcommands() {
    let folder = Folder::new();
    folder.write("reviver.bash", &printed(&["completions", "bash"]));
    let test = "source ./reviver.bash; COMP_WORDS=(reviver tour); COMP_CWORD=1; \
                _reviver reviver tour reviver; echo \"${COMPREPLY[@]}\"";
    let shell = std::process::Command::new("bash")
        .args(["--norc", "-c", test])
        .current_dir(folder.path("."))
        .output();
    // A system without bash has nothing to test.
    if let Ok(output) = shell {
        assert_eq!(String::from_utf8_lossy(&output.stdout), "tournament\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let folder = Folder::new();
    let written = folder.run_ok(&["man", "--out", "pages"]);
    assert!(
        written.stderr.contains("manual pages"),
        "{}",
        written.stderr
    );
    let main = folder.read("pages/reviver.1");
    assert_eq!(main, printed(&["man"]));
    assert!(main.contains(".TH reviver 1"), "{main}");
    // The main page names the page of every top-level subcommand.
    let parts = main.split("reviver\\-").skip(1);
    let names: Vec<&str> = parts
        .filter_map(|part| Some(part.split_once("(1)")?.0))
        .collect();
    assert!(names.contains(&"play"), "{names:?}");
    for name in names {
        let page = folder.read(&format!("pages/reviver-{name}.1"));
        assert_eq!(page, printed(&["man", name]), "{name}");
        assert!(page.contains(&format!(".TH reviver-{name} 1")), "{page}");
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert!(
        folder
            .read("pages/reviver-tournament-merge.1")
            .contains("merge")
    );
    assert!(!folder.path("pages/reviver-engine-guard.1").exists());

    // Pages that exist already are replaced only with `--force`.
    let again = folder.run(&["man", "--out", "pages"], "");
    assert_eq!(again.code, Some(1));
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    // If one page exists already, the missing pages are not written either.
    std::fs::remove_file(folder.path("pages/reviver.1")).expect("a page");
    let again = folder.run(&["man", "--out", "pages"], "");
    assert_eq!(again.code, Some(1));
    assert!(!folder.path("pages/reviver.1").exists());
    folder.run_ok(&["man", "--out", "pages", "--force"]);

    let unknown = run(&["man", "tournement"]);
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown.stderr.contains("'tournement'"),
        "{}",
        unknown.stderr
    );
}

#[test]
fn the_package_script_makes_every_asset_of_the_package() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text =
        |name: &str| std::fs::read_to_string(root.join(name)).expect("a file of the project");
    let manifest: toml::Table = text("Cargo.toml").parse().expect("TOML");
    let script = text(".ci/package");
    let assets = manifest["package"]["metadata"]["deb"]["assets"].as_array();
    let assets = assets.expect("assets");
    assert!(assets.len() > 5);
    for asset in assets {
        let path = asset[0].as_str().expect("a path");
        let made = path
            .strip_prefix("target/dist/stage/")
            .expect("an asset that the script makes");
        let (folder, name) = made.rsplit_once('/').expect("a folder");
        let completions = format!(" {} {name}", folder.trim_start_matches("share/"));
        let is_made = if name.contains('*') {
            script.contains(&format!("$stage/{folder}\""))
        } else {
            let mut lines = script.lines();
            script.contains(&format!("$stage/{made}\""))
                || lines
                    .any(|line| line.starts_with("completions ") && line.ends_with(&completions))
        };
        assert!(is_made, ".ci/package does not make {path}");
    }
    for named in ["LICENSE", ".ci/reviver.desktop", "src/serve/page/icon.svg"] {
        assert!(
            script.contains(named) && root.join(named).exists(),
            "{named}"
        );
    }
}
