//! Section 4 of the rules: the Unplay games, point by point.

use reviver::board::{Color, File, Pending, Role, Setup, Square};

use super::unmove::{Candidate, candidates, is_double_step_over};
use super::{all_on_board, end_turn, king_attacked, pieces_home, row};

/// The switches that matter for the turns (section 7).
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

/// Whether the goal of the game is reached: the army of the side to play is complete, or sixteen
/// pieces of a side are home.
fn is_decided(switches: Switches, setup: &Setup) -> bool {
    if switches.home {
        Color::ALL
            .into_iter()
            .any(|color| pieces_home(setup, color) == 16)
    } else {
        all_on_board(setup, setup.side)
    }
}

/// The turns that are legal by points 1 to 4. The judge tests point 1: in a chess position the
/// king of the side that is not to move is never attacked.
fn turns_by_points_1_to_4(
    switches: Switches,
    setup: &Setup,
) -> impl Iterator<Item = (String, Setup)> {
    let setup = *setup;
    candidates(&setup)
        .into_iter()
        .filter(move |candidate| match setup.pending {
            Pending::At(passed) => is_double_step_over(&setup, candidate, passed),
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
            let stands = role != Role::Pawn || point_3(switches, &after, candidate.from);
            if point_2(switches, &after) && stands {
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

/// Whether no side has two bishops on squares of one colour (if `two_colours` is set), and no side
/// has two pawns on one file (if `one_pawn` is set).
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

/// Whether an un-captured pawn of the side now to play stands on row 5, 6 or 7 of the side that
/// un-captured it, and ahead of every pawn of that side on its file. If `ahead` is not set, it may
/// stand anywhere on rows 2 to 7.
fn point_3(switches: Switches, after: &Setup, revived: Square) -> bool {
    let unmover = !after.side;
    if !switches.ahead {
        return (2..=7).contains(&row(unmover, revived));
    }
    let pawns = after.placement.pieces(unmover, Role::Pawn);
    (5..=7).contains(&row(unmover, revived))
        && pawns
            .into_iter()
            .filter(|pawn| pawn.file() == revived.file())
            .all(|pawn| row(unmover, revived) > row(unmover, pawn))
}

/// Whether the side that has just played is not in check, the check can be removed, or the game is
/// over.
fn point_5(switches: Switches, after: &Setup) -> bool {
    is_decided(switches, after)
        || !king_attacked(after, !after.side)
        || turns_by_points_1_to_4(switches, after).next().is_some()
}
