//! Game files on the disk, and games that one line defines.

use std::fs;
use std::path::{Path, PathBuf};

use reviver::games::{self, GameFileError};
use reviver::record;

use crate::common::families;
use crate::{add, variation};

fn folder() -> tempfile::TempDir {
    tempfile::TempDir::new().expect("a temporary folder")
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file can be written");
    path
}

#[test]
fn a_game_file_can_name_a_weights_file_beside_it() {
    let folder = folder();
    let weights = include_str!("../../src/games/unplay/weights.toml");
    write(folder.path(), "mine.toml", weights);
    write(folder.path(), "rules.md", "another document");
    let path = write(
        folder.path(),
        "game.toml",
        "name = \"from-a-file\"\nbase = \"unplay-strict\"\nweights = \"mine.toml\"\n\
         [switches]\nbishops = \"any\"\nstalemate = \"loses\"\n",
    );
    let game = games::load(&path).expect("a game").game;
    assert_eq!(game.name(), "from-a-file");
    assert_eq!(game.path(), Some(path.as_path()));
    assert!(game.has_ratings() && !game.is_built_in());
    let unplay = games::find("unplay").expect("a game");
    assert_eq!(game.weights(), unplay.weights());
    for words in [
        "# from-a-file",
        "The rules are those of \"Unplay, strict\" below, except:",
        "* The two bishops of a side may stand on squares of one colour.",
        "* If the side to play has no legal turn, it loses.",
    ] {
        assert!(game.rules_text().contains(words), "{}", game.rules_text());
    }
    assert!(!game.rules_text().contains("another document"));
    let again = games::load(&path).expect("the same game");
    assert!(std::ptr::eq(again.game, game) && again.notes.is_empty());
}

#[test]
fn a_game_without_own_weights_has_no_ratings() {
    let game = variation(
        "no-ratings",
        "unachess",
        "capture-before-king = true\ndouble-step = false",
    );
    assert!(!game.has_ratings());
    assert!(games::built_in().iter().all(|game| game.has_ratings()));
}

#[test]
fn a_file_with_a_taken_name_and_other_values_is_refused() {
    variation("only-once", "unplay", "fifty-moves = \"loses\"");
    let error = add("name = \"only-once\"\nbase = \"unplay\"\n[switches]\nrepetition = \"loses\"")
        .expect_err("the name is taken");
    assert_eq!(
        error.to_string(),
        "line 1: name: another game is called 'only-once'; choose a name that is not taken"
    );
}

/// The errors name the file, but quote nothing of its text. Some of the files contain the word
/// "secret", and no error may contain this word.
#[test]
fn the_error_for_a_wrong_game_file_names_the_file() {
    let folder = folder();
    let wrong = write(folder.path(), "wrong.toml", "name = \"x\"\nsecret = 1\n");
    for (path, words) in [
        (folder.path().join("none.toml"), "none.toml: "),
        (
            folder.path().join(""),
            "/: this is not a file; give the path of a game file",
        ),
        (
            wrong,
            "wrong.toml: line 2: there is no such key here; expected one of",
        ),
        (PathBuf::from("/dev/null"), "/dev/null: this is not a file"),
    ] {
        let error = games::load(&path).expect_err("no game").to_string();
        assert!(
            error.contains(words) && !error.contains("secret") && !error.contains("key-salt"),
            "{error}"
        );
    }
    let large = folder.path().join("large.toml");
    let file = fs::File::create(&large).expect("a file");
    file.set_len((1 << 24) + 1).expect("a length");
    let error = games::load(&large).expect_err("no game").to_string();
    assert!(
        error.ends_with(
            "large.toml: the file is larger than 16 MiB; a game file is a few lines of TOML"
        ),
        "{error}"
    );
    for (weights, words) in [
        (
            "secret = [1, 2]",
            "weights: the file names an unknown evaluation feature; ",
        ),
        ("tempo = [1", "weights: line 1 of the file is wrong; "),
    ] {
        write(folder.path(), "w.toml", weights);
        let text = "name = \"x\"\nbase = \"unplay\"\nweights = \"w.toml\"\n";
        let path = write(folder.path(), "weighed.toml", text);
        let error = games::load(&path).expect_err("no game").to_string();
        assert!(
            error.contains("weighed.toml: line 3: ") && error.contains(words),
            "{error}"
        );
        assert!(!error.contains("secret"), "{error}");
    }
    let binary = folder.path().join("binary.toml");
    fs::write(&binary, [0xff, 0xfe]).expect("a file can be written");
    let error = games::load(&binary).expect_err("no game");
    assert!(error.to_string().contains("binary.toml: "), "{error}");
    assert!(matches!(error, GameFileError::NoText(_)));
}

