//! The first positions of the games that `reviver match` and `reviver tune --search` play.

use super::Error;
use super::files::read_file;
use crate::board::Setup;
use crate::play::game_name::GameName;
use crate::tournament::openings;

/// The number of random openings for a game without built-in openings.
const RANDOM_OPENINGS: u32 = 500;

/// The first positions of games of `variant`, in random order.
///
/// * With `file`: the positions of `variant` in that file. In the name of the file, `{variant}`
///   stands for the name of `variant`.
/// * Without `file`: the built-in openings. For a user's game, positions after random turns.
///
/// # Errors
///
/// If the file cannot be read, has no position of `variant`, or has a line for `variant` from which
/// no game can start.
pub(super) fn first_positions(
    variant: &GameName,
    file: Option<&str>,
    seed: u64,
) -> Result<Vec<Setup>, Error> {
    let game = variant.game;
    let mut openings = match file {
        None if game.is_built_in() => openings::embedded(game),
        None => openings::random_openings(variant, seed, RANDOM_OPENINGS),
        Some(file) => {
            let path = file.replace("{variant}", game.name());
            let text = read_file(&path)?;
            openings::read(game, &text)
                .map_err(|error| Error::Failed(format!("{path}: {error}")))?
        }
    };
    if openings.is_empty() {
        return Err(Error::Failed(format!(
            "there is no position of {game} to start from"
        )));
    }
    openings::shuffle(&mut openings, seed);
    Ok(openings)
}
