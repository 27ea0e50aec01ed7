//! The rules and nothing else: no game by its name, no score, no search, no text of the protocol.
//!
//! [`Rules`] is a position. There are four types of it, one for each family of games; games of one
//! family differ by [`Switches`], values that the position holds. Which games there are is written in
//! the catalogue above.

pub mod draw;
pub mod explain;
pub mod outcome;

pub mod refusal;
pub mod reviving;
pub mod smolowitz;
pub mod ssehc;
pub mod switches;
pub mod unachess;

pub mod unplay;
pub mod validate;

use std::ops::ControlFlow;

pub use draw::{DrawCause, History};
pub use outcome::{Ending, Outcome, Seat};
pub use refusal::{Field, Illegality, Refusal};
pub use switches::Switches;

use crate::board::{ByColor, Color, Key, Setup, Turn, TurnList, TurnSet, home::Progress};

/// What the players of a game aim at: the one thing about a game that its evaluation must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Bring the own army home.
    OwnHome,
    /// Bring home the army that the player holds, or will hold once the colours are switched.
    SwitchedHome,
    /// Bring the whole enemy army back on the board.
    ReviveEnemy,
    /// Give checkmate.
    Checkmate,
}

/// What the side to play may or must un-capture at the head of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncapture {
    /// Nothing.
    None,
    /// It may, on this square.
    May(crate::board::Square),
    /// It must, on this square.
    Must(crate::board::Square),
}

/// What the six fields of a position may hold in the games of one family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Whether the games are played backwards, so that they have a forward game (rules 6). Board and
    /// reserve then hold exactly the sixteen pieces of each side, and the castling field names sides
    /// that have un-castled.
    pub reverse: bool,
    /// Whether the pending field names the square of an un-capture, with `!` behind it where it is
    /// forced, or the declared end.
    pub pending_uncapture: bool,
}

/// A position of one game: a small value without history.
///
/// The methods below the line are derived; no game overrides their meaning, only (where measured)
/// their speed.
pub trait Rules: Clone + std::fmt::Debug + Send + Sync + Sized + 'static {
    /// The values by which games of this family differ.
    type Switches: Switches;

    /// What the fields of a position may hold.
    const FORM: Form;

    /// A position from its six fields, in the game with these switches.
    ///
    /// # Errors
    ///
    /// Refuses what the game cannot have, naming the field and the reason.
    fn from_setup(switches: &Self::Switches, setup: Setup) -> Result<Self, Refusal>;

    /// The switches of the game.
    fn switches(&self) -> &Self::Switches;

    /// What the players aim at.
    fn goal(&self) -> Goal;

    /// Whether turns capture and promote, as in chess.
    #[inline]
    fn captures(&self) -> bool {
        false
    }

    /// The six fields.
    fn setup(&self) -> &Setup;

    /// The player who is to play. Players and colours are different things: in one of the games
    /// the players switch colours, so that one of them plays twice in a row.
    #[inline]
    fn seat(&self) -> Seat {
        self.owner(self.side())
    }

    /// The player who holds a colour, as far as the game's goal is concerned: whose gain it is when
    /// this colour comes home. White's player is the first one.
    #[inline]
    fn owner(&self, color: Color) -> Seat {
        color.fold_wb(Seat::First, Seat::Second)
    }

    /// Zobrist key of all that repetition compares, different for different rules.
    fn key(&self) -> Key;

    /// Hands every legal turn to `sink` in dense sets, each turn once, and stops when it breaks.
    /// A decided position has none.
    fn generate<B>(&self, sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>) -> ControlFlow<B>;

    /// The position after a turn, which must be legal.
    #[must_use]
    fn play(&self, turn: Turn) -> Self;

    /// The result where a look at the position decides the game, without generating turns (army
    /// complete, all home, end declared).
    fn immediate_outcome(&self) -> Option<Outcome>;

    /// The result of an undecided position in which the side to play has no legal turn.
    fn outcome_if_stuck(&self) -> Outcome;

    /// What repetition, fifty moves and stalemate mean here: a draw, a count of points, or a loss.
    fn outcome_on(&self, cause: DrawCause) -> Outcome;

    /// The score of each side as far as the game keeps one, and 0 where it keeps none.
    fn points(&self) -> ByColor<i32>;

    /// The kings that are in check, as this game understands check.
    fn checks(&self) -> ByColor<bool>;

    /// What may be un-captured at the head of the turn.
    fn uncapture(&self) -> Uncapture {
        Uncapture::None
    }

    /// The phase of the game (1 or 2), where it has phases.
    fn phase(&self) -> Option<u8> {
        None
    }

    /// The same position with the other side to play, for null-move pruning; `None` where the side
    /// to play has an obligation that a null move would break.
    fn null_move(&self) -> Option<Self>;

    /// Whether a turn resets the halfmove clock (rules 1.3).
    fn is_irreversible(&self, turn: Turn) -> bool;

    /// Why a turn is not legal, in words that name the rule; `None` if it is legal.
    fn illegality(&self, turn: Turn) -> Option<Illegality>;

    // ----- derived -----

    /// The side whose turn it is.
    #[inline]
    fn side(&self) -> Color {
        self.setup().side
    }

    /// All legal turns, in the order of generation.
    fn turns(&self) -> TurnList {
        let mut list = TurnList::new();
        let _: ControlFlow<()> = self.generate(&mut |set| {
            list.extend(set.turns());
            ControlFlow::Continue(())
        });
        list
    }

    /// Whether there is a legal turn.
    #[inline]
    fn has_turn(&self) -> bool {
        self.generate(&mut |set| {
            if set.is_empty() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .is_break()
    }

    /// How many legal turns there are.
    #[inline]
    fn count(&self) -> usize {
        let mut count = 0;
        let _: ControlFlow<()> = self.generate(&mut |set| {
            count += set.count();
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether a turn is legal.
    fn is_legal(&self, turn: Turn) -> bool {
        self.generate(&mut |set| {
            if set.contains(turn) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    /// The result, where the position by itself decides the game.
    fn outcome(&self) -> Option<Outcome> {
        self.immediate_outcome().or_else(|| {
            if self.has_turn() {
                None
            } else {
                Some(self.outcome_if_stuck())
            }
        })
    }

    /// How far a side has come.
    fn progress(&self, color: Color) -> Progress {
        Progress::of(&self.setup().placement, color)
    }
}

/// Counts the legal turn sequences of length `depth`. The last ply is counted in bulk.
#[must_use]
pub fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count() as u64,
        _ => {
            let mut nodes = 0;
            let _: ControlFlow<()> = position.generate(&mut |set| {
                for turn in set.turns() {
                    nodes += perft(&position.play(turn), depth - 1);
                }
                ControlFlow::Continue(())
            });
            nodes
        }
    }
}
