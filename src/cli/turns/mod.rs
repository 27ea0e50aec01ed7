//! Turns that a person types, in a game or in a lesson: their meaning, lists to choose from, and
//! answers to texts that are not turns. All of them come from the legal turns of the position.
//!
//! * `meaning`: what a typed text means
//! * `lists`: all legal turns, or those that fit a question
//! * `explain`: chess notation, and examples of turns

mod explain;
mod lists;
mod meaning;

pub(super) use lists::{Named, fitting, numbered, overview};
pub(super) use meaning::{Meaning, meaning, no_fitting};
