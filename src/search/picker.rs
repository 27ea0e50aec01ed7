//! The order of turns: all turns of a position, scored when they are generated, taken best first.
//!
//! A position may have several hundred turns, and a cutoff needs few of them. So they are not
//! sorted: each time the best of the rest is picked. All positions on the way from the root share one
//! stack of candidates, each with a stretch of its own.

use std::ops::ControlFlow;

use super::exchange::{gains, worth};
use super::history::{History, Past, comes_to, mover};
use super::params::Params;
use crate::board::{
    Act, Bitboard, Pending, Role, Roles, Setup, Square, Turn, TurnSet, attacks, home_squares,
    row_of,
};
use crate::rules::Rules;

/// Turns of at least this order, up or down, are tactical.
const TACTICAL: i32 = 500_000;
const KNOWN: i32 = 4_000_000;
const ENDS: i32 = 3_000_000;
const COMPLETES: i32 = 2_500_000;
const PROMOTES: i32 = 2_000_000;
const CAPTURES: i32 = 1_000_000;
const LOSES: i32 = -1_000_000;

/// A turn and its place in the order, packed so that the better is the greater number. Equals are
/// ordered by the turn, so that the order does not hang on that of generation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Candidate(u64);

impl Candidate {
    #[inline]
    fn new(turn: Turn, order: i32) -> Self {
        let lifted = (order as u32) ^ 0x8000_0000;
        Self(u64::from(lifted) << 32 | u64::from(turn.bits()))
    }

    /// The turn.
    #[inline]
    #[must_use]
    pub(super) fn turn(self) -> Option<Turn> {
        Turn::from_bits(self.0 as u32)
    }

    /// How early it comes: the greater, the earlier.
    #[inline]
    #[must_use]
    pub(super) fn order(self) -> i32 {
        ((self.0 >> 32) as u32 ^ 0x8000_0000) as i32
    }

    /// Whether the turn changes more than history can tell: it captures, promotes, completes an army
    /// or ends the game. Such turns are not left out for coming late.
    #[inline]
    #[must_use]
    pub(super) fn is_tactical(self) -> bool {
        self.order().abs() >= TACTICAL
    }

    /// Whether the turn gives check, and nothing more is known of it than history can tell.
    #[inline]
    #[must_use]
    pub(super) fn is_quiet_check(self) -> bool {
        (TACTICAL..CAPTURES).contains(&self.order())
    }

    /// Whether it is the turn that the table knows.
    #[inline]
    #[must_use]
    pub(super) fn is_known(self) -> bool {
        self.order() == KNOWN
    }
}

/// Which turns to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// All.
    All,
    /// Those that change the evaluation at once: tactical ones, and with `homecomers` pieces that
    /// come straight to a home square of theirs.
    Noisy {
        /// Whether pieces that come home count.
        homecomers: bool,
    },
}

/// From where a piece of each kind would give check.
pub(super) struct CheckSquares([Bitboard; Role::ALL.len()]);

impl CheckSquares {
    /// Checks on the opponent's king; none where it is not on the board. In games in which nothing
    /// is captured there are none either: most of them forbid such turns, and in the others checks
    /// first have not been shown to win.
    #[inline]
    fn new<R: Rules>(position: &R) -> Self {
        let placement = &position.setup().placement;
        let king = placement.pieces(!position.side(), Role::King).first();
        let (Some(king), true) = (king, position.captures()) else {
            return Self([Bitboard::EMPTY; Role::ALL.len()]);
        };
        let occupied = placement.occupied();
        Self(Role::ALL.map(|role| match role {
            Role::King => Bitboard::EMPTY,
            _ => attacks::attacks(king, role.of(!position.side()), occupied),
        }))
    }

    #[inline]
    fn of(&self, role: Role) -> Bitboard {
        self.0[role as usize - 1]
    }
}

/// What decides on the order of the turns of one position.
pub(super) struct Order<'a> {
    /// The numbers.
    pub(super) params: &'a Params,
    /// What has been learned.
    pub(super) history: &'a History,
    /// The turns before.
    pub(super) past: Past,
    /// The turn that the table knows.
    pub(super) known: Option<Turn>,
    /// Turns that caused cutoffs in positions beside this one.
    pub(super) killers: [Option<Turn>; 2],
}

