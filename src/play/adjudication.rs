//! Games that the referee ends before the rules do.

use serde::{Deserialize, Serialize};

use super::SEATS;
use crate::rules::Seat;
use crate::search::Score;

/// When the referee ends a game before the rules do. By default it never does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Adjudication {
    /// The referee declares a draw after this many plies. The key is `ply-limit` in the file of an
    /// event, and `plies` in journals and in older files of events.
    #[serde(
        rename(serialize = "plies", deserialize = "ply-limit"),
        alias = "plies",
        skip_serializing_if = "Option::is_none"
    )]
    pub plies: Option<u32>,
    /// The referee declares a win if both players report for some turns that the same player is
    /// winning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// The referee declares a draw if both players report for some turns that the game is even.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The referee declares a win if a player announces a forced win and a search of at most this
    /// many nodes confirms it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven_nodes: Option<u32>,
}

/// A win by score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// Both players must report that the same player leads by at least this many centipawns, or
    /// wins by force.
    pub score: u32,
    /// How many turns in a row each player must report this.
    pub turns: u32,
}

/// A draw by score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Neither player may report a lead of more than this many centipawns.
    pub score: u32,
    /// How many turns in a row each player must report a score from minus `score` to `score`.
    pub turns: u32,
    /// The referee declares no draw by score before this many plies.
    #[serde(default)]
    pub after: u32,
}

/// Why the referee ends a game, and who has won it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// For the required number of turns in a row, both players have reported that this player is
    /// winning.
    Win(Seat),
    /// For the required number of turns in a row, both players have reported that the game is even.
    Draw,
    /// The game has reached the maximum number of plies.
    PlyLimit,
}

/// Counts the plies of a game, and the turns in a row in which each player reported a win, a loss
/// or an even game.
#[derive(Clone, Debug)]
pub(super) struct Tracker {
    rules: Adjudication,
    plies: u32,
    /// How many turns in a row each player has reported that it is winning. A turn without this
    /// report sets the player's count to 0.
    winning: [u32; 2],
    /// How many turns in a row each player has reported that it is losing.
    losing: [u32; 2],
    /// How many turns in a row each player has reported that the game is even.
    even: [u32; 2],
}

impl Tracker {
    /// A tracker for a game with these rules.
    pub(super) const fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            plies: 0,
            winning: [0; 2],
            losing: [0; 2],
            even: [0; 2],
        }
    }

    /// Adds a turn and the score that its player reported. Returns the verdict if the referee now
    /// ends the game.
    pub(super) fn note(&mut self, seat: Seat, score: Option<Score>) -> Option<Verdict> {
        self.plies += 1;
        // A forced win counts as a larger lead than any score in a rule.
        let score = score.map(|score| match score.forced_turns() {
            Some(turns) if turns > 0 => i64::MAX,
            Some(_) => -i64::MAX,
            None => i64::from(score.0),
        });
        let count = |counts: &mut [u32; 2], holds: bool| {
            let own = &mut counts[seat as usize];
            *own = if holds { *own + 1 } else { 0 };
        };
        let least = self.rules.win.map(|rule| i64::from(rule.score));
        let beyond = |score: i64| least.is_some_and(|least| score >= least);
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
            for winner in SEATS {
                let loser = !winner;
                if enough(self.winning[winner as usize]) && enough(self.losing[loser as usize]) {
                    return Some(Verdict::Win(winner));
                }
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
        long.then_some(Verdict::PlyLimit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdict after each of these scores, reported by the players in turn.
    fn after(rules: Adjudication, scores: &[i32]) -> Vec<Option<Verdict>> {
        let mut tracker = Tracker::new(rules);
        let seats = SEATS.into_iter().cycle();
        seats
            .zip(scores)
            .map(|(seat, &score)| tracker.note(seat, Some(Score(score))))
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
    fn no_draw_is_declared_too_early_and_a_long_game_ends_at_the_ply_limit() {
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
        assert_eq!(verdicts.last(), Some(&Some(Verdict::PlyLimit)));
        let nothing = after(Adjudication::default(), &[0; 500]);
        assert!(nothing.iter().all(Option::is_none));
    }

    #[test]
    fn a_forced_win_counts_as_more_than_the_score_of_any_rule() {
        let rules = Adjudication {
            win: Some(WinRule {
                score: u32::MAX,
                turns: 1,
            }),
            ..Adjudication::default()
        };
        let mut tracker = Tracker::new(rules);
        let lost = -(Score::WIN - 6);
        assert_eq!(tracker.note(Seat::First, Some(lost)), None);
        let verdict = tracker.note(Seat::Second, Some(Score::WIN - 5));
        assert_eq!(verdict, Some(Verdict::Win(Seat::Second)));
        assert_eq!(tracker.note(Seat::First, None), None);
    }
}
