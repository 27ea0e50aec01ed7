//! What an event asks of its engines after a game that the rules have decided.
#![cfg(unix)]

use crate::common::program::Folder;
use crate::event::games;

/// The engine ends when it gets `state`. It is started anew and never asked again, so it plays the
/// later games.
#[test]
fn an_engine_that_ends_after_a_game_plays_the_next_game() {
    let folder = Folder::new();
    let program = env!("CARGO_BIN_EXE_reviver");
    folder.script(
        "leaves",
        &format!(
            "#!/bin/sh\nwhile read -r line; do\n  \
             case \"$line\" in state) echo asked >>asked; exit 3;; esac\n  \
             printf '%s\\n' \"$line\"\ndone | '{program}' uci\n"
        ),
    );
    folder.write(
        "event.toml",
        "format = \"match\"\nvariants = [\"unplay\"]\nrounds = 2\nconcurrency = 1\n\
         openings.source = \"start\"\nlimits = { nodes = 100, stall = \"10m\", start = \"10m\" }\n\
         [[engine]]\nname = \"sound\"\n[[engine]]\nname = \"leaves\"\ncommand = \"./leaves\"\n",
    );
    folder.run_ok(&["tournament", "event.toml"]);
    let games = games(&folder.path("event/journal.jsonl"));
    assert_eq!(games.len(), 4);
    for game in games.values() {
        assert!(game.get("fault").is_none(), "{game}");
        assert_eq!(game["ending"], "retro-checkmate", "{game}");
    }
    assert_eq!(folder.read("asked"), "asked\n");
}

/// The engine knows no rules. If it were asked for the result, it would answer that the game is not
/// over.
#[test]
fn a_guided_engine_is_not_asked_for_the_result() {
    let folder = Folder::new();
    folder.script(
        "guided",
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         uci|ugi) echo 'id name Guided'; echo \"${line}ok\";;\nisready) echo readyok;;\n\
         go*) set -- ${line##* searchmoves }; echo \"bestmove $1\";;\n\
         state|query*) echo \"$line\" >>asked; echo 'response false';;\n\
         quit) exit 0;;\nesac; done\n",
    );
    for protocol in ["uci", "ugi"] {
        folder.write(
            "event.toml",
            &format!(
                "format = \"match\"\nvariants = [\"unplay\"]\nopenings.source = \"start\"\n\
                 limits = {{ nodes = 100, start = \"10m\" }}\n[[engine]]\nname = \"sound\"\n[[engine]]\n\
                 name = \"guided\"\ncommand = \"./guided\"\nguided = true\nprotocol = \"{protocol}\"\n"
            ),
        );
        folder.run_ok(&["tournament", "event.toml", "--out", protocol]);
        for game in games(&folder.path(&format!("{protocol}/journal.jsonl"))).values() {
            assert!(game.get("fault").is_none(), "{game}");
            assert_ne!(game["ending"], "ply-limit", "{game}");
        }
        assert!(!folder.path("asked").exists(), "{protocol}");
    }
}
