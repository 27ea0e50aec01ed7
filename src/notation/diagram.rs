//! A position as text for people: the board, both reserves, and the squares of the latest turn.

use std::fmt;

use anstyle::Style;

use super::diagram_style::{DiagramStyle, Layout, SquareKind};
use crate::board::{Act, Color, File, Piece, Placement, ROLES, Rank, Setup, Square, Turn};
use crate::rules::side_name;

/// A text diagram of a position, written by [`Display`](fmt::Display). Capital letters are White's
/// pieces, small letters Black's.
///
/// Square brackets mark the to-square of the latest turn (`[K]`), round brackets its from-square
/// (`(.)`). If a turn un-captures one piece and then un-moves another, as in Ssehc, the un-captured
/// piece has square brackets too. The rook in castling and un-castling has no mark. An enemy pawn
/// that is captured or un-captured en passant has no mark either.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    placement: &'a Placement,
    latest: Option<Turn>,
    bottom: Color,
    style: DiagramStyle,
    shows_reserves: bool,
    text_beside: &'a [String],
}

/// The gap between the board and the text beside it.
const GAP: &str = "    ";

impl<'a> Diagram<'a> {
    /// The width, in columns, of the board with its coordinates.
    pub const WIDTH: usize = 29;

    /// A diagram of letters without colours, with White at the bottom.
    #[must_use]
    pub fn new(setup: &'a Setup) -> Self {
        Self {
            placement: &setup.placement,
            latest: None,
            bottom: Color::White,
            style: DiagramStyle::default(),
            shows_reserves: true,
            text_beside: &[],
        }
    }

    /// Marks the squares of the latest turn.
    #[must_use]
    pub const fn with_last_turn(mut self, latest: Option<Turn>) -> Self {
        self.latest = latest;
        self
    }

    /// Puts this side at the bottom.
    #[must_use]
    pub const fn with_bottom(mut self, bottom: Color) -> Self {
        self.bottom = bottom;
        self
    }

    /// Sets what pieces and squares look like.
    #[must_use]
    pub const fn styled(mut self, style: DiagramStyle) -> Self {
        self.style = style;
        self
    }

    /// Leaves the reserves out.
    #[must_use]
    pub const fn without_reserves(mut self) -> Self {
        self.shows_reserves = false;
        self
    }

    /// Puts these lines beside the ranks, from the top. Lines after the eighth are not written.
    #[must_use]
    pub const fn with_text(mut self, lines: &'a [String]) -> Self {
        self.text_beside = lines;
        self
    }

    fn write_square(&self, square: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = self.latest.and_then(|turn| mark_of(turn, square));
        let kind = match (mark, square.is_dark()) {
            (Some(_), _) => SquareKind::Marked,
            (None, true) => SquareKind::Dark,
            (None, false) => SquareKind::Light,
        };
        let (open, close) = match mark {
            Some(Mark::Arrived) => ('[', ']'),
            Some(Mark::Vacated) => ('(', ')'),
            None => (' ', ' '),
        };
        let piece = self.placement.piece_at(square);
        let around = self.style.on(kind, None);
        let inside = self.style.on(kind, piece);
        let character = match piece {
            Some(piece) => self.style.character(piece),
            None => self.style.empty_square(),
        };
        write!(
            f,
            "{around}{open}{around:#}{inside}{character}{inside:#}{around}{close}{around:#}"
        )
    }

    fn write_reserve(&self, color: Color, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = side_name(color);
        let indent = match self.style.layout {
            Layout::Spacious => "     ",
            Layout::Compact => "  ",
        };
        let reserve = self.placement.reserve();
        if reserve.is_empty(color) {
            return writeln!(f, "{indent}{name} reserve: none");
        }
        let mut pieces = String::new();
        for role in ROLES {
            let piece = Piece { color, role };
            let count = reserve.count(color, role) as usize;
            if count > 0 {
                pieces.push(' ');
                pieces.push_str(&String::from(self.style.character(piece)).repeat(count));
            }
        }
        let style = self.style.reserve_style(color);
        let end = if style == Style::new() { "" } else { " " };
        writeln!(f, "{indent}{name} reserve:{style}{pieces}{end}{style:#}")
    }

    fn write_files(&self, files: &[File], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("     ")?;
        for file in files {
            write!(f, " {} ", file.char())?;
        }
        writeln!(f)
    }

