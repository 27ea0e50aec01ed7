//! [`Search`]: the entry point, which owns the transposition table and the histories.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::args::Root;
use super::control::Control;
use super::history::ThreadHistory;
use super::limits::Limits;
use super::options::{Options, Strength};
use super::params::Params;
use super::reduction::Reductions;
use super::report::{Best, Bound, Report};
use super::root::IterationPlan;
use super::root_moves::{RootMove, legal_line};
use super::score::Score;
use super::shared::Shared;
use super::skill::SkillLimit;
use super::stopwatch::Stopwatch;
use super::table::TranspositionTable;
use super::threads;
use super::time_manager::TimeManager;
use crate::board::Turn;
use crate::eval::{Contempt, Evaluator, expected_turns};
use crate::rules::{Rules, Seat};

/// A search with its transposition table and histories, for the positions of one variant.
#[derive(Debug)]
pub struct Search<R> {
    options: Options,
    reductions: Reductions,
    table: TranspositionTable,
    /// Whether a search has used the table since it was last cleared.
    is_used: bool,
    histories: Vec<ThreadHistory>,
    rules: PhantomData<R>,
}

impl<R: Rules> Search<R> {
    /// A search with empty tables.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            table: TranspositionTable::new(options.hash),
            reductions: Reductions::new(&options.params),
            histories: vec![ThreadHistory::default(); options.threads.max(1)],
            options,
            is_used: false,
            rules: PhantomData,
        }
    }

    /// The current settings.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the settings. The transposition table is replaced if its size changes, and cleared
    /// if the weights or the network change. A change of another setting clears nothing: a search
    /// finds only entries of searches with the same skill level, seed and contempt.
    pub fn set_options(&mut self, options: Options) {
        if options.hash != self.options.hash {
            // Frees the old table before the new one is allocated.
            self.table = TranspositionTable::new(1);
            self.table = TranspositionTable::new(options.hash);
            self.is_used = false;
        } else if !options.has_weights_and_network_of(&self.options) {
            self.clear_table();
        }
        self.reductions = Reductions::new(&options.params);
        self.options = options;
    }

    /// Clears the transposition table and all histories, for a new game.
    pub fn clear(&mut self) {
        self.clear_table();
        for history in &mut self.histories {
            history.clear();
        }
    }

    /// Clears the transposition table, if it has entries. Clearing a new table of 1 GiB would take
    /// about a second: the operating system gives the memory of a table at the first write.
    fn clear_table(&mut self) {
        if std::mem::take(&mut self.is_used) {
            self.table.clear();
        }
    }

    /// The depth of a position's transposition table entry, in plies; 0 for quiescence. `None` if
    /// the table has no entry for the position.
    #[must_use]
    pub fn stored_depth(&self, position: &R) -> Option<u32> {
        let entry = self.table.probe(position.key())?;
        Some(entry.depth.into())
    }

    /// Searches a position and returns the best turn. Blocks until a limit is reached or `control`
    /// stops the search. `listen` receives the progress on the calling thread.
    ///
    /// All scores in the reports and in the result are converted by the scale of the weights
    /// ([`Score::reported`]).
    ///
    /// Returns a legal turn if there is one, however small the limits are. With one thread and no
    /// time limit, the same sequence of searches since [`Search::clear`] gives the same results.
    pub fn go(
        &mut self,
        root: Root<'_, R>,
        limits: &Limits,
        control: &Control,
        listen: &mut dyn FnMut(Report),
    ) -> Best {
        let scale = self.options.weights.scale;
        let best = self.search(root, limits, control, &mut |report| {
            listen(report.reported(scale));
        });
        Best {
            score: best.score.reported(scale),
            ..best
        }
    }

    /// Searches as [`Search::go`] does, but does not convert the scores.
    fn search(
        &mut self,
        root: Root<'_, R>,
        limits: &Limits,
        control: &Control,
        listen: &mut dyn FnMut(Report),
    ) -> Best {
        let stopwatch = limits.since.unwrap_or_else(Stopwatch::start);
        let position = root.position;
        let skill = self.skill_limit(limits);
        let limits = self.limits_of_skill(limits, skill, position);
        let threads = skill.map_or(self.options.threads.max(1), |_| 1);
        self.histories.resize_with(threads, ThreadHistory::default);
        let contempt = self.contempt(position.seat(), &limits);
        self.begin_search(salt(contempt, skill, &limits));
        let params = self.params(&limits);
        let spread = self.options.weights.scale.spread;
        let expected_turns = expected_turns(position, self.options.expected_turns);
        let shared = Shared {
            table: &self.table,
            params: &params,
            weights: &self.options.weights,
            network: self.options.network.as_deref(),
            contempt,
            reductions: &self.reductions,
            control,
            eval_noise: skill.map(|skill| skill.eval_noise(&self.options.levels, spread)),
            node_limit: limits.nodes,
            clock: TimeManager::new(limits.time, self.options.overhead, expected_turns),
            ponder: limits.ponder,
            stopwatch,
            stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let plan = IterationPlan {
            root,
            limits: &limits,
            lines: self.options.multipv.max(1),
            first_depth: 1,
        };
        let (moves, depth) = threads::run(&mut self.histories, &shared, plan, listen);
        let best = Best {
            depth: depth as u32,
            nodes: shared.published_nodes(),
            ..Best::default()
        };
        match moves.first() {
            Some(root_move) => Best {
                turn: Some(root_move.turn),
                ponder: self.expected_reply(position, root_move),
                // A search that is stopped at once has no score.
                score: final_score(root_move).unwrap_or_else(|| self.static_score(position)),
                ..best
            },
            None => Best {
                score: Score::of_decided(position),
                ..best
            },
        }
    }

    /// `limits`, changed for the skill level if there is one. The level bounds the nodes. In the
    /// opening of a game, the level also chooses the turns to search if `limits` lists none.
    fn limits_of_skill(&self, limits: &Limits, skill: Option<SkillLimit>, position: &R) -> Limits {
        let Some(skill) = skill else {
            return limits.clone();
        };
        let mut limits = skill.limits(limits, &self.options.levels, position.count());
        if limits.turns.is_empty() && limits.is_from_start {
            limits.turns = skill.opening_turns(position.setup(), &position.turns());
        }
        limits
    }

    /// The skill level of this search; `None` at full strength. Mate searches ignore the skill
    /// level.
    fn skill_limit(&self, limits: &Limits) -> Option<SkillLimit> {
        match self.options.strength {
            Strength::Level(level) if limits.mate.is_none() => {
                SkillLimit::new(level, self.options.seed)
            }
            _ => None,
        }
    }

    /// The parameters of this search. A mate search prunes less, so that it misses fewer forced
    /// wins.
    fn params(&self, limits: &Limits) -> Params {
        let spread = self.options.weights.scale.spread;
        let params = self.options.params.at_spread(spread);
        if limits.mate.is_some() {
            params.without_pruning()
        } else {
            params
        }
    }

    /// Prepares the table for a search with this salt.
    fn begin_search(&mut self, salt: u64) {
        self.table.begin_search(salt);
        self.is_used = true;
    }

    /// The contempt of the player to play; none in infinite analysis and in mate searches. There is
    /// also none if no feature has a lead percentage (`Weight::lead_percent`). Without lead
    /// percentages, contempt shifts all evaluations by the same amount, but not the score of a draw.
    /// So its only effect is that the player avoids draws, and this gained nothing in matches
    /// (`benches/experiments.md`).
    fn contempt(&self, seat: Seat, limits: &Limits) -> Contempt {
        let weights = &self.options.weights;
        if limits.infinite || limits.mate.is_some() || !weights.scale_leads() {
            return Contempt::NONE;
        }
        let spread = weights.scale.spread;
        Contempt::of(seat, self.options.contempt * spread / 100)
    }

    /// The static evaluation of a position as a score.
    fn static_score(&self, position: &R) -> Score {
        let network = self.options.network.as_deref();
        let mut evaluator = Evaluator::new(&self.options.weights, network, 1);
        Score(evaluator.evaluate(position, 0))
    }

    /// The reply to ponder on: the second turn of the principal variation. If there is none, the
    /// turn that the transposition table has for the position after the root move. `None` if the
    /// same player plays again, or if there is no such turn.
    fn expected_reply(&self, position: &R, root_move: &RootMove) -> Option<Turn> {
        let after = position.play(root_move.turn);
        if after.seat() == position.seat() {
            return None;
        }
        if let &[_, reply, ..] = legal_line(position, &root_move.line).as_slice() {
            return Some(reply);
        }
        let reply = self.table.probe(after.key())?.turn?;
        after.is_legal(reply).then_some(reply)
    }
}