#[test]
fn switches_without_effect_are_noted() {
    let game = variation(
        "idle-points",
        "ssehc",
        "declare = \"never\"\nhome-wins = true\npoint-home = 3",
    );
    assert_eq!(
        game.notes(),
        ["point-home and point-far have no effect: no game is decided by these points"]
    );
    assert!(games::find("ssehc").expect("a game").notes().is_empty());
}

#[test]
fn the_definition_of_a_game_has_the_nearest_built_in_game_and_the_differences() {
    for (name, base, switches, line) in [
        (
            "line-1",
            "unplay",
            "own-check = \"removable\"\npawns-on-a-file = \"any\"\nstalemate = \"loses\"",
            "unplay-strict pawns-on-a-file=any stalemate=loses",
        ),
        (
            "line-2",
            "unplay-random",
            "first = \"black\"",
            "unplay-random first=black",
        ),
        (
            "line-3",
            "unachess",
            "pawn-rows = [1, 5]\nstart = \"8/8/8/8/8/8/8/8[KQkq] b - - 0 1\"",
            "unachess pawn-rows=[1,5] start=8/8/8/8/8/8/8/8[KQkq] b - - 0 1",
        ),
        (
            "line-4",
            "ssehc",
            "point-far = -7\nhome-wins = true",
            "ssehc home-wins=true point-far=-7",
        ),
    ] {
        let game = variation(name, base, switches);
        assert_eq!(game.definition(), line);
        assert_eq!(game.identity(), format!("{name} {line}"));
        let again = games::identified(&game.identity()).expect("a game");
        assert!(again.is_some_and(|again| std::ptr::eq(again, game)));
    }
    assert_eq!(
        games::identified("unplay-strict")
            .expect("a game")
            .map(|game| game.name()),
        Some("unplay-strict")
    );
    assert_eq!(games::identified("no-such-game"), Ok(None));
    for text in [
        "x chess",
        "x unplay goal",
        "x unplay goal=draw",
        "x unplay colour=red",
    ] {
        assert!(games::identified(text).is_err(), "{text}");
    }
}

