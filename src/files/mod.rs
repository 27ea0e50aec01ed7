//! Files that outlive the program. The file of a result is complete or absent. A file that grows
//! may be left with an incomplete end, which a later run can cut off. Checksums show damage when a
//! file is read again. This module does not depend on the contents of the files.

mod append;
pub mod checksum;
pub mod frames;
mod output;
mod system;
mod terms;

pub use append::AppendFile;
pub(crate) use output::folder_of;
pub use output::{Existing, Output, OutputError};
pub use system::reason;
pub use terms::differing_fields;
