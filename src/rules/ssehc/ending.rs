//! How a game of Ssehc ends (rules 2.2 and 2.3): all home, and what a declared end is worth.

use std::cmp::Reverse;

use super::{Edition, Ssehc};
use crate::board::{
    Bitboard, Color, Pending, Role, TurnSet,
    home::{Progress, at_home, home_squares},
    reserve::ARMY,
    row,
};
use crate::rules::{Ending, Outcome, Rules};

impl Ssehc {
    /// The result, where the position by itself decides the game.
    ///
    /// In the first edition only the side that has just played can have come home: it is the
    /// un-move that wins. A declaration is counted, even with all sixteen home.
    pub(super) fn ended(&self) -> Option<Outcome> {
        if self.setup.pending == Pending::End {
            return Some(self.counted());
        }
        let just_played = !self.setup.side;
        let returned = self.edition == Edition::Classic
            && at_home(&self.setup.placement, just_played).count() as u32 == ARMY;
        returned.then(|| Outcome::win(self.owner(just_played), Ending::Home))
    }

    /// The result of a declared end.
    fn counted(&self) -> Outcome {
        match self.edition {
            Edition::Published => Outcome::compared(
                &self.score(Color::White),
                &self.score(Color::Black),
                Ending::Declared,
            ),
            Edition::Classic => {
                let closeness = |color| {
                    let progress = Progress::of(&self.setup.placement, color);
                    (progress.home, progress.on_board, Reverse(progress.distance))
                };
                Outcome::compared(
                    &closeness(Color::White),
                    &closeness(Color::Black),
                    Ending::Declared,
                )
            }
        }
    }

    /// The score of a side: its pieces home, in the published edition less two for each piece in
    /// enemy territory.
    pub(super) fn score(&self, color: Color) -> i32 {
        let placement = &self.setup.placement;
        let home = at_home(placement, color).count() as i32;
        match self.edition {
            Edition::Published => {
                let territory = row(color, 7) | row(color, 8);
                home - 2 * (placement.of(color) & territory).count() as i32
            }
            Edition::Classic => home,
        }
    }

    /// Whether "good enough" may be said because the own two first rows are full. `head` is the
    /// square of an un-capture that is not on the board yet.
    pub(super) fn rows_full(&self, head: Bitboard) -> bool {
        let side = self.setup.side;
        self.edition == Edition::Published
            && (row(side, 1) | row(side, 2)).is_subset(self.setup.placement.occupied() | head)
    }
}

/// Whether some un-move of a set does anything else than take a piece that is home off its home
/// squares. Such an un-move forbids to declare the end. `role` is the piece that un-moves.
pub(super) fn keeps_playing(side: Color, role: Role, set: &TurnSet) -> bool {
    let home = home_squares(side, role);
    !home.contains(set.from) || set.targets.intersects(home)
}
