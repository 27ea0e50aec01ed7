//! Whether a line of play in a proof can reach a position for the third time.

use std::collections::HashMap;

use crate::board::Setup;

/// The fewest plies between two occurrences of a position: each player moves a piece away and back.
const SOONEST_REPETITION: u16 = 4;

/// The positions of a proof, each with its entries. An entry holds a halfmove clock at which the
/// position occurs, and the *turns left*: the number of the winner's turns until the end. The
/// number of turns left is
///
/// * 0 if the game is over,
/// * the number that the proof gives for the position if the winner is to play,
/// * the largest number of turns left after a reply if the loser is to play.
///
/// If a line reaches a position three times, the position has an entry for each of the three times.
/// From one of these entries to the next, the clock rises by [`SOONEST_REPETITION`] or more, and
/// the turns left become fewer.
#[derive(Debug, Default)]
pub(super) struct Occurrences(HashMap<String, Vec<(u16, u8)>>);

impl Occurrences {
    /// Adds an entry for a position: its halfmove clock and the turns left.
    pub(super) fn add(&mut self, setup: &Setup, turns: u8) {
        let entries = self.0.entry(without_clocks(setup)).or_default();
        entries.push((setup.halfmove, turns));
    }

    /// A position that a line may reach for the third time; `None` if there is none.
    pub(super) fn third_occurrence(&self) -> Option<&str> {
        let may_occur_three_times = |entries: &[(u16, u8)]| {
            let may_precede = |(one, other): (&(u16, u8), &(u16, u8))| {
                one.0 + SOONEST_REPETITION <= other.0 && one.1 > other.1
            };
            entries.iter().any(|middle| {
                entries.iter().any(|first| may_precede((first, middle)))
                    && entries.iter().any(|last| may_precede((middle, last)))
            })
        };
        let mut found: Vec<&str> = (self.0.iter())
            .filter(|(_, entries)| entries.len() > 2 && may_occur_three_times(entries))
            .map(|(position, _)| position.as_str())
            .collect();
        found.sort_unstable();
        found.first().copied()
    }
}

/// The first four fields of a position. The repetition rule compares only these fields.
fn without_clocks(setup: &Setup) -> String {
    let text = setup.to_string();
    let fields: Vec<&str> = text.split(' ').take(4).collect();
    fields.join(" ")
}
