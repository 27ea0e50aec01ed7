#![doc = include_str!("../README.md")]

pub mod analysis;
pub mod arena;
pub mod board;
pub mod cli;
pub mod diagram;
pub mod engine;
pub mod eval;
pub mod forward;
pub mod live;
pub mod notation;
pub mod pgn;
pub mod protocol;
pub mod record;
pub mod rules;
pub mod search;
pub mod solve;
