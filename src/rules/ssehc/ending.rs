//! How a game of Ssehc ends (rules 2.2 and 2.3): all home, and what a declared end is worth.

use std::{cmp::Reverse, ops::ControlFlow};

use super::{Compare, Declare, Ssehc, heads::Heads};
use crate::board::{
    Bitboard, Color, Pending, Role, Roles, TurnSet,
    home::{Progress, at_home, home_squares},
    reserve::ARMY,
    row,
};
use crate::rules::{Ending, Outcome, Rules};

impl Ssehc {
    /// All legal turns of an undecided position.
    pub(super) fn generate_all<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(danger) = self.danger() else {
            return ControlFlow::Continue(());
        };
        let heads = self.heads_against(danger.checkers());
        let ending = self.complete_after(heads);
        if ending.is_empty() || self.rows_full(heads_on_board(heads, ending)) {
            self.generate_removable(heads, &danger, sink)?;
            return self.declare(heads, ending, sink);
        }
        let mut plays_on = false;
        self.generate_removable(heads, &danger, &mut |set| {
            let head = set.head.is_none_or(|square| square == heads.square);
            if head && !set.roles.and(ending).is_empty() {
                plays_on = plays_on || self.plays_on(&set);
            }
            sink(set)
        })?;
        if plays_on {
            return ControlFlow::Continue(());
        }
        self.declare(heads, ending, sink)
    }

    fn declare<B>(
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

    /// The beginnings of the turn after which all sixteen own pieces are on the board, in a game in
    /// which the end can be declared.
    fn complete_after(&self, heads: Heads) -> Roles {
        if self.switches.declare == Declare::Never {
            return Roles::EMPTY;
        }
        match ARMY - self.setup.placement.of(self.setup.side).count() as u32 {
            0 if heads.may_be_none => Roles::NONE,
            1 => heads.roles,
            _ => Roles::EMPTY,
        }
    }

    /// Whether a set has an un-move that does anything else than take a piece off its home.
    fn plays_on(&self, set: &TurnSet) -> bool {
        let side = self.setup.side;
        match self.setup.placement.role_at(set.from) {
            Some(role) => keeps_playing(side, role, set),
            None => set
                .roles
                .iter()
                .flatten()
                .any(|role| keeps_playing(side, role, set)),
        }
    }

    /// The result, where the position by itself decides the game.
    ///
    /// If sixteen pieces home win, only the side that has just played can have come home: it is the
    /// un-move that wins. A declared end is judged, even with all sixteen home.
    pub(super) fn ended(&self) -> Option<Outcome> {
        if self.setup.pending == Pending::End {
            return Some(self.judged(Ending::Declared));
        }
        let just_played = !self.setup.side;
        let returned = self.switches.home_wins
            && at_home(&self.setup.placement, just_played).count() as u32 == ARMY;
        returned.then(|| Outcome::win(self.owner(just_played), Ending::Home))
    }

    /// The result of a game that ends by `ending` and is judged.
    pub(super) fn judged(&self, ending: Ending) -> Outcome {
        match self.switches.compare {
            Compare::Points => {
                Outcome::compared(&self.score(Color::White), &self.score(Color::Black), ending)
            }
            Compare::HomeBoardDistance => {
                let closeness = |color| {
                    let progress = Progress::of(&self.setup.placement, color);
                    (progress.home, progress.on_board, Reverse(progress.distance))
                };
                Outcome::compared(&closeness(Color::White), &closeness(Color::Black), ending)
            }
        }
    }

    /// The score of a side: points for its pieces home and for those far from it; the number of its
    /// pieces home where ends are not judged by points.
    pub(super) fn score(&self, color: Color) -> i32 {
        let placement = &self.setup.placement;
        let home = at_home(placement, color).count() as i32;
        match self.switches.compare {
            Compare::Points => {
                let far_rows = row(color, 7) | row(color, 8);
                let far = (placement.of(color) & far_rows).count() as i32;
                self.switches.point_home.get() * home + self.switches.point_far.get() * far
            }
            Compare::HomeBoardDistance => home,
        }
    }

    /// Whether the end may be declared because the own two first rows are full. `head` is the
    /// square of an un-capture that is not on the board yet.
    pub(super) fn rows_full(&self, head: Bitboard) -> bool {
        let side = self.setup.side;
        self.switches.declare == Declare::StuckOrFull
            && (row(side, 1) | row(side, 2)).is_subset(self.setup.placement.occupied() | head)
    }
}

/// The square of the un-capture that completes the army, where one does.
fn heads_on_board(heads: Heads, ending: Roles) -> Bitboard {
    if ending == Roles::NONE {
        Bitboard::EMPTY
    } else {
        Bitboard::from_square(heads.square)
    }
}

/// Whether some un-move of a set does anything else than take a piece that is home off its home
/// squares. Such an un-move forbids to declare the end. `role` is the piece that un-moves.
pub(super) fn keeps_playing(side: Color, role: Role, set: &TurnSet) -> bool {
    let home = home_squares(side, role);
    !home.contains(set.from) || set.targets.intersects(home)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Castling, Placement, Reserve, Setup, Square};
    use crate::rules::Seat;
    use crate::rules::ssehc::Switches;

    /// The result of a declared end, judged by distance, on a board with these pieces.
    fn counted(white: &[(Role, Square)], black: &[(Role, Square)]) -> Option<Seat> {
        let mut placement = Placement::empty(Reserve::default());
        for (color, pieces) in [(Color::White, white), (Color::Black, black)] {
            for &(role, square) in pieces {
                placement.put(role.of(color), square);
            }
        }
        let setup = Setup {
            placement,
            side: Color::White,
            castling: Castling::NONE,
            pending: Pending::End,
            halfmove: 0,
            fullmove: 1,
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
        .judged(Ending::Declared);
        assert_eq!(outcome.ending, Ending::Declared);
        outcome.winner
    }

    #[test]
    fn closeness_is_home_then_on_board_then_rows() {
        use Role::{King, Knight, Rook};
        let home = (King, Square::E8);
        assert_eq!(
            counted(
                &[(King, Square::E1)],
                &[(King, Square::D8), (Rook, Square::D7)]
            ),
            Some(Seat::First)
        );
        assert_eq!(
            counted(&[(King, Square::E1)], &[home, (Rook, Square::D5)]),
            Some(Seat::Second)
        );
        assert_eq!(
            counted(
                &[(King, Square::E1), (Knight, Square::D3)],
                &[home, (Rook, Square::D5)]
            ),
            Some(Seat::First)
        );
        assert_eq!(
            counted(
                &[(King, Square::E1), (Knight, Square::D3)],
                &[home, (Rook, Square::D6)]
            ),
            None
        );
    }

    #[test]
    fn leaving_home_for_the_other_home_square_is_playing_on() {
        let rook = |targets| TurnSet::moves(Square::A1, targets);
        let along = Bitboard::from_square(Square::G1);
        assert!(!keeps_playing(Color::White, Role::Rook, &rook(along)));
        assert!(keeps_playing(
            Color::White,
            Role::Rook,
            &rook(along.with(Square::H1))
        ));
        assert!(keeps_playing(Color::Black, Role::Rook, &rook(along)));
    }

    #[test]
    fn un_castling_is_playing_on() {
        let home = Bitboard::from_square(Square::E1);
        let set = TurnSet::moves(Square::G1, home);
        assert!(keeps_playing(Color::White, Role::King, &set));
    }
}
