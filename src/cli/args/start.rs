//! The options that say which game is played, and from which position.

use std::path::PathBuf;

use crate::cli::Error;
use crate::cli::option_values::{GameList, games};
use crate::games::{Game, TypedGame};
use crate::notation::native::email;
use crate::rules::Rules;

/// The default seed.
const SEED: u64 = 0;

/// Seed of the random numbers.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Seed {
    #[arg(long, value_name = "N", help = format!("Seed of all random choices [default: {SEED}]"))]
    pub(in crate::cli) seed: Option<u64>,
}

/// The position where a game starts.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct Fen {
    /// Start from this position: six fields in quotes, or a diagram with reserves as protocol.md
    /// shows it
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub(in crate::cli) fen: Option<String>,
}

/// Files of users' games.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct GameFiles {
    /// A file that defines a game. You may then leave out GAME, or write the name that the file
    /// gives to the game
    #[arg(id = "game-files", long = "game", value_name = "FILE", global = true)]
    pub(in crate::cli) paths: Vec<PathBuf>,
}

/// Several games.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct Games {
    /// A game, or several, separated by commas, or `all`; you may also repeat the option
    #[arg(long, value_name = "GAME", value_parser = games())]
    pub(in crate::cli) variant: Vec<GameList>,
}

/// Where a game starts.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct Start {
    #[command(flatten)]
    pub(in crate::cli) fen: Fen,
    #[command(flatten)]
    pub(in crate::cli) seed: Seed,
}

impl Seed {
    /// The seed, by default 0.
    pub(in crate::cli) fn value(self) -> u64 {
        self.seed.unwrap_or(SEED)
    }
}

impl Games {
    /// The games on the command line, each once.
    pub(in crate::cli) fn list(&self) -> Vec<&'static Game> {
        let mut list: Vec<&'static Game> = Vec::new();
        for &game in self.variant.iter().flat_map(|games| &games.0) {
            if !list.contains(&game) {
                list.push(game);
            }
        }
        list
    }
}

impl Start {
    /// Whether the command line has a position or a seed.
    pub(in crate::cli) const fn is_given(&self) -> bool {
        self.fen.fen.is_some() || self.seed.seed.is_some()
    }

    /// The position where the game starts.
    ///
    /// # Errors
    ///
    /// If the position is malformed, or not possible in the game.
    pub(in crate::cli) fn position<R: Rules>(&self, game: TypedGame<R>) -> Result<R, Error> {
        match self.fen.fen.as_deref() {
            None | Some("startpos") => Ok(game.start_position(self.seed.value())),
            Some(diagram) if diagram.trim().contains('\n') => {
                let setup = email::read(diagram);
                let setup = setup.map_err(|error| Error::Usage(format!("--fen: {error}")))?;
                Ok(game.position(setup)?)
            }
            Some(fen) => Ok(game.read(fen)?),
        }
    }
}
