//! `reviver variants`, and what `reviver` prints if it is started at a terminal without a
//! subcommand.

use std::io::{Write, stdout};

use super::Error;
use super::args::Look;
use super::terminal::{Row, Screen, rows};
use crate::games::{self, Game};

/// The column in which the text about a game begins.
const COLUMN: usize = 18;

/// Explains the words in the descriptions of the games.
const TERMS: &str = "An un-move takes back a move of a chess game; an un-capture brings back a piece that was \
                     captured in that game. A piece is home where a piece of its kind and colour starts in chess.";

/// Lists the games.
pub(super) fn run() -> Result<(), Error> {
    let screen = Screen::of_stdout(Look::default());
    let mut out = stdout().lock();
    Ok(write!(out, "{}", list(&screen))?)
}

/// For each game: what it is, what it is good for, whether to begin with it, and its warning. At a
/// terminal, an explanation of the terms un-move, un-capture and home comes first. If the output is
/// not a terminal, each game takes one line.
pub(super) fn list(screen: &Screen) -> String {
    let width = screen.text_width();
    let mut list: Vec<Row> = Vec::new();
    let mut terms = String::new();
    if width.is_some() {
        terms = screen.wrapped(TERMS);
        terms.push_str("\n\n");
    }
    for game in games::all() {
        let (name, summary) = (game.name().to_owned(), game.summary().to_owned());
        if width.is_none() {
            let sentences: Vec<String> = remarks_on(game).collect();
            list.push((name, format!("{summary}. {}", sentences.join(" "))));
        } else {
            list.push((name, summary));
            list.extend(remarks_on(game).map(|text| (String::new(), text)));
        }
    }
    terms + &rows(&list, COLUMN, width)
}

/// What a game is good for, whether to begin with it, and its warning.
pub(super) fn remarks_on(game: &Game) -> impl Iterator<Item = String> {
    let about = game.about();
    let good_for = (!about.good_for.is_empty()).then(|| format!("Good for {}.", about.good_for));
    let recommended = about.recommended.then(|| "Begin with this one.".to_owned());
    let warning = about.warning.as_ref();
    let warning = warning.map(|warning| format!("Warning: {warning}"));
    good_for.into_iter().chain(recommended).chain(warning)
}

/// Prints what the program does and how to start a game. The examples use the name by which the
/// program was started.
pub(super) fn greet() -> Result<(), Error> {
    let program = std::env::args()
        .next()
        .unwrap_or_else(|| "reviver".to_owned());
    let screen = Screen::of_stdout(Look::default());
    let list: Vec<Row> = [
        ("play", "choose a game and play it, or learn one"),
        ("variants", "list the games"),
        ("rules", "print the rules of a game"),
        ("help", "list all subcommands"),
    ]
    .map(|(arguments, purpose)| (format!("  {program} {arguments}"), purpose.to_owned()))
    .into();
    let column = program.len() + 14;
    let text = screen.wrapped(
        "Reviver plays chess in reverse: pieces un-move, and captured pieces come back.\n",
    );
    let protocol = screen.wrapped(
        "\nWithout a subcommand, the program speaks its protocol if standard input is not a terminal.",
    );
    let list = rows(&list, column, screen.text_width());
    Ok(writeln!(stdout().lock(), "{text}\n{list}{protocol}")?)
}
