//! How a game is played: who plays, how strong the engine is, and how turns are written.

use crate::cli::notation::Notation;
use crate::games::Game;
use crate::play::clock::Clocks;
use crate::play::limits::PlayerLimits;
use crate::protocol::option::LEVELS;
use crate::rules::Seat;
use crate::search::Strength;

/// How a game is played.
#[derive(Clone, Debug)]
pub(in crate::cli::play) struct GameSettings {
    /// The seats that a person plays.
    pub(in crate::cli::play) humans: Vec<Seat>,
    /// The level of the engine, 0 to 20.
    pub(in crate::cli::play) level: u8,
    /// The limits of the engine's turns, and the clocks of both seats.
    pub(in crate::cli::play) clocks: Clocks,
    /// The notation in which turns are shown.
    pub(in crate::cli::play) notation: Notation,
    /// The seed of a random start position. Also the seed of the engine's random mistakes below
    /// full strength.
    pub(in crate::cli::play) seed: u64,
}

/// The settings of a game, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(in crate::cli::play) struct KnownSettings {
    pub(in crate::cli::play) humans: Option<Vec<Seat>>,
    pub(in crate::cli::play) level: Option<u8>,
    pub(in crate::cli::play) clocks: Option<Clocks>,
    pub(in crate::cli::play) notation: Option<Notation>,
    pub(in crate::cli::play) seed: Option<u64>,
}

impl KnownSettings {
    /// These settings; `other` supplies the missing ones.
    pub(in crate::cli::play) fn or(self, other: Self) -> Self {
        Self {
            humans: self.humans.or(other.humans),
            level: self.level.or(other.level),
            clocks: self.clocks.or(other.clocks),
            notation: self.notation.or(other.notation),
            seed: self.seed.or(other.seed),
        }
    }

    /// These settings, with the players' seats exchanged.
    pub(in crate::cli::play) fn with_sides_exchanged(self) -> Self {
        let exchanged = |seats: Vec<Seat>| seats.into_iter().map(|seat| !seat).collect();
        Self {
            humans: self.humans.map(exchanged),
            ..self
        }
    }

    /// Whether nothing is known about the strength of the engine.
    pub(in crate::cli::play) const fn leave_strength_open(&self) -> bool {
        self.level.is_none() && self.clocks.is_none()
    }
}

impl GameSettings {
    /// The highest level, which is full strength.
    pub(in crate::cli::play) const FULL_LEVEL: u8 = LEVELS.bounds.max as u8;

    /// The known settings. The missing ones get default values; `limits` are the default limits.
    pub(in crate::cli::play) fn complete(known: KnownSettings, limits: PlayerLimits) -> Self {
        Self {
            humans: known.humans.unwrap_or_else(|| vec![Seat::First]),
            level: known.level.unwrap_or(LEVELS.default as u8),
            clocks: known.clocks.unwrap_or_else(|| Clocks::new([limits; 2])),
            notation: known.notation.unwrap_or_default(),
            seed: known.seed.unwrap_or_default(),
        }
    }

    /// The settings for the next game. The clocks are reset. The seed increases by 1, so that the
    /// engine makes different mistakes.
    pub(in crate::cli::play) fn for_another_game(&self) -> KnownSettings {
        KnownSettings {
            humans: Some(self.humans.clone()),
            level: Some(self.level),
            clocks: Some(Clocks::new([self.limits(); 2])),
            notation: Some(self.notation),
            seed: Some(self.seed.wrapping_add(1)),
        }
    }

    /// What the engine may spend on a turn. It is the same for both seats.
    pub(in crate::cli::play) const fn limits(&self) -> PlayerLimits {
        *self.clocks.limits(Seat::First)
    }

    /// The strength of the engine.
    pub(in crate::cli::play) fn strength(&self) -> Strength {
        Strength::of_level(f32::from(self.level))
    }

    /// Whether the engine plays at least one seat.
    pub(in crate::cli::play) const fn engine_plays(&self) -> bool {
        self.humans.len() < 2
    }

    /// How the names of files for a game begin, if the program chooses the names: `reviver-ssehc`.
    pub(in crate::cli::play) fn file_stem(game: &'static Game) -> String {
        format!("reviver-{game}")
    }
}
