//! Rules of this project that the compiler does not check. They say which layers (top-level modules
//! of the library) a layer may import, which files may name games, and which layers may use
//! `shakmaty` or print. They limit the size and form of files and functions. They forbid circular
//! imports, and names that have been replaced by better ones.

#[path = "layers/game_names.rs"]
mod game_names;
#[path = "layers/shape.rs"]
mod shape;
#[path = "layers/source.rs"]
mod source;

use std::collections::{BTreeMap, BTreeSet};

use game_names::GameNames;
use shape::shapes;
use source::{Modules, Source, sources};

/// Every layer with the layers that it may import. A layer may import only layers listed above it.
const LAYERS: [(&str, &str); 31] = [
    ("processor", ""),
    ("packed", ""),
    ("plural", ""),
    ("nearest", ""),
    ("board", ""),
    ("files", ""),
    ("stats", ""),
    ("rules", "board"),
    ("notation", "board rules"),
    ("eval", "processor board rules"),
    ("search", "board rules eval"),
    ("diagram", "board rules"),
    (
        "games",
        "packed plural nearest board rules notation eval search",
    ),
    ("live", "board rules games"),
    ("book", "board rules notation search games live"),
    ("solve", "plural board files rules notation games"),
    ("record", "board rules notation search games live"),
    (
        "engine",
        "plural board rules notation eval search diagram games live book record",
    ),
    (
        "analysis",
        "plural board rules notation eval search diagram games live record",
    ),
    ("play", "board rules notation search games live record"),
    (
        "questions",
        "board rules notation eval search games live record engine analysis play",
    ),
    (
        "protocol",
        "plural board rules notation eval search games book engine questions",
    ),
    (
        "players",
        "board rules notation eval search games live record protocol play",
    ),
    (
        "tournament",
        "board files stats rules notation search games live record play players",
    ),
    (
        "learn",
        "board files stats rules notation eval search games record play players tournament",
    ),
    (
        "explore",
        "board files rules notation search games live book analysis tournament",
    ),
    (
        "report",
        "files stats rules diagram games record play tournament",
    ),
    (
        "check",
        "board rules notation search games live protocol players",
    ),
    (
        "serve",
        "packed stats search diagram games record analysis play questions tournament report",
    ),
    (
        "compare",
        "plural board stats rules diagram games record solve play players tournament report",
    ),
    (
        "cli",
        "plural nearest board files stats rules notation eval search diagram games live book solve record engine protocol analysis play players learn explore tournament report check questions serve compare",
    ),
];

/// Whether a layer may import another one.
fn may_import(layer: &str, other: &str) -> bool {
    let entry = LAYERS.iter().find(|(name, _)| *name == layer);
    entry.is_some_and(|(_, allowed)| allowed.split(' ').any(|name| name == other))
}

