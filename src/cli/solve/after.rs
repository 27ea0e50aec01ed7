//! Whether a player wins once the first turns are of a given kind, a line of the table for each
//! position that shows it.

use std::io::{Write, stdout};
use std::path::Path;

use super::table::Table;
use super::work::Work;
use super::{Args, Winner, player};
use crate::board::Turn;
use crate::cli::{Error, note};
use crate::rules::{Rules, Seat, Variant};
use crate::solve::WinQuery;

/// What a walk through the turns has come to.
enum Shown {
    /// The player wins; these positions show it.
    Won(Vec<String>),
    /// It is not shown that the player wins.
    NotWon,
    /// The person has interrupted it.
    Interrupted,
}

struct Walk<'a> {
    args: &'a Args,
    variant: Variant,
    question: WinQuery,
    winner: Seat,
    table: Table,
    work: &'a mut Work,
    /// By the number of turns before it, the turn of the winner that has last been the right one:
    /// it often is again.
    last: Vec<Option<Turn>>,
}

/// Solves the positions after `--after`, and keeps those that show the win.
pub(super) fn solve<R: Rules>(
    args: &Args,
    variant: Variant,
    path: &Path,
    work: &mut Work,
) -> Result<(), Error> {
    let position: R = args.start.position(variant)?;
    let question = args.question(&position);
    let winner = match args.player {
        Winner::Other => !position.seat(),
        Winner::Mover => position.seat(),
        Winner::Both => {
            return Err(Error::Usage(
                "--after needs --player mover or --player other".to_owned(),
            ));
        }
    };
    let mut walk = Walk {
        args,
        variant,
        question,
        winner,
        table: Table::open(path)?,
        work,
        last: vec![None; args.after.len()],
    };
    let shown = walk.step(&position, &args.after, "")?;
    walk.work.finish();
    let name = player(&position, winner);
    let sentence = match shown {
        Shown::Interrupted => {
            note(&format!("{} positions so far", walk.table.len()));
            return Ok(());
        }
        Shown::Won(names) => {
            walk.table.keep(&names)?;
            match names.len() {
                1 => format!("{name} wins; 1 position shows it"),
                count => format!("{name} wins; {count} positions show it"),
            }
        }
        Shown::NotWon => format!("{name} is not shown to win"),
    };
    writeln!(stdout(), "{sentence}")?;
    note(&format!("{} nodes", walk.work.nodes()));
    walk.table.print_histogram()
}

impl Walk<'_> {
    /// Plays the turns of the first kind, and goes on with the other kinds.
    fn step<R: Rules>(
        &mut self,
        position: &R,
        kinds: &[String],
        line: &str,
    ) -> Result<Shown, Error> {
        let Some((kind, rest)) = kinds.split_first() else {
            return self.end(position, line);
        };
        let depth = self.last.len() - kinds.len();
        let mut turns = of_kind(position.turns().into_iter().collect(), kind);
        if turns.is_empty() {
            let place = if line.is_empty() { "here" } else { line };
            return Err(Error::Failed(format!(
                "--after: no turn begins with {kind:?} ({place})"
            )));
        }
        let is_choice = position.seat() == self.winner;
        if is_choice {
            turns.sort_by_key(|&turn| Some(turn) != self.last[depth]);
        }
        let mut names = Vec::new();
        for turn in turns {
            let comma = if line.is_empty() { "" } else { "," };
            let line = format!("{line}{comma}{turn}");
            match self.step(&position.play(turn), rest, &line)? {
                Shown::Interrupted => return Ok(Shown::Interrupted),
                Shown::Won(names) if is_choice => {
                    self.last[depth] = Some(turn);
                    return Ok(Shown::Won(names));
                }
                Shown::Won(more) => names.extend(more),
                Shown::NotWon if is_choice => {}
                Shown::NotWon => return Ok(Shown::NotWon),
            }
        }
        Ok(if is_choice {
            Shown::NotWon
        } else {
            Shown::Won(names)
        })
    }

    /// Solves the position at the end of a line.
    fn end<R: Rules>(&mut self, position: &R, line: &str) -> Result<Shown, Error> {
        self.work.show(format!("{line}: "));
        let task = (self.variant, &self.question);
        let solved = self
            .table
            .solve(self.args, line, position, task, self.work)?;
        Ok(match solved {
            None => Shown::Interrupted,
            Some(winner) if winner == Some(self.winner) => Shown::Won(vec![line.to_owned()]),
            Some(_) => Shown::NotWon,
        })
    }
}

/// The turns that begin with one of these texts, those of the first one first.
fn of_kind(turns: Vec<Turn>, kind: &str) -> Vec<Turn> {
    let rank = |turn: &Turn| {
        let text = turn.to_string();
        kind.split('|').position(|begin| text.starts_with(begin))
    };
    let mut ranked: Vec<(usize, Turn)> = turns
        .into_iter()
        .filter_map(|turn| Some((rank(&turn)?, turn)))
        .collect();
    ranked.sort_by_key(|&(rank, _)| rank);
    ranked.into_iter().map(|(_, turn)| turn).collect()
}
