//! An engine in a separate process as a player.

use std::io;
use std::time::Duration;

use super::go::go;
use super::manager::Manager;
use super::refusal::RefusedOption;
use super::session::{EngineAnswer, EngineSession};
use crate::board::{Color, Turn};
use crate::live::LiveGame;
use crate::notation::turn::NO_TURN;
use crate::play::clock::Clocks;
use crate::play::fault::{Fault, FaultKind, Halt};
use crate::play::player::{Behaviour, Choice, GameOver, NewGame, Player, Thought, TurnRequest};
use crate::play::shortage::Shortage;
use crate::players::spec::EngineSpec;
use crate::protocol::command::{Command, Go};
use crate::rules::{Rules, Seat};

/// An engine in a separate process. The process is started for the first game, or earlier by
/// [`EngineProcess::start`], and also plays the later games.
#[derive(Debug)]
pub struct EngineProcess<'a> {
    spec: &'a EngineSpec,
    manager: Manager<'a>,
    session: Option<EngineSession<'a>>,
    /// Whether the engine failed to answer after its last game. Then the next game starts it anew.
    must_restart: bool,
    /// Whether the engine failed to report a result. If so, it is never asked for one again.
    lacks_result: bool,
    seat: Seat,
    behaviour: Behaviour,
    /// The turn that the engine expects of its opponent.
    expected: Option<Turn>,
    /// The number of turns of the game when the engine began to ponder; `None` if it is not
    /// pondering.
    pondering_since: Option<usize>,
}

/// Why an engine did not start.
#[derive(Debug)]
pub enum StartError {
    /// The process cannot be started.
    Process(io::Error),
    /// The introduction failed, or Reviver was told to stop before the introduction ended. In the
    /// introduction, the engine declares its options (`uci` to `uciok`, or `ugi` to `ugiok`), their
    /// values are set, and the engine answers `isready`.
    Halt(Halt),
}

/// What an engine says in the introduction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The names of its options.
    pub options: Vec<String>,
    /// The games that it plays; `None` if it does not declare them.
    pub variants: Option<Vec<String>>,
    /// The first of the event's options whose value it refused.
    pub refused: Option<RefusedOption>,
}

impl<'a> EngineProcess<'a> {
    /// An engine with this description. Its process is started when it is needed.
    #[must_use]
    pub const fn new(spec: &'a EngineSpec, manager: Manager<'a>) -> Self {
        Self {
            spec,
            manager,
            session: None,
            must_restart: false,
            lacks_result: false,
            seat: Seat::First,
            behaviour: Behaviour::DEFAULT,
            expected: None,
            pondering_since: None,
        }
    }

    /// Starts the process. Then asks the engine for its name and options, and sets the options (the
    /// introduction). Returns what the engine has said. A later call starts no second process,
    /// and repeats the introduction only if it failed.
    ///
    /// # Errors
    ///
    /// If the process cannot be started, if the introduction fails, or if Reviver is told to stop
    /// before the introduction ends.
    pub fn start(&mut self) -> Result<Identity, StartError> {
        let session = self.session()?;
        let options = session.declared();
        let variants = options.iter().find(|option| {
            option.name.eq_ignore_ascii_case("UCI_Variant") && option.kind == "combo"
        });
        Ok(Identity {
            options: options.iter().map(|option| option.name.clone()).collect(),
            variants: variants.map(|option| option.choices.clone()),
            refused: session.refused().cloned(),
        })
    }

