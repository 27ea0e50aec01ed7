//! One game, line by line: the loop, the turns of both players, and lists of turns.

mod commands;

use std::io::Write;

use super::console::{self, Console};
use super::guard::Guard;
use super::input::{self, COMMANDS, Input};
use super::think::{Decision, Thinker};
use super::turns::{self, Named};
use super::words::{self, Players};
use super::{Error, Opening, screen_width};
use crate::board::{Act, Color, Turn};
use crate::cli::notation::{Notation, in_native_words};
use crate::live::LiveGame;
use crate::notation::native::{self, NativeError, Problem};
use crate::notation::{Diagram, TurnError};
use crate::record::{Comment, GameResult, Record, score_text};
use crate::rules::{Rules, Seat};

/// What comes after a game.
pub(super) enum Next {
    /// Nothing.
    Quit,
    /// Another game.
    Open(Opening),
}

/// An end that is not written in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Agreed {
    Resigned(Seat),
    Draw,
}

/// A game between a person and the engine.
pub(super) struct Session<'a, R> {
    game: LiveGame<R>,
    /// What is said about the turns, by ply.
    remarks: Vec<Option<Comment>>,
    agreed: Option<Agreed>,
    players: Players,
    engine: Thinker<R>,
    console: &'a mut Console,
    guard: &'a Guard,
    notation: Notation,
    flipped: bool,
    /// The turns that numbers stand for.
    list: Vec<Named>,
    /// The engine waits although it is its turn.
    waiting: bool,
    /// The board has to be drawn before the next line is read.
    changed: bool,
}

impl<'a, R: Rules> Session<'a, R> {
    pub(super) fn new(
        game: LiveGame<R>,
        remarks: Vec<Option<Comment>>,
        humans: Vec<Seat>,
        engine: Thinker<R>,
        console: &'a mut Console,
        guard: &'a Guard,
        notation: Notation,
    ) -> Self {
        Self {
            game,
            remarks,
            agreed: None,
            players: Players::new(humans),
            engine,
            console,
            guard,
            notation,
            flipped: false,
            list: Vec::new(),
            waiting: false,
            changed: true,
        }
    }

    /// Plays until the person quits or asks for another game.
    pub(super) fn run(mut self) -> Result<Next, Error> {
        self.greet()?;
        loop {
            let engine_is_to_play = self.engine_is_to_play();
            if engine_is_to_play {
                self.guard.expect_thinking();
            }
            if self.changed {
                self.present()?;
            }
            if engine_is_to_play {
                self.engine_turn()?;
                continue;
            }
            let line = match self.console.read("> ")? {
                console::Input::Line(line) => line,
                console::Input::Interrupt | console::Input::End => return Ok(Next::Quit),
            };
            match input::parse(&line) {
                Input::Nothing if self.waiting => self.go_on(),
                Input::Nothing => {}
                Input::Command(command) => {
                    if let Some(next) = self.command(command)? {
                        return Ok(next);
                    }
                }
                Input::Ask(question) => self.ask(&question)?,
                Input::Number(number) => self.by_number(number)?,
                Input::Text(text) => self.by_text(&text)?,
            }
        }
    }

    fn say(&self, text: &str) -> Result<(), Error> {
        Ok(writeln!(anstream::stdout(), "{text}")?)
    }

