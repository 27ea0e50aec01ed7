//! Section 4: the Unplay games, point by point.

use reviver::board::{Color, File, Pending, Role, Setup, Square, attacks};

use super::unmove::{Candidate, candidates, is_double_step_over};
use super::{all_on_board, empty_squares, end_turn, king_attacked, row};

/// Which of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Game {
    /// `unplay`, `unplay-random`, `unplay-placement`.
    Unplay,
    /// `unplay-strict`.
    Strict,
}

/// The legal turns.
pub fn turns(game: Game, setup: &Setup) -> Vec<(String, Setup)> {
    if setup.placement.king(setup.side).is_none() {
        return king_placements(setup);
    }
    let army_complete = all_on_board(setup, setup.side);
    if army_complete {
        return Vec::new();
    }
    turns_by_points_1_to_4(setup)
        .filter(|(_, after)| game == Game::Unplay || point_5(after))
        .collect()
}

fn king_placements(setup: &Setup) -> Vec<(String, Setup)> {
    let mut list = Vec::new();
    for square in empty_squares(setup) {
        let other = setup.placement.king(!setup.side);
        if other.is_some_and(|other| attacks::king_attacks(other).contains(square)) {
            continue;
        }
        let mut after = *setup;
        after.placement.revive(Role::King.of(setup.side), square);
        end_turn(&mut after, Pending::Nothing, true);
        list.push((format!("K@{square}"), after));
    }
    list
}

/// The turns that are legal by points 1 to 4. Point 1 is the judge's: no chess position has the
/// king of the side that is not to move attacked.
fn turns_by_points_1_to_4(setup: &Setup) -> impl Iterator<Item = (String, Setup)> {
    let setup = *setup;
    candidates(&setup)
        .into_iter()
        .filter(move |candidate| match setup.pending {
            Pending::At(passed) => is_double_step_over(&setup, candidate, passed),
            _ => true,
        })
        .flat_map(move |candidate| behind(&setup, &candidate))
}

/// The turns with this un-move: with nothing behind it, with each un-capture, en passant.
fn behind(setup: &Setup, candidate: &Candidate) -> Vec<(String, Setup)> {
    let mut list = Vec::new();
    let text = candidate.text();
    if candidate.is_legal_without_capture(setup) {
        let mut after = candidate.undo(setup);
        end_turn(&mut after, Pending::Nothing, candidate.is_pawn_unmove());
        if point_2(&after) {
            list.push((text.clone(), after));
        }
    }
    for role in Role::ALL {
        if let Some(mut after) = candidate.undo_capture(setup, role) {
            end_turn(&mut after, Pending::Nothing, true);
            if point_2(&after) && (role != Role::Pawn || point_3(&after, candidate.from)) {
                list.push((format!("{text}*{}", role.char()), after));
            }
        }
    }
    if let Some(mut after) = candidate.undo_en_passant(setup) {
        end_turn(&mut after, Pending::At(candidate.from), true);
        let revived = super::ahead(setup.side, candidate.from, -1).expect("on the board");
        let point_4 = || turns_by_points_1_to_4(&after).next().is_some();
        if point_2(&after) && point_3(&after, revived) && point_4() {
            list.push((format!("{text}*ep"), after));
        }
    }
    list
}

/// No side has two bishops on squares of one colour, and no side has two pawns on one file.
fn point_2(after: &Setup) -> bool {
    Color::ALL.into_iter().all(|color| {
        let bishops = after.placement.pieces(color, Role::Bishop);
        let pawns = after.placement.pieces(color, Role::Pawn);
        let dark = bishops.into_iter().filter(|square| square.is_dark());
        let light = bishops.into_iter().filter(|square| square.is_light());
        let on_file = |file| pawns.into_iter().filter(move |pawn| pawn.file() == file);
        dark.count() <= 1
            && light.count() <= 1
            && File::ALL.into_iter().all(|file| on_file(file).count() <= 1)
    })
}

/// An un-captured pawn of the side now to play stands on row 5, 6 or 7 of the side that un-captured
/// it, and ahead of every pawn of that side on its file.
fn point_3(after: &Setup, revived: Square) -> bool {
    let unmover = !after.side;
    let pawns = after.placement.pieces(unmover, Role::Pawn);
    (5..=7).contains(&row(unmover, revived))
        && pawns
            .into_iter()
            .filter(|pawn| pawn.file() == revived.file())
            .all(|pawn| row(unmover, revived) > row(unmover, pawn))
}

/// A check on the king of the side that has just played can be removed, unless the army of the side
/// now to play is complete.
fn point_5(after: &Setup) -> bool {
    all_on_board(after, after.side)
        || !king_attacked(after, !after.side)
        || turns_by_points_1_to_4(after).next().is_some()
}
