//! The size of the terminal, and how boards look on it.

use std::io::{IsTerminal, Stdout, stdout};

use anstream::{AutoStream, ColorChoice};
use supports_unicode::Stream;

use super::{legend, text};
use crate::board::{Color, Setup, Turn};
use crate::cli::args::{Look, Pieces};
use crate::notation::{Diagram, DiagramStyle, Layout, PieceSet, Shading};

/// Terminals with fewer rows get compact boards.
const SPACIOUS_ROWS: usize = 22;
/// Terminals with fewer columns get compact boards.
const SPACIOUS_COLUMNS: usize = 44;
/// The most columns in a line of rules, lessons or lists. Longer lines are hard to read.
const MAX_LINE_LENGTH: usize = 100;

/// The number of columns of the terminal; 80 if there is no terminal.
pub(in crate::cli) fn width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}

/// The text for standard output. At a terminal, its lines are broken so that they fit.
pub(in crate::cli) fn fitted(text: &str) -> String {
    Screen::of_stdout(Look::default()).wrapped(text)
}

/// What standard output can show, and the person's options for the look of boards.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Screen {
    look: Look,
    is_terminal: bool,
    has_colors: bool,
    has_symbols: bool,
}

impl Screen {
    /// The screen of this process. `look` has the person's options for the look of boards.
    pub(in crate::cli) fn of_stdout(look: Look) -> Self {
        let is_terminal = stdout().is_terminal();
        let has_symbols = match look.pieces {
            Some(pieces) => pieces == Pieces::Unicode,
            None => is_terminal && supports_unicode::on(Stream::Stdout),
        };
        Self {
            look,
            is_terminal,
            has_colors: AutoStream::<Stdout>::choice(&stdout()) != ColorChoice::Never,
            has_symbols,
        }
    }

    /// Whether text may have colours.
    pub(in crate::cli) const fn has_colors(&self) -> bool {
        self.has_colors
    }

    /// The columns and the rows of the terminal; `None` if standard output is not a terminal.
    pub(super) fn size(&self) -> Option<(usize, usize)> {
        let (width, height) = terminal_size::terminal_size().filter(|_| self.is_terminal)?;
        Some((usize::from(width.0), usize::from(height.0)))
    }

    /// The most columns of a line; `None`, for no limit, if standard output is not a terminal.
    pub(in crate::cli) fn text_width(&self) -> Option<usize> {
        self.size().map(|(width, _)| width.min(MAX_LINE_LENGTH))
    }

    /// The text with its lines broken so that they fit the terminal.
    pub(in crate::cli) fn wrapped(&self, text: &str) -> String {
        match self.size() {
            Some((width, _)) => text::wrapped(text, width),
            None => text::plain(text),
        }
    }

    fn is_small(&self) -> bool {
        self.size()
            .is_some_and(|(width, rows)| width < SPACIOUS_COLUMNS || rows < SPACIOUS_ROWS)
    }

    fn style(&self) -> DiagramStyle {
        DiagramStyle {
            pieces: if self.has_symbols {
                PieceSet::Symbols
            } else {
                PieceSet::Letters
            },
            shading: if self.has_colors {
                Shading::Colors
            } else {
                Shading::None
            },
            layout: if self.look.compact || self.is_small() {
                Layout::Compact
            } else {
                Layout::Spacious
            },
        }
    }

    /// Whether [`Screen::board`] and [`Screen::board_with_text`] put the legend beside the board.
    fn has_legend_beside(&self) -> bool {
        !self.look.compact
            && self
                .size()
                .is_some_and(|(width, _)| width >= Diagram::WIDTH + legend::WIDTH)
    }

    /// The board and the reserves, with the squares of the latest turn marked. `bottom` is the
    /// colour at the bottom of the board.
    pub(in crate::cli) fn board(
        &self,
        setup: &Setup,
        latest: Option<Turn>,
        bottom: Color,
    ) -> String {
        let board = self.drawn(setup, latest, bottom, self.style());
        match self.style().layout {
            Layout::Spacious => format!("\n{board}"),
            Layout::Compact => board.trim_end().to_owned(),
        }
    }

    /// Like [`Screen::board`], but always in the compact layout. The last line ends with a line
    /// break, so that a text can follow.
    pub(in crate::cli) fn board_with_text(
        &self,
        setup: &Setup,
        latest: Option<Turn>,
        bottom: Color,
    ) -> String {
        let style = DiagramStyle {
            layout: Layout::Compact,
            ..self.style()
        };
        self.drawn(setup, latest, bottom, style)
    }

    /// The diagram, with the legend beside it if [`Screen::has_legend_beside`].
    fn drawn(
        &self,
        setup: &Setup,
        latest: Option<Turn>,
        bottom: Color,
        style: DiagramStyle,
    ) -> String {
        let beside = if self.has_legend_beside() {
            let lines = legend::lines(style).into_iter();
            lines.map(|line| text::plain(&line)).collect()
        } else {
            Vec::new()
        };
        let diagram = Diagram::new(setup)
            .with_last_turn(latest)
            .with_bottom(bottom)
            .styled(style)
            .with_text(&beside);
        diagram.to_string()
    }

    /// A board in the text of the rules, without a legend. If both reserves are empty, they are
    /// left out.
    pub(in crate::cli) fn board_in_rules(&self, setup: &Setup, bottom: Color) -> String {
        let style = DiagramStyle {
            layout: Layout::Compact,
            ..self.style()
        };
        let reserve = setup.placement.reserve();
        let diagram = Diagram::new(setup).with_bottom(bottom).styled(style);
        if reserve.is_empty(Color::White) && reserve.is_empty(Color::Black) {
            diagram.without_reserves().to_string()
        } else {
            diagram.to_string()
        }
    }

    /// The legend of the board as sentences.
    pub(in crate::cli) fn legend(&self) -> String {
        legend::sentences(self.style())
    }

    /// The legend as sentences for the start of a game or of lessons; `None` if the legend stands
    /// beside boards, or if standard output is not a terminal.
    pub(in crate::cli) fn legend_at_start(&self) -> Option<String> {
        (self.is_terminal && !self.has_legend_beside()).then(|| self.legend())
    }
}
