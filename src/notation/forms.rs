//! The forms of turns in the notation of the protocol, with their meanings, for learners.

use super::NativeWords;
use crate::board::{Color, Role};
use crate::rules::{Form, Rules};

/// A form of turns: an example, which need not be legal, and its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnForm {
    /// The example.
    pub example: &'static str,
    /// The meaning of the example.
    pub meaning: &'static str,
}

const fn form(example: &'static str, meaning: &'static str) -> TurnForm {
    TurnForm { example, meaning }
}

/// The forms of turns in the game of this position. Combinations are left out, for example
/// `h8g7p*q`, an un-promotion with an un-capture. In a reverse game, the placement of a king is
/// listed only while a king is in reserve.
#[must_use]
pub fn turn_forms<R: Rules>(position: &R) -> Vec<TurnForm> {
    let mut forms = Vec::new();
    if !R::FORM.reverse {
        forms.push(form("e2e3", "move"));
        forms.push(form("N@f3", "drop"));
        forms.push(form("e7e8q", "promote"));
        if position.has_castling() {
            forms.push(form("e1g1", "castle"));
        }
        return forms;
    }
    forms.push(form("e6e5", "un-move"));
    if R::FORM.pending_uncapture {
        forms.push(form("N@f3,f6e6", "un-capture a knight on f3, then un-move"));
        forms.push(form("P@e4,e4e2", "un-capture a pawn en passant"));
    } else {
        forms.push(form("e4d3*q", "un-move and un-capture an enemy queen"));
        forms.push(form("e6d5*ep", "un-capture a pawn en passant"));
    }
    forms.push(form("g8g7p", "un-promote"));
    if position.has_castling() {
        forms.push(form("g1e1", "un-castle"));
    }
    let reserve = position.setup().placement.reserve();
    if Color::ALL
        .into_iter()
        .any(|color| reserve.count(color, Role::King) > 0)
    {
        forms.push(form("K@e4", "place the king"));
    }
    if position.may_declare() {
        forms.push(form("end", "declare the end"));
    }
    forms
}

/// A few sentences that explain the turns of this game to a player.
#[must_use]
pub fn turn_terms<R: NativeWords>(position: &R) -> String {
    let uncapture = match R::FORM {
        Form { reverse: false, .. } => return position.turn_terms(),
        Form {
            pending_uncapture: true,
            ..
        } => {
            "Before the un-move, an un-capture may put a piece of your reserve on the square that your \
             opponent has just left: in the chess game, your opponent captured this piece there."
        }
        Form { .. } => {
            "An un-move may include an un-capture, which puts a piece of your opponent's reserve on \
             the square that your piece leaves: in the chess game, your piece captured the other piece there."
        }
    };
    format!(
        "The game is a chess game played backwards. An un-move takes back a move of one of your pieces. {uncapture}"
    )
}
