//! A test position as a line of EPD, with a comment about its best turn.

use super::find::{Find, What};
use crate::analysis::Theme;
use crate::board::{Act, Role, Turn};
use crate::games::Game;
use crate::rules::{Goal, Rules};

/// The line: the position, its best turn, what is proven, and a comment.
pub(super) fn epd<R: Rules>(game: &'static Game, find: &Find<R>, id: &str) -> String {
    let Find {
        position,
        best,
        what,
    } = find;
    let proven = match what {
        What::Wins(turns) => format!("dm {turns}; "),
        What::Saves(_) => String::new(),
    };
    let mut words = comments(position, *best);
    if let What::Saves(turns) = what {
        words.insert(0, format!("every other turn loses within {turns}"));
    }
    let comment = if words.is_empty() {
        String::new()
    } else {
        format!(" c0 \"{}\";", words.join(", "))
    };
    let mate = match what {
        What::Wins(turns) => Some(u32::from(*turns)),
        What::Saves(_) => None,
    };
    let kinds: Vec<&str> = Theme::of(position, *best, mate)
        .into_iter()
        .map(Theme::word)
        .collect();
    format!(
        "{} bm {best}; {proven}themes {}; variant {game}; id \"{id}\";{comment}",
        position.setup(),
        kinds.join(" ")
    )
}

/// What is special about a turn, in the words of the rules. Kcehc is a check on the king of the player
/// who has just moved.
pub(super) fn comments<R: Rules>(position: &R, turn: Turn) -> Vec<String> {
    let mut words = Vec::new();
    let un = if position.goal() == Goal::Checkmate {
        ""
    } else {
        "un-"
    };
    if position.checks()[position.side()] {
        words.push("out of check".to_owned());
    }
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
