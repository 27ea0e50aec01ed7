//! Which positions are valid in a game of the Unachess family.

use super::Unachess;
use super::castling::{UNMOVED_KING, king_unmoved, waiting_rook};
use super::checks::{ahead, both_kings, in_check};
use crate::board::{
    Bitboard, Castling, Color, Pending, Role, Setup, Square, Wing, attacks, initial_count, row,
    row_of,
};
use crate::rules::{IllegalPosition, validate};

impl Unachess {
    /// Checks the position, and removes an en passant square on which no capture is legal.
    pub(super) fn checked(mut self) -> Result<Self, IllegalPosition> {
        let setup = self.setup;
        for color in [Color::White, Color::Black] {
            check_kings(&setup, color)?;
            check_army(&setup, color)?;
        }
        check_pawns(&self)?;
        validate::kings_apart(&setup)?;
        if !self.switches.castling && setup.castling != Castling::NONE {
            return Err(IllegalPosition::CastlingLetters(
                "this game has no castling, so the field must be -",
            ));
        }
        for color in [Color::White, Color::Black] {
            check_castling(&setup, color)?;
        }
        let just_played = !setup.side;
        if in_check(&setup.placement, just_played) {
            return Err(IllegalPosition::Check {
                just_played,
                king: just_played,
            });
        }
        self.setup.pending = normal_pending(&self)?;
        Ok(self)
    }
}

/// Checks that no pawn stands on row 8, or below the lowest row on which pawns are dropped.
fn check_pawns(position: &Unachess) -> Result<(), IllegalPosition> {
    let lowest = position.switches.pawn_rows.lowest();
    if lowest == 2 {
        // The pawns may stand on the same rows as in chess.
        return validate::pawns(&position.setup);
    }
    for color in [Color::White, Color::Black] {
        let mut pawns = position
            .setup
            .placement
            .pieces(color, Role::Pawn)
            .into_iter();
        let stray = |&square: &Square| !(u32::from(lowest)..=7).contains(&row_of(color, square));
        if let Some(square) = pawns.find(stray) {
            return Err(IllegalPosition::PawnRow {
                color,
                square,
                lowest,
            });
        }
    }
    Ok(())
}

/// Checks that a side has one king, on the board or in reserve.
fn check_kings(setup: &Setup, color: Color) -> Result<(), IllegalPosition> {
    let on_board = setup.placement.pieces(color, Role::King).count() as u32;
    let in_reserve = setup.placement.reserve().count(color, Role::King);
    match (on_board, in_reserve) {
        (1, 0) | (0, 1) => Ok(()),
        (1, _) => Err(IllegalPosition::KingInReserve(
            "a side whose king is on the board cannot have a king in reserve too",
        )),
        (0, 2..) => Err(IllegalPosition::KingInReserve("a side has only one king")),
        (0, 0) => Err(IllegalPosition::NoKing(color)),
        (found, _) => Err(IllegalPosition::Kings { color, found }),
    }
}

/// Checks the number of a side's pieces of each kind. Pieces beyond those of the initial array of
/// chess must be promoted pawns.
fn check_army(setup: &Setup, color: Color) -> Result<(), IllegalPosition> {
    let placement = &setup.placement;
    let mut extra = 0;
    for role in Role::ALL {
        let in_reserve = placement.reserve().count(color, role);
        let count = placement.pieces(color, role).count() as u32 + in_reserve;
        // No piece ever enters the reserve, so it never holds more pieces of a kind than the
        // initial array. No piece ever becomes a pawn, so a side never has more than eight pawns.
        if in_reserve > initial_count(role) {
            let count = in_reserve;
            return Err(IllegalPosition::TooManyInReserve { color, role, count });
        }
        if role == Role::Pawn && count > initial_count(role) {
            return Err(IllegalPosition::TooMany { color, role, count });
        }
        extra += count.saturating_sub(initial_count(role));
    }
    let pawns = placement.pieces(color, Role::Pawn).count() as u32
        + placement.reserve().count(color, Role::Pawn);
    let missing = initial_count(Role::Pawn) - pawns;
    if extra > missing {
        return Err(IllegalPosition::TooManyPromoted {
            color,
            extra,
            pawns: missing,
        });
    }
    Ok(())
}

