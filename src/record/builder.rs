//! A game record while it is being read.

use super::error::{RecordError, RecordErrorKind};
use super::native_reader::{NativeReader, native_reader};
use super::result::GameResult;
use super::tags::{Comment, RESERVED_TAGS, Tags};
use super::text_position::TextPosition;
use super::tokens::{Token, TurnNotation, TurnText};
use super::{MAX_VARIATION_DEPTH, Record, RecordedTurn};
use crate::board::{Setup, Turn};
use crate::games::{self, Game, UnknownGame};
use crate::notation::error::printable;
use crate::notation::{position, turn};

/// A game record of which some tokens have been read.
#[derive(Default)]
pub(super) struct RecordBuilder {
    tags: Tags,
    /// The name of the variant.
    variant: Option<Tag>,
    /// The switches of a variant that is not built in.
    switches: Option<Tag>,
    fen: Option<Tag>,
    result: Option<GameResult>,
    /// The names of all tags so far.
    seen: Vec<String>,
    /// Whether an empty line has ended the tags.
    tags_ended: bool,
    preface: Option<Comment>,
    /// The turns of the present line: the game, or a variation.
    turns: Vec<RecordedTurn>,
    /// A comment before the first turn of the present variation.
    variation_comment: Option<Comment>,
    /// The lines that continue when a variation ends: first the game, last the line around the
    /// present variation. Empty if the present line is the game.
    interrupted: Vec<Interrupted>,
    /// The game and its first position, known after the tags.
    start: Option<Start>,
    notation: TurnNotation,
    /// The reader of turns in native notation. It is made when the first such turn is read.
    reader: Option<Box<dyn NativeReader>>,
}

/// A line that continues when the variation inside it ends.
struct Interrupted {
    turns: Vec<RecordedTurn>,
    reader: Option<Box<dyn NativeReader>>,
}

/// The value of a tag, and the place of the tag.
struct Tag {
    place: TextPosition,
    value: String,
}

/// A game and its first position.
#[derive(Clone, Copy)]
struct Start {
    game: &'static Game,
    setup: Setup,
}

impl RecordBuilder {
    /// The notation of the turns according to the tags so far.
    pub(super) const fn notation(&self) -> TurnNotation {
        self.notation
    }

    /// The number of turns of the game so far, without variations.
    pub(super) fn turn_count(&self) -> usize {
        let game = self.interrupted.first().map(|line| &line.turns);
        game.unwrap_or(&self.turns).len()
    }

    /// Handles an empty line: it ends the tags, if there are any.
    pub(super) fn empty_line(&mut self) {
        self.tags_ended |= !self.seen.is_empty();
    }

    /// Adds annotation glyphs to the latest turn of the present line, if it has a turn.
    pub(super) fn add_glyphs(&mut self, glyphs: &[u8]) {
        if let Some(recorded) = self.turns.last_mut() {
            recorded.glyphs.extend(glyphs);
        }
    }

    /// Adds the token at `place`. Returns the record if the token is the result of the game.
    pub(super) fn add(
        &mut self,
        place: TextPosition,
        token: Token,
    ) -> Result<Option<Record>, RecordError> {
        let here = |kind| place.error(kind);
        match token {
            Token::Tag { .. } if self.tags_ended || self.start.is_some() => {
                return Err(here(RecordErrorKind::NoResult));
            }
            Token::Tag { name, value } => self.add_tag(name, Tag { place, value }).map_err(here)?,
            Token::Comment(text) => self.add_comment(&text),
            Token::VariationStart => self.start_variation().map_err(here)?,
            Token::VariationEnd => self.end_variation().map_err(here)?,
            Token::Word(word) => {
                let start = self.start(place)?;
                if let Ok(end) = word.parse::<GameResult>() {
                    if !self.interrupted.is_empty() {
                        return Err(here(RecordErrorKind::UnclosedVariation));
                    }
                    return self.finish(start, end).map(Some).map_err(here);
                }
                if let Some(turn) = TurnText::of(&word) {
                    let at = turn.place(place);
                    let turn = self.read_turn(start, turn.text);
                    let turn = turn.map_err(|kind| at.error(kind))?;
                    self.turns.push(RecordedTurn {
                        comment: self.variation_comment.take(),
                        ..turn.into()
                    });
                }
            }
        }
        Ok(None)
    }

