//! The un-moves of a piece, as sets of targets.

use super::{KingSight, pawn_diagonal, pawn_straight};
use crate::board::{Act, Bitboard, Color, Placement, Role, Square, attacks, row};

/// The un-moves of one piece, by what they do to the vacated square.
#[derive(Clone, Copy, Debug)]
pub struct Retreat {
    /// The square that is vacated.
    pub from: Square,
    /// The kind of piece as it arrives: a pawn in an un-promotion.
    pub role: Role,
    /// [`Act::Move`] or [`Act::UnPromotion`].
    pub act: Act,
    /// Targets of un-moves that leave the vacated square empty and the enemy king unattacked.
    pub quiet: Bitboard,
    /// Targets of un-moves by which a piece of the other side may (pawns: must) appear on the
    /// vacated square; the enemy king is unattacked once it stands there.
    pub reviving: Bitboard,
}

impl Retreat {
    /// Whether the piece that arrives is a pawn, so that reviving is not optional.
    #[inline]
    #[must_use]
    pub fn is_pawn(&self) -> bool {
        self.role == Role::Pawn
    }
}

/// The un-moves of `color` (un-castling and en passant apart), a piece at a time.
///
/// `sight` is the sight of `color`'s pieces on the enemy king, `frozen` the squares of pieces to
/// leave out, `unpromotes` says whether `color` has a pawn in reserve.
#[inline]
pub fn retreats<B>(
    placement: &Placement,
    color: Color,
    sight: &KingSight,
    frozen: Bitboard,
    unpromotes: bool,
    mut sink: impl FnMut(Retreat) -> std::ops::ControlFlow<B>,
) -> std::ops::ControlFlow<B> {
    let ground = Ground::new(placement, color, sight);
    let movers = sight.relieving(placement.of(color) & !frozen);
    ground.officers(movers, Role::Knight, &mut sink)?;
    ground.officers(movers, Role::Bishop, &mut sink)?;
    ground.officers(movers, Role::Rook, &mut sink)?;
    ground.officers(movers, Role::Queen, &mut sink)?;
    ground.officers(movers, Role::King, &mut sink)?;
    for from in movers & placement.all(Role::Pawn) & !row(color, 2) {
        if let Some(retreat) = ground.pawn(from) {
            sink(retreat)?;
        }
    }
    if unpromotes {
        for from in movers & row(color, 8) & !placement.all(Role::King) {
            if let Some(retreat) = ground.un_promotion(from) {
                sink(retreat)?;
            }
        }
    }
    std::ops::ControlFlow::Continue(())
}

/// The un-moves of one piece as it stands, `None` when it has none.
#[inline]
#[must_use]
pub fn retreat_of(
    placement: &Placement,
    color: Color,
    sight: &KingSight,
    (from, role): (Square, Role),
) -> Option<Retreat> {
    let ground = Ground::new(placement, color, sight);
    match role {
        Role::Pawn => ground.pawn(from),
        _ => ground.officer(from, role),
    }
}

/// The board on which a side un-moves.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    placement: &'a Placement,
    color: Color,
    sight: &'a KingSight,
    occupied: Bitboard,
}

impl<'a> Ground<'a> {
    /// The board as it is. `sight` is the sight of `color`'s pieces on the enemy king.
    #[inline]
    #[must_use]
    pub fn new(placement: &'a Placement, color: Color, sight: &'a KingSight) -> Self {
        Self {
            placement,
            color,
            sight,
            occupied: placement.occupied(),
        }
    }

    /// The board with one more piece of the own side on the empty `square`, that does not bear on the
    /// enemy king; `sight` must know of it if it [minds](KingSight::minds) the square.
    #[inline]
    #[must_use]
    pub fn with_one_more(&self, square: Square, sight: &'a KingSight) -> Self {
        Self {
            placement: self.placement,
            color: self.color,
            sight,
            occupied: self.occupied.with(square),
        }
    }

    /// How the own pieces bear on the enemy king.
    #[inline]
    #[must_use]
    pub const fn sight(&self) -> &'a KingSight {
        self.sight
    }

    /// The pieces on the board and in reserve.
    #[inline]
    #[must_use]
    pub const fn placement(&self) -> &'a Placement {
        self.placement
    }

    /// The occupied squares.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// The un-moves of the pieces of one kind, pawns apart. It is inlined once a kind, so that what
    /// depends on the kind alone is not asked for each piece.
    #[inline(always)]
    fn officers<B>(
        &self,
        movers: Bitboard,
        role: Role,
        sink: &mut impl FnMut(Retreat) -> std::ops::ControlFlow<B>,
    ) -> std::ops::ControlFlow<B> {
        for from in movers & self.placement.all(role) {
            if let Some(retreat) = self.officer(from, role) {
                sink(retreat)?;
            }
        }
        std::ops::ControlFlow::Continue(())
    }

    /// The un-moves of one piece other than a pawn, as it stands or would stand; `None` when it has
    /// none.
    #[inline(always)]
    #[must_use]
    pub fn officer(&self, from: Square, role: Role) -> Option<Retreat> {
        let targets = reach(role, from, self.occupied) & !self.occupied;
        if targets.is_empty() {
            return None;
        }
        let safe = self.sight.safe_targets(self.placement, from, role);
        let (quiet, reviving) = (targets & safe.open, targets & safe.filled);
        reviving.any().then_some(Retreat {
            from,
            role,
            act: Act::Move,
            quiet,
            reviving,
        })
    }

    /// The targets of a piece other than a pawn that stands in no line to the enemy king, while
    /// nothing attacks that king: whatever comes to the square that it leaves.
    #[inline(always)]
    #[must_use]
    pub fn unhindered(&self, from: Square, role: Role) -> Bitboard {
        reach(role, from, self.occupied) & !(self.occupied | self.sight.attacked_from(role))
    }

    /// The same for a pawn, with the squares to which it goes only if something is un-captured.
    #[inline(always)]
    #[must_use]
    pub fn unhindered_pawn(&self, from: Square, uncaptures: bool) -> Bitboard {
        let mut targets = pawn_straight(self.color, from, self.occupied);
        if uncaptures {
            targets |= pawn_diagonal(self.color, from, self.occupied);
        }
        targets & !self.sight.attacked_from(Role::Pawn)
    }

    /// The un-moves of a pawn, as it stands or would stand; `None` when it has none.
    #[inline]
    #[must_use]
    pub fn pawn(&self, from: Square) -> Option<Retreat> {
        self.pawn_retreat(from, Act::Move)
    }

    /// The un-promotions of the piece on `from`, which stands on row 8; `None` when it has none.
    #[must_use]
    pub fn un_promotion(&self, from: Square) -> Option<Retreat> {
        self.pawn_retreat(from, Act::UnPromotion)
    }

    #[inline]
    fn pawn_retreat(&self, from: Square, act: Act) -> Option<Retreat> {
        let straight = pawn_straight(self.color, from, self.occupied);
        let diagonal = pawn_diagonal(self.color, from, self.occupied);
        if (straight | diagonal).is_empty() {
            return None;
        }
        let safe = self.sight.safe_targets(self.placement, from, Role::Pawn);
        let (quiet, reviving) = (straight & safe.open, diagonal & safe.filled);
        (quiet | reviving).any().then_some(Retreat {
            from,
            role: Role::Pawn,
            act,
            quiet,
            reviving,
        })
    }
}

/// The squares that a piece other than a pawn attacks.
#[inline(always)]
fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::King => attacks::king_attacks(from),
    }
}
