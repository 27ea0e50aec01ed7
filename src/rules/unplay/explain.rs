//! Why a turn is illegal.

use super::{Goal, RevivedPawns, Unplay};
use crate::board::{Act, Bitboard, Pending, Role, Square, Turn, row_of};
use crate::rules::reviving::explain::check_reviving_un_move;
use crate::rules::reviving::placing;
use crate::rules::{Illegality, Rules, side_name};

impl Unplay {
    /// The rule that an illegal turn breaks.
    pub(super) fn explain_illegality(&self, turn: Turn) -> Illegality {
        if self.immediate_outcome().is_some() {
            return Illegality::new(
                "the end of the game",
                match self.switches.goal {
                    Goal::Army => format!(
                        "the game is over: all 16 pieces of {} are on the board",
                        side_name(self.setup.side)
                    ),
                    Goal::Home => "the game is over: all 16 pieces of a side are home".to_owned(),
                },
            );
        }
        if placing::places_king(&self.setup) {
            return placing::illegality(&self.setup, turn);
        }
        if let Err(illegality) = check_reviving_un_move(&self.setup, turn) {
            return illegality;
        }
        let after = self.play(turn);
        self.explain_structure(&after)
            .or_else(|| self.explain_pawn(turn, &after))
            .or_else(|| self.explain_answer(&after))
            .unwrap_or_else(|| Illegality::new("a turn", "it is not a legal turn here"))
    }

    /// Why the turn breaks point 2 ([`super`]); `None` if it does not.
    fn explain_structure(&self, after: &Self) -> Option<Illegality> {
        let error = after.check_structure().err()?;
        let words = error.words();
        Some(Illegality::new(
            "bishops and pawns",
            format!("then {words}"),
        ))
    }

    /// Why the turn breaks point 3; `None` if it does not.
    fn explain_pawn(&self, turn: Turn, after: &Self) -> Option<Illegality> {
        const RULE: &str = "where pawns come back";
        let side = self.setup.side;
        let name = side_name(side);
        let revived = match turn.act() {
            Act::UnEnPassant => Square::from_coords(turn.from().file(), turn.to().rank()),
            _ if turn.tail_revival() == Some(Role::Pawn) => turn.from(),
            _ => return None,
        };
        let row = row_of(side, revived);
        if self.switches.revived_pawns == RevivedPawns::Any {
            return None;
        }
        if !(5..=7).contains(&row) {
            let reason = format!(
                "a pawn that {name} un-captures must stand on {name}'s row 5, 6 or 7; {revived} is on {name}'s row {row}"
            );
            return Some(Illegality::new(RULE, reason));
        }
        let own =
            after.setup.placement.pieces(side, Role::Pawn) & Bitboard::from_file(revived.file());
        let ahead = own.into_iter().find(|&pawn| row_of(side, pawn) > row)?;
        let reason = format!(
            "a pawn that {name} un-captures must be ahead of {name}'s pawns on its file; {revived} is behind {ahead}"
        );
        Some(Illegality::new(RULE, reason))
    }

    /// Why the turn breaks point 4 or 5; `None` if it breaks neither.
    fn explain_answer(&self, after: &Self) -> Option<Illegality> {
        if after.has_semi_legal_turn() {
            return None;
        }
        let other = side_name(after.setup.side);
        if let Pending::At(passed) = after.setup.pending {
            let reason = format!("{other} could not un-double-step over {passed}");
            return Some(Illegality::new("en passant in reverse", reason));
        }
        let side = side_name(self.setup.side);
        let reason =
            format!("{side} would leave its king in a check that {other} cannot take back");
        Some(Illegality::new("a check on one's own king", reason))
    }
}
