//! The first positions of an event, from which its games begin. The first position of a game
//! depends only on the event, the variant and the round. The random ones depend on the name that
//! the event gives the variant.

use std::collections::BTreeMap;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::file;
use crate::board::{Setup, Turn};
use crate::games::{Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::play::game_name::GameName;
use crate::rules::Rules;
use crate::tournament::digest::digest;
use crate::tournament::event::{Event, Openings, Order, Source};

/// How many random openings of one length are tried. If all of them end the game, shorter ones are
/// tried.
const TRIES: usize = 100;

/// Why an event has no first positions.
#[derive(Debug, Error)]
pub enum FirstPositionsError {
    /// The source is a file, but no file is named.
    #[error("openings: the source is a file, but no file is named")]
    NoFile,
    /// The file cannot be read.
    #[error("openings: {path}: {source}")]
    Unreadable {
        /// Its name.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A line is not an opening.
    #[error("{path}: {source}")]
    Line {
        /// The file.
        path: String,
        /// The line, and what is wrong.
        source: file::OpeningError,
    },
    /// The file has no position of the variant `variant`.
    #[error("{path}: there is no position of {variant}")]
    None {
        /// The file.
        path: String,
        /// The variant.
        variant: &'static Game,
    },
}

/// The first positions of an event. All games of a variant in a round begin from the same position:
/// the start position of the variant, an opening, or a position after random turns.
#[derive(Debug)]
pub struct FirstPositions {
    source: Source,
    plies: u32,
    seed: u64,
    /// The variants, with their names in the event.
    variants: Vec<GameName>,
    listed: BTreeMap<&'static Game, Vec<Setup>>,
}

impl FirstPositions {
    /// Reads the openings, and stores their digest in the event. There are none to read if the
    /// games begin from the start position or after random turns.
    ///
    /// # Errors
    ///
    /// Only with [`Source::File`]:
    ///
    /// * No file is named.
    /// * The file of a variant cannot be read, or has no position of the variant.
    /// * A line is not an opening.
    pub fn prepare(event: &mut Event) -> Result<Self, FirstPositionsError> {
        let mut prepared = Self {
            source: event.openings.source,
            plies: event.openings.plies,
            seed: event.seed,
            variants: event.variants.clone(),
            listed: BTreeMap::new(),
        };
        let mut listed = Vec::new();
        for variant in event.variants.iter().map(|name| name.game) {
            let mut setups = match (event.openings.source, &event.openings.file) {
                (Source::Start | Source::Random, _) => continue,
                (Source::BuiltIn, _) => file::embedded(variant),
                (Source::File, Some(pattern)) => read(variant, pattern)?,
                (Source::File, None) => return Err(FirstPositionsError::NoFile),
            };
            listed.push((variant, setups.clone()));
            if event.openings.order == Order::Shuffled {
                setups.shuffle(&mut prepared.random(variant, 0));
            }
            prepared.listed.insert(variant, setups);
        }
        event.positions = digest_of(&event.variants, &listed);
        Ok(prepared)
    }

    /// First positions from these lists, in their order. Stores their digest in the event.
    #[must_use]
    pub fn listed(event: &mut Event, openings: &[(&'static Game, Vec<Setup>)]) -> Self {
        event.positions = digest_of(&event.variants, openings);
        Self {
            source: event.openings.source,
            plies: event.openings.plies,
            seed: event.seed,
            variants: event.variants.clone(),
            listed: openings.iter().cloned().collect(),
        }
    }

    /// The first position of a variant in a round. Rounds count from 1. If there are more rounds
    /// than listed positions, the list begins again after its end.
    #[must_use]
    pub fn start(&self, variant: &'static Game, round: u32) -> Setup {
        let mut random = self.random(variant, round);
        let start = variant.start(random.random());
        match (self.source, self.listed.get(&variant)) {
            (Source::Start, _) => start,
            (_, Some(setups)) if !setups.is_empty() => {
                let index = (round as usize).wrapping_sub(1) % setups.len();
                setups.get(index).copied().unwrap_or(start)
            }
            _ => variant.dispatch(PlayRandomTurns {
                start,
                plies: self.plies,
                random,
            }),
        }
    }

    /// A warning if a variant has fewer first positions than there are rounds. `None` if it has
    /// enough, or if its first positions are random.
    #[must_use]
    pub fn few_openings_warning(&self, variant: &'static Game, rounds: u32) -> Option<String> {
        let is_random = variant.has_random_start();
        let count = match (self.source, self.listed.get(&variant)) {
            (Source::Random, _) => return None,
            (Source::Start, _) if is_random => return None,
            // If the list is empty, the openings are random.
            (_, Some(setups)) if setups.is_empty() => return None,
            (Source::Start, _) | (_, None) => 1,
            (_, Some(setups)) => setups.len(),
        };
        (count < rounds as usize).then(|| {
            let openings = match count {
                1 => "1 opening for".to_owned(),
                _ => format!("{count} openings for"),
            };
            let again = match count {
                1 => "it is played several times",
                _ => "some are played several times",
            };
            format!("{variant}: {openings} {rounds} rounds; {again}")
        })
    }

    /// The random number generator for the seed, a variant and a round.
    fn random(&self, variant: &'static Game, round: u32) -> ChaCha8Rng {
        random(self.seed, name_of(variant, &self.variants), round)
    }
}

/// The name of a variant in seeds and digests: the name that the event gives it.
fn name_of<'a>(variant: &'static Game, variants: &'a [GameName]) -> &'a str {
    let named = variants.iter().find(|named| named.game == variant);
    named.map_or(variant.name(), |named| &named.name)
}

/// The random number generator for a seed, the name of a variant and a round.
fn random(seed: u64, variant: &str, round: u32) -> ChaCha8Rng {
    let text = format!("{seed} {variant} {round}");
    ChaCha8Rng::from_seed(Sha256::digest(text.as_bytes()).into())
}

/// The first position of a round: the position after random turns from `start`. The event gives the
/// number of turns. If every attempt with this number ends the game, fewer turns are played.
pub(super) fn after_random_turns(
    variant: &'static Game,
    start: Setup,
    event: &Event,
    round: u32,
) -> Setup {
    variant.dispatch(PlayRandomTurns {
        start,
        plies: event.openings.plies,
        random: random(event.seed, name_of(variant, &event.variants), round),
    })
}

/// `count` first positions of a variant, each after a few random turns from the start position.
#[must_use]
pub fn random_openings(variant: &GameName, seed: u64, count: u32) -> Vec<Setup> {
    let positions = FirstPositions {
        source: Source::Random,
        plies: Openings::default().plies,
        seed,
        variants: vec![variant.clone()],
        listed: BTreeMap::new(),
    };
    (1..=count)
        .map(|round| positions.start(variant.game, round))
        .collect()
}

/// Plays random turns from a start.
struct PlayRandomTurns {
    start: Setup,
    plies: u32,
    random: ChaCha8Rng,
}

impl Visitor for PlayRandomTurns {
    type Output = Setup;

    fn visit<R: Rules>(mut self, variant: TypedGame<R>) -> Setup {
        let Ok(start) = variant.position(self.start) else {
            return self.start;
        };
        for plies in (0..=self.plies).rev() {
            for _ in 0..TRIES {
                if let Some(setup) = self.after_random_plies(&start, variant, plies) {
                    return setup;
                }
            }
        }
        self.start
    }
}

impl PlayRandomTurns {
    /// The position after `plies` random turns; `None` if the game is over after one of these
    /// turns.
    fn after_random_plies<R: Rules>(
        &mut self,
        start: &R,
        variant: TypedGame<R>,
        plies: u32,
    ) -> Option<Setup> {
        let mut game = LiveGame::new(variant, start.clone());
        for _ in 0..plies {
            let mut turns: Vec<Turn> = game.position().turns().iter().copied().collect();
            turns.sort_by_cached_key(ToString::to_string);
            let turn = *turns.choose(&mut self.random)?;
            game.play(turn).ok()?;
        }
        game.outcome().is_none().then(|| *game.position().setup())
    }
}

/// A digest of all positions; `None` if there are none.
fn digest_of(variants: &[GameName], openings: &[(&'static Game, Vec<Setup>)]) -> Option<String> {
    let mut all = String::new();
    for (variant, setups) in openings {
        let variant = name_of(variant, variants);
        for setup in setups {
            all.push_str(&format!("{variant} {setup}\n"));
        }
    }
    (!all.is_empty()).then(|| digest(all.as_bytes()))
}

/// Reads the positions of a variant from a file; `{variant}` in its path stands for the name of the
/// variant.
fn read(variant: &'static Game, pattern: &str) -> Result<Vec<Setup>, FirstPositionsError> {
    let path = pattern.replace("{variant}", variant.name());
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(source) => return Err(FirstPositionsError::Unreadable { path, source }),
    };
    match file::read(variant, &text) {
        Ok(setups) if setups.is_empty() => Err(FirstPositionsError::None { path, variant }),
        Ok(setups) => Ok(setups),
        Err(source) => Err(FirstPositionsError::Line { path, source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn random_openings_depend_only_on_seed_variant_and_round() {
        for source in [Source::Random, Source::Start] {
            let starts = |seed, variant| {
                let positions = FirstPositions {
                    source,
                    plies: 4,
                    seed,
                    variants: Vec::new(),
                    listed: BTreeMap::new(),
                };
                [1, 2, 3].map(|round| positions.start(variant, round))
            };
            for variant in games::all() {
                let (one, other) = (starts(1, variant), starts(2, variant));
                assert_eq!(one, starts(1, variant), "{variant}");
                let differ = source == Source::Random || variant.has_random_start();
                let is_new =
                    |(index, start)| !one[..index].contains(start) && other[index] != *start;
                assert!(!differ || one.iter().enumerate().all(is_new), "{variant}");
                for start in one {
                    assert!(file::read(variant, &start.to_string()).is_ok(), "{variant}");
                }
            }
        }
    }
}
