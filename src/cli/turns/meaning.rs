//! What a typed text means in a position.

use super::chess_move::ChessMove;
use super::explain::{examples, no_such_move, no_turn_at, no_turn_of, not_a_turn};
use super::forgiving::read_forgivingly;
use super::lists::{Named, fitting, leading_to, moved_role, piece, plain_letters, square};
use crate::board::{Act, Role, Square, Turn, TurnFields, row_of};
use crate::cli::notation::{Notation, in_native_words};
use crate::notation::NativeWords;
use crate::notation::native::{NativeError, NativeErrorKind};
use crate::rules::role_name;

/// What a typed text means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Meaning {
    /// A turn, legal or illegal. If `turn` is illegal, `longer` has the legal turns that begin with
    /// the text of `turn`, such as `b4b5*r` for `b4b5`. `longer` also has the legal turns whose
    /// second part (after a comma) begins with this text.
    Turn { turn: Turn, longer: Vec<Named> },
    /// The only legal turn that a text in chess notation means. `answer` is a sentence that names
    /// it.
    Understood { turn: Turn, answer: String },
    /// One of these turns. `heading` is printed above their list.
    OneOf {
        heading: Option<String>,
        turns: Vec<Named>,
    },
    /// Nothing. The string is the answer to the person who typed the text.
    Nothing(String),
}

/// The meaning of a text in a position. `all` has the legal turns of the position and their texts
/// in `notation`. A turn may be typed in the notation of the protocol or in native notation. A part
/// of a turn, such as a square or the letter of a piece, means every legal turn that it fits.
pub(in crate::cli) fn meaning<R: NativeWords>(
    position: &R,
    notation: Notation,
    all: &[Named],
    text: &str,
) -> Meaning {
    let same = |(turn, _): &&Named| turn.to_string().eq_ignore_ascii_case(text);
    if let Some(&(turn, _)) = all.iter().find(same) {
        return alone(turn);
    }
    let error = match in_native_words(position, text) {
        Ok(turn) => return alone(turn),
        Err(error) => error,
    };
    let plain = plain_letters(text);
    let forgiven = read_forgivingly(&plain);
    if let Some(&(turn, _)) = all.iter().find(|(turn, _)| Some(*turn) == forgiven) {
        return alone(turn);
    }
    if let Some(square) = square(text) {
        return square_meaning(position, square, all);
    }
    if let Some(answer) = forgiven.and_then(|turn| missing_star(position, turn, all)) {
        return Meaning::Nothing(answer);
    }
    let placement = &position.setup().placement;
    let question = forgiven.map_or_else(|| plain.clone(), |turn| turn.to_string());
    let turns = fitting(all, placement, &question);
    if let (Some(role), true) = (piece(&plain), turns.is_empty()) {
        return Meaning::Nothing(no_turn_of(role, all));
    }
    match forgiven {
        // A text such as `N@f3` is a drop, but also the beginning of a turn such as `N@f3,f6e6`.
        Some(turn) if turn.act() == Act::Drop && !turns.is_empty() => Meaning::OneOf {
            heading: Some(format!("{turn} is the first part of these turns:")),
            turns,
        },
        Some(turn) if text.parse::<Turn>().is_ok() || !has_native_reason(&error) => Meaning::Turn {
            turn,
            longer: turns,
        },
        _ => {
            let chess = ChessMove::read(&plain);
            let complaint = native_complaint(&error);
            if is_meant_as_native(&error, chess, text) {
                Meaning::Nothing(complaint)
            } else if !turns.is_empty() {
                one_of(turns)
            } else if let Some(chess) = chess {
                chess_meaning(position, chess, text, all)
            } else if notation == Notation::Native {
                Meaning::Nothing(format!(
                    "{complaint} Type ? to see what you can play, help for commands."
                ))
            } else {
                Meaning::Nothing(not_a_turn(text, all))
            }
        }
    }
}

/// A turn without further turns to choose from.
const fn alone(turn: Turn) -> Meaning {
    Meaning::Turn {
        turn,
        longer: Vec::new(),
    }
}

/// The meaning of a square: the turns that start there (see [`fitting`]), and the turns that go
/// there. Pawn turns to the square come first, because a square alone is a pawn move in chess
/// notation.
fn square_meaning<R: NativeWords>(position: &R, square: Square, all: &[Named]) -> Meaning {
    let placement = &position.setup().placement;
    let here = fitting(all, placement, &square.to_string());
    let mut others = leading_to(all, square);
    others.retain(|turn| !here.contains(turn));
    if here.is_empty() && others.is_empty() {
        return Meaning::Nothing(no_turn_at(position, square, all));
    }
    let heading = here
        .is_empty()
        .then(|| format!("The turns that go to {square}:"));
    let is_pawn_move = |(turn, _): &Named| moved_role(placement, *turn) == Some(Role::Pawn);
    let (pawns, pieces): (Vec<Named>, Vec<Named>) = others.into_iter().partition(is_pawn_move);
    Meaning::OneOf {
        heading,
        turns: [pawns, here, pieces].concat(),
    }
}

