//! The test positions that `reviver mine` finds.

use crate::analysis::Theme;
use crate::board::{Act, Role, Setup, Turn};
use crate::rules::Rules;

/// A position with a proven best turn.
pub(super) struct Find {
    pub(super) setup: Setup,
    pub(super) best: Turn,
    pub(super) what: What,
    pub(super) themes: Vec<Theme>,
    /// What is special about the best turn.
    pub(super) comments: Vec<String>,
}

/// What makes a turn the best one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    /// Only this turn forces a win within this number of turns.
    Wins(u8),
    /// After any other turn, the opponent can force a win within this number of the opponent's
    /// turns.
    Saves(u8),
}

impl What {
    /// The length of the solution, by which finds are sorted. For [`What::Saves`] it is the number
    /// of turns plus 1.
    pub(super) const fn length(self) -> u8 {
        match self {
            What::Wins(turns) => turns,
            What::Saves(turns) => turns + 1,
        }
    }
}

impl Find {
    /// A position whose best turn is known.
    pub(super) fn new<R: Rules>(position: &R, best: Turn, what: What) -> Self {
        let mate = match what {
            What::Wins(turns) => Some(u32::from(turns)),
            What::Saves(_) => None,
        };
        Self {
            setup: *position.setup(),
            best,
            what,
            themes: Theme::of(position, best, mate),
            comments: comments(position, best),
        }
    }
}

/// What is special about a turn, in the words of the rules.
fn comments<R: Rules>(position: &R, turn: Turn) -> Vec<String> {
    let mut words = Vec::new();
    let un = if R::FORM.reverse { "un-" } else { "" };
    if position.checks()[position.side()] {
        words.push("answers a check".to_owned());
    }
    // Kcehc is a check on the king of the side that is not to play.
    if position.checks()[!position.side()] {
        words.push("out of kcehc".to_owned());
    }
    match turn.act() {
        Act::UnPromotion | Act::Promotion => words.push(format!("{un}promotion")),
        Act::Drop => words.push("drop".to_owned()),
        Act::End => words.push("declares the end".to_owned()),
        Act::Move | Act::UnEnPassant => {}
    }
    if position.is_en_passant(turn) {
        words.push("en passant".to_owned());
    }
    if position.castles(turn) {
        words.push(format!("{un}castling"));
    }
    if turn.head().is_some() || turn.tail_revival().is_some() {
        let what = match turn.role() {
            Some(Role::Pawn) => "un-captures a pawn",
            _ => "un-captures a piece",
        };
        words.push(what.to_owned());
    }
    let after = position.play(turn);
    if after.checks()[position.side()] {
        words.push("leaves a check".to_owned());
    }
    if after.outcome().is_some() {
        words.push("ends the game".to_owned());
    }
    words
}
