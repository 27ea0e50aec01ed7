//! How a game of Ssehc ends: by sixteen pieces home, or by a declaration of the end, after which
//! both players are compared.
//!
//! A player may declare the end if all its sixteen pieces are on the board and no legal un-move
//! *prevents declaring*. An un-move prevents declaring if the piece is not home, or goes to another
//! of its home squares. With [`Declare::StuckOrFull`], the player may also declare if all its
//! sixteen pieces are on the board and its own first two rows are full.

use std::{cmp::Reverse, ops::ControlFlow};

use super::{Compare, Declare, Ssehc, heads::Heads};
use crate::board::{
    ARMY_SIZE, Bitboard, Color, HomeProgress, Pending, Role, Roles, TurnSet, at_home, home_squares,
    row,
};
use crate::rules::{Ending, Outcome, Rules, reviving::unmove::CheckInfo};

impl Ssehc {
    /// All legal turns. The position must have no immediate outcome.
    pub(super) fn generate_turns<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(danger) = CheckInfo::on_king_of(&self.setup.placement, self.setup.side) else {
            return ControlFlow::Continue(());
        };
        let heads = self.heads_against(danger.checkers());
        let completing = self.completing_roles(heads);
        if completing.is_empty() || self.rows_full(completing_square(heads, completing)) {
            self.generate_checks_removable(heads, &danger, sink)?;
            return self.declarations(heads, completing, sink);
        }
        let mut is_prevented = false;
        self.generate_checks_removable(heads, &danger, &mut |set| {
            let is_un_en_passant = set.head.is_some_and(|square| square != heads.square);
            if !is_un_en_passant && !set.roles.and(completing).is_empty() {
                is_prevented = is_prevented || self.set_prevents_declaring(&set);
            }
            sink(set)
        })?;
        if is_prevented {
            return ControlFlow::Continue(());
        }
        self.declarations(heads, completing, sink)
    }

    /// Passes declarations of the end to `sink`: for each kind of piece in `roles`, one that begins
    /// with an un-capture of such a piece. [`Roles::NONE`] ("no piece") gives one declaration
    /// without an un-capture, [`Roles::EMPTY`] gives none.
    fn declarations<B>(
        &self,
        heads: Heads,
        roles: Roles,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if roles.is_empty() {
            return ControlFlow::Continue(());
        }
        let head = (roles != Roles::NONE).then_some(heads.square);
        sink(TurnSet::end(roles, head))
    }

    /// The kinds of piece whose un-capture completes the player's army of sixteen pieces.
    ///
    /// If the army is complete and the turn may begin without an un-capture, the set is
    /// [`Roles::NONE`] ("no piece"). If the set is [`Roles::EMPTY`], the end cannot be declared.
    fn completing_roles(&self, heads: Heads) -> Roles {
        if self.switches.declare == Declare::Never {
            return Roles::EMPTY;
        }
        match ARMY_SIZE - self.setup.placement.by_color(self.setup.side).count() as u32 {
            0 if heads.may_be_none => Roles::NONE,
            1 => heads.roles,
            _ => Roles::EMPTY,
        }
    }

    /// Whether a set has an un-move that prevents declaring the end.
    fn set_prevents_declaring(&self, set: &TurnSet) -> bool {
        let side = self.setup.side;
        match self.setup.placement.role_at(set.from) {
            Some(role) => prevents_declaring(side, role, set),
            None => set
                .roles
                .iter()
                .flatten()
                .any(|role| prevents_declaring(side, role, set)),
        }
    }

    /// The result if the position ends the game.
    ///
    /// In variants with [`Switches::home_wins`](super::Switches::home_wins), a side wins if all its
    /// sixteen pieces are home after its own un-move. So only the side that has just played is
    /// examined. A declared end is decided by comparing both sides, even if all sixteen pieces of a
    /// side are home.
    pub(super) fn ended(&self) -> Option<Outcome> {
        if self.setup.pending == Pending::End {
            return Some(self.result_by_comparison(Ending::Declared));
        }
        let just_played = !self.setup.side;
        let has_returned = self.switches.home_wins
            && at_home(&self.setup.placement, just_played).count() as u32 == ARMY_SIZE;
        has_returned.then(|| Outcome::win(self.owner(just_played), Ending::Home))
    }

    /// The result of a game that ends by `ending` and is decided by comparing both sides.
    pub(super) fn result_by_comparison(&self, ending: Ending) -> Outcome {
        match self.switches.compare {
            Compare::Points => {
                Outcome::compared(&self.score(Color::White), &self.score(Color::Black), ending)
            }
            Compare::HomeBoardDistance => {
                let closeness = |color| {
                    let progress = HomeProgress::of(&self.setup.placement, color);
                    (progress.home, progress.on_board, Reverse(progress.distance))
                };
                Outcome::compared(&closeness(Color::White), &closeness(Color::Black), ending)
            }
        }
    }

    /// The score of a side: points for its pieces home and for its pieces on its rows 7 and 8. In a
    /// game that does not compare points, the score is the number of the side's pieces home.
    pub(super) fn score(&self, color: Color) -> i32 {
        let placement = &self.setup.placement;
        let home = at_home(placement, color).count() as i32;
        match self.switches.compare {
            Compare::Points => {
                let far_rows = row(color, 7) | row(color, 8);
                let far = (placement.by_color(color) & far_rows).count() as i32;
                self.switches.point_home.get() * home + self.switches.point_far.get() * far
            }
            Compare::HomeBoardDistance => home,
        }
    }

    /// Whether the end may be declared because the player's own first two rows are full. `head` is
    /// the square of the turn's un-capture, or no square. The un-captured piece is not on the
    /// board yet.
    pub(super) fn rows_full(&self, head: Bitboard) -> bool {
        let side = self.setup.side;
        self.switches.declare == Declare::StuckOrFull
            && (row(side, 1) | row(side, 2)).is_subset(self.setup.placement.occupied() | head)
    }
}

