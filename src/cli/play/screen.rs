//! The size of the terminal.

/// The columns of the terminal, or 80 if there is none.
pub(super) fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}
