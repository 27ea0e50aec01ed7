//! Every start of a game solved, a line of the table each.

use std::path::Path;

use super::Args;
use super::table::Table;
use super::work::Work;
use crate::board::Setup;
use crate::cli::{Error, note};
use crate::games::TypedGame;
use crate::rules::Rules;

/// Solves the starts that the file lacks, or could not be solved with as many nodes as there are
/// now, and adds them to it.
pub(super) fn solve<R: Rules>(
    args: &Args,
    variant: TypedGame<R>,
    path: &Path,
    work: &mut Work,
) -> Result<(), Error> {
    let starts = variant.starts();
    let names: Vec<String> = starts.iter().map(name).collect();
    let mut table = Table::open(path)?;
    table.keep(&names)?;
    for (number, (start, name)) in (1..).zip(starts.iter().zip(&names)) {
        work.show(format!("{number} of {}, {name}: ", starts.len()));
        let position = variant.position(*start)?;
        let question = args.question(&position);
        let task = (variant.game(), &question);
        if table.solve(args, name, &position, task, work)?.is_none() {
            break;
        }
    }
    work.finish();
    table.keep(&names)?;
    note(&format!("{} of {} starts", table.len(), starts.len()));
    table.print_histogram()
}

/// A start by what stands on the board, White's pieces first, such as `Kh8,ka1`.
fn name(setup: &Setup) -> String {
    let placement = &setup.placement;
    let pieces = placement.occupied().into_iter();
    let mut names: Vec<String> = pieces
        .filter_map(|square| Some(format!("{}{square}", placement.piece_at(square)?.char())))
        .collect();
    // Capitals are White's and sort first.
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
        let names: std::collections::HashSet<String> = games::find("unplay-random")
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
