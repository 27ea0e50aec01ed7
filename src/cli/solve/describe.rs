//! The results as text.

use std::io::{Write, stdout};

use crate::board::Color;
use crate::cli::Error;
use crate::rules::draw::FIFTY_MOVES;
use crate::rules::switches::DrawMeaning;
use crate::rules::{Rules, Seat, Switches};
use crate::solve::{Proof, THIRD_OCCURRENCE, WinBounds, WinQuery, counts_clock_wins};

/// A player, with the colour that it holds now.
pub(super) fn player<R: Rules>(position: &R, seat: Seat) -> String {
    let color = if position.seat() == seat {
        position.side()
    } else {
        !position.side()
    };
    let name = match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    format!("player {} ({name})", seat.number())
}

fn turns_text(turns: u8) -> String {
    match turns {
        1 => "1 turn".to_owned(),
        _ => format!("{turns} turns"),
    }
}

/// Prints who wins and how, or within how many turns there is no forced win.
pub(super) fn print<R: Rules>(
    position: &R,
    question: &WinQuery,
    verdict: &WinBounds,
    proof: Option<&Proof>,
) -> Result<(), Error> {
    let mut out = stdout().lock();
    if let Some(win) = verdict.win {
        let how = if win.is_shortest { "in" } else { "in at most" };
        writeln!(
            out,
            "{} wins {how} {}",
            player(position, win.winner),
            turns_text(win.turns)
        )?;
        if let Some(proof) = proof {
            let line: Vec<String> = longest(position, proof);
            writeln!(out, "line: {}", line.join(" "))?;
        }
        return Ok(());
    }
    for &seat in &question.winners {
        let name = player(position, seat);
        match verdict.no_win(seat) {
            Some(turns) => writeln!(
                out,
                "{name} has no forced win within {}{}",
                turns_text(turns),
                exception(position, turns)
            )?,
            None => writeln!(out, "nothing is proven about {name}")?,
        }
    }
    Ok(())
}

/// The exceptions to "no forced win": ends that depend on the turns played before. The solver
/// claims nothing about them.
fn exception<R: Rules>(position: &R, turns: u8) -> String {
    let common = position.switches().common();
    let halfmoves = position.setup().halfmove;
    // The loser replies to each turn of the winner, and may play one turn before the winner's first.
    let fifty_moves_possible = halfmoves + 2 * u16::from(turns) + 1 >= FIFTY_MOVES;
    let mut cases = Vec::new();
    // The turns before this position may have repeated positions as well.
    let repetition = if halfmoves + 2 * u16::from(turns) + 1 >= THIRD_OCCURRENCE {
        common.repetition
    } else {
        DrawMeaning::Draw
    };
    if repetition == DrawMeaning::Loses {
        cases.push("the opponent has to repeat a position");
    }
    match (repetition, common.fifty_moves) {
        (DrawMeaning::Points, DrawMeaning::Points) if fifty_moves_possible => {
            cases.push("points decide after a repetition or fifty moves");
        }
        (DrawMeaning::Points, _) => cases.push("points decide after a repetition"),
        (_, DrawMeaning::Points) if fifty_moves_possible => {
            cases.push("points decide after fifty moves");
        }
        _ => {}
    }
    let loses = common.fifty_moves == DrawMeaning::Loses;
    if loses && fifty_moves_possible && !counts_clock_wins(position) {
        cases.push("the opponent loses by the fifty-move rule");
    }
    match cases.is_empty() {
        true => String::new(),
        false => format!(", unless {}", cases.join(" or ")),
    }
}

/// The line of the proof in which the loser holds out longest.
fn longest<R: Rules>(position: &R, proof: &Proof) -> Vec<String> {
    let mut line = Vec::new();
    let mut position = position.clone();
    while position.outcome().is_none() && position.setup().halfmove < FIFTY_MOVES {
        let turn = if position.seat() == proof.winner() {
            proof.step(position.setup()).map(|step| step.turn)
        } else {
            position.turns().into_iter().max_by_key(|&turn| {
                let step = proof.step(position.play(turn).setup());
                step.map_or(0, |step| step.turns)
            })
        };
        let Some(turn) = turn else { break };
        line.push(turn.to_string());
        position = position.play(turn);
    }
    line
}
