//! Cages: which pieces are cut off from their home by locked squares.
//!
//! A piece *can be traced* to a home square of its kind if it could walk there over squares that
//! are not locked. Other pieces on the way do not matter. As many pieces as possible are *matched*,
//! each to a different home square to which it can be traced. The king must be matched. Every
//! unmatched piece must be a promoted pawn. Knights are never cut off.

use std::cell::RefCell;

use super::cache::Cache;
use crate::board::{
    Bitboard, ByColor, Castling, Color, Placement, Role, Roles, Square, home_squares, row,
};

/// The home squares of bishops, each with the two squares diagonally in front of it.
const BISHOP_HOMES: [(Color, u64, u64); 4] = [
    (Color::White, 0x04, 0x0a00),
    (Color::White, 0x20, 0x5000),
    (Color::Black, 0x04 << 56, 0x0a << 48),
    (Color::Black, 0x20 << 56, 0x50 << 48),
];

/// The locked squares: no piece enters, leaves or passes them for the rest of the reverse game.
/// A locked square holds a pawn on its own side's row 2, a frozen king or rook, or a bishop that is
/// home while pawns of its side stand on both squares diagonally in front of it.
#[inline]
pub(super) fn locked(placement: &Placement, castling: Castling) -> Bitboard {
    let white = placement.pieces(Color::White, Role::Pawn) & row(Color::White, 2);
    let black = placement.pieces(Color::Black, Role::Pawn) & row(Color::Black, 2);
    let pawns = white | black;
    let mut locked = pawns | castling.squares();
    for (color, home, fronts) in BISHOP_HOMES {
        // `pawns` has only pawns on their own row 2, and `fronts` are on row 2 of `color`. So
        // enemy pawns on `fronts` do not count.
        if pawns.0 & fronts == fronts && placement.pieces(color, Role::Bishop).0 & home != 0 {
            locked |= Bitboard(home);
        }
    }
    locked
}

/// The directions in which a kind of piece is traced.
#[derive(Clone, Copy)]
enum Tracing {
    Diagonal,
    Straight,
    All,
}

/// All squares that a piece can reach from `start` without entering `locked`. If `start` is locked,
/// only `start`.
fn connected(start: Square, locked: Bitboard, tracing: Tracing) -> Bitboard {
    const NOT_A_FILE: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let start = Bitboard::from_square(start);
    if locked.intersects(start) {
        return start;
    }
    let free = !locked.0;
    let mut region = start.0;
    loop {
        let east = (region & NOT_H_FILE) << 1;
        let west = (region & NOT_A_FILE) >> 1;
        let sides = east | west;
        let next = match tracing {
            Tracing::Diagonal => sides << 8 | sides >> 8,
            Tracing::Straight => sides | region << 8 | region >> 8,
            Tracing::All => {
                let row = sides | region;
                sides | row << 8 | row >> 8
            }
        };
        let grown = region | next & free;
        if grown == region {
            return Bitboard(region);
        }
        region = grown;
    }
}

/// For each home square of a side, the squares from which a piece can be traced there.
#[derive(Clone, Copy, Debug)]
struct Traces {
    king: Bitboard,
    queen: Bitboard,
    rooks: [Bitboard; 2],
    bishops: [Bitboard; 2],
}

/// The traces of both sides, for one set of locked squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cages {
    traces: ByColor<Traces>,
}

/// The number of slots of the cache.
const SLOTS: usize = 1 << 9;

thread_local! {
    static CACHE: RefCell<Cache<Bitboard, Cages>> = RefCell::new(Cache::new(SLOTS));
}

impl Cages {
    /// Calls `use_cages` with the cages of these locked squares.
    #[inline]
    pub(super) fn with<T>(locked: Bitboard, use_cages: impl FnOnce(&Self) -> T) -> T {
        CACHE.with_borrow_mut(|cache| use_cages(cache.get(locked, || Self::compute(locked))))
    }

    fn compute(locked: Bitboard) -> Self {
        let traces = ByColor::new_with(|color| {
            let from = |role, tracing| {
                let mut homes = home_squares(color, role).into_iter();
                [(); 2].map(|()| {
                    homes
                        .next()
                        .map_or(Bitboard::EMPTY, |home| connected(home, locked, tracing))
                })
            };
            Traces {
                king: from(Role::King, Tracing::All)[0],
                queen: from(Role::Queen, Tracing::All)[0],
                rooks: from(Role::Rook, Tracing::Straight),
                bishops: from(Role::Bishop, Tracing::Diagonal),
            }
        });
        Self { traces }
    }

    /// Whether the king can be traced home and all unmatched pieces may be promoted pawns.
    #[inline]
    pub(super) fn fits(&self, color: Color, army: &Army) -> bool {
        self.spare(color, army).is_some()
    }

