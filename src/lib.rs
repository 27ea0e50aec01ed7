#![doc = include_str!("../README.md")]

pub mod board;
pub mod cli;
pub mod eval;
pub mod notation;
pub mod rules;
pub mod search;
