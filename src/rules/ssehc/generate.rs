//! The turns of Ssehc (rules 2.1) as far as points 1 and 2 go: the opponent can be out of check, and
//! a forced un-capture is possible.
//!
//! What is un-captured at the head of a turn hardly matters to the un-moves of the other pieces, so
//! all kinds that bear alike on the enemy king are generated in one go, an [`Opening`].

use std::ops::ControlFlow;

use super::Ssehc;
use crate::board::{
    Act, Bitboard, Pending, Placement, Role, Roles, Square, Turn, TurnSet, Wing, attacks, back, row,
};
use crate::rules::{
    Rules,
    unmove::{
        KingSight, Retreat, can_un_castle, pawn_diagonal, retreat_of, retreats, un_promotion,
    },
    validate::EDGES,
};

/// The un-captures with which a turn may begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heads {
    /// Whether the turn may begin without one.
    pub(super) may_be_none: bool,
    /// The vacated square.
    pub(super) square: Square,
    /// The kinds that may be placed there.
    pub(super) roles: Roles,
}

/// Turns that satisfy points 1 and 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    /// The turns.
    pub(super) turns: TurnSet,
    /// Those of the targets after which the opponent may go without an un-capture.
    pub(super) unforced: Bitboard,
    /// Whether a piece of the opponent can come to the vacated square.
    pub(super) revives: bool,
}

/// The board on which the un-move is made, for un-captures after which it is the same un-move.
struct Opening<'a> {
    board: &'a Placement,
    /// How the own pieces bear on the enemy king.
    sight: KingSight,
    roles: Roles,
    head: Option<Square>,
}

/// Kinds of piece on the vacated square, by what they mean for the enemy king.
struct Bearing {
    /// Nothing, whichever other piece un-moves.
    idle: Roles,
    /// An attack along a line, or one that a single own piece holds back.
    line: Roles,
    /// Whether it matters to the king that something stands there.
    aligned: bool,
}

impl Ssehc {
    /// The un-captures with which the turn may begin, un-en-passant apart.
    pub(super) fn heads(&self) -> Heads {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let checkers = match placement.king(side) {
            Some(king) => placement.attackers(king, !side, placement.occupied()),
            None => Bitboard::EMPTY,
        };
        let forced = matches!(self.setup.pending, Pending::Must(_));
        let nothing = Heads {
            may_be_none: !forced && checkers.is_empty(),
            square: Square::A1,
            roles: Roles::EMPTY,
        };
        let (Some(square), Some(king)) = (self.vacated(), placement.king(side)) else {
            return nothing;
        };
        let shields = |checker| attacks::between(king, checker).contains(square);
        if !checkers.into_iter().all(shields) {
            return nothing;
        }
        Heads {
            square,
            roles: self.placeable(side, square),
            ..nothing
        }
    }

    /// The turns that satisfy points 1 and 2; no set is empty.
    pub(super) fn generate_plain<B>(
        &self,
        heads: Heads,
        sink: &mut impl FnMut(Plain) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let Some(enemy_king) = placement.king(!self.setup.side) else {
            return ControlFlow::Continue(());
        };
        let bare = Opening {
            board: placement,
            sight: KingSight::new(placement, self.setup.side, enemy_king),
            roles: if heads.may_be_none {
                Roles::NONE
            } else {
                Roles::EMPTY
            },
            head: None,
        };
        if heads.roles.is_empty() {
            self.un_moves(&bare, Bitboard::FULL, sink)?;
        } else {
            self.un_moves_with_heads(&bare, heads, sink)?;
        }
        match self.plain_un_en_passant() {
            Some(turn) => sink(Plain {
                turns: TurnSet::only(turn),
                unforced: Bitboard::from_square(turn.to()),
                revives: false,
            }),
            None => ControlFlow::Continue(()),
        }
    }

    /// Whether there is a turn that satisfies points 1 and 2.
    pub(super) fn has_plain_turn(&self) -> bool {
        self.generate_plain(self.heads(), &mut |_| ControlFlow::Break(()))
            .is_break()
    }

