//! Point 3 of [`super`]: a check on the player's own king must be removable.
//!
//! Only an un-move of the king or of a pinned piece can leave the player's own king in check. For
//! most of these un-moves, [`super::king_steps`], [`super::answer`] and [`super::refute`] find out
//! whether the check is removable, without playing the turn. If these modules cannot decide, the
//! turn is played, to see whether the opponent then has a semi-legal turn: one that satisfies
//! points 1 and 2.

use std::ops::ControlFlow;

use super::{
    Ssehc,
    answer::{Answerable, CheckAnswers},
    heads::{Heads, SemiLegal, SemiLegalSink},
    king_steps::KingSteps,
};
use crate::board::{Bitboard, Roles, Square, Turn, TurnSet, attacks};
use crate::rules::{Rules, reviving::unmove::CheckInfo};

/// The opponent's attacks on the player's own king before the un-move. The *head* of a turn is the
/// un-capture before the un-move ([`super::heads`]).
struct Danger<'a> {
    /// The attacks in a turn without a head.
    without_head: &'a CheckInfo,
    /// The attacks after the head.
    with_head: &'a CheckInfo,
    /// The squares next to the king, sorted by whether the king would be in check there and whether
    /// the opponent could answer this check. Computed when needed.
    king_steps: Option<KingSteps>,
}

impl Danger<'_> {
    fn after(&self, head: Option<Square>) -> &CheckInfo {
        match head {
            Some(_) => self.with_head,
            None => self.without_head,
        }
    }
}

/// Targets, sorted by whether a check on the player's own king is removable.
#[derive(Clone, Copy, Default)]
pub(super) struct Removable {
    /// There is no check, or the check certainly is removable.
    pub(super) certain: Bitboard,
    /// The turn has to be played to find out.
    pub(super) unclear: Bitboard,
}

/// Receives the turns that satisfy points 1 and 2, and passes on those that satisfy point 3.
struct RemovableFilter<'a, S> {
    position: &'a Ssehc,
    heads: Heads,
    danger: Danger<'a>,
    sink: &'a mut S,
}

impl<B, S: FnMut(TurnSet) -> ControlFlow<B>> SemiLegalSink<B> for RemovableFilter<'_, S> {
    #[inline(always)]
    fn keeps_king_safe(&mut self, turns: TurnSet) -> ControlFlow<B> {
        (self.sink)(turns)
    }

    fn may_expose_king(&mut self, semi_legal: SemiLegal) -> ControlFlow<B> {
        let set = semi_legal.turns;
        if set.head.is_some_and(|square| square != self.heads.square) {
            // Un-en-passant.
            return self.test_each(set);
        }
        if set.from != self.danger.without_head.king() {
            return self.filter(&semi_legal);
        }
        let steps = self.king_steps();
        let certain =
            set.targets & (steps.unattacked | steps.answered & semi_legal.uncapture_optional);
        if certain.any() {
            (self.sink)(TurnSet {
                targets: certain,
                ..set
            })?;
        }
        let rest = set.targets & !(certain | steps.unanswerable);
        if rest.is_empty() {
            return ControlFlow::Continue(());
        }
        self.filter(&SemiLegal {
            turns: TurnSet {
                targets: rest,
                ..set
            },
            ..semi_legal
        })
    }
}

