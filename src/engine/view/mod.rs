//! Positions and turns as JSON, for clients that draw a board and do not know the rules.
//!
//! * `board`: what a board shows of a position
//! * `letters`: the pieces of a position by their FEN letters
//! * `turns`, `steps`: every legal turn, what it changes, and its parts in the order to show them
//! * `plain`: a turn in plain words
//! * `declaring`: whether the end can be declared, and why not
//! * `taps`: how a turn is entered by tapping
//! * `attempt`: why a sequence of taps leads to no legal turn

mod attempt;
mod board;
mod declaring;
mod letters;
mod plain;
mod steps;
mod taps;
mod turns;

pub use board::{BoardView, Checks, Due, LastTurn, PieceOn, enemy_check_words, uncapture_place};
pub use declaring::Declaration;
pub use steps::Step;
pub use taps::{Choice, Tap};
pub use turns::{Changes, TurnView};

pub(super) use attempt::explain;
pub(crate) use letters::{letters, reserve_letters};
pub(super) use turns::views;
