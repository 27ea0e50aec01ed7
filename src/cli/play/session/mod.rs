//! One game, in which the person types turns and commands line by line.
//!
//! * `playing`: turns of the person and of the engine
//! * `typed`: what the person types as a turn, and questions about turns
//! * `commands`: the commands
//! * `study`: review, analysis, and the game replayed as a chess game
//! * `ending`: the sentences at the end of a game
//! * `saved`: the game as a record, and how a record is continued

mod commands;
mod ending;
mod playing;
mod saved;
mod study;
mod typed;

use super::choice::GameChoice;
use super::engine::PlayEngine;
use super::guard::Guard;
use super::input::{self, COMMANDS, Input, Question};
use super::saved::files::SavedFile;
use super::saved::load::{EarlierGame, Origin};
use super::saved::settings::GameSettings;
use super::strength;
use super::words::{self, Players};
use crate::board::Color;
use crate::cli::Error;
use crate::cli::notation::Notation;
use crate::cli::terminal::{self, Console};
use crate::cli::turns::Named;
use crate::games::Game;
use crate::live::LiveGame;
use crate::notation::{NativeWords, native, turn_terms};
use crate::record::{Comment, RecordedTurn, Tags};
use crate::rules::{Seat, side_name};

/// What follows a game.
pub(super) enum Next {
    /// The end of the program.
    Quit,
    /// Another game.
    Play(GameChoice),
    /// A new game of this kind, with the sides of the person and the engine exchanged.
    OtherSide(&'static Game),
}

/// Whether a line has answered the question before it.
enum Answered {
    /// There was no question, or the line does not answer it.
    No,
    /// The line has answered it.
    Yes,
    /// The line has answered it, and the session ends. The value says what follows the game.
    Leave(Next),
}

/// An end that does not follow from the rules: a resignation, an agreed draw, or the result of a
/// continued game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EarlyEnd {
    /// This player resigned.
    Resigned(Seat),
    /// Both players agreed to a draw.
    DrawAgreed,
    /// The result in the record of the continued game: the winner, or `None` for a draw. The tag
    /// `Termination` may say why.
    Recorded(Option<Seat>),
}

/// What a session starts with.
pub(super) struct SessionStart<R: NativeWords> {
    pub(super) live: LiveGame<R>,
    /// The earlier game to continue; `None` for a new game.
    pub(super) earlier: Option<Box<EarlierGame>>,
    pub(super) engine: PlayEngine<R>,
    pub(super) settings: GameSettings,
}

/// How a session ended: what follows, and the settings of the game.
pub(super) struct Ended {
    pub(super) next: Next,
    pub(super) settings: GameSettings,
}

/// Which colour is at the bottom of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum View {
    /// The colour of the person. If two people play, or nobody does, the colour of player 1.
    Own,
    /// The other colour.
    Turned,
}

/// A game between a person and the engine, between two people, or of the engine against itself.
pub(super) struct PlaySession<'a, R: NativeWords> {
    live: LiveGame<R>,
    /// Tags for the record, such as `Event` and `Date`. A continued game takes all tags of the
    /// earlier record. The method `record` makes the record from these tags, and replaces some of
    /// them, for example `Termination`.
    tags: Tags,
    /// A comment before the first turn.
    preface: Option<Comment>,
    /// The turns with their comments and variations: the turns of `live`, then turns that were
    /// taken back. A variation comes from the record of a continued game.
    recorded: Vec<RecordedTurn>,
    /// Where a continued game comes from. `None` for a new game, and after `tell_origin`.
    origin: Option<Origin>,
    settings: GameSettings,
    /// How the game ended, if it did not end by the rules.
    early_end: Option<EarlyEnd>,
    players: Players,
    engine: PlayEngine<R>,
    console: &'a mut Console,
    /// Keeps the game on the disk, and stops a search at Ctrl-C.
    guard: &'a Guard,
    notation: Notation,
    view: View,
    /// The last list of turns that was shown for this position. The person can play a turn of this
    /// list by its number.
    list: Vec<Named>,
    /// Whether the engine waits for Enter or `go` before it plays its turn.
    waiting: bool,
    /// Whether the board must be drawn before the next line is read.
    changed: bool,
    /// The question that the next line may answer.
    asked: Option<Question>,
}