    fn session(&mut self) -> Result<&mut EngineSession<'a>, StartError> {
        if self.session.is_none() {
            let session =
                EngineSession::start(self.spec, self.manager).map_err(StartError::Process)?;
            // Store the session before the introduction, so that its transcript is available if the
            // introduction fails.
            self.session = Some(session);
        }
        let session = self.session.as_mut();
        let session = session.ok_or(StartError::Halt(Halt::Abandoned))?;
        session.introduce().map_err(StartError::Halt)?;
        Ok(session)
    }

    /// The running engine, which [`Player::begin_game`] has started.
    fn running(&mut self) -> Result<&mut EngineSession<'a>, Halt> {
        let missing = || Fault::new(FaultKind::Crash, "it has not been started");
        self.session.as_mut().ok_or_else(|| missing().into())
    }

    /// A transcript: the lines of the introduction and of this game, in both directions, and the
    /// last lines of standard error. The middle of a long game is left out.
    pub fn transcript(&mut self) -> String {
        self.session
            .as_mut()
            .map(EngineSession::transcript)
            .unwrap_or_default()
    }

    /// Asks the engine to quit.
    pub fn quit(self) {
        if let Some(session) = self.session {
            session.quit();
        }
    }

    /// The commands that ask for a turn. An engine that knows only a part of the rules
    /// ([`EngineSpec::guided`]) gets the position after the last irreversible turn, the turns
    /// played since then, and the legal turns.
    fn question<R: Rules>(&self, request: &TurnRequest<'_, R>) -> (Command, Go) {
        let command = self.go(request.game, request.clocks);
        if !self.spec.guided {
            return (position(request.game, None), command);
        }
        let (start, turns) = request.game.since_irreversible();
        let position = Command::Position {
            fen: Some(start.setup().to_string()),
            moves: turns.map(|turn| turn.to_string()).collect(),
        };
        let legal = request.game.position().turns();
        let searchmoves = legal.iter().map(Turn::to_string).collect();
        let command = Go {
            searchmoves,
            ..command
        };
        (position, command)
    }

    fn go<R: Rules>(&self, game: &LiveGame<R>, clocks: &Clocks) -> Go {
        let white = game.seat_of(Color::White);
        go(clocks, self.seat, white, self.spec.protocol)
    }

    fn ask<R: Rules>(&mut self, request: &TurnRequest<'_, R>) -> Result<EngineAnswer, Halt> {
        let allowed = request.clocks.allowed(self.seat);
        let expected = self.expected.take();
        if let Some(since) = self.pondering_since.take() {
            // The opponent may have played two turns in a row since then.
            let has_one_new_turn = request.game.turns().len() == since + 1;
            if has_one_new_turn && expected == request.game.last_turn() {
                return self.running()?.ponder_hit(allowed);
            }
            self.running()?.stop()?;
        }
        let (position, command) = self.question(request);
        self.running()?.think(&position, command, allowed)
    }

    /// Ends the engine's thinking after the last turn of a game. If the rules decided the game,
    /// returns the result that the engine reports; `None` if it reports none. An engine that knows
    /// only a part of the rules ([`EngineSpec::guided`]) is not asked.
    fn reported_result<R: Rules>(&mut self, game: &LiveGame<R>) -> Result<Option<String>, Halt> {
        if self.pondering_since.take().is_some() {
            self.running()?.stop()?;
        }
        if self.spec.guided || self.lacks_result || game.outcome().is_none() {
            return Ok(None);
        }
        let end = position(game, None);
        let reported = self.running()?.result(&end);
        self.lacks_result = !matches!(reported, Ok(Some(_)));
        reported
    }

    /// Checks a principal variation. Counts it in `other_line` if it does not begin with `turn`,
    /// and in `illegal_line` if one of its turns is illegal.
    fn check_pv<R: Rules>(&mut self, position: &R, pv: &[String], turn: Turn) {
        let Some(first) = pv.first() else { return };
        let conduct = &mut self.behaviour.conduct;
        conduct.other_line += u32::from(*first != turn.to_string());
        conduct.illegal_line += u32::from(!is_playable(position, pv));
    }
}

