//! Why an un-move is illegal, by the rules that several families of reverse games share. Each
//! family adds its own rules.

use super::turns;
use super::unmove::un_double_step_over;
use crate::board::{
    Act, Bitboard, Pending, Role, Setup, Square, Turn, Wing, attacks, back, row_of,
};
use crate::rules::illegality::{Illegality, illegal};
use crate::rules::names::{role_name, side_name};

const UN_MOVES: &str = "un-moves";
const PAWNS: &str = "pawn un-moves";
const UN_PROMOTION: &str = "un-promotion";
const UN_CASTLING: &str = "un-castling";
const FROZEN: &str = "frozen pieces";
const EN_PASSANT: &str = "en passant in reverse";

/// Checks the un-move of `turn` on the board of `setup`: the piece, the target, the path, and the
/// conditions of un-castling and en passant. Two things are not checked: un-captures other than en
/// passant, and whether a king is in check after the turn.
///
/// # Errors
///
/// If the turn is illegal. The error tells the player why.
pub fn check_un_move(setup: &Setup, turn: Turn) -> Result<(), Illegality> {
    let (from, to) = (turn.from(), turn.to());
    match turn.act() {
        Act::Move => check_move(setup, from, to),
        Act::UnPromotion => check_un_promotion(setup, from, to),
        Act::UnEnPassant => check_un_en_passant(setup, from, to),
        Act::Promotion => illegal("the form of a turn", "this game has no promotion"),
        Act::Drop => illegal(
            "the form of a turn",
            "a piece is un-captured only by an un-move, as in e4d3*q",
        ),
        Act::End => illegal(
            "the form of a turn",
            "the end cannot be declared in this game",
        ),
    }
}

/// The kind of the piece on `from`, if the side to play may move it.
fn movable_piece(setup: &Setup, from: Square) -> Result<Role, Illegality> {
    let Some(piece) = setup.placement.piece_at(from) else {
        return illegal(UN_MOVES, format!("no piece stands on {from}"));
    };
    let name = role_name(piece.role);
    if piece.color != setup.side {
        let (owner, side) = (side_name(piece.color), side_name(setup.side));
        return illegal(
            UN_MOVES,
            format!("the {name} on {from} is {owner}'s, and it is {side}'s turn"),
        );
    }
    if setup.castling.squares().contains(from) {
        return illegal(
            FROZEN,
            format!("the {name} on {from} has un-castled and may not un-move any more"),
        );
    }
    Ok(piece.role)
}

fn check_empty(setup: &Setup, square: Square, rule: &'static str) -> Result<(), Illegality> {
    match setup.placement.role_at(square) {
        Some(role) => illegal(
            rule,
            format!(
                "{square} must be empty, but a {} stands there",
                role_name(role)
            ),
        ),
        None => Ok(()),
    }
}

fn check_move(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let role = movable_piece(setup, from)?;
    match role {
        Role::Pawn => return check_pawn_move(setup, from, to),
        Role::King if from.distance(to) > 1 => return check_un_castling(setup, from, to),
        _ => {}
    }
    let name = role_name(role);
    let reach = attacks::attacks(from, role.of(setup.side), Bitboard::EMPTY);
    if !reach.contains(to) {
        return illegal(
            UN_MOVES,
            format!("a {name} does not un-move from {from} to {to}"),
        );
    }
    check_empty(setup, to, UN_MOVES)?;
    match (attacks::between(from, to) & setup.placement.occupied()).first() {
        Some(square) if role != Role::Knight => illegal(
            UN_MOVES,
            format!("the path of the {name} from {from} to {to} is blocked on {square}"),
        ),
        _ => Ok(()),
    }
}

