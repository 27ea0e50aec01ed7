//! Every legal turn as an object: its text, what to show of it, how to enter it by tapping, and
//! what it changes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::letters::kinds;
use super::plain::{Tense, plain};
use super::steps::{Step, steps};
use super::taps::{Tap, taps_of};
use crate::board::{Setup, Square, Turn};
use crate::notation::{Native, NativeWords};

/// A legal turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TurnView {
    /// The turn in the notation of the protocol.
    pub text: String,
    /// The turn in native notation.
    pub native: String,
    /// The turn in plain words, as an instruction: "un-move the king from f3 to e4".
    pub plain: String,
    /// What to show, in this order.
    pub steps: Vec<Step>,
    /// The ways to enter it by tapping.
    pub taps: Vec<Vec<Tap>>,
    /// What it changes on the board and in the reserves.
    #[serde(flatten)]
    pub changes: Changes,
}

/// What differs between two positions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Changes {
    /// For each square that changes, the FEN letter of the piece on it after the change; `None` if
    /// the square is then empty.
    pub board: BTreeMap<String, Option<char>>,
    /// For each FEN letter, how many more of these pieces are in reserve after the change; negative
    /// if there are fewer. A letter whose number does not change is left out.
    pub reserve: BTreeMap<char, i32>,
}

impl Changes {
    /// The changes that lead from one position to another.
    #[must_use]
    pub fn between(before: &Setup, after: &Setup) -> Self {
        let letter = |setup: &Setup, square| setup.placement.piece_at(square).map(|p| p.char());
        let mut changes = Self::default();
        for square in Square::ALL {
            let now = letter(after, square);
            if now != letter(before, square) {
                changes.board.insert(square.to_string(), now);
            }
        }
        for piece in kinds() {
            let reserve = |setup: &Setup| setup.placement.reserve();
            let count = |setup| reserve(setup).count(piece.color, piece.role) as i32;
            let gain = count(after) - count(before);
            if gain != 0 {
                changes.reserve.insert(piece.char(), gain);
            }
        }
        changes
    }
}

/// Sorts turns by text. Unlike [`views`], the function is not generic, so it is compiled only once.
fn sort_by_text(views: &mut [TurnView]) {
    views.sort_by(|one, other| one.text.cmp(&other.text));
}

/// Every legal turn of a position, sorted by text.
pub(in crate::engine) fn views<R: NativeWords>(position: &R) -> Vec<TurnView> {
    let setup = position.setup();
    let native = Native::new(position);
    let (turns, words): (Vec<Turn>, Vec<String>) = native.legal_turns().unzip();
    let taps = taps_of(position, &turns);
    let mut views: Vec<TurnView> = turns
        .into_iter()
        .zip(words)
        .zip(taps)
        .map(|((turn, native), taps)| {
            let steps = steps(position, turn);
            TurnView {
                text: turn.to_string(),
                native,
                plain: plain(position, &steps, Tense::Instruction),
                steps,
                taps,
                changes: Changes::between(setup, position.play(turn).setup()),
            }
        })
        .collect();
    sort_by_text(&mut views);
    views
}