impl<'a, R: NativeWords> PlaySession<'a, R> {
    pub(super) fn new(start: SessionStart<R>, console: &'a mut Console, guard: &'a Guard) -> Self {
        let first = start.live.start().seat();
        let mut session = Self {
            live: start.live,
            tags: Self::tags_of_today(),
            preface: None,
            recorded: Vec::new(),
            origin: None,
            early_end: None,
            players: Players::new(start.settings.humans.clone(), first),
            engine: start.engine,
            console,
            guard,
            notation: start.settings.notation,
            settings: start.settings,
            view: View::Own,
            list: Vec::new(),
            waiting: false,
            changed: true,
            asked: None,
        };
        if let Some(earlier) = start.earlier {
            session.go_on(*earlier);
        }
        session
    }

    /// Plays until the person quits or starts another game.
    pub(super) fn run(mut self) -> Result<Ended, Error> {
        let next = self.play_on()?;
        Ok(Ended {
            next,
            settings: self.settings,
        })
    }

    fn play_on(&mut self) -> Result<Next, Error> {
        self.tell_origin();
        self.greet()?;
        loop {
            let engine_is_to_play = self.engine_is_to_play();
            if engine_is_to_play {
                self.guard.expect_search();
            }
            if self.changed {
                self.present()?;
            }
            if engine_is_to_play {
                self.engine_turn()?;
                continue;
            }
            let line = match self.console.read("> ")? {
                terminal::Input::Line(line) => line,
                terminal::Input::Interrupt => return Ok(Next::Quit),
                terminal::Input::End => {
                    if self.console.is_terminal() {
                        // End the line of the prompt. If the terminal was closed, writing fails.
                        // The program then ends, and the game stays kept for the next start.
                        self.say("")?;
                    }
                    return Ok(Next::Quit);
                }
            };
            let input = input::parse(&line);
            match self.take_answer(&input)? {
                Answered::No => {}
                Answered::Yes => continue,
                Answered::Leave(next) => return Ok(next),
            }
            match input {
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
                Input::Excess(word) => {
                    self.say(&format!("Nothing may follow '{word}'. Type it alone."))?
                }
                Input::Habit(answer) => self.say(answer)?,
            }
        }
    }

    /// Tells the guard where the game comes from.
    fn tell_origin(&mut self) {
        match self.origin.take() {
            None => {}
            Some(Origin::Kept(kept)) => self.guard.take_over(kept),
            Some(Origin::File { path, contents }) => {
                let file = SavedFile::loaded(path, contents, self.snapshot());
                self.guard.continue_from(file);
            }
        }
    }

    /// Carries out the answer to an open question. If the line does not answer it, says that the
    /// game goes on, and leaves the line to the caller.
    fn take_answer(&mut self, input: &Input) -> Result<Answered, Error> {
        let Some(question) = self.asked.take() else {
            return Ok(Answered::No);
        };
        match (question.answer(input), question) {
            (None, _) => {
                self.say("You did not answer yes, so the game goes on.")?;
                return Ok(Answered::No);
            }
            (Some(false), _) => self.say("The game goes on.")?,
            (Some(true), Question::Resign) => self.resign(),
            (Some(true), Question::Draw) => self.offer_draw()?,
            (Some(true), Question::New(game)) => {
                return Ok(Answered::Leave(Next::Play(GameChoice::new(game))));
            }
            (Some(true), Question::Side) => {
                return Ok(Answered::Leave(Next::OtherSide(self.live.game())));
            }
        }
        Ok(Answered::Yes)
    }

    fn say(&self, text: &str) -> Result<(), Error> {
        Ok(self.console.say(text)?)
    }

    /// Says which game is played, and which player the person is. Introduces the game if it is new.
    /// If the game is over, says only that it is over.
    fn greet(&self) -> Result<(), Error> {
        let game = self.live.game();
        if self.is_over() {
            return self.say(&format!("This game of {game} is over."));
        }
        if self.live.turns().len() == 0 {
            self.introduce()?;
        } else {
            self.say(&format!("Your game of {game} goes on."))?;
        }
        self.say_players()
    }

