//! The referee of a game: it asks the players for their turns, runs their clocks, and decides how
//! the game ends.

use std::time::{Duration, Instant};

use super::adjudication::{Adjudication, Tracker};
use super::clock::Clocks;
use super::fault::{Fault, FaultKind, Halt};
use super::gap_detector::GapDetector;
use super::limits::PlayerLimits;
use super::played_game::{FaultBy, GameEnd, PROVEN, PlayedGame, PlayedTurn};
use super::player::{Choice, GameOver, NewGame, Player, TurnRequest};
use super::prover::Prover;
use super::shortage::Shortage;
use super::{IsStopped, SEATS};
use crate::games::TypedGame;
use crate::live::LiveGame;
use crate::record::GameResult;
use crate::rules::{Rules, Seat};
use crate::search::Score;

/// A game that is to be played.
#[derive(Clone, Debug)]
pub struct GameSetup<R: Rules> {
    /// The variant.
    pub variant: TypedGame<R>,
    /// The first position.
    pub start: R,
    /// The limits of the first and of the second player.
    pub limits: [PlayerLimits; 2],
    /// When the referee ends the game before the rules do.
    pub adjudication: Adjudication,
    /// The seeds of the players' random choices.
    pub seeds: [u64; 2],
}

/// Why a game has no result. The game can be played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// It was abandoned.
    Abandoned,
    /// The program was suspended, as by Ctrl-Z, while a player had to answer. The measured time may
    /// be wrong, and the suspension may have caused a fault.
    Interrupted,
    /// The computer lacks something, such as memory or open files.
    Shortage(Shortage),
}

impl From<Shortage> for Unfinished {
    fn from(shortage: Shortage) -> Self {
        Unfinished::Shortage(shortage)
    }
}

/// Why a game was aborted: a player is at fault, or the game has no result.
enum Aborted {
    Fault(FaultBy),
    Unfinished(Unfinished),
}

/// Plays a game between the first and the second player. Without a `gap_detector`, a suspension of
/// the program counts as thinking time of the player whose turn it is.
///
/// # Errors
///
/// If the game has no result ([`Unfinished`]).
pub fn play<'a, R: Rules>(
    setup: GameSetup<R>,
    players: [&'a mut dyn Player<R>; 2],
    is_stopped: IsStopped<'a>,
    gap_detector: Option<&'a GapDetector>,
) -> Result<PlayedGame<R>, Unfinished> {
    let mut run = GameRun {
        clocks: Clocks::new(setup.limits),
        tracker: Tracker::new(setup.adjudication),
        proven_nodes: setup.adjudication.proven_nodes,
        prover: None,
        game: LiveGame::new(setup.variant, setup.start),
        turns: Vec::new(),
        legal_turns: 0,
        players,
        is_stopped,
        gap_detector,
    };
    let (end, fault) = match run.play(setup.seeds) {
        Ok(ended) => ended,
        Err(Aborted::Unfinished(why)) => return Err(why),
        Err(Aborted::Fault(by)) => {
            let end = GameEnd {
                result: GameResult::Won(!by.seat),
                ending: by.fault.kind.word(),
            };
            (end, Some(by))
        }
    };
    let mut behaviour = run.players.each_ref().map(|player| player.behaviour());
    for played in &run.turns {
        behaviour[played.seat as usize].conduct.turns += 1;
    }
    Ok(PlayedGame {
        game: run.game,
        turns: run.turns,
        end,
        fault,
        legal_turns: run.legal_turns,
        behaviour,
    })
}

/// A game under way.
struct GameRun<'a, R: Rules> {
    game: LiveGame<R>,
    clocks: Clocks,
    tracker: Tracker,
    proven_nodes: Option<u32>,
    /// The referee's own search; `None` until it is needed.
    prover: Option<Prover<R>>,
    turns: Vec<PlayedTurn>,
    legal_turns: u64,
    players: [&'a mut dyn Player<R>; 2],
    is_stopped: IsStopped<'a>,
    gap_detector: Option<&'a GapDetector>,
}

