//! `--after`: finds out whether a player wins if the first turns are of given kinds. Each of the
//! first plies has its own kind, such as `Q@` for a turn that begins with `Q@`. At a ply of the
//! player, one winning turn of the kind is enough. At a ply of the opponent, the player must win
//! after every turn of the kind.
//!
//! The positions after these plies are solved. Each solved position gets a line in the file of
//! `--table`. If the player wins, the file keeps only the positions that together show the win.
//!
//! Exception: if a sequence of first plies ends the game by repetition or by fifty moves, its last
//! position is not solved and gets no line in the file. The result of the game counts instead.

use std::io::{Write, stdout};
use std::path::Path;

use super::arguments::{Args, Winner};
use super::describe::ResultContext;
use super::line::Solved;
use super::origin::{self, Origin};
use super::run::SolverRun;
use super::table::{Table, Task};
use crate::board::Turn;
use crate::cli::{Error, note};
use crate::games::{Game, TypedGame};
use crate::plural::counted;
use crate::rules::{Ending, History, Outcome, Rules, Seat};
use crate::solve::WinQuery;

/// The result of a search through the first turns.
enum Shown {
    /// The player wins. The strings are the names of the positions that show the win. The name of a
    /// position is the turns that lead to it.
    Won(Vec<String>),
    /// It is not shown that the player wins.
    NotWon,
    /// The run was interrupted.
    Interrupted,
}

struct Walk<'a> {
    args: &'a Args,
    game: &'static Game,
    question: WinQuery,
    winner: Seat,
    table: Table,
    run: &'a mut SolverRun,
    /// The positions of the present line.
    history: History,
    /// For each of the first plies, the winning turn that was found last. Other lines try it first.
    last_wins: Vec<Option<Turn>>,
}

/// Solves the positions after the turns of `--after`. If the player wins, the table keeps only the
/// positions that show the win.
pub(super) fn solve<R: Rules>(
    args: &Args,
    game: TypedGame<R>,
    path: &Path,
    run: &mut SolverRun,
) -> Result<(), Error> {
    let position: R = args.start.position(game)?;
    let question = args.question(position.seat());
    let winner = match args.winner {
        Winner::Other => !position.seat(),
        Winner::Mover => position.seat(),
        Winner::Both => {
            return Err(Error::Usage(
                "--after needs --winner mover or --winner other".to_owned(),
            ));
        }
    };
    let history = History::starting_at(&position);
    if let Some(outcome) = history.outcome(&position) {
        return Err(Error::Usage(format!(
            "--after: the game is over before the first ply ({}): choose a position in which it goes on",
            outcome.ending.description()
        )));
    }
    let origin = Origin {
        title: origin::title(game.game(), Some(position.setup())),
        can_have: &|name| origin::is_line(&position, name),
    };
    let mut walk = Walk {
        args,
        game: game.game(),
        question,
        winner,
        table: args.open_table(path, &origin)?,
        run,
        history,
        last_wins: vec![None; args.after.len()],
    };
    let shown = walk.play_kinds(&position, &args.after, "")?;
    walk.finish(shown, &ResultContext::of(&position).player(winner))
}

