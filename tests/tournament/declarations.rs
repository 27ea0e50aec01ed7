//! The variants that engines declare, and engines that do not answer `query` or `uci`.
#![cfg(unix)]

use std::sync::atomic::AtomicBool;

use reviver::players::process::{EngineProcess, Launcher, Manager, StartError};
use reviver::tournament::config::Config;

use crate::common::program::Folder;
use crate::event::games;
use crate::faults::mock;

#[test]
fn the_declared_variants_are_found_whatever_the_letter_case_of_the_option() {
    let folder = Folder::new();
    folder.write(
        "event.toml",
        "variants = [\"unplay\"]\nlimits = { nodes = 5 }\n[[engine]]\nname = \"sound\"\n\
         [[engine]]\nname = \"other\"\ncommand = \"./other\"\n",
    );
    for (option, words) in [
        (
            "option name uci_variant type combo default ssehc var ssehc",
            "engine other: it does not play unplay; it plays ssehc",
        ),
        (
            "option name UCI_Variant type combo default ssehc",
            "engine other: it does not play unplay; it plays no variants",
        ),
    ] {
        let script = mock("echo bestmove 0000");
        let with_option = format!("echo '{option}'; echo uciok");
        folder.script("other", &script.replace("echo uciok", &with_option));
        let run = folder.run(&["tournament", "event.toml"], "");
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}

/// Plays two games of Unplay against an engine that speaks UGI (Universal Game Interface). The
/// engine is this program behind a script. The script does not pass `query` on to the program, but
/// adds a line to the file `asked`.
#[test]
fn a_ugi_engine_that_does_not_answer_queries_is_asked_once() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "silent",
        &format!(
            "#!/bin/sh\nwhile read -r line; do\n  \
             case \"$line\" in query*) echo asked >>asked; continue;; esac\n  \
             printf '%s\\n' \"$line\"\ndone | '{program}' uci\n"
        ),
    );
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"unplay\"]\nconcurrency = 1\nopenings = { source = \"start\" }\n\
         limits = { nodes = 2000, stall = \"10m\", start = \"20s\" }\n[[engine]]\nname = \"sound\"\n\
         [[engine]]\nname = \"silent\"\ncommand = \"./silent\"\nprotocol = \"ugi\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    assert_eq!(folder.read("asked"), "asked\n");
    let games = games(&folder.path("event/journal.jsonl"));
    assert_eq!(games.len(), 2);
    assert!(games.values().all(|game| game.get("fault").is_none()));
}

#[test]
fn an_engine_that_has_not_introduced_itself_does_not_count_as_started() {
    let config = "variants = \"unplay\"\nlimits = { nodes = 5, start = \"500ms\" }\n\
                  [[engine]]\nname = \"mute\"\ncommand = \"cat\"\n[[engine]]\nname = \"b\"\n";
    let config = Config::parse(config).expect("a configuration");
    let event = config.event().expect("an event");
    let launcher = Launcher::new(None).expect("a launcher");
    let [halt, drain] = [const { AtomicBool::new(false) }; 2];
    let manager = Manager {
        launcher: &launcher,
        halt: &halt,
        drain: &drain,
    };
    let mut engine = EngineProcess::new(&event.engines[0], manager);
    for _ in 0..2 {
        let error = engine.start().expect_err("no introduction");
        assert!(matches!(error, StartError::Halt(_)), "{error:?}");
    }
}
