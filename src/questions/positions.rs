//! Questions about a position and its turns.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{GameLine, QuestionError};
use crate::board::Color;
use crate::engine::view::Tap;
use crate::engine::{Engine, TapsAnswer};
use crate::games::{TypedGame, Visitor};
use crate::notation::{Native, NativeWords};
use crate::rules::Illegality;

/// The state of a game and what its board shows, as one object.
fn state_of(engine: &dyn Engine) -> Result<Value, QuestionError> {
    let mut state = serde_json::to_value(engine.state())?;
    let board = serde_json::to_value(engine.board())?;
    if let (Value::Object(state), Value::Object(board)) = (&mut state, board) {
        state.extend(board);
    }
    Ok(state)
}

pub(super) fn state(line: &GameLine) -> Result<Value, QuestionError> {
    state_of(&*line.engine()?)
}

pub(super) fn turns(line: &GameLine) -> Result<Value, QuestionError> {
    Ok(json!({ "turns": line.engine()?.turns() }))
}

/// State and turns at once.
pub(super) fn position(line: &GameLine) -> Result<Value, QuestionError> {
    let engine = line.engine()?;
    Ok(json!({ "state": state_of(&*engine)?, "turns": engine.turns() }))
}

/// A turn, or the taps on the board with which a person has begun to enter a turn.
#[derive(Deserialize)]
pub(super) struct Attempt {
    #[serde(flatten)]
    line: GameLine,
    turn: Option<String>,
    taps: Option<Vec<Tap>>,
}

/// The `rule` in the answer of [`explain`] if the text is not a turn, or if no turn fits the taps.
const FORM: &str = "the form of a turn";

/// Says whether the turn is legal. Without a turn, says whether a legal turn begins with the taps.
/// If not, the answer gives the reason. A question with neither the field `turn` nor the field
/// `taps` is an error.
pub(super) fn explain(attempt: &Attempt) -> Result<Value, QuestionError> {
    let engine = attempt.line.engine()?;
    let illegality = match (&attempt.turn, &attempt.taps) {
        (None, None) => return Err(QuestionError::NoAttempt),
        (Some(text), _) => engine
            .explain(text)
            .unwrap_or_else(|error| Some(Illegality::new(FORM, error.to_string()))),
        (None, Some(taps)) => match engine.explain_taps(taps) {
            TapsAnswer::Legal => None,
            TapsAnswer::Illegal(why) => Some(
                why.unwrap_or_else(|| Illegality::new(FORM, "no legal turn begins in this way")),
            ),
        },
    };
    Ok(match illegality {
        None => json!({ "legal": true }),
        Some(Illegality { rule, reason }) => {
            json!({ "legal": false, "reason": reason, "rule": rule })
        }
    })
}

/// A turn that a person typed.
#[derive(Deserialize)]
pub(super) struct Typed {
    #[serde(flatten)]
    line: GameLine,
    text: String,
}

/// The turn that a person typed, or the reason why the text is not a legal turn.
pub(super) fn parse(typed: &Typed) -> Result<Value, QuestionError> {
    Ok(match typed.line.engine()?.read_turn(&typed.text) {
        Ok(turn) => json!({ "text": turn.to_string() }),
        Err(error) => json!({ "text": null, "reason": error.reason(), "rule": error.rule() }),
    })
}

/// The turns of a game in native notation, and the player of each.
pub(super) fn words(line: &GameLine) -> Result<Value, QuestionError> {
    struct Words<'a>(&'a GameLine);
    impl Visitor for Words<'_> {
        type Output = Result<Value, QuestionError>;
        fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
            let live = self.0.live(game)?;
            let mut position = live.start().clone();
            let (mut words, mut players) = (Vec::new(), Vec::new());
            for turn in live.turns() {
                words.push(Native::new(&position).write(turn));
                players.push(position.seat().number());
                position = position.play(turn);
            }
            Ok(json!({ "words": words, "players": players }))
        }
    }
    line.game()?.dispatch(Words(line))
}

pub(super) fn eval(line: &GameLine) -> Result<Value, QuestionError> {
    let engine = line.engine()?;
    let evaluation = engine.evaluation(&engine.game().search_options());
    let terms: Vec<Value> = evaluation
        .terms
        .iter()
        .map(|term| json!({ "name": term.name, "first": term.first, "second": term.second }))
        .collect();
    Ok(json!({
        "terms": terms,
        "total": evaluation.total,
        "score": evaluation.score,
        "player": evaluation.player,
    }))
}

/// A diagram to draw.
#[derive(Deserialize)]
pub(super) struct Picture {
    #[serde(flatten)]
    line: GameLine,
    #[serde(default)]
    flip: bool,
}

pub(super) fn diagram(picture: &Picture) -> Result<Value, QuestionError> {
    let bottom = Color::from_white(!picture.flip);
    Ok(json!({ "svg": picture.line.engine()?.picture(bottom) }))
}

#[cfg(test)]
mod tests {
    use crate::questions::answer;

    #[test]
    fn explain_without_the_fields_turn_and_taps_is_refused() {
        for body in [
            r#"{ "game": "ssehc" }"#,
            r#"{ "game": "ssehc", "turn": null, "taps": null }"#,
        ] {
            let error = answer("explain", body.as_bytes()).expect_err(body);
            assert_eq!(
                error.to_string(),
                "there is nothing to explain; give a turn in the field turn, or a list of taps in \
                 the field taps"
            );
        }
        let legal = |body: &str| answer("explain", body.as_bytes()).expect(body)["legal"].clone();
        assert_eq!(legal(r#"{ "game": "ssehc", "turn": "f3a8" }"#), false);
        assert_eq!(legal(r#"{ "game": "ssehc", "taps": [] }"#), true);
    }
}