    fn read_turn(&mut self, start: Start, text: &str) -> Result<Turn, RecordErrorKind> {
        match self.notation {
            TurnNotation::Protocol => Ok(turn::read(start.game.form(), text)?),
            TurnNotation::Native => {
                let reader = match &mut self.reader {
                    Some(reader) => reader,
                    None => {
                        let reader = native_reader(start.game, start.setup)?;
                        self.reader.insert(reader)
                    }
                };
                reader.read(text).map_err(RecordErrorKind::NativeTurn)
            }
        }
    }

    fn add_tag(&mut self, name: String, tag: Tag) -> Result<(), RecordErrorKind> {
        if self.seen.contains(&name) {
            return Err(RecordErrorKind::DuplicateTag(name));
        }
        match name.as_str() {
            "Variant" => self.variant = Some(tag),
            "Switches" => self.switches = Some(tag),
            "Result" => self.result = Some(tag.value.parse()?),
            "FEN" => self.fen = Some(tag),
            "Notation" => {
                self.notation = match tag.value.as_str() {
                    "native" => TurnNotation::Native,
                    "protocol" => TurnNotation::Protocol,
                    other => {
                        let shown = other.chars().take(20).map(printable).collect();
                        return Err(RecordErrorKind::Notation(shown));
                    }
                }
            }
            name if RESERVED_TAGS.contains(&name) => {}
            name => self.tags.set(name, &tag.value),
        }
        self.seen.push(name);
        Ok(())
    }

    fn add_comment(&mut self, text: &str) {
        let slot = match self.turns.last_mut() {
            Some(recorded) => &mut recorded.comment,
            None if self.interrupted.is_empty() => &mut self.preface,
            None => &mut self.variation_comment,
        };
        join(slot, Comment::new(text));
    }

    fn start_variation(&mut self) -> Result<(), RecordErrorKind> {
        if self.turns.is_empty() {
            return Err(RecordErrorKind::VariationBeforeTurn);
        }
        if self.interrupted.len() == MAX_VARIATION_DEPTH {
            return Err(RecordErrorKind::VariationTooDeep);
        }
        let reader = self.reader.as_ref().map(|reader| reader.before_last());
        self.interrupted.push(Interrupted {
            turns: std::mem::take(&mut self.turns),
            reader: std::mem::replace(&mut self.reader, reader),
        });
        Ok(())
    }

    /// Adds the present variation to the turn that it replaces. If the variation has no turns, only
    /// its comment is added.
    fn end_variation(&mut self) -> Result<(), RecordErrorKind> {
        let line = self
            .interrupted
            .pop()
            .ok_or(RecordErrorKind::UnexpectedCharacter(')'))?;
        let variation = std::mem::replace(&mut self.turns, line.turns);
        self.reader = line.reader;
        let comment = self.variation_comment.take();
        if let Some(replaced) = self.turns.last_mut() {
            join(&mut replaced.comment, comment);
            if !variation.is_empty() {
                replaced.variations.push(variation);
            }
        }
        Ok(())
    }

    /// The game and its first position. The error is at the wrong tag, or at `place` if a tag is
    /// missing.
    fn start(&mut self, place: TextPosition) -> Result<Start, RecordError> {
        if let Some(start) = self.start {
            return Ok(start);
        }
        let variant = self
            .variant
            .as_ref()
            .ok_or_else(|| place.error(RecordErrorKind::NoVariant))?;
        let game = match &self.switches {
            Some(tag) => games::defined(&variant.value, &tag.value)
                .map_err(|error| tag.place.error(error.into()))?,
            None => (variant.value.parse())
                .map_err(|error: UnknownGame| variant.place.error(error.into()))?,
        };
        let setup = match &self.fen {
            Some(tag) => position::parse(game.form(), &tag.value)
                .map_err(|error| tag.place.error(error.into()))?,
            None if game.start(0) == game.start(1) => game.start(0),
            None => return Err(place.error(RecordErrorKind::NoFen(game))),
        };
        Ok(*self.start.insert(Start { game, setup }))
    }

    fn finish(&mut self, start: Start, end: GameResult) -> Result<Record, RecordErrorKind> {
        match self.result {
            Some(tag) if tag != end => Err(RecordErrorKind::ResultMismatch { tag, end }),
            _ => Ok(Record {
                game: start.game,
                start: start.setup,
                tags: std::mem::take(&mut self.tags),
                preface: self.preface.take(),
                turns: std::mem::take(&mut self.turns),
                result: end,
            }),
        }
    }
}

/// Adds `more` to the end of the comment in `slot`.
pub(super) fn join(slot: &mut Option<Comment>, more: Option<Comment>) {
    *slot = match (slot.take(), more) {
        (Some(earlier), Some(more)) => Some(earlier.joined_with(&more)),
        (earlier, more) => earlier.or(more),
    };
}
