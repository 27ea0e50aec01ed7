//! Why a turn is illegal. The rules are checked one by one, and the first broken rule is reported.
//! The functions named `check_...` return `None` if the turn keeps their rule. Speed does not
//! matter here.

use super::checks::{ahead, both_kings, in_check};
use super::generate::king_drop_squares;
use super::{Unachess, castling};
use crate::board::{
    Act, Bitboard, Color, Pending, Piece, Role, Setup, Square, Turn, Wing, attacks, row, row_of,
};
use crate::rules::{Illegality, role_name, side_name};

const PIECES: &str = "how the pieces move";

impl Unachess {
    /// The rule that an illegal turn breaks.
    pub(super) fn explain_illegality(&self, turn: Turn) -> Illegality {
        let (from, to) = (turn.from(), turn.to());
        let illegality = match (turn.act(), turn.role(), turn.head()) {
            (Act::Drop, Some(role), None) => check_drop(self, role, to),
            (Act::Move, None, None) => check_move(self, from, to, None),
            (Act::Promotion, Some(role), None) => check_move(self, from, to, Some(role)),
            _ => Some(Illegality::new(
                "the form of a turn",
                "a turn is a drop (N@f3), a move (e2e4) or a promotion (e7e8q)",
            )),
        };
        illegality.unwrap_or_else(|| {
            debug_assert!(false, "no rule forbids {turn} in {}", self.setup);
            Illegality::new("the form of a turn", "it is not a legal turn here")
        })
    }
}

/// Names the piece on the first of these squares, for example "the rook on a1".
fn named(setup: &Setup, squares: Bitboard) -> String {
    let Some(square) = squares.first() else {
        return "nothing".to_owned();
    };
    match setup.placement.role_at(square) {
        Some(role) => format!("the {} on {square}", role_name(role)),
        None => square.to_string(),
    }
}

fn check_drop(position: &Unachess, role: Role, to: Square) -> Option<Illegality> {
    let setup = &position.setup;
    let side = setup.side;
    let placement = &setup.placement;
    if placement.reserve().count(side, role) == 0 {
        return Some(Illegality::new(
            "drops come from the reserve",
            format!("{} has no {} in reserve", side_name(side), role_name(role)),
        ));
    }
    if let Some(there) = placement.role_at(to) {
        return Some(Illegality::new(
            "drops go to empty squares",
            format!("{to} is occupied by a {}", role_name(there)),
        ));
    }
    let rows = position.switches.pawn_rows;
    if role == Role::Pawn && !rows.squares(side).contains(to) {
        let names: Vec<String> = (rows.lowest()..=rows.highest())
            .map(|row| row.to_string())
            .collect();
        let names = match names.as_slice() {
            [one] => format!("row {one}"),
            [rest @ .., last] => format!("rows {} and {last}", rest.join(", ")),
            [] => String::new(),
        };
        return Some(Illegality::new(
            "pawns are dropped on certain rows only",
            format!(
                "{to} is on {}'s row {}, and pawns are dropped on {names}",
                side_name(side),
                row_of(side, to)
            ),
        ));
    }
    if role == Role::King {
        let attackers = placement.attackers(to, !side, placement.occupied());
        return (!king_drop_squares(placement, side).contains(to)).then(|| {
            Illegality::new(
                "the king must not be in check after the turn",
                format!(
                    "both kings would be on the board, and {} attacks {to}",
                    named(setup, attackers)
                ),
            )
        });
    }
    let occupied = placement.occupied().with(to);
    check_attackers(setup, placement.king(side)?, occupied, Bitboard::EMPTY)
}

/// Checks that the player's own king is not in check on the square `king`. `occupied` are the
/// occupied squares after the turn, `captured` the captured enemy pieces.
fn check_attackers(
    setup: &Setup,
    king: Square,
    occupied: Bitboard,
    captured: Bitboard,
) -> Option<Illegality> {
    if !both_kings(&setup.placement) {
        return None;
    }
    let attackers = setup.placement.attackers(king, !setup.side, occupied) & !captured;
    if attackers.is_empty() {
        return None;
    }
    let attacker = named(setup, attackers);
    let reason = if setup.placement.king(setup.side) != Some(king) {
        // The turn would move the king to the square `king`.
        format!("{attacker} attacks {king}")
    } else {
        format!("the king on {king} would be in check from {attacker}")
    };
    Some(Illegality::new(
        "the king must not be in check after the turn",
        reason,
    ))
}

