//! Writes legal turns in native notation.

use super::parts::{Action, Movement, PartialSquare, TurnParts};
use super::words::NativeWords;
use super::{LegalTurn, Native};

impl<R: NativeWords> Native<'_, R> {
    pub(super) fn write_legal(&self, legal: &LegalTurn) -> String {
        let LegalTurn { turn, parts } = *legal;
        let side = self.position.side();
        let mark = R::mark(&self.position.play(turn), side);
        let action = match parts.action {
            Action::Move(movement) if R::shortens_from_square(&movement) => {
                Action::Move(Movement {
                    from: self.shortest_from_square(legal, movement),
                    ..movement
                })
            }
            action => action,
        };
        R::write(&TurnParts { action, ..parts }, side, mark)
    }

    /// The shortest from-square that distinguishes the turn from the other legal turns: nothing,
    /// the file, the rank, or both, as in standard algebraic notation.
    fn shortest_from_square(&self, legal: &LegalTurn, movement: Movement) -> PartialSquare {
        let from_anywhere = TurnParts {
            action: Action::Move(Movement {
                from: PartialSquare::ANY,
                ..movement
            }),
            ..legal.parts
        };
        let other_from_squares = self
            .legal
            .iter()
            .filter(|other| other.turn != legal.turn && from_anywhere.matches(&other.parts))
            .map(|other| other.turn.from());
        let is_unique = |from_square: &PartialSquare| {
            other_from_squares
                .clone()
                .all(|from| !from_square.covers(from))
        };
        let PartialSquare { file, rank } = movement.from;
        [
            PartialSquare::ANY,
            PartialSquare { file, rank: None },
            PartialSquare { file: None, rank },
        ]
        .into_iter()
        .find(is_unique)
        .unwrap_or(movement.from)
    }
}
