//! The client's side of the protocol: what a referee says to an engine, and how long it waits.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::conversation::{Conversation, Missing, Noise};
use super::reply::{Analysis, Declared, Reply};
use crate::games::Game;
use crate::play::fault::{Fault, FaultKind, Halt};
use crate::players::spec::{EngineSpec, Protocol};
use crate::protocol::command::{Command, Go, Query};
use crate::record::GameResult;
use crate::rules::Seat;

/// An engine that answers.
#[derive(Debug)]
pub(crate) struct Player<'a> {
    spec: &'a EngineSpec,
    conversation: Conversation<'a>,
    identity: Option<String>,
    declared: Vec<Declared>,
    variant: Option<&'static Game>,
    /// The turn after which it is thinking on the opponent's time.
    pondering: Option<String>,
}

/// What an engine is asked.
pub(crate) struct Question<'q> {
    /// The position.
    pub(crate) position: &'q Command,
    /// What bounds its answer.
    pub(crate) go: Go,
    /// The turn that led to the position.
    pub(crate) last: Option<&'q str>,
    /// How much time it has, the margin included.
    pub(crate) budget: Option<Duration>,
}

/// What it answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// The turn.
    pub(crate) turn: String,
    /// The turn that it expects next.
    pub(crate) expected: Option<String>,
    /// What it thought last.
    pub(crate) analysis: Option<Analysis>,
    /// How long it took.
    pub(crate) time: Duration,
}

impl<'a> Player<'a> {
    /// Starts an engine, which is not introduced yet.
    pub(crate) fn launch(spec: &'a EngineSpec, abandon: &'a AtomicBool) -> io::Result<Self> {
        let words = match &spec.command {
            Some(words) => words.clone(),
            None => {
                let program = std::env::current_exe()?;
                vec![program.to_string_lossy().into_owned(), "uci".to_owned()]
            }
        };
        Ok(Self {
            spec,
            conversation: Conversation::start(&words, abandon)?,
            identity: None,
            declared: Vec::new(),
            variant: None,
            pondering: None,
        })
    }

    /// What it calls itself.
    pub(crate) fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    /// The options that it has.
    pub(crate) fn declared(&self) -> &[Declared] {
        &self.declared
    }

    /// What it has said in this game that it should not.
    pub(crate) const fn noise(&self) -> Noise {
        self.conversation.noise()
    }

    /// Whether it is thinking on the opponent's time.
    pub(crate) const fn ponders(&self) -> bool {
        self.pondering.is_some()
    }

    /// Everything said in this game, both ways, and the last lines on standard error.
    pub(crate) fn last_words(&mut self) -> (Vec<String>, Vec<String>) {
        self.conversation.last_words()
    }

    fn say(&mut self, line: &str) {
        self.conversation.say(line);
    }

    fn tell(&mut self, command: &Command) {
        self.conversation.tell(command);
    }

    /// Lets it introduce itself, and sets its options.
    pub(crate) fn introduce(&mut self) -> Result<(), Halt> {
        let (command, done) = match self.spec.protocol {
            Protocol::Uci => (Command::Uci, "uciok"),
            Protocol::Ugi => (Command::Ugi, "ugiok"),
        };
        self.conversation.begin_question();
        self.tell(&command);
        let patience = self.spec.limits.start.0;
        let (identity, declared) = (&mut self.identity, &mut self.declared);
        self.conversation
            .wait(patience, done, |reply| match reply {
                Reply::Id(kind, name) => {
                    if kind == "name" {
                        *identity = Some(name);
                    }
                    None
                }
                Reply::Option(option) => {
                    declared.push(option);
                    None
                }
                Reply::Introduced(word) => (word == done).then_some(()),
                _ => None,
            })?;
        if self.spec.limits.ponder && self.declares("Ponder") {
            self.set("Ponder", "true");
        }
        for (name, value) in &self.spec.options {
            self.set(name, value);
        }
        self.ready(patience).map(|_| ())
    }

