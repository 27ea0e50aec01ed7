//! What many games of a variant have in common: who wins, how long they last, how they end.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::play::referee::Played;
use crate::rules::{Rules, Seat};
use crate::stats::counts::GameCounts;

/// A finished game in a few numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameFigures {
    /// The player who won, 1 or 2; `None` for a draw.
    pub winner: Option<u8>,
    /// How it ended.
    pub ending: String,
    /// Plies played.
    pub plies: u32,
    /// Turns that were legal, summed over the positions of the game.
    pub legal_turns: u64,
}

impl GameFigures {
    /// The numbers of a game.
    #[must_use]
    pub fn of<R: Rules>(played: &Played<R>) -> Self {
        Self {
            winner: played.finish.winner().map(Seat::number),
            ending: played.finish.word().to_owned(),
            plies: played.choices.len() as u32,
            legal_turns: played.legal_turns.iter().map(|&count| count as u64).sum(),
        }
    }

    /// The half points, 0 to 2, that a player scored.
    #[must_use]
    pub fn half_points(&self, seat: Seat) -> usize {
        match self.winner {
            None => 1,
            Some(number) if number == seat.number() => 2,
            Some(_) => 0,
        }
    }
}

/// The games of a variant in numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Results from the view of the player who played the first turn.
    pub first_player: GameCounts,
    /// How the games ended, with a draw and with a winner.
    pub endings: BTreeMap<String, [u64; 2]>,
    /// How long each game was.
    plies: Vec<u32>,
    legal_turns: u64,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, game: &GameFigures) {
        self.first_player.record(game.half_points(Seat::First));
        let ending = self.endings.entry(game.ending.clone()).or_default();
        ending[usize::from(game.winner.is_some())] += 1;
        let at = self.plies.partition_point(|&plies| plies <= game.plies);
        self.plies.insert(at, game.plies);
        self.legal_turns += game.legal_turns;
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.first_player.total()
    }

    /// The share of drawn games.
    #[must_use]
    pub fn draws(&self) -> f64 {
        self.first_player.draws() as f64 / self.games() as f64
    }

    /// The mean number of plies in a game.
    #[must_use]
    pub fn mean_plies(&self) -> f64 {
        self.total_plies() as f64 / self.games() as f64
    }

    /// The mean number of legal turns in a position.
    #[must_use]
    pub fn mean_legal_turns(&self) -> f64 {
        self.legal_turns as f64 / self.total_plies() as f64
    }

    fn total_plies(&self) -> u64 {
        self.plies.iter().map(|&plies| u64::from(plies)).sum()
    }

    /// The number of plies that this share of the games, from 0 to 1, does not exceed.
    #[must_use]
    pub fn plies_quantile(&self, share: f64) -> Option<u32> {
        let last = self.plies.len().checked_sub(1)?;
        let index = (share.clamp(0.0, 1.0) * last as f64).round() as usize;
        self.plies.get(index).copied()
    }
}

/// A few lines for people.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.first_player.score_estimate() else {
            return write!(f, "no games");
        };
        let percent = |share: f64| 100.0 * share;
        writeln!(
            f,
            "first player {:.1} % +/- {:.1}, draws {:.1} %, legal turns {:.1}",
            percent(first.value),
            percent(first.error()),
            percent(self.draws()),
            self.mean_legal_turns()
        )?;
        let quantile = |share| self.plies_quantile(share).unwrap_or_default();
        let [least, quarter, half, most_of, most] = [0.0, 0.25, 0.5, 0.75, 1.0].map(quantile);
        writeln!(
            f,
            "plies {:.1} (from {least}, a quarter up to {quarter}, half {half}, three quarters {most_of}, to {most})",
            self.mean_plies()
        )?;
        write!(f, "endings")?;
        let mut endings: Vec<_> = self
            .endings
            .iter()
            .flat_map(|(word, [drawn, won])| [(word, "", *won), (word, " drawn", *drawn)])
            .filter(|(_, _, count)| *count > 0)
            .collect();
        endings.sort_by_key(|&(_, _, count)| std::cmp::Reverse(count));
        for (index, (word, how, count)) in endings.into_iter().enumerate() {
            let separator = if index == 0 { ":" } else { "," };
            let share = percent(count as f64 / self.games() as f64);
            write!(f, "{separator} {word}{how} {share:.1} %")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(winner: Option<u8>, ending: &str, plies: u32) -> GameFigures {
        GameFigures {
            winner,
            ending: ending.to_owned(),
            plies,
            legal_turns: u64::from(plies) * 20,
        }
    }

    #[test]
    fn games_are_counted_by_winner_length_and_ending() {
        let mut tally = Tally::default();
        for played in [
            game(Some(1), "army", 40),
            game(Some(2), "army", 10),
            game(None, "stalemate", 30),
            game(Some(1), "army", 20),
        ] {
            tally.add(&played);
        }
        assert_eq!(tally.first_player, GameCounts::of(2, 1, 1));
        assert_eq!(tally.endings["army"], [0, 3]);
        assert_eq!(tally.endings["stalemate"], [1, 0]);
        assert_eq!(tally.mean_plies(), 25.0);
        assert_eq!(tally.mean_legal_turns(), 20.0);
        assert_eq!(tally.plies_quantile(0.0), Some(10));
        assert_eq!(tally.plies_quantile(1.0), Some(40));
        let text = tally.to_string();
        assert!(text.contains("first player 62.5 %"), "{text}");
        assert!(
            text.contains("endings: army 75.0 %, stalemate drawn 25.0 %"),
            "{text}"
        );
        assert_eq!(Tally::default().to_string(), "no games");
    }

    #[test]
    fn points_are_those_of_the_seat() {
        let won = game(Some(2), "home", 5);
        assert_eq!(won.half_points(Seat::First), 0);
        assert_eq!(won.half_points(Seat::Second), 2);
        assert_eq!(game(None, "home", 5).half_points(Seat::Second), 1);
    }
}