    /// Says what the game is, how to win it, and what the words and signs mean.
    fn introduce(&self) -> Result<(), Error> {
        let game = self.live.game();
        self.say(&format!("{game}: {}.", game.summary()))?;
        let win = &game.about().win;
        if !win.is_empty() {
            self.say(&format!("You win by {win}."))?;
        }
        self.say(&turn_terms(self.live.position()))?;
        if let Some(warning) = &game.about().warning {
            self.say(&format!("Warning: {warning}"))?;
        }
        if let Some(counts) = words::explain_standing(&self.live) {
            self.say(&counts)?;
        }
        if let Some(legend) = self.console.screen().legend_at_start() {
            self.say(&legend)?;
        }
        Ok(())
    }

    /// Says which player the person is, which colour the person holds, and how strong the engine
    /// plays.
    fn say_players(&self) -> Result<(), Error> {
        if let Some(human) = self.players.only_human() {
            let color = side_name(self.live.color_of(human));
            let order = if human == self.players.first() {
                "first"
            } else {
                "second"
            };
            let home_color = side_name(words::color_to_bring_home(&self.live, human));
            let switch_line = if home_color == color {
                String::new()
            } else {
                format!("When the players switch colours, you will hold {home_color}.\n")
            };
            self.say(&format!(
                "You are the {order} player and hold {color}.\n{switch_line}{} \
                 Type level to change the strength.\n\
                 Type ? to see what you can play. \
                 Other commands: rules, learn (lessons), help (all commands).",
                strength::describe(&self.settings)
            ))?;
        } else if self.settings.engine_plays() {
            self.say(&strength::describe(&self.settings))?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.early_end.is_some() || self.live.outcome().is_some()
    }

    fn engine_is_to_play(&self) -> bool {
        let seat = self.live.position().seat();
        !self.is_over() && !self.waiting && !self.players.is_human(seat)
    }

    /// Gives the game to the guard, draws the board, and says how the game stands and who is to
    /// play. Before the engine's turn in a game against a person, draws no board and says only that
    /// the engine is to play.
    fn present(&mut self) -> Result<(), Error> {
        self.changed = false;
        let commands = COMMANDS
            .iter()
            .filter_map(|(usage, _)| usage.split(' ').next());
        let words = self.legal().into_iter().map(|(_, text)| text);
        self.console
            .complete_with(words.chain(commands.map(str::to_owned)));
        self.keep();
        if self.engine_is_to_play() && !self.players.engine_only() {
            return self.say(&words::to_play(&self.live, &self.players));
        }
        self.draw_board()?;
        if self.is_over() {
            return self.say_end();
        }
        for line in words::standing(&self.live, &self.players) {
            self.say(&format!("  {line}"))?;
        }
        self.say(&words::to_play(&self.live, &self.players))?;
        if let Some(warning) = words::repetition_warning(&self.live, &self.players) {
            self.say(&warning)?;
        }
        if self.waiting {
            self.say("Reviver waits: press Enter to let it play.")?;
        }
        Ok(())
    }

    /// Lets the guard keep the game on the disk, if a turn was played.
    fn keep(&mut self) {
        let has_turns = self.live.turns().len() > 0;
        let game = has_turns.then(|| self.snapshot());
        let longer = self.with_turns_taken_back();
        self.guard.keep(game, longer);
    }

    /// The colour at the bottom of the board.
    fn bottom(&self) -> Color {
        let own = self.own_color();
        match self.view {
            View::Own => own,
            View::Turned => !own,
        }
    }

    fn draw_board(&self) -> Result<(), Error> {
        let bottom = self.bottom();
        let position = self.live.position();
        let native = match self.notation {
            Notation::Native => native::diagram(position),
            Notation::Protocol => None,
        };
        match native {
            Some(diagram) => self.say(&format!("\n{}", diagram.with_bottom(bottom))),
            None => {
                let screen = self.console.screen();
                self.say(&screen.board(position.setup(), self.live.last_turn(), bottom))
            }
        }
    }
}
