//! What to show of a turn: its parts, in the order in which a player would carry them out.

use serde::Serialize;

use super::taps::castling_rook;
use crate::board::{Act, Color, Role, RoleOn, Setup, Square, Turn};
use crate::rules::Rules;

/// A part of a turn that can be shown by itself. Pieces are letters of FEN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Step {
    /// A piece of the player's own reserve is un-captured before the un-move.
    Uncapture {
        /// The piece.
        piece: char,
        /// Where it appears.
        square: String,
    },
    /// A piece becomes a pawn before it un-moves.
    Unpromote {
        /// The piece that becomes a pawn.
        piece: char,
        /// Where it stands.
        square: String,
    },
    /// A piece goes from one square to another.
    Move {
        /// The piece.
        piece: char,
        /// Where it stands.
        from: String,
        /// Where it goes.
        to: String,
    },
    /// An enemy piece is un-captured with the un-move.
    Appear {
        /// The piece.
        piece: char,
        /// Where it appears.
        square: String,
    },
    /// An enemy piece is captured.
    Capture {
        /// The piece.
        piece: char,
        /// Where it stood.
        square: String,
    },
    /// A pawn becomes a piece.
    Promote {
        /// The piece.
        piece: char,
        /// Where.
        square: String,
    },
    /// A piece of the player's own reserve is dropped.
    Drop {
        /// The piece.
        piece: char,
        /// Where.
        square: String,
    },
    /// The rook of a castling or an un-castling moves with the king.
    Castle {
        /// Where the rook stands.
        from: String,
        /// Where it goes.
        to: String,
    },
    /// The end of the game is declared.
    Declare,
}

/// What to show of a legal turn.
pub(super) fn steps<R: Rules>(position: &R, turn: Turn) -> Vec<Step> {
    let setup = position.setup();
    let side = setup.side;
    let letter = |role: Role, color: Color| role.of(color).char();
    let (from, to) = (turn.from(), turn.to());
    let mut steps = Vec::new();
    if let Some(RoleOn { role, square }) = turn.head_revival() {
        steps.push(Step::Uncapture {
            piece: letter(role, side),
            square: square.to_string(),
        });
    }
    match (turn.act(), turn.role(), position.moved_role(turn)) {
        (Act::End, ..) => steps.push(Step::Declare),
        (Act::Drop, Some(role), _) => steps.push(Step::Drop {
            piece: letter(role, side),
            square: to.to_string(),
        }),
        (_, _, Some(mover)) => {
            if position.has_captures() {
                steps.extend(captured(setup, turn).map(|(piece, square)| Step::Capture {
                    piece,
                    square: square.to_string(),
                }));
            }
            let mut moving = mover;
            if turn.act() == Act::UnPromotion {
                steps.push(Step::Unpromote {
                    piece: letter(mover, side),
                    square: from.to_string(),
                });
                moving = Role::Pawn;
            }
            steps.push(Step::Move {
                piece: letter(moving, side),
                from: from.to_string(),
                to: to.to_string(),
            });
            steps.extend(castling_rook(setup, turn).map(|(from, to)| Step::Castle {
                from: from.to_string(),
                to: to.to_string(),
            }));
            steps.extend(after_movement(setup, turn));
        }
        _ => {}
    }
    steps
}

/// The enemy piece that a chess move captures, and its square.
fn captured(setup: &Setup, turn: Turn) -> Option<(char, Square)> {
    let (from, to) = (turn.from(), turn.to());
    if let Some(piece) = setup.placement.piece_at(to) {
        return Some((piece.char(), to));
    }
    let is_en_passant =
        from.file() != to.file() && setup.placement.role_at(from) == Some(Role::Pawn);
    let pawn_square = Square::from_coords(to.file(), from.rank());
    let piece = setup.placement.piece_at(pawn_square)?;
    (is_en_passant && piece.color != setup.side && piece.role == Role::Pawn)
        .then(|| (piece.char(), pawn_square))
}

/// The step after the movement, if any: an enemy piece appears, or the pawn becomes a piece.
fn after_movement(setup: &Setup, turn: Turn) -> Option<Step> {
    let enemy = !setup.side;
    match (turn.act(), turn.role()) {
        (Act::Promotion, Some(role)) => Some(Step::Promote {
            piece: role.of(setup.side).char(),
            square: turn.to().to_string(),
        }),
        (Act::UnEnPassant, _) => {
            let square = Square::from_coords(turn.from().file(), turn.to().rank());
            Some(Step::Appear {
                piece: Role::Pawn.of(enemy).char(),
                square: square.to_string(),
            })
        }
        _ => turn.tail_revival().map(|role| Step::Appear {
            piece: role.of(enemy).char(),
            square: turn.from().to_string(),
        }),
    }
}
