//! The settings of a player in this process, read from words `NAME=VALUE`.

mod error;
mod files;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use error::SettingsError;
use error::{duration, positive_duration, within};
pub use files::{read_network, read_weights};

use super::engine::EnginePlayer;
use super::greedy::Greedy;
use super::random::RandomMover;
use super::uct::Uct;
use crate::eval::{Network, Scale, Weights};
use crate::games::Game;
use crate::play::limits::PlayerLimits;
use crate::play::player::Player;
use crate::protocol::option::HASH;
use crate::rules::Rules;
use crate::search::params::ParamError;
use crate::search::{Options, ParamChanges, Params, Strength};

/// The names of the settings that limit the search for a turn.
const LIMITS: [&str; 4] = ["nodes", "depth", "movetime", "time"];

/// The kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// The engine.
    #[default]
    Reviver,
    /// Plays a random legal turn.
    Random,
    /// Plays the turn that leads to the best evaluation.
    Greedy,
    /// Monte-Carlo tree search with random playouts.
    Uct,
}

impl PlayerKind {
    /// All kinds.
    pub const ALL: [PlayerKind; 4] = [
        PlayerKind::Reviver,
        PlayerKind::Random,
        PlayerKind::Greedy,
        PlayerKind::Uct,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PlayerKind::Reviver => "reviver",
            PlayerKind::Random => "random",
            PlayerKind::Greedy => "greedy",
            PlayerKind::Uct => "uct",
        }
    }
}

/// The settings of a player in this process.
#[derive(Clone, Debug)]
pub struct PlayerSettings {
    /// The kind of player.
    pub kind: PlayerKind,
    /// What the player may spend on its turns.
    pub limits: PlayerLimits,
    /// Values that replace search parameters of the game ([`Game::params`]).
    pub params: ParamChanges,
    /// Contempt in percent ([`Options::contempt`]); `None` for the contempt of the game.
    pub contempt: Option<i32>,
    /// How strong it plays.
    pub strength: Strength,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Time that the player leaves on its clock for delays.
    pub overhead: Duration,
    /// Weights that replace those of the games.
    weights: Vec<(&'static Game, Weights)>,
    network: NetworkChoice,
    words: Vec<String>,
}

/// The network of a player.
#[derive(Clone, Debug)]
enum NetworkChoice {
    /// The network of the game, if it has one.
    OfGame,
    /// No network.
    Without,
    /// This network in every game.
    From(Arc<Network>),
}

impl PlayerSettings {
    /// A player with default settings and these limits.
    #[must_use]
    pub fn new(kind: PlayerKind, limits: PlayerLimits) -> Self {
        Self {
            kind,
            limits,
            params: ParamChanges::default(),
            contempt: None,
            strength: Strength::Full,
            hash: 16,
            overhead: Duration::from_millis(10),
            weights: Vec::new(),
            network: NetworkChoice::OfGame,
            words: Vec::new(),
        }
    }

    /// Applies a word `NAME=VALUE`. It replaces an earlier word with the same name. The first word
    /// that sets a limit clears the limits from [`PlayerSettings::new`]. Later words add limits.
    ///
    /// # Errors
    ///
    /// If the word is not a valid setting. The error says what would be right.
    pub fn set(&mut self, word: &str) -> Result<(), SettingsError> {
        let Some((name, text)) = word.split_once('=') else {
            return Err(SettingsError::Form(word.to_owned()));
        };
        match name {
            "weights" => self.weights = read_weights(Path::new(text))?,
            "network" if text == "none" => self.network = NetworkChoice::Without,
            "network" => self.network = NetworkChoice::From(read_network(Path::new(text))?),
            "nodes" => {
                let nodes = within("nodes", text, "a whole number", &(1..=u64::MAX))?;
                self.own_limits().nodes = Some(nodes);
            }
            "depth" => {
                let depth = within("depth", text, "a whole number", &(1..=u32::MAX))?;
                self.own_limits().depth = Some(depth);
            }
            "movetime" => {
                let movetime = positive_duration("movetime", text)?;
                let limits = self.own_limits();
                limits.movetime = Some(movetime);
                limits.margin = PlayerLimits::of_movetime(movetime).margin;
            }
            "time" => {
                let time = text.parse()?;
                self.own_limits().time = Some(time);
            }
            "clock" => return Err(SettingsError::Clock(text.to_owned())),
            "hash" => {
                let mebibytes = within("hash", text, "a whole number", &HASH.range())?;
                self.hash = mebibytes as usize;
            }
            "overhead" => self.overhead = duration("overhead", text)?.0,
            "contempt" => {
                let contempt =
                    within("contempt", text, "a whole number", &Options::CONTEMPT_RANGE)?;
                self.contempt = Some(contempt);
            }
            "level" => {
                let levels = 0.0..=Strength::FULL_LEVEL;
                self.strength = Strength::of_level(within("level", text, "a number", &levels)?);
            }
            _ => self
                .params
                .set_from_text(name, text)
                .map_err(|error| match error {
                    ParamError::Unknown(name) => SettingsError::Unknown(name),
                    error => error.into(),
                })?,
        }
        self.note(name, word.to_owned());
        Ok(())
    }

