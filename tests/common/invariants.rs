//! Invariants of every position and every turn of every game.

use std::collections::HashSet;

use reviver::board::{
    Act, ByColor, Color, MAX_TURNS, Role, Square, Turn, TurnFields, initial_count,
};
use reviver::games::TypedGame;
use reviver::rules::switches::Kings;
use reviver::rules::{Goal, Outcome, Rules, Switches};

use super::FALLBACK_REASON;

/// Asserts the invariants of a position that do not depend on the earlier positions of its game.
pub fn assert_position<R: Rules>(variant: TypedGame<R>, position: &R) {
    let setup = position.setup();
    let turns = position.turns();
    assert!(turns.len() <= MAX_TURNS, "{variant} {setup}");
    assert_eq!(turns.len(), position.count(), "{variant} {setup}");
    assert_eq!(!turns.is_empty(), position.has_turn(), "{variant} {setup}");
    let distinct: HashSet<Turn> = turns.iter().copied().collect();
    assert_eq!(
        distinct.len(),
        turns.len(),
        "{variant} {setup}: a turn is listed twice"
    );
    if position.immediate_outcome().is_some() {
        assert!(
            turns.is_empty(),
            "{variant} {setup}: the game is over, but turns are legal"
        );
    }
    assert_eq!(
        position.outcome().is_some(),
        turns.is_empty(),
        "{variant} {setup}"
    );
    for &turn in &turns {
        assert!(position.is_legal(turn), "{variant} {setup}: {turn}");
        let text = turn.to_string();
        assert_eq!(text.parse(), Ok(turn), "{text}");
        assert_eq!(turn.mirrored().mirrored(), turn, "{text}");
        assert_eq!(Turn::from_bits(turn.bits()), Some(turn), "{text}");
    }
    armies_are_complete(variant, position);
    is_read_as_it_is_written(variant, position);
    mirrors_are_equal(variant, position);
    null_move_is_valid(variant, position);
}

/// In a reverse game, each side has its 16 pieces on the board or in reserve.
fn armies_are_complete<R: Rules>(variant: TypedGame<R>, position: &R) {
    let placement = &position.setup().placement;
    assert_eq!(placement.key(), placement.recomputed_key());
    if !variant.is_reverse() {
        return;
    }
    for color in Color::ALL {
        for role in Role::ALL {
            let on_board = placement.pieces(color, role).count() as u32;
            let count = on_board + placement.reserve().count(color, role);
            assert_eq!(count, initial_count(role), "{variant} {}", position.setup());
        }
    }
}

/// The text of a position is accepted, and is read as the same position.
fn is_read_as_it_is_written<R: Rules>(variant: TypedGame<R>, position: &R) {
    let fen = position.setup().to_string();
    let again: R = variant
        .read(&fen)
        .unwrap_or_else(|e| panic!("{variant} {fen}: {e}"));
    assert_eq!(again.setup(), position.setup(), "{variant} {fen}");
    assert_eq!(again.key(), position.key(), "{variant} {fen}");
    assert_eq!(again.seat(), position.seat(), "{variant} {fen}");
    assert_eq!(again.outcome(), position.outcome(), "{variant} {fen}");
}

fn mirrors_are_equal<R: Rules>(variant: TypedGame<R>, position: &R) {
    let setup = position.setup();
    let kings = Color::ALL.map(|color| setup.placement.king(color));
    if variant.switches().common().kings == Kings::PlacedByPlayers && kings.contains(&None) {
        // The mirrored position is not valid: the game fixes which side places its king first.
        return;
    }
    let mirrored = super::mirror(variant, position);
    let mut expected: Vec<String> = position
        .turns()
        .iter()
        .map(|turn| turn.mirrored().to_string())
        .collect();
    expected.sort();
    assert_eq!(super::legal_texts(&mirrored), expected, "{variant} {setup}");
    let outcome = mirrored.outcome().map(|outcome| Outcome {
        winner: outcome.winner.map(|seat| !seat),
        ..outcome
    });
    assert_eq!(outcome, position.outcome(), "{variant} {setup}");
    let swapped = |pair: ByColor<i32>| ByColor {
        white: pair.black,
        black: pair.white,
    };
    assert_eq!(swapped(mirrored.points()), position.points());
    assert_eq!(mirrored.seat(), !position.seat());
}

