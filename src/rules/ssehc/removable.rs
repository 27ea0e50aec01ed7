//! Point 3 of a turn of Ssehc (rules 2.1): a check on the own king must be removable.
//!
//! Only a step of the king, or of a piece that stands alone between it and a slider, can leave the
//! own king in check. Of these most are decided by a look at the checkers, see [`super::answer`];
//! the rest is played and asked for a turn.

use std::ops::ControlFlow;

use super::{
    Ssehc,
    answer::{Answer, Answers},
    king_steps::KingSteps,
    opening::{Heads, Listener, Plain},
};
use crate::board::{Bitboard, Roles, Square, Turn, TurnSet, attacks};
use crate::rules::{Rules, reviving::unmove::KingSight};

/// How the opponent's pieces bear on the own king: on the board as it is, and with one more piece
/// on the vacated square.
struct Danger<'a> {
    without_head: &'a KingSight,
    with_head: &'a KingSight,
    /// What awaits the king beside its square, when it has been asked for.
    king_steps: Option<KingSteps>,
}

impl Danger<'_> {
    fn after(&self, head: Option<Square>) -> &KingSight {
        match head {
            Some(_) => self.with_head,
            None => self.without_head,
        }
    }
}

/// Targets by whether a check on the own king, if there is one, can be taken back.
#[derive(Clone, Copy, Default)]
pub(super) struct Verdict {
    /// There is none, or it certainly can.
    pub(super) sure: Bitboard,
    /// It has to be tried.
    pub(super) doubtful: Bitboard,
}

/// Hears of the turns that satisfy points 1 and 2, and hands on those that satisfy point 3.
struct Judge<'a, S> {
    position: &'a Ssehc,
    heads: Heads,
    danger: Danger<'a>,
    sink: &'a mut S,
}

impl<B, S: FnMut(TurnSet) -> ControlFlow<B>> Listener<B> for Judge<'_, S> {
    #[inline(always)]
    fn take(&mut self, turns: TurnSet) -> ControlFlow<B> {
        (self.sink)(turns)
    }

    fn look_at(&mut self, plain: Plain) -> ControlFlow<B> {
        let set = plain.turns;
        if set.head.is_some_and(|square| square != self.heads.square) {
            // Un-en-passant.
            return self.try_each(set);
        }
        if set.from != self.danger.without_head.king() {
            return self.judge(&plain);
        }
        let steps = self.king_steps();
        let sure = set.targets & (steps.unattacked | steps.answered & plain.unforced);
        if sure.any() {
            (self.sink)(TurnSet {
                targets: sure,
                ..set
            })?;
        }
        let rest = set.targets & !(sure | steps.hopeless);
        if rest.is_empty() {
            return ControlFlow::Continue(());
        }
        self.judge(&Plain {
            turns: TurnSet {
                targets: rest,
                ..set
            },
            ..plain
        })
    }
}

