//! A position as text for people: the board, both reserves, and the squares of the latest turn.

use std::fmt;

use anstyle::{AnsiColor, Style};

use crate::board::{Act, Color, File, Placement, ROLES, Rank, Setup, Square, Turn};

/// A text diagram of a position, which [`Display`](fmt::Display) writes. Capital letters are White,
/// small letters Black.
///
/// The squares of the latest turn are marked: `[K]` where a piece arrived, `(.)` where a piece left.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    placement: &'a Placement,
    latest: Option<Turn>,
    bottom: Color,
    palette: &'a Palette,
}

/// The styles of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Palette {
    white: Style,
    black: Style,
    frame: Style,
    mark: Style,
}

const PLAIN: Palette = Palette {
    white: Style::new(),
    black: Style::new(),
    frame: Style::new(),
    mark: Style::new(),
};

const COLORED: Palette = Palette {
    white: AnsiColor::Yellow.on_default().bold(),
    black: AnsiColor::Cyan.on_default().bold(),
    frame: Style::new().dimmed(),
    mark: AnsiColor::Green.on_default().bold(),
};

impl<'a> Diagram<'a> {
    /// A diagram without colours, with White at the bottom.
    #[must_use]
    pub const fn new(setup: &'a Setup) -> Self {
        Self {
            placement: &setup.placement,
            latest: None,
            bottom: Color::White,
            palette: &PLAIN,
        }
    }

    /// Marks the squares of the latest turn.
    #[must_use]
    pub const fn after(mut self, latest: Option<Turn>) -> Self {
        self.latest = latest;
        self
    }

    /// Puts this side at the bottom.
    #[must_use]
    pub const fn seen_by(mut self, bottom: Color) -> Self {
        self.bottom = bottom;
        self
    }

    /// Uses the colours of a terminal.
    #[must_use]
    pub const fn colored(mut self) -> Self {
        self.palette = &COLORED;
        self
    }

    fn style(&self, color: Color) -> Style {
        color.fold_wb(self.palette.white, self.palette.black)
    }

    fn square(&self, square: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (style, letter) = match self.placement.piece_at(square) {
            Some(piece) => (self.style(piece.color), piece.char()),
            None => (self.palette.frame, '.'),
        };
        let (open, close) = match self.latest.and_then(|turn| mark_of(turn, square)) {
            Some(Mark::Arrived) => ('[', ']'),
            Some(Mark::Left) => ('(', ')'),
            None => return write!(f, " {style}{letter}{style:#} "),
        };
        let mark = self.palette.mark;
        write!(
            f,
            "{mark}{open}{mark:#}{style}{letter}{style:#}{mark}{close}{mark:#}"
        )
    }

    fn reserve(&self, color: Color, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frame = self.palette.frame;
        let style = self.style(color);
        let name = color.fold_wb("White", "Black");
        write!(f, "     {frame}{name} reserve:{frame:#}{style}")?;
        let reserve = self.placement.reserve();
        for role in ROLES {
            let letters = String::from(role.of(color).char());
            let count = reserve.count(color, role) as usize;
            if count > 0 {
                write!(f, " {}", letters.repeat(count))?;
            }
        }
        if reserve.is_empty(color) {
            f.write_str(" none")?;
        }
        writeln!(f, "{style:#}")
    }

    fn files(&self, files: &[File], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frame = self.palette.frame;
        write!(f, "     {frame}")?;
        for file in files {
            write!(f, " {} ", file.char())?;
        }
        writeln!(f, "{frame:#}")
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
        let frame = self.palette.frame;
        self.reserve(!self.bottom, f)?;
        writeln!(f)?;
        for rank in ranks {
            write!(f, "  {frame}{}{frame:#}  ", rank.char())?;
            for &file in &files {
                self.square(Square::from_coords(file, rank), f)?;
            }
            writeln!(f)?;
        }
        self.files(&files, f)?;
        writeln!(f)?;
        self.reserve(self.bottom, f)
    }
}

/// What the latest turn did on a square.
enum Mark {
    Arrived,
    Left,
}

fn mark_of(turn: Turn, square: Square) -> Option<Mark> {
    match turn.act() {
        Act::End => {}
        Act::Drop => return (turn.to() == square).then_some(Mark::Arrived),
        _ if turn.to() == square => return Some(Mark::Arrived),
        _ if turn.from() == square => return Some(Mark::Left),
        _ => {}
    }
    (turn.head() == Some(square)).then_some(Mark::Arrived)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::position;
    use crate::rules::{Rules, ssehc::Ssehc};

    #[test]
    fn a_diagram_shows_both_reserves_and_marks_the_latest_turn() {
        let fen = "8/8/8/4k3/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - f6 1 2";
        let setup = position::parse(Ssehc::FORM, fen).unwrap();
        let latest = "f6e5".parse().ok();
        let drawn = Diagram::new(&setup).after(latest).to_string();
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
        let turned = Diagram::new(&setup).seen_by(Color::Black).to_string();
        assert!(turned.starts_with("     White reserve:"));
        assert!(turned.contains("  5   .  .  .  k  .  .  .  . \n"));
        let colored = Diagram::new(&setup).colored().to_string();
        assert!(colored.contains("\x1b[1m\x1b[33mK\x1b[0m"), "{colored:?}");
    }
}
