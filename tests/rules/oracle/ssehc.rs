//! Ssehc in both editions. X is the side to play, and Y its opponent. After an un-move of X, these
//! points must hold:
//!
//! 1. Y is not in check, or Y's next un-capture can end the check.
//! 2. If Y must un-capture, Y can.
//! 3. X is not in check, or Y has a turn that satisfies points 1 and 2 with X and Y exchanged.
//!
//! X's un-move undoes a chess move of X. Y's un-capture puts back the piece that this chess move
//! captures. So `shakmaty` tests the chess move in the position after each un-capture of Y. If Y
//! need not un-capture, `shakmaty` also tests the move without an un-capture. Points 1 and 2 hold
//! if there is one of these positions in which Y is not in check and the chess move is legal. After
//! an un-en-passant, Y must also have a legal un-double-step.

use reviver::board::{Pending, Role, Setup, Square};

use super::judge;
use super::unmove::{Candidate, Kind, candidates, is_un_double_step_over, revive};
use super::{ahead, all_on_board, end_turn, is_home, king_attacked, pieces_home, row};

/// The points that are required of an un-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Required {
    /// All of them.
    AllPoints,
    /// Everything except point 3.
    AllButPoint3,
}

/// The head of a turn: the un-capture with which it begins.
#[derive(Clone, Copy, Debug)]
enum Head {
    Nothing,
    Piece(Role, Square),
    /// A pawn comes back on the first square. It must then un-double-step over the second.
    EnPassant(Square, Square),
}

/// The switches that change the legal turns. All of them are about the end of the game.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub may_be_declared: bool,
    pub by_full_rows: bool,
    pub home_wins: bool,
}

/// The legal turns of a game with these switches.
pub fn turns(ends: Ends, setup: &Setup) -> Vec<(String, Setup)> {
    let just_completed_home = ends.home_wins && pieces_home(setup, !setup.side) == 16;
    if setup.pending == Pending::End || just_completed_home {
        return Vec::new();
    }
    let mut list: Vec<_> = turns_by(Required::AllPoints, setup).collect();
    for (head, completed) in heads(setup) {
        if may_declare(ends, head, &completed) {
            let mut after = completed;
            let irreversible = !matches!(head, Head::Nothing);
            end_turn(&mut after, Pending::End, irreversible);
            list.push((format!("{}end", head_text(head)), after));
        }
    }
    list
}

fn head_text(head: Head) -> String {
    match head {
        Head::Nothing => String::new(),
        Head::Piece(role, square) => format!("{}@{square},", role.upper_char()),
        Head::EnPassant(square, _) => format!("P@{square},"),
    }
}

/// The heads with which X may begin a turn, each with the position after the head. No head leaves X
/// in check. [`Head::Nothing`] is one of them if X need not un-capture.
fn heads(setup: &Setup) -> Vec<(Head, Setup)> {
    let side = setup.side;
    let mut heads = Vec::new();
    match setup.pending {
        Pending::Nothing => heads.push(Head::Nothing),
        Pending::At(vacated) => {
            heads.push(Head::Nothing);
            heads.extend(Role::ALL.map(|role| Head::Piece(role, vacated)));
        }
        Pending::Must(vacated) => {
            heads.extend(Role::ALL.map(|role| Head::Piece(role, vacated)));
            if row(side, vacated) == 3
                && let (Some(on_4), Some(on_2)) =
                    (ahead(side, vacated, 1), ahead(side, vacated, -1))
                && !setup.placement.occupied().contains(vacated)
                && !setup.placement.occupied().contains(on_2)
            {
                heads.push(Head::EnPassant(on_4, vacated));
            }
        }
        Pending::End => {}
    }
    let mut list = Vec::new();
    for head in heads {
        let mut completed = *setup;
        let done = match head {
            Head::Nothing => Some(()),
            Head::Piece(Role::Pawn, square) if [1, 8].contains(&row(side, square)) => None,
            Head::Piece(role, square) => revive(&mut completed, role.of(side), square),
            Head::EnPassant(square, _) => revive(&mut completed, Role::Pawn.of(side), square),
        };
        if done.is_some() && !king_attacked(&completed, side) {
            list.push((head, completed));
        }
    }
    list
}

