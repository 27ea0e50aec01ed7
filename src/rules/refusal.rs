//! Typed refusals: why a game cannot have a position, why a turn is illegal.

use thiserror::Error;

use crate::board::{Color, Role, Square};

/// A field of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Field {
    /// The pieces on the board.
    Placement,
    /// The bracket behind them.
    Reserve,
    /// `w` or `b`.
    Side,
    /// The castling field.
    Castling,
    /// The pending field.
    Pending,
    /// The halfmove clock.
    Halfmove,
    /// The number of the full move.
    Fullmove,
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Field::Placement => "placement",
            Field::Reserve => "reserve",
            Field::Side => "side",
            Field::Castling => "castling",
            Field::Pending => "pending",
            Field::Halfmove => "halfmove",
            Field::Fullmove => "fullmove",
        })
    }
}

/// Why a game cannot have a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// A side has more pieces of a kind than at the start of chess.
    #[error("placement: {color} has {count} of {role:?}, more than at the start of chess")]
    TooMany {
        /// The side.
        color: Color,
        /// The kind.
        role: Role,
        /// How many there are on the board and in reserve.
        count: u32,
    },
    /// Board and reserve together are not the sixteen pieces of a side.
    #[error("reserve: {color} must have {right} of {role:?} in reserve, but has {found}")]
    WrongReserve {
        /// The side.
        color: Color,
        /// The kind.
        role: Role,
        /// How many the board lacks.
        right: u32,
        /// How many the bracket names.
        found: u32,
    },
    /// More than sixteen pieces, or more promoted ones than missing pawns allow (`unachess`).
    #[error("placement: {color} has {extra} promoted pieces, but only {pawns} pawns are missing")]
    TooManyPromoted {
        /// The side.
        color: Color,
        /// Pieces beyond the kinds of the initial array.
        extra: u32,
        /// Pawns that are neither on the board nor in reserve.
        pawns: u32,
    },
    /// A king is missing, doubled, or in reserve where the game does not allow it.
    #[error("placement: {color} must have one king on the board, but has {found}")]
    Kings {
        /// The side.
        color: Color,
        /// Kings on the board.
        found: u32,
    },
    /// Kings in reserve do not go with the other pieces or with the side to play.
    #[error("reserve: {0}")]
    KingInReserve(&'static str),
    /// A pawn on rank 1 or 8.
    #[error("placement: a pawn stands on {0}, and none can stand on rank 1 or 8")]
    PawnOnEdge(Square),
    /// A pawn where this game's pawns never stand.
    #[error(
        "placement: a {color} pawn stands on {square}, and pawns stand on the rows {lowest} to 7 of their side"
    )]
    PawnRow {
        /// Its side.
        color: Color,
        /// Where it stands.
        square: Square,
        /// The lowest row on which pawns are dropped.
        lowest: u8,
    },
    /// The kings stand next to each other.
    #[error("placement: the kings on {0} and {1} touch")]
    KingsTouch(Square, Square),
    /// The side that has just played has left a check that its game forbids.
    #[error(
        "side: {just_played} has just played and left a check on the king of {king} that the game forbids"
    )]
    Check {
        /// The side that has just played.
        just_played: Color,
        /// The side whose king is attacked.
        king: Color,
    },
    /// The castling field names a king or rook that is not there.
    #[error("castling: {letter} needs {piece} on {square}")]
    Castling {
        /// The letter of the field.
        letter: char,
        /// The piece that it speaks of.
        piece: &'static str,
        /// The square where it should stand.
        square: Square,
    },
    /// The castling field contradicts itself or has a letter that the game does not know.
    #[error("castling: {0}")]
    CastlingLetters(&'static str),
    /// The pending field cannot have arisen.
    #[error("pending: {0}")]
    Pending(&'static str),
    /// The position cannot have come from the initial array (`smolowitz`, rules 3.2).
    #[error("placement: the position is not possible: {0}")]
    Impossible(&'static str),
    /// Two bishops on squares of one colour (`unplay`, rules 4, point 2).
    #[error("placement: {0} has two bishops on squares of one colour")]
    BishopsOnOneColor(Color),
    /// Two pawns on one file (`unplay`, rules 4, point 2).
    #[error("placement: {0} has two pawns on one file")]
    DoubledPawns(Color),
}

impl Refusal {
    /// The field that is refused.
    #[must_use]
    pub const fn field(&self) -> Field {
        match self {
            Refusal::TooMany { .. }
            | Refusal::TooManyPromoted { .. }
            | Refusal::Kings { .. }
            | Refusal::PawnOnEdge(_)
            | Refusal::PawnRow { .. }
            | Refusal::KingsTouch(..)
            | Refusal::Impossible(_)
            | Refusal::BishopsOnOneColor(_)
            | Refusal::DoubledPawns(_) => Field::Placement,
            Refusal::WrongReserve { .. } | Refusal::KingInReserve(_) => Field::Reserve,
            Refusal::Check { .. } => Field::Side,
            Refusal::Castling { .. } | Refusal::CastlingLetters(_) => Field::Castling,
            Refusal::Pending(_) => Field::Pending,
        }
    }
}

/// Why a turn is not legal: a sentence for a player, and the rule it rests on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{reason} ({rule})")]
pub struct Illegality {
    /// The rule, named by what it is about.
    pub rule: &'static str,
    /// What is wrong with this turn, a sentence without a full stop.
    pub reason: String,
}

impl Illegality {
    /// A rule and what is wrong.
    #[must_use]
    pub fn new(rule: &'static str, reason: impl Into<String>) -> Self {
        Self {
            rule,
            reason: reason.into(),
        }
    }
}
