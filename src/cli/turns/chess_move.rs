//! Moves that a person types in chess notation out of habit, and the turns that they mean.

use super::lists::{Named, moved_role};
use crate::board::{Act, Color, Placement, Role, RoleOn, Square, Turn, TurnFields, Wing, attacks};
use crate::rules::Rules;

/// A move in standard algebraic notation: `Nf3`, `exd5`, `O-O`. As in the notation of the protocol,
/// a star and the letter of an un-captured piece may follow the move: `Kg7*n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChessMove {
    /// A piece goes to a square.
    To(Destination),
    /// The king castles.
    Castling(Wing),
}

/// The parts of a move that is not castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Destination {
    role: Role,
    origin: Origin,
    square: Square,
    way: Way,
    /// The piece whose letter follows a star, as in `Kg7*n`. The un-move un-captures it on the
    /// vacated square.
    left_behind: Option<Role>,
    /// The piece that a pawn becomes.
    promotion: Option<Role>,
}

/// What the move says about the square that the piece leaves. `Ngf3` names only the file of this
/// square, so every knight on the g-file fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Any,
    /// The file or the rank of the square, as an ASCII letter or digit.
    Part(u8),
    On(Square),
}

/// Whether the move is written as a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Quiet,
    Capture,
}

impl Origin {
    fn read(text: &str) -> Option<Self> {
        match *text.as_bytes() {
            [] => Some(Origin::Any),
            [part @ (b'a'..=b'h' | b'1'..=b'8')] => Some(Origin::Part(part)),
            _ => Square::from_ascii(text.as_bytes()).ok().map(Origin::On),
        }
    }

    fn fits(self, square: Square) -> bool {
        match self {
            Origin::Any => true,
            Origin::Part(part) => square.to_string().as_bytes().contains(&part),
            Origin::On(origin) => square == origin,
        }
    }
}

impl ChessMove {
    /// Reads a move. `None` if the text is not chess notation, or is only a square, such as `e4`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        match text {
            "O-O" | "0-0" => return Some(ChessMove::Castling(Wing::King)),
            "O-O-O" | "0-0-0" => return Some(ChessMove::Castling(Wing::Queen)),
            _ => {}
        }
        let (text, left_behind) = match text.split_once('*') {
            None => (text, None),
            Some((text, letter)) => (text, Some(letter.parse().ok().and_then(Role::from_char)?)),
        };
        let (role, squares) = match text.chars().next()? {
            // A small b is read as a file, not as a bishop.
            letter @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'k' | 'q' | 'r' | 'n' | 'p') => {
                (Role::from_char(letter)?, text.get(1..)?)
            }
            _ => (Role::Pawn, text),
        };
        let is_named = squares.len() < text.len();
        let (squares, promotion) = promotion(squares)?;
        let way = if squares.contains(['x', ':']) {
            Way::Capture
        } else {
            Way::Quiet
        };
        let squares = squares.replace(['x', '-', ':'], "");
        let split = squares.len().checked_sub(2)?;
        let (from, to) = (squares.get(..split)?, squares.get(split..)?);
        let origin = Origin::read(from)?;
        let square = Square::from_ascii(to.as_bytes()).ok()?;
        let has_more = is_named || left_behind.is_some() || promotion.is_some();
        let is_square_alone = origin == Origin::Any && !has_more;
        (!is_square_alone).then_some(ChessMove::To(Destination {
            role,
            origin,
            square,
            way,
            left_behind,
            promotion,
        }))
    }

    /// The turns of `all` that the move may mean: a piece of the named kind goes to the named
    /// square, is dropped there or is un-captured there. `O-O` and `O-O-O` may mean castling or
    /// un-castling.
    pub(super) fn meanings(self, placement: &Placement, all: &[Named]) -> Vec<Named> {
        let fits = |(turn, _): &&Named| match self {
            ChessMove::To(destination) => destination.fits(placement, *turn),
            ChessMove::Castling(wing) => {
                let files = turn.from().file().distance(turn.to().file());
                let castled = wing.king_castled(Color::White).file();
                let is_wing = [turn.from(), turn.to()]
                    .iter()
                    .any(|square| square.file() == castled);
                moved_role(placement, *turn) == Some(Role::King) && files > 1 && is_wing
            }
        };
        all.iter().filter(fits).cloned().collect()
    }

    /// The turn that the move most likely means. Call this for a move that fits no legal turn.
    /// Returns the first of these turns that exists, or else `None`:
    ///
    /// * A piece of the named kind that fits the origin and can reach the named square goes there.
    /// * A piece of the named kind is dropped on the named square. The move must name only a piece
    ///   and a square, and the player must have such a piece in reserve. In a reverse game, only a
    ///   king is dropped.
    /// * The only piece of the named kind that fits the origin goes to the named square, although
    ///   it cannot reach that square. It must not stand there already.
    ///
    /// `O-O` and `O-O-O` mean castling, or un-castling in a reverse game.
    pub(super) fn likely_turn<R: Rules>(self, position: &R) -> Option<Turn> {
        let (side, placement) = (position.side(), &position.setup().placement);
        let (from, to) = match self {
            ChessMove::To(destination) => {
                let near = destination.origin_in_reach::<R>(placement, side);
                if near.is_none()
                    && let Some(drop) = destination.likely_drop::<R>(placement, side)
                {
                    return Some(drop);
                }
                let (to, only) = (destination.square, destination.only_origin(placement, side));
                let from = near.or_else(|| only.filter(|&from| from != to))?;
                (from, to)
            }
            ChessMove::Castling(wing) => {
                let (home, castled) = (Wing::king_home(side), wing.king_castled(side));
                if R::FORM.reverse {
                    (castled, home)
                } else {
                    (home, castled)
                }
            }
        };
        let (act, role) = match self {
            ChessMove::To(Destination {
                promotion: Some(role),
                ..
            }) => (Act::Promotion, Some(role)),
            ChessMove::To(destination) => (Act::Move, destination.left_behind),
            ChessMove::Castling(_) => (Act::Move, None),
        };
        Turn::new(TurnFields {
            role,
            ..TurnFields::new(act, from, to)
        })
    }
}

