//! Point 3 of a turn of Ssehc (rules 2.1): a check on the own king must be removable. And the
//! declaration of the end, which asks what legal un-moves there are.

use std::ops::ControlFlow;

use super::{Ssehc, ending::keeps_playing, generate::Heads};
use crate::board::{Bitboard, Roles, Square, Turn, TurnSet, reserve::ARMY};
use crate::rules::{Rules, unmove::KingSight};

/// How the opponent's pieces bear on the own king: on the board as it is, and with one more piece
/// on the vacated square.
struct Danger {
    without_head: KingSight,
    with_head: KingSight,
}

impl Danger {
    fn after(&self, head: Option<Square>) -> &KingSight {
        match head {
            Some(_) => &self.with_head,
            None => &self.without_head,
        }
    }
}

impl Ssehc {
    /// All legal turns of an undecided position.
    pub(super) fn generate_all<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let heads = self.heads();
        let ending = self.complete_after(heads);
        if ending.is_empty() || self.rows_full(heads_on_board(heads, ending)) {
            self.generate_removable(heads, sink)?;
            return self.declare(heads, ending, sink);
        }
        let mut plays_on = false;
        self.generate_removable(heads, &mut |set| {
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

    /// The beginnings of the turn after which all sixteen own pieces are on the board.
    fn complete_after(&self, heads: Heads) -> Roles {
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

    /// The turns that satisfy points 1 to 3.
    fn generate_removable<B>(
        &self,
        heads: Heads,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let Some(king) = placement.king(side) else {
            return ControlFlow::Continue(());
        };
        let without_head = KingSight::new(placement, !side, king);
        let danger = Danger {
            without_head,
            with_head: if heads.roles.is_empty() {
                without_head
            } else {
                KingSight::over(
                    placement,
                    !side,
                    king,
                    placement.occupied().with(heads.square),
                )
            },
        };
        self.generate_plain(heads, &mut |set| {
            let sight = danger.after(set.head);
            let harmless = if set.head.is_some_and(|square| square != heads.square) {
                Bitboard::EMPTY
            } else if set.from == king {
                self.unattacked(king, set.targets, set.head)
            } else {
                let opened = sight.opened_by(placement, set.from);
                if opened.is_empty() {
                    return sink(set);
                }
                sight.shields(opened)
            };
            let sure = TurnSet {
                targets: set.targets & harmless,
                ..set
            };
            if !sure.is_empty() {
                sink(sure)?;
            }
            let doubtful = TurnSet {
                targets: set.targets & !harmless,
                ..set
            };
            for turn in doubtful.turns() {
                if self.own_check_removable(turn) {
                    sink(TurnSet::only(turn))?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Those of the king's targets that the opponent does not attack once the king is there.
    fn unattacked(&self, king: Square, targets: Bitboard, head: Option<Square>) -> Bitboard {
        let placement = &self.setup.placement;
        let mut occupied = placement.occupied().without(king);
        if let Some(head) = head {
            occupied.add(head);
        }
        let enemy = !self.setup.side;
        let mut safe = Bitboard::EMPTY;
        for target in targets {
            // An un-castling has looked at all that may be attacked, with the rook home.
            let un_castling = king.distance(target) > 1;
            if un_castling || placement.attackers(target, enemy, occupied).is_empty() {
                safe.add(target);
            }
        }
        safe
    }

    /// Point 3: after `turn` the own king is not attacked, or the opponent has a turn that
    /// satisfies points 1 and 2.
    pub(super) fn own_check_removable(&self, turn: Turn) -> bool {
        let after = self.play(turn);
        !after.setup.placement.king_attacked(self.setup.side) || after.has_plain_turn()
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
