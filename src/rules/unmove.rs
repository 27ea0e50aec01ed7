//! Un-moves common to every reverse game (rules 1.1 and 1.2), found by masks, not by trial.
//!
//! Whether an un-move from A to B leaves the enemy king attacked depends on which lines the vacated
//! square A opens, which lines B closes, and whether the piece attacks from B. [`KingSight`] knows
//! all three, so that the targets of a piece come as one set.

use crate::board::{
    Act, Bitboard, Castling, Color, Placement, Role, Roles, Square, Wing, attacks, back, row,
};

/// How one side's pieces bear on a king: who attacks it, and which single pieces stand in the way.
#[derive(Clone, Copy, Debug)]
pub struct KingSight {
    king: Square,
    attacker: Color,
    occupied: Bitboard,
    /// The squares from which a bishop would attack the king.
    diagonal: Bitboard,
    /// The squares from which a rook would attack the king.
    straight: Bitboard,
    checkers: Bitboard,
    blockers: Bitboard,
}

impl KingSight {
    /// The sight of `attacker`'s pieces on a king that stands on `king`.
    #[inline]
    #[must_use]
    pub fn new(placement: &Placement, attacker: Color, king: Square) -> Self {
        Self::over(placement, attacker, king, placement.occupied())
    }

    /// The same, were `occupied` the occupied squares: with more pieces than stand there, which
    /// only stand in the way.
    #[inline]
    #[must_use]
    pub fn over(placement: &Placement, attacker: Color, king: Square, occupied: Bitboard) -> Self {
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        let pawn = attacks::pawn_attacks(!attacker, king);
        let knight = attacks::knight_attacks(king);
        let queens = placement.all(Role::Queen);
        let pieces = placement.of(attacker);
        let diagonal_sliders = pieces & (placement.all(Role::Bishop) | queens);
        let straight_sliders = pieces & (placement.all(Role::Rook) | queens);
        let checkers = pieces
            & ((knight & placement.all(Role::Knight))
                | (attacks::king_attacks(king) & placement.all(Role::King))
                | (pawn & placement.all(Role::Pawn)))
            | (diagonal & diagonal_sliders)
            | (straight & straight_sliders);
        let distant = ((attacks::bishop_attacks(king, Bitboard::EMPTY) & diagonal_sliders)
            | (attacks::rook_attacks(king, Bitboard::EMPTY) & straight_sliders))
            & !checkers;
        let mut blockers = Bitboard::EMPTY;
        for sniper in distant {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        Self {
            king,
            attacker,
            occupied,
            diagonal,
            straight,
            checkers,
            blockers,
        }
    }

    /// The king's square.
    #[inline]
    #[must_use]
    pub const fn king(&self) -> Square {
        self.king
    }

    /// Whether one more piece on the empty `square` could make a difference to the king, now or after
    /// a piece has left: it is in line with the king, with at most one piece in between.
    #[inline]
    #[must_use]
    pub fn minds(&self, square: Square) -> bool {
        let between = attacks::between(self.king, square) & self.occupied;
        !between.more_than_one()
            && attacks::queen_attacks(self.king, Bitboard::EMPTY).contains(square)
    }

    /// The squares that stand in the way.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// The side whose pieces bear on the king.
    #[inline]
    #[must_use]
    pub const fn attacker(&self) -> Color {
        self.attacker
    }

    /// The pieces that attack the king.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The squares each of which alone shields the king from a slider.
    #[inline]
    #[must_use]
    pub const fn blockers(&self) -> Bitboard {
        self.blockers
    }

    /// The sliders that attack the king once `vacated` is empty, and did not before.
    #[inline]
    #[must_use]
    pub fn opened_by(&self, placement: &Placement, vacated: Square) -> Bitboard {
        if !self.blockers.contains(vacated) {
            return Bitboard::EMPTY;
        }
        let occupied = self.occupied.without(vacated);
        self.opened_along(
            placement,
            attacks::bishop_attacks(self.king, occupied),
            attacks::rook_attacks(self.king, occupied),
        )
    }

    /// The sliders that attack the king along these lines, and did not before.
    #[inline]
    fn opened_along(
        &self,
        placement: &Placement,
        diagonal: Bitboard,
        straight: Bitboard,
    ) -> Bitboard {
        let queens = placement.all(Role::Queen);
        let sliders = diagonal & (placement.all(Role::Bishop) | queens)
            | straight & (placement.all(Role::Rook) | queens);
        placement.of(self.attacker) & sliders & !self.checkers
    }

    /// The squares on which one more piece shields the king from all of `checkers`.
    #[inline]
    #[must_use]
    pub fn shields(&self, checkers: Bitboard) -> Bitboard {
        let mut squares = Bitboard::FULL;
        for checker in checkers {
            squares &= attacks::between(self.king, checker);
        }
        squares
    }

    /// Those of `movers` whose un-move can leave the king unattacked: where no square shields it from
    /// all checkers, a checker has to go.
    #[inline]
    #[must_use]
    pub fn relieving(&self, movers: Bitboard) -> Bitboard {
        if self.checkers.any() && self.shields(self.checkers).is_empty() {
            movers & self.checkers
        } else {
            movers
        }
    }

    /// The squares from which a piece of the attacker would attack the king on the board as it is.
    #[inline(always)]
    #[must_use]
    pub fn attacked_from(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn_attacks(!self.attacker, self.king),
            Role::Knight => attacks::knight_attacks(self.king),
            Role::Bishop => self.diagonal,
            Role::Rook => self.straight,
            Role::Queen => self.diagonal | self.straight,
            Role::King => attacks::king_attacks(self.king),
        }
    }

