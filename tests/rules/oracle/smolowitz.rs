//! The turns of Smolowitz' game. A turn must satisfy these points:
//!
//! 1. The enemy king is not left attacked. `shakmaty` tests this. For example, after an un-move of
//!    White, it gets the position with White to move, and refuses it if White could capture Black's
//!    king.
//! 2. The position after the turn is possible: see the module `possible`. A switch can drop this
//!    point.
//! 3. The other side then has a turn that satisfies points 1 and 2, or the game is over.

use reviver::board::{Color, Pending, Role, Setup};

use super::possible::is_possible;
use super::unmove::{Candidate, candidates, is_un_double_step_over};
use super::{all_on_board, end_turn, pieces_home};

/// The points that are required of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Required {
    /// All of them.
    AllPoints,
    /// Everything except point 3.
    AllButPoint3,
}

/// The switches that matter for the turns.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    pub possible: bool,
    pub home_wins_early: bool,
}

/// The legal turns of a game with these switches.
pub fn turns(switches: Switches, setup: &Setup) -> Vec<(String, Setup)> {
    if is_decided(switches, setup) {
        return Vec::new();
    }
    turns_by((Required::AllPoints, switches), setup).collect()
}

/// Whether the game is over because all sixteen pieces of a colour are home. In phase I this needs
/// `home_wins_early`.
fn is_decided(switches: Switches, setup: &Setup) -> bool {
    let phase_two = Color::ALL
        .into_iter()
        .all(|color| all_on_board(setup, color));
    (phase_two || switches.home_wins_early)
        && Color::ALL
            .into_iter()
            .any(|color| pieces_home(setup, color) == 16)
}

fn turns_by(asked: (Required, Switches), setup: &Setup) -> impl Iterator<Item = (String, Setup)> {
    let setup = *setup;
    candidates(&setup)
        .into_iter()
        .filter(move |candidate| match setup.pending {
            Pending::At(passed) => is_un_double_step_over(&setup, candidate, passed),
            _ => true,
        })
        .flat_map(move |candidate| turns_with(asked, setup, candidate))
}

/// The turns with this un-move: without an un-capture, with each un-capture, and en passant.
fn turns_with(
    (required, switches): (Required, Switches),
    setup: Setup,
    candidate: Candidate,
) -> impl Iterator<Item = (String, Setup)> {
    let without_capture = candidate
        .is_legal_without_capture(&setup)
        .then(|| (String::new(), candidate.undo(&setup), Pending::Nothing));
    let captures = Role::ALL.into_iter().filter_map(move |role| {
        let after = candidate.undo_capture(&setup, role)?;
        Some((format!("*{}", role.char()), after, Pending::Nothing))
    });
    let en_passant = candidate
        .undo_en_passant(&setup)
        .map(|after| ("*ep".to_owned(), after, Pending::At(candidate.from)));
    without_capture
        .into_iter()
        .chain(captures)
        .chain(en_passant)
        .filter_map(move |(tail, mut after, pending)| {
            let irreversible = candidate.is_pawn_unmove() || !tail.is_empty();
            end_turn(&mut after, pending, irreversible);
            let point_2 = !switches.possible || is_possible(&after);
            // The un-double-step that an en passant un-capture forces must satisfy all points.
            let can_un_double_step = || {
                pending == Pending::Nothing
                    || turns_by((Required::AllPoints, switches), &after)
                        .next()
                        .is_some()
            };
            let point_3 = || {
                required == Required::AllButPoint3
                    || is_decided(switches, &after)
                    || turns_by((Required::AllButPoint3, switches), &after)
                        .next()
                        .is_some()
            };
            (point_2 && can_un_double_step() && point_3())
                .then(|| (format!("{}{tail}", candidate.text()), after))
        })
}