    fn greet(&self) -> Result<(), Error> {
        let variant = self.game.variant();
        self.say(&format!("{variant}: {}.", variant.summary()))?;
        if let Some(human) = self.players.only_human() {
            let color = words::color_name(self.game.color_of(human));
            let order = match human {
                Seat::First => "first",
                Seat::Second => "second",
            };
            let goal = words::color_name(words::goal_of(&self.game, human));
            let switch = if goal == color {
                String::new()
            } else {
                format!(
                    "You keep your seat when the players switch colours: {goal} will be yours.\n"
                )
            };
            self.say(&format!(
                "You are the {order} player and hold {color}.\n{switch}\
                 Type ? for what you can play, help for all that you can type."
            ))?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.agreed.is_some() || self.game.outcome().is_some()
    }

    fn engine_is_to_play(&self) -> bool {
        let seat = self.game.position().seat();
        !self.is_over() && !self.waiting && !self.players.is_human(seat)
    }

    /// Draws the board and says how things stand; keeps the game safe.
    fn present(&mut self) -> Result<(), Error> {
        self.changed = false;
        self.list = self.legal();
        let commands = COMMANDS
            .iter()
            .filter_map(|(usage, _)| usage.split(' ').next());
        let words = self.list.iter().map(|(_, text)| text.clone());
        self.console
            .complete_with(words.chain(commands.map(str::to_owned)));
        let anything = self.game.turns().len() > 0;
        self.guard.keep(anything.then(|| self.record().to_string()));
        self.draw_board()?;
        if let Some(agreed) = self.agreed {
            return self.say(&self.agreed_text(agreed));
        }
        if let Some(outcome) = self.game.outcome() {
            let text = words::outcome(&self.game, &self.players, outcome);
            return self.say(&format!("{text}Type undo, save, new or quit."));
        }
        for line in words::standing(&self.game, &self.players) {
            self.say(&format!("  {line}"))?;
        }
        self.say(&words::to_play(&self.game, &self.players))?;
        if self.waiting {
            self.say("Reviver waits: press Enter to let it play.")?;
        }
        Ok(())
    }

    fn draw_board(&self) -> Result<(), Error> {
        if let (Notation::Native, false, Some(diagram)) = (
            self.notation,
            self.flipped,
            native::diagram(self.game.position()),
        ) {
            return self.say(&format!("\n{diagram}"));
        }
        let human = self.players.only_human().unwrap_or(Seat::First);
        let bottom = self.game.color_of(human);
        let diagram = Diagram::new(self.game.position().setup())
            .after(self.game.last_turn())
            .seen_by(if self.flipped { !bottom } else { bottom })
            .colored();
        self.say(&format!("\n{diagram}"))
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

    /// The game as it is saved.
    fn record(&self) -> Record {
        let mut record = Record::of(&self.game);
        for (recorded, remark) in record.turns.iter_mut().zip(&self.remarks) {
            recorded.comment.clone_from(remark);
        }
        let tags = &mut record.tags;
        tags.set("Event", "Reviver play");
        let today = jiff::Timestamp::now().strftime("%Y.%m.%d");
        tags.set("Date", &today.to_string());
        tags.set("White", self.players.tag(Seat::First));
        tags.set("Black", self.players.tag(Seat::Second));
        let termination = match (self.agreed, self.game.outcome()) {
            (Some(Agreed::Draw), _) => "agreement",
            (Some(Agreed::Resigned(_)), _) => "resignation",
            (None, Some(outcome)) => outcome.ending.word(),
            (None, None) => "unterminated",
        };
        tags.set("Termination", termination);
        match self.agreed {
            Some(Agreed::Draw) => record.result = GameResult::Drawn,
            Some(Agreed::Resigned(seat)) => record.result = GameResult::Won(!seat),
            None => {}
        }
        record
    }

    // ----- turns -----

    /// All legal turns in the order of their numbers; none when the game is over.
    fn legal(&self) -> Vec<Named> {
        if self.is_over() {
            Vec::new()
        } else {
            self.notation.all(self.game.position())
        }
    }

    /// Plays a turn of either player and says what it changes for them.
    fn play(&mut self, turn: Turn, remark: Option<Comment>) -> Result<(), Error> {
        if let Some(agreed) = self.agreed {
            return self.say(&self.agreed_text(agreed));
        }
        let before = self.game.color_of(Seat::First);
        if let Err(error) = self.game.play(turn) {
            return self.say(&error.to_string());
        }
        self.remarks.resize(self.game.turns().len() - 1, None);
        self.remarks.push(remark);
        self.changed = true;
        self.tell_switch(before)
    }

    /// Says so when the players have switched colours.
    fn tell_switch(&self, before: Color) -> Result<(), Error> {
        if self.game.color_of(Seat::First) == before {
            return Ok(());
        }
        for seat in [Seat::First, Seat::Second] {
            let verb = if self.players.name(seat) == "you" {
                "hold"
            } else {
                "holds"
            };
            let color = words::color_name(self.game.color_of(seat));
            let title = self.players.title(seat);
            self.say(&format!(
                "The colours are switched: {title} now {verb} {color}."
            ))?;
        }
        Ok(())
    }

    fn engine_turn(&mut self) -> Result<(), Error> {
        let Some(Decision {
            turn,
            thought,
            stopped,
        }) = self.engine.think(&self.game, self.guard)
        else {
            self.waiting = true;
            return Ok(());
        };
        let seat = self.game.position().seat();
        let name = match self.players.only_human() {
            Some(human) if human != seat => "Reviver",
            Some(_) => "For you, Reviver",
            None => self.players.title(seat),
        };
        let words = self.notation.write(self.game.position(), turn);
        let mut text = format!("{name} plays {words}");
        if let (Some(thought), true) = (thought, self.console.is_terminal()) {
            let (score, depth) = (score_text(thought.score), thought.depth);
            let seconds = thought.time.as_secs_f64();
            text.push_str(&format!("  ({score}, depth {depth}, {seconds:.1} s)"));
        }
        self.say(&text)?;
        self.play(
            turn,
            thought.and_then(|thought| Comment::new(&thought.to_string())),
        )?;
        if stopped && self.players.nobody() {
            self.waiting = true;
        }
        Ok(())
    }

    fn go_on(&mut self) {
        self.waiting = false;
    }

    fn by_number(&mut self, number: usize) -> Result<(), Error> {
        match self.list.get(number.wrapping_sub(1)) {
            Some(&(turn, _)) => self.by_hand(turn),
            None if self.list.is_empty() => self.say("There is no turn to choose from."),
            None => self.say(&format!(
                "The latest list has the numbers 1 to {}; moves lists them all.",
                self.list.len()
            )),
        }
    }

    fn by_hand(&mut self, turn: Turn) -> Result<(), Error> {
        self.waiting = false;
        self.play(turn, None)
    }

    /// A turn in full, or a part of one, which lists the turns that it fits.
    fn by_text(&mut self, text: &str) -> Result<(), Error> {
        let all = self.legal();
        let same = |(turn, _): &&Named| turn.to_string().eq_ignore_ascii_case(text);
        if let Some(&(turn, _)) = all.iter().find(same) {
            return self.by_hand(turn);
        }
        let meant = in_native_words(self.game.position(), text);
        if let Ok(turn) = meant {
            return self.by_hand(turn);
        }
        if turns::square(text).is_some() {
            return self.ask(text);
        }
        let fitting = turns::fitting(&all, &self.game.position().setup().placement, text);
        match text.parse::<Turn>() {
            // A drop that would be legal with an un-move behind it is only a beginning.
            Ok(turn) if turn.act() == Act::Drop && !fitting.is_empty() => self.show_list(fitting),
            // The rules know best why not.
            Ok(turn) => {
                self.play(turn, None)?;
                if fitting.is_empty() {
                    return Ok(());
                }
                self.say("With an un-capture before it:")?;
                self.show_list(fitting)
            }
            Err(error) => self.not_understood(fitting, error, meant.err()),
        }
    }

    /// Neither notation has a turn that is written so: lists those that begin so, or says why.
    fn not_understood(
        &mut self,
        fitting: Vec<Named>,
        protocol: TurnError,
        native: Option<NativeError>,
    ) -> Result<(), Error> {
        let malformed = |error: &NativeError| matches!(error.problem, Problem::Form { .. });
        let complaint = match native {
            Some(error) if !malformed(&error) => error.to_string(),
            _ if !fitting.is_empty() => return self.show_list(fitting),
            Some(error) if self.notation == Notation::Native => error.to_string(),
            _ => protocol.to_string(),
        };
        self.say(&format!(
            "{complaint}. Type ? to see what can be played, help for commands."
        ))
    }

    fn ask(&mut self, question: &str) -> Result<(), Error> {
        let all = self.legal();
        let placement = self.game.position().setup().placement;
        if all.is_empty() {
            return self.say("The game is over: nothing can be played.");
        }
        if question.is_empty() {
            let overview = turns::overview(&all, &placement);
            let count = all.len();
            self.list = all;
            return self.say(&format!(
                "{count} turns, by piece:\n{overview}Type a square, a letter or the start of a turn to \
                 list some of them, moves to list them all."
            ));
        }
        let fitting = turns::fitting(&all, &placement, question);
        if fitting.is_empty() {
            return self.say(&format!(
                "No turn fits '{question}'. Ask about a square (? e4), a kind of piece (? N) or the start \
                 of a turn (? N@e4)."
            ));
        }
        self.show_list(fitting)
    }

    fn show_list(&mut self, list: Vec<Named>) -> Result<(), Error> {
        self.list = list;
        let text = turns::numbered(&self.list, screen_width());
        self.say(text.trim_end())
    }
}
