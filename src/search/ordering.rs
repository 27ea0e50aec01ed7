//! Turn ordering: the score that decides when a turn is searched.

use super::exchange::{piece_value, see_at_least};
use super::history::{Continuation, ThreadHistory};
use super::noisy::{captures, completes_army};
use super::params::Params;
use crate::board::{Act, Bitboard, Role, Setup, Square, Turn, TurnFields, TurnSet, attacks};
use crate::rules::Rules;

/// The smallest absolute score of a tactical turn. History and killer scores stay below it.
const TACTICAL: i32 = 500_000;
const TT_TURN: i32 = 4_000_000;
const DECLARES_END: i32 = 3_000_000;
const COMPLETES_ARMY: i32 = 2_500_000;
const PROMOTES_TO_QUEEN: i32 = 2_000_000;
const WINS_MATERIAL: i32 = 1_000_000;
const LOSES_MATERIAL: i32 = -1_000_000;

/// A turn and its score, packed so that the better turn is the greater number. Turns with equal
/// scores are ordered by their bits, so the order does not depend on the turn generator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ScoredTurn(u64);

impl ScoredTurn {
    #[inline]
    fn new(turn: Turn, score: i32) -> Self {
        let unsigned = (score as u32) ^ 0x8000_0000;
        Self(u64::from(unsigned) << 32 | u64::from(turn.bits()))
    }

    /// The turn.
    #[inline]
    #[must_use]
    pub(super) fn turn(self) -> Option<Turn> {
        Turn::from_bits(self.0 as u32)
    }

    /// The score; turns with a greater score are searched earlier.
    #[inline]
    #[must_use]
    pub(super) fn score(self) -> i32 {
        ((self.0 >> 32) as u32 ^ 0x8000_0000) as i32
    }

    /// Whether the turn captures, promotes, gives check ([`CheckSquares`]), completes the enemy
    /// army, declares the end, or is the turn of the transposition table entry.
    ///
    /// The pruning of late turns skips a quiet turn and all turns after it. So it can skip tactical
    /// turns with a negative score, which come after the quiet turns. It never skips tactical turns
    /// with a positive score, which come before the quiet turns.
    #[inline]
    #[must_use]
    pub(super) fn is_tactical(self) -> bool {
        self.score().abs() >= TACTICAL
    }

    /// Whether the turn gives check and is not tactical for another reason.
    #[inline]
    #[must_use]
    pub(super) fn is_quiet_check(self) -> bool {
        (TACTICAL..WINS_MATERIAL).contains(&self.score())
    }

    /// Whether the turn is that of the transposition table entry.
    #[inline]
    #[must_use]
    pub(super) fn is_tt_turn(self) -> bool {
        self.score() == TT_TURN
    }
}

/// For each kind of piece, the squares from which it would give check.
pub(super) struct CheckSquares([Bitboard; Role::ALL.len()]);

impl CheckSquares {
    /// The squares for the side to play. The sets are empty while the opponent's king is in
    /// reserve, and in all reverse games. Of these, only the Ssehc games allow a check on the
    /// opponent's king, and searching checks first did not gain strength there.
    ///
    /// A check needs both kings on the board. So a side whose king is in reserve gives check only
    /// if it drops its king while another of its pieces attacks the opponent's king.
    #[inline]
    pub(super) fn new<R: Rules>(position: &R) -> Self {
        let placement = &position.setup().placement;
        let (side, none) = (position.side(), [Bitboard::EMPTY; Role::ALL.len()]);
        let (Some(king), true) = (placement.king(!side), position.has_captures()) else {
            return Self(none);
        };
        let occupied = placement.occupied();
        if placement.king(side).is_none() {
            let mut squares = none;
            if placement.attackers(king, side, occupied).any() {
                squares[Role::King as usize - 1] = !occupied;
            }
            return Self(squares);
        }
        Self(Role::ALL.map(|role| match role {
            Role::King => Bitboard::EMPTY,
            _ => attacks::attacks(king, role.of(!side), occupied),
        }))
    }

    #[inline]
    fn of(&self, role: Role) -> Bitboard {
        self.0[role as usize - 1]
    }
}

/// What decides the order of the turns of one position.
pub(super) struct TurnOrdering<'a> {
    /// The search parameters.
    pub(super) params: &'a Params,
    /// The history tables of the thread.
    pub(super) history: &'a ThreadHistory,
    /// The side to play and the two turns before.
    pub(super) continuation: Continuation,
    /// The turn of the transposition table entry.
    pub(super) tt_turn: Option<Turn>,
    /// Killers: turns that caused cutoffs in sibling positions.
    pub(super) killers: [Option<Turn>; 2],
}

