//! Plays one game of the schedule, and makes its journal entry.

use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::engines::SeatedEngines;
use super::event::Event;
use super::reproducer::{Reproducer, reproduce};
use super::schedule::Plan;
use crate::board::Setup;
use crate::games::{TypedGame, Visitor};
use crate::play::entry::{Entry, EntryTurn, Timing};
use crate::play::gap_detector::GapDetector;
use crate::play::limits::PlayerLimits;
use crate::play::played_game::PlayedGame;
use crate::play::player::Player;
use crate::play::referee::{self, GameSetup, Unfinished};
use crate::play::{IsStopped, SEATS};
use crate::players::spec::EngineSpec;
use crate::rules::Rules;

/// A game that has been played.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// The game as an entry of the journal.
    pub entry: Entry,
    /// The lines sent and received, if an engine in a separate process was at fault.
    pub reproducer: Option<Reproducer>,
    /// How often the game was begun again because the program was suspended, for example by Ctrl-Z.
    pub interruptions: u32,
}

/// A game to play, with what it needs.
pub(super) struct ScheduledGame<'a, 'b> {
    pub(super) event: &'b Event,
    pub(super) plan: &'b Plan,
    pub(super) start: Setup,
    pub(super) engines: &'b mut SeatedEngines<'a>,
    pub(super) is_stopped: IsStopped<'b>,
    pub(super) gap_detector: &'b GapDetector,
}

impl ScheduledGame<'_, '_> {
    /// Plays the game.
    ///
    /// # Errors
    ///
    /// If the game has no result.
    pub(super) fn play(self) -> Result<FinishedGame, Unfinished> {
        self.plan.variant.dispatch(self)
    }
}

impl Visitor for ScheduledGame<'_, '_> {
    type Output = Result<FinishedGame, Unfinished>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let Self { event, plan, .. } = self;
        // This cannot fail: the rules generated the first position, or checked it when it was read.
        let start = variant
            .position(self.start)
            .unwrap_or_else(|error| panic!("{variant}: {error}"));
        let specs = SEATS.map(|seat| event.engines.get(plan.engine(seat)));
        let limits =
            |spec: Option<&EngineSpec>| spec.map_or_else(PlayerLimits::default, |spec| spec.limits);
        let setup = GameSetup {
            variant,
            start,
            limits: specs.map(limits),
            adjudication: event.adjudication,
            seeds: seeds(event.seed, plan),
        };
        let began = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ");
        let [first, second] = self.engines.seat(SEATS.map(|seat| plan.engine(seat)));
        let players: [&mut dyn Player<R>; 2] =
            [first.player(variant.game()), second.player(variant.game())];
        let played = referee::play(setup, players, self.is_stopped, Some(self.gap_detector))?;
        let names = specs.map(|spec| spec.map_or("?", |spec| spec.name.as_str()));
        let mut entry = entry(&played, plan, names.map(str::to_owned));
        entry.timing.began = began.to_string();
        let mut reproducer = None;
        if let Some(by) = played.fault {
            let spec = specs[by.seat as usize];
            let engine = [first, second][by.seat as usize].process();
            reproducer = reproduce(&mut entry, by, engine.zip(spec));
            // The next game starts both engines anew: after a fault of one engine, the state of the
            // other is unknown too.
            self.engines.dismiss();
        }
        Ok(FinishedGame {
            entry,
            reproducer,
            interruptions: 0,
        })
    }
}

/// The seeds of player 1 and player 2. They depend only on the seed of the event and on the game's
/// place in the schedule.
fn seeds(seed: u64, plan: &Plan) -> [u64; 2] {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(plan.encounter as u64);
    let games: [[u64; 2]; 2] = random.random();
    // `one` is for the engine with the lower index in the event. In the second game of an
    // encounter (`side` 1), that engine is player 2.
    let [one, other] = games[plan.side()];
    match plan.side() {
        0 => [one, other],
        _ => [other, one],
    }
}

fn entry<R: Rules>(played: &PlayedGame<R>, plan: &Plan, [first, second]: [String; 2]) -> Entry {
    let whole = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
    let millis = |time: Duration| whole(time.as_millis());
    let turns = played.turns.iter().map(|played| EntryTurn {
        seat: played.seat,
        turn: played.turn,
        thought: played.thought,
        millis: millis(played.time),
    });
    let behaviour = &played.behaviour;
    Entry {
        game: plan.game,
        variant: plan.variant,
        round: plan.round,
        first,
        second,
        start: *played.game.start().setup(),
        turns: turns.collect(),
        legal_turns: Some(played.legal_turns),
        result: played.end.result,
        ending: played.end.ending.to_owned(),
        fault: None,
        conduct: behaviour.map(|own| own.conduct),
        timing: Timing {
            began: String::new(),
            latency: behaviour.map(|own| whole(own.latency.as_micros())),
            lag: behaviour.map(|own| millis(own.lag)),
            delay: behaviour.map(|own| whole(own.delay.as_micros())),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::rules::Seat;

    #[test]
    fn every_engine_has_a_seed_of_its_own_in_every_game() {
        let plan = |encounter, first, second| Plan {
            game: 1,
            encounter,
            variant: games::default_game(),
            round: 1,
            first,
            second,
        };
        let mut all: Vec<u64> = [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)]
            .into_iter()
            .flat_map(|(encounter, first, second)| seeds(7, &plan(encounter, first, second)))
            .collect();
        assert_eq!(all[..2], seeds(7, &plan(0, 0, 1)));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 8);
        let plan = plan(3, 1, 0);
        assert_eq!((plan.engine(Seat::First), plan.side()), (1, 1));
    }
}
