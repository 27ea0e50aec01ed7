//! The text of the page: players, summaries, comments on turns, and the lists of turns.

use std::fmt;

use super::page_data::Page;
use crate::analysis::annotate::numbered_turn;
use crate::analysis::{Analysis, Mark, Review, ReviewedTurn};
use crate::board::{Color, Turn};
use crate::diagram::escaped;
use crate::notation::{TurnForm, turn_forms};
use crate::record::{GameResult, ending_description, score_label};
use crate::rules::switches::DrawMeaning;
use crate::rules::{Rules, Seat, Switches};

/// The page shows at most this many turns of a line.
const MAX_LINE_TURNS: usize = 8;

/// A turn with its number and its mark.
pub(super) fn turn_name(reviewed: &ReviewedTurn) -> String {
    let mark = reviewed.mark.map_or("", Mark::sign);
    format!("{}{mark}", numbered_turn(reviewed))
}

/// A percentage without decimals.
pub(super) fn percent(number: f64) -> String {
    format!("{number:.0} %")
}

/// The CSS class of a mark.
fn class(mark: Option<Mark>) -> &'static str {
    match mark {
        None => "",
        Some(Mark::Only) => "only",
        Some(mark) => mark.word(),
    }
}

/// Explains the marks, scores, colours and keyboard keys, and the forms of turns in this game.
/// `chess_key` is [`LEGEND_OF_CHESS_KEY`], or empty if the page does not show the game as a chess
/// game (the forward game).
pub(super) fn legend<R: Rules>(position: &R, chess_key: &'static str) -> impl fmt::Display {
    let forms = turn_forms(position);
    let draws = position.switches().common();
    let has_won_draws = [draws.repetition, draws.fifty_moves] != [DrawMeaning::Draw; 2];
    fmt::from_fn(move |f| {
        f.write_str(LEGEND_OF_SCORES)?;
        if has_won_draws {
            f.write_str(LEGEND_OF_WON_DRAWS)?;
        }
        f.write_str(LEGEND_OF_NUMBERS)?;
        if R::FORM.reverse {
            f.write_str(LEGEND_OF_REVERSE_GAMES)?;
            f.write_str(if R::FORM.pending_uncapture {
                LEGEND_OF_UNCAPTURES
            } else {
                LEGEND_OF_FORCED_PAWNS
            })?;
        }
        f.write_str(LEGEND_OF_BOARD)?;
        for TurnForm { example, meaning } in &forms {
            write!(f, "<dt><code>{example}</code></dt><dd>{meaning}</dd>")?;
        }
        f.write_str(LEGEND_OF_KEYS)?;
        f.write_str(chess_key)?;
        f.write_str(END_OF_LEGEND)
    })
}

const LEGEND_OF_SCORES: &str = "<details id=\"legend\"><summary>Signs, colours and keys</summary><dl>\
<dt class=\"inaccuracy\">?!</dt><dd>an inaccuracy: it lowers the winning chances by at least 5 percentage points</dd>\
<dt class=\"mistake\">?</dt><dd>a mistake: it lowers the winning chances by at least 10 percentage points</dd>\
<dt class=\"blunder\">??</dt><dd>a blunder: it lowers the winning chances by at least 20 percentage points</dd>\
<dt class=\"only\">!</dt><dd>the only turn that is not a mistake</dd>\
<dt>+0.22</dt><dd>a score in pawns for the player of the turn: above 0 this player is better</dd>\
<dt>+M3</dt><dd>the player of the turn wins by force in 3 turns, including this one</dd>\
<dt>-M3</dt><dd>the opponent wins by force in 3 turns</dd>";

const LEGEND_OF_WON_DRAWS: &str = "<dt>win, loss</dt>\
<dd>instead of a score: the search expects the player of the turn to win or lose \
by repetition or fifty moves</dd>";

