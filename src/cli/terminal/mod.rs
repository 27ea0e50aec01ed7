//! The terminal: what a person types there, and how boards and texts are shown on it.
//!
//! * `console`: the person's input, line by line, and output in pages
//! * `keys`: keys that are typed while the engine thinks
//! * `screen`: the size of the terminal, and how boards look on it
//! * `legend`: what the symbols and marks on a board mean
//! * `signals`: Ctrl-C, and signals that end the program
//! * `markdown`: rules and lessons as text for a terminal
//! * `text`: lines that fit the width of the terminal, broken between words

mod console;
mod keys;
mod legend;
mod markdown;
mod screen;
pub(in crate::cli) mod signals;
mod text;

pub(in crate::cli) use console::{Answer, Console, Input, is_quit};
pub(in crate::cli) use keys::HiddenKeys;
pub(in crate::cli) use markdown::Renderer;
pub(in crate::cli) use screen::{Screen, fitted, width};
pub(in crate::cli) use text::{Row, plain, printable_lines, rows, sentence, unbroken, wrapped};