fn check_move(
    position: &Unachess,
    from: Square,
    to: Square,
    becomes: Option<Role>,
) -> Option<Illegality> {
    let setup = &position.setup;
    let side = setup.side;
    let placement = &setup.placement;
    let role = match placement.piece_at(from) {
        Some(Piece { color, role }) if color == side => role,
        Some(Piece { role, .. }) => {
            return Some(Illegality::new(
                "a side moves its own pieces",
                format!(
                    "the {} on {from} is not {}'s",
                    role_name(role),
                    side_name(side)
                ),
            ));
        }
        None => {
            return Some(Illegality::new(
                "a side moves its own pieces",
                format!("no piece stands on {from}"),
            ));
        }
    };
    if placement.by_color(side).contains(to) {
        return Some(Illegality::new(
            PIECES,
            format!("a piece of {} stands on {to} already", side_name(side)),
        ));
    }
    check_path(position, role, from, to)
        .or_else(|| check_capture(position, role, from, to))
        .or_else(|| check_promotion(side, role, to, becomes))
        .or_else(|| check_own_king(position, role, from, to))
}

/// Checks how the piece moves.
fn check_path(position: &Unachess, role: Role, from: Square, to: Square) -> Option<Illegality> {
    let setup = &position.setup;
    if role == Role::Pawn {
        return check_pawn_path(position, from, to);
    }
    let piece = role.of(setup.side);
    if attacks::attacks(from, piece, setup.placement.occupied()).contains(to) {
        return None;
    }
    if role == Role::King {
        return match castling_wing(setup.side, from, to) {
            Some(wing) => check_castling(position, wing),
            None => Some(Illegality::new(
                PIECES,
                format!("a king does not go from {from} to {to}"),
            )),
        };
    }
    let reason = if attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
        let between = attacks::between(from, to) & setup.placement.occupied();
        format!("{} is in the way to {to}", named(setup, between))
    } else {
        format!("a {} does not go from {from} to {to}", role_name(role))
    };
    Some(Illegality::new(PIECES, reason))
}

/// The wing on which a king castles from `from` to `to`; `None` if the king does not castle.
fn castling_wing(side: Color, from: Square, to: Square) -> Option<Wing> {
    let from_home = from == Wing::king_home(side);
    Wing::ALL
        .into_iter()
        .find(|wing| from_home && wing.king_castled(side) == to)
}

/// Checks castling on this wing.
fn check_castling(position: &Unachess, wing: Wing) -> Option<Illegality> {
    let setup = &position.setup;
    let side = setup.side;
    let placement = &setup.placement;
    let king = Wing::king_home(side);
    let rook = wing.rook_home(side);
    let reason = if !position.switches.castling {
        "this game has no castling".to_owned()
    } else if !castling::king_unmoved(setup.castling, side) {
        format!("the king was not dropped on {king}, or has moved since")
    } else if !setup.castling.has_wing(side, wing) {
        format!("no rook has stayed on {rook} since it was dropped there")
    } else if let Some(square) = (wing.squares_between(side) & placement.occupied()).first() {
        format!("{square} between king and rook is occupied")
    } else if in_check(placement, side) {
        "the king is in check".to_owned()
    } else if both_kings(placement) {
        let occupied = placement.occupied() ^ Bitboard::from_square(king);
        let attacked = [wing.rook_castled(side), wing.king_castled(side)]
            .into_iter()
            .find(|&square| placement.attackers(square, !side, occupied).any())?;
        format!("the king would cross or reach {attacked}, which is attacked")
    } else {
        return None;
    };
    Some(Illegality::new("castling", reason))
}

/// Checks how a pawn moves.
fn check_pawn_path(position: &Unachess, from: Square, to: Square) -> Option<Illegality> {
    let setup = &position.setup;
    let side = setup.side;
    let occupied = setup.placement.occupied();
    let single = ahead(side, Bitboard::from_square(from));
    let double = ahead(side, single & row(side, 3));
    if double.contains(to) && !position.switches.double_step {
        return Some(Illegality::new(
            PIECES,
            "this game has no double steps: a pawn advances one square",
        ));
    }
    if (single | double).contains(to) {
        let path = single | (double & Bitboard::from_square(to));
        let blocker = (path & occupied).first()?;
        return Some(Illegality::new(
            PIECES,
            format!("the pawn is blocked by a piece on {blocker}"),
        ));
    }
    if !attacks::pawn_attacks(side, from).contains(to) {
        return Some(Illegality::new(
            PIECES,
            format!("a pawn does not go from {from} to {to}"),
        ));
    }
    if setup.placement.by_color(!side).contains(to) || setup.pending == Pending::At(to) {
        return None;
    }
    Some(
        cannot_capture_passer(position, from, to).unwrap_or_else(|| {
            let reason = format!(
                "there is nothing to capture on {to}, and a pawn goes diagonally only to capture"
            );
            Illegality::new(PIECES, reason)
        }),
    )
}

