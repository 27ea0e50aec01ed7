//! Writes legal turns in native notation.

use super::parts::{Action, Movement, Origin, TurnParts};
use super::words::NativeWords;
use super::{LegalTurn, Native};

impl<R: NativeWords> Native<'_, R> {
    pub(super) fn write_legal(&self, legal: &LegalTurn) -> String {
        let LegalTurn { turn, parts } = *legal;
        let side = self.position.side();
        let mark = R::mark(&self.position.play(turn), side);
        let action = match parts.action {
            Action::Move(movement) if R::shortens_origin(&movement) => Action::Move(Movement {
                from: self.shortest_origin(legal, movement),
                ..movement
            }),
            action => action,
        };
        R::write(&TurnParts { action, ..parts }, side, mark)
    }

    /// As much of the from-square as is needed to distinguish the turn from the other legal turns:
    /// nothing, the file, the rank, or both, as in standard algebraic notation.
    fn shortest_origin(&self, legal: &LegalTurn, movement: Movement) -> Origin {
        let from_anywhere = TurnParts {
            action: Action::Move(Movement {
                from: Origin::ANY,
                ..movement
            }),
            ..legal.parts
        };
        let rivals = self
            .legal
            .iter()
            .filter(|other| other.turn != legal.turn && from_anywhere.fits(&other.parts))
            .map(|other| other.turn.from());
        let is_unique = |origin: &Origin| rivals.clone().all(|from| !origin.covers(from));
        let Origin { file, rank } = movement.from;
        [
            Origin::ANY,
            Origin { file, rank: None },
            Origin { file: None, rank },
        ]
        .into_iter()
        .find(is_unique)
        .unwrap_or(movement.from)
    }
}
