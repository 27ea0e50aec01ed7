//! `reviver mine`: finds test positions in games of the engine against itself, or among random
//! positions.
//!
//! * `arguments`: the command line
//! * `theme`: what the best turn is about, for example castling
//! * `scatter`, `stage`: random positions, with the pieces that a theme needs
//! * `miner`: plays the games and proves the best turns
//! * `find`: a test position; `print`: a test position as EPD

mod arguments;
mod find;
mod miner;
mod print;
mod scatter;
mod stage;
mod theme;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::{Write, stdout};

use super::{Error, note};
use miner::{MinedGame, Miner, miner};
use print::epd;
use theme::Theme;

pub(super) use arguments::Args;

impl Args {
    /// Plays games or generates positions, and prints what is found.
    pub(super) fn run(self) -> Result<(), Error> {
        if self.min_turns > self.win.turns {
            let (min, max) = (self.min_turns, self.win.turns);
            return Err(Error::Usage(format!(
                "--min-turns {min} is more than --turns {max}"
            )));
        }
        let themes = Theme::of_game(self.game);
        if let Some(theme) = self.theme.filter(|theme| !themes.contains(theme)) {
            let names: Vec<String> = themes.into_iter().map(Theme::name).collect();
            return Err(Error::Usage(format!(
                "--theme {}: no turn of {} has this theme; the themes of this game are {}",
                theme.name(),
                self.game,
                names.join(", ")
            )));
        }
        let mut miner = miner(&self);
        match self.positions {
            None => self.play_games(&mut *miner),
            Some(count) => self.examine_random_positions(count, &mut *miner),
        }
    }

    /// Plays games, examines the positions near the end of each game, and prints what it finds.
    /// Prints each position only once.
    fn play_games(&self, miner: &mut dyn Miner) -> Result<(), Error> {
        let mut found = 0;
        let mut printed = HashSet::new();
        for number in 0..self.games() {
            let MinedGame {
                plies,
                outcome,
                mut finds,
            } = miner.play_game(&mut self.rng(number));
            // At most `self.keep` finds of a game are printed, so the longest solutions come first.
            finds.sort_by_key(|find| Reverse(find.what.length()));
            let new_finds = finds.iter().filter(|find| printed.insert(find.setup.key()));
            for find in new_finds.take(self.keep) {
                found += 1;
                let id = format!("{}.{}.{found}", self.game, self.seed.value());
                writeln!(stdout(), "{}", epd(self.game, find, &id))?;
            }
            let end = outcome.map_or("not finished", |outcome| outcome.ending.title());
            let number = number + 1;
            note(&format!(
                "game {number}: {plies} plies, {end}; {found} positions so far"
            ));
        }
        Ok(())
    }

    /// Generates random positions, and prints the test positions among them.
    fn examine_random_positions(&self, count: u64, miner: &mut dyn Miner) -> Result<(), Error> {
        let mut found = 0;
        for number in 0..count {
            let setup = scatter::random_setup(self.game, self.theme, &mut self.rng(number));
            if let Some(find) = setup.and_then(|setup| miner.examine(setup)) {
                found += 1;
                let id = format!("{}.random.{}.{number}", self.game, self.seed.value());
                writeln!(stdout(), "{}", epd(self.game, &find, &id))?;
            }
        }
        note(&format!("{found} positions"));
        Ok(())
    }
}