    /// Whether it has an option of this name.
    pub(crate) fn declares(&self, name: &str) -> bool {
        self.declared
            .iter()
            .any(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set(&mut self, name: &str, value: &str) {
        self.tell(&Command::SetOption {
            name: name.to_owned(),
            value: (!value.is_empty()).then(|| value.to_owned()),
        });
    }

    /// Waits until it is ready, and tells how long that took.
    fn ready(&mut self, patience: Duration) -> Result<Duration, Halt> {
        self.conversation.begin_question();
        let asked = Instant::now();
        self.tell(&Command::IsReady);
        let (at, ()) = self.conversation.wait(patience, "readyok", |reply| {
            (reply == Reply::Ready).then_some(())
        })?;
        Ok(at.saturating_duration_since(asked))
    }

    /// Begins a game, and tells how long the engine takes to say that it is there.
    pub(crate) fn begin_game(&mut self, variant: &'static Game) -> Result<Duration, Halt> {
        self.conversation.begin_game();
        self.pondering = None;
        let patience = self.spec.limits.start.0;
        if self.declares("UCI_Variant") {
            self.set("UCI_Variant", variant.name());
        }
        self.variant = Some(variant);
        match self.spec.protocol {
            Protocol::Uci => self.tell(&Command::NewGame),
            Protocol::Ugi => self.say("uginewgame"),
        }
        self.ready(patience)?;
        self.ready(patience)
    }

    /// Asks for a turn.
    pub(crate) fn think(&mut self, question: Question<'_>) -> Result<Answer, Halt> {
        let expected = self.pondering.take();
        if expected.is_some() && expected.as_deref() == question.last {
            self.conversation.begin_question();
            let asked = Instant::now();
            self.tell(&Command::PonderHit);
            return self.answer(asked, question.budget);
        }
        if expected.is_some() {
            self.stop_thinking()?;
        }
        self.conversation.catch_up();
        self.conversation.begin_question();
        self.tell(question.position);
        let asked = Instant::now();
        self.tell(&Command::Go(Box::new(question.go)));
        self.answer(asked, question.budget)
    }

    /// Lets it think on the opponent's time, at the position after the turn that it expects.
    pub(crate) fn ponder(&mut self, position: &Command, go: Go, expected: String) {
        self.tell(position);
        self.tell(&Command::Go(Box::new(Go { ponder: true, ..go })));
        self.pondering = Some(expected);
    }

    /// Ends its thinking on the opponent's time.
    pub(crate) fn stop_thinking(&mut self) -> Result<(), Halt> {
        self.pondering = None;
        self.conversation.begin_question();
        self.tell(&Command::Stop);
        let patience = self.spec.limits.stall.0;
        self.conversation
            .wait(patience, "bestmove after stop", |reply| {
                matches!(reply, Reply::Best(..)).then_some(())
            })?;
        Ok(())
    }

    fn answer(&mut self, asked: Instant, budget: Option<Duration>) -> Result<Answer, Halt> {
        let stall = self.spec.limits.stall.0;
        let deadline = asked + budget.unwrap_or(stall);
        let mut analysis: Option<Analysis> = None;
        loop {
            match self.conversation.next(deadline) {
                Ok((at, Reply::Best(turn, expected))) => {
                    let time = at.saturating_duration_since(asked);
                    if let Some(budget) = budget.filter(|&budget| time > budget) {
                        return Err(late(time, budget));
                    }
                    let Some(turn) = turn else {
                        let detail = "bestmove takes a move, and `ponder` with another behind it";
                        return Err(Fault::new(FaultKind::Malformed, detail).into());
                    };
                    return Ok(Answer {
                        turn,
                        expected,
                        analysis,
                        time,
                    });
                }
                Ok((_, Reply::Analysis(latest))) => {
                    if latest.rank.is_none_or(|rank| rank == 1) {
                        analysis = Some(match analysis.take() {
                            Some(known) => known.followed_by(*latest),
                            None => *latest,
                        });
                    }
                }
                Ok(_) => {}
                Err(missing) => {
                    return Err(match (missing, budget) {
                        (Missing::Timeout, Some(budget)) => self.overdue(asked, budget),
                        (missing, _) => self.conversation.fault(&missing, "bestmove"),
                    });
                }
            }
        }
    }

    /// Its time has run out. Whether it is slow or gone shows when it is told to stop.
    fn overdue(&mut self, asked: Instant, budget: Duration) -> Halt {
        self.tell(&Command::Stop);
        let stall = self.spec.limits.stall.0;
        let answered = self
            .conversation
            .wait(stall, "bestmove, nor after stop", |reply| {
                matches!(reply, Reply::Best(..)).then_some(())
            });
        match answered {
            Ok((at, ())) => late(at.saturating_duration_since(asked), budget),
            Err(halt) => halt,
        }
    }

    /// Asks what it thinks of a game that is over; a fault where it thinks otherwise. Who cannot
    /// be asked, or does not answer, has no opinion.
    pub(crate) fn confirm(&mut self, end: &Command, result: GameResult) -> Option<Fault> {
        self.conversation.catch_up();
        self.conversation.begin_question();
        self.tell(end);
        let told = match self.spec.protocol {
            Protocol::Uci => self.told_state(),
            Protocol::Ugi => self.told_result(),
        };
        let told = told.ok().flatten()?;
        (told != result.to_string()).then(|| {
            Fault::new(
                FaultKind::Disagreement,
                format!("the game has ended {result}, and it says {told}"),
            )
        })
    }

    /// The result in the state that this program's dialect can be asked for.
    fn told_state(&mut self) -> Result<Option<String>, Halt> {
        let patience = self.spec.limits.start.0;
        self.tell(&Command::State);
        self.tell(&Command::IsReady);
        let mut told = None;
        self.conversation
            .wait(patience, "readyok", |reply| match reply {
                Reply::State(json) => {
                    let state: Option<serde_json::Value> = serde_json::from_str(&json).ok();
                    let result = state.as_ref().and_then(|state| state.get("result"));
                    told = result.and_then(|result| result.as_str()).map(str::to_owned);
                    None
                }
                Reply::Ready => Some(()),
                _ => None,
            })?;
        Ok(told)
    }

    fn told_result(&mut self) -> Result<Option<String>, Halt> {
        let patience = self.spec.limits.start.0;
        let mut ask = |query| {
            self.tell(&Command::Query(query));
            self.conversation
                .wait(patience, "response", |reply| match reply {
                    Reply::Response(word) => Some(word),
                    _ => None,
                })
                .map(|(_, word)| word)
        };
        if ask(Query::GameOver)? != "true" {
            return Ok(Some(GameResult::Open.to_string()));
        }
        let result = match ask(Query::Result)?.as_str() {
            "p1win" => GameResult::Won(Seat::First),
            "p2win" => GameResult::Won(Seat::Second),
            "draw" => GameResult::Drawn,
            _ => GameResult::Open,
        };
        Ok(Some(result.to_string()))
    }

    /// Ends it in order.
    pub(crate) fn quit(self) {
        self.conversation.quit();
    }
}

fn late(time: Duration, budget: Duration) -> Halt {
    let [time, budget] = [time, budget].map(|time| time.as_millis());
    let detail = format!("bestmove after {time} ms, and it had {budget} ms");
    Fault::new(FaultKind::TimeLoss, detail).into()
}
