//! Turns that a person types in a game or in a lesson: their meaning, lists to choose from, and
//! answers to texts that are not turns. The lists, and the examples in the answers, have only legal
//! turns.
//!
//! * `meaning`: what a typed text means
//! * `lists`: all legal turns, or those that fit a typed text such as `e4`
//! * `forgiving`: turns with letters of the wrong case, spaces or extra signs
//! * `chess_move`: chess notation
//! * `explain`: answers to texts that are not turns, with examples of turns

mod chess_move;
mod explain;
mod forgiving;
mod lists;
mod meaning;

pub(super) use lists::{Named, fitting, numbered, overview};
pub(super) use meaning::{Meaning, meaning, no_fitting};