    /// The un-moves with and without an un-capture: those of the other pieces, then those of the
    /// piece that has just come.
    fn un_moves_with_heads<B>(
        &self,
        bare: &Opening<'_>,
        heads: Heads,
        sink: &mut impl FnMut(Plain) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let square = heads.square;
        let enemy_king = bare.sight.king();
        let with = |role: Role| {
            let mut board = self.setup.placement;
            board.put(role.of(side), square);
            board
        };
        // For the un-moves of other pieces only what stands on the lines to the king counts, so
        // that any kind which does not attack it may stand in for those that are idle.
        let idle = if attacks::knight_attacks(enemy_king).contains(square) {
            with(Role::Pawn)
        } else {
            with(Role::Knight)
        };
        let bearing = self.bearing(heads, enemy_king);
        let filled = Opening {
            board: &idle,
            sight: if bearing.aligned {
                KingSight::new(&idle, side, enemy_king)
            } else {
                bare.sight
            },
            roles: bearing.idle,
            head: Some(square),
        };
        if bearing.aligned || bare.roles.is_empty() || bearing.idle.is_empty() {
            self.un_moves(bare, Bitboard::FULL, sink)?;
            self.un_moves(&filled, Bitboard::FULL, sink)?;
        } else {
            // Only pieces that could go to the vacated square or past it find a difference.
            let near = self.near(square);
            let either = Opening {
                roles: bare.roles.or(bearing.idle),
                head: Some(square),
                ..*bare
            };
            self.un_moves(&either, !near, sink)?;
            self.un_moves(bare, near, sink)?;
            self.un_moves(&filled, near, sink)?;
        }
        if !bearing.line.is_empty() {
            let board = with(Role::Queen);
            let line = Opening {
                board: &board,
                sight: KingSight::new(&board, side, enemy_king),
                roles: bearing.line,
                head: Some(square),
            };
            self.un_moves(&line, Bitboard::FULL, sink)?;
        }
        for role in heads.roles.iter().flatten() {
            if let Some(retreat) = retreat_of(&idle, side, &filled.sight, (square, role)) {
                let roles = Roles::of(role);
                self.emit(&Opening { roles, ..filled }, &retreat, sink)?;
            }
        }
        let newcomers = Opening {
            roles: heads.roles,
            ..filled
        };
        self.un_moves_of_newcomer_only(&newcomers, square, sink)
    }

    /// The own pieces that can go to `square`, which is empty, or past it; the king where it can
    /// un-castle.
    fn near(&self, square: Square) -> Bitboard {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let target = Bitboard::from_square(square);
        let before = back(!side, target);
        let pawns = before | back(!side, before) | attacks::pawn_attacks(side, square);
        let reaching =
            placement.attackers(square, side, placement.occupied()) & !placement.all(Role::Pawn);
        let un_promoting = row(side, 8) & pawns;
        let castled = Wing::ALL
            .into_iter()
            .map(|wing| wing.king_castled(side))
            .collect::<Bitboard>();
        reaching
            | (placement.of(side)
                & ((placement.all(Role::Pawn) & pawns)
                    | un_promoting
                    | (placement.all(Role::King) & castled)))
    }

