//! The parts of a turn that native notations name: the action, the piece, its squares and the
//! un-capture.

use crate::board::{Act, File, Piece, Rank, Role, RoleOn, Square, Turn, Wing};
use crate::rules::Rules;

/// A from-square. Native notation may leave out its file, its rank or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PartialSquare {
    pub(super) file: Option<File>,
    pub(super) rank: Option<Rank>,
}

impl PartialSquare {
    /// Nothing is known.
    pub(super) const ANY: PartialSquare = PartialSquare {
        file: None,
        rank: None,
    };

    pub(super) const fn at(square: Square) -> Self {
        Self {
            file: Some(square.file()),
            rank: Some(square.rank()),
        }
    }

    /// Whether the from-square can be `square`.
    pub(super) fn covers(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }

    /// The square, if file and rank are known.
    pub(super) fn square(self) -> Option<Square> {
        Some(Square::from_coords(self.file?, self.rank?))
    }
}

impl std::fmt::Display for PartialSquare {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(file) = self.file {
            write!(f, "{}", file.char())?;
        }
        match self.rank {
            Some(rank) => write!(f, "{}", rank.char()),
            None => Ok(()),
        }
    }
}

/// The movement of one piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Movement {
    /// The kind of the piece on the from-square.
    pub(super) role: Role,
    pub(super) from: PartialSquare,
    pub(super) to: Square,
    /// In a promotion, the new kind of the pawn. In an un-promotion, [`Role::Pawn`].
    pub(super) becomes: Option<Role>,
    /// Whether the piece captures.
    pub(super) captures: bool,
}

/// What the player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// A piece moves or un-moves.
    Move(Movement),
    /// King and rook castle or un-castle.
    Castle(Wing),
    /// A piece is dropped from the reserve.
    Drop(Role, Square),
    /// The player declares the end.
    DeclareEnd,
}

/// An un-captured piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Revival {
    pub(super) role: Role,
    /// The square on which the piece appears. `None` if a parsed text does not name it.
    pub(super) on: Option<Square>,
    /// Whether the piece is a pawn that is un-captured en passant.
    pub(super) en_passant: bool,
}

/// The parts of a turn. Parts that were parsed may lack squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnParts {
    pub(super) action: Action,
    pub(super) revival: Option<Revival>,
}

impl TurnParts {
    /// The parts of a turn without an un-capture.
    pub(super) const fn without_uncapture(action: Action) -> Self {
        Self {
            action,
            revival: None,
        }
    }

    /// All parts of a turn. `None` if there is no piece to move: the from-square is empty, and the
    /// turn does not first un-capture a piece on it.
    pub(super) fn of<R: Rules>(position: &R, turn: Turn) -> Option<Self> {
        let action = match turn.act() {
            Act::End => Action::DeclareEnd,
            Act::Drop => Action::Drop(turn.role()?, turn.to()),
            act => {
                let role = position.moved_role(turn)?;
                match castled_wing(position, turn) {
                    Some(wing) => Action::Castle(wing),
                    None => Action::Move(Movement {
                        role,
                        from: PartialSquare::at(turn.from()),
                        to: turn.to(),
                        becomes: match act {
                            Act::UnPromotion => Some(Role::Pawn),
                            Act::Promotion => turn.role(),
                            _ => None,
                        },
                        captures: position.takes(turn),
                    }),
                }
            }
        };
        Some(Self {
            action,
            revival: revival(position, turn),
        })
    }

    /// Whether these parts, which may lack squares, match the turn whose parts are `full`.
    pub(super) fn matches(&self, full: &TurnParts) -> bool {
        self.action.matches(&full.action)
            && match (self.revival, full.revival) {
                (None, None) => true,
                (Some(parsed), Some(full)) => {
                    parsed.role == full.role
                        && parsed.en_passant == full.en_passant
                        && (parsed.on.is_none() || parsed.on == full.on)
                }
                _ => false,
            }
    }
}

impl Action {
    fn matches(&self, full: &Action) -> bool {
        match (self, full) {
            (Action::Move(parsed), Action::Move(full)) => {
                full.from
                    .square()
                    .is_some_and(|from| parsed.from.covers(from))
                    && Movement {
                        from: full.from,
                        ..*parsed
                    } == *full
            }
            _ => self == full,
        }
    }

    /// Whether this parsed action is similar to `full`. Moves may differ in promotion and capture.
    /// Other actions must be equal.
    pub(super) fn is_similar(&self, full: &Action) -> bool {
        match (self, full) {
            (Action::Move(parsed), Action::Move(full)) => {
                parsed.to == full.to
                    && parsed.role == full.role
                    && full
                        .from
                        .square()
                        .is_some_and(|from| parsed.from.covers(from))
            }
            _ => self == full,
        }
    }
}

/// The wing on which a turn castles or un-castles; `None` if it does neither.
fn castled_wing<R: Rules>(position: &R, turn: Turn) -> Option<Wing> {
    if position.moved_role(turn) != Some(Role::King) {
        return None;
    }
    Wing::ALL
        .into_iter()
        .find(|&wing| castling_squares(position, wing) == (turn.from(), turn.to()))
}

/// The from-square and to-square of the king in castling or un-castling.
pub(super) fn castling_squares<R: Rules>(position: &R, wing: Wing) -> (Square, Square) {
    let side = position.side();
    let (home, castled) = (Wing::king_home(side), wing.king_castled(side));
    if R::FORM.reverse {
        (castled, home)
    } else {
        (home, castled)
    }
}

fn revival<R: Rules>(position: &R, turn: Turn) -> Option<Revival> {
    if turn.act() == Act::UnEnPassant {
        return Some(Revival {
            role: Role::Pawn,
            on: Some(revived_pawn_square(turn.from(), turn.to())),
            en_passant: true,
        });
    }
    match turn.head_revival() {
        Some(RoleOn { role, square }) => Some(Revival {
            role,
            on: Some(square),
            en_passant: role == Role::Pawn && position.is_en_passant(turn),
        }),
        None => turn.tail_revival().map(|role| Revival {
            role,
            on: Some(turn.from()),
            en_passant: false,
        }),
    }
}

/// The square on which the enemy pawn appears when a pawn un-captures en passant.
pub(super) const fn revived_pawn_square(from: Square, to: Square) -> Square {
    Square::from_coords(from.file(), to.rank())
}

/// The kind of piece that the side to play has on `square`, after the un-capture of `revived`.
pub(super) fn own_role_at<R: Rules>(
    position: &R,
    revived: Option<RoleOn>,
    square: Square,
) -> Option<Role> {
    match revived {
        Some(revived) if revived.square == square => Some(revived.role),
        _ => match position.setup().placement.piece_at(square) {
            Some(Piece { color, role }) if color == position.side() => Some(role),
            _ => None,
        },
    }
}