#[test]
fn every_layer_imports_only_the_layers_listed_with_it() {
    let sources = sources();
    let modules = Modules::of(&sources);
    let mut violations = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        let Some(layer) = source.module.first() else {
            continue;
        };
        for (line, path) in source.mentioned.iter().chain(&source.reexported) {
            if let Some(named) = modules.top_level_module(file, path)
                && named != *layer
                && !may_import(layer, &named)
            {
                violations.push(format!(
                    "{}:{line}: {layer} may not import {}",
                    source.path.display(),
                    path.join("::")
                ));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn every_layer_is_listed_after_the_layers_that_it_may_import() {
    let sources = sources();
    let layers: BTreeSet<&str> = sources
        .iter()
        .filter_map(|source| source.module.first())
        .map(String::as_str)
        .collect();
    assert_eq!(layers, LAYERS.iter().map(|(name, _)| *name).collect());
    for (at, (layer, allowed)) in LAYERS.iter().enumerate() {
        for name in allowed.split(' ').filter(|name| !name.is_empty()) {
            let is_before = LAYERS[..at].iter().any(|(other, _)| *other == name);
            assert!(
                is_before,
                "{layer} may import {name}, which is not listed before it"
            );
        }
    }
}

/// For each file, a map. Its keys are the indices of the other files whose definitions the file
/// uses. Its values are the line and the path of one use, such as `12: crate::board::Square`.
fn uses(sources: &[Source]) -> Vec<BTreeMap<usize, String>> {
    let modules = Modules::of(sources);
    let uses = |file: usize| {
        let mut uses = BTreeMap::new();
        for (line, path) in &sources[file].mentioned {
            if let Some(other) = modules.definition(file, path)
                && other != file
            {
                uses.entry(other)
                    .or_insert_with(|| format!("{line}: {}", path.join("::")));
            }
        }
        uses
    };
    (0..sources.len()).map(uses).collect()
}

/// The files whose definitions a file uses, directly or through other files.
fn transitive_uses(uses: &[BTreeMap<usize, String>], from: usize) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut to_visit = vec![from];
    while let Some(file) = to_visit.pop() {
        to_visit.extend(uses[file].keys().filter(|&&next| seen.insert(next)));
    }
    seen
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = sources();
    let uses = uses(&sources);
    let transitive_uses: Vec<_> = (0..sources.len())
        .map(|file| transitive_uses(&uses, file))
        .collect();
    let mut violations = Vec::new();
    for (file, used) in uses.iter().enumerate() {
        for (&other, location) in used {
            if transitive_uses[other].contains(&file) {
                violations.push(format!(
                    "{0}:{location} is defined in {1}, but {1} uses {0}, directly or through other files",
                    sources[file].path.display(),
                    sources[other].path.display()
                ));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn games_are_named_only_in_the_catalogue_and_in_the_code_of_a_family() {
    let names = GameNames::read();
    let mut violations = Vec::new();
    for source in sources().iter().filter(|source| !names.may_be_in(source)) {
        for (line, word) in source.words.iter().filter(|(_, word)| names.is_in(word)) {
            violations.push(format!("{}:{line}: {word}", source.path.display()));
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Identifiers that a chess programmer would not know, each with the term to use instead.
const REPLACED_NAMES: [(&str, &str); 51] = [
    ("ambushing", "a chess term, such as discovered check"),
    ("apart", "target squares, HeadPair"),
    ("arisen", "validate"),
    ("Broken", "Aborted"),
    ("comer", "revived"),
    ("comes_to", "revival_square"),
    ("Deed", "Action"),
    ("Duty", "PendingAction"),
    ("ends_as", "outcome_on"),
    ("Footprint", "PieceTo"),
    ("Forbidden", "Illegality"),
    ("forbids", "illegality"),
    ("GLANCE", "POLL_INTERVAL"),
    ("Guilt", "FaultBy"),
    ("Hall", "EventRun"),
    ("Harmless", "KeepsKingSafe"),
    ("homecomers", "a term of the rules"),
    ("hope", "refute"),
    ("Journey", "Movement"),
    ("Keeper", "JournalListener"),
    ("LAST_WORDS", "SHUTDOWN_GRACE"),
    ("MEBIBYTES", "MAX_MIB, TABLE_MIB"),
    ("Misjudgement", "EvalNoise"),
    ("objection", "illegality"),
    ("obliged", "any_check"),
    ("officer", "non_pawn"),
    ("OFFICERS", "QUEEN_TO_KNIGHT, NON_PAWNS"),
    ("Orders", "RunOptions"),
    ("Past", "Continuation"),
    ("PATIENCE", "IDLE_POLL"),
    ("Plain", "SemiLegal"),
    ("powers", "log2_nodes"),
    ("Prospect", "NodeFacts"),
    ("prospects", "lead_percent"),
    ("PUNISHED", "MAX_MALUS_MOVES"),
    ("Refusal", "IllegalPosition"),
    ("refutation", "illegality"),
    ("retire", "move_to_reserve"),
    ("Said", "Parsed"),
    ("sharpened", "tt_corrected"),
    ("shrunk", "damped_by_fifty"),
    ("Sight", "LevelCurve"),
    ("Sitting", "GameSetup"),
    ("TALKATIVE", "REPORT_AFTER_NODES"),
    ("to_leave_hope", "maybe_answerable"),
    ("told", "reported"),
    ("Told", "ReportedScore"),
    ("unforced", "a chess term"),
    ("Weakness", "SkillLimit"),
    ("Wishes", "StopSignals"),
    ("without_turns", "outcome_if_stuck"),
];

#[test]
fn no_identifier_of_the_library_is_a_replaced_name() {
    let mut violations = Vec::new();
    for source in sources() {
        let names = source.module.iter().map(|name| (0, name.clone()));
        for (line, word) in names.chain(source.words) {
            if let Some((_, better)) = REPLACED_NAMES
                .iter()
                .find(|(replaced, _)| *replaced == word)
            {
                let path = source.path.display();
                violations.push(format!("{path}:{line}: {word}: use {better}"));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn only_the_layers_board_and_record_use_shakmaty() {
    for source in sources() {
        let layer = source.module.first().map_or("", String::as_str);
        if !["board", "record"].contains(&layer) {
            let found = source.words.iter().find(|(_, word)| word == "shakmaty");
            assert_eq!(found, None, "{}", source.path.display());
        }
    }
}

#[test]
fn only_the_layers_cli_and_files_and_players_use_standard_streams() {
    const MACROS: [&str; 5] = ["println", "eprintln", "print", "eprint", "dbg"];
    const STREAMS: [&str; 2] = ["stdout", "stderr"];
    for source in sources() {
        let may_use = |word: &str| match source.module.first().map(String::as_str) {
            Some("cli") => true,
            // `files` writes to `/dev/stdout`. `players` connects the streams of engines.
            Some("files" | "players") => !MACROS.contains(&word),
            _ => !MACROS.contains(&word) && !STREAMS.contains(&word),
        };
        let found = source.words.iter().find(|(_, word)| !may_use(word));
        assert_eq!(found, None, "{}", source.path.display());
    }
}

/// The folders with code.
const FOLDERS: [&str; 3] = ["src", "tests", "benches"];

#[test]
fn no_file_is_longer_than_420_lines() {
    let long: Vec<_> = shapes(&FOLDERS, &["rs", "js", "css"])
        .into_iter()
        .filter(|shape| shape.lines > 420)
        .map(|shape| format!("{}: {} lines", shape.path.display(), shape.lines))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn no_function_has_more_than_four_parameters() {
    let mut violations = Vec::new();
    for shape in shapes(&FOLDERS, &["rs"]) {
        for function in shape.functions {
            let count = function.parameters.len();
            if count > 4 {
                let (path, line) = (shape.path.display(), function.line);
                violations.push(format!(
                    "{path}:{line}: {} has {count} parameters",
                    function.name
                ));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn parameters_are_no_tuples_and_no_flags() {
    let mut violations = Vec::new();
    for shape in shapes(&["src"], &["rs"]) {
        for function in shape.functions {
            for parameter in function.parameters {
                // A flag named `condition` is allowed: the name of its function, such as `only_if`,
                // explains it.
                let is_flag = parameter.of_type == "bool" && parameter.pattern != "condition";
                let is_tuple = parameter.of_type.starts_with('(');
                if is_flag || is_tuple || parameter.pattern.starts_with('(') {
                    let (path, line) = (shape.path.display(), function.line);
                    let pattern = parameter.pattern;
                    violations.push(format!("{path}:{line}: {}: {pattern}", function.name));
                }
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// The functions that may be longer than a screen. They consist of numbered steps.
const LONG_FUNCTIONS: [&str; 2] = ["search_node", "search_turns"];

#[test]
fn functions_fit_on_a_screen_of_60_lines() {
    let mut violations = Vec::new();
    for shape in shapes(&["src"], &["rs"]) {
        for function in shape.functions {
            let is_named = LONG_FUNCTIONS.contains(&function.name.as_str());
            if function.lines > 60 && !is_named {
                let (path, line) = (shape.path.display(), function.line);
                let (name, lines) = (function.name, function.lines);
                violations.push(format!("{path}:{line}: {name} has {lines} lines"));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn star_imports_are_only_of_preludes_or_of_super_in_tests() {
    let mut violations = Vec::new();
    for shape in shapes(&FOLDERS, &["rs"]) {
        for (line, module) in shape.globs {
            if module != "super" && !module.ends_with("prelude") {
                violations.push(format!("{}:{line}: {module}::*", shape.path.display()));
            }
        }
    }
    for source in sources() {
        for (line, module) in source.globs {
            if module.last().is_none_or(|name| name != "prelude") {
                let path = source.path.display();
                violations.push(format!("{path}:{line}: {}::*", module.join("::")));
            }
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}
