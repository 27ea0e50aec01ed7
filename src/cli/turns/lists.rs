//! Lists of turns: all legal ones, or those that fit what the person has typed.

use std::fmt::Write;

use crate::board::{Act, Placement, Role, Square, Turn};

/// A turn, and its text in the notation that the person uses.
pub(in crate::cli) type Named = (Turn, String);

/// The turns that fit a question. If the question names a square: the turns of the piece on this square,
/// and those with an un-capture or a drop there. If it names a kind of piece: the turns that move,
/// un-capture or drop such a piece. Otherwise: the turns whose text, or whose un-move, begins with the
/// question.
pub(in crate::cli) fn fitting(
    turns: &[Named],
    placement: &Placement,
    question: &str,
) -> Vec<Named> {
    let square = square(question);
    let role = match question.as_bytes() {
        [letter] => Role::from_char(char::from(*letter)),
        _ => None,
    };
    let question = question.to_ascii_lowercase();
    let fits = |(turn, shown): &&Named| match (square, role) {
        (Some(square), _) => origin(*turn) == Some(square) || turn.head() == Some(square),
        (_, Some(role)) => {
            turn.role() == Some(role)
                || origin(*turn).and_then(|from| placement.role_at(from)) == Some(role)
        }
        _ => {
            let text = turn.to_string().to_ascii_lowercase();
            let shown = shown.to_ascii_lowercase();
            [text, shown].into_iter().any(|text| {
                let unmove = text.split_once(',').map_or("", |(_, unmove)| unmove);
                text.starts_with(&question) || unmove.trim_start().starts_with(&question)
            })
        }
    };
    turns.iter().filter(fits).cloned().collect()
}

/// The square that a text names, if it names one.
pub(in crate::cli) fn square(text: &str) -> Option<Square> {
    Square::from_ascii(text.to_ascii_lowercase().as_bytes()).ok()
}

/// The square that the piece leaves, or on which a drop puts it; `None` for a declaration of the
/// end.
fn origin(turn: Turn) -> Option<Square> {
    (turn.act() != Act::End).then(|| turn.from())
}

/// The turns that put a piece on this square, or un-move one to it.
pub(in crate::cli) fn leading_to(turns: &[Named], square: Square) -> Vec<Named> {
    let leads = |(turn, _): &&Named| turn.act() != Act::End && turn.to() == square;
    turns.iter().filter(leads).cloned().collect()
}

/// A numbered list in columns that fit the width.
pub(in crate::cli) fn numbered(turns: &[Named], width: usize) -> String {
    let words: Vec<String> = turns
        .iter()
        .enumerate()
        .map(|(index, (_, text))| format!("{:>4} {text}", index + 1))
        .collect();
    columns(&words, width)
}

/// An overview: how many turns each piece on the board has, how many have an un-capture on each square, and
/// how many are drops; and whether the end may be declared.
pub(in crate::cli) fn overview(turns: &[Named], placement: &Placement) -> String {
    let turns: Vec<Turn> = turns.iter().map(|(turn, _)| *turn).collect();
    let mut text = String::new();
    for square in Square::ALL {
        let begins_here = |turn: &&Turn| turn.act() != Act::Drop && origin(**turn) == Some(square);
        let Some(piece) = placement.piece_at(square) else {
            continue;
        };
        let count = turns.iter().filter(begins_here).count();
        if count > 0 {
            let _ = writeln!(text, "  {square}  {} {count}", piece.char());
        }
    }
    let mut heads: Vec<Square> = turns.iter().filter_map(|turn| turn.head()).collect();
    heads.sort_unstable();
    heads.dedup();
    for head in heads {
        let here = turns.iter().filter(|turn| turn.head() == Some(head));
        let _ = writeln!(
            text,
            "  {head}  un-capture {}: {}",
            roles(here.clone()),
            here.count()
        );
    }
    let drops = turns.iter().filter(|turn| turn.act() == Act::Drop);
    if drops.clone().next().is_some() {
        let letters = roles(drops.clone());
        let _ = writeln!(text, "  from the reserve {letters}: {}", drops.count());
    }
    if turns.iter().any(|turn| turn.act() == Act::End) {
        text.push_str("  end  you may declare the end\n");
    }
    text
}

/// The letters of the kinds of pieces that these turns un-capture or drop.
fn roles<'a>(turns: impl Iterator<Item = &'a Turn> + Clone) -> String {
    crate::board::ROLES
        .into_iter()
        .filter(|&role| turns.clone().any(|turn| turn.role() == Some(role)))
        .map(Role::upper_char)
        .map(String::from)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Words in columns, row by row.
fn columns(words: &[String], width: usize) -> String {
    let column = words.iter().map(String::len).max().unwrap_or(0) + 2;
    let across = (width / column).max(1);
    let mut text = String::new();
    for row in words.chunks(across) {
        let mut line = String::new();
        for word in row {
            let _ = write!(line, "{word:<column$}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
