//! Positions as text: six fields on one line.

use std::fmt;

use super::PositionError;
use super::error::printable;
use crate::board::{
    ByColor, ByRole, Castling, Color, File, Pending, Piece, Placement, ROLES, Rank, Reserve, Role,
    Setup, Square, initial_count,
};
use crate::rules::{Field, Form, IllegalPosition, Rules};

/// The pieces on the board: the first field of a position up to the bracket of the reserve.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev().map(Rank::new) {
            if rank != Rank::Eighth {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for file in File::ALL {
                match self.piece_at(Square::from_coords(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", piece.char())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.placement)?;
        for color in [Color::White, Color::Black] {
            for role in ROLES {
                for _ in 0..self.placement.reserve().count(color, role) {
                    write!(f, "{}", role.of(color).char())?;
                }
            }
        }
        let (side, castling, pending) = (self.side.char(), self.castling, self.pending);
        write!(f, "] {side} {castling} {pending} ")?;
        write!(f, "{} {}", self.halfmove, self.fullmove)
    }
}

/// The third field of a position.
impl fmt::Display for Castling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Castling::NONE {
            return f.write_str("-");
        }
        for color in [Color::White, Color::Black] {
            for (letter, name) in Castling::LETTERS.into_iter().enumerate() {
                if self.has(color, letter) {
                    write!(f, "{}", color.fold_wb(name, name.to_ascii_lowercase()))?;
                }
            }
        }
        Ok(())
    }
}

/// The fourth field of a position.
impl fmt::Display for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pending::Nothing => f.write_str("-"),
            Pending::At(square) => write!(f, "{square}"),
            Pending::Must(square) => write!(f, "{square}!"),
            Pending::End => f.write_str("end"),
        }
    }
}

/// Reads a position of a game and checks it.
///
/// # Errors
///
/// The error names the reason, and the field if one field is wrong.
pub fn read<R: Rules>(switches: &R::Switches, text: &str) -> Result<R, PositionError> {
    Ok(R::from_setup(switches, parse(R::FORM, text)?)?)
}

/// Reads the six fields. [`read`] also checks that the game accepts the position. If the text has
/// no reserve, all missing pieces are in reserve in a reverse game. In other games the reserve is
/// then empty.
///
/// # Errors
///
/// If the number of fields is wrong, a field is malformed, or a side has too many pieces of a kind.
/// For a malformed field, the error names the field, the column, and what was expected there.
pub fn parse(form: Form, text: &str) -> Result<Setup, PositionError> {
    let words = words(text);
    let &[board, side, castling, pending, halfmove, fullmove] = words.as_slice() else {
        return Err(PositionError::Fields { found: words.len() });
    };
    Ok(Setup {
        placement: parse_placement(form, board)?,
        side: parse_side(side)?,
        castling: parse_castling(form, castling)?,
        pending: parse_pending(form, pending)?,
        halfmove: parse_counter(Field::Halfmove, halfmove)?,
        fullmove: parse_counter(Field::Fullmove, fullmove)?,
    })
}

/// A word of a position. The first word holds [`Field::Placement`] and [`Field::Reserve`]. Each
/// other word holds one [`Field`].
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    /// The byte offset of the word in the text of the position.
    start: usize,
}

fn words(text: &str) -> Vec<Word<'_>> {
    text.split_ascii_whitespace()
        .map(|word| Word {
            text: word,
            start: word.as_ptr() as usize - text.as_ptr() as usize,
        })
        .collect()
}

impl Word<'_> {
    /// An error in a field, at this byte offset in the word.
    fn error(self, field: Field, at: usize, expected: &'static str) -> PositionError {
        let rest = self.text.get(at..).unwrap_or_default();
        PositionError::Syntax {
            field,
            column: self.start + at + 1,
            found: if rest.is_empty() {
                "the end of the field".to_owned()
            } else {
                let shown: String = rest.chars().take(20).map(printable).collect();
                format!("'{shown}'")
            },
            expected,
        }
    }
}

/// A count for each kind of piece of each side.
#[derive(Default)]
struct Counts(ByColor<ByRole<u32>>);

impl Counts {
    const fn get(&self, piece: Piece) -> u32 {
        *self.0.get(piece.color).get(piece.role)
    }

    const fn add(&mut self, piece: Piece) {
        *self.0.get_mut(piece.color).get_mut(piece.role) += 1;
    }
}

const PIECE: &str = "one of KQRBNPkqrbnp";
const ON_BOARD: &str = "one of KQRBNPkqrbnp, a number from 1 to 8, or '/'";

/// Reads the board and the reserve.
fn parse_placement(form: Form, word: Word<'_>) -> Result<Placement, PositionError> {
    let (board, bracket) = match word.text.find('[') {
        Some(at) => (word.text.get(..at).unwrap_or_default(), Some(at)),
        None => (word.text, None),
    };
    let mut placement = Placement::empty(Reserve::default());
    let on_board = parse_board(word, board, &mut placement)?;
    let reserve = match bracket {
        Some(at) => Some(parse_reserve(word, at)?),
        None => None,
    };
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = role.of(color);
            let on_board = on_board.get(piece);
            let in_reserve = match &reserve {
                Some(reserve) => reserve.get(piece),
                None if form.reverse => initial_count(role).saturating_sub(on_board),
                None => 0,
            };
            if let Some(error) = too_many(form, piece, on_board, in_reserve) {
                return Err(error.into());
            }
            for _ in 0..in_reserve {
                placement.add_to_reserve(piece);
            }
        }
    }
    Ok(placement)
}

