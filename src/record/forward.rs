//! The forward game is the ordinary chess game that undoes the un-moves of a reverse game, the last
//! un-move first. [`shakmaty`] checks that every chess move is legal.
//!
//! In the Ssehc family, a turn begins with the un-capture that completes the un-move of the turn
//! before. If the game ends before an un-capture that the last un-move needs, the forward game
//! leaves out the last un-move.
//!
//! The chess position after turn `k` is the board after turn `k`, plus the piece that turn `k + 1`
//! un-captures before its un-move. In this position the side that played turn `k` is to move: its
//! chess move is the one that turn `k` takes back.

use std::fmt;

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError, fen::Fen,
    san::SanPlus, uci::UciMove,
};
use thiserror::Error;

use crate::board::{Act, Castling, Color, Pending, Placement, Role, RoleOn, Square, Turn, Wing};
use crate::rules::{Illegality, Rules, Uncapture};

/// A position of a chess game. It may have a check that no chess move can give, or more material
/// than a chess game can have: forward games have such positions, and chess programs read them.
pub(super) fn chess_position(setup: shakmaty::Setup) -> Result<Chess, String> {
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|error| error.to_string())
}

/// A reverse game as an ordinary chess game.
#[derive(Clone, Debug)]
pub struct ForwardGame {
    fen: String,
    first: Color,
    placement: Placement,
    moves: Vec<ForwardMove>,
    omitted_unmoves: usize,
    reverse_turns: usize,
}

/// One move of the forward game.
#[derive(Clone, Debug)]
pub struct ForwardMove {
    chess: Move,
    san: SanPlus,
    placement: Placement,
}

/// Why there is no forward game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ForwardError {
    /// The game is not played in reverse.
    #[error("this game is already played forwards; only a reverse game has a forward game")]
    NotReverse,
    /// A turn of the reverse game is not legal.
    #[error("turn {number}: {turn} is not legal: {illegality}")]
    IllegalTurn {
        /// The number of the turn, from 1.
        number: usize,
        /// The turn.
        turn: Turn,
        /// The rule that it breaks, and what is wrong.
        illegality: Illegality,
    },
    /// A king is still in reserve.
    #[error("a chess game needs both kings on the board, and a king is still in reserve")]
    NoKings,
    /// The first position needs an un-capture to become a chess position, and none was played.
    #[error(
        "'{position}' becomes a chess position only after the next un-capture; play a turn first"
    )]
    Incomplete {
        /// The first position of the reverse game.
        position: String,
    },
    /// A chess position or move is not legal. This is a bug in the rules of this program.
    #[error(
        "the chess game is not legal at turn {number} of the reverse game (0 is its first position): {reason}"
    )]
    NotChess {
        /// The number of the turn of the reverse game, from 1; 0 is its first position.
        number: usize,
        /// Why it is not legal.
        reason: String,
    },
}

impl ForwardGame {
    /// The first position of the forward game as an ordinary FEN: the position after
    /// [`ForwardGame::reverse_turns`] turns of the reverse game.
    #[must_use]
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// The side that makes the first move of the forward game.
    #[must_use]
    pub const fn first_side(&self) -> Color {
        self.first
    }

    /// The board of the first position.
    #[must_use]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The number of turns of the reverse game that lead to the first position of the forward game.
    /// Each chess move undoes one of these turns.
    #[must_use]
    pub const fn reverse_turns(&self) -> usize {
        self.reverse_turns
    }

    /// The chess moves in playing order.
    #[must_use]
    pub fn moves(&self) -> &[ForwardMove] {
        &self.moves
    }

    /// The number of un-moves left out: 1 if the last un-move needs an un-capture that was not
    /// played, otherwise 0.
    #[must_use]
    pub const fn omitted_unmoves(&self) -> usize {
        self.omitted_unmoves
    }
}

impl ForwardMove {
    /// The move as a type of [`shakmaty`].
    #[must_use]
    pub const fn chess(&self) -> Move {
        self.chess
    }

    /// The board after the move.
    #[must_use]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The move in standard algebraic notation, with check marks.
    #[must_use]
    pub fn san(&self) -> String {
        self.san.to_string()
    }

    /// The from-square and to-square of the moving piece; when castling, those of the king.
    #[must_use]
    pub fn squares(&self) -> Option<(Square, Square)> {
        match self.chess.to_uci(CastlingMode::Standard) {
            UciMove::Normal { from, to, .. } => Some((from, to)),
            _ => None,
        }
    }

