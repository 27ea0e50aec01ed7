//! Reports on games that have been played: records, tables, pages with pictures.
//!
//! This module plays no games and computes no statistics.

mod conduct;
mod figures;
mod files;
mod html;
mod match_records;
mod match_text;
mod names;
mod page;
mod pictures;
mod records;
mod table;

pub use files::{ReportError, check, served_page, write};
pub use match_records::match_record;
pub use match_text::{games_summary, match_progress, match_result, result_text};
pub use names::{FORWARD, GAMES, HTML, JSON};
pub use page::page_file;
pub(crate) use page::{Figure, Page, PageForm, Table, text_rows};
pub use pictures::DrawResult;
pub(crate) use pictures::{DotPlot, DotRow};
pub use records::record;
pub use table::{ADDED_DRAWS, elo, summary};
