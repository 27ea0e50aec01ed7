//! Why a sequence of taps leads to no legal turn. A person enters a turn by tapping squares, pieces
//! of a pocket (a reserve drawn beside the board) and answers to questions.

use super::taps::{Choice, Tap, pending_square, taps_of};
use crate::board::{
    Act, Bitboard, Color, Role, RoleOn, Square, Turn, TurnFields, Wing, attacks, back, row,
};
use crate::engine::TapsAnswer;
use crate::rules::{Illegality, Rules, role_name, side_name};

/// Whether a legal turn begins with these taps, and if not, why not.
pub(in crate::engine) fn explain<R: Rules>(position: &R, taps: &[Tap]) -> TapsAnswer {
    let ways = taps_of(position, &position.turns());
    let begins = |way: &Vec<Tap>| {
        way.len() >= taps.len() && way.iter().zip(taps).all(|(one, other)| one.is_like(other))
    };
    if ways.iter().flatten().any(begins) {
        TapsAnswer::Legal
    } else {
        TapsAnswer::Illegal(illegality(position, taps))
    }
}

/// Why no legal turn begins with these taps. `None` if no reason is known, for example because a
/// tap names a square that does not exist.
fn illegality<R: Rules>(position: &R, taps: &[Tap]) -> Option<Illegality> {
    let attempt = Attempt::new(position, taps)?;
    if let Some(illegality) = attempt.pocket_illegality() {
        return Some(illegality);
    }
    let tried: Vec<(Turn, Illegality)> = attempt
        .turns()
        .into_iter()
        .filter_map(|turn| Some((turn, position.illegality(turn)?)))
        .collect();
    attempt.reason(&tried)
}

/// The parts of a turn that taps name.
struct Attempt<'a, R> {
    position: &'a R,
    /// The piece that was tapped in a pocket.
    pocket: Option<(Color, Role)>,
    /// The squares that were tapped.
    squares: Vec<Square>,
    /// The answers that were chosen, for example `ep` or `q`; see [`Choice::answer`].
    answers: Vec<&'a str>,
}

impl<'a, R: Rules> Attempt<'a, R> {
    fn new(position: &'a R, taps: &'a [Tap]) -> Option<Self> {
        let mut attempt = Self {
            position,
            pocket: None,
            squares: Vec::new(),
            answers: Vec::new(),
        };
        for tap in taps {
            match tap {
                Tap::Square(name) => attempt.squares.push(name.parse().ok()?),
                Tap::Pocket(letter) => {
                    let color = Color::from_white(letter.is_ascii_uppercase());
                    attempt.pocket = Some((color, Role::from_char(*letter)?));
                }
                Tap::Choice(Choice { answer, .. }) => attempt.answers.push(answer),
            }
        }
        Some(attempt)
    }

    /// What is wrong with the piece that was tapped in a pocket: it is the opponent's, or the
    /// pocket has no piece of its kind.
    fn pocket_illegality(&self) -> Option<Illegality> {
        let setup = self.position.setup();
        let side = setup.side;
        let (color, role) = self.pocket?;
        let (owner, name) = (side_name(color), role_name(role));
        if color != side {
            let reason = format!(
                "the {name} is {owner}'s, and it is {}'s turn",
                side_name(side)
            );
            return Some(Illegality::new("reserves", reason));
        }
        if setup.placement.reserve().count(color, role) == 0 {
            let reason = format!("{owner} has no {name} in reserve");
            return Some(Illegality::new("reserves", reason));
        }
        None
    }

    /// The illegality to report; `None` if `tried` is empty. `tried` holds illegal turns that begin
    /// with the taps. The result is about the rule that most of these turns break.
    ///
    /// If the turns that break this rule have different reasons, the result gives one reason:
    ///
    /// * After a single tap on a square, it is the reason of the shortest turn along the piece's
    ///   file, or of the shortest turn if none goes along the file. The result names this turn.
    /// * Otherwise it is the reason of the first turn that breaks the rule.
    fn reason(&self, tried: &[(Turn, Illegality)]) -> Option<Illegality> {
        let illegalities: Vec<Illegality> = tried.iter().map(|(_, why)| why.clone()).collect();
        let shared = Illegality::most_shared(&illegalities)?;
        let alike = || tried.iter().filter(|(_, why)| why.rule == shared.rule);
        let one_piece = self.pocket.is_none() && self.squares.len() == 1 && self.answers.is_empty();
        if !one_piece || alike().all(|(_, why)| why.reason == shared.reason) {
            return Some(shared.clone());
        }
        let (nearest, why) = alike().min_by_key(|(turn, _)| {
            let (from, to) = (turn.from(), turn.to());
            (from.file() != to.file(), from.distance(to))
        })?;
        let (from, to) = (nearest.from(), nearest.to());
        let role = self.position.setup().placement.role_at(from)?;
        let what = if R::FORM.reverse { "un-move" } else { "move" };
        let reason = format!(
            "the {} on {from} has no legal {what} ({from} to {to}: {})",
            role_name(role),
            why.reason
        );
        Some(Illegality::new(why.rule, reason))
    }

