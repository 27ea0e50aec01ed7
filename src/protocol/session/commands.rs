//! What each command does. `go`, `stop` and `ponderhit` are in `searching`; `json` is in
//! `questions`.

use std::io;
use std::path::Path;

use super::Session;
use super::log::Log;
use crate::engine::{self, Start};
use crate::games::{self, Loaded};
use crate::plural::counted;
use crate::protocol::command::{Command, Query};
use crate::protocol::display::{Drawing, HELP, Terms};
use crate::protocol::excerpt::excerpt;
use crate::protocol::memory::Memory;
use crate::protocol::message::Message;
use crate::protocol::option::{self, Action, EngineOption, Kind, OPTIONS};
use crate::protocol::reply::Dialect;
use crate::protocol::shortage::NOT_FREE;
use crate::rules::Seat;

impl Session {
    pub(super) fn carry_out(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(Dialect::Uci),
            Command::Ugi => self.introduce(Dialect::Ugi),
            Command::IsReady => {
                self.engine.prepare(self.settings.search_options());
                self.say("readyok");
            }
            Command::Debug(on) => {
                self.debug = on;
                let state = if on { "on" } else { "off" };
                self.say(format_args!("info string debug {state}"));
            }
            Command::Register => self.say("registration ok"),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.new_game(),
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::LegalMoves => {
                let turns = self.engine.legal_turns();
                let words = std::iter::once("legalmoves".to_owned()).chain(turns);
                self.say(words.collect::<Vec<_>>().join(" "));
            }
            Command::Board => {
                let drawing = Drawing(&*self.engine).to_string();
                self.say(drawing);
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
                Ok(()) => {}
                Err(error) => self.complain(error),
            },
            Command::Help => self.say(HELP),
            Command::Query(query) => self.answer(query),
            Command::Json { question, body } => self.question(&question, &body),
            Command::Quit => {}
        }
    }

    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let version = env!("CARGO_PKG_VERSION");
        self.say(format_args!("id name Reviver {version}"));
        self.say("id author the Reviver founders");
        let game = self.settings.game;
        for option in OPTIONS.iter().filter(|option| option.is_offered(game)) {
            self.say(option.announcement());
        }
        self.say(dialect.introduced());
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let mut settings = self.settings.clone();
        let action = match option::set(&mut settings, name, value) {
            Ok(action) => action,
            Err(error) => return self.complain(error),
        };
        if let Some(task) = self.running_task()
            && action.needs_idle_engine()
        {
            return self.complain(format_args!(
                "option {name}: a {task} is running; stop it first"
            ));
        }
        let (wanted, old) = (settings.hash as u64, self.settings.hash as u64);
        if let Some(memory) = Memory::now()
            && !memory.has_room(wanted, old)
        {
            return self.complain(format_args!(
                "option {name}: {wanted} MiB are more than the {} {NOT_FREE}",
                memory.free
            ));
        }
        if action == Action::OpenLog
            && let Err(error) = self.open_log(settings.log_file.as_deref())
        {
            let path = excerpt(settings.log_file.as_deref().unwrap_or_default());
            return self.complain(format_args!(
                "option {name}: '{path}' cannot be written: {error}"
            ));
        }
        self.settings = settings;
        match action {
            Action::Nothing | Action::OpenLog => {}
            Action::Prepare => self.engine.prepare(self.settings.search_options()),
            Action::CheckThreads => self.warn_about_threads(),
            Action::ClearHash => self.engine.clear(),
            Action::AddGame => self.add_game(value.unwrap_or_default()),
            Action::ChangeGame => {
                let (game, seed) = (self.settings.game, self.settings.start_seed);
                self.engine = engine::with_thread(game, seed, &self.search_thread);
                let fen = self.engine.setup();
                self.say(format_args!("info string variant {game} startpos {fen}"));
            }
        }
    }

    /// Starts to log to the file `path`. `None` ends the log.
    fn open_log(&mut self, path: Option<&str>) -> io::Result<()> {
        self.logs += 1;
        let number = self.logs;
        let open = |path| {
            let sender = self.sender.clone();
            Log::open(path, number, move || {
                // If this fails, the session has ended and needs no message.
                let _ = sender.send(Message::LogFailed(number));
            })
        };
        let log = path.map(open).transpose()?;
        self.output.log_to(log);
        Ok(())
    }

    /// Warns if searches use fewer threads than the option Threads says.
    fn warn_about_threads(&mut self) {
        let (wanted, used) = (self.settings.threads, self.settings.used_threads());
        if wanted > used {
            let (threads, processors) = (counted(used, "thread"), counted(used, "processor"));
            self.say(format_args!(
                "info string warning: option Threads: searches use {threads} and not {wanted}, \
                 because this machine has {processors}"
            ));
        }
    }

    /// Adds the game of a game file, and prints the line of the option UCI_Variant again. Does
    /// nothing if `path` is empty or `<empty>`.
    fn add_game(&mut self, path: &str) {
        if path.is_empty() || path == "<empty>" {
            return;
        }
        let Loaded { game, notes } = match games::load(Path::new(path)) {
            Ok(loaded) => loaded,
            Err(error) => return self.complain(format_args!("option GameFile: {error}")),
        };
        for note in notes {
            self.say(format_args!("info string {game}: {note}"));
        }
        self.say(format_args!("info string the game of this file is {game}"));
        let names_game = |option: &&EngineOption| matches!(option.kind, Kind::Game(_));
        if let Some(option) = OPTIONS.iter().find(names_game) {
            self.say(option.announcement());
        }
    }

    fn new_game(&mut self) {
        if let Some(task) = self.running_task() {
            return self.complain(format_args!(
                "a {task} is running; stop it before a new game"
            ));
        }
        self.engine.clear();
        self.set_position(None, &[]);
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let start = fen.map_or(Start::Startpos(self.settings.start_seed), Start::Fen);
        if let Err(error) = self.engine.set_position(start, moves) {
            self.complain(format_args!("position: {error}"));
        }
    }

    fn answer(&mut self, query: Query) {
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
        self.say(format_args!("response {answer}"));
    }
}
