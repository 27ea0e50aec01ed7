#![doc = include_str!("../README.md")]

pub mod analysis;
pub mod board;
pub mod book;
pub mod check;
pub mod cli;
pub mod compare;
pub mod diagram;
pub mod engine;
pub mod eval;
pub mod explore;
pub mod files;
pub mod games;
pub mod learn;
pub mod live;
mod nearest;
pub mod notation;
mod packed;
pub mod play;
pub mod players;
mod plural;
mod processor;
pub mod protocol;
pub mod questions;
pub mod record;
pub mod report;
pub mod rules;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solve;
pub mod stats;
pub mod tournament;
