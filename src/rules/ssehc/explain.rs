//! Why a turn is illegal.

use super::{Declare, Ssehc, ending::prevents_declaring};
use crate::board::{ARMY_SIZE, Act, Bitboard, Pending, Role, RoleOn, Setup, Square, Turn, TurnSet};
use crate::rules::illegality::illegal;
use crate::rules::reviving::explain::check_un_move;
use crate::rules::reviving::placing;
use crate::rules::{Illegality, Rules, role_name, side_name};

const FORM: &str = "the form of a turn";
const HEAD: &str = "un-captures";
const CHECK: &str = "a check at the start of a turn";
const EN_PASSANT: &str = "en passant in reverse";
const DECLARING: &str = "declaring the end";

impl Ssehc {
    /// The rule that an illegal turn breaks.
    pub(super) fn explain_illegality(&self, turn: Turn) -> Illegality {
        self.check_turn(turn)
            .err()
            .unwrap_or_else(|| Illegality::new("a turn", "it is not a legal turn here"))
    }

    fn check_turn(&self, turn: Turn) -> Result<(), Illegality> {
        if self.immediate_outcome().is_some() {
            return illegal("the end of the game", "the game is over");
        }
        if placing::places_king(&self.setup) {
            return Err(placing::illegality(&self.setup, turn));
        }
        if turn.tail_revival().is_some() || turn.act() == Act::UnEnPassant {
            return illegal(
                FORM,
                "a piece is un-captured before the un-move, as in N@f3,f6e6",
            );
        }
        if turn.act() == Act::Promotion {
            return illegal(FORM, "a turn is an un-move or a declaration of the end");
        }
        if turn.act() == Act::Drop {
            return self.explain_head_alone(turn);
        }
        let board = match turn.head_revival() {
            None => self.board_without_head()?,
            Some(head) => self.board_with_head(head, turn)?,
        };
        if turn.act() == Act::End {
            return self.check_declaring(turn, &board);
        }
        check_un_move(&board, turn)?;
        self.check_points(turn)
    }

    /// Why an un-capture without an un-move is not a turn.
    fn explain_head_alone(&self, turn: Turn) -> Result<(), Illegality> {
        if let Some(role) = turn.role() {
            let square = turn.to();
            self.board_with_head(RoleOn { role, square }, turn)?;
        }
        illegal(
            FORM,
            "an un-capture is only the first part of a turn; an un-move follows it, as in N@f3,f6e6",
        )
    }

    /// The board before the un-move of a turn without a *head* (an un-capture before the un-move).
    /// An error if the turn must have a head.
    fn board_without_head(&self) -> Result<Setup, Illegality> {
        let side = side_name(self.setup.side);
        if let Pending::Must(square) = self.setup.pending {
            return illegal(
                HEAD,
                format!("{side} must un-capture a piece on {square} first"),
            );
        }
        if self.setup.placement.king_attacked(self.setup.side) {
            return illegal(
                CHECK,
                format!(
                    "{side} is in check, and must first un-capture a piece that ends the check"
                ),
            );
        }
        Ok(self.setup)
    }

    /// The board after the un-capture of a turn, before its un-move. An error if the un-capture is
    /// not allowed.
    fn board_with_head(
        &self,
        RoleOn { role, square }: RoleOn,
        turn: Turn,
    ) -> Result<Setup, Illegality> {
        let side = self.setup.side;
        let name = role_name(role);
        let Some(vacated) = self.vacated() else {
            return illegal(
                HEAD,
                "there is nothing to un-capture: no turn has been played yet, or the last turn moved a pawn straight back, un-castled or placed a king",
            );
        };
        let placement = &self.setup.placement;
        if role == Role::King || placement.reserve().count(side, role) == 0 {
            return illegal(
                HEAD,
                format!("{} has no {name} in reserve", side_name(side)),
            );
        }
        if square != vacated {
            self.check_en_passant(square, vacated, turn)?;
        }
        if role == Role::Pawn && Bitboard::BACKRANKS.contains(square) {
            return illegal(
                HEAD,
                format!(
                    "a pawn cannot appear on {square}, because pawns never stand on row 1 or 8"
                ),
            );
        }
        let mut board = self.setup;
        board.placement.revive(role.of(side), square);
        if board.placement.king_attacked(side) {
            return illegal(
                CHECK,
                format!(
                    "{} would still be in check with a {name} on {square}",
                    side_name(side)
                ),
            );
        }
        Ok(board)
    }