impl<B, S: FnMut(TurnSet) -> ControlFlow<B>> Judge<'_, S> {
    fn king_steps(&mut self) -> KingSteps {
        let king = self.danger.without_head.king();
        let head = (!self.heads.roles.is_empty()).then_some(self.heads.square);
        let position = self.position;
        *self
            .danger
            .king_steps
            .get_or_insert_with(|| position.king_steps(king, head))
    }

    /// Judges un-moves of the king to attacked squares, or of a piece that may shield it.
    fn judge(&mut self, plain: &Plain) -> ControlFlow<B> {
        let set = plain.turns;
        let heads = set.roles.without(Roles::NONE);
        if !set.roles.contains(None) || heads.is_empty() {
            return self.judge_alone(plain);
        }
        let with = |roles, head, targets| Plain {
            turns: TurnSet {
                targets,
                roles,
                head,
                ..set
            },
            ..*plain
        };
        let alike = set.targets & self.alike(&set);
        let verdict = self.verdict(&with(set.roles, set.head, alike));
        if verdict.sure.any() {
            (self.sink)(with(set.roles, set.head, verdict.sure).turns)?;
        }
        if verdict.sure == set.targets {
            return ControlFlow::Continue(());
        }
        self.judge_alone(&with(Roles::NONE, None, set.targets & !verdict.sure))?;
        self.try_each(with(heads, set.head, verdict.doubtful).turns)?;
        self.judge_alone(&with(heads, set.head, set.targets & !alike))
    }

    /// The targets for which what has been un-captured is out of line with the king, so that at worst
    /// it stands in the way of the answer.
    fn alike(&self, set: &TurnSet) -> Bitboard {
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

    /// Judges un-moves with a single board before them.
    fn judge_alone(&mut self, plain: &Plain) -> ControlFlow<B> {
        let set = plain.turns;
        if set.targets.is_empty() {
            return ControlFlow::Continue(());
        }
        let Verdict { sure, doubtful } = self.verdict(plain);
        if sure.any() {
            (self.sink)(TurnSet {
                targets: sure,
                ..set
            })?;
        }
        if doubtful.any() {
            self.try_each(TurnSet {
                targets: doubtful,
                ..set
            })?;
        }
        ControlFlow::Continue(())
    }

    /// What becomes of a check after un-moves with the un-captured piece, if there is one, before
    /// them.
    fn verdict(&self, plain: &Plain) -> Verdict {
        let set = &plain.turns;
        if set.targets.is_empty() {
            return Verdict::default();
        }
        let sight = self.danger.after(set.head);
        let mut occupied = self.position.setup.placement.occupied();
        if let Some(head) = set.head {
            occupied.add(head);
        }
        let answers = Answers::new(self.position, plain, occupied.without(set.from));
        if set.from == sight.king() {
            judge_king(&answers)
        } else {
            judge_shield(&answers, sight)
        }
    }

    /// Hands on those turns of a set that turn out to satisfy point 3 when they are played.
    fn try_each(&mut self, set: TurnSet) -> ControlFlow<B> {
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
    pub(super) fn generate_removable<B>(
        &self,
        heads: Heads,
        without_head: &KingSight,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let king = without_head.king();
        let sight_of_more;
        let with_head = if !heads.roles.is_empty() && without_head.minds(heads.square) {
            let occupied = placement.occupied().with(heads.square);
            sight_of_more = KingSight::over(placement, !self.setup.side, king, occupied);
            &sight_of_more
        } else {
            without_head
        };
        let mut watched = (without_head.blockers() | with_head.blockers()).with(king);
        if let Some(squares) = self.en_passant_squares() {
            watched.add(squares.revived);
        }
        let mut judge = Judge {
            position: self,
            heads,
            danger: Danger {
                without_head,
                with_head,
                king_steps: None,
            },
            sink,
        };
        self.generate_plain(heads, watched, &mut judge)
    }

    /// How the opponent's pieces bear on the own king on the board as it is.
    pub(super) fn danger_now(&self) -> Option<KingSight> {
        let placement = &self.setup.placement;
        let king = placement.king(self.setup.side)?;
        Some(KingSight::new(placement, !self.setup.side, king))
    }

    /// Point 3: after `turn` the own king is not attacked, or the opponent has a turn that
    /// satisfies points 1 and 2.
    pub(super) fn own_check_removable(&self, turn: Turn) -> bool {
        let after = self.play(turn);
        !after.setup.placement.king_attacked(self.setup.side) || after.has_plain_turn()
    }
}

/// Judges the steps of the king.
fn judge_king(answers: &Answers<'_>) -> Verdict {
    let mut verdict = Verdict::default();
    for target in answers.plain.turns.targets {
        match answers.to_king_on(target) {
            Answer::Sure => verdict.sure.add(target),
            Answer::Perhaps => verdict.doubtful.add(target),
            Answer::Never => {}
        }
    }
    verdict
}

/// Judges the un-moves of a piece that may shield the king.
fn judge_shield(answers: &Answers<'_>, sight: &KingSight) -> Verdict {
    let set = &answers.plain.turns;
    let opened = sight.opened_by(&answers.position.setup.placement, set.from);
    let Some(checker) = opened.first() else {
        return Verdict {
            sure: set.targets,
            ..Verdict::default()
        };
    };
    let king = sight.king();
    let sure = set.targets & (sight.shields(opened) | answers.to_opened_line(checker, king));
    let mut doubtful = set.targets & !sure;
    if doubtful.any() {
        doubtful &= answers.to_leave_hope(checker, king);
    }
    Verdict { sure, doubtful }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng, rngs::StdRng};

    use super::*;
    use crate::board::{Castling, Color, Pending, Placement, Reserve, Role, Setup};
    use crate::rules::ssehc::Switches;

    /// Hands on everything.
    struct All<'a>(&'a mut dyn FnMut(TurnSet));

    impl Listener<()> for All<'_> {
        fn take(&mut self, turns: TurnSet) -> ControlFlow<()> {
            (self.0)(turns);
            ControlFlow::Continue(())
        }

        fn look_at(&mut self, plain: Plain) -> ControlFlow<()> {
            self.take(plain.turns)
        }
    }

    fn collected(generate: impl FnOnce(&mut dyn FnMut(TurnSet))) -> Vec<Turn> {
        let mut turns = Vec::new();
        generate(&mut |set| turns.extend(set.turns()));
        turns.sort();
        turns
    }

    /// The kings on f3 and f6, everything else in reserve.
    fn start() -> Ssehc {
        let mut placement = Placement::empty(Reserve::full());
        placement.revive(Role::King.of(Color::White), Square::F3);
        placement.revive(Role::King.of(Color::Black), Square::F6);
        let setup = Setup {
            placement,
            side: Color::White,
            castling: Castling::NONE,
            pending: Pending::Nothing,
            halfmove: 0,
            fullmove: 1,
        };
        Ssehc::from_setup(&Switches::BASE, setup).expect("it is the start")
    }

    #[test]
    fn what_the_checkers_tell_is_what_trying_tells() {
        let mut rng = StdRng::seed_from_u64(7);
        for _ in 0..200 {
            let mut position = start();
            for _ in 0..120 {
                let heads = position.heads();
                let sight = position.danger_now().expect("a king");
                let removable = collected(|sink| {
                    let _: ControlFlow<()> =
                        position.generate_removable(heads, &sight, &mut |set| {
                            sink(set);
                            ControlFlow::Continue(())
                        });
                });
                let mut tried = collected(|sink| {
                    let _ = position.generate_plain(heads, Bitboard::EMPTY, &mut All(sink));
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