/// Checks that each king and rook that the castling field names stands on its home square. The
/// letters must also agree with each other and with the reserve. `castling.rs` explains the
/// letters.
fn check_castling(setup: &Setup, color: Color) -> Result<(), IllegalPosition> {
    let field = setup.castling;
    let needs = |letter: usize, role: Role, piece, square: Square| {
        if setup.placement.pieces(color, role).contains(square) {
            return Ok(());
        }
        let name = Castling::LETTERS[letter];
        Err(IllegalPosition::Castling {
            letter: color.fold_wb(name, name.to_ascii_lowercase()),
            piece,
            square,
        })
    };
    let king_home = Wing::king_home(color);
    if field.has(color, UNMOVED_KING) {
        needs(UNMOVED_KING, Role::King, "a king", king_home)?;
    }
    let mut dropped = 0;
    for wing in Wing::ALL {
        if field.has_wing(color, wing) {
            needs(wing as usize, Role::King, "a king", king_home)?;
            needs(wing as usize, Role::Rook, "a rook", wing.rook_home(color))?;
            dropped += 1;
        }
        if field.has(color, waiting_rook(wing)) {
            needs(
                waiting_rook(wing),
                Role::Rook,
                "a rook",
                wing.rook_home(color),
            )?;
            dropped += 1;
        }
    }
    let waiting = Wing::ALL
        .into_iter()
        .any(|wing| field.has(color, waiting_rook(wing)));
    if waiting && setup.placement.king(color).is_some() {
        return Err(IllegalPosition::CastlingLetters(
            "H and A (h and a) mean that the side's king is in reserve, but it is on the board",
        ));
    }
    let ready = Wing::ALL
        .into_iter()
        .any(|wing| field.has_wing(color, wing));
    if ready && field.has(color, UNMOVED_KING) {
        return Err(IllegalPosition::CastlingLetters(
            "E (e) means an unmoved king without an unmoved rook, so the side cannot also have K or Q (k or q)",
        ));
    }
    if dropped + setup.placement.reserve().count(color, Role::Rook) > initial_count(Role::Rook) {
        return Err(IllegalPosition::CastlingLetters(
            "the letters name more rooks than the side can have dropped (two minus the rooks in reserve)",
        ));
    }
    debug_assert!(!waiting || !king_unmoved(field, color));
    Ok(())
}

/// The pending field, without the en passant square if no capture there is legal.
fn normal_pending(position: &Unachess) -> Result<Pending, IllegalPosition> {
    let setup = &position.setup;
    let passed = match setup.pending {
        Pending::Nothing => return Ok(Pending::Nothing),
        Pending::At(passed) => passed,
        Pending::Must(_) | Pending::End => {
            return Err(IllegalPosition::Pending(
                "the field must be - or name an en passant square",
            ));
        }
    };
    if !position.switches.has_double_steps() {
        return Err(IllegalPosition::Pending(
            "this game has no double steps, so the field must be -",
        ));
    }
    let passer = !setup.side;
    let placement = &setup.placement;
    if !row(passer, 3).contains(passed) {
        return Err(IllegalPosition::Pending(
            "an en passant square lies on the third row of the side that has just played",
        ));
    }
    let over = Bitboard::from_square(passed);
    let (from, to) = (ahead(!passer, over), ahead(passer, over));
    if placement.pieces(passer, Role::Pawn).is_disjoint(to) {
        return Err(IllegalPosition::Pending(
            "no pawn stands where the double step ends",
        ));
    }
    if placement.occupied().intersects(over | from) {
        return Err(IllegalPosition::Pending(
            "the path of the double step is not free",
        ));
    }
    // The occupied squares before the double step: the pawn is still on its row 2.
    let occupied = (placement.occupied() ^ to) | from;
    let attacked_before = placement.king(setup.side).is_some_and(|king| {
        (placement.attackers(king, passer, occupied) & !to).any()
            || (attacks::pawn_attacks(!passer, king) & from).any()
    });
    if both_kings(placement) && attacked_before {
        return Err(IllegalPosition::Pending(
            "the king of the side to play would have been in check \
             before the other side's double step",
        ));
    }
    Ok(position.pending_after_double_step(passer, passed))
}
