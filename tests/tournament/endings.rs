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
