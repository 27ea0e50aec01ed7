//! The rules of one game in the oracle. The switches of the game come from its file or from a test.

use std::collections::BTreeMap;

use reviver::board::{Pending, Role, Setup, attacks};
use toml::{Table, Value};

use super::{empty_squares, end_turn, smolowitz, ssehc, unachess, unplay};

/// The names of switches and their values.
type SwitchValues = &'static [(&'static str, &'static str)];

/// Each family with the base values of its switches. [`GameRules::with`] adds the values that most
/// families share.
const FAMILIES: [(&str, SwitchValues); 4] = [
    (
        "ssehc",
        &[
            ("declare", "stuck-or-full"),
            ("home-wins", "false"),
            ("compare", "points"),
            ("point-home", "1"),
            ("point-far", "-2"),
        ],
    ),
    (
        "smolowitz",
        &[
            ("first", "black"),
            ("repetition", "points"),
            ("fifty-moves", "points"),
            ("stalemate", "points"),
            ("switch-colours", "true"),
            ("possible", "true"),
            ("point-pawn", "1"),
            ("point-piece", "2"),
            ("home-wins-early", "false"),
        ],
    ),
    (
        "unplay",
        &[
            ("own-check", "free"),
            ("bishops", "two-colours"),
            ("pawns-on-a-file", "one"),
            ("revived-pawns", "ahead"),
            ("goal", "army"),
        ],
    ),
    (
        "unachess",
        &[
            ("pawn-rows", "[2, 4]"),
            ("double-step", "true"),
            ("castling", "true"),
            ("capture-before-king", "false"),
        ],
    ),
];

/// The rules of one game, given by its family and its switches.
#[derive(Clone, Debug)]
pub struct GameRules {
    family: &'static str,
    values: BTreeMap<String, String>,
}

impl GameRules {
    /// The rules of a built-in game, from its `game.toml` and the `game.toml` of each of its bases.
    /// If `src/games` has no folder `name`, `name` must be a family. Then all switches have the
    /// base values of the family.
    pub fn of(name: &str) -> Self {
        let mut given: BTreeMap<String, String> = BTreeMap::new();
        let mut name = name.to_owned();
        while let Some(file) = file_of(&name) {
            let switches = file.get("switches").and_then(Value::as_table);
            for (switch, value) in switches.into_iter().flatten() {
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                // The value of a game overrides the value of its base.
                given.entry(switch.clone()).or_insert(text);
            }
            let word = |key| file.get(key).and_then(Value::as_str);
            if let Some(rules) = word("rules") {
                name = rules.to_owned();
                break;
            }
            name = word("base").expect("rules or a base").to_owned();
        }
        let given = given.iter().map(|(switch, value)| (&**switch, &**value));
        Self::with(&name, given)
    }

    /// The rules of a game of `family` that sets `switches`. All other switches have the base
    /// values of the family. Values are written as in a game file, but without quotation marks.
    pub fn with<'a>(family: &str, switches: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let (family, base) = FAMILIES
            .into_iter()
            .find(|(known, _)| *known == family)
            .unwrap_or_else(|| panic!("the oracle does not know {family}"));
        let mut values: BTreeMap<String, String> = [
            ("first", "white"),
            ("repetition", "draw"),
            ("fifty-moves", "draw"),
            ("stalemate", "draw"),
        ]
        .into_iter()
        .chain(base.iter().copied())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
        for (name, value) in switches {
            values.insert(name.to_owned(), value.to_owned());
        }
        Self { family, values }
    }

    /// The name of the family.
    pub fn family(&self) -> &'static str {
        self.family
    }

    /// The value of a switch.
    pub fn value(&self, name: &str) -> &str {
        &self.values[name]
    }

    /// Whether a switch has this value.
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.value(name) == value
    }

    /// Whether a switch is `true`.
    pub fn on(&self, name: &str) -> bool {
        self.is(name, "true")
    }

    /// The value of a switch, as a number.
    pub fn number(&self, name: &str) -> i32 {
        self.value(name).parse().expect("a number")
    }

    /// Maps each legal turn to the position after it, both as text.
    pub fn turns(&self, setup: &Setup) -> BTreeMap<String, String> {
        let list: Vec<(String, String)> = if self.family == "unachess" {
            let turns = unachess::SquareMap::new(self.unachess(), setup).turns();
            let text = |(turn, after): (String, unachess::SquareMap)| (turn, after.to_string());
            turns.into_iter().map(text).collect()
        } else {
            let text = |(turn, after): (String, Setup)| (turn, after.to_string());
            self.reverse_turns(setup).into_iter().map(text).collect()
        };
        let count = list.len();
        let map: BTreeMap<String, String> = list.into_iter().collect();
        assert_eq!(map.len(), count, "the oracle found a turn twice in {setup}");
        map
    }

    /// The number of legal sequences of `depth` turns from a position of a reverse game. `depth`
    /// must be at least 1.
    pub fn perft(&self, setup: &Setup, depth: u32) -> usize {
        let turns = self.reverse_turns(setup);
        if depth <= 1 {
            return turns.len();
        }
        turns
            .iter()
            .map(|(_, after)| self.perft(after, depth - 1))
            .sum()
    }

    fn reverse_turns(&self, setup: &Setup) -> Vec<(String, Setup)> {
        if setup.placement.king(setup.side).is_none() {
            return king_placements(setup);
        }
        match self.family {
            "ssehc" => ssehc::turns(
                ssehc::Ends {
                    may_be_declared: !self.is("declare", "never"),
                    by_full_rows: self.is("declare", "stuck-or-full"),
                    home_wins: self.on("home-wins"),
                },
                setup,
            ),
            "smolowitz" => smolowitz::turns(
                smolowitz::Switches {
                    possible: self.on("possible"),
                    home_wins_early: self.on("home-wins-early"),
                },
                setup,
            ),
            _ => unplay::turns(
                unplay::Switches {
                    removable: self.is("own-check", "removable"),
                    two_colours: self.is("bishops", "two-colours"),
                    one_pawn: self.is("pawns-on-a-file", "one"),
                    ahead: self.is("revived-pawns", "ahead"),
                    home: self.is("goal", "home"),
                },
                setup,
            ),
        }
    }

    fn unachess(&self) -> unachess::Switches {
        let rows: Vec<i32> = self
            .value("pawn-rows")
            .trim_matches(['[', ']'])
            .split(", ")
            .map(|row| row.parse().expect("a row"))
            .collect();
        unachess::Switches {
            pawn_rows: (rows[0], rows[1]),
            double_step: self.on("double-step"),
            castling: self.on("castling"),
            capture_before_king: self.on("capture-before-king"),
        }
    }
}

/// The game file of a built-in game; `None` if there is no such game.
fn file_of(name: &str) -> Option<Table> {
    let path = format!("{}/src/games/{name}/game.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.parse().expect("TOML"))
}

/// The turns that place the king of the side to play where it does not touch the other king.
fn king_placements(setup: &Setup) -> Vec<(String, Setup)> {
    let mut list = Vec::new();
    for square in empty_squares(setup) {
        let other = setup.placement.king(!setup.side);
        if other.is_some_and(|other| attacks::king_attacks(other).contains(square)) {
            continue;
        }
        let mut after = *setup;
        after.placement.revive(Role::King.of(setup.side), square);
        end_turn(&mut after, Pending::Nothing, true);
        list.push((format!("K@{square}"), after));
    }
    list
}
