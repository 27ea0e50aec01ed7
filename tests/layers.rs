//! Rules of the code that the compiler does not check: which room (folder of `src/`) may import which
//! other rooms, no circular imports, no names of games outside the code of one game, and no invented
//! words.

#[path = "layers/source.rs"]
mod source;

use std::collections::{BTreeMap, BTreeSet};

use source::{Modules, Source, sources};

/// Every room, from the bottom up, with the rooms that it may import.
const ROOMS: [(&str, &str); 25] = [
    ("board", ""),
    ("files", ""),
    ("stats", ""),
    ("rules", "board"),
    ("notation", "board rules"),
    ("eval", "board rules"),
    ("search", "board rules eval"),
    ("diagram", "board rules"),
    ("games", "board rules notation eval search"),
    ("live", "board rules games"),
    ("solve", "board files rules notation games"),
    ("record", "board rules notation search games live"),
    (
        "engine",
        "board rules notation eval search diagram games live record",
    ),
    (
        "analysis",
        "board rules notation eval search diagram games live record",
    ),
    ("play", "board rules notation search games live record"),
    (
        "questions",
        "board rules notation eval search games live record engine analysis play",
    ),
    (
        "protocol",
        "board rules notation eval search games engine questions",
    ),
    (
        "players",
        "board rules notation eval search games live record protocol play",
    ),
    (
        "learn",
        "board files rules notation eval search games record play players",
    ),
    (
        "tournament",
        "board files stats rules notation search games live record play players",
    ),
    (
        "report",
        "files stats rules diagram games record play tournament",
    ),
    ("check", "board rules notation search games live players"),
    (
        "serve",
        "stats search diagram games record analysis play questions tournament report",
    ),
    (
        "compare",
        "board stats rules diagram games record solve play players tournament",
    ),
    (
        "cli",
        "board files stats rules notation eval search diagram games live solve record engine protocol analysis play players learn tournament report check questions serve compare",
    ),
];

/// Whether a room may import another one.
fn may_import(room: &str, other: &str) -> bool {
    let below = ROOMS.iter().find(|(name, _)| *name == room);
    below.is_some_and(|(_, below)| below.split(' ').any(|name| name == other))
}

