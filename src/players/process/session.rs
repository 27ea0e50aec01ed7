//! A running engine: the questions that the manager asks it, and how long the manager waits for the
//! answers. The manager is the process of this program that plays games with engines.

use std::io;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::conversation::{Conversation, NoReply, WrongLines, error_about_go};
use super::manager::Manager;
use super::refusal::RefusedOption;
use super::reply::{Analysis, Declared, Reply};
use super::waits::EngineWaits;
use crate::games::Game;
use crate::play::clock::Allowance;
use crate::play::fault::{Fault, FaultKind, Halt};
use crate::players::spec::EngineSpec;
use crate::protocol::command::{Command, Go, Query};
use crate::protocol::excerpt::excerpt;
use crate::protocol::reply::Dialect;
use crate::record::GameResult;
use crate::rules::Seat;

/// The maximum size of the declared options that are kept, in bytes.
const MAX_DECLARED: usize = 256 << 10;

/// A running engine.
#[derive(Debug)]
pub(super) struct EngineSession<'a> {
    spec: &'a EngineSpec,
    conversation: Conversation<'a>,
    declared: Vec<Declared>,
    /// The first of the event's options whose value the engine refused.
    refused: Option<RefusedOption>,
    /// Whether the engine has introduced itself and has set its options.
    is_introduced: bool,
}

/// What the manager reads from the answer to `state`.
#[derive(Deserialize)]
struct State {
    result: Option<String>,
}

/// The answer of an engine that was asked for a turn. One thread of the manager writes to the
/// engine, and another reads its output. A *delay* is the time for which such a thread waits for a
/// processor before it writes or reads.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineAnswer {
    /// The turn.
    pub(super) turn: String,
    /// The turn that the engine expects of its opponent.
    pub(super) expected: Option<String>,
    /// Its last analysis.
    pub(super) analysis: Analysis,
    /// How long the engine took, without the manager's delays in writing the question and in
    /// reading the answer.
    pub(super) time: Duration,
    /// The sum of the manager's delays since the question.
    pub(super) delay: Duration,
}

/// A request for a turn.
struct Question {
    asked: Instant,
    allowed: Option<Allowance>,
    /// The manager's delays before the request: the sum of those in writing, and the sum of all.
    delays: [Duration; 2],
    /// The engine's waits for a processor up to the request; `None` without a time limit.
    waits: Option<EngineWaits>,
}

impl<'a> EngineSession<'a> {
    /// Starts an engine. [`EngineSession::introduce`] must be called next.
    pub(super) fn start(spec: &'a EngineSpec, manager: Manager<'a>) -> io::Result<Self> {
        Ok(Self {
            spec,
            conversation: Conversation::start(&spec.name, &spec.words(), manager)?,
            declared: Vec::new(),
            refused: None,
            is_introduced: false,
        })
    }

    /// The options that the engine declares.
    pub(super) fn declared(&self) -> &[Declared] {
        &self.declared
    }

    /// The first of the event's options whose value the engine refused.
    pub(super) const fn refused(&self) -> Option<&RefusedOption> {
        self.refused.as_ref()
    }

    /// How many wrong lines of each kind the engine sent in this game.
    pub(super) const fn wrong_lines(&self) -> WrongLines {
        self.conversation.wrong_lines()
    }

    /// The lines of the introduction and of this game, sent and received, and the last lines of
    /// standard error.
    pub(super) fn transcript(&mut self) -> String {
        self.conversation.transcript()
    }

    /// Asks the engine for its name and options, and sets its options. Does nothing if this has
    /// succeeded before.
    pub(super) fn introduce(&mut self) -> Result<(), Halt> {
        if self.is_introduced {
            return Ok(());
        }
        let dialect = self.spec.protocol;
        let done = dialect.introduced();
        self.conversation.begin_question();
        self.conversation.send(&match dialect {
            Dialect::Uci => Command::Uci,
            Dialect::Ugi => Command::Ugi,
        });
        let timeout = self.spec.limits.start.0;
        let declared = &mut self.declared;
        let mut declared_bytes = 0;
        self.conversation.wait(timeout, done, |reply| match reply {
            Reply::Option(option) => {
                declared_bytes += option.size();
                if declared_bytes <= MAX_DECLARED {
                    declared.push(option);
                }
                None
            }
            Reply::Introduced(word) => (word == done).then_some(()),
            _ => None,
        })?;
        if self.spec.ponders() && self.declares("Ponder") {
            self.set("Ponder", "true");
        }
        for (name, value) in &self.spec.options {
            self.set(name, value);
        }
        self.ready(timeout).map(|_| self.is_introduced = true)
    }

