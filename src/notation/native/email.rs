//! The diagram of Unachess games by e-mail: the board with both reserves beside it. Capital letters
//! are White, small letters Black. A dash in a reserve stands for a piece that has been dropped.
//!
//! ```text
//! - - - - - - - -       Black's pieces in reserve:
//! - - - - - - - -
//! - - - - n - - -       rrbbn-qk
//! - - - - - - - -       pppppppp
//! - - - - - B - -
//! - - - - P - - -
//! - - - - - - - -       White's pieces in reserve:
//! - - - - - - - -
//!                       RRB-NNQK
//!                       PPPPPPP-
//! ```

use std::fmt;
use std::iter::Enumerate;
use std::str::Chars;

use thiserror::Error;

use crate::board::{
    Color, File, Piece, Placement, Rank, Reserve, Role, Setup, Square, initial_count,
};
use crate::notation::error::printable;
use crate::rules::side_name;

/// The gap between board and reserves.
const GAP: &str = "       ";
/// The gap in a [`ScreenDiagram`], which has the names of the ranks left of the board.
const SCREEN_GAP: &str = "    ";
/// The kinds of pieces in the first line of a reserve, in order.
const FIRST_LINE: [Role; 5] = [
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Queen,
    Role::King,
];
/// The line numbers of a side's reserve in a diagram, from 0.
struct ReserveLines {
    color: Color,
    title: usize,
    first_line: usize,
    pawns: usize,
}

/// Where the reserves are if White is at the bottom.
const RESERVES: [ReserveLines; 2] = [
    ReserveLines {
        color: Color::Black,
        title: 0,
        first_line: 2,
        pawns: 3,
    },
    ReserveLines {
        color: Color::White,
        title: 6,
        first_line: 8,
        pawns: 9,
    },
];

/// A diagram of a placement, written by [`Display`](fmt::Display).
#[derive(Clone, Copy, Debug)]
pub struct EmailDiagram<'a>(pub &'a Placement);

impl fmt::Display for EmailDiagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in 0..10 {
            let rank = Rank::ALL.into_iter().rev().nth(line);
            let board = rank.map_or_else(|| " ".repeat(15), |rank| self.squares(rank, File::ALL));
            let text = format!("{board}{GAP}{}", self.beside(line, Color::White));
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// A diagram with the names of files and ranks, for the screen of a player.
#[derive(Clone, Copy, Debug)]
pub struct ScreenDiagram<'a> {
    diagram: EmailDiagram<'a>,
    bottom: Color,
}

impl fmt::Display for ScreenDiagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ranks, files) = coordinates(self.bottom);
        for line in 0..10 {
            let board = match ranks.get(line) {
                Some(&rank) => {
                    let squares = self.diagram.squares(rank, files);
                    format!("{}  {squares}", rank.char())
                }
                None if line == ranks.len() => format!("   {}", names(files)),
                None => " ".repeat(18),
            };
            let beside = self.diagram.beside(line, self.bottom);
            let text = format!("{board}{SCREEN_GAP}{beside}");
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// The ranks from the top and the files from the left, with this side at the bottom.
fn coordinates(bottom: Color) -> ([Rank; 8], [File; 8]) {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    (ranks, files)
}

/// The names of the files, separated by spaces.
fn names(files: [File; 8]) -> String {
    files.map(|file| String::from(file.char())).join(" ")
}

impl<'a> EmailDiagram<'a> {
    /// The diagram with the names of files and ranks, and with this side at the bottom.
    #[must_use]
    pub const fn with_bottom(self, bottom: Color) -> ScreenDiagram<'a> {
        ScreenDiagram {
            diagram: self,
            bottom,
        }
    }

    fn squares(&self, rank: Rank, files: [File; 8]) -> String {
        let square = |file| match self.0.piece_at(Square::from_coords(file, rank)) {
            Some(piece) => String::from(piece.char()),
            None => "-".to_owned(),
        };
        files.map(square).join(" ")
    }

    /// The text beside the board in this line. `bottom` is the side at the bottom.
    fn beside(&self, line: usize, bottom: Color) -> String {
        for reserve in RESERVES {
            let color = bottom.fold_wb(reserve.color, !reserve.color);
            if line == reserve.title {
                let name = side_name(color);
                return format!("{name}'s pieces in reserve:");
            }
            if line == reserve.first_line {
                return FIRST_LINE.map(|role| self.slots(color, role)).concat();
            }
            if line == reserve.pawns {
                return self.slots(color, Role::Pawn);
            }
        }
        String::new()
    }

    /// The pieces of a kind in reserve, then a dash for each dropped piece of this kind.
    fn slots(&self, color: Color, role: Role) -> String {
        let in_reserve = self.0.reserve().count(color, role) as usize;
        let missing = (initial_count(role) as usize).saturating_sub(in_reserve);
        String::from(role.of(color).char()).repeat(in_reserve) + &"-".repeat(missing)
    }
}

