//! The results as text.

use std::io::{Write, stdout};

use crate::board::Color;
use crate::cli::Error;
use crate::rules::switches::DrawMeaning;
use crate::rules::{Rules, Seat, Switches};
use crate::solve::{Proof, WinBounds, WinQuery};

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

/// Prints who wins and how, or what was not found.
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
                exception(position)
            )?,
            None => writeln!(out, "{name}: nothing shown")?,
        }
    }
    Ok(())
}

/// What a missing win does not cover. Where a repetition loses, a player may win because the other one
/// has to repeat: that depends on the turns before, so the solver claims nothing about it.
fn exception<R: Rules>(position: &R) -> &'static str {
    match position.switches().common().repetition {
        DrawMeaning::Loses => ", unless the opponent has to repeat a position",
        DrawMeaning::Draw | DrawMeaning::Points => "",
    }
}

/// The line in which the loser holds out longest, by the proof.
fn longest<R: Rules>(position: &R, proof: &Proof) -> Vec<String> {
    let mut line = Vec::new();
    let mut position = position.clone();
    while position.outcome().is_none() {
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
