//! Ratings of players from the games of several events.

use super::count::counted;
use super::meetings::Meetings;
use crate::play::entry::Entry;
use crate::stats::ratings::{Ratings, rate, rate_with_opening_advantages};
use crate::tournament::event::Event;
use crate::tournament::schedule::schedule;

/// The players of several events, and their ratings. Players with the same name are one player.
/// Games after the end of the SPRT of an event do not count.
#[derive(Clone, PartialEq, Debug)]
pub struct Pool {
    /// Their names, in the order of the events.
    pub players: Vec<String>,
    /// For each player, the number of its games against others.
    pub games: Vec<u32>,
    /// The number of different openings.
    pub openings: usize,
    /// Their ratings by their scores; `None` if no two players met.
    pub by_scores: Option<Ratings>,
    /// Their ratings at openings that favour neither side; `None` if
    /// [`rate_with_opening_advantages`] returns `None`.
    pub at_even_openings: Option<Ratings>,
}

impl Pool {
    /// The pool of these events and their games. A game that occurs in two events counts twice.
    #[must_use]
    pub fn of(events: &[(Event, Vec<Entry>)]) -> Self {
        let mut players: Vec<String> = Vec::new();
        let mut meetings = Meetings::default();
        let plans: Vec<_> = events.iter().map(|(event, _)| schedule(event)).collect();
        for (number, ((event, entries), plans)) in events.iter().zip(&plans).enumerate() {
            let mut player_number = |name: &String| {
                let known = players.iter().position(|player| player == name);
                known.unwrap_or_else(|| {
                    players.push(name.clone());
                    players.len() - 1
                })
            };
            let player_numbers: Vec<usize> = event
                .engines
                .iter()
                .map(|engine| player_number(&engine.name))
                .collect();
            for game in counted(event, plans, entries).0 {
                meetings.add(number, &game, &player_numbers);
            }
        }
        let openings = meetings.opening_count();
        let encounters = meetings.encounters();
        let mut games = vec![0; players.len()];
        for met in &encounters {
            let played = met.sides.iter().map(|score| score.games).sum::<u32>();
            games[met.one] += played;
            games[met.other] += played;
        }
        let count = players.len();
        Self {
            by_scores: (!encounters.is_empty()).then(|| rate(count, &encounters)),
            at_even_openings: rate_with_opening_advantages(count, &encounters),
            players,
            games,
            openings,
        }
    }
}