/// Checks the squares of a pawn's un-move: straight, double or diagonal.
fn check_pawn_move(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let side = setup.side;
    let (start, end) = (row_of(side, from), row_of(side, to));
    if start == 2 {
        return illegal(
            PAWNS,
            format!(
                "the pawn on {from} stands on its side's row 2, and no pawn goes back to row 1"
            ),
        );
    }
    if end == 1 {
        return illegal(
            PAWNS,
            format!("a pawn un-moves to its side's row 2 or higher, and {to} is on row 1"),
        );
    }
    let single = back(side, Bitboard::from_square(from));
    let double = back(side, single);
    if attacks::pawn_attacks(!side, from).contains(to) || single.contains(to) {
        return check_empty(setup, to, PAWNS);
    }
    if double.contains(to) {
        if start != 4 {
            return illegal(
                PAWNS,
                format!(
                    "a pawn un-double-steps from its side's row 4 to row 2, and {from} is on row {start}"
                ),
            );
        }
        for square in single | double {
            check_empty(setup, square, PAWNS)?;
        }
        return Ok(());
    }
    illegal(
        PAWNS,
        format!(
            "a pawn un-moves one square straight or diagonally back, or two squares straight back from row 4; it cannot un-move from {from} to {to}"
        ),
    )
}

fn check_un_promotion(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let side = setup.side;
    if movable_piece(setup, from)? == Role::King {
        return illegal(UN_PROMOTION, "a king cannot be un-promoted");
    }
    if row_of(side, from) != 8 {
        return illegal(
            UN_PROMOTION,
            format!(
                "a piece is un-promoted on its side's row 8, and {from} is on row {}",
                row_of(side, from)
            ),
        );
    }
    if setup.placement.reserve().count(side, Role::Pawn) == 0 {
        return illegal(
            UN_PROMOTION,
            format!("{} has no pawn in reserve", side_name(side)),
        );
    }
    check_pawn_move(setup, from, to)
}

fn check_un_en_passant(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let side = setup.side;
    if movable_piece(setup, from)? != Role::Pawn || row_of(side, from) != 6 {
        return illegal(
            EN_PASSANT,
            format!(
                "only a pawn on its side's row 6 can un-capture en passant, and no such pawn stands on {from}"
            ),
        );
    }
    if !attacks::pawn_attacks(!side, from).contains(to) {
        return illegal(
            EN_PASSANT,
            format!(
                "a pawn that un-captures en passant goes one square diagonally back; it cannot go from {from} to {to}"
            ),
        );
    }
    let vacated = Bitboard::from_square(from);
    for square in Bitboard::from_square(to) | back(side, vacated) | back(!side, vacated) {
        check_empty(setup, square, EN_PASSANT)?;
    }
    if setup.placement.reserve().count(!side, Role::Pawn) == 0 {
        return illegal(
            EN_PASSANT,
            format!("{} has no pawn in reserve", side_name(!side)),
        );
    }
    Ok(())
}

fn check_un_castling(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let side = setup.side;
    let placement = &setup.placement;
    let king_home = Wing::king_home(side);
    let wing = Wing::ALL
        .into_iter()
        .find(|wing| wing.king_castled(side) == from && to == king_home);
    let Some(wing) = wing else {
        return illegal(
            UN_MOVES,
            format!("a king does not un-move from {from} to {to}"),
        );
    };
    let rook = wing.rook_castled(side);
    if !placement.pieces(side, Role::Rook).contains(rook) {
        return illegal(
            UN_CASTLING,
            format!("no rook of {} stands on {rook}", side_name(side)),
        );
    }
    for square in wing
        .squares_between(side)
        .with(king_home)
        .with(wing.rook_home(side))
    {
        if square != from && square != rook {
            check_empty(setup, square, UN_CASTLING)?;
        }
    }
    let lifted = placement.occupied().without(from).without(rook);
    let after = lifted.with(king_home).with(wing.rook_home(side));
    let attacked = |square, occupied| placement.attackers(square, !side, occupied).any();
    for (square, occupied, why) in [
        (king_home, after, "the king's home square"),
        (rook, after, "the square that the king crosses"),
        (
            from,
            placement.occupied(),
            "the square that the king leaves",
        ),
    ] {
        if attacked(square, occupied) {
            return illegal(UN_CASTLING, format!("{why}, {square}, is attacked"));
        }
    }
    Ok(())
}