const LEGEND_OF_NUMBERS: &str = "<dt>depth</dt><dd>how many turns the search looked ahead; the turns of both players count</dd>\
<dt>accuracy</dt><dd>from 0 to 100; it is higher if the player's turns lost less of the winning chances</dd>\
<dt><span class=\"swatch last\"></span></dt><dd>squares of the last turn</dd>\
<dt><span class=\"swatch best\"></span></dt><dd>an arrow that shows the best turn</dd>\
<dt><span class=\"swatch disc check\"></span></dt><dd>a king in check</dd>";

const LEGEND_OF_REVERSE_GAMES: &str = "<dt><span class=\"swatch disc own-check\"></span></dt>\
<dd>a king that its own side has just left in check, which the game allows</dd>\
<dt><span class=\"swatch frozen\"></span></dt><dd>a frozen piece, which may not move</dd>";

const LEGEND_OF_UNCAPTURES: &str = "<dt><span class=\"swatch ring may\"></span></dt>\
<dd>an un-capture is allowed on this square</dd>\
<dt><span class=\"swatch ring must\"></span></dt><dd>an un-capture is forced on this square</dd>";

const LEGEND_OF_FORCED_PAWNS: &str = "<dt><span class=\"swatch ring must\"></span></dt>\
<dd>a pawn must undo its double step over this square</dd>";

const LEGEND_OF_BOARD: &str =
    "<dt>disc at a reserve</dt><dd>the side of this reserve is to play</dd>";

const LEGEND_OF_KEYS: &str = "<dt>arrow keys</dt><dd>one turn back or forward; Home and End: the first and the last position</dd>\
<dt>space bar</dt><dd>play automatically; b: show the best turn";

/// The legend's entry for the key `c`.
pub(super) const LEGEND_OF_CHESS_KEY: &str = "; c: show the game as a chess game";

const END_OF_LEGEND: &str = "</dd></dl></details>";

/// A button below the board.
struct Button {
    id: &'static str,
    /// The SVG path of the icon in a box of 24 by 24.
    icon: &'static str,
    title: &'static str,
}

const BUTTONS: [Button; 5] = [
    Button {
        id: "start",
        icon: "M5 4V20M19 4L8 12L19 20Z",
        title: "First position (Home)",
    },
    Button {
        id: "back",
        icon: "M17 4L6 12L17 20Z",
        title: "Back one turn (left arrow)",
    },
    Button {
        id: "play",
        icon: "M4 5L12 12L4 19ZM12 5L20 12L12 19Z",
        title: "Play automatically (space bar)",
    },
    Button {
        id: "next",
        icon: "M7 4L18 12L7 20Z",
        title: "Forward one turn (right arrow)",
    },
    Button {
        id: "end",
        icon: "M19 4V20M5 4L16 12L5 20Z",
        title: "Last position (End)",
    },
];

