//! What a turn says, in terms that all games share: what is done, by which piece, from where, and
//! what comes back. Words are read into an account, and turns are told from one.

use crate::board::{Act, Color, File, Piece, Rank, Role, Square, Turn, Wing};
use crate::rules::{Rules, Uncapture};

/// What is known of the square that a piece leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Origin {
    pub(super) file: Option<File>,
    pub(super) rank: Option<Rank>,
}

impl Origin {
    pub(super) const ANY: Origin = Origin {
        file: None,
        rank: None,
    };

    pub(super) const fn at(square: Square) -> Self {
        Self {
            file: Some(square.file()),
            rank: Some(square.rank()),
        }
    }

    pub(super) fn covers(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }

    /// The square, where all of it is known.
    pub(super) fn square(self) -> Option<Square> {
        Some(Square::from_coords(self.file?, self.rank?))
    }
}

impl std::fmt::Display for Origin {
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

/// A piece on its way across the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Journey {
    /// The kind of the piece that stands on the square it leaves.
    pub(super) role: Role,
    pub(super) from: Origin,
    pub(super) to: Square,
    /// What it turns into: a pawn when a promotion is undone, a piece when a pawn is promoted.
    pub(super) becomes: Option<Role>,
    /// Whether it takes an enemy piece.
    pub(super) takes: bool,
}

/// What is done in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// A piece goes from a square to another.
    Goes(Journey),
    /// King and rook castle, or un-castle.
    Castles(Wing),
    /// A piece comes from the reserve.
    Comes(Role, Square),
    /// The end is declared.
    Ends,
}

/// A piece that is un-captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Revival {
    pub(super) role: Role,
    /// Where it appears, as far as it is said.
    pub(super) on: Option<Square>,
    /// Whether it was captured en passant.
    pub(super) en_passant: bool,
}

/// What a turn says, or what is said of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account {
    pub(super) deed: Deed,
    pub(super) revival: Option<Revival>,
}

impl Account {
    /// An account without an un-capture.
    pub(super) const fn plain(deed: Deed) -> Self {
        Self {
            deed,
            revival: None,
        }
    }

    /// All that can be said of a turn; `None` where no piece stands that could do it.
    pub(super) fn of<R: Rules>(position: &R, turn: Turn) -> Option<Self> {
        let deed = match turn.act() {
            Act::End => Deed::Ends,
            Act::Drop => Deed::Comes(turn.role()?, turn.to()),
            act => {
                let role = mover(position, turn)?;
                match castled_wing(role, turn) {
                    Some(wing) => Deed::Castles(wing),
                    None => Deed::Goes(Journey {
                        role,
                        from: Origin::at(turn.from()),
                        to: turn.to(),
                        becomes: match act {
                            Act::UnPromotion => Some(Role::Pawn),
                            Act::Promotion => turn.role(),
                            _ => None,
                        },
                        takes: takes(position, role, turn),
                    }),
                }
            }
        };
        Some(Self {
            deed,
            revival: revival(position, turn),
        })
    }

    /// Whether this, which may leave things out, can be said of what `full` says in full.
    pub(super) fn fits(&self, full: &Account) -> bool {
        self.deed.fits(&full.deed)
            && match (self.revival, full.revival) {
                (None, None) => true,
                (Some(said), Some(full)) => {
                    said.role == full.role
                        && said.en_passant == full.en_passant
                        && (said.on.is_none() || said.on == full.on)
                }
                _ => false,
            }
    }
}

impl Deed {
    fn fits(&self, full: &Deed) -> bool {
        match (self, full) {
            (Deed::Goes(said), Deed::Goes(full)) => {
                full.from
                    .square()
                    .is_some_and(|from| said.from.covers(from))
                    && Journey {
                        from: full.from,
                        ..*said
                    } == *full
            }
            _ => self == full,
        }
    }

    /// Whether both speak of the same kind of piece and the same square to go to, whatever else.
    pub(super) fn resembles(&self, full: &Deed) -> bool {
        match (self, full) {
            (Deed::Goes(said), Deed::Goes(full)) => {
                said.to == full.to
                    && said.role == full.role
                    && full
                        .from
                        .square()
                        .is_some_and(|from| said.from.covers(from))
            }
            _ => self == full,
        }
    }
}

/// The kind of the piece that moves; it may be the one that comes at the head of the turn.
fn mover<R: Rules>(position: &R, turn: Turn) -> Option<Role> {
    match turn.head_revival() {
        Some((role, square)) if square == turn.from() => Some(role),
        _ => position.setup().placement.role_at(turn.from()),
    }
}

/// The wing of a king's step over two files.
fn castled_wing(role: Role, turn: Turn) -> Option<Wing> {
    if role != Role::King || turn.from().distance(turn.to()) < 2 {
        return None;
    }
    Wing::ALL.into_iter().find(|wing| {
        Color::ALL.into_iter().any(|color| {
            let castled = wing.king_castled(color);
            castled == turn.from() || castled == turn.to()
        })
    })
}

fn takes<R: Rules>(position: &R, role: Role, turn: Turn) -> bool {
    let (from, to) = (turn.from(), turn.to());
    position.captures()
        && (position.setup().placement.occupied().contains(to)
            || role == Role::Pawn && from.file() != to.file())
}

fn revival<R: Rules>(position: &R, turn: Turn) -> Option<Revival> {
    if turn.act() == Act::UnEnPassant {
        return Some(Revival {
            role: Role::Pawn,
            on: Some(passed(turn.from(), turn.to())),
            en_passant: true,
        });
    }
    match turn.head_revival() {
        Some((role, square)) => Some(Revival {
            role,
            on: Some(square),
            en_passant: vacated(position).is_some_and(|vacated| vacated != square),
        }),
        None => turn.tail_revival().map(|role| Revival {
            role,
            on: Some(turn.from()),
            en_passant: false,
        }),
    }
}

/// Where the enemy pawn appears when a pawn that goes from `from` to `to` un-captures en passant.
pub(super) const fn passed(from: Square, to: Square) -> Square {
    Square::from_coords(from.file(), to.rank())
}

/// The square on which an un-capture at the head of the turn is allowed.
pub(super) fn vacated<R: Rules>(position: &R) -> Option<Square> {
    match position.uncapture() {
        Uncapture::None => None,
        Uncapture::May(square) | Uncapture::Must(square) => Some(square),
    }
}

/// The piece of the side to play on a square, the one at the head of the turn included.
pub(super) fn own_role_at<R: Rules>(
    position: &R,
    head: Option<(Role, Square)>,
    square: Square,
) -> Option<Role> {
    match head {
        Some((role, on)) if on == square => Some(role),
        _ => match position.setup().placement.piece_at(square) {
            Some(Piece { color, role }) if color == position.side() => Some(role),
            _ => None,
        },
    }
}
