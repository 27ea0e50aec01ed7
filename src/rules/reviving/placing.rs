//! The start in which the players place their own kings (`start = "placement"` in a game file).

use super::validate;
use crate::board::{
    Act, Bitboard, Color, Pending, Reversibility, Role, Roles, Setup, Turn, TurnSet, attacks,
};
use crate::rules::illegal_position::IllegalPosition;
use crate::rules::illegality::Illegality;
use crate::rules::names::side_name;
use crate::rules::switches::{Common, Kings};

/// Whether the side to play still has to place its king.
#[inline]
#[must_use]
pub fn places_king(setup: &Setup) -> bool {
    setup.placement.king(setup.side).is_none()
}

/// The king placements of the side to play: all squares except the other king's and those next to
/// it.
#[must_use]
pub fn turns(setup: &Setup) -> TurnSet {
    let taken = match setup.placement.king(!setup.side) {
        Some(other) => attacks::king_attacks(other).with(other),
        None => Bitboard::EMPTY,
    };
    TurnSet::drops(Roles::of(Role::King), !taken)
}

/// Plays a king placement. There are at most two in a game, so this function is marked as cold.
#[cold]
pub fn play(setup: &mut Setup, turn: Turn) {
    setup.placement.revive(Role::King.of(setup.side), turn.to());
    setup.end_turn(Reversibility::Irreversible);
}

/// Checks a position in which kings may still have to be placed.
///
/// Returns `true` if a king still has to be placed. Such a position needs no other check.
///
/// # Errors
///
/// If a king has to be placed and the position is invalid. The error names the field and the
/// reason.
pub fn check(setup: &Setup, common: &Common) -> Result<bool, IllegalPosition> {
    if common.kings == Kings::OnBoard || !king_missing(setup) {
        return Ok(false);
    }
    validate::armies(setup)?;
    check_kings(setup, common.first)?;
    Ok(true)
}

/// Whether a king is missing on the board.
#[must_use]
fn king_missing(setup: &Setup) -> bool {
    Color::ALL
        .into_iter()
        .any(|color| setup.placement.king(color).is_none())
}

/// Checks a position in which a king is missing. `first` is the side that plays first.
fn check_kings(setup: &Setup, first: Color) -> Result<(), IllegalPosition> {
    let placement = &setup.placement;
    let king = placement.king(first);
    let king_alone = king.map_or(Bitboard::EMPTY, Bitboard::from_square);
    if placement.occupied() != king_alone {
        return Err(IllegalPosition::KingInReserve(match first {
            Color::White => {
                "while a king is in reserve, the board may hold nothing but White's king"
            }
            Color::Black => {
                "while a king is in reserve, the board may hold nothing but Black's king"
            }
        }));
    }
    let side = if king.is_some() { !first } else { first };
    if setup.side != side {
        return Err(IllegalPosition::PlacingOrder(match first {
            Color::White => "White places its king first, then Black",
            Color::Black => "Black places its king first, then White",
        }));
    }
    if setup.pending != Pending::Nothing {
        return Err(IllegalPosition::Pending(
            "while a king is still to be placed, the field must be -",
        ));
    }
    validate::frozen(setup)
}

/// Why a turn is illegal in a position in which the side to play has to place its king.
#[must_use]
pub fn illegality(setup: &Setup, turn: Turn) -> Illegality {
    const PLACING: &str = "placing the kings";
    if turn.act() != Act::Drop || turn.role() != Some(Role::King) {
        let side = side_name(setup.side);
        return Illegality::new(
            PLACING,
            format!("{side} must place its king in this turn, for example with K@e4"),
        );
    }
    let to = turn.to();
    let reason = if setup.placement.king(!setup.side) == Some(to) {
        format!("the other king stands on {to}")
    } else {
        format!("a king on {to} would touch the other king")
    };
    Illegality::new(PLACING, reason)
}