    /// What a piece that has just come can do beside its own steps: be un-promoted at once, and be
    /// the pawn whose forced un-capture is taken en passant. The rook of an un-castling it cannot
    /// be: what has just left its square attacks it, and the king would cross it.
    fn un_moves_of_newcomer_only<B>(
        &self,
        newcomers: &Opening<'_>,
        square: Square,
        sink: &mut impl FnMut(Plain) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let pawns = self.setup.placement.reserve().count(side, Role::Pawn);
        if row(side, 8).contains(square) && pawns > 0 {
            let retreat = un_promotion(newcomers.board, side, &newcomers.sight, square);
            if let Some(retreat) = retreat {
                self.emit(newcomers, &retreat, sink)?;
            }
        }
        if newcomers.roles.contains(Some(Role::Pawn)) {
            let pawn = Opening {
                roles: Roles::PAWN,
                ..*newcomers
            };
            self.rescued_en_passant(&pawn, Bitboard::from_square(square), sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Sorts the kinds that may come by how they bear on the enemy king. Those that attack it with
    /// a jump are left out: only their own un-move takes the king out of check.
    fn bearing(&self, heads: Heads, enemy_king: Square) -> Bearing {
        let side = self.setup.side;
        let square = heads.square;
        let placement = &self.setup.placement;
        let mut jumpers = Roles::EMPTY;
        if attacks::knight_attacks(enemy_king).contains(square) {
            jumpers = jumpers.or(Roles::of(Role::Knight));
        }
        if attacks::pawn_attacks(!side, enemy_king).contains(square) {
            jumpers = jumpers.or(Roles::PAWN);
        }
        let between = attacks::between(enemy_king, square) & placement.occupied();
        let queen = Roles::of(Role::Queen);
        let sliders = if between.more_than_one() {
            Roles::EMPTY
        } else if attacks::bishop_attacks(enemy_king, Bitboard::EMPTY).contains(square) {
            queen.or(Roles::of(Role::Bishop))
        } else if attacks::rook_attacks(enemy_king, Bitboard::EMPTY).contains(square) {
            queen.or(Roles::of(Role::Rook))
        } else {
            Roles::EMPTY
        };
        let aligned = !sliders.is_empty();
        let bearing = if between.is_subset(placement.of(side)) {
            sliders
        } else {
            Roles::EMPTY
        };
        Bearing {
            idle: heads.roles.without(jumpers).without(bearing),
            line: heads.roles.and(bearing),
            aligned,
        }
    }

    /// The un-moves of those of `movers` that do not stand at the head of the turn.
    fn un_moves<B>(
        &self,
        opening: &Opening<'_>,
        movers: Bitboard,
        sink: &mut impl FnMut(Plain) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if opening.roles.is_empty() {
            return ControlFlow::Continue(());
        }
        let side = self.setup.side;
        let mut left_out = self.setup.castling.squares() | !movers;
        if let Some(head) = opening.head {
            left_out.add(head);
        }
        let pawns = self.setup.placement.reserve().count(side, Role::Pawn);
        retreats(
            opening.board,
            side,
            &opening.sight,
            left_out,
            pawns > 0,
            |retreat| {
                if retreat.act == Act::UnPromotion && pawns == 1 {
                    // The only pawn has already come back.
                    let roles = opening.roles.without(Roles::PAWN);
                    return self.emit(&Opening { roles, ..*opening }, &retreat, sink);
                }
                self.emit(opening, &retreat, sink)
            },
        )?;
        for wing in Wing::ALL {
            let king = Bitboard::from_square(wing.king_castled(side)) & !left_out;
            if opening.board.pieces(side, Role::King).intersects(king) {
                self.un_castling(opening, wing, sink)?;
            }
        }
        if opening.sight.checkers().is_empty() {
            return ControlFlow::Continue(());
        }
        let pawns = opening.board.pieces(side, Role::Pawn) & !left_out;
        self.rescued_en_passant(opening, pawns, sink)
    }

    /// The un-moves of one piece that leave the opponent able to be out of check and to do what it
    /// is forced to.
    #[inline]
    fn emit<B>(
        &self,
        opening: &Opening<'_>,
        retreat: &Retreat,
        sink: &mut impl FnMut(Plain) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let revives = !self.placeable(!self.setup.side, retreat.from).is_empty();
        let targets = match (retreat.is_pawn(), revives) {
            (_, false) => retreat.quiet,
            (true, true) => retreat.quiet | retreat.reviving,
            (false, true) => retreat.reviving,
        };
        if targets.is_empty() || opening.roles.is_empty() {
            return ControlFlow::Continue(());
        }
        sink(Plain {
            turns: TurnSet {
                act: retreat.act,
                from: retreat.from,
                targets,
                roles: opening.roles,
                head: opening.head,
            },
            unforced: retreat.quiet,
            revives,
        })
    }

    fn un_castling<B>(
        &self,
        opening: &Opening<'_>,
        wing: Wing,
        sink: &mut impl FnMut(Plain) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        if !can_un_castle(opening.board, self.setup.castling, side, wing) {
            return ControlFlow::Continue(());
        }
        let home = Bitboard::from_square(Wing::king_home(side));
        sink(Plain {
            turns: TurnSet {
                roles: opening.roles,
                head: opening.head,
                ..TurnSet::steps(wing.king_castled(side), home)
            },
            unforced: home,
            revives: false,
        })
    }

    /// Diagonal un-moves of `pawns` that only an un-en-passant makes legal: a piece on the vacated
    /// square would leave the enemy king in check, a pawn in front of it takes it out. The check is
    /// one that was there before the un-move.
    fn rescued_en_passant<B>(
        &self,
        opening: &Opening<'_>,
        pawns: Bitboard,
        sink: &mut impl FnMut(Plain) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let candidates = pawns & row(side, 6) & !EDGES;
        if opening.sight.checkers().is_empty()
            || candidates.is_empty()
            || self.setup.placement.reserve().count(!side, Role::Pawn) == 0
        {
            return ControlFlow::Continue(());
        }
        for from in candidates {
            let safe = opening.sight.safe_targets(opening.board, from, Role::Pawn);
            let doubtful = TurnSet {
                roles: opening.roles,
                head: opening.head,
                ..TurnSet::steps(
                    from,
                    pawn_diagonal(side, from, opening.board.occupied()) & !safe.filled,
                )
            };
            for turn in doubtful.turns() {
                if self.play(turn).has_un_en_passant() {
                    sink(Plain {
                        turns: TurnSet::only(turn),
                        unforced: Bitboard::EMPTY,
                        revives: false,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The un-en-passant, as far as points 1 and 2 go. It forces nothing, and allows the opponent
    /// no un-capture.
    pub(super) fn plain_un_en_passant(&self) -> Option<Turn> {
        let squares = self.en_passant_squares()?;
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let occupied = placement.occupied();
        let (king, enemy) = (placement.king(side)?, placement.king(!side)?);
        let safe = placement
            .attackers(king, !side, occupied.with(squares.revived))
            .is_empty();
        let leaves_enemy_safe = placement
            .attackers(enemy, side, occupied.with(squares.target))
            .is_empty()
            && !attacks::pawn_attacks(side, squares.target).contains(enemy);
        if !(safe && leaves_enemy_safe) {
            return None;
        }
        Turn::new(
            Act::Step,
            squares.revived,
            squares.target,
            Some(Role::Pawn),
            Some(squares.revived),
        )
    }

    /// Whether there is a legal un-en-passant.
    pub(super) fn has_un_en_passant(&self) -> bool {
        self.plain_un_en_passant()
            .is_some_and(|turn| self.own_check_removable(turn))
    }
}