/// The stretch of one position on the stack of candidates.
#[derive(Debug)]
pub(super) struct Picker {
    start: usize,
    next: usize,
    end: usize,
}

impl Picker {
    /// Puts the turns of a position on the stack.
    pub(super) fn new<R: Rules>(
        position: &R,
        wanted: Wanted,
        order: &Order<'_>,
        stack: &mut Vec<Candidate>,
    ) -> Self {
        let start = stack.len();
        let setup = position.setup();
        let checks = CheckSquares::new(position);
        let _: ControlFlow<()> = position.generate(&mut |set| {
            let set = match wanted {
                Wanted::All => Some(set),
                Wanted::Noisy { homecomers } => noisy(set, setup, homecomers),
            };
            if let Some(set) = set {
                order.push(set, setup, &checks, stack);
            }
            ControlFlow::Continue(())
        });
        Self {
            start,
            next: start,
            end: stack.len(),
        }
    }

    /// How many turns there are.
    #[must_use]
    pub(super) fn count(&self) -> usize {
        self.end - self.start
    }

    /// The best turn that has not been picked yet.
    #[inline]
    pub(super) fn pick(&mut self, stack: &mut [Candidate]) -> Option<Candidate> {
        let rest = &mut stack[self.next..self.end];
        let first = *rest.first()?;
        let (best, candidate) =
            rest.iter()
                .enumerate()
                .fold((0, first), |(best, most), (index, &candidate)| {
                    if candidate > most {
                        (index, candidate)
                    } else {
                        (best, most)
                    }
                });
        rest.swap(0, best);
        self.next += 1;
        Some(candidate)
    }

    /// The turns that have been picked so far, the latest last.
    #[must_use]
    pub(super) fn picked<'s>(&self, stack: &'s [Candidate]) -> &'s [Candidate] {
        &stack[self.start..self.next]
    }

    /// Takes the position's turns off the stack.
    pub(super) fn finish(self, stack: &mut Vec<Candidate>) {
        stack.truncate(self.start);
    }
}

impl Order<'_> {
    fn push(&self, set: TurnSet, setup: &Setup, checks: &CheckSquares, stack: &mut Vec<Candidate>) {
        let mut push = |turn: Turn, order: i32| {
            let order = if Some(turn) == self.known {
                KNOWN
            } else {
                order
            };
            stack.push(Candidate::new(turn, order));
        };
        match set.act {
            Act::End => set.turns().for_each(|turn| push(turn, ENDS)),
            Act::Promotion => set
                .turns()
                .for_each(|turn| push(turn, promotion_order(turn))),
            Act::Drop => set
                .turns()
                .for_each(|turn| push(turn, self.quiet_order(turn, setup, checks))),
            Act::Move | Act::UnPromotion | Act::UnEnPassant => {
                let captures = captures(&set, setup);
                let quiet = TurnSet {
                    targets: set.targets & !captures,
                    ..set
                };
                self.push_steps(quiet, setup, checks, &mut push);
                for to in captures {
                    let capture = Turn::new(set.act, set.from, to, None, None);
                    if let Some(turn) = capture {
                        push(turn, capture_order(turn, setup));
                    }
                }
            }
        }
    }

    /// Steps and their like, all from one square, so that their history is looked up once.
    fn push_steps(
        &self,
        set: TurnSet,
        setup: &Setup,
        checks: &CheckSquares,
        push: &mut impl FnMut(Turn, i32),
    ) {
        let completes = completes(&set, setup);
        let stands = setup.placement.role_at(set.from);
        for role in set.roles.iter() {
            let head = role.and(set.head);
            let moved = if head == Some(set.from) { role } else { stands };
            let steps = self
                .history
                .of_steps(self.past, moved.unwrap_or(Role::King), set.from);
            let comes_to = head.unwrap_or(set.from);
            let comer = self.comer_order(role, comes_to);
            let checks = stands.map_or(Bitboard::EMPTY, |role| checks.of(role));
            for to in set.targets {
                let Some(turn) = Turn::new(set.act, set.from, to, role, head) else {
                    continue;
                };
                if completes && (role.is_some() || set.act == Act::UnEnPassant) {
                    push(turn, COMPLETES);
                } else {
                    let check = self.check_order(checks, to);
                    push(turn, steps.to(to) + comer + self.killer_order(turn) + check);
                }
            }
        }
    }

    fn quiet_order(&self, turn: Turn, setup: &Setup, checks: &CheckSquares) -> i32 {
        let moved = mover(&setup.placement, turn).unwrap_or(Role::King);
        let steps = self.history.of_steps(self.past, moved, turn.from());
        steps.to(turn.to())
            + self.comer_order(turn.role(), comes_to(turn))
            + self.killer_order(turn)
            + self.check_order(checks.of(moved), turn.to())
    }

    #[inline]
    fn check_order(&self, checks: Bitboard, to: Square) -> i32 {
        if checks.contains(to) {
            self.params.check_order
        } else {
            0
        }
    }

    #[inline]
    fn comer_order(&self, role: Option<Role>, square: Square) -> i32 {
        let revival = if role.is_some() {
            self.params.revival_order
        } else {
            0
        };
        self.history.of_comer(self.past.side, role, square) + revival
    }

    #[inline]
    fn killer_order(&self, turn: Turn) -> i32 {
        if self.killers.contains(&Some(turn)) {
            self.params.killer_bonus
        } else {
            0
        }
    }
}

