//! How bishops and pawns may stand: points 2 and 3 of [`super`].

use super::{Bishops, PawnsOnAFile, RevivedPawns, Switches, Unplay};
use crate::board::{Bitboard, Color, Placement, Role, Roles, Square, row};
use crate::rules::IllegalPosition;

/// The rows 5 to 7 of a side.
const fn upper_rows(color: Color) -> Bitboard {
    Bitboard(row(color, 5).0 | row(color, 6).0 | row(color, 7).0)
}

/// The squares of the rows on which a side may un-capture an enemy pawn: 5 to 7, or 2 to 7.
#[inline]
fn pawn_zone(color: Color, pawns: RevivedPawns) -> Bitboard {
    const WHITE: Bitboard = upper_rows(Color::White);
    const BLACK: Bitboard = upper_rows(Color::Black);
    match pawns {
        RevivedPawns::Ahead => color.fold_wb(WHITE, BLACK),
        RevivedPawns::Any => !Bitboard::BACKRANKS,
    }
}

/// These squares and all squares ahead of them on their files, from the view of `color`.
const fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    let mut fill = squares.0;
    match color {
        Color::White => {
            fill |= fill << 8;
            fill |= fill << 16;
            fill |= fill << 32;
        }
        Color::Black => {
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill |= fill >> 32;
        }
    }
    Bitboard(fill)
}

/// The files of these squares.
const fn files(squares: Bitboard) -> Bitboard {
    ahead(Color::Black, ahead(Color::White, squares))
}

/// The squares of a position on which points 2 and 3 allow bishops and pawns.
pub(super) struct Structure {
    color: Color,
    revived_pawns: RevivedPawns,
    own_pawns: Bitboard,
    /// The kinds of piece that the other side has in reserve.
    reserve: Roles,
    /// Files on which the side to play may not have another pawn.
    pub(super) pawn_files: Bitboard,
    /// Squares on which an enemy bishop may be un-captured.
    bishops: Bitboard,
    /// Squares on which an enemy pawn may be un-captured if the player's own pawns are ignored.
    pawns: Bitboard,
    /// The squares of `pawns` that have none of the player's own pawns on them or ahead of them. If
    /// the game does not require this, all squares of `pawns`.
    ahead_of_own: Bitboard,
}

impl Structure {
    #[inline]
    pub(super) fn new(placement: &Placement, color: Color, switches: &Switches) -> Self {
        let own = placement.pieces(color, Role::Pawn);
        let mut bishops = Bitboard::FULL;
        if switches.bishops == Bishops::TwoColours {
            let enemy_bishops = placement.pieces(!color, Role::Bishop);
            for shade in [Bitboard::DARK_SQUARES, Bitboard::LIGHT_SQUARES] {
                if enemy_bishops.intersects(shade) {
                    bishops &= !shade;
                }
            }
        }
        let zone = pawn_zone(color, switches.revived_pawns);
        let (pawn_files, pawns) = match switches.pawns_on_a_file {
            PawnsOnAFile::One => (
                files(own),
                zone & !files(placement.pieces(!color, Role::Pawn)),
            ),
            PawnsOnAFile::Any => (Bitboard::EMPTY, zone),
        };
        let mut structure = Self {
            color,
            revived_pawns: switches.revived_pawns,
            own_pawns: own,
            reserve: placement.reserve().roles(!color),
            pawn_files,
            bishops,
            pawns,
            ahead_of_own: pawns,
        };
        structure.ahead_of_own = structure.ahead_of(own);
        structure
    }

    /// The squares on which an enemy pawn may be un-captured if the player's own pawns are `own`.
    #[inline]
    fn ahead_of(&self, own: Bitboard) -> Bitboard {
        match self.revived_pawns {
            // No pawn of `own` may stand on the square of the un-captured pawn, or ahead of it.
            RevivedPawns::Ahead => self.pawns & !ahead(!self.color, own),
            RevivedPawns::Any => self.pawns,
        }
    }

    /// The squares on which an enemy pawn may be un-captured after the player's own pawn on `from`
    /// has left.
    #[inline]
    pub(super) fn after_pawn(&self, from: Square) -> Bitboard {
        self.ahead_of(self.own_pawns.without(from))
    }

    /// The kinds that may be un-captured on `square` when a piece other than a pawn vacates it.
    #[inline]
    pub(super) fn roles_after_non_pawn(&self, square: Square) -> Roles {
        self.revivable(square, self.ahead_of_own)
    }

    /// The kinds that may be un-captured on `square` when a pawn vacates it.
    #[inline]
    pub(super) fn roles_after_pawn(&self, square: Square) -> Roles {
        self.revivable(square, self.after_pawn(square))
    }

    /// The kinds that may be un-captured on `square`. They include the pawn only if `pawns`
    /// contains `square`.
    #[inline]
    fn revivable(&self, square: Square, pawns: Bitboard) -> Roles {
        let mut roles = self.reserve;
        if !self.bishops.contains(square) {
            roles = roles.without(Roles::of(Role::Bishop));
        }
        if !pawns.contains(square) {
            roles = roles.without(Roles::PAWN);
        }
        roles
    }
}

impl Unplay {
    /// Checks that the whole position satisfies point 2.
    pub(super) fn check_structure(&self) -> Result<(), IllegalPosition> {
        for color in [Color::White, Color::Black] {
            let bishops = self.setup.placement.pieces(color, Role::Bishop);
            if self.switches.bishops == Bishops::TwoColours
                && [Bitboard::DARK_SQUARES, Bitboard::LIGHT_SQUARES]
                    .into_iter()
                    .any(|shade| (bishops & shade).more_than_one())
            {
                return Err(IllegalPosition::BishopsOnOneColor(color));
            }
            let pawns = self.setup.placement.pieces(color, Role::Pawn);
            let doubled = |pawn: Square| (Bitboard::from_file(pawn.file()) & pawns).more_than_one();
            if self.switches.pawns_on_a_file == PawnsOnAFile::One && pawns.into_iter().any(doubled)
            {
                return Err(IllegalPosition::DoubledPawns(color));
            }
        }
        Ok(())
    }
}