/// Checks a turn by the rules that the `smolowitz` and `unplay` families share:
///
/// * If the pending field demands an un-double-step, the turn must be this un-double-step.
/// * The un-move and the un-capture must be legal.
/// * The enemy king must not be attacked after the turn.
///
/// # Errors
///
/// If the turn is illegal. The error tells the player why.
pub fn check_reviving_un_move(setup: &Setup, turn: Turn) -> Result<(), Illegality> {
    let side = setup.side;
    if let Pending::At(passed) = setup.pending {
        let demanded = un_double_step_over(side, passed);
        if demanded != Some((turn.from(), turn.to())) || turn.act() != Act::Move {
            let text = demanded.map_or_else(String::new, |(from, to)| format!("{from}{to}"));
            let reason =
                format!("an en passant capture has been undone, so the only turn is {text}");
            return illegal(EN_PASSANT, reason);
        }
    }
    if turn.head().is_some() {
        return illegal(
            "the form of a turn",
            "in this game the un-move comes first; then a piece is un-captured, on the square just vacated",
        );
    }
    check_un_move(setup, turn)?;
    check_revival(setup, turn)?;
    let mut after = *setup;
    turns::play(&mut after, turn);
    if after.placement.king_attacked(!side) {
        let reason = format!(
            "the turn would leave the king of {} in check",
            side_name(!side)
        );
        return illegal("the opponent's king", reason);
    }
    Ok(())
}

/// Checks the un-capture of a turn. If the turn has no un-capture, checks that it needs none. The
/// caller has already checked the un-move.
fn check_revival(setup: &Setup, turn: Turn) -> Result<(), Illegality> {
    const REVIVAL: &str = "un-captures";
    let side = setup.side;
    let pawn = turn.act() != Act::Move || setup.placement.by_role(Role::Pawn).contains(turn.from());
    let straight = turn.from().file() == turn.to().file();
    match turn.tail_revival() {
        Some(_) if pawn && straight => {
            return illegal(REVIVAL, "a pawn that goes straight back undoes no capture");
        }
        Some(_) if is_un_castling(setup, turn) => {
            return illegal(REVIVAL, "un-castling undoes no capture");
        }
        Some(Role::King) => return illegal(REVIVAL, "a king is never captured"),
        Some(role) if setup.placement.reserve().count(!side, role) == 0 => {
            let reason = format!("{} has no {} in reserve", side_name(!side), role_name(role));
            return illegal(REVIVAL, reason);
        }
        Some(Role::Pawn) if Bitboard::BACKRANKS.contains(turn.from()) => {
            let square = turn.from();
            let reason = format!(
                "a pawn cannot appear on {square}, because pawns never stand on row 1 or 8"
            );
            return illegal(REVIVAL, reason);
        }
        None if pawn
            && !straight
            && turn.act() != Act::UnEnPassant
            && setup.placement.reserve().is_empty(!side) =>
        {
            let other = side_name(!side);
            let reason = format!(
                "a pawn that goes diagonally back undoes a capture, but {other} has no piece in reserve"
            );
            return illegal(REVIVAL, reason);
        }
        None if pawn
            && !straight
            && turn.act() != Act::UnEnPassant
            && turns::revivable(setup.placement.reserve().roles(!side), turn.from()).is_empty() =>
        {
            let (other, from) = (side_name(!side), turn.from());
            let reason = format!(
                "a pawn that goes diagonally back undoes a capture, but {other} has only pawns in reserve, and a pawn \
                 cannot appear on {from}"
            );
            return illegal(REVIVAL, reason);
        }
        None if pawn && !straight && turn.act() != Act::UnEnPassant => {
            return illegal(
                REVIVAL,
                "a pawn that goes diagonally back undoes a capture; name the un-captured piece, as in e4d3*q",
            );
        }
        _ => {}
    }
    Ok(())
}

fn is_un_castling(setup: &Setup, turn: Turn) -> bool {
    turn.act() == Act::Move
        && turn.from().distance(turn.to()) > 1
        && setup.placement.by_role(Role::King).contains(turn.from())
}
