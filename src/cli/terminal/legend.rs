//! The legend of a board: what the symbols of the pieces and the marks of the latest turn mean. The
//! legend stands beside the board, or is printed as sentences.

use crate::board::{Color, Piece, ROLES, Role};
use crate::notation::{DiagramStyle, PieceSet};
use crate::rules::role_name;

/// Columns for a legend beside a board, including the gap and the vertical line between them.
pub(super) const WIDTH: usize = 43;

/// The marks of the latest turn, and what they mean.
const MARKS: [&str; 2] = [
    "[\u{a0}] arrived with the latest turn",
    "(\u{a0}) left with the latest turn",
];

/// The symbols of a kind of piece, White's first; `None` if pieces are shown as letters.
fn symbols(style: DiagramStyle, role: Role) -> Option<[char; 2]> {
    let symbol = |color| style.character(Piece { color, role });
    (style.pieces == PieceSet::Symbols).then(|| [symbol(Color::White), symbol(Color::Black)])
}

/// The legend as lines to stand beside a board. A vertical line sets it apart from the board.
pub(super) fn lines(style: DiagramStyle) -> Vec<String> {
    let entry = |role: Role| {
        let text = format!("{} {:<7}", role.upper_char(), role_name(role));
        match symbols(style, role) {
            None => text,
            Some([white, black]) => {
                let (of_white, of_black) = (
                    style.reserve_style(Color::White),
                    style.reserve_style(Color::Black),
                );
                format!("{of_white} {white}{of_white:#}{of_black} {black} {of_black:#} {text}")
            }
        }
    };
    let (left, right) = ROLES.split_at(3);
    let pairs = left.iter().zip(right);
    let mut lines: Vec<String> = pairs
        .map(|(&left, &right)| {
            format!("{} {}", entry(left), entry(right))
                .trim_end()
                .to_owned()
        })
        .collect();
    lines.push(match style.pieces {
        PieceSet::Letters => "Capital letters White, small Black".to_owned(),
        PieceSet::Symbols => "White is outlined, Black is filled".to_owned(),
    });
    lines.push(String::new());
    lines.extend(MARKS.map(str::to_owned));
    let bar = match style.pieces {
        PieceSet::Letters => '|',
        PieceSet::Symbols => '\u{2502}',
    };
    let lines = lines.into_iter();
    lines
        .map(|line| format!("{bar} {line}").trim_end().to_owned())
        .collect()
}

/// The legend as sentences.
pub(super) fn sentences(style: DiagramStyle) -> String {
    let pieces = ROLES.map(|role| match symbols(style, role) {
        None => format!("{} {}", role.upper_char(), role_name(role)),
        Some([white, black]) => {
            format!("{white} {black} {} {}", role.upper_char(), role_name(role))
        }
    });
    let colors = match style.pieces {
        PieceSet::Letters => "Capital letters are White, small letters Black.",
        PieceSet::Symbols => "White is outlined, Black is filled.",
    };
    // No-break spaces, so that no line ends between the symbols of a piece and its name.
    let pieces = pieces.map(|piece| piece.replace(' ', "\u{a0}"));
    format!(
        "{}. {colors} {}, {}.",
        pieces.join(", "),
        MARKS[0],
        MARKS[1]
    )
}
