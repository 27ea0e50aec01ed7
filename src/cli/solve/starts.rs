//! `--table`: solves every start position of a game. Each gets a line of the table.

use std::collections::HashSet;
use std::path::Path;

use super::arguments::Args;
use super::line::Solved;
use super::origin::{self, Origin};
use super::run::SolverRun;
use super::table::{Table, Task};
use crate::board::Setup;
use crate::cli::{Error, note};
use crate::games::TypedGame;
use crate::rules::Rules;

/// Solves each start position that has no line in the table, or whose line is not
/// [done](super::line::is_done). An interrupted run is an error.
pub(super) fn solve<R: Rules>(
    args: &Args,
    game: TypedGame<R>,
    path: &Path,
    run: &mut SolverRun,
) -> Result<(), Error> {
    let starts = game.starts();
    let names: Vec<String> = starts.iter().map(name).collect();
    let known: HashSet<&str> = names.iter().map(String::as_str).collect();
    let origin = Origin {
        title: origin::title(game.game(), None),
        can_have: &|name| known.contains(name),
    };
    let mut table = args.open_table(path, &origin)?;
    let mut is_interrupted = false;
    for (number, (start, name)) in (1..).zip(starts.iter().zip(&names)) {
        run.show(format!("{number} of {}, {name}: ", starts.len()));
        let position = game.position(*start)?;
        let task = Task {
            game: game.game(),
            question: &args.question(position.seat()),
            limits: args.limits(),
        };
        if table.solve(name, &position, &task, run)? == Solved::Interrupted {
            is_interrupted = true;
            break;
        }
    }
    run.finish();
    table.keep(&names)?;
    table.print_histogram()?;
    let count = format!("{} of {} starts", table.len(), starts.len());
    if is_interrupted {
        return Err(Table::interrupted(&count));
    }
    note(&count);
    Ok(())
}

/// The name of a start position: its pieces, White's first, such as `Kh8,ka1`. An empty board is
/// `empty`.
fn name(setup: &Setup) -> String {
    let placement = &setup.placement;
    let pieces = placement.occupied().into_iter();
    let mut names: Vec<String> = pieces
        .filter_map(|square| Some(format!("{}{square}", placement.piece_at(square)?.char())))
        .collect();
    // White's letters are capital and sort first.
    names.sort_unstable();
    if names.is_empty() {
        return "empty".to_owned();
    }
    names.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_start_has_a_name_of_its_own() {
        let names: HashSet<String> = games::find("unplay-random")
            .expect("a game")
            .starts()
            .iter()
            .map(name)
            .collect();
        assert_eq!(names.len(), games::KING_PLACEMENTS);
        assert!(names.contains("Kh8,ka1"));
        assert_eq!(
            name(&games::find("unachess").expect("a game").start(0)),
            "empty"
        );
    }
}
