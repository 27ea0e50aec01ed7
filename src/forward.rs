//! The forward game: a reverse game read from its last position to its first is an ordinary chess
//! game (rules, section 6), and [`shakmaty`] is its judge.
//!
//! The position of the chess game after `k` turns have been undone is the board after turn `k` with
//! the un-capture at the head of turn `k + 1`, because that un-capture belongs to the un-move of
//! turn `k`. From there the side that played turn `k` moves the other way.

use std::fmt;

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError, fen::Fen,
    san::SanPlus, uci::UciMove,
};
use thiserror::Error;

use crate::board::{Act, Castling, Color, Pending, Placement, Role, Square, Turn, Wing};
use crate::rules::{Rules, Uncapture};

/// A reverse game as a chess game.
#[derive(Clone, Debug)]
pub struct ForwardGame {
    fen: String,
    first: Color,
    placement: Placement,
    moves: Vec<ForwardMove>,
    left_out: usize,
    after_turns: usize,
}

/// A move of the forward game.
#[derive(Clone, Debug)]
pub struct ForwardMove {
    chess: Move,
    san: SanPlus,
    placement: Placement,
}

/// Why a game has no forward game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ForwardError {
    /// The game is not played in reverse.
    #[error("this game is played forwards, so there is nothing to turn round")]
    NotReverse,
    /// A turn is not legal where it is played.
    #[error("turn {number}, {turn}: it is not legal in '{position}'")]
    IllegalTurn {
        /// The number of the turn, counted from 1.
        number: usize,
        /// The turn.
        turn: Turn,
        /// The position before it.
        position: String,
    },
    /// The kings are not both on the board yet.
    #[error("a chess game needs both kings on the board, and they are not placed yet")]
    NoKings,
    /// The first position waits for the un-capture that completes an un-move before it.
    #[error(
        "'{position}' is no position of a chess game before the un-capture that it waits for; play a turn first"
    )]
    Incomplete {
        /// The first position of the reverse game.
        position: String,
    },
    /// The chess position or a move of it is not legal: the rules of this program are at fault.
    #[error("undoing turn {number} gives no legal chess: {reason}")]
    NotChess {
        /// The number of the turn, counted from 1; 0 stands for the first position.
        number: usize,
        /// What is wrong.
        reason: String,
    },
}

impl ForwardGame {
    /// The position in which the forward game starts, which is the last of the reverse game, as an
    /// ordinary FEN.
    #[must_use]
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// The side that makes the first move of the forward game.
    #[must_use]
    pub const fn first_side(&self) -> Color {
        self.first
    }

    /// The board in that position.
    #[must_use]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// After how many turns of the reverse game that position stands there. Each move of the forward
    /// game undoes a turn more.
    #[must_use]
    pub const fn after_turns(&self) -> usize {
        self.after_turns
    }

    /// The moves, in the order in which they are played forwards.
    #[must_use]
    pub fn moves(&self) -> &[ForwardMove] {
        &self.moves
    }

    /// How many un-moves at the end of the reverse game are not exported, because the un-capture
    /// that would complete them was not played: 0 or 1.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }
}

impl ForwardMove {
    /// The move as shakmaty's own type.
    #[must_use]
    pub const fn chess(&self) -> Move {
        self.chess
    }

    /// The board after the move.
    #[must_use]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Standard algebraic notation, check marks included.
    #[must_use]
    pub fn san(&self) -> String {
        self.san.to_string()
    }

    /// The squares that the piece leaves and reaches, those of the king in castling.
    #[must_use]
    pub fn squares(&self) -> Option<(Square, Square)> {
        match self.chess.to_uci(CastlingMode::Standard) {
            UciMove::Normal { from, to, .. } => Some((from, to)),
            _ => None,
        }
    }

    /// Coordinate notation as in UCI.
    #[must_use]
    pub fn uci(&self) -> String {
        self.chess.to_uci(CastlingMode::Standard).to_string()
    }
}

impl fmt::Display for ForwardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.san.fmt(f)
    }
}

/// Turns a reverse game round. Declared ends and king placements are no moves of chess; a last
/// un-move that still waits for its un-capture is left out.
///
/// # Errors
///
/// Names the turn that is not legal, or says why there is no chess game to be had.
pub fn forward_game<R: Rules>(start: &R, turns: &[Turn]) -> Result<ForwardGame, ForwardError> {
    if !R::FORM.reverse {
        return Err(ForwardError::NotReverse);
    }
    let mut diagrams = diagrams(start, turns)?;
    let Some(last) = diagrams.last() else {
        return Err(ForwardError::NoKings);
    };
    let left_out = usize::from(last.waits_for_uncapture);
    if left_out > 0 {
        diagrams.pop();
    }
    let Some(last) = diagrams.last() else {
        return Err(ForwardError::Incomplete {
            position: start.setup().to_string(),
        });
    };
    let mut chess = last.chess().map_err(|reason| ForwardError::NotChess {
        number: last.number,
        reason,
    })?;
    let fen = Fen::from_position(&chess, EnPassantMode::Always).to_string();
    let (first, placement, after_turns) = (chess.turn(), last.placement, last.number);
    let mut moves = Vec::with_capacity(diagrams.len());
    for pair in diagrams.windows(2).rev() {
        let [before, after] = pair else { continue };
        let played = after.play_back(&mut chess, before).map_err(|reason| {
            let number = after.number;
            ForwardError::NotChess { number, reason }
        })?;
        moves.push(played);
    }
    Ok(ForwardGame {
        fen,
        first,
        placement,
        moves,
        left_out,
        after_turns,
    })
}