impl<R: Rules> Page<'_, R> {
    /// The line below the title.
    pub(super) fn subtitle(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let game = self.record.game;
            write!(f, "<p><b>{game}</b> ({}) &middot; ", game.summary())?;
            write!(f, "{}", escaped(&self.result_words()))?;
            for name in ["Event", "Date"] {
                let known = |value: &&str| !value.is_empty() && !value.starts_with('?');
                if let Some(value) = self.record.tags.get(name).filter(known) {
                    write!(f, " &middot; {}", escaped(value))?;
                }
            }
            f.write_str("</p>")
        })
    }

    /// The buttons below the board.
    pub(super) fn controls(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            f.write_str("<div id=\"controls\">")?;
            for Button { id, icon, title } in BUTTONS {
                write!(
                    f,
                    "<button type=\"button\" id=\"{id}\" title=\"{title}\" aria-label=\"{title}\"{}>\
                     <svg class=\"icon\" aria-hidden=\"true\" viewBox=\"0 0 24 24\"><path d=\"{icon}\"/></svg></button>",
                    if id == "play" {
                        " aria-pressed=\"false\""
                    } else {
                        ""
                    }
                )?;
            }
            f.write_str("</div>")
        })
    }

    /// The controls that choose what the board shows.
    pub(super) fn display_controls(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            f.write_str(
                "<fieldset id=\"switches\"><legend class=\"unseen\">What the board shows</legend>",
            )?;
            if self.chess.is_some() {
                f.write_str(
                    "<label><input type=\"radio\" name=\"mode\" value=\"game\" checked> as played</label>\
                     <label><input type=\"radio\" name=\"mode\" value=\"chess\"> as a chess game, from the end (c)</label>",
                )?;
            }
            f.write_str(
                "<label><input type=\"checkbox\" id=\"arrows\" checked> show the best turn (b)</label></fieldset>",
            )
        })
    }

    /// The result and its reason, without a full stop.
    fn result_words(&self) -> String {
        let wins = |seat| format!("{} wins", self.name(seat));
        let (result, why) = match self.review.outcome {
            Some(outcome) => (
                outcome.winner.map_or_else(|| "A draw".to_owned(), wins),
                Some(outcome.ending.description().to_owned()),
            ),
            None => {
                let result = match self.record.result {
                    GameResult::Won(seat) => wins(seat),
                    GameResult::Drawn => "A draw".to_owned(),
                    GameResult::Unfinished => return "The game is not finished".to_owned(),
                };
                let why = self.record.tags.get("Termination");
                (result, why.map(|word| ending_description(word).to_owned()))
            }
        };
        match why {
            Some(why) => format!("{result}: {why}"),
            None => result,
        }
    }

    /// The summaries of both players and the turning point.
    pub(super) fn summaries(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let seats = [Seat::First, Seat::Second];
            f.write_str(
                "<table id=\"summary\"><caption>How well each player played</caption><thead><tr>\
                 <th scope=\"col\">player</th>",
            )?;
            for seat in seats {
                write!(f, "<th scope=\"col\">{}</th>", escaped(self.name(seat)))?;
            }
            f.write_str("</tr></thead><tbody><tr><th scope=\"row\">accuracy</th>")?;
            let summaries = seats.map(|seat| self.review.summary(seat));
            for summary in &summaries {
                match summary.accuracy {
                    Some(accuracy) => write!(f, "<td>{accuracy:.1}</td>")?,
                    None => f.write_str("<td>-</td>")?,
                }
            }
            f.write_str("</tr>")?;
            for (index, mark) in Mark::ALL.into_iter().enumerate() {
                let (sign, class) = (mark.sign(), class(Some(mark)));
                let name = mark.plural();
                write!(
                    f,
                    "<tr><th scope=\"row\" class=\"{class}\">{name} ({sign})</th>"
                )?;
                for summary in &summaries {
                    let count = summary.marks.get(index).copied().unwrap_or_default();
                    write!(f, "<td class=\"{class}\">{count}</td>")?;
                }
                f.write_str("</tr>")?;
            }
            f.write_str("</tbody></table>")?;
            if let Some(index) = self.review.turning_point
                && let Some(reviewed) = self.review.turns.get(index)
            {
                let ply = index + 1;
                write!(
                    f,
                    "<p>Turning point: <button type=\"button\" data-game=\"{ply}\" class=\"{}\">{}</button></p>",
                    class(reviewed.mark),
                    escaped(&turn_name(reviewed))
                )?;
            }
            Ok(())
        })
    }

    /// The notes for each position: on the turn that led to it, and on the best line from it.
    pub(super) fn notes(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            f.write_str("<div id=\"notes\">")?;
            for ply in 0..=self.review.turns.len() {
                let hidden = if ply == 0 { "" } else { " hidden" };
                write!(f, "<div id=\"note-{ply}\"{hidden}><p>")?;
                match ply
                    .checked_sub(1)
                    .and_then(|index| self.review.turns.get(index))
                {
                    None => f.write_str("The first position.")?,
                    Some(reviewed) => write_turn_note(reviewed, f)?,
                }
                f.write_str("</p><p>")?;
                if let Some(analysis) = analysis_at(self.review, ply) {
                    write_best_line(analysis, f)?;
                } else if let Some(outcome) = self.review.outcome {
                    let winner = outcome.winner;
                    let result = winner.map_or_else(
                        || "A draw".to_owned(),
                        |seat| format!("{} wins", self.name(seat)),
                    );
                    let why = outcome.ending.description();
                    write!(f, "The game is over. {}: {why}.", escaped(&result))?;
                }
                f.write_str("</p></div>")?;
            }
            f.write_str("</div>")
        })
    }

    /// The list of turns and the list of chess moves.
    pub(super) fn lists(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            f.write_str("<ol id=\"game-list\" class=\"list\" tabindex=\"0\" aria-label=\"Turns of the game\">")?;
            let turns = || (1..).zip(&self.review.turns);
            let mut is_item_open = false;
            for (ply, reviewed) in turns() {
                if ply == 1 || reviewed.side.is_white() {
                    f.write_str(if is_item_open { "</li>" } else { "" })?;
                    write!(f, "<li><span>{}.</span>", reviewed.number)?;
                    is_item_open = true;
                }
                if ply == 1 && reviewed.side.is_black() {
                    f.write_str("<i>...</i>")?;
                }
                write!(
                    f,
                    "<button type=\"button\" data-game=\"{ply}\" class=\"{}\">{}{}</button>",
                    class(reviewed.mark),
                    reviewed.turn,
                    reviewed.mark.map_or("", Mark::sign)
                )?;
            }
            f.write_str(if is_item_open { "</li></ol>" } else { "</ol>" })?;
            let Some(chess) = &self.chess else {
                return Ok(());
            };
            f.write_str("\n<ol id=\"chess-list\" class=\"list\" tabindex=\"0\" aria-label=\"Moves of the chess game\" hidden>")?;
            let (mut side, mut number) = (chess.first_side(), 1);
            for (ply, played) in (1..).zip(chess.moves()) {
                if ply == 1 || side.is_white() {
                    f.write_str(if ply > 1 { "</li>" } else { "" })?;
                    write!(f, "<li><span>{number}.</span>")?;
                }
                if ply == 1 && side.is_black() {
                    f.write_str("<i>...</i>")?;
                }
                write!(
                    f,
                    "<button type=\"button\" data-chess=\"{ply}\">{}</button>",
                    escaped(&played.san())
                )?;
                number += u32::from(side == Color::Black);
                side = !side;
            }
            f.write_str("</li></ol>")
        })
    }
}