/// A line that defines a game begins with the name of a built-in game of the same family. If the
/// family has no built-in game, the line begins with `rules=` and the name of the family. A line
/// with `rules=` is also read if the family has a built-in game.
#[test]
fn a_line_can_begin_with_rules() {
    let start = "start=8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1";
    let ssehc = games::defined("any", &format!("rules=ssehc {start}")).expect("a game");
    if families::is_built_in("ssehc") {
        assert_eq!(Some(ssehc), games::find("ssehc"));
    }
    let line = format!("rules=ssehc point-home=2 point-far=-9 stalemate=loses {start}");
    let game = games::defined("by-rules", &line).expect("a game");
    assert_eq!(game.name(), "by-rules");
    assert!(!game.is_built_in());
    // A line with `rules=` gives no weights, so the levels of its game have no ratings.
    assert!(!game.has_ratings());
    let again = games::identified(&game.identity()).expect("a game");
    assert!(again.is_some_and(|again| std::ptr::eq(again, game)));
    for (line, words) in [
        ("rules=ssehc", "start is missing"),
        (
            "rules=chess start=base",
            "there is no family of this name; the families are ssehc,",
        ),
        ("rules=ssehc goal=home", "have no switch of this name"),
    ] {
        let error = games::defined("x", line).expect_err(line).to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_name_that_is_taken_gets_a_number() {
    variation("taken", "smolowitz", "possible = false");
    let line = families::definition("smolowitz", "possible=false point-pawn=4");
    let other = games::defined("taken", &line).expect("a game");
    assert_eq!(other.name(), "taken-2");
}

#[test]
fn a_game_that_a_record_defines_is_found_by_name_but_not_listed() {
    let line = families::definition("smolowitz", "point-pawn=6 point-piece=0");
    let defined = games::defined("of-a-record", &line).expect("a game");
    assert_eq!(games::find("of-a-record"), Some(defined));
    assert!(!games::names().contains(&"of-a-record"));
    assert!(!games::all().contains(&defined));
    let again = games::defined("another-name", &line).expect("a game");
    assert!(std::ptr::eq(again, defined));
    // A game file with the name of `defined` and other switches is refused. A game file with
    // another name and the switches of `defined` adds a listed game, which is equal to `defined`.
    let switches = "point-pawn = 6\npoint-piece = 1";
    let text = families::game_file("of-a-record", "smolowitz", switches);
    let error = add(&text).expect_err("the name is taken").to_string();
    assert!(error.contains("another game is called"), "{error}");
    assert_eq!(games::find("of-a-record"), Some(defined));
    let renamed = variation("of-a-file", "smolowitz", "point-pawn = 6\npoint-piece = 0");
    assert_eq!((renamed.name(), renamed), ("of-a-file", defined));
    assert!(games::names().contains(&"of-a-file"));
}

#[test]
fn a_file_that_defines_a_known_game_gets_a_note_about_its_unused_keys() {
    let folder = folder();
    let weights = include_str!("../../src/games/unachess/weights.toml");
    write(folder.path(), "mine.toml", weights);
    let text = "name = \"my-strict\"\nbase = \"unplay\"\nweights = \"mine.toml\"\n[switches]\n\
                own-check = \"removable\"\n";
    let path = write(folder.path(), "equal.toml", text);
    let loaded = games::load(&path).expect("a game");
    assert_eq!(loaded.game.name(), "unplay-strict");
    assert_eq!(
        loaded.notes,
        [
            "the file has the switches and the start of unplay-strict, so it defines no new game: \
             unplay-strict is used, and the name and weights of the file are not used"
        ]
    );
    let text = "name = \"tuned-later\"\nbase = \"unplay\"\n[switches]\nfifty-moves = \"loses\"\n\
                pawns-on-a-file = \"any\"\n";
    let path = write(folder.path(), "later.toml", text);
    assert_eq!(games::load(&path).expect("a game").notes, [""; 0]);
    let own = "weights = \"mine.toml\"\ncontempt = 3\n[search]\niir_depth = 5\n[switches]";
    let tuned = text.replace("[switches]", own);
    write(folder.path(), "later.toml", &tuned);
    assert_eq!(
        games::load(&path).expect("a game").notes,
        [
            "the file has the switches and the start of tuned-later, so it defines no new game: \
             tuned-later is used, and the weights, search parameters and contempt of the file are not used"
        ]
    );
}

#[test]
fn how_a_game_is_won_follows_from_its_switches() {
    for (number, (base, switches, win)) in [
        (
            "unplay",
            "goal = \"home\"\nown-check = \"removable\"\npawns-on-a-file = \"any\"",
            "being the first to have all sixteen pieces home, even if your opponent brought your last piece home",
        ),
        (
            "unplay-strict",
            "pawns-on-a-file = \"any\"",
            "un-capturing the whole enemy army",
        ),
        (
            "unplay",
            "repetition = \"loses\"\nstalemate = \"loses\"\npawns-on-a-file = \"any\"\nbishops = \"any\"",
            "un-capturing the whole enemy army, leaving your king in a check that your opponent cannot \
             take back, making your opponent bring about a position for the third time, or leaving your \
             opponent without a turn",
        ),
        (
            "ssehc",
            "declare = \"never\"\nhome-wins = true\npoint-home = 5",
            "bringing all sixteen pieces home",
        ),
        (
            "ssehc",
            "home-wins = true\npoint-home = 5",
            "bringing all sixteen pieces home, or having the better score when a player declares the end",
        ),
        (
            "smolowitz",
            "repetition = \"draw\"\nfifty-moves = \"draw\"\nstalemate = \"draw\"\nhome-wins-early = true",
            "having all sixteen pieces home first",
        ),
        (
            "smolowitz",
            "point-pawn = 8",
            "having all sixteen pieces home first, or more points if the game ends before that",
        ),
        ("unachess", "pawn-rows = [5, 5]", "checkmate"),
    ]
    .into_iter()
    // Some of these texts come from the base, so the base must be built in.
    .filter(|(base, ..)| families::is_built_in(base))
    .enumerate()
    {
        let game = variation(&format!("won-{number}"), base, switches);
        assert_eq!(game.about().win, win, "{switches}");
    }
}

#[test]
fn a_line_of_a_game_whose_name_is_a_number_is_read() {
    let line = "unplay goal=home pawns-on-a-file=any stalemate=loses";
    let game = games::identified(&format!("17 {line}")).expect("a game");
    assert_eq!(game.map(games::Game::name), Some("17-2"));
    assert_eq!(game.map(games::Game::definition).as_deref(), Some(line));
    assert_eq!(games::find("17"), None);
}

#[test]
fn a_record_is_read_without_the_game_file() {
    let text = "[Variant \"told-by-record\"]\n[Switches \"unplay goal=home stalemate=loses\"]\n\
                [Result \"*\"]\n\n1. h8g8*n a1b1 *\n";
    let record = record::read(text).expect("a record");
    assert_eq!(record.game.name(), "told-by-record");
    let again = record::read(&record.to_string()).expect("a record");
    assert_eq!((again.game, again.turns), (record.game, record.turns));
    let unknown = text.replace("[Switches \"unplay goal=home stalemate=loses\"]\n", "");
    let unknown = unknown.replace("told-by-record", "nobody-knows");
    let error = record::read(&unknown).expect_err("no game").to_string();
    assert!(
        error.contains("no variant is called 'nobody-knows'"),
        "{error}"
    );
    let wrong = text.replace("goal=home", "goal=draw");
    let error = record::read(&wrong).expect_err("no game").to_string();
    assert!(
        error.contains("Switches: the switches of 'told-by-record'"),
        "{error}"
    );
}

#[test]
fn the_examples_of_game_files_are_games_and_inventing_md_names_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/games");
    let document = include_str!("../../src/games/inventing.md");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a text");
        let file: toml::Table = text.parse().expect("TOML");
        if !file["base"].as_str().is_some_and(families::is_built_in) {
            // The catalogue lacks the base of this example, so the example cannot be read.
            continue;
        }
        let loaded = games::load(&path).unwrap_or_else(|error| panic!("{error}"));
        let game = loaded.game;
        assert!(!game.is_built_in() && game.notes().is_empty(), "{game}");
        // `game.name()` may differ from this name: if another test has added a game with the same
        // values, `games::load` returns that game.
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a name");
        assert!(
            text.starts_with(&format!("name = \"{name}\"\ntitle = \"")),
            "{text}"
        );
        let words = format!("[{name}.toml](../../positions/games/{name}.toml)");
        assert!(document.contains(&words), "{words}");
        count += 1;
    }
    assert!(count > 0);
}
