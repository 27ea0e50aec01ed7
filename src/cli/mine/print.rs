//! A find as a line of EPD, with a comment about its best turn.

use super::find::{Find, What};
use crate::analysis::Theme;
use crate::board::{Act, Pending, Role, Turn};
use crate::games::Game;
use crate::rules::{Goal, Rules, Uncapture};

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
    let mut words = themes(position, *best);
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

/// What is special about a turn, in the words of the rules.
pub(super) fn themes<R: Rules>(position: &R, turn: Turn) -> Vec<String> {
    let mut words = Vec::new();
    let placement = &position.setup().placement;
    let king = placement.king(position.side());
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
        Act::UnEnPassant => words.push("en passant".to_owned()),
        Act::UnPromotion | Act::Promotion => words.push(format!("{un}promotion")),
        Act::Drop => words.push("drop".to_owned()),
        Act::End => words.push("declares the end".to_owned()),
        Act::Move => {}
    }
    let is_capture = placement.piece_at(turn.to()).is_none()
        && position.setup().pending == Pending::At(turn.to())
        && turn.from().file() != turn.to().file()
        && placement.role_at(turn.from()) == Some(Role::Pawn);
    if position.captures() && turn.act() == Act::Move && is_capture {
        words.push("en passant".to_owned());
    }
    let wide = turn.from().file().distance(turn.to().file()) == 2;
    if turn.act() == Act::Move && king == Some(turn.from()) && wide {
        words.push(format!("{un}castling"));
    }
    let vacated = match position.uncapture() {
        Uncapture::None => None,
        Uncapture::May(square) | Uncapture::Must(square) => Some(square),
    };
    if turn.head().is_some() && turn.head() != vacated {
        words.push("en passant".to_owned());
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