    /// Sets the contempt, as the word `contempt=VALUE` does.
    pub fn set_contempt(&mut self, contempt: i32) {
        self.contempt = Some(contempt);
        self.note("contempt", format!("contempt={contempt}"));
    }

    /// Adds a word to [`PlayerSettings::words`] and removes an earlier word with the same name.
    fn note(&mut self, name: &str, word: String) {
        let is_same = |known: &str| known.split_once('=').is_some_and(|(own, _)| own == name);
        self.words.retain(|known| !is_same(known));
        self.words.push(word);
    }

    /// The limits, to be changed by a word such as `nodes=7`. If no earlier word has set a limit,
    /// first clears the limits from [`PlayerSettings::new`].
    fn own_limits(&mut self) -> &mut PlayerLimits {
        let is_limit = |word: &String| {
            let name = word.split_once('=').map(|(name, _)| name);
            name.is_some_and(|name| LIMITS.contains(&name))
        };
        if !self.words.iter().any(is_limit) {
            self.limits = PlayerLimits::default();
        }
        &mut self.limits
    }

    /// The words that were set.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The weights that the player uses in a game.
    #[must_use]
    pub fn weights(&self, variant: &'static Game) -> &Weights {
        let own = self.weights.iter().find(|(own, _)| *own == variant);
        own.map_or_else(|| variant.weights(), |(_, weights)| weights)
    }

    /// The network that the player uses in a game; `None` if it uses none.
    #[must_use]
    pub fn network(&self, variant: &'static Game) -> Option<Arc<Network>> {
        match &self.network {
            NetworkChoice::OfGame => variant.network(),
            NetworkChoice::Without => None,
            NetworkChoice::From(network) => Some(Arc::clone(network)),
        }
    }

    /// The parameters of the player's search in a game.
    #[must_use]
    pub fn params(&self, variant: &'static Game) -> Params {
        variant.params().with(&self.params)
    }

    /// Texts that say how the player evaluates a game. A digest is made of them, in this order:
    ///
    /// * the weights
    /// * the network, if the player uses one in this game
    /// * the search parameters of the game ([`Game::params`]), if they are not the defaults
    pub fn evaluation(&self, variant: &'static Game) -> impl Iterator<Item = String> {
        let weights = format!("{:?}", self.weights(variant));
        let network = self.network(variant).map(|network| format!("{network:?}"));
        let params = variant.params_text();
        [weights].into_iter().chain(network).chain(params)
    }

    /// The options of the player's search in games of `variant`. The search reports scores in the
    /// evaluation's own centipawns, not in the scale of the game ([`Weights::with_plain_scores`]).
    #[must_use]
    pub fn search_options(&self, variant: &'static Game) -> Options {
        Options {
            hash: self.hash,
            overhead: self.overhead,
            strength: self.strength,
            weights: self.weights(variant).clone().with_plain_scores(),
            network: self.network(variant),
            contempt: self.contempt.unwrap_or_else(|| variant.contempt()),
            params: self.params(variant),
            ..variant.search_options()
        }
    }

    /// The player for games of `variant`. If it reports scores, it converts them to `report_scale`.
    #[must_use]
    pub fn player<R: Rules>(
        &self,
        variant: &'static Game,
        report_scale: Scale,
    ) -> Box<dyn Player<R>> {
        match self.kind {
            PlayerKind::Random => Box::new(RandomMover::new(0)),
            PlayerKind::Greedy => {
                Box::new(Greedy::new(self.weights(variant).clone(), report_scale))
            }
            PlayerKind::Uct => Box::new(Uct::new(0)),
            PlayerKind::Reviver => Box::new(EnginePlayer::new(
                self.search_options(variant),
                report_scale,
            )),
        }
    }
}

/// Writes the kind of player and the words that were set: `reviver level=5 hash=8`.
impl fmt::Display for PlayerSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for word in &self.words {
            write!(f, " {word}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn settings() -> PlayerSettings {
        PlayerSettings::new(PlayerKind::Reviver, PlayerLimits::of_nodes(5000))
    }

