//! The lessons of every game. The turns that a lesson plays are legal. A turn in its list
//! `accepted` is right. A turn in a list of wrong turns gets the answer of that list.

use std::fs;
use std::path::Path;

use reviver::games::{self, Game, Lesson, LessonAnswer, TypedGame, Visitor};
use reviver::rules::Rules;

use crate::common::families;
use crate::variation;

/// Plays the turns of a lesson. Then returns each legal turn as text, with the lesson's answer.
struct Answers<'a>(&'a Lesson);

impl Visitor for Answers<'_> {
    type Output = Vec<(String, LessonAnswer)>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let position: R = self
            .0
            .position(game.switches())
            .unwrap_or_else(|error| panic!("{game}: {error}"));
        let legal = position.turns().into_iter();
        legal
            .map(|turn| (turn.to_string(), self.0.answer(turn, None)))
            .collect()
    }
}

/// The lesson's answer to one turn.
struct Answer<'a>(&'a Lesson, &'a str);

impl Visitor for Answer<'_> {
    type Output = LessonAnswer;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> LessonAnswer {
        let Answer(lesson, text) = self;
        let position: R = lesson.position(game.switches()).expect("a position");
        let turn = text
            .parse()
            .unwrap_or_else(|error| panic!("{game}, {}: {error}", lesson.name));
        lesson.answer(turn, position.illegality(turn).as_ref())
    }
}

fn is_right(answer: &LessonAnswer) -> bool {
    matches!(answer, LessonAnswer::Right(_))
}

fn lessons() -> impl Iterator<Item = (&'static Game, &'static Lesson)> {
    let games = games::built_in().into_iter();
    games.flat_map(|game| game.lessons().iter().map(move |lesson| (game, lesson)))
}

#[test]
fn every_game_has_lessons_and_at_least_two_of_its_own() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    for game in games::built_in() {
        let path = games.join(game.name()).join("lessons.toml");
        let text = fs::read_to_string(path).expect("lessons.toml");
        assert!(game.lessons().len() >= 6, "{game}");
        assert!(text.matches("[[lesson]]").count() >= 2, "{game}");
    }
    let folders = fs::read_dir(&games).expect("a listing").flatten();
    let folders = folders.filter(|entry| entry.path().join("game.toml").exists());
    assert_eq!(games::built_in().len(), folders.count());
}

#[test]
fn every_lesson_answers_the_turns_that_it_lists() {
    for (game, lesson) in lessons() {
        let place = format!("{game}, {}", lesson.name);
        let answers = game.dispatch(Answers(lesson));
        for pattern in &lesson.accepted {
            let fits = |(text, _): &&(String, LessonAnswer)| pattern.fits(text);
            let mut fitting = answers.iter().filter(fits).peekable();
            assert!(
                fitting.peek().is_some(),
                "{place}: no legal turn is {pattern}"
            );
            for (text, answer) in fitting {
                assert!(is_right(answer), "{place}: {text}");
            }
        }
        let wrong = |(_, answer): &&(String, LessonAnswer)| !is_right(answer);
        for (text, answer) in answers.iter().filter(wrong) {
            assert_ne!(
                *answer,
                LessonAnswer::Wrong(String::new()),
                "{place}: {text}"
            );
        }
        for wrong_turns in &lesson.wrong {
            let expected = LessonAnswer::Wrong(wrong_turns.answer.clone());
            for pattern in &wrong_turns.turns {
                let text = pattern.to_string();
                // A pattern with `..` may fit turns that get different answers. If legal turns
                // fit, at least one of them gets the expected answer.
                let is_given = if text.contains("..") {
                    let fits = |(text, _): &&(String, LessonAnswer)| pattern.fits(text);
                    let mut legal = answers.iter().filter(fits).peekable();
                    legal.peek().is_none() || legal.any(|(_, answer)| *answer == expected)
                } else {
                    game.dispatch(Answer(lesson, &text)) == expected
                };
                assert!(is_given, "{place}: {text} does not get its answer");
            }
        }
    }
}

