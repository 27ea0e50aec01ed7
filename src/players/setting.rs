//! What a player of a match is made of, told in words of the form `name=value`.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::{Greedy, Searcher, Uct, Uniform};
use crate::eval::{Network, Weights, weights_text};
use crate::games::{self, Game, TypedGame};
use crate::play::budget::Budget;
use crate::play::player::Player;
use crate::rules::Rules;
use crate::search::params::ParamError;
use crate::search::{Options, Params, Strength};

/// Who sits at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// The engine.
    #[default]
    Reviver,
    /// Any legal turn.
    Random,
    /// The best evaluation one ply ahead.
    Greedy,
    /// Monte-Carlo tree search with random games.
    Uct,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Reviver, Kind::Random, Kind::Greedy, Kind::Uct];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Reviver => "reviver",
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Uct => "uct",
        }
    }
}

/// A word that is no setting.
#[derive(Debug, Error)]
pub enum SettingError {
    /// It is not of the form `name=value`.
    #[error("'{0}' is no setting: one is written name=value")]
    Form(String),
    /// The value is not of the kind that the name asks for.
    #[error("{name}={text}: {expected} is expected")]
    Value {
        /// The name.
        name: &'static str,
        /// What was given.
        text: String,
        /// What would be right.
        expected: String,
    },
    /// Neither the settings of a player nor the parameters of the search know it.
    #[error(
        "no setting is called '{0}'; there are weights, network, nodes, depth, movetime, clock, level, contempt, hash, overhead and the parameters of the search"
    )]
    Unknown(String),
    /// A parameter of the search cannot have the value.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// A file of weights or of a network cannot be read.
    #[error("{path}: {problem}")]
    Weights {
        /// The file.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// A player, and what it may spend.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Who plays.
    pub kind: Kind,
    /// What it may spend on its turns.
    pub budget: Budget,
    /// The numbers of the search.
    pub params: Params,
    /// By how much it expects to outplay the other ([`Options::contempt`]).
    /// `None` for the game's own.
    pub contempt: Option<i32>,
    /// How strong it may play.
    pub strength: Strength,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Time kept back on a clock.
    pub overhead: Duration,
    weights: Vec<(&'static Game, Weights)>,
    /// The network that was asked for, or that none was to be; `None` where nothing was said.
    network: Option<Option<Arc<Network>>>,
    words: Vec<String>,
}

impl Setting {
    /// A player as it is without further words.
    #[must_use]
    pub fn new(kind: Kind, budget: Budget) -> Self {
        Self {
            kind,
            budget,
            params: Params::default(),
            contempt: None,
            strength: Strength::Full,
            hash: 16,
            overhead: Duration::from_millis(10),
            weights: Vec::new(),
            network: None,
            words: Vec::new(),
        }
    }

    /// Takes a word of the form `name=value`, in place of an earlier one of the same name.
    ///
    /// # Errors
    ///
    /// Says what would be right.
    pub fn set(&mut self, word: &str) -> Result<(), SettingError> {
        let Some((name, text)) = word.split_once('=') else {
            return Err(SettingError::Form(word.to_owned()));
        };
        match name {
            "weights" => self.weights = read_weights(text)?,
            "network" => self.network = Some(read_network(text)?),
            "nodes" | "depth" | "movetime" | "clock" => self.set_budget(word)?,
            "hash" => self.hash = positive("hash", text)?,
            "overhead" => self.overhead = seconds("overhead", text)?,
            "contempt" => {
                let contempt = within("contempt", text, "a whole number", &Options::CONTEMPTS)?;
                self.contempt = Some(contempt);
            }
            "level" => {
                let levels = 0.0..=Strength::FULL_LEVEL;
                self.strength = Strength::Level(within("level", text, "a number", &levels)?);
            }
            _ => self.params.set(name, text).map_err(|error| match error {
                ParamError::Unknown(name) => SettingError::Unknown(name),
                error => error.into(),
            })?,
        }
        let earlier = |said: &str| said.split_once('=').is_some_and(|(own, _)| own == name);
        self.words.retain(|said| !earlier(said));
        self.words.push(word.to_owned());
        Ok(())
    }

    /// Takes a word that says what may be spent, without making a name of it.
    ///
    /// # Errors
    ///
    /// Says what would be right.
    pub fn set_budget(&mut self, word: &str) -> Result<(), SettingError> {
        self.budget = match word.split_once('=') {
            Some(("nodes", text)) => Budget::Nodes(positive("nodes", text)?),
            Some(("depth", text)) => Budget::Depth(positive("depth", text)?),
            Some(("movetime", text)) => Budget::MoveTime(seconds("movetime", text)?),
            Some(("clock", text)) => clock(text)?,
            _ => return Err(SettingError::Form(word.to_owned())),
        };
        Ok(())
    }

    /// The weights with which it plays a variant.
    #[must_use]
    pub fn weights<'a>(&'a self, variant: &'a Game) -> &'a Weights {
        let own = self.weights.iter().find(|(own, _)| *own == variant);
        own.map_or_else(|| variant.weights(), |(_, weights)| weights)
    }

    /// The network beside them.
    #[must_use]
    pub fn network(&self, variant: &Game) -> Option<Arc<Network>> {
        self.network.clone().unwrap_or_else(|| variant.network())
    }

    /// What it evaluates by in a variant, in texts that are others where that is something else.
    pub fn evaluation(&self, variant: &Game) -> impl Iterator<Item = String> + use<> {
        let weights = format!("{:?}", self.weights(variant));
        let network = self.network(variant).map(|network| format!("{network:?}"));
        [weights].into_iter().chain(network)
    }

    /// The player for a game of `variant`. It thinks in centipawns of the evaluation, which is what
    /// weights are learned from.
    #[must_use]
    pub fn player<R: Rules>(&self, variant: TypedGame<R>) -> Box<dyn Player<R>> {
        match self.kind {
            Kind::Random => Box::new(Uniform::new(0)),
            Kind::Greedy => Box::new(Greedy::new(self.weights(variant.game()).clone())),
            Kind::Uct => Box::new(Uct::new(0)),
            Kind::Reviver => {
                let options = Options {
                    hash: self.hash,
                    overhead: self.overhead,
                    strength: self.strength,
                    weights: self.weights(variant.game()).clone().with_plain_scores(),
                    network: self.network(variant.game()),
                    contempt: self.contempt.unwrap_or_else(|| variant.contempt()),
                    params: self.params.clone(),
                    ..variant.search_options()
                };
                Box::new(Searcher::new(options))
            }
        }
    }
}

/// Who it is, and the words that make it different.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for word in &self.words {
            write!(f, " {word}")?;
        }
        Ok(())
    }
}