    /// The move in the coordinate notation of UCI.
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

/// The forward game of a reverse game. Declared ends and king placements are not chess moves. The
/// last un-move is left out if the un-capture that it needs was not played.
///
/// # Errors
///
/// The error names the turn that is not legal, or says why there is no forward game.
pub fn forward_game<R: Rules>(start: &R, turns: &[Turn]) -> Result<ForwardGame, ForwardError> {
    if !R::FORM.reverse {
        return Err(ForwardError::NotReverse);
    }
    let mut positions = chess_positions(start, turns)?;
    let Some(last) = positions.last() else {
        return Err(ForwardError::NoKings);
    };
    let omitted_unmoves = usize::from(last.needs_uncapture);
    if omitted_unmoves > 0 {
        positions.pop();
    }
    let Some(last) = positions.last() else {
        return Err(ForwardError::Incomplete {
            position: start.setup().to_string(),
        });
    };
    let mut chess = last.to_chess().map_err(|reason| ForwardError::NotChess {
        number: last.number,
        reason,
    })?;
    let fen = Fen::from_position(&chess, EnPassantMode::Always).to_string();
    let (first, placement, reverse_turns) = (chess.turn(), last.placement, last.number);
    let mut moves = Vec::with_capacity(positions.len());
    for pair in positions.windows(2).rev() {
        let [before, after] = pair else { continue };
        let played = after.play_forward(&mut chess, before).map_err(|reason| {
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
        omitted_unmoves,
        reverse_turns,
    })
}

/// A position of the chess game.
struct ChessPosition {
    /// The number of turns of the reverse game that lead to this position.
    number: usize,
    /// The chess move that turn `number` takes back. `None` before the first turn and after a king
    /// placement.
    taken_back: Option<TakenBack>,
    /// The board. It includes the piece that the next turn un-captures before its un-move.
    placement: Placement,
    /// The side that makes the next chess move.
    side: Color,
    castling: Castling,
    en_passant: Option<Square>,
    /// Whether this becomes a chess position only after the next un-capture.
    needs_uncapture: bool,
}

/// An un-move and the kind of the piece that it moves.
#[derive(Clone, Copy)]
struct UnmovedPiece {
    turn: Turn,
    role: Option<Role>,
}

/// The chess move that a turn takes back.
#[derive(Clone, Copy)]
struct TakenBack {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

/// The positions of the chess game, in the order of the reverse game.
fn chess_positions<R: Rules>(
    start: &R,
    turns: &[Turn],
) -> Result<Vec<ChessPosition>, ForwardError> {
    let mut positions = Vec::with_capacity(turns.len() + 1);
    let mut position = start.clone();
    let mut last: Option<UnmovedPiece> = None;
    for (index, &turn) in turns.iter().enumerate() {
        if let Some(illegality) = position.illegality(turn) {
            return Err(ForwardError::IllegalTurn {
                number: index + 1,
                turn,
                illegality,
            });
        }
        positions.extend(ChessPosition::at(&position, index, last, Some(turn)));
        last = (turn.act() != Act::Drop).then(|| UnmovedPiece {
            turn,
            role: position.moved_role(turn),
        });
        position = position.play(turn);
    }
    // A declared end adds no chess position. The piece that this turn un-captures, if any, is
    // already in the last position.
    if !last.is_some_and(|last| last.turn.act() == Act::End) {
        positions.extend(ChessPosition::at(&position, turns.len(), last, None));
    }
    Ok(positions)
}

impl ChessPosition {
    /// Converts `position`, which arose after `number` turns, to a chess position. `last` is the
    /// last un-move; `None` before the first turn and after a king placement. If the turn `next`
    /// begins with an un-capture, the un-captured piece is added to the board. Returns `None` if a
    /// king is still in reserve.
    fn at<R: Rules>(
        position: &R,
        number: usize,
        last: Option<UnmovedPiece>,
        next: Option<Turn>,
    ) -> Option<Self> {
        let setup = position.setup();
        let mut placement = setup.placement;
        placement.king(Color::White)?;
        placement.king(Color::Black)?;
        let head = next.and_then(Turn::head_revival);
        if let Some(RoleOn { role, square }) = head {
            placement.revive(role.of(setup.side), square);
        }
        // If the last un-move undoes an en passant capture, the square that it vacated is the en
        // passant square. In the Ssehc family, only the next turn shows this: it un-captures on
        // another square than the vacated one.
        //
        // Before the first turn, the pending field may name the en passant square. The
        // pattern `Uncapture::None` excludes Ssehc games: their pending field names the square on
        // which the next turn may or must un-capture.
        let en_passant = match (last, head) {
            (Some(last), _) if last.turn.act() == Act::UnEnPassant => Some(last.turn.from()),
            (Some(last), Some(head)) if head.square != last.turn.from() => Some(last.turn.from()),
            (None, None) => match (position.uncapture(), setup.pending) {
                (Uncapture::None, Pending::At(square)) => Some(square),
                _ => None,
            },
            _ => None,
        };
        let must_uncapture = matches!(position.uncapture(), Uncapture::Must(_));
        Some(Self {
            number,
            taken_back: last.map(|UnmovedPiece { turn, role }| TakenBack {
                from: turn.to(),
                to: turn.from(),
                promotion: role.filter(|_| turn.act() == Act::UnPromotion),
            }),
            needs_uncapture: (must_uncapture && head.is_none())
                || placement.king_attacked(setup.side),
            placement,
            side: !setup.side,
            castling: setup.castling,
            en_passant,
        })
    }

    fn to_chess(&self) -> Result<Chess, String> {
        let mut setup = shakmaty::Setup::empty();
        setup.board = self.board();
        setup.turn = self.side;
        setup.ep_square = self.en_passant;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if self.castling.has_wing(color, wing) {
                    setup.castling_rights.add(wing.rook_home(color));
                }
            }
        }
        chess_position(setup)
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

    /// `before` is the position before an un-move, `self` the position after it. Plays the chess
    /// move that the un-move took back, and checks that the chess move leads to `before`.
    fn play_forward(
        &self,
        chess: &mut Chess,
        before: &ChessPosition,
    ) -> Result<ForwardMove, String> {
        let Some(taken_back) = self.taken_back else {
            return Err("no un-move leads to this position".to_owned());
        };
        let uci = UciMove::Normal {
            from: taken_back.from,
            to: taken_back.to,
            promotion: taken_back.promotion,
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
            Err(format!(
                "{uci} does not lead to the position before the un-move"
            ))
        }
    }
}
