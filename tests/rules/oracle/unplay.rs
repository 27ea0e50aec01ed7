//! The turns of the Unplay games. A turn must satisfy these points, except those that a switch
//! drops:
//!
//! 1. The enemy king is not left attacked. `shakmaty` tests this: it refuses a position in which
//!    the side to move could capture the enemy king. After an un-move of White, `shakmaty` gets the
//!    position with White to move.
//! 2. No side has two bishops on squares of one colour, or two pawns on one file.
//! 3. An un-captured pawn stands on the player's row 5, 6 or 7, ahead of the player's pawns on its
//!    file.
//! 4. After an en passant un-capture, the opponent has an un-double-step that satisfies points 1 to
//!    4.
//! 5. With `own-check = "removable"`: if the player's own king is left attacked, the opponent has a
//!    turn that satisfies points 1 to 4. A turn that reaches the goal of the game is exempt.

use reviver::board::{Color, File, Pending, Role, Setup, Square};

use super::unmove::{Candidate, candidates, is_un_double_step_over};
use super::{all_on_board, end_turn, king_attacked, pieces_home, row};

/// The switches that matter for the turns.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// `own-check = "removable"`.
    pub removable: bool,
    /// `bishops = "two-colours"`.
    pub two_colours: bool,
    /// `pawns-on-a-file = "one"`.
    pub one_pawn: bool,
    /// `revived-pawns = "ahead"`.
    pub ahead: bool,
    /// `goal = "home"`.
    pub home: bool,
}

/// The legal turns.
pub fn turns(switches: Switches, setup: &Setup) -> Vec<(String, Setup)> {
    if is_decided(switches, setup) {
        return Vec::new();
    }
    turns_by_points_1_to_4(switches, setup)
        .filter(|(_, after)| !switches.removable || point_5(switches, after))
        .collect()
}

/// Whether the goal of the game is reached. With `goal = "home"`: all sixteen pieces of a side are
/// home. Otherwise: all sixteen pieces of the side to play are on the board. The opponent wins by
/// un-capturing this whole army.
fn is_decided(switches: Switches, setup: &Setup) -> bool {
    if switches.home {
        Color::ALL
            .into_iter()
            .any(|color| pieces_home(setup, color) == 16)
    } else {
        all_on_board(setup, setup.side)
    }
}

/// The turns that satisfy points 1 to 4.
fn turns_by_points_1_to_4(
    switches: Switches,
    setup: &Setup,
) -> impl Iterator<Item = (String, Setup)> {
    let setup = *setup;
    candidates(&setup)
        .into_iter()
        .filter(move |candidate| match setup.pending {
            Pending::At(passed) => is_un_double_step_over(&setup, candidate, passed),
            _ => true,
        })
        .flat_map(move |candidate| turns_with(switches, &setup, &candidate))
}

/// The turns with this un-move: without an un-capture, with each un-capture, and en passant.
fn turns_with(switches: Switches, setup: &Setup, candidate: &Candidate) -> Vec<(String, Setup)> {
    let mut list = Vec::new();
    let text = candidate.text();
    if candidate.is_legal_without_capture(setup) {
        let mut after = candidate.undo(setup);
        end_turn(&mut after, Pending::Nothing, candidate.is_pawn_unmove());
        if point_2(switches, &after) {
            list.push((text.clone(), after));
        }
    }
    for role in Role::ALL {
        if let Some(mut after) = candidate.undo_capture(setup, role) {
            end_turn(&mut after, Pending::Nothing, true);
            let may_stand = role != Role::Pawn || point_3(switches, &after, candidate.from);
            if point_2(switches, &after) && may_stand {
                list.push((format!("{text}*{}", role.char()), after));
            }
        }
    }
    if let Some(mut after) = candidate.undo_en_passant(setup) {
        end_turn(&mut after, Pending::At(candidate.from), true);
        let revived = super::ahead(setup.side, candidate.from, -1).expect("on the board");
        let point_4 = || turns_by_points_1_to_4(switches, &after).next().is_some();
        if point_2(switches, &after) && point_3(switches, &after, revived) && point_4() {
            list.push((format!("{text}*ep"), after));
        }
    }
    list
}

/// Whether point 2 holds. Bishops matter only if `two_colours` is set, pawns only if `one_pawn` is.
fn point_2(switches: Switches, after: &Setup) -> bool {
    Color::ALL.into_iter().all(|color| {
        let bishops = after.placement.pieces(color, Role::Bishop);
        let pawns = after.placement.pieces(color, Role::Pawn);
        let dark = bishops.into_iter().filter(|square| square.is_dark());
        let light = bishops.into_iter().filter(|square| square.is_light());
        let on_file = |file| pawns.into_iter().filter(move |pawn| pawn.file() == file);
        let bishops_differ = dark.count() <= 1 && light.count() <= 1;
        let files_differ = || File::ALL.into_iter().all(|file| on_file(file).count() <= 1);
        (bishops_differ || !switches.two_colours) && (!switches.one_pawn || files_differ())
    })
}

/// Whether point 3 holds for a pawn just un-captured on `revived`. If `ahead` is not set, the pawn
/// may stand anywhere on rows 2 to 7.
fn point_3(switches: Switches, after: &Setup, revived: Square) -> bool {
    let just_played = !after.side;
    if !switches.ahead {
        return (2..=7).contains(&row(just_played, revived));
    }
    let pawns = after.placement.pieces(just_played, Role::Pawn);
    (5..=7).contains(&row(just_played, revived))
        && pawns
            .into_iter()
            .filter(|pawn| pawn.file() == revived.file())
            .all(|pawn| row(just_played, revived) > row(just_played, pawn))
}

/// Whether the last turn satisfies point 5.
fn point_5(switches: Switches, after: &Setup) -> bool {
    is_decided(switches, after)
        || !king_attacked(after, !after.side)
        || turns_by_points_1_to_4(switches, after).next().is_some()
}