/// The part of a set that is noisy; see [`Wanted::Noisy`].
fn noisy(mut set: TurnSet, setup: &Setup, homecomers: bool) -> Option<TurnSet> {
    match set.act {
        Act::End | Act::Promotion => return Some(set),
        Act::Drop => return None,
        Act::Move | Act::UnPromotion | Act::UnEnPassant => {}
    }
    let captures = captures(&set, setup);
    if captures.any() {
        set.targets = captures;
        return Some(set);
    }
    if completes(&set, setup) {
        if set.act != Act::UnEnPassant {
            set.roles = set.roles.without(Roles::NONE);
        }
        return (!set.is_empty()).then_some(set);
    }
    if !homecomers {
        return None;
    }
    let (square, color) = match set.head {
        Some(head) => (head, setup.side),
        None => (set.from, !setup.side),
    };
    set.roles = set
        .roles
        .iter()
        .flatten()
        .filter(|&role| home_squares(color, role).contains(square))
        .fold(Roles::EMPTY, |roles, role| roles.or(Roles::of(role)));
    (!set.is_empty()).then_some(set)
}

/// The targets of a set on which something is captured.
fn captures(set: &TurnSet, setup: &Setup) -> Bitboard {
    if set.act != Act::Move {
        return Bitboard::EMPTY;
    }
    let placement = &setup.placement;
    let mut captures = set.targets & placement.of(!setup.side);
    if let Pending::At(passed) = setup.pending {
        let pawn = placement.pieces(setup.side, Role::Pawn).contains(set.from);
        let ahead = row_of(setup.side, passed) > row_of(setup.side, set.from);
        if pawn && ahead && set.from.file() != passed.file() {
            captures |= set.targets & Bitboard::from_square(passed);
        }
    }
    captures
}

/// Whether pieces that come behind the turns of a set complete the enemy army.
fn completes(set: &TurnSet, setup: &Setup) -> bool {
    set.head.is_none() && set.act != Act::Drop && setup.placement.reserve().total(!setup.side) == 1
}

/// A queen is promoted to first, everything else last.
fn promotion_order(turn: Turn) -> i32 {
    if turn.role() == Some(Role::Queen) {
        PROMOTES
    } else {
        LOSES + turn.role().map_or(0, worth)
    }
}

/// The most valuable victim first, by the least valuable attacker; what loses material last.
fn capture_order(turn: Turn, setup: &Setup) -> i32 {
    let placement = &setup.placement;
    let victim = placement.role_at(turn.to()).unwrap_or(Role::Pawn);
    let attacker = placement.role_at(turn.from()).map_or(0, worth);
    let order = 32 * worth(victim) - attacker;
    if gains(placement, turn.from(), turn.to(), 0) {
        CAPTURES + order
    } else {
        LOSES + order
    }
}