impl<R: Rules> GameRun<'_, R> {
    /// Plays to the end. Returns how the game ended. If a player disagrees with the result, also
    /// returns this fault.
    fn play(&mut self, seeds: [u64; 2]) -> Result<(GameEnd, Option<FaultBy>), Aborted> {
        for (seat, seed) in SEATS.into_iter().zip(seeds) {
            let new = NewGame {
                variant: self.game.game(),
                seat,
                seed,
            };
            let asked = Instant::now();
            let begun = self.players[seat as usize].begin_game(&new);
            begun.map_err(|halt| self.aborted(seat, asked, halt))?;
        }
        let end = loop {
            if let Some(outcome) = self.game.outcome() {
                break outcome.into();
            }
            if let Some(end) = self.turn()? {
                break end;
            }
        };
        Ok((end, self.end_game(end)?))
    }

    /// Plays one turn. If the referee ends the game after this turn, returns how. `None` if the
    /// game goes on, or has ended by the rules.
    fn turn(&mut self) -> Result<Option<GameEnd>, Aborted> {
        if (self.is_stopped)() {
            return Err(Aborted::Unfinished(Unfinished::Abandoned));
        }
        let seat = self.game.position().seat();
        self.legal_turns += self.game.position().count() as u64;
        let asked = Instant::now();
        let answer = self.ask(seat);
        if answer.is_ok() && self.clocks.allowed(seat).is_some() && self.was_stopped(asked) {
            return Err(Aborted::Unfinished(Unfinished::Interrupted));
        }
        let (choice, time) = answer.map_err(|halt| self.aborted(seat, asked, halt))?;
        self.turns.push(PlayedTurn {
            seat,
            turn: choice.turn,
            thought: choice.thought,
            time,
        });
        let score = choice.thought.score;
        let verdict = self.tracker.note(seat, score);
        if self.game.outcome().is_some() {
            return Ok(None);
        }
        if let Some(verdict) = verdict {
            return Ok(Some(verdict.into()));
        }
        if self.proves(seat, score) {
            return Ok(Some(GameEnd {
                result: GameResult::Won(seat),
                ending: PROVEN,
            }));
        }
        self.players[seat as usize].ponder(&TurnRequest {
            game: &self.game,
            clocks: &self.clocks,
        });
        Ok(None)
    }

    /// Asks a player for its turn, and plays it.
    fn ask(&mut self, seat: Seat) -> Result<(Choice, Duration), Halt> {
        let request = TurnRequest {
            game: &self.game,
            clocks: &self.clocks,
        };
        let since = Instant::now();
        let choice = self.players[seat as usize].choose(&request)?;
        let time = choice.time.unwrap_or_else(|| since.elapsed());
        let allowed = self.clocks.allowed(seat);
        if let Some(allowed) = allowed.filter(|allowed| time > allowed.total()) {
            return Err(Fault::late(time, allowed).into());
        }
        self.clocks.spend(seat, time);
        self.game
            .play(choice.turn)
            .map_err(|error| Fault::new(FaultKind::IllegalTurn, error.to_string()))?;
        Ok((choice, time))
    }

    /// Whether the player who has just played reported a forced win, and the referee's search
    /// confirms it.
    fn proves(&mut self, seat: Seat, score: Option<Score>) -> bool {
        let Some(nodes) = self.proven_nodes else {
            return false;
        };
        let turns = score.and_then(Score::forced_turns);
        if turns.is_none_or(|turns| turns <= 0) {
            return false;
        }
        let variant = self.game.game();
        let prover = self
            .prover
            .get_or_insert_with(|| Prover::new(variant, nodes));
        prover.winner(&self.game) == Some(seat)
    }

    /// Whether a suspension of the program ended after `since`.
    fn was_stopped(&self, since: Instant) -> bool {
        let gap = self.gap_detector.and_then(GapDetector::last_gap);
        gap.is_some_and(|gap| gap > since)
    }

    /// Why the game is aborted. A player was asked at the time `asked`, and returned `halt`. A
    /// fault does not count if the program was suspended after `asked`: the suspension may have
    /// caused the fault.
    fn aborted(&self, seat: Seat, asked: Instant, halt: Halt) -> Aborted {
        match halt {
            Halt::Fault(_) if self.was_stopped(asked) => {
                Aborted::Unfinished(Unfinished::Interrupted)
            }
            Halt::Fault(fault) => Aborted::Fault(FaultBy { seat, fault }),
            Halt::Abandoned => Aborted::Unfinished(Unfinished::Abandoned),
            Halt::Shortage(shortage) => Aborted::Unfinished(Unfinished::Shortage(shortage)),
        }
    }

    /// Tells both players the result. A player that disagrees is at fault. If both disagree, only
    /// the fault of the first player is returned.
    fn end_game(&mut self, end: GameEnd) -> Result<Option<FaultBy>, Aborted> {
        let mut by = None;
        for seat in SEATS {
            let over = GameOver {
                game: &self.game,
                result: end.result,
            };
            let asked = Instant::now();
            let ended = self.players[seat as usize].end_game(&over);
            match ended.map_err(|halt| self.aborted(seat, asked, halt)) {
                Ok(()) => {}
                Err(Aborted::Fault(fault)) => {
                    by.get_or_insert(fault);
                }
                Err(unfinished) => return Err(unfinished),
            }
        }
        Ok(by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::rules::unachess::Unachess;

    /// Plays the first legal turn, and reports that it took this much time.
    struct FirstTurn(Duration);

    impl<R: Rules> Player<R> for FirstTurn {
        fn begin_game(&mut self, _new: &NewGame) -> Result<(), Halt> {
            Ok(())
        }

        fn choose(&mut self, request: &TurnRequest<'_, R>) -> Result<Choice, Halt> {
            let turns = request.game.position().turns();
            let first = turns.first().copied().expect("a turn");
            Ok(Choice {
                time: Some(self.0),
                ..first.into()
            })
        }
    }

    fn game(
        time: Duration,
        plies: u32,
        is_stopped: IsStopped<'_>,
    ) -> Result<PlayedGame<Unachess>, Unfinished> {
        let variant = games::find("unachess").and_then(TypedGame::new);
        let variant: TypedGame<Unachess> = variant.expect("a game");
        let limits = PlayerLimits {
            time: Some("1s+1s".parse().expect("a time control")),
            ..PlayerLimits::default()
        };
        let setup = GameSetup {
            variant,
            start: variant.start_position(0),
            limits: [limits; 2],
            adjudication: Adjudication {
                plies: Some(plies),
                ..Adjudication::default()
            },
            seeds: [1, 2],
        };
        let mut first = FirstTurn(time);
        let mut second = FirstTurn(Duration::ZERO);
        play(setup, [&mut first, &mut second], is_stopped, None)
    }

    #[test]
    fn a_player_whose_clock_runs_out_loses() {
        let played = game(Duration::from_millis(1021), 100, &|| false).expect("played");
        assert_eq!(played.end.result, GameResult::Won(Seat::Second));
        assert_eq!(played.end.ending, "time-loss");
        let by = played.fault.expect("a fault");
        assert_eq!((by.seat, by.fault.kind), (Seat::First, FaultKind::TimeLoss));
        assert!(played.turns.is_empty());
    }

    #[test]
    fn a_game_of_too_many_plies_is_a_draw() {
        let played = game(Duration::from_millis(1019), 4, &|| false).expect("played");
        assert_eq!(played.end.result, GameResult::Drawn);
        assert_eq!(played.end.ending, "ply-limit");
        assert_eq!(played.turns.len(), 4);
        assert_eq!(played.behaviour.map(|own| own.conduct.turns), [2, 2]);
    }

    #[test]
    fn an_abandoned_game_does_not_count() {
        let abandoned = game(Duration::ZERO, 4, &|| true).expect_err("no result");
        assert_eq!(abandoned, Unfinished::Abandoned);
    }
}
