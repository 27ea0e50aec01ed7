//! Who may import whom: each layer of the crate names only the layers below it.

use std::fs;
use std::path::{Path, PathBuf};

/// Every module at the top of the crate, with the modules it may name.
const ALLOWED: [(&str, &[&str]); 17] = [
    ("board", &[]),
    ("rules", &["board"]),
    ("notation", &["board", "rules"]),
    ("eval", &["board", "rules"]),
    ("search", &["board", "rules", "eval"]),
    ("live", &["board", "rules"]),
    ("solve", &["board", "rules", "notation"]),
    ("diagram", &["board", "rules"]),
    ("forward", &["board", "rules", "notation"]),
    ("pgn", &["board", "rules", "notation", "forward"]),
    (
        "record",
        &[
            "board", "rules", "notation", "search", "live", "forward", "pgn",
        ],
    ),
    (
        "engine",
        &[
            "board", "rules", "notation", "eval", "search", "live", "forward", "pgn",
        ],
    ),
    (
        "protocol",
        &["board", "rules", "notation", "eval", "search", "engine"],
    ),
    (
        "arena",
        &[
            "board", "rules", "notation", "eval", "search", "live", "forward", "pgn", "record",
            "engine", "protocol", "solve",
        ],
    ),
    (
        "analysis",
        &[
            "board", "rules", "notation", "eval", "search", "live", "forward", "pgn", "record",
            "diagram",
        ],
    ),
    (
        "cli",
        &[
            "board", "rules", "notation", "eval", "search", "live", "forward", "pgn", "record",
            "engine", "protocol", "arena", "solve", "diagram", "analysis",
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
fn only_board_forward_and_the_pgn_name_shakmaty() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&root) {
        let module = module_of(&root, &file);
        let text = fs::read_to_string(&file).expect("a source file");
        let names = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        if !["board", "forward", "pgn"].contains(&module.as_str()) {
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