    /// Whether the engine has an option of this name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.declared
            .iter()
            .any(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set(&mut self, name: &str, value: &str) {
        self.conversation.send(&Command::SetOption {
            name: name.to_owned(),
            value: (!value.is_empty()).then(|| value.to_owned()),
        });
    }

    /// Waits until the engine is ready, and returns how long that took. An error message that comes
    /// before `readyok` may refuse an option.
    fn ready(&mut self, timeout: Duration) -> Result<Duration, Halt> {
        self.conversation.begin_question();
        let asked = Instant::now();
        self.conversation.send(&Command::IsReady);
        let (refused, options) = (&mut self.refused, &self.spec.options);
        let (at, ()) = self.conversation.wait(timeout, "readyok", |reply| {
            if let (Reply::Complaint(complaint), None) = (&reply, &refused) {
                *refused = RefusedOption::read(complaint, options);
            }
            (reply == Reply::Ready).then_some(())
        })?;
        Ok(at.saturating_duration_since(asked))
    }

    /// Begins a game and waits until the engine is ready. Then sends a second `isready`, and
    /// returns how long the engine takes to answer it.
    pub(super) fn begin_game(&mut self, variant: &'static Game) -> Result<Duration, Halt> {
        self.conversation.begin_game();
        let timeout = self.spec.limits.start.0;
        // A user-defined game is loaded from its file.
        if let Some(path) = variant.path().filter(|_| self.declares("GameFile")) {
            self.set("GameFile", &path.display().to_string());
        }
        if self.declares("UCI_Variant") {
            self.set("UCI_Variant", variant.name());
        }
        match self.spec.protocol {
            Dialect::Uci => self.conversation.send(&Command::NewGame),
            Dialect::Ugi => self.conversation.send_line("uginewgame"),
        }
        self.ready(timeout)?;
        self.ready(timeout)
    }

    /// Asks for a turn.
    pub(super) fn think(
        &mut self,
        position: &Command,
        go: Go,
        allowed: Option<Allowance>,
    ) -> Result<EngineAnswer, Halt> {
        self.conversation.catch_up();
        self.conversation.begin_question();
        self.conversation.send(position);
        let question = self.question(allowed);
        self.conversation.send(&Command::Go(Box::new(go)));
        self.answer(&question)
    }

    /// A question that is asked now.
    fn question(&self, allowed: Option<Allowance>) -> Question {
        let delays = self.conversation.delays();
        Question {
            allowed,
            delays: [delays.writing(), delays.sum()],
            waits: allowed.map(|_| self.conversation.engine_waits()),
            asked: Instant::now(),
        }
    }

    /// How long the engine took for an answer that came at `at`. Subtracts the manager's delay in
    /// writing the question; the delay in reading is subtracted from `at` already.
    fn time_of(&self, question: &Question, at: Instant) -> Duration {
        let [writing, _] = question.delays;
        let delay = self.conversation.delays().writing().saturating_sub(writing);
        let time = at.saturating_duration_since(question.asked);
        time.saturating_sub(delay)
    }

    /// The fault of an answer that came too late.
    fn late(&self, question: &Question, time: Duration, allowed: Allowance) -> Halt {
        let waits = question.waits.as_ref();
        let remark = waits.and_then(|before| self.conversation.engine_waits().remark_since(before));
        Fault::late(time, allowed).with_remark(remark).into()
    }

    /// Tells the engine that the opponent has played the expected turn, and waits for the engine's
    /// answer. The engine's clock runs from now on. A `bestmove` that came while the engine
    /// pondered is accepted as the answer.
    pub(super) fn ponder_hit(&mut self, allowed: Option<Allowance>) -> Result<EngineAnswer, Halt> {
        self.conversation.begin_question();
        let question = self.question(allowed);
        self.conversation.send(&Command::PonderHit);
        self.answer(&question)
    }

    /// Asks the engine to think on the opponent's time. `position` sets up the position after the
    /// turn that the engine expects of its opponent.
    pub(super) fn ponder(&mut self, position: &Command, go: Go) {
        self.conversation.send(position);
        let go = Go { ponder: true, ..go };
        self.conversation.send(&Command::Go(Box::new(go)));
    }

    /// Ends the engine's thinking on the opponent's time, and waits for its `bestmove`.
    pub(super) fn stop(&mut self) -> Result<(), Halt> {
        self.conversation.begin_question();
        self.best_after_stop("bestmove after stop").map(drop)
    }

    /// Sends `stop` and waits for `bestmove`. Returns its time of arrival, its turn, and the
    /// expected turn. Fails if no `bestmove` comes, or if the engine refuses `go`. `what` names the
    /// missing line in the error.
    fn best_after_stop(&mut self, what: &str) -> Result<(Instant, [Option<String>; 2]), Halt> {
        self.conversation.send(&Command::Stop);
        let (stall, name) = (self.spec.limits.stall.0, &self.spec.name);
        let (at, best) = self.conversation.wait(stall, what, |reply| match reply {
            Reply::Best(turn, expected) => Some(Ok([turn, expected])),
            reply => error_about_go(name, &reply).map(Err),
        })?;
        Ok((at, best?))
    }

    fn answer(&mut self, question: &Question) -> Result<EngineAnswer, Halt> {
        let &Question { asked, allowed, .. } = question;
        let stall = self.spec.limits.stall.0;
        let deadline = asked + allowed.map_or(stall, Allowance::total);
        let mut analysis: Option<Analysis> = None;
        loop {
            match self.conversation.next(deadline) {
                Ok((at, Reply::Best(turn, expected))) => {
                    let answer = self.answered(question, at, turn)?;
                    return Ok(EngineAnswer {
                        expected,
                        analysis: analysis.unwrap_or_default(),
                        ..answer
                    });
                }
                Ok((_, Reply::Analysis(latest))) => {
                    if latest.multipv.is_none_or(|number| number == 1) {
                        analysis = Some(match analysis.take() {
                            Some(known) => known.followed_by(*latest),
                            None => *latest,
                        });
                    }
                }
                Ok((_, reply)) => {
                    if let Some(halt) = error_about_go(&self.spec.name, &reply) {
                        return Err(halt);
                    }
                }
                Err(NoReply::Timeout) if allowed.is_some() => {
                    let answer = self.overdue(question)?;
                    return Ok(EngineAnswer {
                        analysis: analysis.unwrap_or_default(),
                        ..answer
                    });
                }
                Err(why) => return Err(self.conversation.halt(why, "bestmove")),
            }
        }
    }

    /// The answer with `turn` that came at `at`. It is a fault if it is late or has no turn.
    fn answered(
        &self,
        question: &Question,
        at: Instant,
        turn: Option<String>,
    ) -> Result<EngineAnswer, Halt> {
        let time = self.time_of(question, at);
        let allowed = question.allowed;
        if let Some(allowed) = allowed.filter(|allowed| time > allowed.total()) {
            return Err(self.late(question, time, allowed));
        }
        let turn = turn.ok_or_else(|| {
            let detail =
                "bestmove must be followed by a move, and optionally by `ponder` and a second move";
            Fault::new(FaultKind::Malformed, detail)
        })?;
        Ok(EngineAnswer {
            turn,
            time,
            delay: self.delay_since(question),
            ..EngineAnswer::default()
        })
    }

    /// The sum of the manager's delays since a question.
    fn delay_since(&self, question: &Question) -> Duration {
        let [_, sum] = question.delays;
        self.conversation.delays().sum().saturating_sub(sum)
    }

    /// Called when the engine's time has run out. Sends `stop`, to find out whether the engine is
    /// slow or does not answer at all. Accepts the answer if it is in time after the manager's
    /// delays are subtracted.
    fn overdue(&mut self, question: &Question) -> Result<EngineAnswer, Halt> {
        let (at, [turn, expected]) = self.best_after_stop("bestmove in time or after stop")?;
        let answer = self.answered(question, at, turn)?;
        Ok(EngineAnswer { expected, ..answer })
    }

    /// Asks the engine for the result of a game that is over. `end` sets up the last position.
    /// `None` if the engine does not report a result.
    pub(super) fn result(&mut self, end: &Command) -> Result<Option<String>, Halt> {
        self.conversation.catch_up();
        self.conversation.begin_question();
        self.conversation.send(end);
        match self.spec.protocol {
            Dialect::Uci => self.result_in_state(),
            Dialect::Ugi => self.result_of_query().map(Some),
        }
    }

    /// Asks for the result with `state`, an extension of UCI.
    fn result_in_state(&mut self) -> Result<Option<String>, Halt> {
        let timeout = self.spec.limits.start.0;
        self.conversation.send(&Command::State);
        self.conversation.send(&Command::IsReady);
        self.conversation.allow_error_about(Some("state"));
        let mut reported = None;
        let answered = self
            .conversation
            .wait(timeout, "readyok", |reply| match reply {
                Reply::State(json) => {
                    // A JSON string can contain escaped control characters, so `excerpt` makes it
                    // printable.
                    let state = serde_json::from_str::<State>(&json).ok();
                    reported = state.and_then(|state| Some(excerpt(&state.result?)));
                    None
                }
                Reply::Ready => Some(()),
                _ => None,
            });
        self.conversation.allow_error_about(None);
        answered.map(|_| reported)
    }

    /// Asks for the result with the queries of UGI.
    fn result_of_query(&mut self) -> Result<String, Halt> {
        let timeout = self.spec.limits.start.0;
        let mut ask = |query| {
            self.conversation.send(&Command::Query(query));
            self.conversation
                .wait(timeout, "response", |reply| match reply {
                    Reply::Response(word) => Some(word),
                    _ => None,
                })
                .map(|(_, word)| word)
        };
        if ask(Query::GameOver)? != "true" {
            return Ok(GameResult::Unfinished.to_string());
        }
        let result = match ask(Query::Result)?.as_str() {
            "p1win" => GameResult::Won(Seat::First),
            "p2win" => GameResult::Won(Seat::Second),
            "draw" => GameResult::Drawn,
            _ => GameResult::Unfinished,
        };
        Ok(result.to_string())
    }

    /// Asks the engine to quit.
    pub(super) fn quit(self) {
        self.conversation.quit();
    }
}
