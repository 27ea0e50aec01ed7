//! The turns of Ssehc (rules 2.1) as far as points 1 and 2 go: the opponent can be out of check, and
//! a forced un-capture is possible.

use std::ops::ControlFlow;

use super::{
    Ssehc,
    opening::{Common, Heads, Listener, Opening, Openings, Plain, castled},
};
use crate::board::{Act, Bitboard, Role, Roles, Square, Turn, TurnSet, Wing, attacks, row};
use crate::rules::{
    Rules,
    reviving::unmove::{
        Ground, KingSight, can_un_castle, pawn_diagonal, pawn_origins, stands_castled,
    },
    validate::EDGES,
};

/// Asks only whether there is a turn.
struct AnyTurn;

impl Listener<()> for AnyTurn {
    fn take(&mut self, _turns: TurnSet) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn look_at(&mut self, _plain: Plain) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

impl Ssehc {
    /// Whether there is a turn that satisfies points 1 and 2.
    pub(super) fn has_plain_turn(&self) -> bool {
        self.generate_plain(self.heads(), Bitboard::EMPTY, &mut AnyTurn)
            .is_break()
    }

    /// The turns that satisfy points 1 and 2; no set is empty. Un-moves of pieces on `watched`
    /// squares are handed over to be looked at.
    pub(super) fn generate_plain<B>(
        &self,
        heads: Heads,
        watched: Bitboard,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let Some(enemy_king) = placement.king(!self.setup.side) else {
            return ControlFlow::Continue(());
        };
        let sight = KingSight::new(placement, self.setup.side, enemy_king);
        let common = Common {
            fillable: self.fillable(),
            watched,
        };
        let bare = Opening {
            ground: Ground::new(placement, self.setup.side, &sight),
            roles: if heads.may_be_none {
                Roles::NONE
            } else {
                Roles::EMPTY
            },
            head: None,
            common: &common,
        };
        if heads.roles.is_empty() {
            self.un_moves_one_way(&bare, Bitboard::FULL, listener)?;
        } else {
            self.un_moves_with_heads(&bare, heads, listener)?;
        }
        match self.plain_un_en_passant() {
            Some(turn) => listener.look_at(Plain {
                turns: TurnSet::only(turn),
                unforced: Bitboard::from_square(turn.to()),
                revives: false,
            }),
            None => ControlFlow::Continue(()),
        }
    }

    /// The squares to which the opponent can un-capture something once they are vacated.
    fn fillable(&self) -> Bitboard {
        let roles = self.setup.placement.reserve().roles(!self.setup.side);
        if roles.is_empty() {
            Bitboard::EMPTY
        } else if roles == Roles::PAWN {
            !EDGES
        } else {
            Bitboard::FULL
        }
    }

    /// The un-moves with and without an un-capture: those of the other pieces, then those of the
    /// piece that has just come.
    fn un_moves_with_heads<B>(
        &self,
        bare: &Opening<'_>,
        heads: Heads,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let (placement, sight) = (bare.ground.placement(), bare.ground.sight());
        let square = heads.square;
        let bearing = self.bearing(heads, sight);
        let occupied = placement.occupied().with(square);
        let sight_of_more;
        let filled_sight = if bearing.aligned {
            sight_of_more = KingSight::over(placement, side, sight.king(), occupied);
            &sight_of_more
        } else {
            sight
        };
        // A slider in ambush is idle but for the piece that holds it back.
        let filled = Opening {
            ground: bare.ground.with_one_more(square, filled_sight),
            roles: bearing.idle.or(bearing.ambushing),
            head: Some(square),
            common: bare.common,
        };
        let ambush = if bearing.ambushing.is_empty() {
            Bitboard::EMPTY
        } else {
            bearing.ambush
        };
        self.un_moves_two_ways(bare, &filled, !ambush, heads, listener)?;
        if ambush.any() {
            let idle = Opening {
                roles: bearing.idle,
                ..filled
            };
            self.un_moves_two_ways(bare, &idle, ambush, heads, listener)?;
        }
        let attacks_along = attacks::between(sight.king(), square).any();
        if ambush.any() || (!bearing.attacking.is_empty() && attacks_along) {
            let mut board = *placement;
            board.put(Role::Queen.of(side), square);
            let sight = KingSight::new(&board, side, sight.king());
            let line = Opening {
                ground: Ground::new(&board, side, &sight),
                roles: bearing.attacking.or(bearing.ambushing),
                head: Some(square),
                common: bare.common,
            };
            let movers = if ambush.any() { ambush } else { Bitboard::FULL };
            self.un_moves_one_way(&line, movers, listener)?;
        }
        self.un_moves_of_newcomers(&filled, heads, listener)
    }

