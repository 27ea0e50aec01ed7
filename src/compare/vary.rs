//! Variations of a base game. A text names the switches that vary, with or without values, as in
//! `goal,point-far=-2..0`.

use thiserror::Error;

use crate::games::{DefinitionError, Game, GameProblem, switch_values};

/// The maximum number of combinations of values in a variation. It is also the maximum number of
/// values in a range.
pub(super) const MAX_GAMES: usize = 64;

/// If a switch has more possible values than this, its values must be given.
const MAX_VALUES: usize = 4;

/// Switches and the values that each of them takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation(pub(super) Vec<(String, Values)>);

/// The values that a switch takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// All values of the switch. The value `points` is left out in a family that does not judge
    /// games by points.
    All,
    /// These values.
    Given(Vec<String>),
}

/// Why a text is not a variation of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VaryError {
    /// A part of the text names no switch, a value is missing, or an end of a range is not a whole
    /// number.
    #[error("'{0}' is not of the form SWITCH, SWITCH=VALUE|VALUE or SWITCH=LOW..HIGH")]
    Syntax(String),
    /// A range is empty.
    #[error("the range in '{0}' is empty; write the lower number first, as in -2..0")]
    EmptyRange(String),
    /// A range has too many values.
    #[error(
        "the range in '{part}' has {count} values, but at most {MAX_GAMES} are allowed; give a shorter range"
    )]
    LongRange {
        /// The switch and its range.
        part: String,
        /// The number of values.
        count: i128,
    },
    /// No values are given for a switch that has too many possible values, or that takes numbers or
    /// a position.
    #[error(
        "{0}: give its values, as in {0}=VALUE|VALUE; the values may be left out only for a switch that has at most {MAX_VALUES} possible values"
    )]
    TooManyValues(String),
    /// The switches do not make a valid game.
    #[error("'{switches}': {problem}")]
    Game {
        /// The switches and their values.
        switches: String,
        /// What is wrong with them.
        problem: String,
    },
    /// There are too many combinations of values.
    #[error(
        "there are more than {MAX_GAMES} combinations of these values; vary fewer switches, or give fewer \
         values"
    )]
    TooManyCombinations,
}

/// The variations of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variations {
    /// The games. The first is the base.
    pub games: Vec<&'static Game>,
    /// The combinations and values that were left out, each with the reason (see
    /// [`Variation::of`]).
    pub left_out: Vec<String>,
}

impl Variation {
    /// The variations of `base`. If a variation has the switches of a known game, that game is used
    /// instead of a new one. A combination is left out if its switches contradict each other, or if
    /// it has the value `points` in a family that does not judge games by points
    /// ([`GameProblem::Combination`]).
    ///
    /// # Errors
    ///
    /// * If the game lacks one of the switches, or refuses one of the given values.
    /// * If there are too many values or combinations.
    /// * If every combination would be left out.
    pub fn of(&self, base: &'static Game) -> Result<Variations, VaryError> {
        let (mut lines, mut left_out) = (vec![String::new()], Vec::new());
        // The value of `start` may be a position, which contains spaces. So `start` must be the
        // last switch of a line.
        let (starts, others): (Vec<_>, Vec<_>) =
            self.0.iter().partition(|(name, _)| name == "start");
        for (name, values) in others.into_iter().chain(starts) {
            let values = match values {
                Values::Given(values) => values.clone(),
                Values::All => all_values(base, name, &mut left_out)?,
            };
            let earlier = std::mem::take(&mut lines);
            for line in &earlier {
                lines.extend(values.iter().map(|value| format!("{line} {name}={value}")));
            }
            if lines.len() > MAX_GAMES {
                return Err(VaryError::TooManyCombinations);
            }
        }
        let (mut games, mut contradictory) = (vec![base], Vec::new());
        let count = lines.len();
        for line in lines {
            let switches = line.trim().to_owned();
            match base.with_switches(&name_of(base, &line), &line) {
                Ok(game) if games.contains(&game) => {}
                Ok(game) => games.push(game),
                Err(error) => {
                    let problem = problem_of(&error);
                    let error_of_line = VaryError::Game { switches, problem };
                    match error {
                        DefinitionError::Values { error, .. }
                            if matches!(error.problem, GameProblem::Combination(_)) =>
                        {
                            contradictory.push(error_of_line);
                        }
                        _ => return Err(error_of_line),
                    }
                }
            }
        }
        if contradictory.len() == count && count > 0 {
            return Err(contradictory.swap_remove(0));
        }
        left_out.extend(contradictory);
        let left_out = left_out.iter().map(ToString::to_string).collect();
        Ok(Variations { games, left_out })
    }
}

/// All values of a switch. If the family does not judge games by points, the value `points` is not
/// returned, but added to `left_out`. Other values are not checked here: [`Variation::of`] checks
/// every combination of values.
fn all_values(
    base: &'static Game,
    name: &str,
    left_out: &mut Vec<VaryError>,
) -> Result<Vec<String>, VaryError> {
    check_name(base, name)?;
    let all = switch_values(name);
    if all.is_empty() || all.len() > MAX_VALUES {
        return Err(VaryError::TooManyValues(name.to_owned()));
    }
    let mut values = Vec::new();
    for value in all {
        let switches = format!("{name}={value}");
        if value == "points"
            && let Err(error) = base.accepts(&switches)
        {
            let problem = problem_of(&error);
            left_out.push(VaryError::Game { switches, problem });
        } else {
            values.push(value.to_owned());
        }
    }
    Ok(values)
}

