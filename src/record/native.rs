//! Game records in native notation.

use super::error::{RecordError, RecordErrorKind};
use super::native_reader::{GameReader, NativeReader};
use super::tokens::{Token, Tokens, TurnNotation, TurnText};
use super::{Record, RecordedTurn, ReplayError};
use crate::board::{Color, Turn};
use crate::games::{TypedGame, Visitor};
use crate::notation::NativeWords;
use crate::notation::native::Native;

/// Reads turns in native notation, separated as in a record: by two spaces, line ends or `=>`. The
/// text may have move numbers and comments, but no tags, no variations and no result. A comment
/// with `;` must be on a line of its own.
///
/// # Errors
///
/// The error gives the line, the column and what is wrong there.
pub fn read_native_turns<R: NativeWords>(start: &R, text: &str) -> Result<Vec<Turn>, RecordError> {
    let mut reader = GameReader::at(start.clone());
    let mut turns = Vec::new();
    for token in Tokens::new(text, TurnNotation::Native) {
        let (place, token) = token?;
        match token {
            Token::Comment(_) => {}
            Token::VariationStart => {
                return Err(place.error(RecordErrorKind::UnexpectedCharacter('(')));
            }
            Token::VariationEnd => {
                return Err(place.error(RecordErrorKind::UnexpectedCharacter(')')));
            }
            Token::Tag { .. } => return Err(place.error(RecordErrorKind::UnexpectedCharacter('['))),
            Token::Word(word) => {
                let Some(turn) = TurnText::of(&word) else {
                    continue;
                };
                let at = turn.place(place);
                let turn = reader.read(turn.text);
                turns.push(turn.map_err(|error| at.error(RecordErrorKind::NativeTurn(error)))?);
            }
        }
    }
    Ok(turns)
}

impl Record {
    /// The text of the record, with the turns in native notation. [`read`](super::read()) accepts
    /// this text.
    ///
    /// # Errors
    ///
    /// If the first position is not a position of the game, if a turn of the main line cannot be
    /// played, or if a turn of a variation is illegal. The error names the turn, and says why.
    /// A turn after the game has ended by repetition or fifty moves is an error in the main line,
    /// but not in a variation.
    pub fn to_native_text(&self) -> Result<String, ReplayError> {
        struct Write<'a>(&'a Record);
        impl Visitor for Write<'_> {
            type Output = Result<String, ReplayError>;
            fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
                let record = self.0;
                let live = record.replay(game)?;
                let mut text = record.tags_as_text(&[("Notation", "native")]);
                text.push_str(&record.native_movetext(live.start())?);
                Ok(text)
            }
        }
        self.game.dispatch(Write(self))
    }

    /// Everything after the tags. White's turn and Black's turn with the same number are on one
    /// line. But a comment or a variation on White's turn ends the line.
    fn native_movetext<R: NativeWords>(&self, start: &R) -> Result<String, ReplayError> {
        let mut text = String::new();
        if let Some(preface) = &self.preface {
            text.push_str(&format!("{{{preface}}}\n"));
        }
        push_native_turns(&mut text, &self.turns, start.clone(), 1)?;
        text.push_str(&format!("{}\n\n", self.result));
        Ok(text)
    }
}

/// Adds the turns from a position, and their variations. Every line ends with a line feed, the last
/// line included. `first` is the number of the first turn. The turns of the game are legal, those
/// of variations may be illegal.
fn push_native_turns<R: NativeWords>(
    text: &mut String,
    turns: &[RecordedTurn],
    mut position: R,
    first: usize,
) -> Result<(), ReplayError> {
    let mut at_line_start = true;
    for (number_in_game, recorded) in (first..).zip(turns) {
        let side = position.side();
        let number = position.setup().fullmove;
        match (at_line_start, side) {
            (_, Color::White) => text.push_str(&format!("{number}.  ")),
            (true, Color::Black) => text.push_str(&format!("{number}...  ")),
            (false, Color::Black) => text.push_str("    "),
        }
        let turn = recorded.turn;
        if let Some(illegality) = position.illegality(turn) {
            return Err(ReplayError::Variation {
                number: number_in_game,
                turn,
                illegality,
            });
        }
        text.push_str(&Native::new(&position).record_entry(turn));
        for glyph in recorded.glyph_words() {
            text.push_str(&format!(" {glyph}"));
        }
        if let Some(comment) = &recorded.comment {
            text.push_str(&format!("  {{{comment}}}"));
        }
        let has_more =
            recorded.comment.is_some() || recorded.nonempty_variations().next().is_some();
        at_line_start = side.is_black() || has_more;
        if at_line_start {
            text.push('\n');
        }
        for variation in recorded.nonempty_variations() {
            text.push_str("(\n");
            push_native_turns(text, variation, position.clone(), number_in_game)?;
            text.push_str(")\n");
        }
        position = position.play(turn);
    }
    if !at_line_start {
        text.push('\n');
    }
    Ok(())
}
