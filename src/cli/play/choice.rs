//! Which game is played: named on the command line, chosen from the menu, or read from a file.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

use super::saved::load::EarlierGame;
use crate::board::Color;
use crate::cli::Error;
use crate::cli::args;
use crate::cli::lessons::{self, Finished};
use crate::cli::rules_text;
use crate::cli::terminal::{Console, Input, Row, Screen, is_quit, rows, sentence};
use crate::cli::variants::remarks_on;
use crate::games::{self, Game};

/// A game to play.
#[derive(Debug)]
pub(super) struct GameChoice {
    pub(super) game: &'static Game,
    /// The earlier game to continue; `None` for a new game.
    pub(super) earlier: Option<Box<EarlierGame>>,
}

impl GameChoice {
    /// A new game.
    pub(super) const fn new(game: &'static Game) -> Self {
        Self {
            game,
            earlier: None,
        }
    }

    /// An earlier game.
    pub(super) fn earlier(game: Box<EarlierGame>) -> Self {
        Self {
            game: game.record.game,
            earlier: Some(game),
        }
    }

    /// Asks the person at a terminal for a game. `None` if the person quits or ends the input.
    /// Without a terminal, returns the default game.
    pub(super) fn ask(console: &mut Console) -> Result<Option<Self>, Error> {
        if !console.is_terminal() {
            return Ok(Some(Self::new(games::default_game())));
        }
        let recommended = games::recommended();
        show_menu(console)?;
        loop {
            let words = ["learn ", "rules "].map(str::to_owned).into_iter();
            console.complete_with(words.chain(games::all().into_iter().map(Game::to_string)));
            let Input::Line(line) = console.read(&format!("Which game? [{recommended}] "))? else {
                return Ok(None);
            };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let word = word.to_ascii_lowercase();
            let name = match word.as_str() {
                word if is_quit(word) => return Ok(None),
                "help" | "?" => {
                    show_menu(console)?;
                    continue;
                }
                "learn" | "rules" => rest.trim(),
                _ => line.trim(),
            };
            match (word.as_str(), named(name, recommended)) {
                (_, Err(complaint)) => console.say(&complaint)?,
                ("rules", Ok(game)) => rules_text::show(game, Color::White, console)?,
                ("learn", Ok(game)) => match lessons::run(game, console)? {
                    Finished::All => {
                        console.say(&format!("Now play a whole game of {game}."))?;
                        return Ok(Some(Self::new(game)));
                    }
                    Finished::Left => show_menu(console)?,
                    Finished::Input => return Ok(None),
                },
                (_, Ok(game)) => return Ok(Some(Self::new(game))),
            }
        }
    }
}

/// The parser for a game on the command line.
pub(super) fn game() -> impl TypedValueParser<Value = &'static Game> {
    GameParser
}

/// Reads the name of a game, or its number in the menu. The help and shell completion list only the
/// names.
#[derive(Clone, Debug)]
struct GameParser;

impl TypedValueParser for GameParser {
    type Value = &'static Game;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<&'static Game, clap::Error> {
        let number = value.to_str().and_then(|text| text.parse::<usize>().ok());
        let games = games::all();
        match number.and_then(|number| games.get(number.checked_sub(1)?)) {
            Some(numbered) => Ok(numbered),
            None => args::game().parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = games::all()
            .into_iter()
            .map(|game| PossibleValue::new(game.name()));
        Some(Box::new(names))
    }
}

/// The game with this name, or with this number in the menu; `default` if `name` is empty. The
/// error is a sentence for the person.
pub(super) fn named(name: &str, default: &'static Game) -> Result<&'static Game, String> {
    if name.is_empty() {
        return Ok(default);
    }
    if let Ok(game) = name.parse() {
        return Ok(game);
    }
    let games = games::all();
    let count = games.len();
    if let Ok(number) = name.parse::<usize>() {
        let game = games.get(number.wrapping_sub(1)).copied();
        return game.ok_or_else(|| {
            format!("There is no game {number}; write a number from 1 to {count}, or a name.")
        });
    }
    let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
    Err(format!(
        "There is no game '{name}'; write a number from 1 to {count}, or a name: {}.",
        names.join(", ")
    ))
}

fn show_menu(console: &mut Console) -> Result<(), Error> {
    let menu = menu(console.screen());
    Ok(console.page_before(&menu, "a game")?)
}

/// The menu: how to begin, and what each game is good for.
fn menu(screen: &Screen) -> String {
    let mut list: Vec<Row> = Vec::new();
    for (number, game) in (1..).zip(games::all()) {
        // Only the first row of a game has its number and name.
        let mut name = format!("{number:>3}  {game}");
        for text in remarks_on(game) {
            list.push((std::mem::take(&mut name), text));
        }
        if !name.is_empty() {
            list.push((name, sentence(game.summary())));
        }
    }
    let list = rows(&list, 23, screen.text_width());
    let recommended = games::recommended();
    format!(
        "Reviver plays chess in reverse: pieces un-move, and captured pieces come back.\n\n\
         Begin with {recommended}: press Enter at the question below. Type learn to take lessons first: they show \
         the first turns of a game, then give an exercise for each rule. After the last lesson the game begins. To \
         play another game, type its number or name. For the lessons or the rules of another game, type learn NAME \
         or rules NAME.\n\n{list}"
    )
}
