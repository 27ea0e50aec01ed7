//! One client's session: the game, the options, and the search that may be running.

use std::collections::VecDeque;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use super::Message;
use super::command::{Command, Go, Query, shown, tidy};
use super::display::{Drawing, HELP, Terms};
use super::input::{LONGEST_LINE, Line};
use super::limits::limits;
use super::memory::free_mebibytes;
use super::option::{Change, DECLARATIONS, Settings};
use super::reply::{BestLine, Dialect, InfoLine};
use crate::engine::{self, Engine, Event, Order, Start};
use crate::eval;
use crate::rules::Seat;
use crate::search::{Best, Bound, Control, Info, Report};

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Continue,
    Quit,
}

/// Root turns under examination are told only from this time of a search on.
const CURRENT_TURN_AFTER: Duration = Duration::from_secs(3);

/// How long the end of a session waits for the last answer.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A search or a perft under way.
struct Running {
    number: u64,
    control: Arc<Control>,
    ponders: bool,
    /// It is a perft.
    counts: bool,
    /// It has been told to stop, and its answer is due.
    stopped: bool,
    /// It has told a score.
    told: bool,
    since: Instant,
}

/// The state of a session.
pub(super) struct Session<W> {
    output: W,
    sender: Sender<Message>,
    log: Option<File>,
    settings: Settings,
    engine: Box<dyn Engine>,
    dialect: Dialect,
    debug: bool,
    running: Option<Running>,
    searches: u64,
    /// Lines that came behind `stop`, before the search had answered.
    held: VecDeque<Line>,
}

impl<W: Write> Session<W> {
    /// A session at the start position of the first game.
    pub(super) fn new(output: W, sender: Sender<Message>) -> Self {
        let settings = Settings::default();
        Self {
            output,
            sender,
            log: None,
            engine: engine::new(settings.variant, settings.seed),
            settings,
            dialect: Dialect::default(),
            debug: false,
            running: None,
            searches: 0,
            held: VecDeque::new(),
        }
    }

