//! Makes a game of any family of rules, even if the catalogue has no game of this family.

use reviver::games::{self, Game};

use super::program::Folder;

/// The start position of each family, for games without a built-in base.
const STARTS: [(&str, &str); 4] = [
    (
        "ssehc",
        "8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
    ),
    (
        "smolowitz",
        "8/8/4K3/8/8/4k3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - - 0 1",
    ),
    (
        "unplay",
        "7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
    ),
    (
        "unachess",
        "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1",
    ),
];

/// The file of weights of a [`game_file`] without a base. It is empty.
const WEIGHTS: &str = "no-weights.toml";

fn start_of(family: &str) -> &'static str {
    let found = STARTS.iter().find(|(name, _)| *name == family);
    found
        .unwrap_or_else(|| panic!("no game and no family is called {family}"))
        .1
}

/// The game with the default switches of a family and the start position that [`STARTS`] lists. If
/// there is no such game yet, it is made, and named after the family.
pub fn of_family(family: &str) -> &'static Game {
    let start = start_of(family);
    games::defined(family, &format!("rules={family} start={start}"))
        .unwrap_or_else(|error| panic!("{family}: {error}"))
}

/// Whether a built-in game has this name.
pub fn is_built_in(name: &str) -> bool {
    games::find(name).is_some_and(Game::is_built_in)
}

/// The text of a game file. `switches` has one switch in each line. `base` names a built-in game.
/// If there is no such game, `base` must name a family, and the file has the line `rules` instead
/// of `base`.
pub fn game_file(name: &str, base: &str, switches: &str) -> String {
    if is_built_in(base) {
        return format!("name = \"{name}\"\nbase = \"{base}\"\n[switches]\n{switches}\n");
    }
    let mut lines: Vec<&str> = switches.lines().collect();
    // Without a base, `start = "base"` names no position. The family's start replaces this line.
    lines.retain(|line| *line != "start = \"base\"");
    let start = format!("start = \"{}\"", start_of(base));
    if !lines.iter().any(|line| line.starts_with("start")) {
        lines.push(&start);
    }
    format!(
        "name = \"{name}\"\nsummary = \"a game without base\"\nrules = \"{base}\"\n\
         weights = \"{WEIGHTS}\"\nelo-per-level = 50\ncontempt = 0\n\
         levels = {{ log2-nodes = [0.0, 10.0], first-error = 1.0 }}\n[switches]\n{}\n",
        lines.join("\n")
    )
}

/// The contents of the file [`WEIGHTS`]; `None` for every other file. Give this function to
/// [`games::add`] together with the text of a [`game_file`].
pub fn beside(file: &str) -> Option<Vec<u8>> {
    (file == WEIGHTS).then(Vec::new)
}

/// The definition of a game in one line, as [`games::defined`] reads it. `base` names a built-in
/// game or a family. An example of `switches` is `goal=home own-check=removable`.
pub fn definition(base: &str, switches: &str) -> String {
    if is_built_in(base) {
        format!("{base} {switches}")
    } else {
        format!("rules={base} {switches} start={}", start_of(base))
    }
}

impl Folder {
    /// Writes the game file `NAME.toml` and the file [`WEIGHTS`]. Returns `NAME.toml`.
    pub fn game_file(&self, name: &str, base: &str, switches: &str) -> String {
        self.write(WEIGHTS, "");
        let file = format!("{name}.toml");
        self.write(&file, &game_file(name, base, switches));
        file
    }

    /// Writes a game file that defines the game of [`of_family`]. Returns the name of the file.
    pub fn family_file(&self, family: &str) -> String {
        let start = format!("start = \"{}\"", start_of(family));
        self.game_file(family, family, &start)
    }
}