/// What was read of a value, or a refusal that tells what was expected.
fn read<T>(
    name: &'static str,
    text: &str,
    value: Option<T>,
    expected: impl FnOnce() -> String,
) -> Result<T, SettingError> {
    value.ok_or_else(|| SettingError::Value {
        name,
        text: text.to_owned(),
        expected: expected(),
    })
}

fn positive<T: FromStr + PartialOrd + From<u8>>(
    name: &'static str,
    text: &str,
) -> Result<T, SettingError> {
    let number = text.parse().ok().filter(|number| *number >= T::from(1));
    read(name, text, number, || "a whole number from 1".to_owned())
}

/// A number within bounds.
fn within<T: FromStr + PartialOrd + Display>(
    name: &'static str,
    text: &str,
    kind: &str,
    bounds: &RangeInclusive<T>,
) -> Result<T, SettingError> {
    let number = text.parse().ok().filter(|number| bounds.contains(number));
    read(name, text, number, || {
        format!("{kind} from {} to {}", bounds.start(), bounds.end())
    })
}

/// A time in seconds.
fn seconds(name: &'static str, text: &str) -> Result<Duration, SettingError> {
    let number = text.parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    read(name, text, time, || {
        "a time in seconds, such as 0.1,".to_owned()
    })
}

/// A clock as it is written, `10+0.1`, or `10` without an increment.
fn clock(text: &str) -> Result<Budget, SettingError> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    Ok(Budget::Clock {
        base: seconds("clock", base)?,
        increment: seconds("clock", increment)?,
    })
}