/// The turn that a square alone most likely means in chess notation. A pawn that can reach the
/// square goes there. If no pawn can, a pawn of the reserve is dropped there. `None` if this is
/// impossible too: the reserve has no pawn, or the game is a reverse game, in which only kings are
/// dropped.
pub(super) fn likely_pawn_turn<R: Rules>(position: &R, square: Square) -> Option<Turn> {
    let (side, placement) = (position.side(), &position.setup().placement);
    let destination = Destination {
        role: Role::Pawn,
        origin: Origin::Any,
        square,
        way: Way::Quiet,
        left_behind: None,
        promotion: None,
    };
    match destination.origin_in_reach::<R>(placement, side) {
        Some(from) => Turn::new(TurnFields::new(Act::Move, from, square)),
        None => destination.likely_drop::<R>(placement, side),
    }
}

impl Destination {
    fn fits(self, placement: &Placement, turn: Turn) -> bool {
        let revived = RoleOn {
            role: self.role,
            square: self.square,
        };
        let tail = turn.tail_revival().map(|role| RoleOn {
            role,
            square: turn.from(),
        });
        if [turn.head_revival(), tail].contains(&Some(revived)) && self.names_piece_alone() {
            return true;
        }
        match turn.act() {
            Act::End => false,
            Act::Drop => {
                self.names_piece_alone()
                    && turn.to() == self.square
                    && turn.role() == Some(self.role)
            }
            _ => {
                let is_tail = self.left_behind.is_none() || self.left_behind == turn.tail_revival();
                let promotion = turn.role().filter(|_| turn.act() == Act::Promotion);
                let is_promotion = self.promotion.is_none() || self.promotion == promotion;
                is_tail
                    && is_promotion
                    && turn.to() == self.square
                    && self.origin.fits(turn.from())
                    && moved_role(placement, turn) == Some(self.role)
            }
        }
    }

    /// The squares of the player's pieces of this kind that fit the origin.
    fn origins(self, placement: &Placement, side: Color) -> Vec<Square> {
        let pieces = placement.pieces(side, self.role).into_iter();
        pieces.filter(|&from| self.origin.fits(from)).collect()
    }

    /// The first of the `origins` from which a piece of this kind reaches the target square. Pieces
    /// in between block it.
    fn origin_in_reach<R: Rules>(self, placement: &Placement, side: Color) -> Option<Square> {
        // A white pawn un-moves down the board, as a black pawn moves in chess.
        let mover = if R::FORM.reverse { !side } else { side };
        let piece = self.role.of(mover);
        let reaches = |from: &Square| {
            if self.role == Role::Pawn && self.way == Way::Quiet {
                return self.is_pawn_push(*from, placement, mover);
            }
            attacks::attacks(*from, piece, placement.occupied()).contains(self.square)
        };
        self.origins(placement, side).into_iter().find(reaches)
    }

    /// Whether the target square is one or two squares straight ahead of `from` for a pawn of
    /// `mover`. For two squares, the square between must be empty.
    fn is_pawn_push(self, from: Square, placement: &Placement, mover: Color) -> bool {
        let step = mover.fold_wb(8, -8);
        let one = from.offset(step);
        let is_free = one.is_some_and(|square| !placement.occupied().contains(square));
        let two = one
            .filter(|_| is_free)
            .and_then(|square| square.offset(step));
        one == Some(self.square) || two == Some(self.square)
    }