/// What is wrong with the switches. The text leaves out the name that [`name_of`] made for the
/// game, because the user does not know this name.
fn problem_of(error: &DefinitionError) -> String {
    match error {
        DefinitionError::Values { error, .. } => error.problem.to_string(),
        error => error.to_string(),
    }
}

/// Checks that a game has a switch of this name. The error suggests a similar switch, lists all
/// switches, or says that the name is a key of the game.
fn check_name(base: &'static Game, name: &str) -> Result<(), VaryError> {
    match base.accepts(&format!("{name}=0")) {
        Err(DefinitionError::Values { error, .. })
            if matches!(
                error.problem,
                GameProblem::Switch { .. } | GameProblem::Misplaced(_)
            ) =>
        {
            Err(VaryError::Game {
                switches: name.to_owned(),
                problem: error.problem.to_string(),
            })
        }
        // Whether the game accepts the value 0 does not matter here.
        _ => Ok(()),
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
                letter.to_ascii_lowercase()
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
        let games = text.parse::<Variation>()?.of(base)?.games;
        Ok(games.iter().map(|game| game.definition()).collect())
    }

    #[test]
    fn a_switch_without_values_takes_all_values_and_the_base_is_included() {
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
            .games
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
        assert_eq!(games.expect("games").games.len(), 2);
    }

    #[test]
    fn the_start_can_vary_together_with_other_switches() {
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
    fn a_start_may_be_a_position() {
        let fen = "8/8/4k3/8/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - - 0 1";
        assert_eq!(
            variation(&format!("start=base|{fen}")),
            Ok(vec!["unplay".to_owned(), format!("unplay start={fen}")])
        );
    }

    #[test]
    fn only_combinations_that_contradict_themselves_are_left_out() {
        let base = games::find("ssehc").expect("a game");
        for text in [
            "declare,home-wins",
            "declare=never|stuck,home-wins=true|false",
        ] {
            let variation = text.parse::<Variation>().expect("a variation");
            let varied = variation.of(base).expect("games");
            let lines: Vec<String> = varied.games.iter().map(|game| game.definition()).collect();
            assert!(
                lines.contains(&"ssehc declare=never home-wins=true".to_owned()),
                "{text}: {lines:?}"
            );
            let [left_out] = varied.left_out.as_slice() else {
                panic!("{text}: {:?}", varied.left_out);
            };
            assert!(
                left_out.starts_with("'declare=never home-wins=false': declare = \"never\" with "),
                "{left_out}"
            );
        }
        let variation = "declare=never".parse::<Variation>().expect("a variation");
        let error = variation.of(base).expect_err("no game").to_string();
        assert!(error.contains("every game would be a draw"), "{error}");
    }

    #[test]
    fn points_are_left_out_with_a_note_in_a_family_without_points() {
        let base = games::find("unplay").expect("a game");
        for text in ["stalemate", "stalemate=draw|loses|points"] {
            let variation = text.parse::<Variation>().expect("a variation");
            let varied = variation.of(base).expect("games");
            assert_eq!(varied.games.len(), 2, "{text}");
            let [left_out] = varied.left_out.as_slice() else {
                panic!("{text}: {:?}", varied.left_out);
            };
            assert!(left_out.starts_with("'stalemate=points': "), "{left_out}");
        }
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
            .expect("games")
            .games;
        assert_eq!(varied.len(), 2);
        assert_eq!(varied[1].weights_name(), "own-weights");
        assert_eq!(varied[1].weights(), base.weights());
    }

    #[test]
    fn wrong_variations_are_refused() {
        for (text, words) in [
            ("=x", "'=x' is not of the form"),
            ("goal=", "'goal=' is not of the form"),
            (
                "point-far=0..-2",
                "the range in 'point-far=0..-2' is empty; write the lower number first",
            ),
            (
                "goal=home,point-far=0..64",
                "the range in 'point-far=0..64' has 65 values, but at most 64 are allowed",
            ),
            (
                "point-far=-9223372036854775808..9223372036854775807",
                "has 18446744073709551616 values, but at most 64 are allowed",
            ),
            ("point-far=0..x", "'point-far=0..x' is not of the form"),
            (
                "goal=draw",
                "'goal=draw': goal: expected \"army\" or \"home\"",
            ),
            (
                "x=1",
                "'x=1': switches: games of the family unplay have no switch",
            ),
            (
                "start",
                "may be left out only for a switch that has at most 4 possible values",
            ),
            (
                "pawn-rows",
                "'pawn-rows': switches: games of the family unplay have no switch of this name",
            ),
            (
                "goal,bishops,pawns-on-a-file,revived-pawns,own-check,repetition,stalemate",
                "more than 64 combinations of these values",
            ),
            ("colour=red|blue", "have no switch of this name"),
        ] {
            let error = variation(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