    /// Turns that begin with the taps, legal or not.
    fn turns(&self) -> Vec<Turn> {
        if self.answers.contains(&"end") {
            return self.with_head(TurnFields::new(Act::End, Square::A1, Square::A1), None);
        }
        let Some((_, role)) = self.pocket else {
            return self.un_moves(&self.squares, None);
        };
        let form = R::FORM;
        let placement = &self.position.setup().placement;
        // In reverse games, a side without a king on the board can only drop its king.
        let lacks_king = placement.king(self.position.side()).is_none();
        if !form.pending_uncapture || role == Role::King || lacks_king {
            let square = self.squares.first().copied().unwrap_or(Square::A1);
            let drop = TurnFields {
                role: Some(role),
                ..TurnFields::new(Act::Drop, square, square)
            };
            return Turn::new(drop).into_iter().collect();
        }
        let vacated = pending_square(self.position.setup());
        match (self.squares.as_slice(), vacated) {
            // `on` is the vacated square. If it is tapped, the piece of the pocket is un-captured
            // there and un-moves. If a piece is tapped, the piece of the pocket is un-captured on
            // the vacated square, and the tapped piece un-moves. If another empty square is tapped,
            // the un-capture is tried there.
            (&[square], Some(on)) => {
                let mut turns = self.un_moves(&[], Some(RoleOn { role, square }));
                if square == on || self.position.setup().placement.role_at(square).is_some() {
                    turns = self.un_moves(&[square], Some(RoleOn { role, square: on }));
                }
                turns
            }
            (squares, Some(on)) => {
                let squares = match squares {
                    [_, from, to] => &[*from, *to][..],
                    other => other,
                };
                self.un_moves(squares, Some(RoleOn { role, square: on }))
            }
            // No un-capture is allowed now, and every square gives the same illegality.
            (squares, None) => {
                let on = squares.first().copied().unwrap_or(Square::A1);
                self.un_moves(&[], Some(RoleOn { role, square: on }))
            }
        }
    }

    /// The un-moves, or the chess moves, from the first of `squares` to the second. If the second
    /// is missing, every square of [`Attempt::reach`] is a target. If both are missing, every piece
    /// of the side to play is tried. `head` is the un-capture before the un-move.
    fn un_moves(&self, squares: &[Square], head: Option<RoleOn>) -> Vec<Turn> {
        let setup = self.position.setup();
        let pieces = match squares.first() {
            Some(&from) => Bitboard::from_square(from),
            None => setup.placement.by_color(setup.side),
        };
        let mut turns = Vec::new();
        for from in pieces {
            let targets = match squares.get(1) {
                Some(&to) => Bitboard::from_square(self.castling_target(from, to).unwrap_or(to)),
                None => self.reach(from, head),
            };
            for to in targets {
                let act = self.act(from, to);
                turns.extend(self.with_head(TurnFields::new(act, from, to), head));
            }
        }
        turns
    }

    /// The act that fits the squares and the answers. In games of chess moves, every answer here
    /// means a promotion, because it names the piece to which a pawn promotes.
    fn act(&self, from: Square, to: Square) -> Act {
        if self.answers.contains(&"ep") {
            Act::UnEnPassant
        } else if self.answers.contains(&"unpromote") {
            Act::UnPromotion
        } else if !R::FORM.reverse && (!self.answers.is_empty() || self.reaches_last_row(from, to))
        {
            Act::Promotion
        } else {
            Act::Move
        }
    }

