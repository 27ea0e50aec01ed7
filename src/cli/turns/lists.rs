//! Lists of turns: all legal ones, or those that fit what the person has typed.

use std::fmt::Write;

use crate::board::{Act, Placement, Role, Square, Turn};

/// A turn, and its text in the notation that the person uses.
pub(in crate::cli) type Named = (Turn, String);

/// The turns that fit `question`, a text that the person has typed:
///
/// * a square: the turns that move the piece on this square, drop a piece on it, or begin with an
///   un-capture on it
/// * the letter of a piece: the turns that move or drop a piece of this kind
/// * a star and the letter of a piece: the turns that un-capture a piece of this kind
/// * any other text: the turns that begin with this text, and turns such as `N@f3,f6e6` whose
///   second part begins with this text
pub(in crate::cli) fn fitting(
    turns: &[Named],
    placement: &Placement,
    question: &str,
) -> Vec<Named> {
    let square = square(question);
    let letter = plain_letters(question);
    let role = piece(&letter);
    let uncaptured = letter.strip_prefix('*').and_then(piece);
    let question = question.to_ascii_lowercase();
    let fits = |(turn, shown): &&Named| match (square, role, uncaptured) {
        (Some(square), ..) => origin(*turn) == Some(square) || turn.head() == Some(square),
        (_, Some(role), _) => moved_role(placement, *turn) == Some(role),
        (.., Some(role)) => revived_role(*turn) == Some(role),
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

/// The square that a text names. `None` for any other text.
pub(in crate::cli) fn square(text: &str) -> Option<Square> {
    Square::from_ascii(text.to_ascii_lowercase().as_bytes()).ok()
}

/// The kind of piece that a text names by its letter. `None` for any other text.
pub(super) fn piece(text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let role = Role::from_char(letters.next()?);
    role.filter(|_| letters.next().is_none())
}

/// The square that the piece leaves, or on which a drop puts it; `None` for a declaration of the
/// end.
fn origin(turn: Turn) -> Option<Square> {
    (turn.act() != Act::End).then(|| turn.from())
}

/// The kind of the piece that a turn moves or drops. A moved piece stands on the board, or the turn
/// un-captures it first. `None` for a declaration of the end.
pub(super) fn moved_role(placement: &Placement, turn: Turn) -> Option<Role> {
    match turn.act() {
        Act::End => None,
        Act::Drop => turn.role(),
        _ => {
            let head = turn.head_revival();
            let head = head.filter(|revival| revival.square == turn.from());
            head.map(|revival| revival.role)
                .or_else(|| placement.role_at(turn.from()))
        }
    }
}

/// The kind of the piece that a turn un-captures.
fn revived_role(turn: Turn) -> Option<Role> {
    match turn.act() {
        Act::UnEnPassant => Some(Role::Pawn),
        _ => turn
            .head_revival()
            .map(|revival| revival.role)
            .or_else(|| turn.tail_revival()),
    }
}

/// A text with the letter of each piece in place of its chess symbol.
pub(super) fn plain_letters(text: &str) -> String {
    let letter = |symbol| match symbol {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        other => other,
    };
    // Some keyboards add a variation selector, which chooses how the symbol looks.
    let is_shown = |sign: &char| !matches!(sign, '\u{fe0e}' | '\u{fe0f}');
    text.chars().filter(is_shown).map(letter).collect()
}

/// The turns that drop a piece on this square, or move or un-move a piece to it.
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

/// Counts the turns of each piece, the drops, and the declarations of the end. Then counts the
/// turns that un-capture, and names the kinds of the un-captured pieces. Un-captures before the
/// un-move have one line for each square, all others one line together.
pub(in crate::cli) fn overview(turns: &[Named], placement: &Placement) -> String {
    let turns: Vec<Turn> = turns.iter().map(|(turn, _)| *turn).collect();
    let mut text = String::new();
    for square in Square::ALL {
        let mine = |turn: &&Turn| turn.act() != Act::Drop && origin(**turn) == Some(square);
        let here = turns.iter().filter(mine);
        let count = here.clone().count();
        if count == 0 {
            continue;
        }
        let piece = match placement.piece_at(square) {
            Some(piece) => piece.char().to_string(),
            None => format!("{} (un-captured first)", roles(here)),
        };
        let _ = writeln!(text, "  {square}  {piece}: {count}");
    }
    let drops = turns.iter().filter(|turn| turn.act() == Act::Drop);
    if drops.clone().next().is_some() {
        let letters = roles(drops.clone());
        let _ = writeln!(text, "  from the reserve {letters}: {}", drops.count());
    }
    let ends = turns.iter().filter(|turn| turn.act() == Act::End).count();
    if ends > 0 {
        let _ = writeln!(text, "  end  you may declare the end: {ends}");
    }
    let mut heads: Vec<Square> = turns.iter().filter_map(|turn| turn.head()).collect();
    heads.sort_unstable();
    heads.dedup();
    for head in heads {
        let here = turns.iter().filter(|turn| turn.head() == Some(head));
        let (count, letters) = (here.clone().count(), roles(here));
        let _ = writeln!(text, "{count} of them un-capture on {head}: {letters}");
    }
    let tails = turns
        .iter()
        .filter(|turn| turn.tail_revival().is_some() || turn.act() == Act::UnEnPassant);
    let count = tails.clone().count();
    if count > 0 {
        let _ = writeln!(text, "{count} of them un-capture: {}", roles(tails));
    }
    text
}

/// The letters of the pieces that these turns un-capture or drop.
fn roles<'a>(turns: impl Iterator<Item = &'a Turn> + Clone) -> String {
    let has = |turn: &Turn, role| match turn.act() {
        Act::Drop => turn.role() == Some(role),
        _ => revived_role(*turn) == Some(role),
    };
    crate::board::ROLES
        .into_iter()
        .filter(|&role| turns.clone().any(|turn| has(turn, role)))
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
