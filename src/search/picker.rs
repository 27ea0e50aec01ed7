//! The turn picker: generates the turns of a position, and hands them out best first.
//!
//! A position can have several hundred turns, and usually a cutoff comes after a few of them. So
//! the picker does not sort: it selects the best remaining turn each time. All positions from the
//! root to the current node share one stack of scored turns. The turns of one position are a range
//! of this stack.

use std::ops::ControlFlow;

use super::noisy::noisy_turns;
use super::ordering::{CheckSquares, ScoredTurn, TurnOrdering};
use crate::rules::Rules;

/// Which turns to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// All turns.
    All,
    /// The turns that quiescence searches; see [`noisy_turns`].
    Noisy,
}

/// The turns of one position: a range of the stack of scored turns.
#[derive(Debug)]
pub(super) struct Picker {
    start: usize,
    next: usize,
    end: usize,
}

impl Picker {
    /// Generates the turns of a position, scores them, and pushes them on the stack.
    pub(super) fn new<R: Rules>(
        position: &R,
        wanted: Wanted,
        ordering: &TurnOrdering<'_>,
        stack: &mut Vec<ScoredTurn>,
    ) -> Self {
        let start = stack.len();
        let setup = position.setup();
        let checks = CheckSquares::new(position);
        let _: ControlFlow<()> = position.generate(&mut |set| {
            let set = match wanted {
                Wanted::All => Some(set),
                Wanted::Noisy => noisy_turns(set, setup),
            };
            if let Some(set) = set {
                ordering.push(set, setup, &checks, stack);
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
    pub(super) fn pick(&mut self, stack: &mut [ScoredTurn]) -> Option<ScoredTurn> {
        let rest = &mut stack[self.next..self.end];
        let first = *rest.first()?;
        let (index, best) =
            rest.iter()
                .enumerate()
                .fold((0, first), |(best_index, best), (index, &scored)| {
                    if scored > best {
                        (index, scored)
                    } else {
                        (best_index, best)
                    }
                });
        rest.swap(0, index);
        self.next += 1;
        Some(best)
    }

    /// The turns that have been picked so far, the latest last.
    #[must_use]
    pub(super) fn picked<'s>(&self, stack: &'s [ScoredTurn]) -> &'s [ScoredTurn] {
        &stack[self.start..self.next]
    }

    /// Removes the position's turns from the stack.
    pub(super) fn finish(self, stack: &mut Vec<ScoredTurn>) {
        stack.truncate(self.start);
    }
}