    /// Whether `from` has a pawn of the side to play, and `to` is on row 8 of this side.
    fn reaches_last_row(&self, from: Square, to: Square) -> bool {
        let setup = self.position.setup();
        let pawns = setup.placement.pieces(setup.side, Role::Pawn);
        pawns.contains(from) && row(setup.side, 8).contains(to)
    }

    /// The turn with `fields`; no turn if [`Turn::new`] refuses them. The piece that the turn
    /// un-captures is the first in this list that is known:
    ///
    /// * the piece of `head`; the turn begins with this un-capture
    /// * the piece tapped in a pocket; the turn begins with this un-capture, on the vacated square
    /// * the piece that an answer names; this un-capture follows the un-move
    /// * the piece of [`Attempt::revived_by_pawn`]; this un-capture follows the un-move
    ///
    /// In games of chess moves, a pawn promotes to the piece that an answer names, otherwise to a
    /// queen.
    fn with_head(&self, fields: TurnFields, head: Option<RoleOn>) -> Vec<Turn> {
        let head = head.or_else(|| {
            let (_, role) = self.pocket?;
            let square = pending_square(self.position.setup())?;
            Some(RoleOn { role, square })
        });
        if let Some(head) = head {
            return Turn::new(TurnFields {
                role: Some(head.role),
                head: Some(head.square),
                ..fields
            })
            .into_iter()
            .collect();
        }
        let answered = self.answers.iter().find_map(|answer| {
            Role::from_char(answer.chars().next().filter(|_| answer.len() == 1)?)
        });
        let promoted = (fields.act == Act::Promotion).then_some(Role::Queen);
        let role = answered
            .or(promoted)
            .or_else(|| self.revived_by_pawn(fields));
        Turn::new(TurnFields { role, ..fields })
            .into_iter()
            .collect()
    }

    /// A role for the forced un-capture of a diagonal pawn un-move, in games with the un-capture
    /// after the un-move; `None` for other turns and games. It is used while the taps do not name
    /// the role. Without it, the reported reason would be that the un-capture is missing.
    fn revived_by_pawn(&self, fields: TurnFields) -> Option<Role> {
        let setup = self.position.setup();
        let is_diagonal = fields.from.file() != fields.to.file();
        let is_pawn = fields.act == Act::UnPromotion
            || setup.placement.role_at(fields.from) == Some(Role::Pawn);
        if !R::FORM.reverse || R::FORM.pending_uncapture || !(is_pawn && is_diagonal) {
            return None;
        }
        let reserve = setup.placement.reserve();
        [
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
        ]
        .into_iter()
        .find(|&role| reserve.count(!setup.side, role) > 0)
    }

    /// The square to which the king castles, if the king was tapped and then the rook, both on
    /// their home squares.
    fn castling_target(&self, from: Square, to: Square) -> Option<Square> {
        let setup = self.position.setup();
        let side = setup.side;
        let is_king = setup.placement.king(side) == Some(from);
        let is_own_rook = setup.placement.pieces(side, Role::Rook).contains(to);
        Wing::ALL
            .into_iter()
            .find(|wing| {
                is_king
                    && is_own_rook
                    && from == Wing::king_home(side)
                    && to == wing.rook_home(side)
            })
            .map(|wing| wing.king_castled(side))
    }

    /// The targets to try for the piece on a square. For a piece other than a pawn: its attacks on
    /// an empty board. For a pawn in reverse games: one and two squares straight back, and the
    /// squares diagonally back. For a pawn in games of chess moves: the square ahead. If there is
    /// no piece or no target, the adjacent squares are tried.
    fn reach(&self, from: Square, head: Option<RoleOn>) -> Bitboard {
        let setup = self.position.setup();
        let side = setup.side;
        let revived = head.filter(|head| head.square == from);
        let role = revived
            .map(|head| head.role)
            .or_else(|| setup.placement.role_at(from));
        let squares = match role {
            Some(Role::Pawn) if R::FORM.reverse => {
                let single = back(side, Bitboard::from_square(from));
                single | back(side, single) | attacks::pawn_attacks(!side, from)
            }
            Some(Role::Pawn) => back(!side, Bitboard::from_square(from)),
            Some(role) => attacks::attacks(from, role.of(side), Bitboard::EMPTY),
            None => attacks::king_attacks(from),
        };
        if squares.is_empty() {
            attacks::king_attacks(from)
        } else {
            squares
        }
    }
}
