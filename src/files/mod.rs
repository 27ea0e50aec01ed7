//! Files that outlive the program: each is complete or absent, and checked when it is read again.
//! This module does not depend on their contents.

mod append;
pub mod checksum;
pub mod frames;
mod output;
mod system;

pub use append::AppendFile;
pub use output::{Existing, Output, OutputError};
pub use system::reason;