/// Weights from a file, which then hold in every variant, or from the files `VARIANT.toml` of a
/// folder.
fn read_weights(path: &str) -> Result<Vec<(&'static Game, Weights)>, SettingError> {
    let problem = |path: &Path, problem: String| SettingError::Weights {
        path: path.display().to_string(),
        problem,
    };
    let read = |path: &Path| {
        let text = std::fs::read_to_string(path).map_err(|e| problem(path, e.to_string()))?;
        weights_text::read(&text).map_err(|error| problem(path, error.to_string()))
    };
    let path = Path::new(path);
    if !path.is_dir() {
        let weights = read(path)?;
        return Ok(games::all()
            .into_iter()
            .map(|variant| (variant, weights.clone()))
            .collect());
    }
    let mut known = Vec::new();
    for variant in games::all() {
        let file = path.join(format!("{variant}.toml"));
        if file.exists() {
            known.push((variant, read(&file)?));
        }
    }
    if known.is_empty() {
        let expected = "there is no VARIANT.toml in this folder".to_owned();
        return Err(problem(path, expected));
    }
    Ok(known)
}

/// A network from a file, or none at all where the word is `none`.
fn read_network(path: &str) -> Result<Option<Arc<Network>>, SettingError> {
    if path == "none" {
        return Ok(None);
    }
    let problem = |problem: String| SettingError::Weights {
        path: path.to_owned(),
        problem,
    };
    let bytes = std::fs::read(path).map_err(|error| problem(error.to_string()))?;
    let network = Network::from_bytes(&bytes).map_err(|error| problem(error.to_string()))?;
    Ok(Some(Arc::new(network)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> Setting {
        Setting::new(Kind::Reviver, Budget::Nodes(5000))
    }

    #[test]
    fn words_change_a_player_and_stand_in_its_name() {
        let mut player = setting();
        assert_eq!(player.to_string(), "reviver");
        for word in [
            "contempt=30",
            "iir_depth=5",
            "level=7.5",
            "contempt=-20",
            "hash=8",
            "clock=10+0.1",
        ] {
            player.set(word).expect(word);
        }
        assert_eq!(player.params.iir_depth, 5);
        assert_eq!(player.strength, Strength::Level(7.5));
        assert_eq!(player.contempt, Some(-20));
        assert_eq!(player.hash, 8);
        assert_eq!(player.budget.to_string(), "clock=10+0.1");
        assert_eq!(
            player.to_string(),
            "reviver iir_depth=5 level=7.5 contempt=-20 hash=8 clock=10+0.1"
        );
    }

    #[test]
    fn budgets_read_back_as_they_are_written() {
        for word in ["nodes=7", "depth=3", "movetime=0.25", "clock=1+0.01"] {
            let mut player = setting();
            player.set(word).expect(word);
            assert_eq!(player.budget.to_string(), word);
        }
    }

    #[test]
    fn wrong_words_are_refused_in_words() {
        for (word, complaint) in [
            ("fast", "'fast' is no setting: one is written name=value"),
            ("nodes=0", "nodes=0: a whole number from 1 is expected"),
            ("nodes=-3", "nodes=-3: a whole number from 1 is expected"),
            (
                "movetime=-1",
                "movetime=-1: a time in seconds, such as 0.1, is expected",
            ),
            (
                "clock=1+x",
                "clock=x: a time in seconds, such as 0.1, is expected",
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
                "iir_depth=1000",
                "'1000' is no value for iir_depth: a whole number from 2 to 12 would be",
            ),
        ] {
            let error = setting().set(word).expect_err(word);
            assert_eq!(error.to_string(), complaint);
        }
        let unknown = setting().set("luck=7").expect_err("unknown").to_string();
        assert!(unknown.starts_with("no setting is called 'luck'"));
        let missing = setting().set("weights=no such file").expect_err("missing");
        assert!(missing.to_string().starts_with("no such file: "));
    }
}
