//! Weights and networks from files.

use std::path::Path;
use std::sync::Arc;

use super::error::SettingsError;
use crate::eval::{Network, Weights, weights_text};
use crate::games::{self, Game};

/// Reads weights from a file or a folder. The weights in a file apply to every game of
/// [`games::all`]. In a folder, the file `GAME.toml` has the weights for the game GAME.
///
/// # Errors
///
/// If a file cannot be read or has wrong contents, or if the folder has no such file for any game.
/// The error names the path and says what is wrong.
pub fn read_weights(path: &Path) -> Result<Vec<(&'static Game, Weights)>, SettingsError> {
    let problem = |path: &Path, problem: String| SettingsError::File {
        path: path.display().to_string(),
        problem,
    };
    let read = |path: &Path| {
        let text = std::fs::read_to_string(path).map_err(|e| problem(path, e.to_string()))?;
        weights_text::read(&text).map_err(|error| problem(path, error.to_string()))
    };
    if !path.is_dir() {
        let weights = read(path)?;
        let games = games::all().into_iter();
        return Ok(games.map(|game| (game, weights.clone())).collect());
    }
    let mut known = Vec::new();
    for variant in games::all() {
        let file = path.join(format!("{variant}.toml"));
        if file.exists() {
            known.push((variant, read(&file)?));
        }
    }
    if known.is_empty() {
        let missing = "this folder has no file of weights; each file must be named GAME.toml, where GAME is the name of a game";
        return Err(problem(path, missing.to_owned()));
    }
    Ok(known)
}

/// Reads a network from a file.
///
/// # Errors
///
/// If the file cannot be read or has wrong contents. The error names the path and says what is
/// wrong.
pub fn read_network(path: &Path) -> Result<Arc<Network>, SettingsError> {
    let problem = |problem: String| SettingsError::File {
        path: path.display().to_string(),
        problem,
    };
    let bytes = std::fs::read(path).map_err(|error| problem(error.to_string()))?;
    let network = Network::from_bytes(&bytes).map_err(|error| problem(error.to_string()))?;
    Ok(Arc::new(network))
}
