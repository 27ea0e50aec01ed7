//! Why a turn is illegal, in words.

use super::{Declare, Ssehc, ending::keeps_playing};
use crate::board::{Act, Pending, Role, Setup, Square, Turn, TurnSet, reserve::ARMY};
use crate::rules::explain::{role_name, side_name, unmove};
use crate::rules::reviving::placing;
use crate::rules::{Illegality, Rules, validate::EDGES};

const FORM: &str = "the form of a turn";
const HEAD: &str = "un-captures";
const CHECK: &str = "a check must be taken back";
const EN_PASSANT: &str = "en passant in reverse";
const DECLARING: &str = "declaring the end";

fn forbid<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Illegality> {
    Err(Illegality::new(rule, reason))
}

impl Ssehc {
    /// The rule that a turn which is not legal breaks.
    pub(super) fn reason(&self, turn: Turn) -> Illegality {
        self.check_turn(turn)
            .err()
            .unwrap_or_else(|| Illegality::new("a turn", "it is not a legal turn here"))
    }

    fn check_turn(&self, turn: Turn) -> Result<(), Illegality> {
        if self.immediate_outcome().is_some() {
            return forbid("the end of the game", "the game is over");
        }
        if placing::places_king(&self.setup) {
            return Err(placing::illegality(&self.setup, turn));
        }
        if turn.tail_revival().is_some() || turn.act() == Act::UnEnPassant {
            return forbid(
                FORM,
                "a piece is un-captured before the un-move, as in N@f3,f6e6",
            );
        }
        if matches!(turn.act(), Act::Drop | Act::Promotion) {
            return forbid(FORM, "a turn is an un-move, or the end declared");
        }
        let begun = match turn.head_revival() {
            None => self.begun_without_head()?,
            Some(head) => self.begun_with(head, turn)?,
        };
        if turn.act() == Act::End {
            return self.check_declaring(turn, &begun);
        }
        unmove(&begun, turn)?;
        self.check_left(turn)
    }

    /// The board after no un-capture, where none is forced.
    fn begun_without_head(&self) -> Result<Setup, Illegality> {
        let side = side_name(self.setup.side);
        if let Pending::Must(square) = self.setup.pending {
            return forbid(
                HEAD,
                format!("{side} must un-capture a piece on {square} first"),
            );
        }
        if self.setup.placement.king_attacked(self.setup.side) {
            return forbid(
                CHECK,
                format!(
                    "{side} is in check, and must un-capture a piece that stands in between first"
                ),
            );
        }
        Ok(self.setup)
    }

    /// The board after an un-capture, where it is allowed.
    fn begun_with(&self, (role, square): (Role, Square), turn: Turn) -> Result<Setup, Illegality> {
        let side = self.setup.side;
        let name = role_name(role);
        let Some(vacated) = self.vacated() else {
            return forbid(
                HEAD,
                "the last turn leaves nothing to un-capture: a pawn went straight back, a king un-castled, or there was none",
            );
        };
        let placement = &self.setup.placement;
        if role == Role::King || placement.reserve().count(side, role) == 0 {
            return forbid(
                HEAD,
                format!("{} has no {name} in reserve", side_name(side)),
            );
        }
        if square != vacated {
            self.check_en_passant(square, vacated, turn)?;
        }
        if role == Role::Pawn && EDGES.contains(square) {
            return forbid(
                HEAD,
                format!("a pawn cannot stand on {square}, on rank 1 or 8"),
            );
        }
        let mut begun = self.setup;
        begun.placement.revive(role.of(side), square);
        if begun.placement.king_attacked(side) {
            return forbid(
                CHECK,
                format!(
                    "{} would still be in check with a {name} on {square}",
                    side_name(side)
                ),
            );
        }
        Ok(begun)
    }

    /// Whether a pawn may come beside the vacated square.
    fn check_en_passant(
        &self,
        square: Square,
        vacated: Square,
        turn: Turn,
    ) -> Result<(), Illegality> {
        let elsewhere = || {
            forbid(
                HEAD,
                format!(
                    "a piece is un-captured on {vacated}, which has just been left, not on {square}"
                ),
            )
        };
        if turn.role() != Some(Role::Pawn) || !matches!(self.setup.pending, Pending::Must(_)) {
            return elsewhere();
        }
        let Some(squares) = self.en_passant_squares() else {
            return elsewhere();
        };
        if squares.revived != square {
            return elsewhere();
        }
        if (turn.act(), turn.from(), turn.to()) != (Act::Move, square, squares.target) {
            return forbid(
                EN_PASSANT,
                format!(
                    "a pawn un-captured en passant on {square} must go back to {} at once",
                    squares.target
                ),
            );
        }
        Ok(())
    }

    /// Points 1 to 3.
    fn check_left(&self, turn: Turn) -> Result<(), Illegality> {
        let after = self.play(turn);
        let (side, other) = (side_name(self.setup.side), side_name(after.setup.side));
        let un_captures = !after.heads().roles.is_empty() || after.has_un_en_passant();
        if after.setup.placement.king_attacked(after.setup.side) && !un_captures {
            return forbid(
                "a check on the opponent",
                match after.vacated() {
                    Some(square) => format!(
                        "{other} would be in check, and no un-capture on {square} takes it out"
                    ),
                    None => {
                        format!("{other} would be in check without an un-capture to take it out")
                    }
                },
            );
        }
        if let Pending::Must(square) = after.setup.pending
            && !un_captures
        {
            return forbid(
                "a forced un-capture",
                format!("{other} would have to un-capture on {square}, and cannot"),
            );
        }
        if after.setup.placement.king_attacked(self.setup.side) && !after.has_semi_legal_turn() {
            return forbid(
                "a check on one's own king",
                format!("{side} would be in a check that {other} cannot take back"),
            );
        }
        Ok(())
    }

    fn check_declaring(&self, turn: Turn, begun: &Setup) -> Result<(), Illegality> {
        let side = self.setup.side;
        let name = side_name(side);
        let on_board = begun.placement.of(side).count() as u32;
        if self.switches.declare == Declare::Never {
            return forbid(DECLARING, "in this game nobody declares the end");
        }
        if turn.head().is_some_and(|head| Some(head) != self.vacated()) {
            return forbid(DECLARING, "an un-capture en passant asks for its un-move");
        }
        if on_board < ARMY {
            return forbid(
                DECLARING,
                format!("all sixteen pieces of {name} must be on the board, and {on_board} are"),
            );
        }
        let other = self.turns().into_iter().find(|legal| {
            legal.head_revival() == turn.head_revival()
                && legal.act() != Act::End
                && begun
                    .placement
                    .role_at(legal.from())
                    .is_some_and(|role| keeps_playing(side, role, &TurnSet::only(*legal)))
        });
        match other {
            Some(legal) => forbid(
                DECLARING,
                format!(
                    "{name} has an un-move that takes no piece off its home: {} to {}",
                    legal.from(),
                    legal.to()
                ),
            ),
            None => Ok(()),
        }
    }
}