/// A null move leads to a position that the game accepts.
fn null_move_is_valid<R: Rules>(variant: TypedGame<R>, position: &R) {
    if let Some(after_null_move) = position.null_move() {
        assert_eq!(after_null_move.side(), !position.side());
        variant
            .position(*after_null_move.setup())
            .unwrap_or_else(|error| {
                panic!("{variant} {} after a null move: {error}", position.setup());
            });
    }
}

/// Asserts the invariants of playing a legal turn.
pub fn assert_turn<R: Rules>(variant: TypedGame<R>, position: &R, turn: Turn) {
    let (before, after) = (position.setup(), position.play(turn));
    let irreversible = position.is_irreversible(turn);
    let clock = if irreversible { 0 } else { before.halfmove + 1 };
    assert_eq!(after.setup().halfmove, clock, "{variant} {before}: {turn}");
    assert_eq!(
        after.setup().fullmove,
        before.fullmove + u16::from(before.side.is_black())
    );
    assert_eq!(after.side(), !before.side);
    // If the players switch colours after this turn, its player also plays the next turn.
    let plays_again = position.goal() == Goal::SwitchedHome && after.phase() != position.phase();
    assert_eq!(
        after.seat() == position.seat(),
        plays_again,
        "{variant} {before}: {turn}"
    );
    for color in Color::ALL {
        let reserve = |setup: &reviver::board::Setup| setup.placement.reserve().total(color);
        assert!(reserve(after.setup()) <= reserve(before), "{turn}");
    }
}

/// Asserts that random illegal turns have an illegality with a specific reason, and that legal
/// turns have none.
pub fn illegal_turns_have_an_illegality<R: Rules>(position: &R, random_turns: &mut RandomTurns) {
    let turns = position.turns();
    for _ in 0..24 {
        let Some(turn) = random_turns.turn(&turns) else {
            continue;
        };
        let (legal, illegality) = (turns.contains(&turn), position.illegality(turn));
        let setup = position.setup();
        assert_eq!(position.is_legal(turn), legal, "{setup}: {turn}");
        assert_eq!(
            illegality.is_none(),
            legal,
            "{setup}: {turn} {illegality:?}"
        );
        if let Some(illegality) = illegality {
            assert!(
                !illegality.reason.contains(FALLBACK_REASON),
                "{setup}: {turn} has no reason"
            );
        }
    }
}

/// A generator of random turns that are well formed and mostly illegal. The field is its state,
/// which starts as the seed.
pub struct RandomTurns(pub u64);

impl RandomTurns {
    /// A random number below `bound`, from Knuth's linear congruential generator for MMIX.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn square(&mut self) -> Square {
        Square::new(self.below(64) as u32)
    }

    /// Takes a random turn of `legal` and changes some of its parts at random. If `legal` is empty,
    /// starts from random squares. `None` if the result is not a turn, or if its text is not read
    /// as the same turn.
    fn turn(&mut self, legal: &[Turn]) -> Option<Turn> {
        const ACTS: [Act; 6] = [
            Act::Move,
            Act::UnPromotion,
            Act::UnEnPassant,
            Act::Promotion,
            Act::Drop,
            Act::End,
        ];
        let base = legal.get(self.below(legal.len().max(1) as u64) as usize);
        let mut keep_or_random = |part: Option<Square>| match part {
            Some(square) if self.below(3) > 0 => square,
            _ => self.square(),
        };
        let from = keep_or_random(base.map(|turn| turn.from()));
        let mut to = keep_or_random(base.map(|turn| turn.to()));
        let mut act = base.map_or(Act::Move, |turn| turn.act());
        if self.below(4) == 0 {
            act = ACTS[self.below(6) as usize];
        }
        let mut role = base.and_then(|turn| turn.role());
        if self.below(3) == 0 {
            role = Role::try_from(self.below(7) as u32).ok();
        }
        let mut head = base.and_then(|turn| turn.head());
        if self.below(8) == 0 {
            head = Some(self.square());
        }
        let (mut from, corner) = (from, Square::A1);
        match act {
            Act::Drop => from = to,
            Act::End => (from, to) = (corner, corner),
            _ => {}
        }
        let turn = Turn::new(TurnFields {
            role,
            head,
            ..TurnFields::new(act, from, to)
        })?;
        turn.to_string().parse().ok().filter(|read| *read == turn)
    }
}