impl TurnOrdering<'_> {
    /// Scores the turns of a set and pushes them on the stack.
    pub(super) fn push(
        &self,
        set: TurnSet,
        setup: &Setup,
        checks: &CheckSquares,
        stack: &mut Vec<ScoredTurn>,
    ) {
        let mut push = |turn: Turn, score: i32| {
            let is_tt_turn = Some(turn) == self.tt_turn;
            let score = if is_tt_turn { TT_TURN } else { score };
            stack.push(ScoredTurn::new(turn, score));
        };
        match set.act {
            Act::End => set.turns().for_each(|turn| push(turn, DECLARES_END)),
            Act::Promotion => set
                .turns()
                .for_each(|turn| push(turn, promotion_score(turn))),
            Act::Drop => self.push_drops(set, checks, &mut push),
            Act::Move | Act::UnPromotion | Act::UnEnPassant => {
                let captures = captures(&set, setup);
                let quiet = TurnSet {
                    targets: set.targets & !captures,
                    ..set
                };
                self.push_quiet(quiet, setup, checks, &mut push);
                for to in captures {
                    let fields = TurnFields::new(set.act, set.from, to);
                    if let Some(turn) = Turn::new(fields) {
                        push(turn, capture_score(turn, setup));
                    }
                }
            }
        }
    }

    /// Scores the quiet turns of a set. All start from one square, so their history is looked up
    /// once for each kind of un-captured piece.
    fn push_quiet(
        &self,
        set: TurnSet,
        setup: &Setup,
        checks: &CheckSquares,
        push: &mut impl FnMut(Turn, i32),
    ) {
        let completes = completes_army(&set, setup);
        let standing = setup.placement.role_at(set.from);
        for role in set.roles.iter() {
            let head = role.and(set.head);
            let moved = if head == Some(set.from) {
                role
            } else {
                standing
            };
            let moves =
                self.history
                    .of_moves(self.continuation, moved.unwrap_or(Role::King), set.from);
            let revival = self.revival_score(role, head.unwrap_or(set.from));
            let checks = standing.map_or(Bitboard::EMPTY, |role| checks.of(role));
            for to in set.targets {
                let fields = TurnFields {
                    role,
                    head,
                    ..TurnFields::new(set.act, set.from, to)
                };
                let Some(turn) = Turn::new(fields) else {
                    continue;
                };
                if completes && (role.is_some() || set.act == Act::UnEnPassant) {
                    push(turn, COMPLETES_ARMY);
                } else {
                    let check = self.check_score(checks, to);
                    push(
                        turn,
                        moves.to(to) + revival + self.killer_score(turn) + check,
                    );
                }
            }
        }
    }

    /// Scores drops. Their history is looked up once for each kind of piece.
    fn push_drops(&self, set: TurnSet, checks: &CheckSquares, push: &mut impl FnMut(Turn, i32)) {
        for role in set.roles.iter().flatten() {
            let drops = self.history.of_drops(self.continuation, role);
            let checks = checks.of(role);
            for to in set.targets {
                let fields = TurnFields {
                    role: Some(role),
                    ..TurnFields::new(Act::Drop, to, to)
                };
                let Some(turn) = Turn::new(fields) else {
                    continue;
                };
                let check = self.check_score(checks, to);
                push(turn, drops.on(to) + self.killer_score(turn) + check);
            }
        }
    }

    #[inline]
    fn check_score(&self, checks: Bitboard, to: Square) -> i32 {
        if checks.contains(to) {
            self.params.check_order
        } else {
            0
        }
    }

    #[inline]
    fn revival_score(&self, role: Option<Role>, square: Square) -> i32 {
        self.history
            .of_revival(self.continuation.side, role, square)
    }

    #[inline]
    fn killer_score(&self, turn: Turn) -> i32 {
        if self.killers.contains(&Some(turn)) {
            self.params.killer_bonus
        } else {
            0
        }
    }
}

/// Promotion to a queen comes before captures and quiet turns. Underpromotions come after the quiet
/// turns.
fn promotion_score(turn: Turn) -> i32 {
    if turn.role() == Some(Role::Queen) {
        PROMOTES_TO_QUEEN
    } else {
        LOSES_MATERIAL + turn.role().map_or(0, piece_value)
    }
}

/// Valuable victims and cheap attackers first (MVV-LVA). Captures that lose material come after the
/// quiet turns.
fn capture_score(turn: Turn, setup: &Setup) -> i32 {
    let placement = &setup.placement;
    let victim = placement.role_at(turn.to()).unwrap_or(Role::Pawn);
    let attacker = placement.role_at(turn.from()).map_or(0, piece_value);
    let mvv_lva = 32 * piece_value(victim) - attacker;
    if see_at_least(placement, turn.from(), turn.to(), 0) {
        // If a king captures a pawn or a knight, `mvv_lva` is negative. A score below
        // `WINS_MATERIAL` would count as a quiet check (`is_quiet_check`).
        (WINS_MATERIAL + mvv_lva).max(WINS_MATERIAL)
    } else {
        LOSES_MATERIAL + mvv_lva
    }
}
