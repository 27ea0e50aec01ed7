//! Files that outlive the program: whole, or not there, and checked when they are read again. Nothing here
//! knows what they hold.

mod append;
pub mod checksum;
pub mod frames;
mod output;

pub use append::AppendFile;
pub use output::{Existing, Output, OutputError};
