//! Who may import whom: each layer of the crate names only the layers below it.

use std::fs;
use std::path::{Path, PathBuf};

/// Every module at the top of the crate, with the modules it may name.
const ALLOWED: [(&str, &[&str]); 22] = [
    ("board", &[]),
    ("files", &[]),
    ("rules", &["board"]),
    ("notation", &["board", "rules"]),
    ("eval", &["board", "rules"]),
    ("search", &["board", "rules", "eval"]),
    ("game", &["board", "rules"]),
    ("solve", &["board", "rules", "notation"]),
    ("diagram", &["board", "rules"]),
    ("record", &["board", "rules", "notation", "search", "game"]),
    (
        "engine",
        &[
            "board", "rules", "notation", "eval", "search", "game", "record",
        ],
    ),
    (
        "protocol",
        &["board", "rules", "notation", "eval", "search", "engine"],
    ),
    (
        "analysis",
        &[
            "board", "rules", "notation", "eval", "search", "game", "record", "diagram",
        ],
    ),
    ("stats", &[]),
    (
        "play",
        &["board", "rules", "notation", "search", "game", "record"],
    ),
    (
        "players",
        &[
            "board", "rules", "eval", "search", "game", "record", "protocol", "play",
        ],
    ),
    (
        "tournament",
        &[
            "board", "rules", "notation", "eval", "search", "game", "record", "protocol", "stats",
            "play", "players",
        ],
    ),
    (
        "report",
        &[
            "board",
            "rules",
            "notation",
            "search",
            "record",
            "play",
            "tournament",
        ],
    ),
    (
        "learn",
        &[
            "board", "rules", "notation", "eval", "search", "play", "players",
        ],
    ),
    ("check", &["board", "rules", "notation", "game", "players"]),
    (
        "cli",
        &[
            "board",
            "rules",
            "notation",
            "eval",
            "search",
            "game",
            "record",
            "engine",
            "protocol",
            "solve",
            "diagram",
            "analysis",
            "stats",
            "play",
            "players",
            "tournament",
            "report",
            "learn",
            "check",
        ],
    ),
    ("lib", &[]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("src can be listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The module at the top of the crate to which a file belongs.
fn module_of(root: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(root).expect("a file below src");
    let first = inside.iter().next().expect("a name").to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// The top-level modules named in a line, as in `use crate::board::Square`.
fn named(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices("crate::").map(move |(at, prefix)| {
        let rest = &code[at + prefix.len()..];
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn every_layer_names_only_the_layers_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut complaints = Vec::new();
    for file in sources(&root) {
        let module = module_of(&root, &file);
        if module == "main" {
            continue;
        }
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == module) else {
            complaints.push(format!("{}: no layer is declared for it", file.display()));
            continue;
        };
        let text = fs::read_to_string(&file).expect("a source file");
        for (number, line) in (1..).zip(text.lines()) {
            for name in named(line) {
                if name != module
                    && !allowed.contains(&name)
                    && name.starts_with(char::is_lowercase)
                {
                    complaints.push(format!(
                        "{}:{number}: {module} names {name}",
                        file.display()
                    ));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn only_board_and_the_forward_game_name_shakmaty() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&root) {
        let module = module_of(&root, &file);
        let text = fs::read_to_string(&file).expect("a source file");
        let names = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let is_forward_game = file.ends_with("record/forward.rs");
        if module != "board" && !is_forward_game {
            for line in names {
                assert!(!line.contains("shakmaty"), "{}: {line}", file.display());
            }
        }
    }
}

#[test]
fn the_search_and_the_rules_print_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&root) {
        let module = module_of(&root, &file);
        if [
            "board", "rules", "notation", "eval", "search", "solve", "engine", "diagram",
            "analysis",
        ]
        .contains(&module.as_str())
        {
            let text = fs::read_to_string(&file).expect("a source file");
            for word in ["println!", "eprintln!", "print!(", "stdout()", "stderr()"] {
                assert!(!text.contains(word), "{} names {word}", file.display());
            }
        }
    }
}
