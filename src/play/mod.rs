//! One game between two players: their limits and clocks, the referee, and the entry of the game in
//! a journal.
//!
//! The rules say what is legal and who has won. How a player finds its turns is in `players`, and
//! events of many games are in `tournament`.

pub mod adjudication;
pub mod clock;
pub mod conduct;
pub mod draw_offer;
pub mod duration;
pub mod entry;
mod entry_text;
pub mod fault;
pub mod game_name;
pub mod gap_detector;
pub mod limits;
pub mod played_game;
pub mod player;
pub(crate) mod processor_wait;
mod prover;
pub mod referee;
pub mod replay;
pub mod score;
pub mod shortage;

/// Returns true if the work in progress must be abandoned.
pub type IsStopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// Both seats. Every array with one element for each player has this order.
pub const SEATS: [crate::rules::Seat; 2] = [crate::rules::Seat::First, crate::rules::Seat::Second];
