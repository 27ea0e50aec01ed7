//! `reviver rules`: prints the rules of a game, or gives its lessons.

use super::Error;
use super::args::{self, Look};
use super::lessons::{self, Finished};
use super::terminal::Console;
use super::{rules_text, variants};
use crate::board::Color;
use crate::games::{self, Game};

/// Print the rules of a game, or learn them by playing
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver rules ssehc\n  \
    reviver rules unplay-strict --lessons")]
pub(super) struct Args {
    /// The game. If you leave it out, the command lists the games or, with --lessons, teaches the
    /// recommended game
    #[arg(value_name = "GAME", value_parser = args::game())]
    game: Option<&'static Game>,
    /// Play a turn in each of a few positions, and read why it is right or wrong
    #[arg(long)]
    lessons: bool,
    #[command(flatten)]
    look: Look,
}

impl Args {
    /// Prints the rules, or gives the lessons.
    pub(super) fn run(self) -> Result<(), Error> {
        let mut console = Console::open(self.look);
        if self.lessons {
            let game = self.game.unwrap_or_else(games::recommended);
            if lessons::run(game, &mut console)? == Finished::All {
                console.say(&format!("Now play it: reviver play {game}"))?;
            }
            return Ok(());
        }
        match self.game {
            Some(game) => rules_text::show(game, Color::White, &mut console),
            None => {
                let list = variants::list(console.screen());
                console.say(&format!(
                    "{list}\n'reviver rules GAME' prints the rules of a game. \
                     'reviver rules GAME --lessons' teaches them turn by turn."
                ))?;
                Ok(())
            }
        }
    }
}
