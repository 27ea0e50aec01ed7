//! Turns of the games in which the un-capture follows the un-move in the same turn. The
//! un-captured enemy piece appears on the vacated square, or beside the target (en passant).

use super::unmove::un_double_step_over;
use super::{placing, validate};
use crate::board::{
    Act, Bitboard, Pending, Reversibility, Role, Roles, Setup, Square, Turn, TurnFields, TurnSet,
    Wing, attacks, back,
};
use crate::rules::illegal_position::IllegalPosition;
use crate::rules::traits::Rules;

/// Plays a turn: an un-move with its un-capture, or a king placement.
pub fn play(setup: &mut Setup, turn: Turn) {
    if turn.act() == Act::Drop {
        return placing::play(setup, turn);
    }
    let (side, from, to) = (setup.side, turn.from(), turn.to());
    let Some(role) = setup.placement.role_at(from) else {
        debug_assert!(false, "nothing to un-move for {turn:?} in {setup:?}");
        return;
    };
    let irreversible = is_irreversible(setup, turn);
    setup.pending = Pending::Nothing;
    match turn.act() {
        Act::UnPromotion => {
            setup.placement.move_to_reserve(role.of(side), from);
            setup.placement.revive(Role::Pawn.of(side), to);
        }
        Act::UnEnPassant => {
            setup.placement.move_piece(Role::Pawn.of(side), from, to);
            if let Some(square) = back(side, Bitboard::from_square(from)).first() {
                setup.placement.revive(Role::Pawn.of(!side), square);
            }
            setup.pending = Pending::At(from);
        }
        _ => {
            setup.placement.move_piece(role.of(side), from, to);
            if role == Role::King && from.distance(to) > 1 {
                un_castle_rook(setup, to, from);
            }
        }
    }
    if let Some(revived) = turn.tail_revival() {
        setup.placement.revive(revived.of(!side), from);
    }
    setup.end_turn(Reversibility::irreversible_if(irreversible));
}

/// The position after a null move. `None` if the side to play has an obligation: it must
/// un-double-step, place its king, or end the check that it gives to the enemy king.
#[must_use]
pub fn null_move(setup: &Setup) -> Option<Setup> {
    let has_obligation = setup.pending != Pending::Nothing
        || placing::places_king(setup)
        || setup.placement.king_attacked(!setup.side);
    if has_obligation {
        return None;
    }
    let mut after = *setup;
    after.end_turn(Reversibility::Reversible);
    Some(after)
}

/// Completes an un-castling of the side to play after its king has gone from `castled` to
/// `king_home`: moves the rook home, and freezes king and rook.
pub fn un_castle_rook(setup: &mut Setup, king_home: Square, castled: Square) {
    let side = setup.side;
    debug_assert_eq!(king_home, Wing::king_home(side));
    for wing in Wing::ALL {
        if wing.king_castled(side) == castled {
            let rook = Role::Rook.of(side);
            setup
                .placement
                .move_piece(rook, wing.rook_castled(side), wing.rook_home(side));
            setup.castling = setup.castling.with(side, wing as usize);
        }
    }
}

/// Whether a turn is irreversible: an un-capture, a pawn un-move, an un-promotion or a king
/// placement.
#[must_use]
pub fn is_irreversible(setup: &Setup, turn: Turn) -> bool {
    turn.role().is_some()
        || turn.act() != Act::Move
        || setup.placement.by_role(Role::Pawn).contains(turn.from())
}

/// The un-double-step that the pending field demands, as a set; `None` if it demands none.
#[must_use]
pub fn demanded_un_double_step(setup: &Setup) -> Option<TurnSet> {
    let Pending::At(passed) = setup.pending else {
        return None;
    };
    let (from, to) = un_double_step_over(setup.side, passed)?;
    Some(TurnSet::moves(from, Bitboard::from_square(to)))
}

/// The kinds of `roles` that may be un-captured on `square`: no pawns on ranks 1 and 8.
#[inline]
#[must_use]
pub fn revivable(roles: Roles, square: Square) -> Roles {
    if Bitboard::BACKRANKS.contains(square) {
        roles.without(Roles::PAWN)
    } else {
        roles
    }
}

/// Checks that the king of the side to play is not attacked. From the view of the side that has
/// just played it is the enemy king, and in these games no turn may leave the enemy king in check.
///
/// # Errors
///
/// If the king is attacked. The error names both sides.
pub fn check_enemy_king(setup: &Setup) -> Result<(), IllegalPosition> {
    if setup.placement.king_attacked(setup.side) {
        return Err(IllegalPosition::Check {
            just_played: !setup.side,
            king: setup.side,
        });
    }
    Ok(())
}

/// Checks the king of the side that has just played. It may be attacked if the side to play has an
/// answer (`has_answer`), or if the game is over.
///
/// # Errors
///
/// If the king is attacked, there is no answer and the game is not over. The error names the side
/// that has just played.
pub fn check_own_king<R: Rules>(
    position: &R,
    has_answer: impl Fn(&R) -> bool,
) -> Result<(), IllegalPosition> {
    let just_played = !position.side();
    if position.setup().placement.king_attacked(just_played)
        && position.immediate_outcome().is_none()
        && !has_answer(position)
    {
        return Err(IllegalPosition::Check {
            just_played,
            king: just_played,
        });
    }
    Ok(())
}

/// Checks that a legal turn can have produced the pending field. An en passant square in this field
/// demands an un-double-step. `has_un_double_step` says whether this un-double-step is legal. It
/// need not test whether the other side has a turn after the un-double-step.
///
/// # Errors
///
/// If no legal turn can have produced the pending field. The error says what is wrong with it.
pub fn check_pending<R: Rules>(
    position: &R,
    has_un_double_step: impl Fn(&R) -> bool,
) -> Result<(), IllegalPosition> {
    let setup = position.setup();
    let passed = match setup.pending {
        Pending::Nothing => return Ok(()),
        Pending::At(passed) => passed,
        Pending::Must(_) | Pending::End => {
            return Err(IllegalPosition::Pending(
                "the field must be - or name an en passant square",
            ));
        }
    };
    let (revived, _) = validate::en_passant(setup, passed)?;
    if !has_un_double_step(position) {
        return Err(IllegalPosition::Pending("the un-double-step is not legal"));
    }
    if !un_captured_en_passant(position, passed, revived) {
        return Err(IllegalPosition::Pending(
            "no pawn can legally have been un-captured en passant there",
        ));
    }
    Ok(())
}

/// Whether the last turn can have been an en passant un-capture. In such a turn a pawn goes from
/// `passed` to a square next to `revived`, and un-captures the pawn on `revived`.
fn un_captured_en_passant<R: Rules>(position: &R, passed: Square, revived: Square) -> bool {
    let setup = position.setup();
    let (side, just_played) = (setup.side, !setup.side);
    let beside =
        attacks::pawn_attacks(side, passed) & setup.placement.pieces(just_played, Role::Pawn);
    beside.into_iter().any(|capturer| {
        let mut before = *setup;
        before.side = just_played;
        before.pending = Pending::Nothing;
        before
            .placement
            .move_to_reserve(Role::Pawn.of(side), revived);
        before
            .placement
            .move_piece(Role::Pawn.of(just_played), capturer, passed);
        let turn = Turn::new(TurnFields::new(Act::UnEnPassant, passed, capturer));
        R::from_setup(position.switches(), before)
            .is_ok_and(|before| turn.is_some_and(|turn| before.is_legal(turn)))
    })
}