    /// The kinds of piece that would attack the king from `square` on the board as it is.
    #[inline]
    #[must_use]
    pub fn checking_from(&self, square: Square) -> Roles {
        let mut roles = Roles::EMPTY;
        for role in Role::ALL {
            if role != Role::King && self.attacked_from(role).contains(square) {
                roles = roles.or(Roles::of(role));
            }
        }
        roles
    }

    /// Where a piece of the attacker that leaves `from` and arrives as `role` may go so that the
    /// king is not attacked afterwards: once with `from` left empty, once with a piece of the
    /// king's side on `from`. The first set is part of the second.
    #[inline(always)]
    #[must_use]
    pub fn safe_targets(&self, placement: &Placement, from: Square, role: Role) -> Safe {
        let attacked = self.attacked_from(role);
        if self.checkers.is_empty() && !(self.blockers | attacked).contains(from) {
            // What leaves stands neither alone in a line to the king nor in its own.
            let safe = !attacked;
            return Safe {
                open: safe,
                filled: safe,
            };
        }
        self.safe_targets_in_sight(placement, from, attacked, Lines::of(role))
    }

    /// The same where it makes a difference that `from` is vacated. What depends on the kind of piece
    /// is handed over, since a branch on it could hardly be foreseen.
    fn safe_targets_in_sight(
        &self,
        placement: &Placement,
        from: Square,
        attacked: Bitboard,
        lines: Lines,
    ) -> Safe {
        let filled = !attacked & self.shields(self.checkers.without(from));
        if filled.is_empty() || !(self.blockers | attacked).contains(from) {
            // What leaves stands neither alone in a line to the king nor in its own.
            return Safe {
                open: filled,
                filled,
            };
        }
        let occupied = self.occupied.without(from);
        let diagonal = attacks::bishop_attacks(self.king, occupied);
        let straight = attacks::rook_attacks(self.king, occupied);
        let attacked_then = diagonal & lines.diagonal | straight & lines.straight;
        let opened = self.opened_along(placement, diagonal, straight);
        Safe {
            open: filled & !attacked_then & self.shields(opened),
            filled,
        }
    }
}

/// All squares or none, by whether a kind of piece goes along such lines.
#[derive(Clone, Copy, Debug)]
struct Lines {
    diagonal: Bitboard,
    straight: Bitboard,
}

impl Lines {
    #[inline(always)]
    fn of(role: Role) -> Self {
        let all_if = |goes| {
            if goes {
                Bitboard::FULL
            } else {
                Bitboard::EMPTY
            }
        };
        Self {
            diagonal: all_if(matches!(role, Role::Bishop | Role::Queen)),
            straight: all_if(matches!(role, Role::Rook | Role::Queen)),
        }
    }
}

/// Targets that leave the enemy king unattacked, see [`KingSight::safe_targets`].
#[derive(Clone, Copy, Debug)]
pub struct Safe {
    /// With the vacated square left empty.
    pub open: Bitboard,
    /// With a piece of the king's side on the vacated square.
    pub filled: Bitboard,
}

