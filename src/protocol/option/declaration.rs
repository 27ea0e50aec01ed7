//! The declaration of an option, and the lines that are made from it.

use std::ops::RangeInclusive;

use crate::games::{self, Game};
use crate::protocol::settings::Settings;

/// The whole numbers from `min` to `max`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
}

impl Bounds {
    /// All values.
    #[must_use]
    pub const fn range(self) -> RangeInclusive<i64> {
        self.min..=self.max
    }
}

/// The whole numbers that an option takes, and its default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spin {
    /// The value of the option if it is never set.
    pub default: i64,
    /// The least and the greatest value.
    pub bounds: Bounds,
}

impl Spin {
    pub(super) const fn new(default: i64, min: i64, max: i64) -> Self {
        Self {
            default,
            bounds: Bounds { min, max },
        }
    }

    /// All values.
    #[must_use]
    pub const fn range(self) -> RangeInclusive<i64> {
        self.bounds.range()
    }
}

/// The values that an option takes, and the function that sets them.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`. The fields are the default and the setter.
    Check(bool, fn(&mut Settings, bool)),
    /// A whole number. The fields are its default and bounds, and the setter.
    Spin(Spin, fn(&mut Settings, i64)),
    /// A whole number whose default depends on the game. The fields are a function that gives the
    /// default of a game, the bounds, and the setter.
    GameSpin(fn(&Game) -> i64, Bounds, fn(&mut Settings, i64)),
    /// The name of a game, by default that of [`games::default_game`]. The field is the setter.
    Game(fn(&mut Settings, &'static Game)),
    /// An action without a value.
    Button,
    /// The path of a game file, which the session reads.
    GameFile,
    /// Any text, by default the empty text. The field is the setter. It gets `None` if the text is
    /// empty or `<empty>`.
    Text(fn(&mut Settings, Option<String>)),
}

/// What the session has to do after an option is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing: the value is read when it is next needed.
    Nothing,
    /// Set up the start position of the game.
    ChangeGame,
    /// Add the game of a game file.
    AddGame,
    /// Replace or clear the transposition table, if no search runs. If one runs, the next search
    /// does it.
    Prepare,
    /// Clear what searches have learned.
    ClearHash,
    /// Warn if the option Threads exceeds the number of processors that the program may use.
    CheckThreads,
    /// Open the log file, or close it.
    OpenLog,
}

impl Action {
    /// Whether an option with this action is refused while a search, a perft or a question runs.
    #[must_use]
    pub const fn needs_idle_engine(self) -> bool {
        matches!(
            self,
            Action::ChangeGame | Action::AddGame | Action::ClearHash
        )
    }
}

/// What a game needs in order to offer an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Nothing: every game offers the option.
    Nothing,
    /// Levels with ratings.
    Ratings,
}

/// The declaration of an option.
#[derive(Clone, Copy, Debug)]
pub struct EngineOption {
    /// The name of the option. Case is ignored.
    pub name: &'static str,
    /// The values that the option takes, and the function that sets them.
    pub kind: Kind,
    /// What the option does, in a few sentences.
    pub help: &'static str,
    /// What the session has to do after the option is set.
    pub action: Action,
    /// What a game needs in order to offer the option.
    pub needs: Needs,
}

impl EngineOption {
    pub(super) const fn new(name: &'static str, kind: Kind, help: &'static str) -> Self {
        Self {
            name,
            kind,
            help,
            action: Action::Nothing,
            needs: Needs::Nothing,
        }
    }

    pub(super) const fn then(self, action: Action) -> Self {
        Self { action, ..self }
    }

    pub(super) const fn needing(self, needs: Needs) -> Self {
        Self { needs, ..self }
    }

    /// Whether the option is offered in a game.
    #[must_use]
    pub fn is_offered(&self, game: &Game) -> bool {
        match self.needs {
            Needs::Nothing => true,
            Needs::Ratings => game.has_ratings(),
        }
    }
}

impl EngineOption {
    /// The line that declares the option to a client.
    #[must_use]
    pub fn announcement(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Check(default, _) => format!("option name {name} type check default {default}"),
            Kind::Spin(Spin { default, bounds }, _) => {
                let Bounds { min, max } = bounds;
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::GameSpin(default, Bounds { min, max }, _) => {
                let default = default(games::default_game());
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Game(_) => {
                let default = games::default_game();
                let values: String = games::names()
                    .into_iter()
                    .map(|name| format!(" var {name}"))
                    .collect();
                format!("option name {name} type combo default {default}{values}")
            }
            Kind::Button => format!("option name {name} type button"),
            Kind::GameFile | Kind::Text(_) => {
                format!("option name {name} type string default <empty>")
            }
        }
    }

    /// The row of the table in `protocol.md`: name, values and default, help.
    #[must_use]
    pub fn table_row(&self) -> String {
        let values = match self.kind {
            Kind::Check(default, _) => format!("check, {default}"),
            Kind::Spin(Spin { default, bounds }, _) => {
                format!("{} to {}, {default}", bounds.min, bounds.max)
            }
            Kind::GameSpin(default, Bounds { min, max }, _) => {
                format!("{min} to {max}, {}", default(games::default_game()))
            }
            Kind::Game(_) => format!("name of a game, {}", games::default_game()),
            Kind::Button => "button".to_owned(),
            Kind::GameFile => "path, empty".to_owned(),
            Kind::Text(_) => "text, empty".to_owned(),
        };
        format!("| `{}` | {values} | {} |", self.name, self.help)
    }
}