/// The turns that satisfy the required points. Declarations of the end are not among them.
fn turns_by(required: Required, setup: &Setup) -> impl Iterator<Item = (String, Setup)> {
    heads(setup).into_iter().flat_map(move |(head, completed)| {
        let irreversible = !matches!(head, Head::Nothing);
        unmoves_by(required, head, completed).map(move |(candidate, mut after)| {
            if irreversible {
                after.halfmove = 0;
            }
            (format!("{}{}", head_text(head), candidate.text()), after)
        })
    })
}

/// The un-moves after `head` that satisfy the required points, each with the position after the
/// un-move. `completed` is the position after the head.
fn unmoves_by(
    required: Required,
    head: Head,
    completed: Setup,
) -> impl Iterator<Item = (Candidate, Setup)> {
    candidates(&completed)
        .into_iter()
        .filter(move |candidate| match head {
            Head::EnPassant(_, passed) => is_un_double_step_over(&completed, candidate, passed),
            _ => true,
        })
        .filter_map(move |candidate| {
            Some((candidate, unmove_by(required, &completed, &candidate)?))
        })
}

/// The position after an un-move, if the un-move satisfies the required points.
fn unmove_by(required: Required, completed: &Setup, candidate: &Candidate) -> Option<Setup> {
    let mut after = candidate.undo(completed);
    end_turn(
        &mut after,
        pending_after(candidate),
        candidate.is_pawn_unmove(),
    );
    let legal = points_1_and_2(completed, candidate, &after)
        && (required == Required::AllButPoint3 || point_3(&after));
    legal.then_some(after)
}

/// The pending field after an un-move.
fn pending_after(candidate: &Candidate) -> Pending {
    let vacated = candidate.from;
    if candidate.is_diagonal() {
        Pending::Must(vacated)
    } else if candidate.is_pawn_unmove() || matches!(candidate.kind, Kind::UnCastling(_)) {
        Pending::Nothing
    } else {
        Pending::At(vacated)
    }
}

/// Whether points 1 and 2 hold after X's un-move `candidate` from `completed` to `after`. The
/// un-move undoes a chess move. The points hold if Y has a head after which this chess move is
/// legal and leads to `completed`. Y is the side to play in `after`, so [`heads`] lists only heads
/// that leave Y out of check.
fn points_1_and_2(completed: &Setup, candidate: &Candidate, after: &Setup) -> bool {
    heads(after).into_iter().any(|(head, earlier)| {
        let en_passant = match head {
            Head::EnPassant(_, passed) => Some(passed),
            _ => None,
        };
        let undoes = judge::leads_back(&earlier, en_passant, candidate.chess_move(), completed);
        // After an en passant head, Y must un-double-step. The un-double-step must satisfy all three
        // points, even if `candidate` need not satisfy point 3.
        undoes
            && (en_passant.is_none()
                || unmoves_by(Required::AllPoints, head, earlier)
                    .next()
                    .is_some())
    })
}

/// Whether X's turn, which led to `after`, satisfies point 3: X is not in check, or Y has a turn
/// that satisfies points 1 and 2.
fn point_3(after: &Setup) -> bool {
    !king_attacked(after, !after.side) || turns_by(Required::AllButPoint3, after).next().is_some()
}

/// Whether X may declare the end after this head.
fn may_declare(ends: Ends, head: Head, completed: &Setup) -> bool {
    let side = completed.side;
    if !ends.may_be_declared
        || matches!(head, Head::EnPassant(..))
        || !all_on_board(completed, side)
    {
        return false;
    }
    let leaves_home = |candidate: &Candidate| {
        is_home(side, candidate.role, candidate.from)
            && !is_home(side, candidate.role, candidate.to)
    };
    let two_rows_full = Square::ALL
        .into_iter()
        .filter(|&square| row(side, square) <= 2)
        .all(|square| completed.placement.occupied().contains(square));
    let every_un_move_leaves_home = || {
        unmoves_by(Required::AllPoints, head, *completed)
            .all(|(candidate, _)| leaves_home(&candidate))
    };
    (ends.by_full_rows && two_rows_full) || every_un_move_leaves_home()
}
