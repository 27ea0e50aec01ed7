//! How a turn is entered by tapping: squares, pieces of a pocket (a side's reserve beside the
//! board), and answers to questions.
//!
//! A client shows the legal turns whose taps begin with the taps made so far. If a question has the
//! same answer in all these turns, the client need not ask it.

use serde::{Deserialize, Serialize};

use crate::board::{Act, Color, Pending, Role, RoleOn, Setup, Square, Turn, Wing};
use crate::rules::{Rules, role_name};

/// One tap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tap {
    /// A square, as `f3`.
    Square(String),
    /// A piece of a pocket. The letter of FEN names kind and side.
    Pocket(char),
    /// The answer to a question.
    Choice(Choice),
}

/// The answer to a question about a turn.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The answers depend on the question:
    ///
    /// * whether the piece un-promotes: `keep` or `unpromote`
    /// * what is un-captured: `none`, `ep` (a pawn, en passant) or the small letter of the piece
    /// * what a pawn becomes: the small letter of the piece
    /// * the end of the game: `end` declares it
    pub answer: String,
    /// The square at which the question is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The answer in words. Clients need not send it back.
    #[serde(default)]
    pub label: String,
}

impl Tap {
    /// Whether this is the same tap. The label of a choice is not compared.
    #[must_use]
    pub fn is_like(&self, other: &Tap) -> bool {
        match (self, other) {
            (Tap::Choice(one), Tap::Choice(other)) => {
                (&one.answer, &one.at) == (&other.answer, &other.at)
            }
            _ => self == other,
        }
    }
}

fn square(square: Square) -> Tap {
    Tap::Square(square.to_string())
}

fn pocket(color: Color, role: Role) -> Tap {
    Tap::Pocket(role.of(color).char())
}

fn choice(answer: impl Into<String>, at: Option<Square>, label: impl Into<String>) -> Tap {
    Tap::Choice(Choice {
        answer: answer.into(),
        at: at.map(|square| square.to_string()),
        label: label.into(),
    })
}

/// The ways to enter each turn of `turns`, in the same order. `turns` must hold all legal turns.
pub(super) fn taps_of<R: Rules>(position: &R, turns: &[Turn]) -> Vec<Vec<Vec<Tap>>> {
    let entry = Entry {
        position,
        head_squares: head_squares(turns),
    };
    turns.iter().map(|&turn| entry.ways(turn)).collect()
}

/// The squares on which each kind of piece can be un-captured before the un-move. The index is the
/// role.
fn head_squares(turns: &[Turn]) -> [Vec<Square>; 7] {
    let mut squares: [Vec<Square>; 7] = Default::default();
    for RoleOn { role, square } in turns.iter().filter_map(|turn| turn.head_revival()) {
        let known = &mut squares[role as usize];
        if !known.contains(&square) {
            known.push(square);
        }
    }
    squares
}

/// A position in which turns are entered.
struct Entry<'a, R> {
    position: &'a R,
    /// See [`head_squares`].
    head_squares: [Vec<Square>; 7],
}

