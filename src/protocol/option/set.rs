//! Setting options by name.

use thiserror::Error;

use super::declaration::{Action, Bounds, Kind, Spin};
use super::table::OPTIONS;
use crate::games::{self, Game};
use crate::protocol::excerpt::excerpt;
use crate::protocol::settings::Settings;

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no option with this name.
    #[error("there is no option '{0}'; the answer to uci lists all options")]
    Unknown(String),
    /// The option is not offered in the game. (`false` is accepted all the same: it switches
    /// nothing on.)
    #[error(
        "option {name}: the levels of {game} have no ratings; use Skill Level, or set 'weights' in the game file"
    )]
    NotOffered {
        /// The option.
        name: &'static str,
        /// The game.
        game: &'static Game,
    },
    /// The option does not take this value.
    #[error("option {name}: '{value}' is not {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// What would be right.
        expected: String,
    },
}

/// Every option at its default.
#[must_use]
pub fn defaults() -> Settings {
    let mut settings = Settings::zero(games::default_game());
    for option in &OPTIONS {
        match option.kind {
            Kind::Check(default, set) => set(&mut settings, default),
            Kind::Spin(spin, set) => set(&mut settings, spin.default),
            // The settings already have the default game. A `GameSpin` stays unset. Until it is
            // set, the game gives its value. Game files and buttons have no value in the settings.
            Kind::Game(_) | Kind::GameSpin(..) | Kind::GameFile | Kind::Button => {}
            Kind::Text(set) => set(&mut settings, None),
        }
    }
    settings
}

/// Sets an option, and returns what the session has to do next.
///
/// # Errors
///
/// If there is no such option, if the game does not offer it, or if the value is wrong. The
/// settings then stay as they were.
pub fn set(
    settings: &mut Settings,
    name: &str,
    value: Option<&str>,
) -> Result<Action, OptionError> {
    let option = OPTIONS
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(excerpt(name)))?;
    let (name, game) = (option.name, settings.game);
    let is_switched_off = matches!(option.kind, Kind::Check(..)) && value == Some("false");
    if !option.is_offered(game) && !is_switched_off {
        return Err(OptionError::NotOffered { name, game });
    }
    let text = value.unwrap_or_default();
    let wrong = |expected: String| OptionError::Value {
        name: option.name,
        value: excerpt(text),
        expected,
    };
    match option.kind {
        Kind::Check(_, set) => match text {
            "true" => set(settings, true),
            "false" => set(settings, false),
            _ => return Err(wrong("true or false".to_owned())),
        },
        Kind::Spin(Spin { bounds, .. }, set) | Kind::GameSpin(_, bounds, set) => {
            match text.parse() {
                Ok(number) if bounds.range().contains(&number) => set(settings, number),
                _ => {
                    let Bounds { min, max } = bounds;
                    return Err(wrong(format!("a whole number from {min} to {max}")));
                }
            }
        }
        Kind::Game(set) => {
            let names = || games::names().join(", ");
            let game = text.parse();
            set(
                settings,
                game.map_err(|_| wrong(format!("one of {}", names())))?,
            );
        }
        Kind::Text(set) => {
            let is_empty = text.is_empty() || text == "<empty>";
            set(settings, (!is_empty).then(|| text.to_owned()));
        }
        Kind::GameFile | Kind::Button => {}
    }
    Ok(option.action)
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_option_sets_what_its_name_says() {
        let settings = defaults();
        assert_eq!(settings.hash, 64);
        assert_eq!(settings.threads, 1);
        assert_eq!(settings.multipv, 1);
        assert_eq!(settings.overhead, Duration::from_millis(10));
        assert_eq!((settings.skill, settings.elo), (20, 1500));
        assert_eq!(settings.contempt, None);
        assert!(settings.use_network && !settings.limit_strength);
        assert!(!settings.show_wdl && !settings.analyse && !settings.own_book);
        assert_eq!((settings.seed, settings.start_seed), (0, 0));
        assert_eq!(settings.log_file, None);
        let mut changed = settings.clone();
        for (name, value) in [
            ("UCI_Variant", "unplay"),
            ("Hash", "2"),
            ("Threads", "3"),
            ("MultiPV", "4"),
            ("Move Overhead", "5"),
            ("UCI_ShowWDL", "true"),
            ("UCI_AnalyseMode", "true"),
            ("Skill Level", "6"),
            ("UCI_LimitStrength", "true"),
            ("UCI_Elo", "700"),
            ("Contempt", "-8"),
            ("Use Network", "false"),
            ("Own Book", "true"),
            ("Seed", "9"),
            ("StartSeed", "10"),
            ("Debug Log File", "log"),
        ] {
            set(&mut changed, name, Some(value)).expect(name);
        }
        let expected = Settings {
            game: games::find("unplay").expect("a game"),
            hash: 2,
            threads: 3,
            multipv: 4,
            overhead: Duration::from_millis(5),
            show_wdl: true,
            analyse: true,
            skill: 6,
            limit_strength: true,
            elo: 700,
            contempt: Some(-8),
            use_network: false,
            own_book: true,
            seed: 9,
            start_seed: 10,
            log_file: Some("log".to_owned()),
        };
        assert_eq!(changed, expected);
    }

    #[test]
    fn changing_or_adding_a_game_and_clearing_the_hash_need_an_idle_engine() {
        let mut settings = defaults();
        let mut action = |name, value| set(&mut settings, name, value);
        assert_eq!(action("clear hash", None), Ok(Action::ClearHash));
        assert_eq!(
            action("UCI_Variant", Some("unplay")),
            Ok(Action::ChangeGame)
        );
        assert_eq!(action("Hash", Some("8")), Ok(Action::Prepare));
        assert_eq!(action("Use Network", Some("false")), Ok(Action::Prepare));
        assert_eq!(action("Skill Level", Some("5")), Ok(Action::Nothing));
        assert_eq!(action("GameFile", Some("x.toml")), Ok(Action::AddGame));
        assert!(Action::ClearHash.needs_idle_engine() && Action::ChangeGame.needs_idle_engine());
        assert!(Action::AddGame.needs_idle_engine());
        assert!(!Action::Nothing.needs_idle_engine() && !Action::OpenLog.needs_idle_engine());
        assert!(!Action::Prepare.needs_idle_engine());
    }
}