    /// Ends the search that may be running.
    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stopped = true;
            running.control.stop();
        }
    }

    /// Ends a search that is still running, with its answer if that comes at once; a short perft
    /// is counted to its end, so that a script may end with it.
    pub(super) fn wind_down(&mut self, queue: &Receiver<Message>) -> io::Result<()> {
        if !self.running.as_ref().is_some_and(|running| running.counts) {
            self.stop();
        }
        let end = Instant::now() + LAST_WORDS;
        while self.running.is_some() {
            let left = end.saturating_duration_since(Instant::now());
            match queue.recv_timeout(left) {
                Ok(Message::Search(number, event)) => match self.hear(number, event) {
                    Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
                    Err(_) => break,
                    Ok(()) => {}
                },
                Ok(Message::Line(_)) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Takes one message from the queue. Lines behind `stop` wait until the search has answered,
    /// so that whoever does not wait for `bestmove` is understood as well.
    pub(super) fn handle(&mut self, message: Message) -> io::Result<Flow> {
        match message {
            Message::Line(line) => self.held.push_back(line),
            Message::Search(number, event) => self.hear(number, event)?,
        }
        while !self.running.as_ref().is_some_and(|running| running.stopped) {
            let Some(line) = self.held.pop_front() else {
                break;
            };
            if self.take(line)? == Flow::Quit {
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::Continue)
    }

    /// Does what a line says.
    fn take(&mut self, line: Line) -> io::Result<Flow> {
        match line {
            Line::End => return Ok(Flow::Quit),
            Line::Text(line) => {
                self.note(">", &line);
                match Command::parse(&line) {
                    Ok(None) => {}
                    Ok(Some(Command::Quit)) => return Ok(Flow::Quit),
                    Ok(Some(command)) => self.execute(command)?,
                    Err(error) => self.complain(error)?,
                }
            }
            Line::NotText(text) => {
                self.note(">", &text);
                self.complain(format_args!("'{}' is not UTF-8 text", shown(&text)))?;
            }
            Line::TooLong => {
                self.complain(format_args!("a line has at most {LONGEST_LINE} bytes"))?;
            }
        }
        Ok(Flow::Continue)
    }

    fn say(&mut self, text: impl Display) -> io::Result<()> {
        let text = text.to_string();
        self.note("<", &text);
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    fn complain(&mut self, error: impl Display) -> io::Result<()> {
        let error = tidy(&error.to_string());
        self.say(format_args!("info string error: {error}"))
    }

    /// Appends lines to the log, which is dropped when it cannot be written.
    fn note(&mut self, direction: &str, text: &str) {
        if let Some(log) = &mut self.log {
            let lines: String = text
                .split('\n')
                .map(|line| format!("{direction} {line}\n"))
                .collect();
            if log.write_all(lines.as_bytes()).is_err() {
                self.log = None;
            }
        }
    }

    /// Carries out a command. A fault in the program costs a complaint, not the session.
    fn execute(&mut self, command: Command) -> io::Result<()> {
        let name = shown(&command.to_string());
        match catch_unwind(AssertUnwindSafe(|| self.carry_out(command))) {
            Ok(result) => result,
            Err(_) => self.complain(format_args!("the program has failed at '{name}'")),
        }
    }

    fn carry_out(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(Dialect::Uci, "uciok"),
            Command::Ugi => self.introduce(Dialect::Ugi, "ugiok"),
            Command::IsReady => {
                self.engine.prepare(self.settings.search_options());
                self.say("readyok")
            }
            Command::Debug(on) => {
                self.debug = on;
                let state = if on { "on" } else { "off" };
                self.say(format_args!("info string debug {state}"))
            }
            Command::Register => self.say("registration ok"),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.new_game(),
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::PonderHit => self.ponder_hit(),
            Command::LegalMoves => {
                let turns = self.engine.legal_turns();
                let words = std::iter::once("legalmoves".to_owned()).chain(turns);
                self.say(words.collect::<Vec<_>>().join(" "))
            }
            Command::Draw => {
                let drawing = Drawing(&*self.engine).to_string();
                self.say(drawing)
            }
            Command::State => match serde_json::to_string(&self.engine.state()) {
                Ok(json) => self.say(json),
                Err(error) => self.complain(error),
            },
            Command::Explain(text) => match self.engine.explain(&text) {
                Ok(None) => self.say(format_args!("{text} is legal")),
                Ok(Some(illegality)) => self.say(format_args!("{text} is not legal: {illegality}")),
                Err(error) => self.complain(error),
            },
            Command::Forward => match self.engine.forward() {
                Ok(pgn) => self.say(pgn.trim_end()),
                Err(error) => self.complain(error),
            },
            Command::Eval => self.say(Terms(
                self.engine.evaluation(&self.settings.search_options()),
            )),
            Command::Flip => match self.engine.flip() {
                Ok(()) => Ok(()),
                Err(error) => self.complain(error),
            },
            Command::Help => self.say(HELP),
            Command::Query(query) => self.answer(query),
            Command::Quit => Ok(()),
        }
    }

    fn introduce(&mut self, dialect: Dialect, done: &str) -> io::Result<()> {
        self.dialect = dialect;
        let version = env!("CARGO_PKG_VERSION");
        self.say(format_args!("id name Reviver {version}"))?;
        self.say("id author the Reviver founders")?;
        for option in &DECLARATIONS {
            self.say(option.announcement())?;
        }
        self.say(done)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let mut settings = self.settings.clone();
        let change = match settings.set(name, value) {
            Ok(change) => change,
            Err(error) => return self.complain(error),
        };
        let restarts = matches!(change, Change::Variant | Change::ClearHash);
        if self.running.is_some() && restarts {
            return self.complain(format_args!(
                "option {name}: a search is running; stop it first"
            ));
        }
        let wanted = settings.hash as u64;
        if let Some(free) = free_mebibytes()
            && wanted > self.settings.hash as u64
            && wanted > free + self.settings.hash as u64
        {
            return self.complain(format_args!(
                "option {name}: {wanted} MiB are more than the {free} MiB that are free"
            ));
        }
        self.settings = settings;
        match change {
            Change::Remembered => Ok(()),
            Change::ClearHash => {
                self.engine.clear();
                Ok(())
            }
            Change::Variant => {
                self.engine = engine::new(self.settings.variant, self.settings.seed);
                let (variant, fen) = (self.settings.variant, self.engine.setup());
                self.say(format_args!("info string variant {variant} startpos {fen}"))
            }
            Change::LogFile(path) => self.open_log(path.as_deref()),
        }
    }

    fn open_log(&mut self, path: Option<&str>) -> io::Result<()> {
        let Some(path) = path else {
            self.log = None;
            return Ok(());
        };
        match OpenOptions::new().create(true).append(true).open(path) {
            Ok(file) => {
                self.log = Some(file);
                Ok(())
            }
            Err(error) => self.complain(format_args!(
                "option Debug Log File: '{}' cannot be written: {error}",
                shown(path)
            )),
        }
    }

    fn new_game(&mut self) -> io::Result<()> {
        if self.running.is_some() {
            return self.complain("a search is running; stop it before a new game");
        }
        self.engine.clear();
        self.set_position(None, &[])
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<()> {
        let start = fen.map_or(Start::Startpos(self.settings.seed), Start::Fen);
        match self.engine.set_position(start, moves) {
            Ok(()) => Ok(()),
            Err(error) => self.complain(format_args!("position: {error}")),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        if self.running.is_some() {
            return self.complain("a search is running; stop it before the next go");
        }
        let since = Instant::now();
        let control = Arc::new(Control::default());
        self.searches += 1;
        let (number, sender) = (self.searches, self.sender.clone());
        let listener = Box::new(move |event| {
            // The session may have ended meanwhile, and then nobody listens.
            let _ = sender.send(Message::Search(number, event));
        });
        let begun = if let Some(depth) = go.perft {
            let depth = u32::try_from(depth).unwrap_or(u32::MAX);
            self.engine.perft(depth, Arc::clone(&control), listener)
        } else {
            let order = Order {
                options: self.settings.search_options(),
                limits: limits(go, self.engine.setup().side, self.engine.seat()),
                only: &go.searchmoves,
                control: Arc::clone(&control),
            };
            self.engine.search(order, listener)
        };
        if let Err(error) = begun {
            return self.complain(format_args!("go: {error}"));
        }
        self.running = Some(Running {
            number,
            control,
            ponders: go.ponder,
            counts: go.perft.is_some(),
            stopped: false,
            told: false,
            since,
        });
        Ok(())
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        match &mut self.running {
            Some(running) if running.ponders => {
                running.ponders = false;
                running.control.ponder_hit();
                Ok(())
            }
            _ => self.complain("ponderhit: no search is pondering"),
        }
    }

    /// Takes news from a search; those of one that is over are dropped.
    fn hear(&mut self, number: u64, event: Event) -> io::Result<()> {
        let running = self.running.as_mut();
        let Some(running) = running.filter(|running| running.number == number) else {
            return Ok(());
        };
        match event {
            Event::Report(Report::Info(info)) => {
                running.told = true;
                self.say_info(&info)
            }
            Event::Report(Report::CurrentTurn {
                depth,
                turn,
                number,
            }) => {
                if !self.debug && running.since.elapsed() < CURRENT_TURN_AFTER {
                    return Ok(());
                }
                let place = format_args!("currmove {turn} currmovenumber {number}");
                self.say(format_args!("info depth {depth} {place}"))
            }
            Event::Best(best) => self.conclude(&best),
            Event::PerftTurn(turn, leaves) => self.say(format_args!("{turn}: {leaves}")),
            Event::PerftTotal(total) => {
                self.running = None;
                match total {
                    Some(total) => self.say(format_args!("Nodes searched: {total}")),
                    None => self.say("info string perft stopped"),
                }
            }
            Event::Failed(reason) => {
                self.complain(format_args!("the program has failed: {reason}"))
            }
        }
    }

    fn say_info(&mut self, info: &Info) -> io::Result<()> {
        let weights = eval::weights(self.settings.variant);
        let wdl = self.settings.show_wdl.then_some(weights.scale);
        self.say(InfoLine { info, wdl })
    }

    /// Ends a search with its answer. Whoever adjudicates by scores finds one before it, however
    /// short the search was.
    fn conclude(&mut self, best: &Best) -> io::Result<()> {
        if let Some(running) = self.running.take()
            && !running.told
        {
            self.say_info(&Info {
                depth: best.depth,
                seldepth: best.depth,
                multipv: 1,
                score: best.score,
                bound: Bound::Exact,
                nodes: best.nodes,
                time: running.since.elapsed(),
                hashfull: 0,
                pv: best.turn.into_iter().collect(),
            })?;
        }
        let dialect = self.dialect;
        self.say(BestLine { best, dialect })
    }

    fn answer(&mut self, query: Query) -> io::Result<()> {
        let outcome = self.engine.outcome();
        let answer = match query {
            Query::GameOver => outcome.is_some().to_string(),
            Query::FirstPlayersTurn => (self.engine.seat() == Seat::First).to_string(),
            Query::Result => match outcome.map(|outcome| outcome.winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Seat::First)) => "p1win",
                Some(Some(Seat::Second)) => "p2win",
            }
            .to_owned(),
        };
        self.say(format_args!("response {answer}"))
    }
}