/// The error if a side has too many pieces of a kind: too many in reserve, or too many on the board
/// and in reserve together.
fn too_many(form: Form, piece: Piece, on_board: u32, in_reserve: u32) -> Option<IllegalPosition> {
    let Piece { color, role } = piece;
    let (count, initial) = (on_board + in_reserve, initial_count(role));
    let limit = if form.reverse { initial } else { 16 };
    if form.reverse && on_board <= limit && count > limit {
        let (needed, found) = (limit - on_board, in_reserve);
        return Some(IllegalPosition::WrongReserve {
            color,
            role,
            needed,
            found,
        });
    }
    if in_reserve > initial {
        let count = in_reserve;
        return Some(IllegalPosition::TooManyInReserve { color, role, count });
    }
    (count > limit).then_some(IllegalPosition::TooMany { color, role, count })
}

/// Puts the pieces of `board` into the placement, and counts them. `board` is the start of `word`.
fn parse_board(
    word: Word<'_>,
    board: &str,
    placement: &mut Placement,
) -> Result<Counts, PositionError> {
    const RANKS: &str = "8 ranks of 8 squares, separated by '/'";
    let error = |at, expected| word.error(Field::Placement, at, expected);
    let mut counts = Counts::default();
    let (mut rank, mut file) = (7_u32, 0_u32);
    for (at, letter) in board.char_indices() {
        match letter {
            '/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
            '/' => return Err(error(at, RANKS)),
            '1'..='8' => {
                file += letter as u32 - '0' as u32;
                if file > 8 {
                    return Err(error(at, RANKS));
                }
            }
            _ => {
                let piece = Piece::from_char(letter).ok_or_else(|| error(at, ON_BOARD))?;
                if file >= 8 {
                    return Err(error(at, RANKS));
                }
                counts.add(piece);
                let square = Square::from_coords(File::new(file), Rank::new(rank));
                placement.put(piece, square);
                file += 1;
            }
        }
    }
    if (rank, file) == (0, 8) {
        Ok(counts)
    } else {
        Err(error(board.len(), RANKS))
    }
}

/// Reads the reserve. `open` is the byte offset of its opening bracket in the word.
fn parse_reserve(word: Word<'_>, open: usize) -> Result<Counts, PositionError> {
    let error = |at, expected| word.error(Field::Reserve, at, expected);
    let mut counts = Counts::default();
    for (at, letter) in word.text.char_indices().filter(|&(at, _)| at > open) {
        if letter == ']' {
            return if at + 1 == word.text.len() {
                Ok(counts)
            } else {
                Err(error(at + 1, "nothing after ']'"))
            };
        }
        counts.add(Piece::from_char(letter).ok_or_else(|| error(at, PIECE))?);
    }
    Err(error(word.text.len(), "']' at the end of the reserve"))
}

fn parse_side(word: Word<'_>) -> Result<Color, PositionError> {
    match word.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(word.error(Field::Side, 0, "w or b")),
    }
}

fn parse_castling(form: Form, word: Word<'_>) -> Result<Castling, PositionError> {
    if word.text == "-" {
        return Ok(Castling::NONE);
    }
    let (letters_per_side, expected) = if form.reverse {
        (2, "- or letters of KQkq, each at most once, in this order")
    } else {
        (
            5,
            "- or letters of KQEHAkqeha, each at most once, in this order",
        )
    };
    let mut castling = Castling::NONE;
    let mut least_index = 0;
    for (at, letter) in word.text.char_indices() {
        let index = [Color::White, Color::Black]
            .into_iter()
            .flat_map(|color| {
                let names = Castling::LETTERS.into_iter().take(letters_per_side);
                names.map(move |name| (color, name))
            })
            .position(|(color, name)| letter == color.fold_wb(name, name.to_ascii_lowercase()))
            .filter(|&index| index >= least_index)
            .ok_or_else(|| word.error(Field::Castling, at, expected))?;
        let color = if index < letters_per_side {
            Color::White
        } else {
            Color::Black
        };
        castling = castling.with(color, index % letters_per_side);
        least_index = index + 1;
    }
    Ok(castling)
}

fn parse_pending(form: Form, word: Word<'_>) -> Result<Pending, PositionError> {
    let expected = if form.pending_uncapture {
        "-, a square, a square with '!', or end"
    } else {
        "- or a square"
    };
    match word.text {
        "-" => Ok(Pending::Nothing),
        "end" if form.pending_uncapture => Ok(Pending::End),
        text => {
            let (square, is_forced) = match text.strip_suffix('!') {
                Some(square) if form.pending_uncapture => (square, true),
                _ => (text, false),
            };
            let square = Square::from_ascii(square.as_bytes())
                .map_err(|_| word.error(Field::Pending, 0, expected))?;
            Ok(if is_forced {
                Pending::Must(square)
            } else {
                Pending::At(square)
            })
        }
    }
}

fn parse_counter(field: Field, word: Word<'_>) -> Result<u16, PositionError> {
    let error = || word.error(field, 0, "a whole number up to 65535");
    if !word.text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error());
    }
    let count = word.text.parse().map_err(|_| error())?;
    if field == Field::Fullmove && count == 0 {
        let expected = "a number from 1: the first full move is number 1";
        return Err(word.error(field, 0, expected));
    }
    Ok(count)
}