    /// Writes an empty line if the layout is spacious and the reserves are shown.
    fn write_empty_line(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.style.layout {
            Layout::Spacious if self.shows_reserves => writeln!(f),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranks: Vec<Rank> = Rank::ALL.into_iter().collect();
        let mut files: Vec<File> = File::ALL.into_iter().collect();
        match self.bottom {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        if self.shows_reserves {
            self.write_reserve(!self.bottom, f)?;
        }
        self.write_empty_line(f)?;
        let mut beside = self.text_beside.iter();
        for rank in ranks {
            write!(f, "  {}  ", rank.char())?;
            for &file in &files {
                self.write_square(Square::from_coords(file, rank), f)?;
            }
            match beside.next() {
                Some(text) if !text.is_empty() => writeln!(f, "{GAP}{text}")?,
                _ => writeln!(f)?,
            }
        }
        self.write_files(&files, f)?;
        self.write_empty_line(f)?;
        if self.shows_reserves {
            self.write_reserve(self.bottom, f)?;
        }
        Ok(())
    }
}

/// What the latest turn did on a square.
#[derive(Clone, Copy)]
enum Mark {
    Arrived,
    Vacated,
}

fn mark_of(turn: Turn, square: Square) -> Option<Mark> {
    match turn.act() {
        Act::End => {}
        Act::Drop => return (turn.to() == square).then_some(Mark::Arrived),
        _ if turn.to() == square => return Some(Mark::Arrived),
        _ if turn.from() == square => return Some(Mark::Vacated),
        _ => {}
    }
    (turn.head() == Some(square)).then_some(Mark::Arrived)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::diagram_style::{PieceSet, Shading};
    use crate::notation::position;
    use crate::rules::{Rules, ssehc::Ssehc};

    const FEN: &str = "8/8/8/4k3/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - f6 1 2";

    fn setup() -> Setup {
        position::parse(Ssehc::FORM, FEN).unwrap()
    }

    #[test]
    fn a_diagram_shows_both_reserves_and_marks_the_latest_turn() {
        let setup = setup();
        let latest = "f6e5".parse().ok();
        let drawn = Diagram::new(&setup).with_last_turn(latest).to_string();
        let expected = "     Black reserve: q rr bb nn pppppppp

  8   .  .  .  .  .  .  .  . 
  7   .  .  .  .  .  .  .  . 
  6   .  .  .  .  . (.) .  . 
  5   .  .  .  . [k] .  .  . 
  4   .  .  .  .  .  .  .  . 
  3   .  .  .  .  K  .  .  . 
  2   .  .  .  .  .  .  .  . 
  1   .  .  .  .  .  .  .  . 
      a  b  c  d  e  f  g  h 

     White reserve: Q RR BB NN PPPPPPPP
";
        assert_eq!(drawn, expected);
        let from_black = Diagram::new(&setup).with_bottom(Color::Black).to_string();
        assert!(from_black.starts_with("     White reserve:"));
        assert!(from_black.contains("  5   .  .  .  k  .  .  .  . \n"));
    }

    #[test]
    fn a_compact_diagram_has_no_empty_lines_and_text_may_stand_beside_it() {
        let setup = setup();
        let style = DiagramStyle {
            pieces: PieceSet::Symbols,
            layout: Layout::Compact,
            ..DiagramStyle::default()
        };
        let text = ["one".to_owned(), String::new(), "three".to_owned()];
        let drawn = Diagram::new(&setup).styled(style).with_text(&text);
        let expected = "  Black reserve: ♛ ♜♜ ♝♝ ♞♞ ♟♟♟♟♟♟♟♟
  8   .  .  .  .  .  .  .  .     one
  7   .  .  .  .  .  .  .  . 
  6   .  .  .  .  .  .  .  .     three
  5   .  .  .  .  ♚  .  .  . 
  4   .  .  .  .  .  .  .  . 
  3   .  .  .  .  ♔  .  .  . 
  2   .  .  .  .  .  .  .  . 
  1   .  .  .  .  .  .  .  . 
      a  b  c  d  e  f  g  h 
  White reserve: ♕ ♖♖ ♗♗ ♘♘ ♙♙♙♙♙♙♙♙
";
        assert_eq!(drawn.to_string(), expected);
        let board = drawn.without_reserves().to_string();
        assert_eq!(board.lines().count(), 9, "{board}");
    }

    #[test]
    fn shaded_squares_need_no_dots() {
        let setup = setup();
        let style = DiagramStyle {
            shading: Shading::Colors,
            ..DiagramStyle::default()
        };
        let drawn = Diagram::new(&setup).styled(style).to_string();
        assert!(!drawn.contains('.'), "{drawn:?}");
        assert!(drawn.contains("48;5;230m"), "{drawn:?}");
        assert!(drawn.contains("48;5;180m"), "{drawn:?}");
    }
}
