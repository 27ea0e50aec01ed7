//! What a person is told about a text that is not a turn, with examples of legal turns.

use super::lists::Named;
use crate::board::{Act, Placement, Role, RoleOn, Square, Turn};
use crate::rules::role_name;

/// A move in standard algebraic notation: `Nf3`, `exd5`, `O-O`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChessMove {
    /// A piece goes to a square.
    To { role: Role, square: Square },
    /// The king castles.
    Castling,
}

impl ChessMove {
    /// Reads a move; `None` if the text is not in this notation.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        if ["O-O", "O-O-O", "0-0", "0-0-0"].contains(&text) {
            return Some(ChessMove::Castling);
        }
        let (role, squares) = match text.chars().next()? {
            letter @ ('K' | 'Q' | 'R' | 'B' | 'N') => (Role::from_char(letter)?, text.get(1..)?),
            _ => (Role::Pawn, text),
        };
        let squares = squares.split('=').next()?.replace(['x', '-', ':'], "");
        let split = squares.len().checked_sub(2)?;
        let (from, to) = (squares.get(..split)?, squares.get(split..)?);
        let from_fits = match from.as_bytes() {
            [] => role != Role::Pawn,
            [file_or_rank] => matches!(file_or_rank, b'a'..=b'h' | b'1'..=b'8'),
            [b'a'..=b'h', b'1'..=b'8'] => true,
            _ => false,
        };
        let square = Square::from_ascii(to.as_bytes()).ok()?;
        from_fits.then_some(ChessMove::To { role, square })
    }
}

impl ChessMove {
    /// The legal turns that the move may mean: a piece of its kind goes to its square, or is
    /// un-captured there.
    pub(super) fn meanings(self, placement: &Placement, all: &[Named]) -> Vec<Named> {
        let role_of = |turn: Turn| match turn.act() {
            Act::Drop => turn.role(),
            _ => placement.role_at(turn.from()),
        };
        let fits = |(turn, _): &&Named| match self {
            ChessMove::To { role, square }
                if turn.head_revival() == Some(RoleOn { role, square }) =>
            {
                true
            }
            _ if turn.act() == Act::End => false,
            ChessMove::To { role, square } => turn.to() == square && role_of(*turn) == Some(role),
            ChessMove::Castling => {
                let files = turn.from().file().distance(turn.to().file());
                role_of(*turn) == Some(Role::King) && files > 1
            }
        };
        all.iter().filter(fits).cloned().collect()
    }
}

/// The answer to a chess move that matches no legal turn.
pub(super) fn no_such_move(text: &str, all: &[Named]) -> String {
    let examples = examples(all);
    format!("{text} is chess notation, and no turn here is like it. {examples}")
}

/// The answer to a text that has no meaning here.
pub(super) fn not_a_turn(text: &str, all: &[Named]) -> String {
    let text: String = text.chars().take(40).collect();
    let examples = examples(all);
    format!(
        "'{text}' is not a turn. {examples} Type ? to see what you can play, help for commands."
    )
}

/// A sentence with examples of turns: one legal turn of each form.
pub(in crate::cli) fn examples(all: &[Named]) -> String {
    let forms: [fn(&Turn) -> Option<String>; 6] = [plain, headed, tailed, en_passant, drop, end];
    let examples: Vec<String> = forms
        .into_iter()
        .filter_map(|form| all.iter().find_map(|(turn, _)| form(turn)))
        .collect();
    match examples.as_slice() {
        [] => String::new(),
        [one] => format!("Write a turn like {one}."),
        [first @ .., last] => format!("Write a turn like {}, or {last}.", first.join(", ")),
    }
}

fn plain(turn: &Turn) -> Option<String> {
    let is_plain = turn.act() == Act::Move && turn.role().is_none() && turn.head().is_none();
    is_plain.then(|| format!("{turn} (from {} to {})", turn.from(), turn.to()))
}

fn headed(turn: &Turn) -> Option<String> {
    let RoleOn { role, square } = turn.head_revival()?;
    (turn.act() == Act::Move).then(|| {
        format!(
            "{turn} (un-capture a {} on {square}, then {} to {})",
            role_name(role),
            turn.from(),
            turn.to()
        )
    })
}

fn tailed(turn: &Turn) -> Option<String> {
    let role = turn.tail_revival()?;
    (turn.act() == Act::Move).then(|| {
        format!(
            "{turn} (from {} to {}, and leave a {} behind)",
            turn.from(),
            turn.to(),
            role_name(role)
        )
    })
}

fn en_passant(turn: &Turn) -> Option<String> {
    (turn.act() == Act::UnEnPassant).then(|| format!("{turn} (un-capture a pawn en passant)"))
}

fn drop(turn: &Turn) -> Option<String> {
    let role = turn.role().filter(|_| turn.act() == Act::Drop)?;
    Some(format!(
        "{turn} (put a {} on {})",
        role_name(role),
        turn.to()
    ))
}

fn end(turn: &Turn) -> Option<String> {
    (turn.act() == Act::End && turn.head().is_none()).then(|| format!("{turn} (declare the end)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_moves_are_distinguished_from_other_texts() {
        let to = |role, square| Some(ChessMove::To { role, square });
        assert_eq!(ChessMove::read("Nf3"), to(Role::Knight, Square::F3));
        assert_eq!(ChessMove::read("Ngxf3+"), to(Role::Knight, Square::F3));
        assert_eq!(ChessMove::read("exd8=Q#"), to(Role::Pawn, Square::D8));
        assert_eq!(ChessMove::read("R1a3!?"), to(Role::Rook, Square::A3));
        assert_eq!(ChessMove::read("Kf3-e4"), to(Role::King, Square::E4));
        assert_eq!(ChessMove::read("O-O-O"), Some(ChessMove::Castling));
        for text in [
            "", "N", "xyz", "f9", "N@f3", "hello", "Nf3f4f5", "end", "N\u{e4}3",
        ] {
            assert_eq!(ChessMove::read(text), None, "{text}");
        }
    }
}