/// A position of the chess game that is being undone.
struct Diagram {
    /// The turn that led to it, counted from 1; 0 before the first.
    number: usize,
    /// The un-move that led to it.
    unmove: Option<Unmove>,
    /// The board, with the un-capture that completes the un-move.
    placement: Placement,
    /// The side that plays forwards from here.
    side: Color,
    castling: Castling,
    en_passant: Option<Square>,
    /// Whether it is a position of chess only once the other side has un-captured.
    waits_for_uncapture: bool,
}

/// The chess move that a turn undoes.
#[derive(Clone, Copy)]
struct Unmove {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

/// The positions of the chess game, last one first.
fn diagrams<R: Rules>(start: &R, turns: &[Turn]) -> Result<Vec<Diagram>, ForwardError> {
    let mut diagrams = Vec::with_capacity(turns.len() + 1);
    let mut position = start.clone();
    let mut last = None;
    for (index, &turn) in turns.iter().enumerate() {
        if !position.is_legal(turn) {
            return Err(ForwardError::IllegalTurn {
                number: index + 1,
                turn,
                position: position.setup().to_string(),
            });
        }
        diagrams.extend(diagram(&position, index, last, Some(turn)));
        last = (turn.act() != Act::Drop).then(|| (turn, unmoved_role(&position, turn)));
        position = position.play(turn);
    }
    // Behind a declared end there is no further position: its head has completed the last one.
    if !last.is_some_and(|(turn, _)| turn.act() == Act::End) {
        diagrams.extend(diagram(&position, turns.len(), last, None));
    }
    Ok(diagrams)
}

/// The kind of piece that a turn un-moves; it may be the one just un-captured.
fn unmoved_role<R: Rules>(position: &R, turn: Turn) -> Option<Role> {
    match turn.head_revival() {
        Some((role, square)) if square == turn.from() => Some(role),
        _ => position.setup().placement.role_at(turn.from()),
    }
}

/// The chess position at `position`, to which `last` has led (with the kind that it un-moved) and
/// which `next` completes; `None` while a king is missing.
fn diagram<R: Rules>(
    position: &R,
    number: usize,
    last: Option<(Turn, Option<Role>)>,
    next: Option<Turn>,
) -> Option<Diagram> {
    let setup = position.setup();
    let mut placement = setup.placement;
    placement.king(Color::White)?;
    placement.king(Color::Black)?;
    let head = next.and_then(Turn::head_revival);
    if let Some((role, square)) = head {
        placement.revive(role.of(setup.side), square);
    }
    let en_passant = match (last, head) {
        (Some((turn, _)), _) if turn.act() == Act::UnEnPassant => Some(turn.from()),
        (Some((turn, _)), Some((_, square))) if square != turn.from() => Some(turn.from()),
        (None, None) => match (position.uncapture(), setup.pending) {
            (Uncapture::None, Pending::At(square)) => Some(square),
            _ => None,
        },
        _ => None,
    };
    let must = matches!(position.uncapture(), Uncapture::Must(_));
    Some(Diagram {
        number,
        unmove: last.map(|(turn, role)| Unmove {
            from: turn.to(),
            to: turn.from(),
            promotion: role.filter(|_| turn.act() == Act::UnPromotion),
        }),
        waits_for_uncapture: (must && head.is_none()) || placement.king_attacked(setup.side),
        placement,
        side: !setup.side,
        castling: setup.castling,
        en_passant,
    })
}

impl Diagram {
    fn chess(&self) -> Result<Chess, String> {
        let mut setup = shakmaty::Setup::empty();
        setup.board = self.board();
        setup.turn = self.side;
        setup.ep_square = self.en_passant;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if self.castling.on_wing(color, wing) {
                    setup.castling_rights.add(wing.rook_home(color));
                }
            }
        }
        // A reverse game may stand in a check that no move can have given: chess programs read it.
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .map_err(|error| error.to_string())
    }

    fn board(&self) -> shakmaty::Board {
        let mut board = shakmaty::Board::empty();
        for square in self.placement.occupied() {
            if let Some(piece) = self.placement.piece_at(square) {
                board.set_piece_at(square, piece);
            }
        }
        board
    }

    /// Plays forwards what led here, and asks whether that comes to `before`.
    fn play_back(&self, chess: &mut Chess, before: &Diagram) -> Result<ForwardMove, String> {
        let Some(unmove) = self.unmove else {
            return Err("no un-move has led here".to_owned());
        };
        let uci = UciMove::Normal {
            from: unmove.from,
            to: unmove.to,
            promotion: unmove.promotion,
        };
        let played = uci
            .to_move(chess)
            .map_err(|_| format!("{uci} is not legal"))?;
        let san = SanPlus::from_move_and_play_unchecked(chess, played);
        if *chess.board() == before.board() {
            Ok(ForwardMove {
                chess: played,
                san,
                placement: before.placement,
            })
        } else {
            Err(format!("{uci} does not lead to the position before it"))
        }
    }
}
