//! The diagram of Unachess's e-mail form: the board with both reserves beside it, capital letters
//! for White and small ones for Black.
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

use thiserror::Error;

use crate::board::{
    Castling, Color, File, Pending, Piece, Placement, Rank, Reserve, Role, Setup, Square,
    reserve::army,
};

/// The gap between board and reserves.
const GAP: &str = "       ";
/// The kinds in the first line of a reserve, in order.
const OFFICERS: [Role; 5] = [
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Queen,
    Role::King,
];
/// The lines of the diagram in which the reserves stand: their title, their pieces, their pawns.
const LINES: [(Color, [usize; 3]); 2] = [(Color::Black, [0, 2, 3]), (Color::White, [6, 8, 9])];

/// A placement as a diagram. It prints itself.
#[derive(Clone, Copy, Debug)]
pub struct EmailDiagram<'a>(pub &'a Placement);

impl fmt::Display for EmailDiagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in 0..10 {
            let rank = Rank::ALL.into_iter().rev().nth(line);
            let board = rank.map_or_else(|| " ".repeat(15), |rank| self.rank(rank));
            let text = format!("{board}{GAP}{}", self.beside(line));
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

impl EmailDiagram<'_> {
    fn rank(&self, rank: Rank) -> String {
        let square = |file| match self.0.piece_at(Square::from_coords(file, rank)) {
            Some(piece) => String::from(piece.char()),
            None => "-".to_owned(),
        };
        File::ALL.map(square).join(" ")
    }

    /// What stands beside the board in a line.
    fn beside(&self, line: usize) -> String {
        for (color, [title, officers, pawns]) in LINES {
            if line == title {
                let name = color.fold_wb("White", "Black");
                return format!("{name}'s pieces in reserve:");
            }
            if line == officers {
                return OFFICERS.map(|role| self.slots(color, role)).concat();
            }
            if line == pawns {
                return self.slots(color, Role::Pawn);
            }
        }
        String::new()
    }

    /// The pieces of a kind in reserve, and a dash for each that is not there any more.
    fn slots(&self, color: Color, role: Role) -> String {
        let there = self.0.reserve().count(color, role) as usize;
        let gone = (army(role) as usize).saturating_sub(there);
        String::from(role.of(color).char()).repeat(there) + &"-".repeat(gone)
    }
}

/// Why a text is no diagram: the line and character, counted from 1, and what would be right there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("diagram: line {line}, character {column}: {found} stands here; right would be {expected}")]
pub struct DiagramError {
    /// The line.
    pub line: usize,
    /// The character.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

/// Reads a diagram. Empty lines do not matter, nor does how far the reserves stand from the board;
/// whose a piece is, its letter tells. White is to play unless a line says "Black to play". What the
/// diagram does not tell, castling and en passant, is not to be had.
///
/// # Errors
///
/// Says at which line and character it is no diagram.
pub fn read(text: &str) -> Result<Setup, DiagramError> {
    let mut side = Color::White;
    let mut placement = Placement::empty(Reserve::default());
    let mut ranks = Rank::ALL.into_iter().rev();
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines()) {
        match line.trim() {
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
        last = number;
        let mut letters = (1..).zip(line.chars());
        if let Some(rank) = ranks.next() {
            read_rank(&mut placement, rank, (number, line), &mut letters)?;
        }
        read_reserve(&mut placement, (number, line), &mut letters)?;
    }
    match ranks.next() {
        None => Ok(Setup {
            placement,
            side,
            castling: Castling::NONE,
            pending: Pending::Nothing,
            halfmove: 0,
            fullmove: 1,
        }),
        Some(rank) => Err(DiagramError {
            line: last + 1,
            column: 1,
            found: "the end of the text".to_owned(),
            expected: format!("the squares of rank {}", rank.char()),
        }),
    }
}

/// A complaint about a place in a line; without a place, about its end.
fn wrong(
    (line, text): (usize, &str),
    place: Option<(usize, char)>,
    expected: String,
) -> DiagramError {
    DiagramError {
        line,
        column: place.map_or(text.chars().count() + 1, |(column, _)| column),
        found: place.map_or("the end of the line".to_owned(), |(_, letter)| {
            format!("'{letter}'")
        }),
        expected,
    }
}

fn read_rank(
    placement: &mut Placement,
    rank: Rank,
    line: (usize, &str),
    letters: &mut impl Iterator<Item = (usize, char)>,
) -> Result<(), DiagramError> {
    for file in File::ALL {
        let square = Square::from_coords(file, rank);
        let mut next = letters.next();
        if file != File::A && matches!(next, Some((_, ' '))) {
            next = letters.next();
        }
        match next {
            Some((_, '-')) => {}
            place => {
                let piece = place.and_then(|(_, letter)| Piece::from_char(letter));
                let expected = || format!("a piece KQRBNPkqrbnp or '-' for the square {square}");
                placement.put(piece.ok_or_else(|| wrong(line, place, expected()))?, square);
            }
        }
    }
    Ok(())
}

fn read_reserve(
    placement: &mut Placement,
    line: (usize, &str),
    letters: &mut impl Iterator<Item = (usize, char)>,
) -> Result<(), DiagramError> {
    let text: Vec<(usize, char)> = letters.collect();
    let words: String = text.iter().map(|&(_, letter)| letter).collect();
    if ["Black's", "White's"]
        .iter()
        .any(|name| words.trim_start().starts_with(name))
    {
        return Ok(());
    }
    for place in text {
        let (_, letter) = place;
        if letter == '-' || letter.is_whitespace() {
            continue;
        }
        let room =
            |piece: &Piece| placement.reserve().count(piece.color, piece.role) < army(piece.role);
        let Some(piece) = Piece::from_char(letter).filter(room) else {
            let expected = "a reserve such as rrbbn-qk or PPPPPPP-".to_owned();
            return Err(wrong(line, Some(place), expected));
        };
        placement.add_to_reserve(piece);
    }
    Ok(())
}