/// The un-moves of one piece, by what they do to the vacated square.
#[derive(Clone, Copy, Debug)]
pub struct Retreat {
    /// The square that is vacated.
    pub from: Square,
    /// The kind of piece as it arrives: a pawn in an un-promotion.
    pub role: Role,
    /// [`Act::Step`] or [`Act::UnPromotion`].
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

/// The squares to which a pawn on `from` may go straight back, one step or from row 4 two.
#[inline]
#[must_use]
pub fn pawn_straight(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let single = back(color, Bitboard::from_square(from)) & !occupied & !row(color, 1);
    let double = back(color, single & row(color, 3)) & !occupied;
    single | double
}

/// The empty squares to which a pawn on `from` may go diagonally back.
#[inline]
#[must_use]
pub fn pawn_diagonal(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    attacks::pawn_attacks(!color, from) & !occupied & !row(color, 1)
}

/// The squares from which a pawn goes back by one to one of `targets`: straight, and diagonally.
#[inline]
#[must_use]
pub fn pawn_origins(color: Color, targets: Bitboard) -> (Bitboard, Bitboard) {
    let straight = back(!color, targets);
    let (to_a, to_h) = beside(straight);
    (straight, to_a | to_h)
}

/// The squares beside `squares`: towards the a-file, and towards the h-file.
#[inline]
#[must_use]
pub fn beside(squares: Bitboard) -> (Bitboard, Bitboard) {
    const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
    let to_a = Bitboard((squares & !A_FILE).0 >> 1);
    let to_h = Bitboard(squares.0 << 1) & !A_FILE;
    (to_a, to_h)
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
            act: Act::Step,
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
        self.pawn_retreat(from, Act::Step)
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

/// Whether king and rook of `color` stand as after castling on `wing`, and neither has been used for
/// an un-castling.
#[inline]
#[must_use]
pub fn stands_castled(placement: &Placement, castling: Castling, color: Color, wing: Wing) -> bool {
    placement
        .pieces(color, Role::King)
        .contains(wing.king_castled(color))
        && placement
            .pieces(color, Role::Rook)
            .contains(wing.rook_castled(color))
        && !Wing::ALL
            .into_iter()
            .any(|wing| castling.on_wing(color, wing))
}

/// Whether `color` may un-castle on `wing` (rules 1.1), and the enemy king is unattacked afterwards.
#[must_use]
pub fn can_un_castle(placement: &Placement, castling: Castling, color: Color, wing: Wing) -> bool {
    if !stands_castled(placement, castling, color, wing) {
        return false;
    }
    let (king, rook) = (wing.king_castled(color), wing.rook_castled(color));
    let (king_home, rook_home) = (Wing::king_home(color), wing.rook_home(color));
    let lifted = placement.occupied().without(king).without(rook);
    let must_be_empty = wing.lane(color).with(king_home).with(rook_home);
    if lifted.intersects(must_be_empty) {
        return false;
    }
    let after = lifted.with(king_home).with(rook_home);
    let attacked = |square, occupied| placement.attackers(square, !color, occupied).any();
    if attacked(king_home, after) || attacked(rook, after) || attacked(king, placement.occupied()) {
        return false;
    }
    placement.king(!color).is_none_or(|enemy| {
        let sliders = placement
            .attackers(enemy, color, after)
            .without(rook)
            .without(king);
        sliders.is_empty()
            && !attacks::rook_attacks(enemy, after).contains(rook_home)
            && !attacks::king_attacks(enemy).contains(king_home)
    })
}

/// An en passant capture that may be undone (rules 1.2).
#[derive(Clone, Copy, Debug)]
pub struct UnEnPassant {
    /// A, on row 6: the pawn leaves it, and it stays empty.
    pub from: Square,
    /// B, on row 5: the pawn's target.
    pub to: Square,
    /// C, on row 5 of A's file: the enemy pawn appears there.
    pub revived: Square,
    /// D, on row 7 of A's file: the enemy pawn came from there.
    pub origin: Square,
}

/// The en passant un-captures of `color` for which the squares are free and the enemy king is
/// unattacked afterwards. Whether the enemy has a pawn left, and whether its un-double-step is
/// legal, is for the game to ask.
pub fn un_en_passants(
    placement: &Placement,
    color: Color,
) -> impl Iterator<Item = UnEnPassant> + '_ {
    let occupied = placement.occupied();
    (placement.pieces(color, Role::Pawn) & row(color, 6))
        .into_iter()
        .filter_map(move |from| {
            let revived = back(color, Bitboard::from_square(from)).first()?;
            let origin = back(!color, Bitboard::from_square(from)).first()?;
            let free = !occupied.contains(revived) && !occupied.contains(origin);
            free.then_some((from, revived, origin))
        })
        .flat_map(move |(from, revived, origin)| {
            pawn_diagonal(color, from, occupied)
                .into_iter()
                .map(move |to| UnEnPassant {
                    from,
                    to,
                    revived,
                    origin,
                })
        })
        .filter(move |capture| {
            let after = occupied
                .without(capture.from)
                .with(capture.to)
                .with(capture.revived);
            placement.king(!color).is_none_or(|enemy| {
                placement
                    .attackers(enemy, color, after)
                    .without(capture.from)
                    .is_empty()
                    && !attacks::pawn_attacks(!color, enemy).contains(capture.to)
            })
        })
}

/// The un-double-step that an en passant square demands: from row 4 to row 2 of `color`.
#[must_use]
pub fn demanded_double_step(color: Color, passed: Square) -> Option<(Square, Square)> {
    let middle = Bitboard::from_square(passed) & row(color, 3);
    let from = back(!color, middle).first()?;
    let to = back(color, middle).first()?;
    Some((from, to))
}

/// The squares of a file.
#[inline]
#[must_use]
pub const fn file_of(square: Square) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << (square.to_u32() & 7))
}
