//! Variations of a game: a base and the switches that vary, as in `goal,point-far=-2..0`.

use std::str::FromStr;

use thiserror::Error;

use crate::games::{Game, switch_values};

/// The maximum number of games in a variation, and of values in a range.
const MAX_GAMES: usize = 64;

/// The maximum number of values of a switch that is named without values.
const MAX_VALUES: usize = 4;

/// Switches and the values that each of them takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation(Vec<(String, Values)>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Values {
    /// All values of the switch.
    All,
    /// These values.
    Given(Vec<String>),
}

/// Why a text is not a variation of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VaryError {
    /// A part has no name, or a value is missing.
    #[error("'{0}' is not of the form SWITCH, SWITCH=VALUE|VALUE or SWITCH=LOW..HIGH")]
    Syntax(String),
    /// A range is empty or too long.
    #[error(
        "the range '{0}' is empty or has more than {MAX_GAMES} values; write the lower number first, as in -2..0"
    )]
    Range(String),
    /// A switch without given values has too many values to use all of them.
    #[error("{0} has more than {MAX_VALUES} values; give the values, as in {0}=VALUE|VALUE")]
    TooManyValues(String),
    /// The switches do not make a valid game.
    #[error("{0}")]
    Game(String),
    /// There would be too many games.
    #[error("this makes {0} games, but at most {MAX_GAMES} are allowed; vary fewer switches")]
    TooManyGames(usize),
}

impl FromStr for Variation {
    type Err = VaryError;

    fn from_str(text: &str) -> Result<Self, VaryError> {
        let switches = parts(text).into_iter().map(|part| {
            let form = || VaryError::Syntax(part.clone());
            let (name, values) = match part.split_once('=') {
                None => (part.trim(), Values::All),
                Some((name, values)) => (name.trim(), Values::Given(given(values)?)),
            };
            let is_empty = |value: &String| value.is_empty();
            let has_empty_value =
                matches!(&values, Values::Given(values) if values.iter().any(is_empty));
            if name.is_empty() || has_empty_value {
                return Err(form());
            }
            Ok((name.to_owned(), values))
        });
        switches.collect::<Result<_, _>>().map(Self)
    }
}

/// The parts of a text, separated by commas. A comma in brackets does not separate parts.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        match parts.last_mut() {
            _ if letter == ',' && depth == 0 => parts.push(String::new()),
            Some(part) => part.push(letter),
            None => {}
        }
    }
    parts
}

fn given(values: &str) -> Result<Vec<String>, VaryError> {
    let Some((low, high)) = values.split_once("..") else {
        return Ok(values
            .split('|')
            .map(|value| value.trim().replace(' ', ""))
            .collect());
    };
    let number = |text: &str| {
        text.trim()
            .parse::<i64>()
            .map_err(|_| VaryError::Syntax(values.to_owned()))
    };
    let (low, high) = (number(low)?, number(high)?);
    if low > high || high - low >= MAX_GAMES as i64 {
        return Err(VaryError::Range(values.to_owned()));
    }
    Ok((low..=high).map(|value| value.to_string()).collect())
}