    /// How many more pieces certainly fit, whatever their kinds and squares: 8 minus the pawns on
    /// the board, minus the unmatched pieces. One more piece raises the number of pawns and
    /// unmatched pieces by at most 1. `None` if the army does not [fit](Self::fits).
    #[inline]
    pub(super) fn spare(&self, color: Color, army: &Army) -> Option<usize> {
        let traces = self.traces.get(color);
        if !army.king.is_subset(traces.king) {
            return None;
        }
        let unmatched = (army.queens & !traces.queen).count()
            + unmatched(army.rooks, traces.rooks)
            + unmatched(army.bishops, traces.bishops);
        8_usize.checked_sub(unmatched + army.pawns)
    }

    /// Where one more piece would fit.
    pub(super) fn room(&self, color: Color, army: &Army) -> Room {
        match self.spare(color, army) {
            None => Room::Nothing,
            Some(0) => {
                let traces = self.traces.get(color);
                Room::Traced {
                    queen: traces.queen,
                    rook: one_more(army.rooks, traces.rooks),
                    bishop: one_more(army.bishops, traces.bishops),
                }
            }
            Some(_) => Room::Anything,
        }
    }
}

/// Where one more piece of an army would fit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Room {
    /// Nowhere.
    Nothing,
    /// All 8 pawns are on the board or promoted, so a pawn fits nowhere. A knight fits anywhere. A
    /// queen, rook or bishop fits where it can be matched to a home square.
    Traced {
        queen: Bitboard,
        rook: Bitboard,
        bishop: Bitboard,
    },
    /// Any piece anywhere, because it may be a promoted pawn.
    Anything,
}

impl Room {
    /// The kinds that fit on a square.
    #[inline]
    pub(super) fn roles_on(self, square: Square) -> Roles {
        match self {
            Room::Nothing => Roles::EMPTY,
            Room::Anything => Roles::ANY,
            Room::Traced {
                queen,
                rook,
                bishop,
            } => [
                (Role::Queen, queen),
                (Role::Rook, rook),
                (Role::Bishop, bishop),
            ]
            .into_iter()
            .filter(|(_, squares)| squares.contains(square))
            .fold(Roles::of(Role::Knight), |roles, (role, _)| {
                roles.or(Roles::of(role))
            }),
        }
    }
}

/// The squares on which one more piece of a kind can be matched to a home square. `pieces` are the
/// pieces of this kind on the board.
fn one_more(pieces: Bitboard, traces: [Bitboard; 2]) -> Bitboard {
    let [first, second] = traces;
    // From all squares of a group, the same home squares can be reached. If one more piece can be
    // matched on one square of a group, it can be matched on all of them.
    let groups = [first & second, first & !second, second & !first];
    let finds_home = |&squares: &Bitboard| {
        let another = (squares & !pieces).first();
        another.is_some_and(|square| {
            unmatched(pieces.with(square), traces) == unmatched(pieces, traces)
        })
    };
    let mut room = Bitboard::EMPTY;
    for squares in groups.iter().filter(|squares| finds_home(squares)) {
        room |= *squares;
    }
    room
}

/// How many of these pieces cannot be matched to different home squares. A kind of piece has at
/// most two home squares.
#[inline]
fn unmatched(pieces: Bitboard, traces: [Bitboard; 2]) -> usize {
    // Most often there are at most two pieces, and each can be traced to both home squares.
    let mut rest = pieces;
    rest.discard_first();
    rest.discard_first();
    if rest.is_empty() && pieces.is_subset(traces[0] & traces[1]) {
        return 0;
    }
    let [first, second] = traces.map(|trace| trace & pieces);
    let homes = usize::from(first.any()) + usize::from(second.any());
    pieces.count() - (first | second).count().min(homes)
}

/// The pieces of one side that matter for cages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Army {
    pub(super) king: Bitboard,
    pub(super) queens: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) bishops: Bitboard,
    /// The number of pawns on the board.
    pub(super) pawns: usize,
}

impl Army {
    #[inline]
    pub(super) fn of(placement: &Placement, color: Color) -> Self {
        Self {
            king: placement.pieces(color, Role::King),
            queens: placement.pieces(color, Role::Queen),
            rooks: placement.pieces(color, Role::Rook),
            bishops: placement.pieces(color, Role::Bishop),
            pawns: placement.pieces(color, Role::Pawn).count(),
        }
    }

    /// The army without the piece on a square. This piece must not be a pawn.
    #[inline]
    pub(super) fn without(mut self, square: Square) -> Self {
        for pieces in [
            &mut self.king,
            &mut self.queens,
            &mut self.rooks,
            &mut self.bishops,
        ] {
            pieces.discard(square);
        }
        self
    }

    /// The army with one more piece.
    #[inline]
    pub(super) fn with(mut self, role: Role, square: Square) -> Self {
        match role {
            Role::Pawn => self.pawns += 1,
            Role::Queen => self.queens.add(square),
            Role::Rook => self.rooks.add(square),
            Role::Bishop => self.bishops.add(square),
            Role::King => self.king.add(square),
            Role::Knight => {}
        }
        self
    }
}
