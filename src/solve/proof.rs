//! A proof: the winner's turn in each position that can arise with the winner to play.
//!
//! # The file
//!
//! Plain text. The first six lines are the heading, which says what is proved. Each further line is
//! a step, for one position with the winner to play:
//!
//! ```text
//! reviver proof 1
//! variant unplay
//! position 7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1
//! winner 1
//! turns 1
//! steps 1
//! 1 h8g7*b 7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0
//! ```
//!
//! Winner 1 is the first player ([`Seat::First`]), winner 2 the other player. A step has three
//! parts: a number of turns, the turn to play, and the position without its fullmove number. From
//! this position the winner wins against every defence within this number of own turns. After the
//! turn, either the game ends before the winner plays again, or the position in which the winner
//! plays again has a step with fewer turns. No two steps have the same position.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::board::{Key, Setup, Turn};
use crate::games::Game;
use crate::rules::Seat;

/// The first line of a file.
pub const HEADING: &str = "reviver proof 1";

/// The winner's turn in one position.
#[derive(Clone, Copy, Debug)]
pub struct ProofStep {
    /// The position.
    pub setup: Setup,
    /// From this position the winner wins within this many own turns.
    pub turns: u8,
    /// The turn to play.
    pub turn: Turn,
}

/// A proof that a player wins.
#[derive(Clone, Debug)]
pub struct Proof {
    root: Setup,
    winner: Seat,
    turns: u8,
    steps: HashMap<(Key, u16), ProofStep>,
}

impl Proof {
    pub(super) fn new(root: Setup, winner: Seat, turns: u8) -> Self {
        Self {
            root,
            winner,
            turns,
            steps: HashMap::new(),
        }
    }

    /// The key of a step: its position and its halfmove clock.
    fn step_key(setup: &Setup) -> (Key, u16) {
        (setup.key(), setup.halfmove)
    }

    /// Whether this position has a step that wins within this many turns.
    pub(super) fn has(&self, setup: &Setup, turns: u8) -> bool {
        self.steps
            .get(&Self::step_key(setup))
            .is_some_and(|step| step.turns <= turns)
    }

    pub(super) fn add(&mut self, step: ProofStep) {
        self.steps.insert(Self::step_key(&step.setup), step);
    }

    /// The player who wins.
    #[must_use]
    pub const fn winner(&self) -> Seat {
        self.winner
    }

    /// The winner wins within this many own turns.
    #[must_use]
    pub const fn turns(&self) -> u8 {
        self.turns
    }

    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the proof has no steps. If so, the game ends before the winner plays.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The step for a position with the winner to play; `None` if the proof has none.
    #[must_use]
    pub fn step(&self, setup: &Setup) -> Option<&ProofStep> {
        self.steps.get(&Self::step_key(setup))
    }

    /// Writes the file. The steps with the most turns come first.
    ///
    /// # Errors
    ///
    /// If `out` cannot be written.
    pub fn write(&self, variant: &'static Game, out: &mut dyn Write) -> io::Result<()> {
        let identity = variant.identity();
        writeln!(out, "{HEADING}\nvariant {identity}\nposition {}", self.root)?;
        writeln!(out, "winner {}\nturns {}", self.winner.number(), self.turns)?;
        writeln!(out, "steps {}", self.steps.len())?;
        let mut steps: Vec<(u8, String)> = self
            .steps
            .values()
            .map(|step| {
                let position = step.setup.to_string();
                let without_count = position.rsplit_once(' ').map_or("", |(rest, _)| rest);
                (step.turns, format!("{} {without_count}", step.turn))
            })
            .collect();
        steps.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        for (turns, text) in steps {
            writeln!(out, "{turns} {text}")?;
        }
        Ok(())
    }
}
