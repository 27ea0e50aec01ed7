//! Files that outlive the program: results, each complete or absent; files that grow, of which a later
//! run can cut off an incomplete end; checksums, by which damage is found when a file is read again.
//! This module does not depend on the contents of the files.

mod append;
pub mod checksum;
pub mod frames;
mod output;
mod system;

pub use append::AppendFile;
pub use output::{Existing, Output, OutputError};
pub use system::reason;