/// The square of the un-capture that completes the army; no square if the army is complete already.
fn completing_square(heads: Heads, completing: Roles) -> Bitboard {
    if completing == Roles::NONE {
        Bitboard::EMPTY
    } else {
        Bitboard::from_square(heads.square)
    }
}

/// Whether a set has an un-move that prevents declaring the end: the piece is not home, or it goes
/// to another of its home squares. `role` is the kind of the piece that un-moves.
pub(super) fn prevents_declaring(side: Color, role: Role, set: &TurnSet) -> bool {
    let home = home_squares(side, role);
    !home.contains(set.from) || set.targets.intersects(home)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Placement, Reserve, Setup, Square};
    use crate::rules::Seat;
    use crate::rules::ssehc::Switches;

    /// The winner after a declared end on a board with these pieces, by
    /// [`Compare::HomeBoardDistance`].
    fn winner(white: &[(Role, Square)], black: &[(Role, Square)]) -> Option<Seat> {
        let mut placement = Placement::empty(Reserve::default());
        for (color, pieces) in [(Color::White, white), (Color::Black, black)] {
            for &(role, square) in pieces {
                placement.put(role.of(color), square);
            }
        }
        let setup = Setup {
            pending: Pending::End,
            ..Setup::new(placement, Color::White)
        };
        let switches = Switches {
            compare: Compare::HomeBoardDistance,
            ..Switches::BASE
        };
        let outcome = Ssehc {
            setup,
            switches,
            salt: 0,
        }
        .result_by_comparison(Ending::Declared);
        assert_eq!(outcome.ending, Ending::Declared);
        outcome.winner
    }

    #[test]
    fn pieces_home_decide_first_then_pieces_on_the_board_then_distance() {
        use Role::{King, Knight, Rook};
        let home = (King, Square::E8);
        assert_eq!(
            winner(
                &[(King, Square::E1)],
                &[(King, Square::D8), (Rook, Square::D7)]
            ),
            Some(Seat::First)
        );
        assert_eq!(
            winner(&[(King, Square::E1)], &[home, (Rook, Square::D5)]),
            Some(Seat::Second)
        );
        assert_eq!(
            winner(
                &[(King, Square::E1), (Knight, Square::D3)],
                &[home, (Rook, Square::D5)]
            ),
            Some(Seat::First)
        );
        assert_eq!(
            winner(
                &[(King, Square::E1), (Knight, Square::D3)],
                &[home, (Rook, Square::D6)]
            ),
            None
        );
    }

    #[test]
    fn going_to_another_home_square_prevents_declaring() {
        let rook = |targets| TurnSet::moves(Square::A1, targets);
        let off_home = Bitboard::from_square(Square::G1);
        assert!(!prevents_declaring(
            Color::White,
            Role::Rook,
            &rook(off_home)
        ));
        assert!(prevents_declaring(
            Color::White,
            Role::Rook,
            &rook(off_home.with(Square::H1))
        ));
        assert!(prevents_declaring(
            Color::Black,
            Role::Rook,
            &rook(off_home)
        ));
    }

    #[test]
    fn un_castling_prevents_declaring() {
        let home = Bitboard::from_square(Square::E1);
        let set = TurnSet::moves(Square::G1, home);
        assert!(prevents_declaring(Color::White, Role::King, &set));
    }
}
