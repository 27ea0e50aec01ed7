//! The catalogue of games, and the rules, lessons and puzzles of a game.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::QuestionError;
use super::line::game_named;
use crate::analysis::epd;
use crate::games::{self, Game, Lesson, LessonAnswer, LessonError, TypedGame, Visitor};
use crate::notation::NativeWords;
use crate::rules::Rules;

/// The number of skill levels below full strength.
const LEVELS: u32 = crate::search::Strength::FULL_LEVEL as u32;

/// A question about the catalogue, or about one game.
#[derive(Deserialize)]
pub(super) struct Listed {
    name: Option<String>,
}

/// All listed games, or only the named game. The named game can also be unlisted, for example if a
/// game record defines it by switches.
pub(super) fn games(listed: &Listed) -> Result<Value, QuestionError> {
    let about = |game: &'static Game| {
        let about = game.about();
        json!({
            "name": game.name(),
            "identity": game.identity(),
            "title": game.title(),
            "summary": game.summary(),
            "win": about.win,
            "home": game.home_words(),
            "warning": about.warning,
            "recommended": about.recommended,
            "first_turns": about.first_turns,
            "reverse": game.is_reverse(),
            "start": game.start(0).to_string(),
            "sample": about.sample,
            "first": game.first_side().char().to_string(),
            "random_start": game.has_random_start(),
            "levels": LEVELS,
            "elo_per_level": game.elo_per_level(),
        })
    };
    let games = match &listed.name {
        Some(name) => vec![game_named(name)?],
        None => games::all(),
    };
    Ok(json!({ "games": games.into_iter().map(about).collect::<Vec<_>>() }))
}

/// A question about a game as a whole.
#[derive(Deserialize)]
pub(super) struct Named {
    game: String,
}

/// The rules of a game as text.
pub(super) fn rules(named: &Named) -> Result<Value, QuestionError> {
    let game = game_named(&named.game)?;
    Ok(json!({ "title": game.title(), "markdown": game.rules_text() }))
}

/// The lessons of a game. Each has the turns that solve it, and what to say to some wrong turns.
pub(super) fn lessons(named: &Named) -> Result<Value, QuestionError> {
    struct Lessons;
    impl Visitor for Lessons {
        type Output = Result<Value, QuestionError>;
        fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
            let lessons: Result<Vec<Value>, LessonError> = game
                .lessons()
                .iter()
                .map(|lesson| {
                    Ok(lesson_value(
                        lesson,
                        &lesson.position::<R>(game.switches())?,
                    ))
                })
                .collect();
            Ok(json!({ "lessons": lessons? }))
        }
    }
    game_named(&named.game)?.dispatch(Lessons)
}

/// A lesson as JSON. `position` is the position in which the reader of the lesson plays.
fn lesson_value<R: Rules>(lesson: &Lesson, position: &R) -> Value {
    let mut solutions = Vec::new();
    let mut wrong = BTreeMap::new();
    for turn in position.turns() {
        match lesson.answer(turn, None) {
            LessonAnswer::Right(_) => solutions.push(turn.to_string()),
            // A wrong turn without a text of its own is left out: the client shows the hint.
            LessonAnswer::Wrong(text) if text == lesson.otherwise => {}
            LessonAnswer::Wrong(text) => {
                wrong.insert(turn.to_string(), text);
            }
        }
    }
    solutions.sort_unstable();
    json!({
        "name": lesson.name,
        "title": lesson.title,
        "text": lesson.text,
        "task": lesson.task,
        "typing": lesson.typing,
        "example": lesson.example,
        "start": lesson.position,
        "turns": lesson.played,
        "answers": solutions,
        "right": lesson.right,
        "wrong": wrong,
        "hint": lesson.otherwise,
    })
}

/// The positions of the game's test suite that have a name, best turns and a proven win.
pub(super) fn puzzles(named: &Named) -> Result<Value, QuestionError> {
    let game = game_named(&named.game)?;
    let lines = game.suite_text().lines();
    let puzzles: Vec<Value> = lines
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .filter_map(|line| epd::read(line, Some(game)).ok())
        .filter_map(|epd| {
            let (id, turns) = (epd.id?, epd.mate?);
            if epd.best.is_empty() {
                return None;
            }
            let (task, proof) = match turns {
                1 => ("Win at once.".to_owned(), "This ends the game.".to_owned()),
                turns => (
                    format!("Win in {turns} turns."),
                    format!(
                        "Every defence has been searched to its end: this wins within {turns} \
                         turns, whatever the opponent plays."
                    ),
                ),
            };
            Some(json!({
                "id": id,
                "fen": epd.setup.to_string(),
                "side": epd.setup.side.char().to_string(),
                "best": epd.best.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "turns": turns,
                "themes": epd.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>(),
                "task": task,
                "proof": proof,
            }))
        })
        .collect();
    Ok(json!({ "puzzles": puzzles }))
}