    /// Checks a turn that un-captures on `square` instead of on the vacated square. Only an
    /// un-en-passant may do so.
    fn check_en_passant(
        &self,
        square: Square,
        vacated: Square,
        turn: Turn,
    ) -> Result<(), Illegality> {
        let elsewhere = || {
            illegal(
                HEAD,
                format!(
                    "the un-capture must be on {vacated}, the square just vacated, not on {square}"
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
            return illegal(
                EN_PASSANT,
                format!(
                    "a pawn un-captured en passant on {square} must go back to {} at once",
                    squares.target
                ),
            );
        }
        Ok(())
    }

    /// Checks the position after the turn: points 1 to 3 of section "Un-moves" in [`super`].
    fn check_points(&self, turn: Turn) -> Result<(), Illegality> {
        let after = self.play(turn);
        let (side, other) = (side_name(self.setup.side), side_name(after.setup.side));
        let un_captures = !after.heads().roles.is_empty() || after.has_un_en_passant();
        if after.setup.placement.king_attacked(after.setup.side) && !un_captures {
            return illegal(
                "a check on the opponent",
                match after.vacated() {
                    Some(square) => format!(
                        "{other} would be in check, and no un-capture on {square} ends the check"
                    ),
                    None => {
                        format!("{other} would be in check, with no un-capture to end the check")
                    }
                },
            );
        }
        if let Pending::Must(square) = after.setup.pending
            && !un_captures
        {
            return illegal(
                "a forced un-capture",
                format!("{other} would have to un-capture on {square}, and cannot"),
            );
        }
        if after.setup.placement.king_attacked(self.setup.side) && !after.has_semi_legal_turn() {
            return illegal(
                "a check on one's own king",
                format!("{side} would be in a check that {other} cannot take back"),
            );
        }
        Ok(())
    }

    /// The condition for declaring the end, once the whole army is on the board.
    fn declaring_condition(&self) -> String {
        let name = side_name(self.setup.side);
        let full = match self.switches.declare {
            Declare::StuckOrFull => ", or all squares of its rows 1 and 2 are occupied",
            Declare::Stuck | Declare::Never => "",
        };
        format!("every legal un-move of {name} reduces the number of its pieces at home{full}")
    }

    fn check_declaring(&self, turn: Turn, board: &Setup) -> Result<(), Illegality> {
        let side = self.setup.side;
        let name = side_name(side);
        let on_board = board.placement.by_color(side).count() as u32;
        if self.switches.declare == Declare::Never {
            return illegal(DECLARING, "in this game nobody declares the end");
        }
        if on_board < ARMY_SIZE {
            return illegal(
                DECLARING,
                format!("all sixteen pieces of {name} must be on the board, not only {on_board}"),
            );
        }
        let preventing = self.turns().into_iter().find(|legal| {
            legal.head_revival() == turn.head_revival()
                && legal.act() != Act::End
                && board
                    .placement
                    .role_at(legal.from())
                    .is_some_and(|role| prevents_declaring(side, role, &TurnSet::only(*legal)))
        });
        match preventing {
            Some(legal) => illegal(
                DECLARING,
                format!(
                    "{name} has an un-move that does not reduce the number of its pieces at home: {} to {}; the end may be declared only if {}",
                    legal.from(),
                    legal.to(),
                    self.declaring_condition()
                ),
            ),
            None => Ok(()),
        }
    }
}