impl Walk<'_> {
    /// Prints the result. If the player wins, the table keeps only the positions that show the win.
    /// `name` is the name of this player. An interrupted run is an error.
    fn finish(&mut self, shown: Shown, name: &str) -> Result<(), Error> {
        self.run.finish();
        let sentence = match shown {
            Shown::Interrupted => {
                let count = counted(self.table.len() as u64, "position");
                return Err(Table::interrupted(&count));
            }
            Shown::Won(names) => {
                self.table.keep(&names)?;
                match names.len() {
                    0 => format!("{name} wins after these first plies, which end the game"),
                    1 => format!("{name} wins after these first plies; 1 position shows it"),
                    count => {
                        format!("{name} wins after these first plies; {count} positions show it")
                    }
                }
            }
            Shown::NotWon => format!("It is not shown that {name} wins after these first plies"),
        };
        writeln!(stdout(), "{sentence}")?;
        note(&counted(self.run.nodes(), "node"));
        self.table.print_histogram()
    }

    /// Tries the turns of the first kind, and after each of them the turns of the other kinds. If
    /// `self.winner` is to play, one winning turn is enough for [`Shown::Won`]. If the opponent is
    /// to play, `self.winner` must win after every turn of the kind. If a line ends the game, the
    /// remaining kinds are ignored. `line` is the turns played so far.
    fn play_kinds<R: Rules>(
        &mut self,
        position: &R,
        kinds: &[String],
        line: &str,
    ) -> Result<Shown, Error> {
        if let Some(outcome) = self.history.outcome(position) {
            return self.end_line(position, line, outcome);
        }
        let Some((kind, rest)) = kinds.split_first() else {
            return self.solve_end(position, line);
        };
        let depth = self.last_wins.len() - kinds.len();
        let mut turns = of_kind(position.turns().into_iter().collect(), kind);
        if turns.is_empty() {
            let place = if line.is_empty() {
                "at the start".to_owned()
            } else {
                format!("after {line}")
            };
            return Err(Error::Failed(format!(
                "--after: {place}, no turn begins with {kind:?}"
            )));
        }
        let is_winners_turn = position.seat() == self.winner;
        if is_winners_turn {
            let last_win = self.last_wins.get(depth).copied().flatten();
            if let Some(at) = turns.iter().position(|&turn| Some(turn) == last_win) {
                let last = turns.remove(at);
                turns.insert(0, last);
            }
        }
        let mut names = Vec::new();
        for turn in turns {
            let comma = if line.is_empty() { "" } else { "," };
            let line = format!("{line}{comma}{turn}");
            let next = position.play(turn);
            self.history.push(next.key());
            let shown = self.play_kinds(&next, rest, &line)?;
            self.history.pop();
            match shown {
                Shown::Interrupted => return Ok(Shown::Interrupted),
                Shown::Won(names) if is_winners_turn => {
                    if let Some(last_win) = self.last_wins.get_mut(depth) {
                        *last_win = Some(turn);
                    }
                    return Ok(Shown::Won(names));
                }
                Shown::Won(more) => names.extend(more),
                Shown::NotWon if is_winners_turn => {}
                Shown::NotWon => return Ok(Shown::NotWon),
            }
        }
        Ok(if is_winners_turn {
            Shown::NotWon
        } else {
            Shown::Won(names)
        })
    }

    /// The result of a line of turns that ends the game. For an end by repetition or fifty moves,
    /// takes the result from `outcome`, because the solver does not know the turns before the
    /// position. Otherwise the solver gets the position, so that the table has a line for it.
    fn end_line<R: Rules>(
        &mut self,
        position: &R,
        line: &str,
        outcome: Outcome,
    ) -> Result<Shown, Error> {
        match outcome.ending {
            Ending::Repetition | Ending::FiftyMoves if outcome.winner == Some(self.winner) => {
                Ok(Shown::Won(Vec::new()))
            }
            Ending::Repetition | Ending::FiftyMoves => Ok(Shown::NotWon),
            _ => self.solve_end(position, line),
        }
    }

    /// Solves the position at the end of a line.
    fn solve_end<R: Rules>(&mut self, position: &R, line: &str) -> Result<Shown, Error> {
        self.run.show(format!("{line}: "));
        let task = Task {
            game: self.game,
            question: &self.question,
            limits: self.args.limits(),
        };
        Ok(match self.table.solve(line, position, &task, self.run)? {
            Solved::Interrupted => Shown::Interrupted,
            Solved::Won(winner) if winner == self.winner => Shown::Won(vec![line.to_owned()]),
            Solved::Won(_) | Solved::Undecided => Shown::NotWon,
        })
    }
}

/// The turns of a kind. `kind` is a list of texts, separated by `|`. A turn is of this kind if it
/// begins with one of them. The turns are in the order of these texts.
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
