//! The candidates for an un-move. Any piece may go to any empty square. With a pawn in reserve, a
//! queen, rook, bishop or knight on row 8 may also become a pawn on any empty square
//! (un-promotion). A king and a rook may un-castle. `shakmaty` decides whether a candidate is an
//! un-move: see `judge`.

use reviver::board::{Castling, Color, Role, Setup, Square, Wing};

use super::judge::{self, ChessMove};
use super::{ahead, empty_squares, row};

/// A candidate for an un-move of the side to play.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub from: Square,
    pub to: Square,
    /// The role of the piece that stands on `from`.
    pub role: Role,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Plain,
    UnPromotion,
    UnCastling(Wing),
}

/// All candidates of the side to play.
pub fn candidates(setup: &Setup) -> Vec<Candidate> {
    let side = setup.side;
    let mut list = Vec::new();
    for from in setup.placement.by_color(side) {
        let role = setup.placement.role_at(from).expect("a piece stands there");
        let mut add = |to, kind| {
            list.push(Candidate {
                from,
                to,
                role,
                kind,
            });
        };
        for to in empty_squares(setup) {
            add(to, Kind::Plain);
            let pawn_in_reserve = setup.placement.reserve().count(side, Role::Pawn) > 0;
            if role != Role::Pawn && role != Role::King && row(side, from) == 8 && pawn_in_reserve {
                add(to, Kind::UnPromotion);
            }
        }
        for wing in Wing::ALL {
            let rook = Role::Rook.of(side);
            let castled = role == Role::King
                && from == wing.king_castled(side)
                && setup.placement.piece_at(wing.rook_castled(side)) == Some(rook);
            let home_empty = [Wing::king_home(side), wing.rook_home(side)]
                .into_iter()
                .all(|home| empty_squares(setup).contains(home));
            let frozen = Wing::ALL
                .into_iter()
                .any(|wing| setup.castling.has_wing(side, wing));
            if castled && home_empty && !frozen {
                add(Wing::king_home(side), Kind::UnCastling(wing));
            }
        }
    }
    list
}

impl Candidate {
    /// The chess move that the candidate would undo.
    pub fn chess_move(&self) -> ChessMove {
        ChessMove {
            from: self.to,
            to: self.from,
            promotion: (self.kind == Kind::UnPromotion).then_some(self.role),
        }
    }

    /// The text of the un-move in the notation of the protocol.
    pub fn text(&self) -> String {
        let p = if self.kind == Kind::UnPromotion {
            "p"
        } else {
            ""
        };
        format!("{}{}{p}", self.from, self.to)
    }

    /// The position after the un-move without an un-capture. The side to play, the pending field
    /// and the counters do not change.
    pub fn undo(&self, setup: &Setup) -> Setup {
        let side = setup.side;
        let mut earlier = *setup;
        match self.kind {
            Kind::Plain => earlier
                .placement
                .move_piece(self.role.of(side), self.from, self.to),
            Kind::UnPromotion => {
                earlier
                    .placement
                    .move_to_reserve(self.role.of(side), self.from);
                earlier.placement.revive(Role::Pawn.of(side), self.to);
            }
            Kind::UnCastling(wing) => {
                earlier
                    .placement
                    .move_piece(self.role.of(side), self.from, self.to);
                earlier.placement.move_piece(
                    Role::Rook.of(side),
                    wing.rook_castled(side),
                    wing.rook_home(side),
                );
                earlier.castling = with_castling(earlier.castling, side, wing);
            }
        }
        earlier
    }

    /// Whether a pawn un-moves, un-promotions included.
    pub fn is_pawn_unmove(&self) -> bool {
        self.role == Role::Pawn || self.kind == Kind::UnPromotion
    }

    /// Whether a pawn un-moves to another file, un-promotions included. This undoes a capture.
    pub fn is_diagonal(&self) -> bool {
        self.is_pawn_unmove() && self.from.file() != self.to.file()
    }

    /// Whether the candidate undoes a legal chess move that captures nothing.
    pub fn is_legal_without_capture(&self, setup: &Setup) -> bool {
        judge::leads_back(&self.undo(setup), None, self.chess_move(), setup)
    }

    /// The position after the un-move and the un-capture of `revived` on the vacated square. `None`
    /// if the other side has no such piece in reserve, or if no legal chess move is undone.
    pub fn undo_capture(&self, setup: &Setup, revived: Role) -> Option<Setup> {
        let mut earlier = self.undo(setup);
        revive(&mut earlier, revived.of(!setup.side), self.from)?;
        judge::leads_back(&earlier, None, self.chess_move(), setup).then_some(earlier)
    }

    /// The position after the un-move and an en passant un-capture. In this position, the other
    /// side must make an un-double-step. This function does not test whether it can. `None` if the
    /// other side has no pawn in reserve, or if no legal chess move is undone.
    pub fn undo_en_passant(&self, setup: &Setup) -> Option<Setup> {
        if self.role != Role::Pawn || self.kind != Kind::Plain {
            return None;
        }
        let mut earlier = self.undo(setup);
        let beside = ahead(setup.side, self.from, -1)?;
        revive(&mut earlier, Role::Pawn.of(!setup.side), beside)?;
        judge::leads_back(&earlier, Some(self.from), self.chess_move(), setup).then_some(earlier)
    }
}

/// Puts a piece from the reserve on `square`. `None` if the reserve lacks it or the square is
/// occupied.
pub fn revive(setup: &mut Setup, piece: reviver::board::Piece, square: Square) -> Option<()> {
    let in_reserve = setup.placement.reserve().count(piece.color, piece.role) > 0;
    (in_reserve && empty_squares(setup).contains(square))
        .then(|| setup.placement.revive(piece, square))
}

/// Whether the candidate is a pawn's un-double-step over the square `passed`.
pub fn is_un_double_step_over(setup: &Setup, candidate: &Candidate, passed: Square) -> bool {
    candidate.role == Role::Pawn
        && candidate.kind == Kind::Plain
        && Some(candidate.from) == ahead(setup.side, passed, 1)
        && Some(candidate.to) == ahead(setup.side, passed, -1)
}

/// The castling field after an un-castling on `wing`. The king and the rook of this wing are now
/// frozen.
fn with_castling(castling: Castling, side: Color, wing: Wing) -> Castling {
    castling.with(side, wing as usize)
}
