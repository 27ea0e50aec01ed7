//! Why a position is invalid in a game.

use thiserror::Error;

use super::names::{counted, side_name};
use crate::board::{Color, Role, Square, initial_count};

/// A part of a position: one of the six fields of its text, or the reserve. In the text, the
/// reserve belongs to the first field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Field {
    /// The pieces on the board.
    Placement,
    /// The pieces in reserve, in brackets after the board.
    Reserve,
    /// The side to play: `w` or `b`.
    Side,
    /// The castling field.
    Castling,
    /// The pending field.
    Pending,
    /// The halfmove clock.
    Halfmove,
    /// The fullmove number.
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

/// Why a position is invalid in a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum IllegalPosition {
    /// A side has more pieces of a kind than at the start of chess.
    #[error("placement: {side} has {pieces}; chess begins with {most}", side = side_name(*color), pieces = counted(*count, *role), most = initial_count(*role))]
    TooMany {
        /// The side.
        color: Color,
        /// The kind.
        role: Role,
        /// The number of these pieces on the board and in reserve.
        count: u32,
    },
    /// A side has more pieces of a kind in reserve than at the start of chess.
    #[error("reserve: {side} has {pieces} in reserve; chess begins with {most}", side = side_name(*color), pieces = counted(*count, *role), most = initial_count(*role))]
    TooManyInReserve {
        /// The side.
        color: Color,
        /// The kind.
        role: Role,
        /// The number of these pieces in reserve.
        count: u32,
    },
    /// Board and reserve together do not have the sixteen pieces of a side.
    #[error("reserve: {side} must have {pieces} in reserve, but has {found}", side = side_name(*color), pieces = counted(*needed, *role))]
    WrongReserve {
        /// The side.
        color: Color,
        /// The kind.
        role: Role,
        /// The number that must be in reserve: the pieces of this kind that are not on the board.
        needed: u32,
        /// The number in reserve.
        found: u32,
    },
    /// A side has more promoted pieces than missing pawns.
    #[error("placement: {side} has more promoted pieces ({extra}) than missing pawns ({pawns})", side = side_name(*color))]
    TooManyPromoted {
        /// The side.
        color: Color,
        /// The number of promoted pieces: those beyond the number of their kind at the start of
        /// chess. Of three queens and three rooks, for example, 2 + 1 = 3 are promoted.
        extra: u32,
        /// The number of pawns that are neither on the board nor in reserve.
        pawns: u32,
    },
    /// A side has two or more kings on the board. Or it has none there, and the game does not allow
    /// a king in reserve.
    #[error("placement: {side} must have one king on the board, but has {found}", side = side_name(*color))]
    Kings {
        /// The side.
        color: Color,
        /// The number of kings that the side has on the board.
        found: u32,
    },
    /// In a game that allows a king in reserve, a side has no king on the board and none in
    /// reserve.
    #[error("placement: {} must have one king on the board or in reserve, but has none", side_name(*.0))]
    NoKing(Color),
    /// A king is in reserve, but the position does not allow this, for one of these reasons:
    ///
    /// * The same side has another king.
    /// * While the kings are being placed, the board holds a piece other than the king of the side
    ///   that plays first.
    #[error("reserve: {0}")]
    KingInReserve(&'static str),
    /// While the kings are being placed, the wrong side is to play.
    #[error("side: {0}")]
    PlacingOrder(&'static str),
    /// A pawn stands on rank 1 or 8.
    #[error("placement: a pawn stands on {0}, but no pawn can stand on row 1 or 8")]
    PawnOnEdge(Square),
    /// A pawn stands on a row where this game has no pawns.
    #[error(
        "placement: a {color} pawn cannot stand on {square}; pawns stand on rows {lowest} to 7 of their side"
    )]
    PawnRow {
        /// The side of the pawn.
        color: Color,
        /// The square of the pawn.
        square: Square,
        /// The lowest row on which pawns are dropped.
        lowest: u8,
    },
    /// The kings stand next to each other.
    #[error("placement: the kings on {0} and {1} touch")]
    KingsTouch(Square, Square),
    /// The last turn left a king in a check that the game forbids.
    #[error(
        "side: {} has just played and left the king of {} in a check that the game forbids",
        side_name(*just_played),
        side_name(*king)
    )]
    Check {
        /// The side that has just played.
        just_played: Color,
        /// The side whose king is attacked.
        king: Color,
    },
    /// A king or rook is missing on the square where the castling field needs it.
    #[error("castling: {letter} needs {piece} on {square}")]
    Castling {
        /// The letter of the field.
        letter: char,
        /// The piece that the letter needs.
        piece: &'static str,
        /// The square where this piece should stand.
        square: Square,
    },
    /// The letters of the castling field contradict each other, the board or the reserve. Or the
    /// game has no castling.
    #[error("castling: {0}")]
    CastlingLetters(&'static str),
    /// No legal turn can have produced the pending field.
    #[error("pending: {0}")]
    Pending(&'static str),
    /// The pieces cannot have come from the initial array by legal moves of chess.
    #[error("placement: the position is not possible: {0}")]
    Impossible(&'static str),
    /// Two bishops of a side stand on squares of the same colour.
    #[error("placement: {} has two bishops on squares of one colour", side_name(*.0))]
    BishopsOnOneColor(Color),
    /// Two pawns of a side stand on one file.
    #[error("placement: {} has two pawns on one file", side_name(*.0))]
    DoubledPawns(Color),
}

impl IllegalPosition {
    /// The field that is wrong.
    #[must_use]
    pub const fn field(&self) -> Field {
        match self {
            IllegalPosition::TooMany { .. }
            | IllegalPosition::TooManyPromoted { .. }
            | IllegalPosition::Kings { .. }
            | IllegalPosition::NoKing(_)
            | IllegalPosition::PawnOnEdge(_)
            | IllegalPosition::PawnRow { .. }
            | IllegalPosition::KingsTouch(..)
            | IllegalPosition::Impossible(_)
            | IllegalPosition::BishopsOnOneColor(_)
            | IllegalPosition::DoubledPawns(_) => Field::Placement,
            IllegalPosition::TooManyInReserve { .. }
            | IllegalPosition::WrongReserve { .. }
            | IllegalPosition::KingInReserve(_) => Field::Reserve,
            IllegalPosition::Check { .. } | IllegalPosition::PlacingOrder(_) => Field::Side,
            IllegalPosition::Castling { .. } | IllegalPosition::CastlingLetters(_) => {
                Field::Castling
            }
            IllegalPosition::Pending(_) => Field::Pending,
        }
    }

    /// The message without the name of the field.
    #[must_use]
    pub fn words(&self) -> String {
        let message = self.to_string();
        match message.strip_prefix(&format!("{}: ", self.field())) {
            Some(words) => words.to_owned(),
            None => message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_pieces_have_a_singular_and_a_plural() {
        let (color, role) = (Color::White, Role::King);
        let two_kings = IllegalPosition::TooMany {
            color,
            role,
            count: 2,
        };
        assert_eq!(
            two_kings.to_string(),
            "placement: White has 2 kings; chess begins with 1"
        );
        assert_eq!(two_kings.words(), "White has 2 kings; chess begins with 1");
        for (needed, words) in [(8, "8 pawns"), (1, "1 pawn"), (0, "no pawn")] {
            let wrong_reserve = IllegalPosition::WrongReserve {
                color: Color::Black,
                role: Role::Pawn,
                needed,
                found: 7,
            };
            assert_eq!(
                wrong_reserve.to_string(),
                format!("reserve: Black must have {words} in reserve, but has 7")
            );
        }
    }
}
