//! Files that outlive the program: each is complete or absent, and checked when it is read again.
//! Nothing here knows what they hold.

mod append;
pub mod checksum;
pub mod frames;
mod output;

pub use append::AppendFile;
pub use output::{Existing, Output, OutputError};