impl<B, S: FnMut(TurnSet) -> ControlFlow<B>> RemovableFilter<'_, S> {
    fn king_steps(&mut self) -> KingSteps {
        let king = self.danger.without_head.king();
        let head = (!self.heads.roles.is_empty()).then_some(self.heads.square);
        let position = self.position;
        *self
            .danger
            .king_steps
            .get_or_insert_with(|| position.king_steps(king, head))
    }

    /// Filters un-moves of pinned pieces, and un-moves of the king to squares that may be attacked.
    fn filter(&mut self, semi_legal: &SemiLegal) -> ControlFlow<B> {
        let set = semi_legal.turns;
        let heads = set.roles.without(Roles::NONE);
        if !set.roles.contains(None) || heads.is_empty() {
            return self.filter_one_case(semi_legal);
        }
        let with = |roles, head, targets| SemiLegal {
            turns: TurnSet {
                targets,
                roles,
                head,
                ..set
            },
            ..*semi_legal
        };
        let unaffected = set.targets & self.unaffected_by_head(&set);
        let removable = self.removable(&with(set.roles, set.head, unaffected));
        if removable.certain.any() {
            (self.sink)(with(set.roles, set.head, removable.certain).turns)?;
        }
        if removable.certain == set.targets {
            return ControlFlow::Continue(());
        }
        self.filter_one_case(&with(Roles::NONE, None, set.targets & !removable.certain))?;
        self.test_each(with(heads, set.head, removable.unclear).turns)?;
        self.filter_one_case(&with(heads, set.head, set.targets & !unaffected))
    }

    /// The targets of un-moves after which the un-captured piece shares no rank, file or diagonal
    /// with the player's king. The piece then cannot block a check, but it can stand in the way of
    /// the opponent's *answer*: the turn that removes the check.
    fn unaffected_by_head(&self, set: &TurnSet) -> Bitboard {
        let Some(head) = set.head else {
            return Bitboard::EMPTY;
        };
        let lines = attacks::queen_attacks(head, Bitboard::EMPTY);
        let king = self.danger.without_head.king();
        if set.from == king {
            !lines
        } else if lines.contains(king) {
            Bitboard::EMPTY
        } else {
            Bitboard::FULL
        }
    }

    /// Filters turns that all have a head, or all have none.
    fn filter_one_case(&mut self, semi_legal: &SemiLegal) -> ControlFlow<B> {
        let set = semi_legal.turns;
        if set.targets.is_empty() {
            return ControlFlow::Continue(());
        }
        let Removable { certain, unclear } = self.removable(semi_legal);
        if certain.any() {
            (self.sink)(TurnSet {
                targets: certain,
                ..set
            })?;
        }
        if unclear.any() {
            self.test_each(TurnSet {
                targets: unclear,
                ..set
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Sorts targets by whether a check is removable. If the set has turns with a head, the result
    /// is for these turns. Such a set may also have turns without a head, if all its targets are
    /// [unaffected by the head](Self::unaffected_by_head). Then every answer of the opponent that
    /// is possible with the head is also possible without it. So `certain` is also right for the
    /// turns without a head, but the other targets must be sorted again for them.
    fn removable(&self, semi_legal: &SemiLegal) -> Removable {
        let set = &semi_legal.turns;
        if set.targets.is_empty() {
            return Removable::default();
        }
        let attack = self.danger.after(set.head);
        let mut occupied = self.position.setup.placement.occupied();
        if let Some(head) = set.head {
            occupied.add(head);
        }
        let answers = CheckAnswers::new(self.position, semi_legal, occupied.without(set.from));
        if set.from == attack.king() {
            king_steps_removable(&answers)
        } else {
            pinned_removable(&answers, attack)
        }
    }

    /// Plays each turn of a set and passes on those that satisfy point 3.
    fn test_each(&mut self, set: TurnSet) -> ControlFlow<B> {
        for turn in set.turns() {
            if self.position.own_check_removable(turn) {
                (self.sink)(TurnSet::only(turn))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Ssehc {
    /// The turns that satisfy points 1 to 3.
    pub(super) fn generate_checks_removable<B>(
        &self,
        heads: Heads,
        without_head: &CheckInfo,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let king = without_head.king();
        let attack_with_head;
        let with_head = if !heads.roles.is_empty() && without_head.affects(heads.square) {
            let occupied = placement.occupied().with(heads.square);
            attack_with_head =
                CheckInfo::with_occupied(placement, !self.setup.side, king, occupied);
            &attack_with_head
        } else {
            without_head
        };
        let mut may_expose_king = (without_head.blockers() | with_head.blockers()).with(king);
        if let Some(squares) = self.en_passant_squares() {
            may_expose_king.add(squares.revived);
        }
        let mut filter = RemovableFilter {
            position: self,
            heads,
            danger: Danger {
                without_head,
                with_head,
                king_steps: None,
            },
            sink,
        };
        self.generate_semi_legal(heads, may_expose_king, &mut filter)
    }

    /// Point 3: after `turn` the player's own king is not attacked, or the opponent has a turn that
    /// satisfies points 1 and 2.
    pub(super) fn own_check_removable(&self, turn: Turn) -> bool {
        let after = self.play(turn);
        !after.setup.placement.king_attacked(self.setup.side) || after.has_semi_legal_turn()
    }
}

/// Sorts un-moves of the king by whether a check is removable.
fn king_steps_removable(answers: &CheckAnswers<'_>) -> Removable {
    let mut removable = Removable::default();
    for target in answers.semi_legal.turns.targets {
        match answers.after_king_step(target) {
            Answerable::Always => removable.certain.add(target),
            Answerable::Maybe => removable.unclear.add(target),
            Answerable::Never => {}
        }
    }
    removable
}

/// Sorts un-moves of a pinned piece by whether a check is removable.
fn pinned_removable(answers: &CheckAnswers<'_>, attack: &CheckInfo) -> Removable {
    let set = &answers.semi_legal.turns;
    let opened = attack.discovered_by(&answers.position.setup.placement, set.from);
    let Some(checker) = opened.first() else {
        return Removable {
            certain: set.targets,
            ..Removable::default()
        };
    };
    let king = attack.king();
    let certain = set.targets
        & (attack.blocking_squares(opened) | answers.answered_on_opened_line(checker, king));
    let mut unclear = set.targets & !certain;
    if unclear.any() {
        unclear &= answers.maybe_answerable(checker, king);
    }
    Removable { certain, unclear }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng, rngs::StdRng};

    use super::*;
    use crate::rules::reviving::bare_kings;
    use crate::rules::ssehc::Switches;

    /// Passes on everything.
    struct All<'a>(&'a mut dyn FnMut(TurnSet));

    impl SemiLegalSink<()> for All<'_> {
        fn keeps_king_safe(&mut self, turns: TurnSet) -> ControlFlow<()> {
            (self.0)(turns);
            ControlFlow::Continue(())
        }

        fn may_expose_king(&mut self, semi_legal: SemiLegal) -> ControlFlow<()> {
            self.keeps_king_safe(semi_legal.turns)
        }
    }

    fn collected(generate: impl FnOnce(&mut dyn FnMut(TurnSet))) -> Vec<Turn> {
        let mut turns = Vec::new();
        generate(&mut |set| turns.extend(set.turns()));
        turns.sort();
        turns
    }

    #[test]
    fn removable_checks_agree_with_playing_each_turn() {
        let mut rng = StdRng::seed_from_u64(7);
        for _ in 0..200 {
            let mut position =
                Ssehc::from_setup(&Switches::BASE, bare_kings()).expect("a valid start");
            for _ in 0..120 {
                let heads = position.heads();
                let setup = &position.setup;
                let danger = CheckInfo::on_king_of(&setup.placement, setup.side)
                    .expect("the king is on the board");
                let removable = collected(|sink| {
                    let _: ControlFlow<()> =
                        position.generate_checks_removable(heads, &danger, &mut |set| {
                            sink(set);
                            ControlFlow::Continue(())
                        });
                });
                let mut expected = collected(|sink| {
                    let _ = position.generate_semi_legal(heads, Bitboard::EMPTY, &mut All(sink));
                });
                expected.retain(|&turn| position.own_check_removable(turn));
                assert_eq!(removable, expected, "{}", position.setup);
                if removable.is_empty() {
                    break;
                }
                position = position.play(removable[rng.random_range(0..removable.len())]);
            }
        }
    }
}
