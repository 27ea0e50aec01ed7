//! The row of a variant in the report: statistics of its games.

use std::collections::BTreeMap;

use serde::Serialize;

use super::forced::ForcedWin;
use super::mean::Mean;
use super::usage::replayed;
use crate::games::Game;
use crate::play::entry::Entry;
use crate::record::GameResult;
use crate::rules::Seat;
use crate::stats::counts::{Estimate, GameCounts};
use crate::stats::tally::Tally;
use crate::tournament::digest::evaluation_digest;

/// The smallest score, in centipawns, that counts as a lead.
const MIN_LEAD: i32 = 50;

/// Switches that set the goal of a game or how a finished game is scored. Weights that were fitted
/// to other values of these switches aim at another goal.
const GOAL_SWITCHES: [&str; 10] = [
    "goal",
    "declare",
    "home-wins",
    "home-wins-early",
    "compare",
    "point-home",
    "point-far",
    "switch-colours",
    "point-pawn",
    "point-piece",
];

/// Switches that set the result of repetition, fifty moves and stalemate. Of their values, only
/// `points` changes the goal of a game: the player with the better score then wins.
const DRAW_RULES: [&str; 3] = ["repetition", "fifty-moves", "stalemate"];

/// Where the weights of a game come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeightsOrigin {
    /// They were fitted to this game.
    Own,
    /// The game uses the weights of its base. They were fitted to a game with the same goal.
    OfBase,
    /// The game uses the weights of its base. They were fitted to a game with another goal or
    /// another scoring.
    OfAnotherGoal,
}

impl WeightsOrigin {
    /// Where the weights of a game come from.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        if game.has_own_weights() {
            WeightsOrigin::Own
        } else if game.weights_differ_in(&GOAL_SWITCHES, None)
            || game.weights_differ_in(&DRAW_RULES, Some("points"))
        {
            WeightsOrigin::OfAnotherGoal
        } else {
            WeightsOrigin::OfBase
        }
    }

    /// A short text for people.
    #[must_use]
    pub const fn description(&self) -> &'static str {
        match self {
            WeightsOrigin::Own => "its own weights",
            WeightsOrigin::OfBase => "weights of the base",
            WeightsOrigin::OfAnotherGoal => "weights of another goal",
        }
    }
}

/// The results of a comparison for one game. All statistics are about the games at even strength,
/// except `uneven_games` and `stronger_player`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The name of the game.
    pub game: String,
    /// Whether the game is a reverse game. If so, `captures` counts un-captures.
    pub reverse: bool,
    /// The nearest built-in game, and the switches in which this game differs from it (see
    /// [`Game::definition`]).
    pub definition: String,
    /// Where its weights come from.
    pub weights: WeightsOrigin,
    /// The game to which its weights were fitted.
    pub weights_game: String,
    /// A digest of its weights, its network and its search parameters.
    pub evaluation: String,
    /// The forced win of the game, if the search found one. If the winner needs at most one turn,
    /// the game is a dud ([`ForcedWin::is_dud`]) and is not played.
    pub forced: Option<ForcedWin>,
    /// The number of games at even strength.
    pub games: u64,
    /// The share of the points that the first player scores. The first player is the one whose turn
    /// it is in the start position.
    pub first_player: Option<Estimate>,
    /// The share of drawn games.
    pub draws: Option<Estimate>,
    /// The length in plies, without the random turns before the game.
    pub plies: Option<Mean>,
    /// The mean number of legal turns per ply.
    pub choices: Option<Mean>,
    /// How often the lead changes in a game.
    pub lead_changes: Option<Mean>,
    /// How many games end in each way.
    pub endings: BTreeMap<String, u64>,
    /// The share of games with a castling or an un-castling.
    pub castling: Option<Estimate>,
    /// The share of games with a capture or an un-capture en passant.
    pub en_passant: Option<Estimate>,
    /// The share of games with a promotion or an un-promotion.
    pub promotion: Option<Estimate>,
    /// The number of captures or un-captures in a game. The random turns before it do not count.
    pub captures: Option<Mean>,
    /// The number of games at two strengths.
    pub uneven_games: u64,
    /// The share of the points that the stronger player scores, a measure of the depth of the game.
    pub stronger_player: Option<Estimate>,
}

/// The games of a row.
pub struct RowGames<'a> {
    /// The games at even strength.
    pub even: Vec<&'a Entry>,
    /// The games at two strengths.
    pub uneven: Vec<&'a Entry>,
    /// The name of the stronger player.
    pub stronger: String,
}

