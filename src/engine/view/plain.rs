//! A turn in plain words.

use super::steps::Step;
use crate::board::Role;
use crate::plural::listed;
use crate::rules::{Rules, role_name};

/// How a turn is described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tense {
    /// As an instruction: "un-move the king from f3 to e4".
    Instruction,
    /// In the past tense: "un-moved the king from f3 to e4".
    Finished,
}

/// A verb in both tenses.
struct Verb(&'static str, &'static str);

const UN_MOVE: Verb = Verb("un-move", "un-moved");
const MOVE: Verb = Verb("move", "moved");
const UN_CAPTURE: Verb = Verb("un-capture", "un-captured");
const CAPTURE: Verb = Verb("capture", "captured");
const UN_PROMOTE: Verb = Verb("un-promote", "un-promoted");
const PROMOTE: Verb = Verb("promote", "promoted");
const UN_CASTLE: Verb = Verb("un-castle", "un-castled");
const CASTLE: Verb = Verb("castle", "castled");
const DROP: Verb = Verb("drop", "dropped");
const PLACE: Verb = Verb("place", "placed");
const DECLARE: Verb = Verb("declare", "declared");
const GO: Verb = Verb("goes", "went");
const COME: Verb = Verb("comes", "came");

/// The steps of a turn of `position` in plain words, without a subject and without a full stop.
pub(super) fn plain<R: Rules>(position: &R, steps: &[Step], tense: Tense) -> String {
    Wording {
        tense,
        steps,
        captures: position.has_captures(),
    }
    .sentence()
}

/// The place of a step in the sentence; lower numbers come first. A capture in chess stands before
/// the movement in the list of steps, but after it in the sentence.
const fn sentence_order(step: &Step) -> u8 {
    match step {
        Step::Uncapture { .. } => 0,
        Step::Unpromote { .. } => 1,
        Step::Move { .. } | Step::Castle { .. } | Step::Drop { .. } | Step::Declare => 2,
        Step::Capture { .. } => 3,
        Step::Promote { .. } | Step::Appear { .. } => 4,
    }
}

/// The steps of one turn, described in one tense.
struct Wording<'a> {
    tense: Tense,
    steps: &'a [Step],
    /// Whether turns capture and promote, as in chess.
    captures: bool,
}

impl Wording<'_> {
    fn sentence(&self) -> String {
        let mut ordered: Vec<&Step> = self.steps.iter().collect();
        ordered.sort_by_key(|step| sentence_order(step));
        let clauses: Vec<String> = ordered
            .into_iter()
            .filter_map(|step| self.clause(step))
            .collect();
        let mut text = listed(&clauses, " and ");
        text.extend(self.steps.iter().filter_map(|step| self.revival(step)));
        text
    }

    fn verb(&self, Verb(instruction, past): Verb) -> &'static str {
        match self.tense {
            Tense::Instruction => instruction,
            Tense::Finished => past,
        }
    }

    /// What the player does in a step, as a clause; `None` if another clause says it.
    fn clause(&self, step: &Step) -> Option<String> {
        Some(match step {
            Step::Uncapture { piece, square } => {
                format!("{} a {} on {square}", self.verb(UN_CAPTURE), name(*piece))
            }
            Step::Unpromote { piece, square } => {
                format!("{} the {} on {square}", self.verb(UN_PROMOTE), name(*piece))
            }
            Step::Move { piece, from, to } => self.movement(*piece, from, to),
            Step::Promote { piece, .. } => {
                format!("{} the pawn to a {}", self.verb(PROMOTE), name(*piece))
            }
            Step::Drop { piece, square } => match piece.to_ascii_lowercase() {
                'k' => format!("{} the king on {square}", self.verb(PLACE)),
                _ => format!("{} a {} on {square}", self.verb(DROP), name(*piece)),
            },
            Step::Declare => format!("{} the end of the game", self.verb(DECLARE)),
            Step::Capture { piece, square } => {
                let how = match self.steps.iter().any(|step| moves_to(step, square)) {
                    true => String::new(),
                    false => format!(" on {square}, en passant"),
                };
                let (capture, piece) = (self.verb(CAPTURE), full_name(*piece));
                format!("{capture} a {piece}{how}")
            }
            Step::Castle { .. } | Step::Appear { .. } => return None,
        })
    }

    /// The clause for the movement of a piece, and of the rook that castles with it.
    fn movement(&self, piece: char, from: &str, to: &str) -> String {
        let (verb, castle) = match self.captures {
            true => (MOVE, CASTLE),
            false => (UN_MOVE, UN_CASTLE),
        };
        let verb = self.verb(verb);
        for step in self.steps {
            match step {
                Step::Castle {
                    from: rook_from,
                    to: rook_to,
                } => {
                    let (castle, goes) = (self.verb(castle), self.verb(GO));
                    return format!(
                        "{castle}: the king {goes} from {from} to {to}, the rook from {rook_from} to \
                         {rook_to}"
                    );
                }
                Step::Unpromote { .. } => return format!("{verb} the pawn to {to}"),
                Step::Uncapture { square, .. } if square == from => {
                    return format!("{verb} it to {to}");
                }
                _ => {}
            }
        }
        format!("{verb} the {} from {from} to {to}", name(piece))
    }

    /// The clause for an enemy piece that appears; `None` for any other step.
    fn revival(&self, step: &Step) -> Option<String> {
        let Step::Appear { piece, square } = step else {
            return None;
        };
        let vacates_it = |step: &Step| matches!(step, Step::Move { from, .. } if from == square);
        let how = match self.steps.iter().any(vacates_it) {
            true => "",
            false => ", en passant",
        };
        let comes = self.verb(COME);
        Some(format!(
            "; a {} {comes} back on {square}{how}",
            full_name(*piece)
        ))
    }
}

/// Whether a step moves a piece to this square.
fn moves_to(step: &Step, square: &str) -> bool {
    matches!(step, Step::Move { to, .. } if to == square)
}

/// The kind of a piece, given by its letter of FEN.
fn name(letter: char) -> &'static str {
    Role::from_char(letter).map_or("piece", role_name)
}

/// Colour and kind of a piece, given by its letter of FEN.
fn full_name(letter: char) -> String {
    let color = match letter.is_ascii_uppercase() {
        true => "white",
        false => "black",
    };
    format!("{color} {}", name(letter))
}