impl<R: Rules> Player<R> for EngineProcess<'_> {
    fn begin_game(&mut self, new: &NewGame) -> Result<(), Halt> {
        self.seat = new.seat;
        self.behaviour = Behaviour::default();
        self.expected = None;
        self.pondering_since = None;
        if std::mem::take(&mut self.must_restart) {
            self.session = None;
        }
        let spec = self.spec;
        let session = self.session().map_err(|error| match error {
            StartError::Halt(halt) => halt,
            StartError::Process(error) => Shortage::from_error(&spec.cannot_start(), &error).into(),
        })?;
        self.behaviour.latency = session.begin_game(new.variant)?;
        Ok(())
    }

    fn choose(&mut self, request: &TurnRequest<'_, R>) -> Result<Choice, Halt> {
        let answer = self.ask(request)?;
        let position = request.game.position();
        let turn = turn(&answer.turn, position)?;
        let analysis = answer.analysis;
        if position.is_legal(turn) {
            self.check_pv(position, &analysis.pv, turn);
        }
        if let Some(reported) = analysis.millis {
            let lag = answer.time.saturating_sub(Duration::from_millis(reported));
            self.behaviour.lag = self.behaviour.lag.max(lag);
        }
        self.behaviour.delay = self.behaviour.delay.max(answer.delay);
        self.expected = answer.expected.and_then(|text| text.parse().ok());
        Ok(Choice {
            turn,
            thought: Thought {
                score: analysis.score,
                depth: analysis.depth,
                nodes: analysis.nodes,
            },
            time: Some(answer.time),
        })
    }

    fn ponder(&mut self, request: &TurnRequest<'_, R>) {
        let Some(expected) = self.expected else {
            return;
        };
        let before = request.game.position();
        // The opponent may play again after the expected turn: when the players switch colours, one
        // of them plays twice in a row.
        if !self.spec.ponders()
            || before.seat() == self.seat
            || !before.is_legal(expected)
            || before.play(expected).seat() != self.seat
        {
            return;
        }
        let command = self.go(request.game, request.clocks);
        let position = position(request.game, Some(expected));
        if let Some(session) = &mut self.session {
            session.ponder(&position, command);
            self.pondering_since = Some(request.game.turns().len());
        }
    }

    fn end_game(&mut self, over: &GameOver<'_, R>) -> Result<(), Halt> {
        match self.reported_result(over.game) {
            Ok(Some(reported)) if reported != over.result.to_string() => {
                let detail = format!(
                    "the result of the game is {}, but the engine reports {reported}",
                    over.result
                );
                Err(Fault::new(FaultKind::Disagreement, detail).into())
            }
            Ok(_) => Ok(()),
            // The game is over, so a missing answer is not a fault.
            Err(Halt::Fault(_)) => {
                self.must_restart = true;
                Ok(())
            }
            Err(halt) => Err(halt),
        }
    }

    fn behaviour(&self) -> Behaviour {
        let mut behaviour = self.behaviour;
        if let Some(session) = &self.session {
            let wrong = session.wrong_lines();
            behaviour.conduct.stray = wrong.stray;
            behaviour.conduct.bad_info = wrong.bad_info;
            behaviour.conduct.complaints = wrong.complaints;
        }
        behaviour
    }
}

/// The command `position` with the start of the game, its turns, and then `next`, if there is one.
fn position<R: Rules>(game: &LiveGame<R>, next: Option<Turn>) -> Command {
    let variant = game.game();
    let start = *game.start().setup();
    let is_usual = !variant.has_random_start() && start == variant.start(0);
    let turns = game.turns().chain(next);
    Command::Position {
        fen: (!is_usual).then(|| start.to_string()),
        moves: turns.map(|turn| turn.to_string()).collect(),
    }
}

/// Parses the turn of an answer. It is a fault if the answer says that there is no turn.
fn turn<R: Rules>(text: &str, position: &R) -> Result<Turn, Fault> {
    if text == NO_TURN || text == "(none)" {
        let count = position.count();
        let detail = format!("it says that there is no turn, but the rules allow {count}");
        return Err(Fault::new(FaultKind::Disagreement, detail));
    }
    text.parse()
        .map_err(|error| Fault::new(FaultKind::Malformed, format!("bestmove: {error}")))
}

/// Whether all turns of a principal variation are legal.
fn is_playable<R: Rules>(position: &R, pv: &[String]) -> bool {
    let mut position = position.clone();
    pv.iter().all(|text| {
        let Ok(turn) = text.parse::<Turn>() else {
            return false;
        };
        let is_legal = position.is_legal(turn);
        if is_legal {
            position = position.play(turn);
        }
        is_legal
    })
}