/// The error for a text that is not a diagram. It names the first mistake. Lines and characters are
/// counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("diagram: line {line}, character {column}: found {found}, expected {expected}")]
pub struct DiagramError {
    /// The line.
    pub line: usize,
    /// The character.
    pub column: usize,
    /// What was found there.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// Reads a diagram. Empty lines are ignored. The pieces in reserve may be anywhere to the right of
/// the board or below it. A title such as "White's pieces in reserve:" is skipped, up to its colon.
/// If the title has no colon, the rest of the line is skipped. By default White is to play. A line
/// "White to play" or "Black to play" names the side. The diagram does not show castling rights and
/// en passant, so the position has neither. The names of ranks and files of a [`ScreenDiagram`] may
/// stand beside the board. If the uppermost rank has the name 1, Black is at the bottom.
///
/// # Errors
///
/// The error names the line and character of the mistake.
pub fn read(text: &str) -> Result<Setup, DiagramError> {
    let mut side = Color::White;
    let mut placement = Placement::empty(Reserve::default());
    let is_side = |line: &&str| matches!(*line, "" | "White to play" | "Black to play");
    let first = text.lines().map(str::trim).find(|line| !is_side(line));
    let has_black_below = first.is_some_and(|line| line.starts_with(Rank::First.char()));
    let bottom = if has_black_below {
        Color::Black
    } else {
        Color::White
    };
    let (ranks, files) = coordinates(bottom);
    let mut ranks = ranks.into_iter();
    let mut last_line = 0;
    for (number, text) in (1..).zip(text.lines()) {
        match text.trim() {
            "" => continue,
            "White to play" => {
                side = Color::White;
                continue;
            }
            "Black to play" => {
                side = Color::Black;
                continue;
            }
            _ => {}
        }
        last_line = number;
        let mut line = DiagramLine {
            number,
            text,
            letters: text.chars().enumerate(),
        };
        if let Some(rank) = ranks.next() {
            line.skip_name(rank);
            line.read_rank(&mut placement, rank, files)?;
            line.refuse_ninth_square()?;
        } else {
            line.skip_names(files);
        }
        line.read_reserve(&mut placement)?;
    }
    match ranks.next() {
        None => Ok(Setup::new(placement, side)),
        Some(rank) => Err(DiagramError {
            line: last_line + 1,
            column: 1,
            found: "the end of the text".to_owned(),
            expected: format!("the squares of rank {}", rank.char()),
        }),
    }
}

/// A line of a diagram, and its characters that have not been read yet.
struct DiagramLine<'a> {
    /// The number, from 1.
    number: usize,
    text: &'a str,
    letters: Enumerate<Chars<'a>>,
}

