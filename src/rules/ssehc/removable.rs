//! Point 3 of a turn of Ssehc (rules 2.1): a check on the own king must be removable.
//!
//! Only a step of the king, or of a piece that stands alone between it and a slider, can leave the
//! own king in check. Of these most are decided by a look at the checkers, see [`super::answer`];
//! the rest is played and asked for a turn.

use std::ops::ControlFlow;

use super::{
    Ssehc,
    answer::Answers,
    generate::{Heads, Plain},
};
use crate::board::{Bitboard, Roles, Square, Turn, TurnSet, attacks};
use crate::rules::{Rules, unmove::KingSight};

/// How the opponent's pieces bear on the own king: on the board as it is, and with one more piece
/// on the vacated square.
struct Danger {
    without_head: KingSight,
    with_head: KingSight,
    /// What the opponent attacks once the king has left its square.
    attacked: Bitboard,
}

impl Danger {
    fn after(&self, head: Option<Square>) -> &KingSight {
        match head {
            Some(_) => &self.with_head,
            None => &self.without_head,
        }
    }

    /// Whether a piece stands alone between the king and a slider.
    fn shielded_by(&self, square: Square) -> bool {
        (self.without_head.blockers() | self.with_head.blockers()).contains(square)
    }
}

/// Targets by whether a check on the own king, if there is one, can be taken back.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    /// There is none, or it certainly can.
    pub(super) sure: Bitboard,
    /// It has to be tried.
    pub(super) doubtful: Bitboard,
}

impl Ssehc {
    /// The turns that satisfy points 1 to 3.
    pub(super) fn generate_removable<B>(
        &self,
        heads: Heads,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let enemy = !self.setup.side;
        let Some(king) = placement.king(self.setup.side) else {
            return ControlFlow::Continue(());
        };
        let occupied = placement.occupied();
        let without_head = KingSight::new(placement, enemy, king);
        let danger = Danger {
            without_head,
            with_head: if heads.roles.is_empty() {
                without_head
            } else {
                KingSight::over(placement, enemy, king, occupied.with(heads.square))
            },
            attacked: placement.attacked(enemy, occupied.without(king)),
        };
        self.generate_plain(heads, &mut |plain| {
            let set = plain.turns;
            if set.head.is_some_and(|square| square != heads.square) {
                // Un-en-passant.
                return self.each_removable(set, sink);
            }
            if set.from != king && !danger.shielded_by(set.from) {
                return sink(set);
            }
            let one_head = set.roles == Roles::NONE || !set.roles.contains(None);
            let alike = set.from == king && !danger.attacked.contains(heads.square);
            if one_head || alike {
                return self.judge(&plain, &danger, sink);
            }
            let with = |roles, head| Plain {
                turns: TurnSet { roles, head, ..set },
                ..plain
            };
            self.judge(&with(Roles::NONE, None), &danger, sink)?;
            self.judge(
                &with(set.roles.without(Roles::NONE), set.head),
                &danger,
                sink,
            )
        })
    }

    /// Hands on those turns of the king, or of a piece that shields it, that satisfy point 3.
    fn judge<B>(
        &self,
        plain: &Plain,
        danger: &Danger,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let set = plain.turns;
        let sight = danger.after(set.head);
        let verdict = if set.from == sight.king() {
            self.judge_king(plain, sight, danger.attacked)
        } else {
            let opened = sight.opened_by(placement, set.from);
            match opened.first() {
                None => return sink(set),
                Some(checker) => {
                    let shields = sight.shields(opened);
                    let occupied = sight.occupied().without(set.from);
                    let answers = Answers::new(self, plain, occupied);
                    let verdict = answers.to_opened_line(checker, sight.king());
                    Verdict {
                        sure: verdict.sure | shields,
                        doubtful: verdict.doubtful & !shields,
                    }
                }
            }
        };
        let sure = TurnSet {
            targets: set.targets & verdict.sure,
            ..set
        };
        if !sure.is_empty() {
            sink(sure)?;
        }
        let doubtful = TurnSet {
            targets: set.targets & verdict.doubtful,
            ..set
        };
        self.each_removable(doubtful, sink)
    }

    /// Hands on those turns of a set that turn out to satisfy point 3 when they are played.
    fn each_removable<B>(
        &self,
        set: TurnSet,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for turn in set.turns() {
            if self.own_check_removable(turn) {
                sink(TurnSet::only(turn))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Judges the steps of the king; an un-castling has looked at all that may be attacked.
    fn judge_king(&self, plain: &Plain, sight: &KingSight, attacked: Bitboard) -> Verdict {
        let king = plain.turns.from;
        let lifted = sight.occupied().without(king);
        let answers = Answers::new(self, plain, lifted);
        let attacked = plain.turns.targets & attacked & attacks::king_attacks(king);
        let mut verdict = Verdict {
            sure: !attacked,
            doubtful: Bitboard::EMPTY,
        };
        for target in attacked {
            let one = answers.to_king_on(target);
            verdict.sure |= one.sure;
            verdict.doubtful |= one.doubtful;
        }
        verdict
    }

    /// Point 3: after `turn` the own king is not attacked, or the opponent has a turn that
    /// satisfies points 1 and 2.
    pub(super) fn own_check_removable(&self, turn: Turn) -> bool {
        let after = self.play(turn);
        !after.setup.placement.king_attacked(self.setup.side) || after.has_plain_turn()
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng, rngs::StdRng};

    use super::*;
    use crate::rules::Variant;

    fn collected(generate: impl FnOnce(&mut dyn FnMut(TurnSet))) -> Vec<Turn> {
        let mut turns = Vec::new();
        generate(&mut |set| turns.extend(set.turns()));
        turns.sort();
        turns
    }

    #[test]
    fn what_the_checkers_tell_is_what_trying_tells() {
        let mut rng = StdRng::seed_from_u64(7);
        for _ in 0..200 {
            let start = Variant::Ssehc.start(0);
            let mut position = Ssehc::from_setup(Variant::Ssehc, start).expect("it is the start");
            for _ in 0..120 {
                let heads = position.heads();
                let removable = collected(|sink| {
                    let _: ControlFlow<()> = position.generate_removable(heads, &mut |set| {
                        sink(set);
                        ControlFlow::Continue(())
                    });
                });
                let mut tried = collected(|sink| {
                    let _: ControlFlow<()> = position.generate_plain(heads, &mut |plain| {
                        sink(plain.turns);
                        ControlFlow::Continue(())
                    });
                });
                tried.retain(|&turn| position.own_check_removable(turn));
                assert_eq!(removable, tried, "{}", position.setup);
                if removable.is_empty() {
                    break;
                }
                position = position.play(removable[rng.random_range(0..removable.len())]);
            }
        }
    }
}
