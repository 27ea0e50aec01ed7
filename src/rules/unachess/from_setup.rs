//! Which positions the game can have, and which it refuses (notation, section 1).

use super::castling::{UNMOVED_KING, king_unmoved, waiting_rook};
use super::{Unachess, ahead, both_kings, in_check};
use crate::board::{
    Bitboard, Castling, Color, Pending, Role, Setup, Square, Wing, attacks, reserve::army, row,
    row_of,
};
use crate::rules::{Refusal, validate};

/// The position with its pending field brought to the normal form, or the reason why not.
pub(super) fn checked(mut position: Unachess) -> Result<Unachess, Refusal> {
    let setup = position.setup;
    for color in [Color::White, Color::Black] {
        kings(&setup, color)?;
        army_possible(&setup, color)?;
    }
    pawns(&position)?;
    validate::kings_apart(&setup)?;
    if !position.switches.castling && setup.castling != Castling::NONE {
        return Err(Refusal::CastlingLetters(
            "this game has no castling, so the field is -",
        ));
    }
    for color in [Color::White, Color::Black] {
        castling(&setup, color)?;
    }
    let just_played = !setup.side;
    if in_check(&setup.placement, just_played) {
        return Err(Refusal::Check {
            just_played,
            king: just_played,
        });
    }
    position.setup.pending = pending(&position)?;
    Ok(position)
}

/// Pawns stand on the rows from the lowest on which they are dropped to row 7.
fn pawns(position: &Unachess) -> Result<(), Refusal> {
    let lowest = position.switches.pawn_rows.lowest();
    if lowest == 2 {
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
            return Err(Refusal::PawnRow {
                color,
                square,
                lowest,
            });
        }
    }
    Ok(())
}

/// Each side has one king, on the board or in reserve.
fn kings(setup: &Setup, color: Color) -> Result<(), Refusal> {
    let on_board = setup.placement.pieces(color, Role::King).count() as u32;
    let in_reserve = setup.placement.reserve().count(color, Role::King);
    match (on_board, in_reserve) {
        (1, 0) | (0, 1) => Ok(()),
        (1, _) => Err(Refusal::KingInReserve(
            "a side with its king on the board has none in reserve",
        )),
        (0, 2..) => Err(Refusal::KingInReserve("a side has only one king")),
        (found, _) => Err(Refusal::Kings { color, found }),
    }
}

/// No more than the sixteen pieces of chess, some of its pawns promoted. With one king and eight
/// pawns at most, the count of promoted pieces bounds the whole army.
fn army_possible(setup: &Setup, color: Color) -> Result<(), Refusal> {
    let placement = &setup.placement;
    let mut extra = 0;
    for role in Role::ALL {
        let in_reserve = placement.reserve().count(color, role);
        let count = placement.pieces(color, role).count() as u32 + in_reserve;
        // No captured or promoted piece goes into the reserve, and no pawn is made.
        if in_reserve > army(role) || (role == Role::Pawn && count > army(role)) {
            return Err(Refusal::TooMany { color, role, count });
        }
        extra += count.saturating_sub(army(role));
    }
    let pawns = placement.pieces(color, Role::Pawn).count() as u32
        + placement.reserve().count(color, Role::Pawn);
    let missing = army(Role::Pawn) - pawns;
    if extra > missing {
        return Err(Refusal::TooManyPromoted {
            color,
            extra,
            pawns: missing,
        });
    }
    Ok(())
}

/// The castling field names pieces that are there and were dropped there, and does not contradict
/// itself.
fn castling(setup: &Setup, color: Color) -> Result<(), Refusal> {
    let field = setup.castling;
    let needs = |letter: usize, role: Role, piece, square: Square| {
        if setup.placement.pieces(color, role).contains(square) {
            return Ok(());
        }
        let name = Castling::LETTERS[letter];
        Err(Refusal::Castling {
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
        if field.on_wing(color, wing) {
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
        return Err(Refusal::CastlingLetters(
            "H and A (h and a) are for a king in reserve",
        ));
    }
    let ready = Wing::ALL.into_iter().any(|wing| field.on_wing(color, wing));
    if ready && field.has(color, UNMOVED_KING) {
        return Err(Refusal::CastlingLetters(
            "E (e) is for an unmoved king without an unmoved rook, so it goes without K and Q (k and q)",
        ));
    }
    if dropped + setup.placement.reserve().count(color, Role::Rook) > army(Role::Rook) {
        return Err(Refusal::CastlingLetters(
            "a side drops two rooks, and one that it still has in reserve it has not dropped",
        ));
    }
    debug_assert!(!waiting || !king_unmoved(field, color));
    Ok(())
}

/// The pending field in its normal form: an en passant square only if a capture there is legal.
fn pending(position: &Unachess) -> Result<Pending, Refusal> {
    let setup = &position.setup;
    let passed = match setup.pending {
        Pending::Nothing => return Ok(Pending::Nothing),
        Pending::At(passed) => passed,
        Pending::Must(_) | Pending::End => {
            return Err(Refusal::Pending(
                "this game knows - or an en passant square",
            ));
        }
    };
    if !position.switches.has_double_steps() {
        return Err(Refusal::Pending(
            "no pawn makes a double step in this game, so the field is -",
        ));
    }
    let passer = !setup.side;
    let placement = &setup.placement;
    if !row(passer, 3).contains(passed) {
        return Err(Refusal::Pending(
            "an en passant square lies on the third row of the side that has just played",
        ));
    }
    let over = Bitboard::from_square(passed);
    let (from, to) = (ahead(!passer, over), ahead(passer, over));
    if placement.pieces(passer, Role::Pawn).is_disjoint(to) {
        return Err(Refusal::Pending(
            "no pawn stands where the double step ends",
        ));
    }
    if placement.occupied().intersects(over | from) {
        return Err(Refusal::Pending("the way of the double step is not free"));
    }
    // With the pawn back on its second row, the side to play has just played.
    let occupied = (placement.occupied() ^ to) | from;
    let attacked_before = placement.king(setup.side).is_some_and(|king| {
        (placement.attackers(king, passer, occupied) & !to).any()
            || (attacks::pawn_attacks(!passer, king) & from).any()
    });
    if both_kings(placement) && attacked_before {
        return Err(Refusal::Pending(
            "before the double step the side to play would have left its king in check",
        ));
    }
    Ok(position.pending_after_double_step(passer, passed))
}