/// Checks that the lesson `after` goes on where the lesson `before` ends.
struct Continues<'a> {
    before: &'a Lesson,
    after: &'a Lesson,
}

impl Visitor for Continues<'_> {
    type Output = ();

    /// `after` plays the turns of `before`, then a turn that `before` accepts, and then turns of
    /// the opponent until the reader is to play.
    fn visit<R: Rules>(self, game: TypedGame<R>) {
        let Continues { before, after } = self;
        let place = format!("{game}, {}", after.name);
        let played = before.played.len();
        assert_eq!(after.position, before.position, "{place}");
        assert_eq!(after.played[..played], before.played[..], "{place}");
        let [readers_turn, replies @ ..] = &after.played[played..] else {
            panic!("{place}: the reader's turn is missing");
        };
        let mut position: R = before.position(game.switches()).expect("a position");
        let reader = position.seat();
        let turn = readers_turn.parse().expect("a turn");
        assert!(
            is_right(&before.answer(turn, position.illegality(turn).as_ref())),
            "{place}"
        );
        assert_eq!(
            before.accepted.len(),
            1,
            "{place}: the previous lesson accepts several turns"
        );
        position = position.play(turn);
        for reply in replies {
            assert_ne!(
                position.seat(),
                reader,
                "{place}: {reply} is no turn of the opponent"
            );
            let turn = reply.parse().expect("a turn");
            assert!(position.is_legal(turn), "{place}: {reply}");
            position = position.play(turn);
        }
        assert_eq!(position.seat(), reader, "{place}");
    }
}

#[test]
fn every_game_teaches_a_first_game_turn_by_turn() {
    for game in games::all().into_iter().filter(|game| game.is_built_in()) {
        let is_of_first_game = |lesson: &&Lesson| lesson.name.starts_with("first-game-");
        let lessons = game.lessons().iter();
        let first = lessons.clone().position(|lesson| is_of_first_game(&lesson));
        let first = first.unwrap_or_else(|| panic!("{game}: no first game"));
        let lessons: Vec<&Lesson> = lessons.skip(first).take_while(is_of_first_game).collect();
        assert!((6..=10).contains(&lessons.len()), "{game}");
        assert!(lessons[0].played.is_empty(), "{game}");
        for pair in lessons.windows(2) {
            game.dispatch(Continues {
                before: pair[0],
                after: pair[1],
            });
        }
        if lessons[0].position == game.start(0).to_string() {
            assert_eq!(
                first, 0,
                "{game}: the lessons first-game-* begin at the start position, so they must be the first lessons"
            );
        } else {
            // There is no fixed start: the kings are placed at random or by the players.
            assert!(
                game.starts().len() > 1 || game.start(0).to_string().contains("[K"),
                "{game}"
            );
        }
    }
}

#[test]
fn an_illegal_turn_that_a_lesson_does_not_list_is_answered_with_its_illegality() {
    let game = games::find("ssehc").expect("a game");
    let lesson = game
        .lessons()
        .iter()
        .find(|lesson| lesson.name == "un-move");
    let lesson = lesson.expect("a lesson");
    let LessonAnswer::Wrong(text) = game.dispatch(Answer(lesson, "f3a8")) else {
        panic!("an illegal turn is accepted");
    };
    assert!(text.starts_with("f3a8 is not legal: "), "{text}");
}

#[test]
fn texts_are_whole_sentences_in_one_line() {
    for (game, lesson) in lessons() {
        let answers = lesson.wrong.iter().map(|wrong| &wrong.answer);
        let texts = [&lesson.text, &lesson.task, &lesson.right, &lesson.otherwise];
        let typing = Some(&lesson.typing).filter(|typing| !typing.is_empty());
        for text in texts.into_iter().chain(answers).chain(typing) {
            let place = format!("{game}, {}: {text}", lesson.name);
            assert!(text.ends_with(['.', '?', '!']), "{place}");
            assert!(!text.contains("  ") && !text.contains('\n'), "{place}");
            // Notation stands in backticks. Only `typing` contains notation: readers who tap
            // squares on a board need not know it.
            assert!(!text.contains('`') || text == &lesson.typing, "{place}");
        }
    }
}

