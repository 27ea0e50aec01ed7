//! Statistics of many games: who wins, how long they last, how they end.

use std::collections::BTreeMap;

use super::count::half_points;
use crate::play::entry::Entry;
use crate::play::fault::FaultKind;
use crate::record::GameResult;
use crate::rules::Seat;
use crate::stats::counts::GameCounts;

/// A game in a few numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFigures {
    /// The player who plays the first turn in the start position of the variant. After an opening,
    /// the other player may begin.
    pub first_player: Seat,
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub ending: String,
    /// Plies played.
    pub plies: u32,
    /// The number of legal turns, summed over the positions in which a player was asked for a turn;
    /// `None` if it was not counted.
    pub legal_turns: Option<u64>,
    /// Whether a player was at fault.
    pub has_fault: bool,
}

impl From<&Entry> for GameFigures {
    fn from(entry: &Entry) -> Self {
        Self {
            first_player: entry.variant.first_seat(),
            result: entry.result,
            ending: entry.ending.clone(),
            plies: entry.turns.len() as u32,
            legal_turns: entry.legal_turns,
            has_fault: entry.fault.is_some(),
        }
    }
}

impl GameFigures {
    /// The number of positions in which a player was asked for a turn: one for each ply, and one
    /// more if a fault ended the game. If the fault came before the first request for a turn,
    /// `legal_turns` is 0, and the fault adds no position.
    fn positions(&self) -> u64 {
        let mut faults = FaultKind::ALL.iter();
        let has_last =
            self.legal_turns != Some(0) && faults.any(|fault| fault.word() == self.ending);
        u64::from(self.plies) + u64::from(has_last)
    }
}

/// Statistics of many games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GamesSummary {
    /// The wins, draws and losses of the first player of each game ([`GameFigures::first_player`]).
    pub first_player: GameCounts,
    /// For each ending, the number of drawn games and the number of won games that ended so.
    pub endings: BTreeMap<String, [u64; 2]>,
    /// The length of each game in plies, in ascending order.
    plies: Vec<u32>,
    legal_turns: u64,
    /// The number of positions whose legal turns were counted.
    counted_positions: u64,
}

impl GamesSummary {
    /// Adds a game.
    pub fn add(&mut self, game: &GameFigures) {
        self.first_player
            .record(half_points(game.result, game.first_player));
        let ending = self.endings.entry(game.ending.clone()).or_default();
        ending[usize::from(matches!(game.result, GameResult::Won(_)))] += 1;
        let at = self.plies.partition_point(|&plies| plies <= game.plies);
        self.plies.insert(at, game.plies);
        if let Some(legal_turns) = game.legal_turns {
            self.legal_turns += legal_turns;
            self.counted_positions += game.positions();
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.first_player.total()
    }

    /// The share of drawn games; 0 without games.
    #[must_use]
    pub fn draw_rate(&self) -> f64 {
        self.first_player.draws() as f64 / self.games().max(1) as f64
    }

    /// The length of each game in plies, in ascending order.
    #[must_use]
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// The mean number of plies in a game; NaN without games.
    #[must_use]
    pub fn mean_plies(&self) -> f64 {
        let total: u64 = self.plies.iter().map(|&plies| u64::from(plies)).sum();
        total as f64 / self.games() as f64
    }

    /// The number of legal turns per position in which a player was asked for a turn. `None` if no
    /// position was counted.
    #[must_use]
    pub fn mean_legal_turns(&self) -> Option<f64> {
        let mean = self.legal_turns as f64 / self.counted_positions as f64;
        (self.counted_positions > 0).then_some(mean)
    }

    /// The quantile of the lengths in plies: about `share` of the games are this long or shorter.
    /// `share` is from 0 to 1. `None` without games.
    #[must_use]
    pub fn plies_quantile(&self, share: f64) -> Option<u32> {
        let last = self.plies.len().checked_sub(1)?;
        let index = (share.clamp(0.0, 1.0) * last as f64).round() as usize;
        self.plies.get(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_winner_length_and_ending() {
        let mut summary = GamesSummary::default();
        for (result, ending, plies) in [
            (GameResult::Won(Seat::First), "army", 40),
            (GameResult::Won(Seat::Second), "army", 10),
            (GameResult::Drawn, "stalemate", 30),
            (GameResult::Won(Seat::First), "army", 20),
        ] {
            summary.add(&GameFigures {
                first_player: Seat::First,
                result,
                ending: ending.to_owned(),
                plies,
                legal_turns: (plies != 30).then_some(u64::from(plies) * 20),
                has_fault: false,
            });
        }
        assert_eq!(summary.first_player, GameCounts::of(2, 1, 1));
        assert_eq!(summary.draw_rate(), 0.25);
        assert_eq!(summary.endings["army"], [0, 3]);
        assert_eq!(summary.endings["stalemate"], [1, 0]);
        assert_eq!(summary.plies(), [10, 20, 30, 40]);
        assert_eq!(summary.mean_plies(), 25.0);
        assert_eq!(summary.mean_legal_turns(), Some(20.0));
        assert_eq!(summary.plies_quantile(0.0), Some(10));
        assert_eq!(summary.plies_quantile(1.0), Some(40));
        assert_eq!(GamesSummary::default().plies_quantile(0.5), None);
    }

    #[test]
    fn the_first_player_may_have_the_second_seat() {
        let mut summary = GamesSummary::default();
        summary.add(&GameFigures {
            first_player: Seat::Second,
            result: GameResult::Won(Seat::Second),
            ending: "army".to_owned(),
            plies: 7,
            legal_turns: None,
            has_fault: false,
        });
        assert_eq!(summary.first_player, GameCounts::of(1, 0, 0));
    }

    #[test]
    fn the_last_position_counts_if_a_fault_ended_the_game() {
        let mean = |ending: &str, plies, legal_turns| {
            let mut summary = GamesSummary::default();
            summary.add(&GameFigures {
                first_player: Seat::First,
                result: GameResult::Won(Seat::First),
                ending: ending.to_owned(),
                plies,
                legal_turns: Some(legal_turns),
                has_fault: true,
            });
            summary.mean_legal_turns()
        };
        assert_eq!(mean("time-loss", 3, 80), Some(20.0));
        assert_eq!(mean("illegal-turn", 0, 8), Some(8.0));
        // The game ended by "army". After this end, a player disagreed about the result.
        assert_eq!(mean("army", 4, 80), Some(20.0));
        // A player stalled before the first request for a turn.
        assert_eq!(mean("stall", 0, 0), None);
    }
}
