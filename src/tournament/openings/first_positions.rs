//! First positions: a pure function of the event, the game and the round.

use std::collections::BTreeMap;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::board::{Setup, Turn};
use crate::games::{self, Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::rules::Rules;
use crate::tournament::digest::digest;
use crate::tournament::event::{Event, Order, Source};

/// How often a random opening that ends the game is thrown away before a shorter one is tried.
const TRIES: usize = 100;

/// Why there are no first positions.
#[derive(Debug, Error)]
pub enum FirstPositionsError {
    /// The file is not named.
    #[error("openings: the source is a file, and none is named")]
    NoFile,
    /// The file cannot be read.
    #[error("openings: {path}: {source}")]
    Unreadable {
        /// Its name.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A line of it is no opening.
    #[error("{path}: {source}")]
    Line {
        /// The file.
        path: String,
        /// The line, and what is wrong.
        source: super::OpeningError,
    },
    /// It has nothing for a game.
    #[error("{path}: there is no position of {variant}")]
    None {
        /// The file.
        path: String,
        /// The game.
        variant: &'static Game,
    },
}

/// The first positions of an event.
#[derive(Debug)]
pub struct FirstPositions {
    source: Source,
    plies: u32,
    seed: u64,
    read: BTreeMap<&'static Game, Vec<Setup>>,
}

impl FirstPositions {
    /// Reads what is to be read, and notes its digest in the event.
    pub fn prepare(event: &mut Event) -> Result<Self, FirstPositionsError> {
        let mut prepared = Self {
            source: event.openings.source,
            plies: event.openings.plies,
            seed: event.seed,
            read: BTreeMap::new(),
        };
        let mut all = String::new();
        for variant in event.variants.iter().map(|name| name.0) {
            let mut setups = match (event.openings.source, &event.openings.file) {
                (Source::Start | Source::Random, _) => continue,
                (Source::BuiltIn, _) => super::embedded(variant),
                (Source::File, Some(pattern)) => read(variant, pattern)?,
                (Source::File, None) => return Err(FirstPositionsError::NoFile),
            };
            for setup in &setups {
                all.push_str(&format!("{variant} {setup}\n"));
            }
            if event.openings.order == Order::Shuffled {
                setups.shuffle(&mut prepared.chance(variant, 0));
            }
            prepared.read.insert(variant, setups);
        }
        event.positions = (!all.is_empty()).then(|| digest(all.as_bytes()));
        Ok(prepared)
    }

    /// The first position of a game in a round.
    pub fn start(&self, variant: &'static Game, round: u32) -> Setup {
        let mut chance = self.chance(variant, round);
        let start = variant.start(chance.random());
        match (self.source, self.read.get(&variant)) {
            (Source::Start, _) => start,
            (_, Some(setups)) if !setups.is_empty() => {
                let index = (round as usize).wrapping_sub(1) % setups.len();
                setups.get(index).copied().unwrap_or(start)
            }
            _ => variant.dispatch(Wander {
                start,
                plies: self.plies,
                chance,
            }),
        }
    }

    /// Says of a game that it has fewer first positions than rounds, so that they come again.
    pub fn shortage(&self, variant: &'static Game, rounds: u32) -> Option<String> {
        let has_lot = variant.start(0) != variant.start(1);
        let count = match (self.source, self.read.get(&variant)) {
            (Source::Random, _) => return None,
            (Source::Start, _) if has_lot => return None,
            (Source::Start, _) | (_, None) => 1,
            (_, Some(setups)) => setups.len(),
        };
        (count < rounds as usize).then(|| {
            format!(
                "{variant}: {count} openings for {rounds} rounds; they are played several times"
            )
        })
    }

    /// Chance for one game and round, whatever is played besides.
    fn chance(&self, variant: &'static Game, round: u32) -> ChaCha8Rng {
        let text = format!("{} {variant} {round}", self.seed);
        ChaCha8Rng::from_seed(Sha256::digest(text.as_bytes()).into())
    }
}

/// Plays some turns at random.
struct Wander {
    start: Setup,
    plies: u32,
    chance: ChaCha8Rng,
}

impl Visitor for Wander {
    type Output = Setup;

    fn visit<R: Rules>(mut self, variant: TypedGame<R>) -> Setup {
        let Ok(start) = variant.position(self.start) else {
            return self.start;
        };
        for plies in (0..=self.plies).rev() {
            for _ in 0..TRIES {
                if let Some(setup) = self.walk(&start, variant, plies) {
                    return setup;
                }
            }
        }
        self.start
    }
}

impl Wander {
    /// Where so many turns lead, unless the game is over then.
    fn walk<R: Rules>(&mut self, start: &R, variant: TypedGame<R>, plies: u32) -> Option<Setup> {
        let mut game = LiveGame::new(variant, start.clone());
        for _ in 0..plies {
            let mut turns: Vec<Turn> = game.position().turns().iter().copied().collect();
            turns.sort_by_cached_key(ToString::to_string);
            let turn = *turns.choose(&mut self.chance)?;
            game.play(turn).ok()?;
        }
        game.outcome().is_none().then(|| *game.position().setup())
    }
}

/// Reads the positions of a game from a file, in whose name `{variant}` stands for the game.
fn read(variant: &'static Game, pattern: &str) -> Result<Vec<Setup>, FirstPositionsError> {
    let path = pattern.replace("{variant}", variant.name());
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(source) => return Err(FirstPositionsError::Unreadable { path, source }),
    };
    match super::read(variant, &own_lines(variant, &text)) {
        Ok(setups) if setups.is_empty() => Err(FirstPositionsError::None { path, variant }),
        Ok(setups) => Ok(setups),
        Err(source) => Err(FirstPositionsError::Line { path, source }),
    }
}

/// The positions of a game in six fields, every one in its line. A line may begin with the name of
/// a game, and then it is of that game only.
fn own_lines(variant: &'static Game, text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.trim();
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first.parse::<&'static Game>() {
            _ if line.is_empty() || line.starts_with('#') => String::new(),
            Ok(named) if named == variant => six_fields(rest),
            Ok(_) => String::new(),
            Err(_) => six_fields(line),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The six fields at the head of a line; the counters of EPD stand in its operations, and are 0 and
/// 1 where they do not.
fn six_fields(line: &str) -> String {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let number = |at: usize| {
        let field = fields.get(at)?;
        field.parse::<u32>().ok()
    };
    let position = fields.iter().take(4).copied().collect::<Vec<_>>().join(" ");
    if fields.len() <= 4 || (number(4).is_some() && number(5).is_some()) {
        return match (number(4), number(5)) {
            (Some(halfmove), Some(fullmove)) => format!("{position} {halfmove} {fullmove}"),
            _ => format!("{position} 0 1"),
        };
    }
    let rest = fields.get(4..).unwrap_or_default().join(" ");
    let operation = |name: &str, usual: &str| {
        rest.split(';')
            .filter_map(|operation| operation.trim().split_once(' '))
            .find(|(found, _)| *found == name)
            .map_or_else(|| usual.to_owned(), |(_, value)| value.trim().to_owned())
    };
    format!(
        "{position} {} {}",
        operation("hmvc", "0"),
        operation("fmvn", "1")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn epd_and_fen_say_the_same() {
        let fen = "8/8/5k2/8/8/5K2/8/8[] w - - 3 7";
        for line in [
            fen,
            "8/8/5k2/8/8/5K2/8/8[] w - - 3 7 ; a remark",
            "8/8/5k2/8/8/5K2/8/8[] w - - hmvc 3; fmvn 7; id \"x\";",
        ] {
            assert_eq!(six_fields(line), fen, "{line}");
        }
        assert_eq!(six_fields("8/8[] w - -"), "8/8[] w - - 0 1");
    }

    #[test]
    fn random_openings_hang_on_nothing_but_seed_game_and_round() {
        for source in [Source::Random, Source::Start] {
            let make = |seed| FirstPositions {
                source,
                plies: 4,
                seed,
                read: BTreeMap::new(),
            };
            let (one, other) = (make(1), make(2));
            for variant in games::all() {
                let starts: Vec<Setup> = (1..=3).map(|round| one.start(variant, round)).collect();
                let again: Vec<Setup> = (1..=3).map(|round| one.start(variant, round)).collect();
                assert_eq!(starts, again);
                if source == Source::Random {
                    assert_ne!(one.start(variant, 1), other.start(variant, 1), "{variant}");
                }
                for start in starts {
                    assert!(
                        crate::tournament::openings::read(variant, &start.to_string()).is_ok(),
                        "{variant}"
                    );
                }
            }
        }
    }
}
