//! Notes about weights that were made for another game.

use super::note;
use crate::eval::{Feature, Weight, Weights};
use crate::games::Game;
use crate::players::settings::PlayerSettings;

/// Prints a note if `weights` hardly fit `game`: if at least half of the features that `game` uses
/// have the weight 0 in `weights`. `game` uses a feature if its own weight for it is not 0.
/// `source` names the weights.
pub(super) fn note_foreign(source: &str, weights: &Weights, game: &'static Game) {
    let has = |weights: &Weights, feature| weights[feature] != Weight::centipawns(0, 0);
    let own = Feature::ALL
        .into_iter()
        .filter(|&feature| has(game.weights(), feature));
    let own: Vec<Feature> = own.collect();
    let known = own.iter().filter(|&&feature| has(weights, feature)).count();
    if !own.is_empty() && 2 * known <= own.len() {
        note(&format!(
            "{source}: only {known} of the {} features that {game} uses have a weight here; these may be the \
             weights of another game",
            own.len()
        ));
    }
}

/// Prints the note of [`note_foreign`] for the word `weights=FILE` of a player, if it has one.
pub(super) fn note_foreign_of(player: &PlayerSettings, game: &'static Game) {
    let mut words = player.words().iter();
    if let Some(word) = words.find(|word| word.starts_with("weights=")) {
        note_foreign(word, player.weights(game), game);
    }
}
