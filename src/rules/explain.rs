//! Why a piece does not un-move so, in words: what all reverse games ask of an un-move (rules 1.1
//! and 1.2). Each game adds what it asks for beyond this.

use super::Illegality;
use super::reviving::turns;
use super::reviving::unmove::demanded_double_step;
use super::validate::EDGES;
use crate::board::{
    Act, Bitboard, Color, Pending, Role, Setup, Square, Turn, Wing, attacks, back, row_of,
};

/// The name of a side in a sentence.
#[must_use]
pub fn side_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The name of a kind of piece in a sentence.
#[must_use]
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

const STEPS: &str = "un-moves";
const PAWNS: &str = "pawn un-moves";
const UN_PROMOTION: &str = "un-promotion";
const UN_CASTLING: &str = "un-castling";
const FROZEN: &str = "frozen pieces";
const EN_PASSANT: &str = "en passant in reverse";

fn forbid<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Illegality> {
    Err(Illegality::new(rule, reason))
}

/// Asks whether the side to play has, on the board as it stands, the un-move of `turn`: the right
/// piece, an empty target, a clear path, and for castling and en passant all that belongs to them.
/// What stands at the head or tail of the turn and what the turn leaves attacked is not looked at.
///
/// # Errors
///
/// Says what is wrong, for a player.
pub fn unmove(setup: &Setup, turn: Turn) -> Result<(), Illegality> {
    let (from, to) = (turn.from(), turn.to());
    match turn.act() {
        Act::Move => step(setup, from, to),
        Act::UnPromotion => un_promotion(setup, from, to),
        Act::UnEnPassant => un_en_passant(setup, from, to),
        Act::Promotion => forbid("the form of a turn", "this game has no promotion"),
        Act::Drop => forbid(
            "the form of a turn",
            "a piece comes on the board only together with an un-move",
        ),
        Act::End => forbid(
            "the form of a turn",
            "the end cannot be declared in this game",
        ),
    }
}

/// The piece that the side to play has on `from`, and that is not frozen.
fn mover(setup: &Setup, from: Square) -> Result<Role, Illegality> {
    let Some(piece) = setup.placement.piece_at(from) else {
        return forbid(STEPS, format!("no piece stands on {from}"));
    };
    let name = role_name(piece.role);
    if piece.color != setup.side {
        let (owner, side) = (side_name(piece.color), side_name(setup.side));
        return forbid(
            STEPS,
            format!("the {name} on {from} is {owner}'s, and it is {side}'s turn"),
        );
    }
    if setup.castling.squares().contains(from) {
        return forbid(
            FROZEN,
            format!("the {name} on {from} has un-castled and may not un-move any more"),
        );
    }
    Ok(piece.role)
}

fn empty(setup: &Setup, square: Square, rule: &'static str) -> Result<(), Illegality> {
    match setup.placement.role_at(square) {
        Some(role) => forbid(
            rule,
            format!(
                "{square} must be empty, and a {} stands there",
                role_name(role)
            ),
        ),
        None => Ok(()),
    }
}

fn step(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let role = mover(setup, from)?;
    match role {
        Role::Pawn => return pawn_step(setup, from, to),
        Role::King if from.distance(to) > 1 => return un_castling(setup, from, to),
        _ => {}
    }
    let name = role_name(role);
    let reach = attacks::attacks(from, role.of(setup.side), Bitboard::EMPTY);
    if !reach.contains(to) {
        return forbid(
            STEPS,
            format!("a {name} does not un-move from {from} to {to}"),
        );
    }
    empty(setup, to, STEPS)?;
    match (attacks::between(from, to) & setup.placement.occupied()).first() {
        Some(square) if role != Role::Knight => forbid(
            STEPS,
            format!("the {name}'s way from {from} to {to} is blocked on {square}"),
        ),
        _ => Ok(()),
    }
}

/// A pawn's step back as far as squares go: straight, double or diagonal.
fn pawn_step(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let side = setup.side;
    let (start, end) = (row_of(side, from), row_of(side, to));
    if end == 1 {
        return forbid(
            PAWNS,
            format!("a pawn un-moves to its side's row 2 or higher, and {to} is on row 1"),
        );
    }
    let single = back(side, Bitboard::from_square(from));
    let double = back(side, single);
    if attacks::pawn_attacks(!side, from).contains(to) || single.contains(to) {
        return empty(setup, to, PAWNS);
    }
    if double.contains(to) {
        if start != 4 {
            return forbid(
                PAWNS,
                format!(
                    "a pawn un-double-steps from row 4 to row 2, and {from} is on its row {start}"
                ),
            );
        }
        for square in single | double {
            empty(setup, square, PAWNS)?;
        }
        return Ok(());
    }
    forbid(
        PAWNS,
        format!(
            "a pawn un-moves one square straight or diagonally back, or two from row 4, not from {from} to {to}"
        ),
    )
}

fn un_promotion(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let side = setup.side;
    if mover(setup, from)? == Role::King {
        return forbid(UN_PROMOTION, "a king has not been promoted");
    }
    if row_of(side, from) != 8 {
        return forbid(
            UN_PROMOTION,
            format!(
                "a piece is un-promoted on its side's row 8, and {from} is on row {}",
                row_of(side, from)
            ),
        );
    }
    if setup.placement.reserve().count(side, Role::Pawn) == 0 {
        return forbid(
            UN_PROMOTION,
            format!("{} has no pawn in reserve", side_name(side)),
        );
    }
    pawn_step(setup, from, to)
}