/// The salt of the table in a search. It contains what the entries depend on, apart from weights
/// and network: the contempt in the scores, the skill level with its seed, and whether the search
/// is a mate search. Mate searches prune less than other searches, and no skill level adds errors
/// to their evaluations.
fn salt(contempt: Contempt, skill: Option<SkillLimit>, limits: &Limits) -> u64 {
    let lead = contempt.lead_of(Seat::First) as u16;
    let common = u64::from(lead) << 1 | u64::from(limits.mate.is_some());
    common ^ skill.map_or(0, SkillLimit::salt)
}

/// The score to report for the best root move; `None` if the move has not been searched. If the
/// score of this iteration is only an upper bound, the previous score is reported, if there is one.
fn final_score(root_move: &RootMove) -> Option<Score> {
    let prefers_previous =
        root_move.bound == Bound::Upper && root_move.previous != -Score::INFINITE;
    let score = if prefers_previous {
        root_move.previous
    } else {
        root_move.latest_score()
    };
    (score != -Score::INFINITE).then_some(score)
}

#[cfg(test)]
mod tests {
    use super::super::{Bound, table::TtEntry};
    use super::*;
    use crate::games::{self, TypedGame};
    use crate::rules::ssehc::Ssehc;
    use crate::rules::unplay::Unplay;

