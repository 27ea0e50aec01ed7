//! One game between two players: what they may spend, their clocks, the referee, and what is kept of
//! the game.
//!
//! The rules say what is legal and who has won. Nothing here knows how a player finds its turns
//! (`players`), or that there are other games (`tournament`).

pub mod adjudication;
pub mod budget;
pub mod clock;
pub mod duration;
pub mod entry;
pub mod fault;
pub mod game_name;
pub mod limits;
pub mod player;
pub mod prover;
pub mod referee;
pub mod score;

/// Says whether to abandon what is being done.
pub type IsStopped<'a> = &'a (dyn Fn() -> bool + Sync);
