//! First positions of games: reads them from files, generates them, and selects those of an event.
//!
//! A file has one position per line, in the six fields of the project's own notation or as EPD.
//! After the six fields, the text from a semicolon on is ignored. In EPD, the operation `hmvc` is
//! the halfmove clock, and `fmvn` the move number. If a line begins with the name of a variant, its
//! position is an opening of this variant only. Empty lines and lines that begin with `#` are
//! skipped.
//!
//! ```text
//! # Ssehc, one ply from the start
//! 8/8/5k2/8/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - f3 1 1 ; id "1"
//! ```

mod file;
mod first_positions;
mod line;
mod make;
mod placed;

pub use file::{OpeningError, OpeningProblem, embedded, read, shuffle};
pub use first_positions::{FirstPositions, FirstPositionsError, random_openings};
pub use make::{Candidate, Maker};
pub use placed::placed;
