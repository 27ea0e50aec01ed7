//! Whether a line of a proof can reach a position for the third time.

use std::collections::HashMap;

use crate::board::Setup;

/// The positions of a proof. Each has at least one entry for each halfmove clock at which it occurs:
/// the clock and the number of the winner's turns until the end.
///
/// If the winner is to play, this number is that of the position's step; if the loser is to play,
/// it is the largest number of the positions after the loser's turns. On each line of a proof the
/// clock rises between two occurrences of a position, and the number falls. So a line with three
/// occurrences needs three entries of one position with rising clocks and falling numbers.
#[derive(Debug, Default)]
pub(super) struct Occurrences(HashMap<String, Vec<(u16, u8)>>);

impl Occurrences {
    /// Adds a position and its number.
    pub(super) fn add(&mut self, setup: &Setup, number: u8) {
        let entries = self.0.entry(without_clocks(setup)).or_default();
        entries.push((setup.halfmove, number));
    }

    /// A position that a line may reach for the third time; `None` if there is none.
    pub(super) fn third(&self) -> Option<&str> {
        let repeated = |entries: &[(u16, u8)]| {
            let falls = |(one, other): (&(u16, u8), &(u16, u8))| one.0 < other.0 && one.1 > other.1;
            entries.iter().any(|middle| {
                entries.iter().any(|first| falls((first, middle)))
                    && entries.iter().any(|last| falls((middle, last)))
            })
        };
        let mut found: Vec<&str> = (self.0.iter())
            .filter(|(_, entries)| entries.len() > 2 && repeated(entries))
            .map(|(position, _)| position.as_str())
            .collect();
        found.sort_unstable();
        found.first().copied()
    }
}

/// The first four fields of a position, which repetition compares.
fn without_clocks(setup: &Setup) -> String {
    let text = setup.to_string();
    let fields: Vec<&str> = text.split(' ').take(4).collect();
    fields.join(" ")
}
