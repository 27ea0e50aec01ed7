//! Games that the referee ends before the rules do.

use serde::{Deserialize, Serialize};

use super::score::ReportedScore;
use crate::rules::Seat;

/// When the referee ends a game before the rules do. Nothing of it holds unless it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Adjudication {
    /// A game of so many plies is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Both engines have long agreed who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// Both engines have long agreed that nobody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// An engine announces a forced win, and a search of so many nodes by the referee confirms it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven_nodes: Option<u32>,
}

/// A win by score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// Centipawns that both engines must see, each from its side.
    pub score: u32,
    /// For so many turns of each, one after the other.
    pub turns: u32,
}

/// A draw by score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Centipawns that neither engine may see more than.
    pub score: u32,
    /// For so many turns of each, one after the other.
    pub turns: u32,
    /// Not before so many plies.
    #[serde(default)]
    pub after: u32,
}

/// Why the referee ended a game, and who has won it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Both engines saw for long who wins.
    Win(Seat),
    /// Both engines saw for long that nobody does.
    Draw,
    /// The game has as many plies as it may.
    TooLong,
}

/// Watches the scores of a game.
#[derive(Clone, Debug)]
pub struct Tracker {
    rules: Adjudication,
    plies: u32,
    /// Turns in a row at which each player saw itself winning, losing, and even.
    winning: [u32; 2],
    losing: [u32; 2],
    even: [u32; 2],
}

impl Tracker {
    /// Watches a game under these rules.
    #[must_use]
    pub const fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            plies: 0,
            winning: [0; 2],
            losing: [0; 2],
            even: [0; 2],
        }
    }

    /// Takes note of a turn, with the score that its player saw, and tells whether that is enough.
    pub fn note(&mut self, seat: Seat, told: Option<ReportedScore>) -> Option<Verdict> {
        self.plies += 1;
        let score = told.map(|told| match told {
            ReportedScore::Centipawns(score) => score,
            ReportedScore::Mate(turns) if turns > 0 => i32::MAX,
            ReportedScore::Mate(_) => -i32::MAX,
        });
        let count = |counts: &mut [u32; 2], holds: bool| {
            let [first, second] = counts;
            let own = match seat {
                Seat::First => first,
                Seat::Second => second,
            };
            *own = if holds { *own + 1 } else { 0 };
        };
        let least = self.rules.win.map(|rule| i64::from(rule.score));
        let beyond = |score: i64| least.is_some_and(|least| score >= least);
        let score = score.map(i64::from);
        count(&mut self.winning, score.is_some_and(beyond));
        count(&mut self.losing, score.is_some_and(|score| beyond(-score)));
        let most = self.rules.draw.map(|rule| i64::from(rule.score));
        let within = |score: i64| most.is_some_and(|most| score.abs() <= most);
        count(&mut self.even, score.is_some_and(within));
        self.verdict()
    }

    fn verdict(&self) -> Option<Verdict> {
        if let Some(rule) = self.rules.win {
            let enough = |turns: u32| rule.turns > 0 && turns >= rule.turns;
            let ([first_wins, second_wins], [first_loses, second_loses]) =
                (self.winning, self.losing);
            if enough(first_wins) && enough(second_loses) {
                return Some(Verdict::Win(Seat::First));
            }
            if enough(second_wins) && enough(first_loses) {
                return Some(Verdict::Win(Seat::Second));
            }
        }
        if let Some(rule) = self.rules.draw
            && self.plies >= rule.after
            && rule.turns > 0
            && self.even.iter().all(|&turns| turns >= rule.turns)
        {
            return Some(Verdict::Draw);
        }
        let long = self.rules.plies.is_some_and(|plies| self.plies >= plies);
        long.then_some(Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of these scores, told by the players in turn.
    fn after(rules: Adjudication, scores: &[i32]) -> Vec<Option<Verdict>> {
        let mut tracker = Tracker::new(rules);
        let seats = [Seat::First, Seat::Second].into_iter().cycle();
        let told = scores
            .iter()
            .map(|&score| Some(ReportedScore::Centipawns(score)));
        seats
            .zip(told)
            .map(|(seat, told)| tracker.note(seat, told))
            .collect()
    }

    #[test]
    fn both_players_must_see_the_win_for_long_enough() {
        let rules = Adjudication {
            win: Some(WinRule {
                score: 500,
                turns: 2,
            }),
            ..Adjudication::default()
        };
        let verdicts = after(rules, &[600, -600, 600, -600]);
        assert_eq!(
            verdicts,
            [None, None, None, Some(Verdict::Win(Seat::First))]
        );
        let verdicts = after(rules, &[-600, 600, -600, 600]);
        assert_eq!(verdicts.last(), Some(&Some(Verdict::Win(Seat::Second))));
        for scores in [
            [600, -400, 600, -400, 600, -400],
            [600, -600, 400, -600, 600, -600],
            [600, 600, 600, 600, 600, 600],
        ] {
            assert!(
                after(rules, &scores).iter().all(Option::is_none),
                "{scores:?}"
            );
        }
    }

    #[test]
    fn a_draw_needs_its_plies_and_a_long_game_its_end() {
        let rules = Adjudication {
            draw: Some(DrawRule {
                score: 10,
                turns: 1,
                after: 5,
            }),
            plies: Some(7),
            ..Adjudication::default()
        };
        let verdicts = after(rules, &[0, 0, 0, 0, 0]);
        assert_eq!(verdicts, [None, None, None, None, Some(Verdict::Draw)]);
        let verdicts = after(rules, &[50, 0, 50, 0, 50, 0, 50]);
        assert_eq!(verdicts.last(), Some(&Some(Verdict::TooLong)));
        let nothing = after(Adjudication::default(), &[0; 500]);
        assert!(nothing.iter().all(Option::is_none));
    }

    #[test]
    fn forced_ends_are_beyond_every_score() {
        let rules = Adjudication {
            win: Some(WinRule {
                score: 30_000,
                turns: 1,
            }),
            ..Adjudication::default()
        };
        let mut tracker = Tracker::new(rules);
        assert_eq!(
            tracker.note(Seat::First, Some(ReportedScore::Mate(-3))),
            None
        );
        let verdict = tracker.note(Seat::Second, Some(ReportedScore::Mate(3)));
        assert_eq!(verdict, Some(Verdict::Win(Seat::Second)));
        assert_eq!(tracker.note(Seat::First, None), None);
    }
}