/// The analysis of the position after `ply` turns.
fn analysis_at(review: &Review, ply: usize) -> Option<&Analysis> {
    match review.turns.get(ply) {
        Some(next) => Some(&next.before),
        None => review.last.as_ref(),
    }
}

fn write_turn_note(reviewed: &ReviewedTurn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(
        f,
        "<b class=\"{}\">{}</b> {}",
        class(reviewed.mark),
        escaped(&turn_name(reviewed)),
        score_label(reviewed.score)
    )?;
    match reviewed.mark {
        None if reviewed.is_forced => f.write_str(", forced"),
        None => Ok(()),
        Some(Mark::Only) => f.write_str(", the only turn that is not a mistake"),
        Some(mark) => {
            write!(
                f,
                ", {}: lowers the winning chances by {:.0} percentage points",
                mark.word(),
                100.0 * reviewed.loss
            )?;
            match reviewed.before.lines.first() {
                Some(line) => write!(f, "; better was {}", line_text(&line.turns)),
                None => Ok(()),
            }
        }
    }
}

fn write_best_line(analysis: &Analysis, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(line) = analysis.lines.first() else {
        return Ok(());
    };
    write!(
        f,
        "Best now: {} <b>{}</b> <small>(depth {})</small>",
        score_label(line.score),
        line_text(&line.turns),
        analysis.depth
    )
}

fn line_text(turns: &[Turn]) -> String {
    let shown = turns.iter().take(MAX_LINE_TURNS);
    let mut texts: Vec<String> = shown.map(ToString::to_string).collect();
    if turns.len() > MAX_LINE_TURNS {
        texts.push("...".to_owned());
    }
    texts.join(" ")
}
