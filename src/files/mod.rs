//! Files that outlive the program: whole or not there, and checked when they are read again.
//!
//! [`output`] writes results, [`checksum`] guards lines of journals. Nothing here knows what the
//! files hold.

pub mod checksum;
pub mod output;

pub use output::{Existing, Output, OutputError};
