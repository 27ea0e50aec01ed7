//! One game, line by line.
//!
//! * `playing`: turns of the person and of the engine
//! * `typed`: what the person types as a turn, and questions about turns
//! * `commands`: the other commands
//! * `saved`: the game as a record

mod commands;
mod playing;
mod saved;
mod typed;

use super::choice::GameChoice;
use super::engine::EnginePlayer;
use super::guard::Guard;
use super::input::{self, COMMANDS, Input};
use super::turns::Named;
use super::words::{self, Players};
use crate::cli::Error;
use crate::cli::notation::Notation;
use crate::cli::terminal::{self, Console};
use crate::live::LiveGame;
use crate::notation::NativeWords;
use crate::notation::native;
use crate::record::{Comment, GameResult};
use crate::rules::Seat;

/// What follows a game.
pub(super) enum Next {
    /// The end of the program.
    Quit,
    /// Another game.
    Play(GameChoice),
}

/// An end that the players have declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Agreed {
    Resigned(Seat),
    Draw,
}

/// What a session starts with.
pub(super) struct SessionStart<R: NativeWords> {
    pub(super) live: LiveGame<R>,
    /// The comments on the turns played, by ply.
    pub(super) comments: Vec<Option<Comment>>,
    /// The players that a person plays.
    pub(super) humans: Vec<Seat>,
    pub(super) engine: EnginePlayer<R>,
    pub(super) notation: Notation,
}

/// Which colour is at the bottom of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum View {
    /// The colour of the person, or of the first player.
    Own,
    /// The other colour.
    Turned,
}

/// A game between a person and the engine, between two people, or of the engine against itself.
pub(super) struct Session<'a, R: NativeWords> {
    live: LiveGame<R>,
    /// The comments on the turns, by ply.
    comments: Vec<Option<Comment>>,
    agreed: Option<Agreed>,
    players: Players,
    engine: EnginePlayer<R>,
    console: &'a mut Console,
    guard: &'a Guard,
    notation: Notation,
    view: View,
    /// The turns that numbers stand for.
    list: Vec<Named>,
    /// The engine waits although it is to play.
    waiting: bool,
    /// The board has to be drawn before the next line is read.
    changed: bool,
}

impl<'a, R: NativeWords> Session<'a, R> {
    pub(super) fn new(start: SessionStart<R>, console: &'a mut Console, guard: &'a Guard) -> Self {
        Self {
            live: start.live,
            comments: start.comments,
            agreed: None,
            players: Players::new(start.humans),
            engine: start.engine,
            console,
            guard,
            notation: start.notation,
            view: View::Own,
            list: Vec::new(),
            waiting: false,
            changed: true,
        }
    }

    /// Plays until the person quits or starts another game.
    pub(super) fn run(mut self) -> Result<Next, Error> {
        self.greet()?;
        loop {
            let engine_is_to_play = self.engine_is_to_play();
            if engine_is_to_play {
                self.guard.expect_search();
            }
            if self.changed {
                self.present(engine_is_to_play)?;
            }
            if engine_is_to_play {
                self.engine_turn()?;
                continue;
            }
            let line = match self.console.read("> ")? {
                terminal::Input::Line(line) => line,
                terminal::Input::Interrupt | terminal::Input::End => return Ok(Next::Quit),
            };
            match input::parse(&line) {
                Input::Nothing if self.waiting => self.waiting = false,
                Input::Nothing => {}
                Input::Command(command) => {
                    if let Some(next) = self.command(command)? {
                        return Ok(next);
                    }
                }
                Input::Ask(question) => self.ask(&question)?,
                Input::Number(number) => self.play_number(number)?,
                Input::Text(text) => self.play_text(&text)?,
            }
        }
    }

    fn say(&self, text: &str) -> Result<(), Error> {
        Ok(self.console.say(text)?)
    }

    fn greet(&self) -> Result<(), Error> {
        let game = self.live.game();
        self.say(&format!("{game}: {}.", game.summary()))?;
        if let Some(warning) = &game.about().warning {
            self.say(&format!("Warning: {warning}"))?;
        }
        if let Some(legend) = self.console.screen().legend_at_start() {
            self.say(&legend)?;
        }
        if let Some(human) = self.players.only_human() {
            let color = words::color_name(self.live.color_of(human));
            // In a game of a user Black may play the first turn, and White's player is still player 1.
            let order = if human == self.live.typed().first_position(0).seat() {
                "first"
            } else {
                "second"
            };
            let goal = words::color_name(words::goal_of(&self.live, human));
            let switch = if goal == color {
                String::new()
            } else {
                format!("When the players switch colours, you will hold {goal}.\n")
            };
            self.say(&format!(
                "You are the {order} player and hold {color}.\n{switch}\
                 Type ? to see what you can play, rules for the rules, learn for lessons, help for all \
                 commands."
            ))?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.agreed.is_some() || self.live.outcome().is_some()
    }

    fn engine_is_to_play(&self) -> bool {
        let seat = self.live.position().seat();
        !self.is_over() && !self.waiting && !self.players.is_human(seat)
    }

    /// Draws the board, says how the game stands, and gives the game to the guard. While the engine plays
    /// against a person, the board waits for its turn.
    fn present(&mut self, engine_is_to_play: bool) -> Result<(), Error> {
        self.changed = false;
        self.list = self.legal();
        let commands = COMMANDS
            .iter()
            .filter_map(|(usage, _)| usage.split(' ').next());
        let words = self.list.iter().map(|(_, text)| text.clone());
        self.console
            .complete_with(words.chain(commands.map(str::to_owned)));
        let has_turns = self.live.turns().len() > 0;
        self.guard
            .keep(has_turns.then(|| self.record().to_string()));
        if engine_is_to_play && !self.players.nobody() {
            return self.say(&words::to_play(&self.live, &self.players));
        }
        self.draw_board()?;
        if let Some(agreed) = self.agreed {
            return self.say(&self.agreed_text(agreed));
        }
        if let Some(outcome) = self.live.outcome() {
            let text = words::outcome(&self.live, &self.players, outcome);
            return self.say(&format!("{text}Type undo, save, new or quit."));
        }
        for line in words::standing(&self.live, &self.players) {
            self.say(&format!("  {line}"))?;
        }
        self.say(&words::to_play(&self.live, &self.players))?;
        if self.waiting {
            self.say("Reviver waits: press Enter to let it play.")?;
        }
        Ok(())
    }

    fn draw_board(&self) -> Result<(), Error> {
        let human = self.players.only_human().unwrap_or(Seat::First);
        let own = self.live.color_of(human);
        let bottom = match self.view {
            View::Own => own,
            View::Turned => !own,
        };
        let position = self.live.position();
        let native = match self.notation {
            Notation::Native => native::diagram(position),
            Notation::Protocol => None,
        };
        match native {
            Some(diagram) => self.say(&format!("\n{}", diagram.seen_by(bottom))),
            None => {
                let screen = self.console.screen();
                self.say(&screen.board(position.setup(), self.live.last_turn(), bottom))
            }
        }
    }

    fn agreed_text(&self, agreed: Agreed) -> String {
        match agreed {
            Agreed::Draw => "Game over, 1/2-1/2: a draw by agreement.".to_owned(),
            Agreed::Resigned(seat) => {
                let outcome = GameResult::Won(!seat);
                let verb = if self.players.name(seat) == "you" {
                    "resign"
                } else {
                    "resigns"
                };
                format!("Game over, {outcome}: {} {verb}.", self.players.name(seat))
            }
        }
    }
}
