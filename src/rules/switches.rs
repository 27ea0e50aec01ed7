//! Switches: the run-time values in which games of one family differ.
//!
//! Each family has a struct with its own switches and the [`Common`] ones. The structs are plain
//! data: their field names are the names of the switches in a game file, and their types accept
//! exactly the values that a game file may give.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{DrawCause, Outcome, Seat};
use crate::board::{Color, Key, Setup, key};

/// A number of points with its unit: `1 point`, `-2 points`.
pub(super) fn points(number: i32) -> String {
    let unit = if number.abs() == 1 { "point" } else { "points" };
    format!("{number} {unit}")
}

/// Switches whose values the family does not accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The names of these switches.
    pub switches: &'static [&'static str],
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// Switches that have no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoEffect {
    /// The names of these switches.
    pub switches: &'static [&'static str],
    /// The reason.
    pub reason: &'static str,
}

impl fmt::Display for NoEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.switches.len() == 1 {
            "has"
        } else {
            "have"
        };
        let names = self.switches.join(" and ");
        write!(f, "{names} {verb} no effect: {}", self.reason)
    }
}

/// The switches of one family. [`Default`] gives the base values of the family: a game file that
/// does not build on another game has these values for the switches that it does not name.
pub trait Switches:
    Copy + Default + Eq + Hash + std::fmt::Debug + Send + Sync + Serialize + DeserializeOwned + 'static
{
    /// The name of the family, which is the name of its first game.
    const FAMILY: &'static str;

    /// Whether [`Rules::judged`](super::Rules::judged) compares the two players in this family. If
    /// not, no switch may have the value `"points"`, which demands this comparison.
    const JUDGES: bool;

    /// The switches that every family has.
    fn common(&self) -> &Common;

    /// Mutable access to the switches that every family has.
    fn common_mut(&mut self) -> &mut Common;

    /// Checks that the values are valid together.
    ///
    /// # Errors
    ///
    /// If the family does not accept the values. The error names the switches and says what would
    /// be right.
    fn check(&self) -> Result<(), Conflict> {
        let common = self.common();
        let meanings: [(&'static [&'static str], DrawMeaning); 3] = [
            (&["repetition"], common.repetition),
            (&["fifty-moves"], common.fifty_moves),
            (&["stalemate"], common.stalemate),
        ];
        let by_points = |&(_, meaning): &(_, DrawMeaning)| meaning == DrawMeaning::Points;
        match meanings.into_iter().find(by_points) {
            Some((switches, _)) if !Self::JUDGES => Err(Conflict {
                switches,
                problem: format!(
                    "{}: games of the family {} are not judged by points; use \"draw\" or \"loses\"",
                    switches.concat(),
                    Self::FAMILY
                ),
            }),
            _ => Ok(()),
        }
    }

    /// The switches that have no effect with these values. `start` is the first position; `None` if
    /// the kings are drawn at random or placed by the players.
    fn without_effect(&self, _start: Option<&Setup>) -> Vec<NoEffect> {
        Vec::new()
    }

    /// A number that is XORed with the keys of positions, so that the same position has different
    /// keys under different rules. It does not depend on `first` and `kings`.
    fn salt(&self) -> Key {
        match self.common().salt {
            Salt::Number(number) => key::salt(number.into()),
            Salt::OfValues => {
                let mut values = *self;
                *values.common_mut() = self.common().without_start();
                let mut hasher = key::KeyHasher::default();
                (Self::FAMILY, values).hash(&mut hasher);
                hasher.finish()
            }
        }
    }
}

/// The switches that every family has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Common {
    /// The side that plays the first turn.
    #[serde(with = "ColorName")]
    pub first: Color,
    /// How the kings come to the board. In a game file `start` decides this.
    #[serde(skip)]
    pub kings: Kings,
    /// What the third occurrence of a position means.
    pub repetition: DrawMeaning,
    /// What a hundred reversible plies mean.
    pub fifty_moves: DrawMeaning,
    /// What stalemate means.
    pub stalemate: DrawMeaning,
    /// The salt of position keys. It is not a rule, so switches that differ only in the salt are
    /// equal.
    #[serde(skip)]
    pub salt: Salt,
}

