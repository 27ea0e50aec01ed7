//! The program on its command line, as a person or a script uses it.

mod about;
mod contest;
mod files;
mod play;
mod readme;
mod rules_texts;
#[cfg(unix)]
mod terminal;
mod tools;
mod words;