fn names_of(game: &Game) -> Vec<&str> {
    let names = game.lessons().iter().map(|lesson| lesson.name.as_str());
    names.collect()
}

/// The switch `start`, with the kings on other squares than in the built-in games.
const OTHER_KINGS: &str =
    "start = \"8/8/4k3/8/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1\"";

#[test]
fn a_users_game_lacks_the_lessons_of_its_base_that_are_not_true_in_it() {
    for (number, (base, switches, expected)) in [
        ("ssehc", "point-home = 2", &["home", "end"][..]),
        ("ssehc", "point-far = 3", &["end"]),
        (
            "ssehc",
            "declare = \"never\"\nhome-wins = true",
            &["home", "end"],
        ),
        (
            "ssehc",
            "compare = \"home-board-distance\"",
            &["home", "end"],
        ),
        (
            "ssehc-classic",
            "home-wins = false",
            &["home-first", "all-home"],
        ),
        (
            "ssehc-classic",
            "compare = \"points\"",
            &["as-close-as-possible"],
        ),
        (
            "smolowitz",
            "switch-colours = false",
            &["think-of-home", "switch"],
        ),
        ("smolowitz", "possible = false", &["possible"]),
        ("smolowitz", "stalemate = \"draw\"", &["all-home"]),
        ("ssehc", OTHER_KINGS, &["un-move"]),
        ("ssehc", "first = \"black\"", &["un-move"]),
        ("smolowitz", "first = \"white\"", &["un-move"]),
        ("unplay", "bishops = \"any\"", &["bishops"]),
        ("unplay", "pawns-on-a-file = \"any\"", &["revived-pawns"]),
        ("unplay", "revived-pawns = \"any\"", &["revived-pawns"]),
        ("unplay", "goal = \"home\"", &["army"]),
        (
            "unplay",
            "own-check = \"removable\"",
            &["first-turn", "corner"],
        ),
        ("unplay", "first = \"black\"", &["first-turn"]),
        ("unplay", "start = \"random-kings\"", &["first-turn"]),
        (
            "unplay-strict",
            "own-check = \"free\"",
            &["removable", "take-back"],
        ),
        ("unplay-strict", "start = \"random-kings\"", &["removable"]),
        (
            "unplay-random",
            "own-check = \"removable\"",
            &["random-corner", "random-guard"],
        ),
        (
            "unplay-placement",
            "first = \"black\"",
            &["place", "place-second", "first-turn"],
        ),
        (
            "unachess",
            "start = \"8/8/8/8/8/8/8/8[KQkq] w - - 0 1\"",
            &["drop"],
        ),
        ("unachess", "pawn-rows = [2, 5]", &["pawn-rows"]),
        (
            "unachess",
            "capture-before-king = true",
            &["capture-needs-king"],
        ),
        ("unachess", "castling = false", &["castling", "promotion"]),
        ("unachess-2", "pawn-rows = [1, 5]", &["first-row"]),
        ("unachess-2", "double-step = true", &["single-step"]),
        ("unachess-2", "castling = true", &["single-step"]),
    ]
    .into_iter()
    .filter(|(base, ..)| families::is_built_in(base))
    .enumerate()
    {
        // If another test has added a game with the same rules and start, `games::add` returns that
        // game, whose base and lessons may differ. The switches in `unique` prevent this. A lesson
        // is left out if it explains a changed switch. No lesson of `base` explains the switches in
        // `unique`, so they remove no lesson.
        let unique = match base {
            "smolowitz" => "point-pawn = 9",
            "unplay-random" => "repetition = \"loses\"\nfifty-moves = \"loses\"",
            _ => "repetition = \"loses\"\nstalemate = \"loses\"",
        };
        let switches = format!("{switches}\n{unique}");
        let name = format!("lessons-{number}");
        let game = variation(&name, base, &switches);
        assert_eq!(game.name(), name, "another game has the same rules");
        let names = names_of(game);
        let base = games::find(base).expect("a game");
        let dropped: Vec<&str> = names_of(base)
            .into_iter()
            // The lessons `first-game-*` depend on several rules each, so they are not compared.
            .filter(|name| !name.starts_with("first-game-") && !names.contains(name))
            .collect();
        assert_eq!(dropped, expected, "{base}: {switches}");
    }
}