#[test]
fn every_room_imports_only_rooms_below_it() {
    let sources = sources();
    let modules = Modules::of(&sources);
    let mut complaints = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        let Some(room) = source.module.first() else {
            continue;
        };
        for (line, path) in &source.mentioned {
            if let Some(named) = modules.room(file, path)
                && named != *room
                && !may_import(room, &named)
            {
                complaints.push(format!(
                    "{}:{line}: {room} may not import {}",
                    source.path.display(),
                    path.join("::")
                ));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_list_has_every_room_and_only_rooms_above_each_other() {
    let sources = sources();
    let rooms: BTreeSet<&str> = sources
        .iter()
        .filter_map(|source| source.module.first())
        .map(String::as_str)
        .collect();
    assert_eq!(rooms, ROOMS.iter().map(|(name, _)| *name).collect());
    for (at, (room, below)) in ROOMS.iter().enumerate() {
        for name in below.split(' ').filter(|name| !name.is_empty()) {
            let is_below = ROOMS[..at].iter().any(|(other, _)| *other == name);
            assert!(
                is_below,
                "{room} may import {name}, which is not listed before it"
            );
        }
    }
}

/// For each file, the files whose definitions it uses. Each has the line and the path of one use.
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
fn reached(uses: &[BTreeMap<usize, String>], from: usize) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut left = vec![from];
    while let Some(file) = left.pop() {
        left.extend(uses[file].keys().filter(|&&next| seen.insert(next)));
    }
    seen
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = sources();
    let uses = uses(&sources);
    let reached: Vec<_> = (0..sources.len())
        .map(|file| reached(&uses, file))
        .collect();
    let mut complaints = Vec::new();
    for (file, below) in uses.iter().enumerate() {
        for (&other, place) in below {
            if reached[other].contains(&file) {
                complaints.push(format!(
                    "{}:{place} is defined in {}, which imports this file",
                    sources[file].path.display(),
                    sources[other].path.display()
                ));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Whether a file may name games: it belongs to one game or one type of rules, or to the catalogue,
/// which lists the games.
fn may_name_games(source: &Source) -> bool {
    let module: Vec<&str> = source.module.iter().map(String::as_str).collect();
    match module.as_slice() {
        ["rules", name, ..] | ["notation", "native", name, ..] => is_name_of_game(name),
        ["games", ..] | ["rules"] | ["notation", "native"] => true,
        _ => false,
    }
}

/// Whether a word contains the name of a game. Texts with examples do not count.
fn is_name_of_game(word: &str) -> bool {
    if word.contains("Example") {
        return false;
    }
    let word = word.to_lowercase();
    ["ssehc", "smolowitz", "unplay", "unachess"]
        .iter()
        .any(|name| word.contains(name))
}

#[test]
fn only_the_rules_and_the_words_of_a_game_name_it() {
    let mut complaints = Vec::new();
    for source in sources().iter().filter(|source| !may_name_games(source)) {
        for (line, word) in source
            .words
            .iter()
            .filter(|(_, word)| is_name_of_game(word))
        {
            complaints.push(format!("{}:{line}: {word}", source.path.display()));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Identifiers that a chess programmer would not know, each with the term to use instead.
const INVENTED: [(&str, &str); 44] = [
    ("ambushing", "a chess term, as discovered check"),
    ("apart", "target squares, HeadPair"),
    ("arisen", "validate"),
    ("Broken", "Aborted"),
    ("comer", "revived"),
    ("comes_to", "revival_square"),
    ("Deed", "Action"),
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
    ("LAST_WORDS", "SHUTDOWN_GRACE"),
    ("Misjudgement", "EvalNoise"),
    ("objection", "illegality"),
    ("obliged", "any_check"),
    ("Orders", "RunOptions"),
    ("Past", "Continuation"),
    ("PATIENCE", "IDLE_POLL"),
    ("Plain", "SemiLegal"),
    ("powers", "log2_nodes"),
    ("Prospect", "NodeFacts"),
    ("prospects", "lead_percent"),
    ("PUNISHED", "MAX_MALUS_MOVES"),
    ("refutation", "illegality"),
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
fn no_identifier_is_an_invented_word() {
    let mut complaints = Vec::new();
    for source in sources() {
        let names = source.module.iter().map(|name| (0, name.clone()));
        for (line, word) in names.chain(source.words) {
            if let Some((_, better)) = INVENTED.iter().find(|(invented, _)| *invented == word) {
                let path = source.path.display();
                complaints.push(format!("{path}:{line}: {word}: use {better}"));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn only_the_board_and_the_forward_game_use_shakmaty() {
    for source in sources() {
        let room = source.module.first().map_or("", String::as_str);
        if !["board", "record"].contains(&room) {
            let found = source.words.iter().find(|(_, word)| word == "shakmaty");
            assert_eq!(found, None, "{}", source.path.display());
        }
    }
}

#[test]
fn the_rooms_below_the_protocol_print_nothing() {
    const PRINTING: [&str; 6] = ["println", "eprintln", "print", "eprint", "stdout", "stderr"];
    const SILENT: [&str; 12] = [
        "board", "rules", "notation", "eval", "search", "solve", "engine", "diagram", "analysis",
        "record", "games", "stats",
    ];
    for source in sources() {
        let room = source.module.first().map_or("", String::as_str);
        if SILENT.contains(&room) {
            let mut words = source.words.iter();
            let found = words.find(|(_, word)| PRINTING.contains(&word.as_str()));
            assert_eq!(found, None, "{}", source.path.display());
        }
    }
}