    const ENTRY: TtEntry = TtEntry {
        turn: None,
        score: 1,
        bound: Bound::Exact,
        depth: 100,
        eval: 1,
    };

    fn search_one_ply<R: Rules>(search: &mut Search<R>, position: &R) {
        let root = Root {
            position,
            keys: &[],
        };
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        search.go(root, &limits, &Control::default(), &mut |_| ());
    }

    #[test]
    fn the_first_search_of_a_game_does_not_clear_the_table() {
        let game = games::find("unplay").and_then(TypedGame::<Unplay>::new);
        let game = game.expect("a game of the Unplay family");
        let position = game.start_position(0);
        let mut search = Search::new(game.game().search_options());
        // An entry of a position that the search does not meet. It is gone if the table is cleared.
        let key = !position.key();
        search.table.store(key, ENTRY);
        search_one_ply(&mut search, &position);
        assert_eq!(search.table.probe(key), Some(ENTRY));
        search.clear();
        assert_eq!(search.table.probe(key), None);
        search.table.store(key, ENTRY);
        search.clear();
        search_one_ply(&mut search, &position);
        assert_eq!(search.table.probe(key), Some(ENTRY));
    }

    #[test]
    fn a_change_of_strength_hides_the_entries_of_other_strengths_and_clears_none() {
        let game = games::find("ssehc").and_then(TypedGame::<Ssehc>::new);
        let game = game.expect("a game of the Ssehc family");
        let position = game.start_position(0);
        let mut search = Search::new(game.game().search_options());
        let key = !position.key();
        let mut go = |strength, seed| {
            search.set_options(Options {
                strength,
                seed,
                ..game.game().search_options()
            });
            search_one_ply(&mut search, &position);
            let found = search.table.probe(key);
            search.table.store(key, ENTRY);
            found
        };
        let strengths = [
            (Strength::Full, 0),
            (Strength::Level(0.0), 0),
            (Strength::Level(0.0), 1),
            (Strength::Level(5.0), 1),
        ];
        for (strength, seed) in strengths {
            assert_eq!(go(strength, seed), None, "{strength:?} {seed}");
        }
        for (strength, seed) in strengths {
            assert_eq!(go(strength, seed), Some(ENTRY), "{strength:?} {seed}");
        }
    }

    #[test]
    fn a_mate_search_does_not_find_the_entries_of_play_and_does_not_remove_them() {
        let game = games::find("ssehc").and_then(TypedGame::<Ssehc>::new);
        let game = game.expect("a game of the Ssehc family");
        let position = game.start_position(0);
        let root = Root {
            position: &position,
            keys: &[],
        };
        let key = !position.key();
        let mut search = Search::new(game.game().search_options());
        let go = |search: &mut Search<Ssehc>, mate| {
            let limits = Limits {
                depth: Some(1),
                mate,
                ..Limits::default()
            };
            search.go(root, &limits, &Control::default(), &mut |_| ());
        };
        go(&mut search, None);
        search.table.store(key, ENTRY);
        go(&mut search, Some(1));
        assert_eq!(search.table.probe(key), None);
        go(&mut search, None);
        assert_eq!(search.table.probe(key), Some(ENTRY));
    }
}