impl DiagramLine<'_> {
    /// An error at a character or at the end of the line. `found` is the character and its index;
    /// `None` means the end of the line.
    fn error(&self, found: Option<(usize, char)>, expected: String) -> DiagramError {
        let (index, found) = match found {
            Some((index, letter)) => (index, format!("'{}'", printable(letter))),
            None => (self.text.chars().count(), "the end of the line".to_owned()),
        };
        DiagramError {
            line: self.number,
            column: index + 1,
            found,
            expected,
        }
    }

    /// The characters that have not been read yet.
    fn rest(&self) -> String {
        self.letters.clone().map(|(_, letter)| letter).collect()
    }

    /// Skips the name of the rank, and the blanks around it, if the line begins with them.
    fn skip_name(&mut self, rank: Rank) {
        let rest = self.rest();
        let Some(squares) = rest.trim_start().strip_prefix(rank.char()) else {
            return;
        };
        let squares = squares.trim_start().chars().count();
        self.skip(rest.chars().count() - squares);
    }

    /// Skips the names of the files, if the line begins with them.
    fn skip_names(&mut self, files: [File; 8]) {
        let rest = self.rest();
        if let Some(reserve) = rest.trim_start().strip_prefix(&names(files)) {
            self.skip(rest.chars().count() - reserve.chars().count());
        }
    }

    /// Skips this number of characters.
    fn skip(&mut self, count: usize) {
        self.letters.by_ref().take(count).for_each(drop);
    }

    /// Reads the squares of a rank, with or without a space between them.
    fn read_rank(
        &mut self,
        placement: &mut Placement,
        rank: Rank,
        files: [File; 8],
    ) -> Result<(), DiagramError> {
        for (number, file) in files.into_iter().enumerate() {
            let square = Square::from_coords(file, rank);
            let mut next = self.letters.next();
            if number > 0 && matches!(next, Some((_, ' '))) {
                next = self.letters.next();
            }
            if matches!(next, Some((_, '-'))) {
                continue;
            }
            let piece = next.and_then(|(_, letter)| Piece::from_char(letter));
            let piece = piece.ok_or_else(|| {
                let expected = format!("one of KQRBNPkqrbnp, or '-', for the square {square}");
                self.error(next, expected)
            })?;
            placement.put(piece, square);
        }
        Ok(())
    }

    /// Refuses a ninth square in a rank. If single spaces separate the squares, at least two spaces
    /// must come before a reserve: a piece after one space would be a ninth square. If nothing
    /// separates the squares, one space is enough.
    fn refuse_ninth_square(&self) -> Result<(), DiagramError> {
        let mut rest = self.letters.clone();
        let name = |letter: char| letter.is_whitespace() || letter.is_ascii_digit();
        let has_spaces = self.text.trim_start_matches(name).chars().nth(1) == Some(' ');
        let next = match rest.next() {
            Some((_, ' ')) if has_spaces => rest.next(),
            next => next,
        };
        match next {
            Some((_, letter)) if !letter.is_whitespace() => {
                let expected = "two spaces or the end of the line after eight squares".to_owned();
                Err(self.error(next, expected))
            }
            _ => Ok(()),
        }
    }

    /// Adds the pieces in the rest of the line to the reserve. Skips a title, which starts with
    /// "White's" or "Black's" and ends at a colon or at the end of the line.
    fn read_reserve(&mut self, placement: &mut Placement) -> Result<(), DiagramError> {
        let rest = self.rest();
        let is_title = |name| rest.trim_start().starts_with(name);
        if is_title("Black's") || is_title("White's") {
            for (_, letter) in self.letters.by_ref() {
                if letter == ':' {
                    break;
                }
            }
        }
        for (index, letter) in self.letters.clone() {
            if letter == '-' || letter.is_whitespace() {
                continue;
            }
            let Some(piece) = Piece::from_char(letter) else {
                let expected = "a reserve such as rrbbn-qk or PPPPPPP-".to_owned();
                return Err(self.error(Some((index, letter)), expected));
            };
            let most = initial_count(piece.role);
            if placement.reserve().count(piece.color, piece.role) >= most {
                let expected = format!("at most {most} '{letter}' in the reserve");
                return Err(self.error(Some((index, letter)), expected));
            }
            placement.add_to_reserve(piece);
        }
        Ok(())
    }
}