impl<R: Rules> Entry<'_, R> {
    fn setup(&self) -> &Setup {
        self.position.setup()
    }

    /// The ways to enter a legal turn.
    fn ways(&self, turn: Turn) -> Vec<Vec<Tap>> {
        let side = self.setup().side;
        let mut taps = Vec::new();
        if let Some(head) = turn.head_revival() {
            taps.push(pocket(side, head.role));
            if self.head_squares[head.role as usize].len() > 1 {
                taps.push(square(head.square));
            }
            if turn.act() != Act::End && pending_square(self.setup()) != Some(head.square) {
                // The un-capture is not on the pending square, so a pawn is un-captured en passant.
                // The un-move must take back this pawn's double step, so the un-move needs no taps.
                return vec![taps];
            }
        }
        match turn.act() {
            Act::End => {
                taps.push(self.declaration(turn));
                vec![taps]
            }
            Act::Drop => {
                taps.extend(turn.role().map(|role| pocket(side, role)));
                taps.push(square(turn.to()));
                vec![taps]
            }
            Act::Promotion => {
                taps.extend([square(turn.from()), square(turn.to())]);
                taps.extend(turn.role().map(|role| {
                    let letter = role.char().to_string();
                    choice(letter, Some(turn.to()), role_name(role))
                }));
                vec![taps]
            }
            Act::Move | Act::UnPromotion | Act::UnEnPassant => self.movement(turn, taps),
        }
    }

    /// The answer that declares the end. Its label shows the scores after the declaration.
    fn declaration(&self, turn: Turn) -> Tap {
        let points = self.position.play(turn).points();
        let side = self.position.side();
        let (own, other) = (points.get(side), points.get(!side));
        choice("end", None, format!("declare the end: {own} to {other}"))
    }

    /// The ways to enter the movement of a piece. Each way is `taps`, then the from-square and the
    /// to-square, then the answers to the questions about the un-move. In games with captures,
    /// castling has a second way: the square of the rook replaces the to-square.
    fn movement(&self, turn: Turn, taps: Vec<Tap>) -> Vec<Vec<Tap>> {
        let (from, to) = (turn.from(), turn.to());
        let answers = self.answers(turn);
        let rook = castling_rook(self.setup(), turn).filter(|_| self.position.has_captures());
        [Some(to), rook.map(|(from, _)| from)]
            .into_iter()
            .flatten()
            .map(|target| {
                let mut way = taps.clone();
                way.extend([square(from), square(target)]);
                way.extend(answers.iter().cloned());
                way
            })
            .collect()
    }

    /// The answers to the questions about an un-move, each with the words that a client shows.
    fn answers(&self, turn: Turn) -> Vec<Tap> {
        let form = R::FORM;
        let from = turn.from();
        let mut answers = Vec::new();
        if !form.reverse {
            return answers;
        }
        // The from-square may still be empty: a turn can un-move the piece that it un-captures.
        let role = self.position.moved_role(turn);
        if let Some(role) = role.filter(|role| !matches!(role, Role::Pawn | Role::King)) {
            answers.push(if turn.act() == Act::UnPromotion {
                choice("unpromote", Some(from), "it was a pawn (un-promote)")
            } else {
                choice(
                    "keep",
                    Some(from),
                    format!("un-move the {}", role_name(role)),
                )
            });
        }
        if !form.pending_uncapture {
            answers.push(match (turn.act(), turn.tail_revival()) {
                (Act::UnEnPassant, _) => {
                    let on = Square::from_coords(from.file(), turn.to().rank());
                    choice("ep", Some(from), format!("pawn, en passant on {on}"))
                }
                (_, Some(role)) => choice(role.char().to_string(), Some(from), role_name(role)),
                (_, None) => choice("none", Some(from), "nothing"),
            });
        }
        answers
    }
}

/// The square in [`Setup::pending`]. In games with an un-capture before the un-move, an un-capture
/// is allowed or forced on this square, which the last turn vacated. In other games it has another
/// meaning (see [`Pending::At`]).
pub(super) fn pending_square(setup: &Setup) -> Option<Square> {
    match setup.pending {
        Pending::At(square) | Pending::Must(square) => Some(square),
        Pending::Nothing | Pending::End => None,
    }
}

/// The from-square and the to-square of the rook that castles or un-castles with the king.
pub(super) fn castling_rook(setup: &Setup, turn: Turn) -> Option<(Square, Square)> {
    let (from, to, side) = (turn.from(), turn.to(), setup.side);
    let is_king_castling = turn.act() == Act::Move
        && turn.head() != Some(from)
        && setup.placement.role_at(from) == Some(Role::King)
        && from.distance(to) > 1;
    if !is_king_castling {
        return None;
    }
    Wing::ALL.into_iter().find_map(|wing| {
        let castles = from == Wing::king_home(side) && to == wing.king_castled(side);
        let un_castles = from == wing.king_castled(side) && to == Wing::king_home(side);
        let (home, castled) = (wing.rook_home(side), wing.rook_castled(side));
        match (castles, un_castles) {
            (true, _) => Some((home, castled)),
            (_, true) => Some((castled, home)),
            _ => None,
        }
    })
}