#[test]
fn a_users_game_with_another_start_does_not_have_the_first_game_of_its_base() {
    let empty = "start = \"8/8/8/8/8/8/8/8[KQkq] w - - 0 1\"";
    for (number, (base, switches)) in [
        ("ssehc", OTHER_KINGS),
        ("ssehc", "first = \"black\""),
        ("smolowitz", OTHER_KINGS),
        ("unplay", OTHER_KINGS),
        ("unplay", "first = \"black\""),
        ("unachess", empty),
        ("unachess", "first = \"black\""),
    ]
    .into_iter()
    .filter(|(base, _)| families::is_built_in(base))
    .enumerate()
    {
        let switches = format!("{switches}\nfifty-moves = \"loses\"");
        let game = variation(&format!("first-game-{number}"), base, &switches);
        let mut names = names_of(game).into_iter();
        assert!(!names.any(|name| name.starts_with("first-game-")), "{base}");
    }
}

#[test]
fn a_lesson_explains_switches_of_its_family() {
    let mut count = 0;
    for (game, lesson) in lessons() {
        // The text `SWITCH=VALUE`. Only the name is checked below, so `game` may refuse the value.
        let definition = |switch: &str| match switch {
            "start" => "start=base".to_owned(),
            "pawn-rows" => "pawn-rows=[1,7]".to_owned(),
            other if other.starts_with("point-") => format!("{other}=3"),
            other => format!("{other}={}", games::switch_values(other)[0]),
        };
        let explained = lesson.wrong.iter().flat_map(|wrong| &wrong.explains);
        for switch in lesson.explains.iter().chain(explained) {
            let checked = game.accepts(&definition(switch));
            let checked = checked.map_err(|error| error.to_string());
            assert!(
                !checked.is_err_and(|error| error.contains("no switch of this name")),
                "{game}, {}: {switch}",
                lesson.name
            );
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}

#[test]
fn the_lessons_of_the_examples_are_true_in_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/games");
    for (name, untrue) in [
        ("no-waiting", &[][..]),
        ("own-colours", &["think-of-home", "switch"]),
        ("ssehc-sharp", &["home", "end"]),
        ("free-revival", &["revived-pawns"]),
        ("early-captures", &["capture-needs-king"]),
    ] {
        let file = folder.join(format!("{name}.toml"));
        // If a built-in game is removed from the project, the examples based on it are removed too.
        if !file.exists() {
            continue;
        }
        let game = games::load(&file).expect("a game").game;
        let names = names_of(game);
        // The lessons are not compared in full. If another test has added a game with the same
        // rules and start, `games::load` returns that game, whose base and lessons may differ.
        assert!(names.len() >= 6, "{name}: {names:?}");
        assert!(
            !names.iter().any(|name| untrue.contains(name)),
            "{name}: {names:?}"
        );
        if untrue.contains(&"revived-pawns") {
            let un_move = game
                .lessons()
                .iter()
                .find(|lesson| lesson.name == "un-move");
            let un_move = un_move.expect("a lesson");
            // In this game a black pawn may come back on f3.
            assert!(is_right(&game.dispatch(Answer(un_move, "f3e2*p"))));
        }
    }
}