fn un_en_passant(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let side = setup.side;
    if mover(setup, from)? != Role::Pawn || row_of(side, from) != 6 {
        return forbid(
            EN_PASSANT,
            format!("it takes a pawn on its side's row 6, and none stands on {from}"),
        );
    }
    if !attacks::pawn_attacks(!side, from).contains(to) {
        return forbid(
            EN_PASSANT,
            format!("the pawn goes diagonally back, not from {from} to {to}"),
        );
    }
    let origin = Bitboard::from_square(from);
    for square in Bitboard::from_square(to) | back(side, origin) | back(!side, origin) {
        empty(setup, square, EN_PASSANT)?;
    }
    if setup.placement.reserve().count(!side, Role::Pawn) == 0 {
        return forbid(
            EN_PASSANT,
            format!("{} has no pawn in reserve", side_name(!side)),
        );
    }
    Ok(())
}

fn un_castling(setup: &Setup, from: Square, to: Square) -> Result<(), Illegality> {
    let side = setup.side;
    let placement = &setup.placement;
    let king_home = Wing::king_home(side);
    let wing = Wing::ALL
        .into_iter()
        .find(|wing| wing.king_castled(side) == from && to == king_home);
    let Some(wing) = wing else {
        return forbid(
            STEPS,
            format!("a king does not un-move from {from} to {to}"),
        );
    };
    let rook = wing.rook_castled(side);
    if !placement.pieces(side, Role::Rook).contains(rook) {
        return forbid(
            UN_CASTLING,
            format!("no rook of {} stands on {rook}", side_name(side)),
        );
    }
    for square in wing.lane(side).with(king_home).with(wing.rook_home(side)) {
        if square != from && square != rook {
            empty(setup, square, UN_CASTLING)?;
        }
    }
    let lifted = placement.occupied().without(from).without(rook);
    let home = lifted.with(king_home).with(wing.rook_home(side));
    let attacked = |square, occupied| placement.attackers(square, !side, occupied).any();
    for (square, occupied, why) in [
        (king_home, home, "the king's home square"),
        (rook, home, "the square that the king crosses"),
        (
            from,
            placement.occupied(),
            "the square that the king leaves",
        ),
    ] {
        if attacked(square, occupied) {
            return forbid(UN_CASTLING, format!("{why}, {square}, is attacked"));
        }
    }
    Ok(())
}

/// Asks what the games in which the un-moving side un-captures have in common (rules 1.2, 3.1 and
/// 4): the un-move itself, the piece that appears behind it, and that the enemy king is not
/// attacked afterwards.
///
/// # Errors
///
/// Says what is wrong, for a player.
pub fn reviving_unmove(setup: &Setup, turn: Turn) -> Result<(), Illegality> {
    const REVIVAL: &str = "un-captures";
    let side = setup.side;
    if let Pending::At(passed) = setup.pending {
        let demanded = demanded_double_step(side, passed);
        if demanded != Some((turn.from(), turn.to())) || turn.act() != Act::Move {
            let text = demanded.map_or_else(String::new, |(from, to)| format!("{from}{to}"));
            let reason =
                format!("an en passant capture has been undone, so the only turn is {text}");
            return forbid(EN_PASSANT, reason);
        }
    }
    if turn.head().is_some() {
        return forbid(
            "the form of a turn",
            "in this game a piece is un-captured behind the un-move",
        );
    }
    unmove(setup, turn)?;
    let pawn = turn.act() != Act::Move || setup.placement.all(Role::Pawn).contains(turn.from());
    let straight = turn.from().file() == turn.to().file();
    match turn.tail_revival() {
        Some(_) if pawn && straight => {
            return forbid(REVIVAL, "a pawn that goes straight back undoes no capture");
        }
        Some(_) if turn.from().distance(turn.to()) > 1 && is_un_castling(setup, turn) => {
            return forbid(REVIVAL, "un-castling undoes no capture");
        }
        Some(Role::King) => return forbid(REVIVAL, "a king is never captured"),
        Some(role) if setup.placement.reserve().count(!side, role) == 0 => {
            let reason = format!("{} has no {} in reserve", side_name(!side), role_name(role));
            return forbid(REVIVAL, reason);
        }
        Some(Role::Pawn) if EDGES.contains(turn.from()) => {
            let reason = format!("a pawn cannot appear on {}, on rank 1 or 8", turn.from());
            return forbid(REVIVAL, reason);
        }
        None if pawn && !straight && turn.act() != Act::UnEnPassant => {
            return forbid(
                REVIVAL,
                "a pawn that goes diagonally back undoes a capture: name the piece",
            );
        }
        _ => {}
    }
    let after = turns::play(setup, turn);
    if after.placement.king_attacked(!side) {
        let reason = format!("it would leave the king of {} in check", side_name(!side));
        return forbid("the opponent's king", reason);
    }
    Ok(())
}

fn is_un_castling(setup: &Setup, turn: Turn) -> bool {
    turn.act() == Act::Move && setup.placement.all(Role::King).contains(turn.from())
}
