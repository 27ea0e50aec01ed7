//! One client's session: the game, the options, and the search that may be running.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use super::Message;
use super::command::{Command, Go, Query, shown};
use super::input::{LONGEST_LINE, Line};
use super::option::{Change, DECLARATIONS, Settings};
use super::reply::{BestLine, Dialect, InfoLine};
use crate::board::Color;
use crate::engine::{self, Engine, Event, Order, Start};
use crate::rules::Seat;
use crate::search::{Best, Control, Limits, Report, TimeLimit};

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
        }
    }

    /// Ends the search that may be running.
    pub(super) fn stop(&self) {
        if let Some(running) = &self.running {
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

    /// Takes one message from the queue.
    pub(super) fn handle(&mut self, message: Message) -> io::Result<Flow> {
        match message {
            Message::Line(Line::End) => return Ok(Flow::Quit),
            Message::Line(Line::Text(line)) => {
                self.note("<", &line);
                match Command::parse(&line) {
                    Ok(None) => {}
                    Ok(Some(Command::Quit)) => return Ok(Flow::Quit),
                    Ok(Some(command)) => self.execute(command)?,
                    Err(error) => self.complain(error)?,
                }
            }
            Message::Line(Line::NotText(text)) => {
                self.complain(format!("'{}' is not UTF-8 text", shown(&text)))?;
            }
            Message::Line(Line::TooLong) => {
                self.complain(format!("a line has at most {LONGEST_LINE} bytes"))?;
            }
            Message::Search(number, event) => self.hear(number, event)?,
        }
        Ok(Flow::Continue)
    }

    fn say(&mut self, text: impl Display) -> io::Result<()> {
        let text = text.to_string();
        self.note(">", &text);
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    fn complain(&mut self, error: impl Display) -> io::Result<()> {
        self.say(format_args!("info string error: {error}"))
    }

    /// Appends a line to the log, which is dropped when it cannot be written.
    fn note(&mut self, direction: &str, text: &str) {
        if let Some(log) = &mut self.log
            && writeln!(log, "{direction} {text}").is_err()
        {
            self.log = None;
        }
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(Dialect::Uci, "uciok"),
            Command::Ugi => self.introduce(Dialect::Ugi, "ugiok"),
            Command::IsReady => self.say("readyok"),
            Command::Debug(on) => {
                self.debug = on;
                self.say(format_args!(
                    "info string debug {}",
                    if on { "on" } else { "off" }
                ))
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
            Command::Draw => self.draw(),
            Command::State => match serde_json::to_string(&self.engine.state()) {
                Ok(json) => self.say(json),
                Err(error) => self.complain(error),
            },
            Command::Explain(text) => match self.engine.explain(&text) {
                Ok(None) => self.say(format_args!("{text} is legal")),
                Ok(Some(forbidden)) => self.say(format_args!("{text} is not legal: {forbidden}")),
                Err(error) => self.complain(error),
            },
            Command::Forward => match self.engine.forward() {
                Ok(pgn) => self.say(pgn.trim_end()),
                Err(error) => self.complain(error),
            },
            Command::Eval => self.evaluate(),
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
        self.say(format_args!(
            "id name Reviver {}",
            env!("CARGO_PKG_VERSION")
        ))?;
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
        if self.running.is_some() && matches!(change, Change::Variant | Change::ClearHash) {
            return self.complain(format_args!(
                "option {name}: a search is running; stop it first"
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
            Change::LogFile(None) => {
                self.log = None;
                Ok(())
            }
            Change::LogFile(Some(path)) => {
                match OpenOptions::new().create(true).append(true).open(&path) {
                    Ok(file) => {
                        self.log = Some(file);
                        Ok(())
                    }
                    Err(error) => self.complain(format_args!("option {name}: {path}: {error}")),
                }
            }
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
        let control = Arc::new(Control::default());
        self.searches += 1;
        let (number, sender) = (self.searches, self.sender.clone());
        let listener = Box::new(move |event| {
            // The session may have ended meanwhile, and then nobody listens.
            let _ = sender.send(Message::Search(number, event));
        });
        if let Some(depth) = go.perft {
            let depth = u32::try_from(depth).unwrap_or(u32::MAX);
            self.engine.perft(depth, Arc::clone(&control), listener);
        } else {
            let order = Order {
                options: self.settings.search_options(),
                limits: self.limits(go),
                only: &go.searchmoves,
                control: Arc::clone(&control),
            };
            if let Err(error) = self.engine.search(order, listener) {
                return self.complain(format_args!("go searchmoves: {error}"));
            }
        }
        let since = Instant::now();
        self.running = Some(Running {
            number,
            control,
            ponders: go.ponder,
            counts: go.perft.is_some(),
            since,
        });
        Ok(())
    }

    /// The bounds for the player to play: clocks by colour are those of the colour that it holds
    /// now, clocks by player are its own.
    fn limits(&self, go: &Go) -> Limits {
        let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
        let (mine, other) = match self.engine.setup().side {
            Color::White => ((go.wtime, go.winc), (go.btime, go.binc)),
            Color::Black => ((go.btime, go.binc), (go.wtime, go.winc)),
        };
        let (my_seat, other_seat) = match self.engine.seat() {
            Seat::First => ((go.p1time, go.p1inc), (go.p2time, go.p2inc)),
            Seat::Second => ((go.p2time, go.p2inc), (go.p1time, go.p1inc)),
        };
        // A client that gives one clock only means it to count.
        let clock = [my_seat, mine, other_seat, other]
            .into_iter()
            .find(|(time, _)| time.is_some());
        let time = match (go.movetime, clock) {
            (Some(time), _) => TimeLimit::Fixed(milliseconds(time)),
            (None, Some((Some(remaining), increment))) => TimeLimit::Clock {
                remaining: milliseconds(remaining),
                increment: milliseconds(increment.unwrap_or(0)),
                turns_to_go: go.movestogo.and_then(|turns| u32::try_from(turns).ok()),
            },
            _ => TimeLimit::Unlimited,
        };
        let small =
            |number: Option<i64>| number.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        Limits {
            turns: Vec::new(),
            depth: small(go.depth),
            nodes: go.nodes.map(i64::unsigned_abs),
            mate: small(go.mate),
            time: if go.infinite {
                TimeLimit::Unlimited
            } else {
                time
            },
            infinite: go.infinite,
            ponder: go.ponder,
        }
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
        let Some(running) = self
            .running
            .as_ref()
            .filter(|running| running.number == number)
        else {
            return Ok(());
        };
        match event {
            Event::Report(Report::Info(info)) => {
                let wdl = self.settings.show_wdl;
                self.say(InfoLine { info: &info, wdl })
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
                self.say(format!("info depth {depth} {place}"))
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
        }
    }

    fn conclude(&mut self, best: &Best) -> io::Result<()> {
        self.running = None;
        let dialect = self.dialect;
        self.say(BestLine { best, dialect })
    }

    fn draw(&mut self) -> io::Result<()> {
        let state = self.engine.state();
        let drawing = self.engine.drawing();
        self.say(drawing.trim_end_matches('\n'))?;
        self.say("")?;
        self.say(format_args!("Variant: {}", state.variant))?;
        let name = if state.side == 'w' { "White" } else { "Black" };
        self.say(format_args!("To play: {name}, player {}", state.player))?;
        let setup = self.engine.setup();
        let fen = setup.to_string();
        let field = |index| fen.split(' ').nth(index).unwrap_or_default().to_owned();
        self.say(format_args!("Castling: {}", field(2)))?;
        self.say(format_args!("Pending: {}", field(3)))?;
        if let Some(square) = &state.square {
            self.say(format_args!("Un-capture: {} on {square}", state.uncapture))?;
        }
        let check = if state.check.is_empty() {
            "none"
        } else {
            &state.check
        };
        self.say(format_args!("Check: {check}"))?;
        self.say(format_args!("Key: {:016X}", self.engine.key()))?;
        self.say(format_args!("Fen: {fen}"))
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let evaluation = self.engine.evaluation();
        self.say(format_args!(
            "{:<32}{:>10}{:>10}",
            "term", "player 1", "player 2"
        ))?;
        for term in &evaluation.terms {
            self.say(format_args!(
                "{:<32}{:>10}{:>10}",
                term.name, term.first, term.second
            ))?;
        }
        let (total, player) = (evaluation.total, evaluation.player);
        self.say(format_args!(
            "Evaluation: {total} centipawns for player {player}, who is to play"
        ))
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

/// What `help` answers.
const HELP: &str = "\
uci | ugi                     introduce yourself in one of the two dialects
isready                       answer readyok
setoption name N [value V]    set an option; uci lists them
ucinewgame                    forget the last game
position startpos|fen F [moves M ...]
go [searchmoves M ...] [ponder] [wtime T btime T winc T binc T movestogo N]
   [p1time T p2time T p1inc T p2inc T] [depth N] [nodes N] [mate N] [movetime T] [infinite]
go perft N                    count the turn sequences of length N
stop | ponderhit | quit
legalmoves                    every legal turn
state                         the state of the game as JSON
d                             draw the board
explain MOVE                  whether it is legal, or the rule that forbids it
eval                          every term of the evaluation
forward                       the game so far as an ordinary chess game in PGN
flip                          exchange the colours
query gameover|p1turn|result  the same three questions for UGI
register | debug on|off | help
protocol.md tells the rest.";