    /// The un-moves of `movers` with and without an un-capture.
    fn un_moves_two_ways<B>(
        &self,
        bare: &Opening<'_>,
        filled: &Opening<'_>,
        movers: Bitboard,
        heads: Heads,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let alike = !bare.roles.is_empty()
            && !filled.roles.is_empty()
            && bare.ground.sight().checkers() == filled.ground.sight().checkers();
        if !alike {
            self.un_moves_one_way(bare, movers, listener)?;
            return self.un_moves_one_way(filled, movers, listener);
        }
        let either = Opening {
            ground: bare.ground,
            roles: bare.roles.or(filled.roles),
            head: filled.head,
            common: bare.common,
        };
        let openings = Openings {
            one: bare,
            other: filled,
            either: &either,
            apart: self.apart(bare, filled, heads),
        };
        self.un_moves(&openings, movers, listener)
    }

    /// The un-moves of the piece that has just come. The rook of an un-castling it cannot be: what
    /// has just left its square attacks it, and the king would cross it.
    fn un_moves_of_newcomers<B>(
        &self,
        filled: &Opening<'_>,
        Heads { square, roles, .. }: Heads,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        self.newcomer(filled, (square, Role::Pawn), roles, listener)?;
        self.newcomer(filled, (square, Role::Knight), roles, listener)?;
        self.newcomer(filled, (square, Role::Bishop), roles, listener)?;
        self.newcomer(filled, (square, Role::Rook), roles, listener)?;
        self.newcomer(filled, (square, Role::Queen), roles, listener)?;
        let pawns = self.setup.placement.reserve().count(side, Role::Pawn);
        if row(side, 8).contains(square) && pawns > 0 {
            let retreat = filled.ground.un_promotion(square);
            if let Some(retreat) = retreat {
                filled.emit(&retreat, roles, listener)?;
            }
        }
        if row(side, 6).contains(square) && roles.contains(Some(Role::Pawn)) {
            let pawn = Opening {
                roles: Roles::PAWN,
                ..*filled
            };
            self.rescued_en_passant(&pawn, square, listener)?;
        }
        ControlFlow::Continue(())
    }

    /// The same, where there is one way to begin the turn.
    fn un_moves_one_way<B>(
        &self,
        opening: &Opening<'_>,
        movers: Bitboard,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        if opening.roles.is_empty() {
            return ControlFlow::Continue(());
        }
        let openings = Openings {
            one: opening,
            other: opening,
            either: opening,
            apart: Bitboard::EMPTY,
        };
        self.un_moves(&openings, movers, listener)
    }

