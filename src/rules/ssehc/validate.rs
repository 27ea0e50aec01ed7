//! Tests a position of Ssehc when it is read. Only positions that certainly cannot arise in play
//! are refused.
//!
//! If the pending field names a square, it must be possible that the last un-move vacated it. If
//! the field is `-`, the last un-move is not examined, because a game may start from any position.
//! But then the side to play must not be in check: a side in check must un-capture, and `-` allows
//! no un-capture.
//!
//! If the side that has just played is in check, the side to play must have a semi-legal turn
//! (point 3 in [`super`]). A declared end is an exception: the side that declared it must not be in
//! check at all. If this side was in check before its turn, it had to end the check by an
//! un-capture before it could declare the end.

use super::Ssehc;
use crate::board::{Act, Color, Pending, Placement, Role, Roles, Square, attacks, row};
use crate::rules::reviving::validate;
use crate::rules::{IllegalPosition, Rules};

fn pending<T>(reason: &'static str) -> Result<T, IllegalPosition> {
    Err(IllegalPosition::Pending(reason))
}

impl Ssehc {
    /// Checks that the position can have arisen.
    pub(super) fn check_position(&self) -> Result<(), IllegalPosition> {
        validate::reverse(&self.setup)?;
        let side = self.setup.side;
        let attacked = |king| self.setup.placement.king_attacked(king);
        let check = |king| {
            Err(IllegalPosition::Check {
                just_played: !side,
                king,
            })
        };
        match self.setup.pending {
            Pending::End => {
                if attacked(!side) {
                    return check(!side);
                }
                return self.check_declared();
            }
            Pending::Nothing => {}
            Pending::At(square) => self.check_vacated_by_non_pawn(square)?,
            Pending::Must(square) => self.check_vacated_by_pawn(square)?,
        }
        let heads = self.heads();
        let un_captures = !heads.roles.is_empty() || self.has_un_en_passant();
        if attacked(side) && !un_captures {
            return check(side);
        }
        if matches!(self.setup.pending, Pending::Must(_)) && !un_captures {
            return pending("the forced un-capture is not possible");
        }
        if attacked(!side) && !self.has_semi_legal_turn() {
            return check(!side);
        }
        Ok(())
    }

    /// Checks that a knight, bishop, rook, queen or king can just have left `square`.
    fn check_vacated_by_non_pawn(&self, square: Square) -> Result<(), IllegalPosition> {
        let placement = &self.setup.placement;
        if placement.occupied().contains(square) {
            return pending("the vacated square is occupied");
        }
        let just_played = !self.setup.side;
        let non_pawns = placement.attackers(square, just_played, placement.occupied())
            & !placement.by_role(Role::Pawn)
            & !self.setup.castling.squares();
        let possible = |from: Square| {
            let Some(role) = placement.role_at(from) else {
                return false;
            };
            let mut before = *placement;
            before.move_piece(role.of(just_played), from, square);
            was_playable(&before, just_played)
        };
        if non_pawns.into_iter().any(possible) {
            Ok(())
        } else {
            pending("no piece of the side that has just played can have left the vacated square")
        }
    }

    /// Checks that a pawn, or a piece that was un-promoted, can just have left `square` diagonally.
    fn check_vacated_by_pawn(&self, square: Square) -> Result<(), IllegalPosition> {
        let placement = &self.setup.placement;
        if placement.occupied().contains(square) {
            return pending("the vacated square is occupied");
        }
        let just_played = !self.setup.side;
        let un_promoted = row(just_played, 8).contains(square);
        if un_promoted
            && placement
                .reserve()
                .roles(just_played)
                .without(Roles::PAWN)
                .is_empty()
        {
            return pending(
                "the un-promoted piece must be in the reserve of the side that has just played",
            );
        }
        let pawns =
            placement.pieces(just_played, Role::Pawn) & attacks::pawn_attacks(!just_played, square);
        let possible = |pawn: Square| {
            let mut before = *placement;
            before.remove(Role::Pawn.of(just_played), pawn);
            // Before the un-move, the pawn or the un-promoted piece stood on `square`. Whatever its
            // kind, it blocks the same lines to its own king. So a knight can stand in for it.
            before.put(Role::Knight.of(just_played), square);
            was_playable(&before, just_played)
        };
        if pawns.into_iter().any(possible) {
            Ok(())
        } else {
            pending("no pawn of the side that has just played can have left the vacated square")
        }
    }

    /// Checks that the side that has just played could declare the end on this board.
    fn check_declared(&self) -> Result<(), IllegalPosition> {
        let mut setup = self.setup;
        setup.side = !setup.side;
        setup.pending = Pending::Nothing;
        if self
            .after(setup)
            .turns()
            .iter()
            .any(|turn| turn.act() == Act::End)
        {
            Ok(())
        } else {
            pending("the side that has just played could not declare the end")
        }
    }
}

/// Whether `side` could un-move on the board `before`. Its king must not be in check there: the
/// un-capture, which comes before the un-move in a turn, must end any check.
fn was_playable(before: &Placement, side: Color) -> bool {
    !before.king_attacked(side)
}
