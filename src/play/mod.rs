//! One game between two players: what they may spend, their clocks, the referee, and what is written
//! down about the game.
//!
//! The rules say what is legal and who has won. Nothing here knows how a player finds its turns
//! (`players`), or that there are other games (`tournament`).

pub mod adjudication;
pub mod clock;
pub mod conduct;
pub mod duration;
pub mod entry;
mod entry_text;
pub mod fault;
pub mod game_name;
pub mod limits;
pub mod player;
mod prover;
pub mod referee;
pub mod replay;
pub mod score;
pub mod shortage;

/// Says whether to abandon what is being done.
pub type IsStopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// The seats in the order in which arrays of two hold them.
pub const SEATS: [crate::rules::Seat; 2] = [crate::rules::Seat::First, crate::rules::Seat::Second];