    /// The un-moves of those of `movers` that are not at the head of the turn.
    fn un_moves<B>(
        &self,
        openings: &Openings<'_>,
        movers: Bitboard,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let board = openings.one.ground.placement();
        let mut pieces = board.of(side) & movers & !self.setup.castling.squares();
        if let Some(head) = openings.one.head {
            pieces.discard(head);
        }
        let unhindered = openings.unhindered();
        openings.officers(pieces, unhindered, Role::Knight, listener)?;
        openings.officers(pieces, unhindered, Role::Bishop, listener)?;
        openings.officers(pieces, unhindered, Role::Rook, listener)?;
        openings.officers(pieces, unhindered, Role::Queen, listener)?;
        openings.officers(pieces, unhindered, Role::King, listener)?;
        let pawns = pieces & self.pawns_with_room(openings);
        openings.pawns(pawns, unhindered, listener)?;
        self.un_promotions(openings, pieces & row(side, 8), listener)?;
        for from in pieces & board.all(Role::King) & castled(side) {
            openings.each(from, |opening| self.un_castlings(opening, listener))?;
        }
        if openings.checking() {
            for from in pieces & board.all(Role::Pawn) & row(side, 6) {
                openings.each(from, |opening| {
                    self.rescued_en_passant(opening, from, listener)
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares from which a pawn has some un-move, the vacated square taken for empty.
    fn pawns_with_room(&self, openings: &Openings<'_>) -> Bitboard {
        let side = self.setup.side;
        let free = !openings.one.ground.occupied() & !row(side, 1);
        let (straight, diagonal) = pawn_origins(side, free);
        if openings.one.common.fillable.is_empty() {
            straight
        } else {
            straight | diagonal
        }
    }

    /// The un-promotions of `pieces` on row 8.
    fn un_promotions<B>(
        &self,
        openings: &Openings<'_>,
        pieces: Bitboard,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let board = openings.one.ground.placement();
        let pawns = self.setup.placement.reserve().count(side, Role::Pawn);
        if pawns == 0 {
            return ControlFlow::Continue(());
        }
        for from in pieces & !board.all(Role::King) {
            openings.each(from, |opening| {
                let roles = if pawns == 1 {
                    // The only pawn may have come back already.
                    opening.roles.without(Roles::PAWN)
                } else {
                    opening.roles
                };
                match opening.ground.un_promotion(from) {
                    Some(retreat) if !roles.is_empty() => opening.emit(&retreat, roles, listener),
                    _ => ControlFlow::Continue(()),
                }
            })?;
        }
        ControlFlow::Continue(())
    }

    fn un_castlings<B>(
        &self,
        opening: &Opening<'_>,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let setup = &self.setup;
        for wing in Wing::ALL {
            if stands_castled(&setup.placement, setup.castling, setup.side, wing) {
                self.un_castling(opening, wing, listener)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn un_castling<B>(
        &self,
        opening: &Opening<'_>,
        wing: Wing,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        let mut board = *opening.ground.placement();
        if let Some(head) = opening.head
            && !board.occupied().contains(head)
        {
            // Any piece that does not bear on the enemy king, which a knight might.
            let stand_in =
                match attacks::knight_attacks(head).contains(opening.ground.sight().king()) {
                    true => Role::Pawn,
                    false => Role::Knight,
                };
            board.put(stand_in.of(side), head);
        }
        if !can_un_castle(&board, self.setup.castling, side, wing) {
            return ControlFlow::Continue(());
        }
        let home = Bitboard::from_square(Wing::king_home(side));
        // It has looked at all that may be attacked.
        listener.take(TurnSet {
            roles: opening.roles,
            head: opening.head,
            ..TurnSet::steps(wing.king_castled(side), home)
        })
    }

    /// Diagonal un-moves of a pawn on row 6 that only an un-en-passant makes legal: a piece on the
    /// vacated square would leave the enemy king in check, a pawn in front of it takes it out. The
    /// check is one that was there before the un-move.
    fn rescued_en_passant<B>(
        &self,
        opening: &Opening<'_>,
        from: Square,
        listener: &mut impl Listener<B>,
    ) -> ControlFlow<B> {
        let side = self.setup.side;
        if opening.ground.sight().checkers().is_empty()
            || self.setup.placement.reserve().count(!side, Role::Pawn) == 0
        {
            return ControlFlow::Continue(());
        }
        let safe =
            opening
                .ground
                .sight()
                .safe_targets(opening.ground.placement(), from, Role::Pawn);
        let diagonal = pawn_diagonal(side, from, opening.ground.occupied());
        let doubtful = TurnSet {
            roles: opening.roles,
            head: opening.head,
            ..TurnSet::steps(from, diagonal & !safe.filled)
        };
        for turn in doubtful.turns() {
            if self.play(turn).has_un_en_passant() {
                // Its answer is looked for turn by turn.
                listener.look_at(Plain {
                    turns: TurnSet::only(turn),
                    unforced: Bitboard::EMPTY,
                    revives: false,
                })?;
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
            Act::Move,
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