/// The meaning of chess notation.
fn chess_meaning<R: NativeWords>(
    position: &R,
    chess: ChessMove,
    text: &str,
    all: &[Named],
) -> Meaning {
    let turns = chess.meanings(&position.setup().placement, all);
    match turns.as_slice() {
        [] => Meaning::Nothing(no_such_move(position, chess, text, all)),
        [(turn, written)] => Meaning::Understood {
            turn: *turn,
            answer: format!("Played as {written}."),
        },
        _ => Meaning::OneOf {
            heading: Some(format!("{text} is chess notation. In this game write:")),
            turns,
        },
    }
}

/// The answer to a turn that may mean an un-capture, but lacks its sign (in most games a star).
/// `e5d4n` is read as a promotion, but may mean `e5d4*n`. `e5d4p` is read as an un-promotion, but
/// may mean `e5d4*p`. The result is `Some` only in reverse games, if `turn` has no un-capture and
/// is one of these:
///
/// - a promotion, which no reverse game has;
/// - an illegal un-promotion, if the turn with the star is legal;
/// - in games that write an un-capture with `@` (`N@f3,f6e6`): an un-promotion of the player's
///   king, or of a piece of the player that is not on the player's row 8. It is never legal.
fn missing_star<R: NativeWords>(position: &R, turn: Turn, all: &[Named]) -> Option<String> {
    let (act, form) = (turn.act(), R::FORM);
    if !form.reverse || !matches!(act, Act::Promotion | Act::UnPromotion) || turn.un_captures() {
        return None;
    }
    let role = match act {
        Act::Promotion => turn.role(),
        _ => Some(Role::Pawn),
    };
    let starred = Turn::new(TurnFields {
        role,
        ..TurnFields::new(Act::Move, turn.from(), turn.to())
    })?;
    let name = role_name(role?);
    if act == Act::UnPromotion
        && (position.is_legal(turn)
            || !position.is_legal(starred)
                && (!form.pending_uncapture || could_un_promote(position, turn.from())))
    {
        return None;
    }
    if form.pending_uncapture {
        let examples = examples(all);
        return Some(format!(
            "In this game an un-capture is written before the un-move, with the sign @. {examples}"
        ));
    }
    Some(match position.illegality(starred) {
        None => format!(
            "An un-capture is written with a star. To un-capture a {name} on {}, write {starred}.",
            turn.from()
        ),
        Some(illegality) => format!(
            "An un-capture is written with a star, but {starred} is not legal: {}.",
            illegality.reason
        ),
    })
}

/// Whether a piece of the player on this square could be un-promoted: it is not a king, and it
/// stands on its side's row 8. Also true if the player has no piece there. Then [`missing_star`]
/// returns `None`, and the turn is explained like any other illegal turn.
fn could_un_promote<R: NativeWords>(position: &R, square: Square) -> bool {
    let (side, piece) = (position.side(), position.setup().placement.piece_at(square));
    piece.is_none_or(|piece| {
        piece.color != side || piece.role != Role::King && row_of(side, square) == 8
    })
}

/// The answer to a question such as `? a1` if no legal turn fits it.
pub(in crate::cli) fn no_fitting(question: &str, all: &[Named]) -> String {
    let examples = examples(all);
    format!(
        "No turn fits '{question}'. Ask about a square, the letter of a piece or the start of a turn. {examples}"
    )
}

fn one_of(turns: Vec<Named>) -> Meaning {
    Meaning::OneOf {
        heading: None,
        turns,
    }
}

/// Whether the person who typed this text meant native notation. It is already known that the text
/// is not a legal turn. The text must have the form of native notation. If it also has the form of
/// chess notation, such as `Kf6`, it must contain a hyphen.
fn is_meant_as_native(error: &NativeError, chess: Option<ChessMove>, text: &str) -> bool {
    let is_malformed = matches!(error.kind, NativeErrorKind::Syntax { .. });
    !is_malformed && (chess.is_none() || text.contains('-'))
}

/// Whether the error of native notation says why the text is not a legal turn. `Syntax` and
/// `NoPiece` do not. For example, `b4-b5` un-moves a pawn in native notation. If no pawn stands on
/// b4, the text is more likely meant as `b4b5` of the protocol, which un-moves any piece on b4.
const fn has_native_reason(error: &NativeError) -> bool {
    !matches!(
        error.kind,
        NativeErrorKind::Syntax { .. } | NativeErrorKind::NoPiece { .. }
    )
}

/// Why a text in native notation is not a legal turn, as a sentence.
fn native_complaint(error: &NativeError) -> String {
    match &error.kind {
        NativeErrorKind::Illegal { turn, illegality } => {
            format!(
                "'{}' ({turn}) is not legal: {}.",
                error.text, illegality.reason
            )
        }
        _ => format!("{error}."),
    }
}