impl Common {
    /// The values of most games: White plays first; repetition, fifty moves and stalemate are
    /// draws.
    pub const DRAWS: Common = Common {
        first: Color::White,
        kings: Kings::OnBoard,
        repetition: DrawMeaning::Draw,
        fifty_moves: DrawMeaning::Draw,
        stalemate: DrawMeaning::Draw,
        salt: Salt::OfValues,
    };

    /// These switches with fixed values of `first` and `kings`. Neither affects play from a given
    /// position.
    #[must_use]
    pub const fn without_start(self) -> Common {
        Common {
            first: Color::White,
            kings: Kings::OnBoard,
            ..self
        }
    }

    /// What `cause` means in this game.
    #[inline]
    #[must_use]
    pub const fn meaning(&self, cause: DrawCause) -> DrawMeaning {
        match cause {
            DrawCause::Stalemate => self.stalemate,
            DrawCause::Repetition => self.repetition,
            DrawCause::FiftyMoves => self.fifty_moves,
        }
    }

    /// The result of a game that ends by `cause` while `player` is to play. If `cause` means
    /// [`DrawMeaning::Points`], `judge` gives the result.
    #[inline]
    pub fn outcome(
        &self,
        cause: DrawCause,
        player: Seat,
        judge: impl FnOnce() -> Outcome,
    ) -> Outcome {
        match (self.meaning(cause), cause) {
            (DrawMeaning::Draw, _) => Outcome::draw(cause.into()),
            (DrawMeaning::Points, _) => judge(),
            (DrawMeaning::Loses, DrawCause::Repetition) => Outcome::win(player, cause.into()),
            (DrawMeaning::Loses, _) => Outcome::win(!player, cause.into()),
        }
    }

    /// Whether at least one of repetition, fifty moves and stalemate means [`DrawMeaning::Points`].
    #[must_use]
    pub fn judges_by_points(&self) -> bool {
        [self.repetition, self.fifty_moves, self.stalemate].contains(&DrawMeaning::Points)
    }

    /// Whether repetition, fifty moves and stalemate are all draws.
    #[must_use]
    pub fn only_draws(&self) -> bool {
        [self.repetition, self.fifty_moves, self.stalemate] == [DrawMeaning::Draw; 3]
    }
}

/// The result that repetition, fifty moves or stalemate gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawMeaning {
    /// The game is drawn.
    Draw,
    /// The result is that of [`Rules::judged`](super::Rules::judged).
    Points,
    /// After stalemate or fifty moves, the side to play loses. After repetition, the side whose
    /// turn made the position occur for the third time loses.
    Loses,
}

/// How the kings come to the board in a reverse game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kings {
    /// They are on the board from the start.
    #[default]
    OnBoard,
    /// The players place them, beginning with the player who plays first.
    PlacedByPlayers,
}

/// The salt of a game: a number that is XORed with the keys of its positions ([`Switches::salt`]).
/// All salts compare equal and have the same hash, because a salt is not a rule.
#[derive(Clone, Copy, Debug, Default)]
pub enum Salt {
    /// A hash of the values of the switches.
    #[default]
    OfValues,
    /// The salt with this number in a fixed list ([`key::salt`]).
    Number(u8),
}

impl PartialEq for Salt {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Salt {}

impl Hash for Salt {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The name of a side in a game file.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "lowercase")]
enum ColorName {
    White,
    Black,
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Bounded<const LEAST: i8, const MOST: i8>(i8);

impl<const LEAST: i8, const MOST: i8> Bounded<LEAST, MOST> {
    /// A number within the bounds.
    ///
    /// # Panics
    ///
    /// Panics if it is out of bounds.
    #[must_use]
    pub const fn new(number: i8) -> Self {
        assert!(LEAST <= number && number <= MOST);
        Self(number)
    }

    /// The number.
    #[inline]
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }
}

impl<const LEAST: i8, const MOST: i8> TryFrom<i64> for Bounded<LEAST, MOST> {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        i8::try_from(number)
            .ok()
            .filter(|number| (LEAST..=MOST).contains(number))
            .map(Self)
            .ok_or_else(|| format!("expected a whole number from {LEAST} to {MOST}"))
    }
}

impl<const LEAST: i8, const MOST: i8> From<Bounded<LEAST, MOST>> for i64 {
    fn from(number: Bounded<LEAST, MOST>) -> i64 {
        number.0.into()
    }
}
