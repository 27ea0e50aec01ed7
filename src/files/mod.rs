//! Files that outlive the program: whole, or not there. Nothing here knows what they hold.

mod output;

pub use output::{Existing, Output, OutputError};