/// Why the pawn on `from` cannot capture en passant on `to`, on the assumption that an enemy pawn
/// has just passed `to`. `None` if no enemy pawn can have passed `to`. Also `None` if the capture
/// would be legal under the assumption.
///
/// The assumption is needed because the pending field does not name every square that a pawn has
/// just passed. It names the square only if an en passant capture is legal.
fn cannot_capture_passer(position: &Unachess, from: Square, to: Square) -> Option<Illegality> {
    let placement = &position.setup.placement;
    let side = position.setup.side;
    let passed = Bitboard::from_square(to);
    let passer = ahead(!side, passed) & placement.pieces(!side, Role::Pawn);
    let can_have_passed = position.switches.has_double_steps()
        && row(side, 6).contains(to)
        && passer.any()
        && (placement.occupied() & (passed | ahead(side, passed))).is_empty();
    if !can_have_passed || position.en_passant_legal(side, from, to) {
        return None;
    }
    let capture = check_capture(position, Role::Pawn, from, to);
    let illegality = capture.or_else(|| check_own_king(position, Role::Pawn, from, to))?;
    let pawn = passer.first()?;
    Some(Illegality {
        reason: format!(
            "{to} is empty, and a capture of the pawn on {pawn} en passant would be illegal: {}",
            illegality.reason
        ),
        ..illegality
    })
}

/// Checks that the turn is not a forbidden capture. By default, a player whose own king is in
/// reserve may not capture. With the switch `capture_before_king`, such a player may capture any
/// piece except the enemy king.
fn check_capture(position: &Unachess, role: Role, from: Square, to: Square) -> Option<Illegality> {
    let setup = &position.setup;
    let side = setup.side;
    let captures = setup.placement.by_color(!side).contains(to)
        || (role == Role::Pawn && from.file() != to.file());
    if position.switches.capture_before_king {
        let king = setup.placement.pieces(!side, Role::King).contains(to);
        return king.then(|| {
            Illegality::new(
                "a king is never captured",
                format!("the king of {} stands on {to}", side_name(!side)),
            )
        });
    }
    (captures && setup.placement.king(side).is_none()).then(|| {
        Illegality::new(
            "no captures while the player's own king is in reserve",
            format!("{} must drop its king before it captures", side_name(side)),
        )
    })
}

/// Checks that a pawn becomes a queen, rook, bishop or knight on row 8. No other move may promote.
fn check_promotion(
    side: Color,
    role: Role,
    to: Square,
    becomes: Option<Role>,
) -> Option<Illegality> {
    let must_promote = role == Role::Pawn && row(side, 8).contains(to);
    let reason = match becomes {
        None if must_promote => {
            format!("a pawn that reaches {to} is promoted: add q, r, b or n to the move")
        }
        Some(_) if role != Role::Pawn => format!("a {} is not promoted", role_name(role)),
        Some(_) if !must_promote => {
            format!("a pawn is promoted only on row 8, and {to} is not on row 8")
        }
        Some(role @ (Role::Pawn | Role::King)) => {
            format!("a pawn does not become a {}", role_name(role))
        }
        _ => return None,
    };
    Some(Illegality::new("promotion", reason))
}

/// Checks that the player's own king is not in check after the move.
fn check_own_king(position: &Unachess, role: Role, from: Square, to: Square) -> Option<Illegality> {
    let setup = &position.setup;
    let placement = &setup.placement;
    let king = placement.king(setup.side)?;
    let lifted = placement.occupied() ^ Bitboard::from_square(from);
    let target = Bitboard::from_square(to);
    if role == Role::King {
        return check_attackers(setup, to, lifted | target, target);
    }
    if role == Role::Pawn && from.file() != to.file() && !placement.occupied().contains(to) {
        if position.en_passant_legal(setup.side, from, to) {
            return None;
        }
        let captured = ahead(!setup.side, target);
        return check_attackers(setup, king, (lifted ^ captured) | target, captured);
    }
    check_attackers(setup, king, lifted | target, target)
}
