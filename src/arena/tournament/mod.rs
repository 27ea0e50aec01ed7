//! Events between engine processes, refereed by the rules of this program.
//!
//! * `config`, `event`, `limit`, `opening`, `schedule`: what is to be played; a pure function of the
//!   file that describes the event
//! * `process`, `group`, `transcript`, `reply`, `conversation`, `player`: an engine at the other end of two pipes
//! * `clock`, `adjudicate`, `prover`, `fault`, `reproducer`, `referee`: one game
//! * `entry`, `journal`, `runner`, `progress`: all of them, whatever happens meanwhile
//! * `likelihood`, `ratings`, `results`, `report`: what came of it
//! * [`check`]: a strict client, for whoever writes an engine
//!
//! The journal is the truth. Whatever else an event leaves behind is made from it anew.

mod adjudicate;
pub mod check;
mod clock;
pub mod config;
mod conversation;
pub mod entry;
pub mod event;
mod fault;
mod group;
pub mod journal;
mod likelihood;
pub mod limit;
pub mod merge;
mod opening;
mod player;
mod process;
mod progress;
mod prover;
pub mod ratings;
mod referee;
mod reply;
pub mod report;
mod reproducer;
pub mod results;
pub mod runner;
pub mod schedule;
mod transcript;
