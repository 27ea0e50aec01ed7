//! The arguments that say which game is meant and where it starts, shared by the subcommands.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Error;
use crate::games::{self, Game, TypedGame};
use crate::notation::native::email;
use crate::rules::Rules;

/// Reads the name of a game; `--help` lists the names.
pub(super) fn variant() -> impl TypedValueParser<Value = &'static Game> {
    PossibleValuesParser::new(games::names()).try_map(|name| name.parse::<&'static Game>())
}

/// Where a game starts.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Start {
    /// Start from this position (six fields, in quotes, or a diagram as Unachess draws it) instead of
    /// the game's own start
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub(super) fen: Option<String>,
    /// Seed of all chance: the lot of unplay-random, and the slips of a weakened engine
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
}

impl Start {
    /// Whether one was named.
    pub(super) fn is_given(&self) -> bool {
        self.fen.is_some() || self.seed.is_some()
    }

    /// The seed; 0 unless another is asked for.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// The position where the game starts.
    pub(super) fn position<R: Rules>(&self, variant: TypedGame<R>) -> Result<R, Error> {
        match self.fen.as_deref() {
            None | Some("startpos") => Ok(variant.position(variant.start(self.seed()))?),
            Some(diagram) if diagram.trim().contains('\n') => {
                let setup = email::read(diagram);
                let setup = setup.map_err(|error| Error::Usage(format!("--fen: {error}")))?;
                Ok(variant.position(setup)?)
            }
            Some(fen) => Ok(variant.read(fen)?),
        }
    }
}
