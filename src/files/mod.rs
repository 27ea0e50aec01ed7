//! Files that the program writes. An [`Output`] is written as a whole: after an interruption its
//! file is complete, unchanged or absent. So is the file of a [`Draft`], a result that grows during
//! long work. An [`AppendFile`] grows: after an interruption its end may be incomplete, and a later
//! run can cut off this end. Checksums show damage when a file is read again. This module does not
//! depend on the contents of the files.

mod append;
pub mod checksum;
mod draft;
pub mod frames;
mod output;
mod system;
mod terms;

pub use append::AppendFile;
pub use draft::Draft;
pub(crate) use output::folder_of;
pub use output::{Existing, Output, OutputError};
pub use system::{is_regular, reason};
pub use terms::{differences, differing_fields};