    /// The square of the only piece of this kind that fits the origin.
    fn only_origin(self, placement: &Placement, side: Color) -> Option<Square> {
        match self.origins(placement, side).as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The drop that the move may mean. `None` if the move names more than a piece and a square, if
    /// the player has no piece of this kind in reserve, or in a reverse game if the piece is not a
    /// king.
    fn likely_drop<R: Rules>(self, placement: &Placement, side: Color) -> Option<Turn> {
        let has_drops = !R::FORM.reverse || self.role == Role::King;
        let can_drop = has_drops && placement.reserve().count(side, self.role) > 0;
        let fields = TurnFields {
            role: Some(self.role),
            ..TurnFields::new(Act::Drop, self.square, self.square)
        };
        Turn::new(fields).filter(|_| self.names_piece_alone() && can_drop)
    }

    /// Whether the move names only a piece and a square.
    fn names_piece_alone(self) -> bool {
        self.way == Way::Quiet
            && self.origin == Origin::Any
            && self.left_behind.is_none()
            && self.promotion.is_none()
    }
}

/// Splits a move such as `e8=Q` or `e8Q` into its squares and the piece of its promotion, if any.
/// `None` if anything but the letter of a piece follows an equals sign.
fn promotion(text: &str) -> Option<(&str, Option<Role>)> {
    if let Some((squares, letter)) = text.split_once('=') {
        return Some((
            squares,
            Some(letter.parse().ok().and_then(Role::from_char)?),
        ));
    }
    match text.strip_suffix(['Q', 'R', 'B', 'N']) {
        Some(squares) => {
            let letter = text.get(squares.len()..)?.parse().ok()?;
            Some((squares, Role::from_char(letter)))
        }
        None => Some((text, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::position;
    use crate::rules::ssehc::Ssehc;

    #[test]
    fn a_pawn_of_a_reverse_game_goes_diagonally_back() {
        let fen = "8/8/4Pk2/8/4P3/5K2/8/8[QRRBBNNPPPPPPqrrbbnnpppppppp] w - - 0 1";
        let setup = position::parse(Ssehc::FORM, fen).expect("a position");
        let Some(ChessMove::To(destination)) = ChessMove::read("exd5") else {
            panic!("exd5 is a move");
        };
        let from = destination.origin_in_reach::<Ssehc>(&setup.placement, Color::White);
        assert_eq!(from, Some(Square::E6));
    }

    #[test]
    fn chess_moves_are_distinguished_from_other_texts() {
        let move_to = |role, origin, square, way| Destination {
            role,
            origin,
            square,
            way,
            left_behind: None,
            promotion: None,
        };
        let to = |role, origin, square, way, left_behind| {
            Some(ChessMove::To(Destination {
                left_behind,
                ..move_to(role, origin, square, way)
            }))
        };
        let (any, quiet, capture) = (Origin::Any, Way::Quiet, Way::Capture);
        let read = ChessMove::read;
        assert_eq!(read("Nf3"), to(Role::Knight, any, Square::F3, quiet, None));
        let from_file = Origin::Part(b'g');
        let expected = to(Role::Knight, from_file, Square::F3, capture, None);
        assert_eq!(read("Ngxf3+"), expected);
        let from_file = Origin::Part(b'e');
        let promoted = Destination {
            promotion: Some(Role::Queen),
            ..move_to(Role::Pawn, from_file, Square::D8, capture)
        };
        assert_eq!(read("exd8=Q#"), Some(ChessMove::To(promoted)));
        assert_eq!(read("exd8Q"), Some(ChessMove::To(promoted)));
        let promoted = Destination {
            promotion: Some(Role::Rook),
            ..move_to(Role::Pawn, any, Square::E8, quiet)
        };
        assert_eq!(read("e8=R"), Some(ChessMove::To(promoted)));
        assert_eq!(read("Pe5"), to(Role::Pawn, any, Square::E5, quiet, None));
        assert_eq!(read("nf3"), read("Nf3"));
        let from_rank = Origin::Part(b'1');
        let expected = to(Role::Rook, from_rank, Square::A3, quiet, None);
        assert_eq!(read("R1a3!?"), expected);
        let from = Origin::On(Square::F3);
        let expected = to(Role::King, from, Square::E4, quiet, None);
        assert_eq!(read("Kf3-e4"), expected);
        let expected = to(Role::King, any, Square::G7, quiet, Some(Role::Knight));
        assert_eq!(read("Kg7*n"), expected);
        assert_eq!(read("O-O-O"), Some(ChessMove::Castling(Wing::Queen)));
        for text in [
            "", "N", "xyz", "f9", "N@f3", "hello", "Nf3f4f5", "end", "N\u{e4}3", "Kg7*", "Kg7*xy",
            "e4",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