impl Variation {
    /// The variations of `base`. The first element is `base` itself. A variation whose switches are
    /// those of a known game is that game.
    ///
    /// # Errors
    ///
    /// If a switch or a value does not fit the game, or if there are too many values or games.
    pub fn of(&self, base: &'static Game) -> Result<Vec<&'static Game>, VaryError> {
        let mut lines = vec![String::new()];
        // The value of `start` may be several words, so it comes last.
        let (starts, others): (Vec<_>, Vec<_>) =
            self.0.iter().partition(|(name, _)| name == "start");
        for (name, values) in others.into_iter().chain(starts) {
            let values = match values {
                Values::Given(values) => values.clone(),
                Values::All => {
                    let all = switch_values(name);
                    if all.is_empty() || all.len() > MAX_VALUES {
                        return Err(VaryError::TooManyValues(name.clone()));
                    }
                    // Some families do not accept the value `points`.
                    let fits = |value: &&str| base.accepts(&format!(" {name}={value}"));
                    all.into_iter().filter(fits).map(str::to_owned).collect()
                }
            };
            let earlier = std::mem::take(&mut lines);
            for line in &earlier {
                lines.extend(values.iter().map(|value| format!("{line} {name}={value}")));
            }
            if lines.len() > MAX_GAMES {
                return Err(VaryError::TooManyGames(lines.len()));
            }
        }
        let mut all = vec![base];
        for line in lines {
            let name = name_of(base, &line);
            let game = base
                .with_switches(&name, &line)
                .map_err(|error| VaryError::Game(error.to_string()))?;
            if !all.contains(&game) {
                all.push(game);
            }
        }
        Ok(all)
    }
}

/// A name for the base with these switches: the name of the base and the values, cut to 28
/// characters.
fn name_of(base: &Game, line: &str) -> String {
    let mut name = base.name().to_owned();
    for (_, value) in line.split(' ').filter_map(|word| word.split_once('=')) {
        name.push('-');
        name.extend(value.chars().map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        }));
    }
    let name: String = name.chars().take(28).collect();
    name.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn variation(text: &str) -> Result<Vec<String>, VaryError> {
        let base = games::find("unplay").expect("a game");
        let games = text.parse::<Variation>()?.of(base)?;
        Ok(games.iter().map(|game| game.definition()).collect())
    }

    #[test]
    fn switches_without_values_take_all_of_them_and_the_base_is_a_row() {
        assert_eq!(
            variation("goal,stalemate"),
            Ok([
                "unplay",
                "unplay stalemate=loses",
                "unplay goal=home",
                "unplay goal=home stalemate=loses"
            ]
            .map(str::to_owned)
            .to_vec())
        );
    }

    #[test]
    fn values_may_be_listed_and_numbers_may_be_a_range() {
        let base = games::find("ssehc").expect("a game");
        let games = "point-far=-2..0,home-wins=true"
            .parse::<Variation>()
            .and_then(|variation| variation.of(base));
        let lines: Vec<String> = games
            .expect("games")
            .iter()
            .map(|game| game.definition())
            .collect();
        assert_eq!(
            lines,
            [
                "ssehc",
                "ssehc home-wins=true",
                "ssehc home-wins=true point-far=-1",
                "ssehc home-wins=true point-far=0"
            ]
        );
        let base = games::find("unachess").expect("a game");
        let games = "pawn-rows=[2,4]|[1,4]"
            .parse::<Variation>()
            .and_then(|variation| variation.of(base));
        assert_eq!(games.expect("games").len(), 2);
    }

    #[test]
    fn a_start_varies_with_other_switches() {
        assert_eq!(
            variation("start=base|placement,goal=home"),
            Ok(
                ["unplay", "unplay goal=home", "unplay-placement goal=home",]
                    .map(str::to_owned)
                    .to_vec()
            )
        );
    }

    #[test]
    fn what_is_not_varied_comes_from_the_base() {
        let weights = include_str!("../games/unplay-strict/weights.toml");
        let text = "name = \"own-weights\"\nbase = \"unplay\"\nweights = \"mine.toml\"\n\
                    [switches]\nbishops = \"any\"";
        let beside = |name: &str| (name == "mine.toml").then(|| weights.as_bytes().to_vec());
        let base = games::add(text, &beside);
        let base = base.expect("a game");
        let varied = "pawns-on-a-file=any".parse::<Variation>();
        let varied = varied
            .and_then(|variation| variation.of(base))
            .expect("games");
        assert_eq!(varied.len(), 2);
        assert_eq!(varied[1].weights_name(), "own-weights");
        assert_eq!(varied[1].weights(), base.weights());
    }

    #[test]
    fn wrong_variations_are_refused() {
        for (text, words) in [
            ("=x", "'=x' is not of the form"),
            ("goal=", "'goal=' is not of the form"),
            ("point-far=0..-2", "the range '0..-2' is empty"),
            ("goal=draw", "goal: expected \"army\" or \"home\""),
            ("pawn-rows", "pawn-rows has more than 4 values"),
            ("colour=red|blue", "have no switch of this name"),
        ] {
            let error = variation(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
