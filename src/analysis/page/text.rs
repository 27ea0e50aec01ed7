//! The text of the page: players, summaries, comments on turns, and the lists of turns.

use std::fmt;

use super::page_data::Page;
use crate::analysis::annotate::numbered_turn;
use crate::analysis::{Analysis, Mark, Review, ReviewedTurn};
use crate::board::{Color, Turn};
use crate::diagram::escaped;
use crate::record::{GameResult, score_text};
use crate::rules::{Rules, Seat};

/// The most turns of a line that the page shows.
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

/// The class of a mark in the page.
fn class(mark: Option<Mark>) -> &'static str {
    match mark {
        None => "",
        Some(Mark::Only) => "only",
        Some(mark) => mark.word(),
    }
}

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
            match (self.review.outcome, self.record.result) {
                (Some(outcome), _) => {
                    write!(f, "{} by {}", outcome.result(), outcome.ending.word())?;
                }
                (None, GameResult::Open) => f.write_str("not finished")?,
                (None, result) => write!(f, "{result}")?,
            }
            for name in ["Event", "Date"] {
                let known = |value: &&str| !value.starts_with('?');
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
                    "<button id=\"{id}\" title=\"{title}\" aria-label=\"{title}\">\
                     <svg class=\"icon\" viewBox=\"0 0 24 24\"><path d=\"{icon}\"/></svg></button>"
                )?;
            }
            f.write_str("</div>\n<div id=\"switches\">")?;
            if self.chess.is_some() {
                f.write_str(
                    "<label><input type=\"radio\" name=\"mode\" value=\"game\" checked> as played</label>\
                     <label><input type=\"radio\" name=\"mode\" value=\"chess\"> as a chess game, from the end (c)</label>",
                )?;
            }
            f.write_str(
                "<label><input type=\"checkbox\" id=\"arrows\" checked> show the best turn (b)</label></div>",
            )
        })
    }

    /// The summaries of both players and the turning point.
    pub(super) fn summaries(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            f.write_str(
                "<table id=\"summary\"><thead><tr><th></th><th>accuracy</th><th>only moves</th>\
                 <th>inaccuracies</th><th>mistakes</th><th>blunders</th></tr></thead><tbody>",
            )?;
            for seat in [Seat::First, Seat::Second] {
                let summary = self.review.summary(seat);
                let (tag, unnamed) = match seat {
                    Seat::First => ("White", "First player"),
                    Seat::Second => ("Black", "Second player"),
                };
                let known = |value: &&str| *value != "?";
                let name = self.record.tags.get(tag).filter(known).unwrap_or(unnamed);
                write!(f, "<tr><th>{}</th><td>", escaped(name))?;
                match summary.accuracy {
                    Some(accuracy) => write!(f, "{accuracy:.1}")?,
                    None => f.write_str("-")?,
                }
                for (mark, count) in Mark::ALL.into_iter().zip(summary.marks) {
                    write!(f, "</td><td class=\"{}\">{count}", class(Some(mark)))?;
                }
                f.write_str("</td></tr>")?;
            }
            f.write_str("</tbody></table>")?;
            if let Some(index) = self.review.turning_point
                && let Some(reviewed) = self.review.turns.get(index)
            {
                let ply = index + 1;
                write!(
                    f,
                    "<p>Turning point: <button data-game=\"{ply}\" class=\"{}\">{}</button></p>",
                    class(reviewed.mark),
                    escaped(&turn_name(reviewed))
                )?;
            }
            Ok(())
        })
    }

    /// The notes for each position: on the turn that led there, and on the best line there.
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
                    let (result, word) = (outcome.result(), outcome.ending.word());
                    write!(f, "The game is over: {result} by {word}.")?;
                }
                f.write_str("</p></div>")?;
            }
            f.write_str("</div>")
        })
    }

    /// The list of turns and the list of chess moves.
    pub(super) fn lists(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            f.write_str("<ol id=\"game-list\" class=\"list\">")?;
            let turns = || (1..).zip(&self.review.turns);
            let mut open = false;
            for (ply, reviewed) in turns() {
                if ply == 1 || reviewed.side.is_white() {
                    f.write_str(if open { "</li>" } else { "" })?;
                    write!(f, "<li><span>{}.</span>", reviewed.number)?;
                    open = true;
                }
                if ply == 1 && reviewed.side.is_black() {
                    f.write_str("<i>...</i>")?;
                }
                write!(
                    f,
                    "<button data-game=\"{ply}\" class=\"{}\">{}{}</button>",
                    class(reviewed.mark),
                    reviewed.turn,
                    reviewed.mark.map_or("", Mark::sign)
                )?;
            }
            f.write_str(if open { "</li></ol>" } else { "</ol>" })?;
            let Some(chess) = &self.chess else {
                return Ok(());
            };
            f.write_str("\n<ol id=\"chess-list\" class=\"list\" hidden>")?;
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
                    "<button data-chess=\"{ply}\">{}</button>",
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
        score_text(reviewed.score)
    )?;
    match reviewed.mark {
        None if reviewed.is_forced => f.write_str(", forced"),
        None => Ok(()),
        Some(Mark::Only) => f.write_str(", the only move"),
        Some(mark) => {
            write!(
                f,
                ", {}: loses {} of the winning chances",
                mark.word(),
                percent(100.0 * reviewed.loss)
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
        score_text(line.score),
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
