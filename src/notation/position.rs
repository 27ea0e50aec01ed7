//! Positions as text: six fields on one line.

use std::fmt;

use super::PositionError;
use crate::board::{
    Castling, Color, File, Pending, Piece, Placement, ROLES, Rank, Reserve, Role, Setup, Square,
    reserve::army,
};
use crate::rules::{Field, Form, Refusal, Rules};

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev().map(Rank::new) {
            if rank != Rank::Eighth {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for file in File::ALL {
                match self.placement.piece_at(Square::from_coords(file, rank)) {
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
        f.write_str("[")?;
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

/// Reads a position of a game and asks the game whether it can have it.
///
/// # Errors
///
/// Names the field and the reason.
pub fn read<R: Rules>(switches: &R::Switches, text: &str) -> Result<R, PositionError> {
    Ok(R::from_setup(switches, parse(R::FORM, text)?)?)
}

/// Reads the six fields, without asking whether the game can have the position. A left-out bracket
/// is filled in: in the reverse games with what the board lacks, in `unachess` with nothing.
///
/// # Errors
///
/// Names the field, the character and what would be right.
pub fn parse(form: Form, text: &str) -> Result<Setup, PositionError> {
    let fields: Vec<(usize, &str)> = fields(text);
    let &[board, side, castling, pending, halfmove, fullmove] = fields.as_slice() else {
        return Err(PositionError::Fields {
            found: fields.len(),
        });
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

/// The words of a text with the column (from 0) at which each starts.
fn fields(text: &str) -> Vec<(usize, &str)> {
    text.split_ascii_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
        .collect()
}

fn syntax(
    field: Field,
    (start, word): (usize, &str),
    at: usize,
    expected: &'static str,
) -> PositionError {
    let rest = word.get(at..).unwrap_or_default();
    PositionError::Syntax {
        field,
        column: start + at + 1,
        found: if rest.is_empty() {
            "end of field".to_owned()
        } else {
            rest.chars().take(20).collect()
        },
        expected,
    }
}

fn parse_placement(form: Form, field: (usize, &str)) -> Result<Placement, PositionError> {
    const EIGHT: &str = "8 ranks of 8 squares, separated by '/'";
    let word = field.1;
    let error = |at, expected| syntax(Field::Placement, field, at, expected);
    let (board, reserve_at) = match word.find('[') {
        Some(at) => (word.get(..at).unwrap_or_default(), Some(at)),
        None => (word, None),
    };
    let mut placement = Placement::empty(Reserve::default());
    let mut counts = [0_u32; 12];
    let (mut rank, mut file) = (7_u32, 0_u32);
    for (at, letter) in board.char_indices() {
        match letter {
            '/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
            '/' => return Err(error(at, EIGHT)),
            '1'..='8' => {
                file += letter as u32 - '0' as u32;
                if file > 8 {
                    return Err(error(at, EIGHT));
                }
            }
            _ => {
                let piece =
                    Piece::from_char(letter).ok_or_else(|| error(at, "one of KQRBNPkqrbnp"))?;
                if file >= 8 {
                    return Err(error(at, EIGHT));
                }
                *count_of(&mut counts, piece) += 1;
                let square = Square::from_coords(File::new(file), Rank::new(rank));
                placement.put(piece, square);
                file += 1;
            }
        }
    }
    if (rank, file) != (0, 8) {
        return Err(error(board.len(), EIGHT));
    }
    let reserve = match reserve_at {
        Some(at) => Some(parse_reserve(field, at)?),
        None => None,
    };
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = role.of(color);
            let on_board = *count_of(&mut counts, piece);
            let in_reserve = match &reserve {
                Some(found) => found[index_of(piece)],
                None if form.reverse => army(role).saturating_sub(on_board),
                None => 0,
            };
            let limit = if form.reverse { army(role) } else { 16 };
            if on_board + in_reserve > limit || in_reserve > army(role) {
                return Err(Refusal::TooMany {
                    color,
                    role,
                    count: on_board + in_reserve,
                }
                .into());
            }
            for _ in 0..in_reserve {
                placement.add_to_reserve(piece);
            }
        }
    }
    Ok(placement)
}

fn index_of(piece: Piece) -> usize {
    piece.color as usize * 6 + piece.role as usize - 1
}

fn count_of(counts: &mut [u32; 12], piece: Piece) -> &mut u32 {
    &mut counts[index_of(piece)]
}

fn parse_reserve(field: (usize, &str), open: usize) -> Result<[u32; 12], PositionError> {
    let error = |at, expected| syntax(Field::Reserve, field, at, expected);
    let mut counts = [0; 12];
    let word = field.1;
    for (at, letter) in word.char_indices().filter(|&(at, _)| at > open) {
        if letter == ']' {
            return if at + 1 == word.len() {
                Ok(counts)
            } else {
                Err(error(at + 1, "nothing after ']'"))
            };
        }
        let piece = Piece::from_char(letter).ok_or_else(|| error(at, "one of KQRBNPkqrbnp"))?;
        *count_of(&mut counts, piece) += 1;
    }
    Err(error(word.len(), "']' at the end of the reserve"))
}

fn parse_side(field: (usize, &str)) -> Result<Color, PositionError> {
    match field.1 {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(syntax(Field::Side, field, 0, "w or b")),
    }
}

fn parse_castling(form: Form, field: (usize, &str)) -> Result<Castling, PositionError> {
    if field.1 == "-" {
        return Ok(Castling::NONE);
    }
    let (letters, expected) = if form.reverse {
        (2, "- or letters of KQkq, each at most once, in this order")
    } else {
        (
            5,
            "- or letters of KQEHAkqeha, each at most once, in this order",
        )
    };
    let mut castling = Castling::NONE;
    let mut next = 0;
    for (at, letter) in field.1.char_indices() {
        let place = [Color::White, Color::Black]
            .into_iter()
            .flat_map(|color| (0..letters).map(move |index| (color, index)))
            .position(|(color, index)| {
                let name = Castling::LETTERS[index];
                letter == color.fold_wb(name, name.to_ascii_lowercase())
            })
            .filter(|&place| place >= next)
            .ok_or_else(|| syntax(Field::Castling, field, at, expected))?;
        let color = if place < letters {
            Color::White
        } else {
            Color::Black
        };
        castling = castling.with(color, place % letters, true);
        next = place + 1;
    }
    Ok(castling)
}

fn parse_pending(form: Form, field: (usize, &str)) -> Result<Pending, PositionError> {
    let expected = if form.pending_uncapture {
        "-, a square, a square with '!', or end"
    } else {
        "- or a square"
    };
    let error = || syntax(Field::Pending, field, 0, expected);
    match field.1 {
        "-" => Ok(Pending::Nothing),
        "end" if form.pending_uncapture => Ok(Pending::End),
        word => {
            let (square, forced) = match word.strip_suffix('!') {
                Some(square) if form.pending_uncapture => (square, true),
                _ => (word, false),
            };
            let square = Square::from_ascii(square.as_bytes()).map_err(|_| error())?;
            Ok(if forced {
                Pending::Must(square)
            } else {
                Pending::At(square)
            })
        }
    }
}

fn parse_counter(field: Field, word: (usize, &str)) -> Result<u16, PositionError> {
    let expected = "a whole number up to 65535";
    if !word.1.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(syntax(field, word, 0, expected));
    }
    let count = word
        .1
        .parse()
        .map_err(|_| syntax(field, word, 0, expected))?;
    if field == Field::Fullmove && count == 0 {
        return Err(syntax(
            field,
            word,
            0,
            "a number from 1: the first full move is number 1",
        ));
    }
    Ok(count)
}
