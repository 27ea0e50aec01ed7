//! Answers to texts that are not turns, with examples of legal turns.

use super::chess_move::{ChessMove, likely_pawn_turn};
use super::lists::Named;
use crate::board::{Act, Role, RoleOn, Square, Turn};
use crate::plural::listed;
use crate::rules::{Rules, role_name};

/// The answer to a chess move, such as `Nf3`, that matches no legal turn. If the likely meaning is
/// an illegal turn, the answer says why that turn is illegal. Otherwise it gives examples of turns.
pub(super) fn no_such_move<R: Rules>(
    position: &R,
    chess: ChessMove,
    text: &str,
    all: &[Named],
) -> String {
    let turn = chess.likely_turn(position);
    let illegality = turn.and_then(|turn| Some((turn, position.illegality(turn)?)));
    match illegality {
        Some((turn, illegality)) => {
            let reason = illegality.reason;
            format!("{text} is chess notation for {turn} here, which is not legal: {reason}.")
        }
        None => {
            let examples = examples(all);
            format!("{text} is chess notation, but no legal turn matches it. {examples}")
        }
    }
}

/// The answer to a square at which no legal turn begins or ends. If the likely meaning is a turn of
/// a pawn, as in `e4`, the answer says why that turn is illegal. Otherwise it gives examples of
/// turns.
pub(super) fn no_turn_at<R: Rules>(position: &R, square: Square, all: &[Named]) -> String {
    let piece = position.setup().placement.piece_at(square);
    let pawn_turn = likely_pawn_turn(position, square).filter(|_| piece.is_none());
    if let Some(turn) = pawn_turn
        && let Some(illegality) = position.illegality(turn)
    {
        let reason = illegality.reason;
        return format!("No legal turn goes to {square}. {turn} is not legal: {reason}.");
    }
    let what = match piece.filter(|piece| piece.color == position.side()) {
        Some(piece) => format!(
            "The {} on {square} has no legal turn.",
            role_name(piece.role)
        ),
        None => format!("No legal turn begins on {square} or goes there."),
    };
    format!("{what} {} Type ? to see what you can play.", examples(all))
}

/// The answer to the letter of a piece that no legal turn moves or drops.
pub(super) fn no_turn_of(role: Role, all: &[Named]) -> String {
    let (piece, examples) = (role_name(role), examples(all));
    format!("No legal turn moves a {piece}. {examples} Type ? to see what you can play.")
}

/// The answer to a text that has no meaning here.
pub(super) fn not_a_turn(text: &str, all: &[Named]) -> String {
    let text: String = text.chars().take(40).collect();
    let examples = examples(all);
    format!(
        "'{text}' is not a turn. {examples} Type ? to see what you can play, or help to see the commands."
    )
}

/// A sentence with examples of legal turns. Empty if there are none. Gives at most one example of
/// each form of turns, such as plain un-moves or drops.
pub(in crate::cli) fn examples(all: &[Named]) -> String {
    let forms: [fn(&Turn) -> Option<String>; 6] = [plain, headed, tailed, en_passant, drop, end];
    let examples: Vec<String> = forms
        .into_iter()
        .filter_map(|form| all.iter().find_map(|(turn, _)| form(turn)))
        .collect();
    match examples.is_empty() {
        true => String::new(),
        false => format!("Write a turn like {}.", listed(&examples, ", or ")),
    }
}

fn plain(turn: &Turn) -> Option<String> {
    let is_plain = turn.act() == Act::Move && turn.role().is_none() && turn.head().is_none();
    is_plain.then(|| format!("{turn} (from {} to {})", turn.from(), turn.to()))
}

fn headed(turn: &Turn) -> Option<String> {
    let RoleOn { role, square } = turn.head_revival()?;
    (turn.act() == Act::Move).then(|| {
        format!(
            "{turn} (un-capture a {} on {square}, then {} to {})",
            role_name(role),
            turn.from(),
            turn.to()
        )
    })
}

fn tailed(turn: &Turn) -> Option<String> {
    let role = turn.tail_revival()?;
    (turn.act() == Act::Move).then(|| {
        format!(
            "{turn} (from {} to {}, and leave a {} behind)",
            turn.from(),
            turn.to(),
            role_name(role)
        )
    })
}

fn en_passant(turn: &Turn) -> Option<String> {
    (turn.act() == Act::UnEnPassant).then(|| format!("{turn} (un-capture a pawn en passant)"))
}

fn drop(turn: &Turn) -> Option<String> {
    let role = turn.role().filter(|_| turn.act() == Act::Drop)?;
    Some(format!(
        "{turn} (put a {} on {})",
        role_name(role),
        turn.to()
    ))
}

fn end(turn: &Turn) -> Option<String> {
    (turn.act() == Act::End && turn.head().is_none()).then(|| format!("{turn} (declare the end)"))
}