impl Row {
    /// The row of a variant, computed from its played games.
    #[must_use]
    pub fn of(game: &'static Game, forced: Option<ForcedWin>, played: &RowGames<'_>) -> Self {
        let RowGames {
            even,
            uneven,
            stronger,
        } = played;
        let mut row = Self {
            game: game.name().to_owned(),
            reverse: game.is_reverse(),
            definition: game.definition(),
            weights: WeightsOrigin::of(game),
            weights_game: game.weights_name().to_owned(),
            evaluation: evaluation_digest([game]),
            forced,
            games: even.len() as u64,
            first_player: None,
            draws: share(even, |entry| entry.result == GameResult::Drawn),
            plies: Mean::of(even.iter().map(|entry| entry.turns.len() as f64)),
            choices: Mean::of(even.iter().filter_map(|entry| {
                let plies = entry.turns.len();
                Some(entry.legal_turns? as f64 / plies as f64).filter(|_| plies > 0)
            })),
            lead_changes: Mean::of(even.iter().map(|entry| f64::from(lead_changes(entry)))),
            endings: BTreeMap::new(),
            castling: None,
            en_passant: None,
            promotion: None,
            captures: None,
            uneven_games: uneven.len() as u64,
            stronger_player: points(uneven, |entry| {
                [Seat::First, Seat::Second]
                    .into_iter()
                    .find(|&seat| entry.name(seat) == *stronger)
            }),
        };
        for entry in even {
            *row.endings.entry(entry.ending.clone()).or_default() += 1;
        }
        row.add_usage(even);
        row
    }

    fn add_usage(&mut self, even: &[&Entry]) {
        let replays: Vec<_> = even.iter().map(|entry| replayed(entry)).collect();
        let first = replays.iter().flatten().next().map(|replay| replay.first);
        self.first_player = points(even, |_| first);
        let usages: Vec<_> = replays
            .iter()
            .flatten()
            .map(|replay| replay.usage)
            .collect();
        self.castling = share(&usages, |usage| usage.castlings > 0);
        self.en_passant = share(&usages, |usage| usage.en_passants > 0);
        self.promotion = share(&usages, |usage| usage.promotions > 0);
        self.captures = Mean::of(usages.iter().map(|usage| f64::from(usage.captures)));
    }
}

/// How often the lead passes from one player to the other. The scores that the players report show
/// who leads.
fn lead_changes(entry: &Entry) -> u32 {
    let mut leader = None;
    let mut changes = 0;
    for played in &entry.turns {
        let Some(score) = played
            .thought
            .score
            .filter(|score| score.0.abs() >= MIN_LEAD)
        else {
            continue;
        };
        let ahead = if score.0 > 0 {
            played.seat
        } else {
            !played.seat
        };
        changes += u32::from(leader.is_some_and(|leader| leader != ahead));
        leader = Some(ahead);
    }
    changes
}

/// The share of the points that a player scores. `player` returns the seat of the player in a game;
/// `None` if the game does not count. Unfinished games do not count.
fn points(entries: &[&Entry], player: impl Fn(&Entry) -> Option<Seat>) -> Option<Estimate> {
    score(entries.iter().filter_map(|entry| {
        let seat = player(entry)?;
        let half_points = match entry.result {
            GameResult::Won(winner) => 2 * usize::from(winner == seat),
            GameResult::Drawn => 1,
            GameResult::Unfinished => return None,
        };
        Some((entry.round, half_points))
    }))
}

/// The score of a player in these games. Each game is given by its round and the player's half
/// points. Two games of one round are a pair, because they begin from the same position.
fn score(games: impl Iterator<Item = (u32, usize)>) -> Option<Estimate> {
    let mut tally = Tally::default();
    // For each round with one game so far: the half points of this game.
    let mut first_games = BTreeMap::new();
    for (round, half_points) in games {
        tally.games.record(half_points);
        match first_games.remove(&round) {
            Some(before) => tally.pairs.record_pair([before, half_points]),
            None => {
                first_games.insert(round, half_points);
            }
        }
    }
    tally.score_estimate()
}

/// The share of the cases for which `predicate` holds; `None` if there are no cases.
fn share<T>(cases: &[T], predicate: impl Fn(&T) -> bool) -> Option<Estimate> {
    // A case counts as a game, won if the predicate holds and lost if it does not.
    let mut tally = Tally::default();
    let games: &mut GameCounts = &mut tally.games;
    for case in cases {
        games.record(if predicate(case) { 2 } else { 0 });
    }
    tally.score_estimate()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::counts::Counts;

    #[test]
    fn two_games_of_a_round_are_one_observation() {
        let games = [(1, 2), (2, 1), (1, 0), (2, 2), (3, 2), (3, 2)];
        let pairs = Tally {
            games: GameCounts::of(4, 1, 1),
            pairs: Counts([0, 0, 1, 1, 1]),
        };
        assert_eq!(score(games.into_iter()), pairs.score_estimate());
        let without_pairs = Tally {
            games: GameCounts::of(1, 1, 0),
            pairs: Counts::default(),
        };
        let games = [(1, 2), (2, 1)];
        assert_eq!(score(games.into_iter()), without_pairs.score_estimate());
        assert_eq!(score([].into_iter()), None);
    }
}