    #[test]
    fn words_change_a_player_and_are_part_of_its_name() {
        let mut player = settings();
        assert_eq!(player.to_string(), "reviver");
        for word in [
            "contempt=30",
            "iir_depth=5",
            "level=7.5",
            "contempt=-20",
            "hash=8",
            "overhead=5ms",
            "time=10s+0.1s",
        ] {
            player.set(word).expect(word);
        }
        assert_eq!(player.params(games::default_game()).iir_depth, 5);
        assert_eq!(player.strength, Strength::Level(7.5));
        assert_eq!(player.contempt, Some(-20));
        assert_eq!(player.hash, 8);
        assert_eq!(player.overhead, Duration::from_millis(5));
        assert_eq!(player.limits.settings(), "time=10s+0.1s");
        assert_eq!(
            player.to_string(),
            "reviver iir_depth=5 level=7.5 contempt=-20 hash=8 overhead=5ms time=10s+0.1s"
        );
    }

    #[test]
    fn limits_are_read_and_written_back() {
        for word in ["nodes=7", "depth=3", "movetime=250ms", "time=1s+0.01s"] {
            let mut player = settings();
            player.set(word).expect(word);
            assert_eq!(player.limits.settings(), word);
        }
    }

    #[test]
    fn the_first_limit_clears_the_default_limits_and_further_limits_are_added() {
        for (words, limits) in [
            (&["nodes=20", "depth=7"][..], "nodes=20 depth=7"),
            (&["depth=7", "nodes=20"], "nodes=20 depth=7"),
            (&["nodes=20", "level=3", "nodes=30"], "nodes=30"),
            (&["depth=7"], "depth=7"),
            (&["level=3"], "nodes=5000"),
            (
                &["movetime=1s", "time=10s+0.1s", "nodes=9"],
                "nodes=9 movetime=1s time=10s+0.1s",
            ),
        ] {
            let mut player = settings();
            for word in words {
                player.set(word).expect(word);
            }
            assert_eq!(player.limits.settings(), limits, "{words:?}");
        }
    }

    #[test]
    fn a_wrong_limit_changes_nothing() {
        let mut player = settings();
        assert!(player.set("nodes=0").is_err() && player.set("movetime=x").is_err());
        assert!(player.set("time=5s").is_err() && player.set("depth=x").is_err());
        assert_eq!(player.limits.settings(), "nodes=5000");
    }

    #[test]
    fn wrong_words_are_refused_with_advice() {
        for (word, complaint) in [
            ("fast", "'fast' is not a setting: write it NAME=VALUE"),
            (
                "nodes=0",
                "nodes=0: a whole number from 1 to 18446744073709551615 is expected",
            ),
            (
                "nodes=-3",
                "nodes=-3: a whole number from 1 to 18446744073709551615 is expected",
            ),
            ("movetime=5", "movetime=5: '5' has no unit: write 5s or 5ms"),
            (
                "movetime=0ms",
                "movetime=0ms: a duration above 0, as in 100ms, is expected",
            ),
            (
                "time=1s+x",
                "time: '1s+x' is not a clock, because 'x' is not a duration: write a number with its unit, as in 100ms, 10s, 1m or 1h",
            ),
            (
                "clock=10+0.1",
                "clock=10+0.1: the setting 'clock' is now called 'time'; write it with units, as in time=10s+0.1s",
            ),
            (
                "level=high",
                "level=high: a number from 0 to 20 is expected",
            ),
            (
                "contempt=501",
                "contempt=501: a whole number from -500 to 500 is expected",
            ),
            ("level=21", "level=21: a number from 0 to 20 is expected"),
            (
                "hash=65537",
                "hash=65537: a whole number from 1 to 65536 is expected",
            ),
            (
                "iir_depth=1000",
                "'1000' is not a valid iir_depth; give a whole number from 2 to 12",
            ),
        ] {
            let error = settings().set(word).expect_err(word);
            assert_eq!(error.to_string(), complaint);
        }
        let unknown = settings().set("luck=7").expect_err("unknown").to_string();
        assert!(unknown.starts_with("unknown setting 'luck'"));
        let missing = settings().set("weights=no such file").expect_err("missing");
        assert!(missing.to_string().starts_with("no such file: "));
    }
}
