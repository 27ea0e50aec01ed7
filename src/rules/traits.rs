//! The trait that every family of games implements.

use std::ops::ControlFlow;

use super::goal::{Form, Goal, Uncapture};
use super::illegal_position::IllegalPosition;
use super::illegality::Illegality;
use super::outcome::{DrawCause, Ending, Outcome, Seat};
use super::switches::{DrawMeaning, Switches};
use crate::board::{Act, ByColor, Color, HomeProgress, Key, Role, Setup, Turn, TurnList, TurnSet};

/// A position of one game: a small value without history.
///
/// The methods below the line "derived" follow from the methods above it. A family may override a
/// derived method for speed, but must not change its result.
pub trait Rules: Clone + std::fmt::Debug + Send + Sync + Sized + 'static {
    /// The values in which games of this family differ.
    type Switches: Switches;

    /// What the fields of a position may hold.
    const FORM: Form;

    /// A position from its six fields, in the game with these switches.
    ///
    /// # Errors
    ///
    /// If the position is invalid in this game. The error names the field and the reason.
    fn from_setup(switches: &Self::Switches, setup: Setup) -> Result<Self, IllegalPosition>;

    /// The switches of the game.
    fn switches(&self) -> &Self::Switches;

    /// What the players aim at.
    fn goal(&self) -> Goal;

    /// Whether a side can castle, or un-castle.
    fn has_castling(&self) -> bool {
        true
    }

    /// Whether a pawn can capture, or un-capture, en passant.
    fn has_en_passant(&self) -> bool {
        true
    }

    /// Whether a player can declare the end of the game.
    fn may_declare(&self) -> bool {
        false
    }

    /// The six fields.
    fn setup(&self) -> &Setup;

    /// The player to play. Players and colours are different things: in some games the players
    /// switch colours, and then one of them plays twice in a row.
    #[inline]
    fn seat(&self) -> Seat {
        self.owner(self.side())
    }

    /// The player who owns this colour. In most games it is the player who plays it. In games in
    /// which the players switch colours, it is the player who has this colour after they have
    /// switched, even in a position before that. A family with such games overrides
    /// [`Rules::seat`].
    #[inline]
    fn owner(&self, color: Color) -> Seat {
        color.fold_wb(Seat::First, Seat::Second)
    }

    /// The Zobrist key of everything that repetition compares. Games with different rules have
    /// different keys.
    fn key(&self) -> Key;

    /// Passes the legal turns to `sink`, as [`Rules::generate`] does. The position must have no
    /// immediate outcome.
    fn generate_undecided<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The position after a turn. The turn must be legal.
    #[must_use]
    fn play(&self, turn: Turn) -> Self;

    /// The result if the position ends the game for a reason that needs no turn generation: an army
    /// is complete, all pieces of a side are home, or the end is declared.
    fn immediate_outcome(&self) -> Option<Outcome>;

    /// The result if the side to play has no legal turn and there is no immediate outcome.
    fn outcome_if_stuck(&self) -> Outcome {
        self.outcome_on(DrawCause::Stalemate)
    }

    /// The result of comparing both players, as this family defines it; a draw in families that
    /// compare nothing. `ending` is the rule that ended the game.
    fn judged(&self, ending: Ending) -> Outcome {
        Outcome::draw(ending)
    }

    /// Whether [`Rules::judged`] compares points. The value has no meaning in families that compare
    /// nothing.
    fn points_decide(&self) -> bool {
        true
    }

    /// The score of each side. Depending on the game, it is a sum of points, the number of the
    /// side's pieces that are home, or the number of enemy pieces on the board other than the king.
    /// It is 0 in games whose moves are those of chess.
    fn points(&self) -> ByColor<i32>;

    /// Sentences that say how points are counted; `None` if no result of the game depends on
    /// points.
    fn scoring(&self) -> Option<String> {
        None
    }

    /// The kings that are in check, as this game defines check.
    fn checks(&self) -> ByColor<bool> {
        ByColor::new_with(|color| self.setup().placement.king_attacked(color))
    }

    /// The un-capture with which the turn may or must begin.
    fn uncapture(&self) -> Uncapture {
        Uncapture::None
    }

    /// The phase of the game, 1 or 2; `None` in games without phases.
    fn phase(&self) -> Option<u8> {
        None
    }

    /// The same position with the other side to play, for null move pruning; `None` if a null move
    /// would ignore an obligation, such as a check or a forced un-capture.
    fn null_move(&self) -> Option<Self>;

    /// Whether a turn resets the halfmove clock.
    fn is_irreversible(&self, turn: Turn) -> bool;

    /// The rule that a turn breaks, and how the turn breaks it. The turn must be illegal.
    fn broken_rule(&self, turn: Turn) -> Illegality;

    // ----- derived -----

    /// Whether pieces can be captured and pawns promoted, as in chess. In reverse games they
    /// cannot.
    #[inline]
    fn has_captures(&self) -> bool {
        !Self::FORM.reverse
    }

    /// The colour that a player owns: see [`Rules::owner`].
    fn color_of_owner(&self, seat: Seat) -> Color {
        if self.owner(Color::White) == seat {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Passes every legal turn to `sink` in sets, each turn once, and stops when `sink` breaks. A
    /// set may be empty. There are no turns if the position has an immediate outcome.
    #[inline]
    fn generate<B>(&self, sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.immediate_outcome().is_some() {
            return ControlFlow::Continue(());
        }
        self.generate_undecided(sink)
    }

    /// The rule that a turn breaks, and how the turn breaks it; `None` if the turn is legal.
    fn illegality(&self, turn: Turn) -> Option<Illegality> {
        if self.is_legal(turn) {
            None
        } else {
            Some(self.broken_rule(turn))
        }
    }

    /// The result of a game that ends by repetition, fifty moves or stalemate. The switches decide
    /// what it is.
    fn outcome_on(&self, cause: DrawCause) -> Outcome {
        let common = self.switches().common();
        common.outcome(cause, self.seat(), || self.judged(cause.into()))
    }

    /// Whether [`Rules::judged`] gives the result of a game that ends by this rule.
    fn is_judged(&self, ending: Ending) -> bool {
        match ending.draw_cause() {
            Some(cause) => self.switches().common().meaning(cause) == DrawMeaning::Points,
            None => ending == Ending::Declared,
        }
    }

    /// The side whose turn it is.
    #[inline]
    fn side(&self) -> Color {
        self.setup().side
    }

    /// All legal turns, in the order of generation.
    fn turns(&self) -> TurnList {
        let mut list = TurnList::new();
        let _: ControlFlow<()> = self.generate(&mut |set| {
            list.extend(set.turns());
            ControlFlow::Continue(())
        });
        list
    }

    /// Whether there is a legal turn.
    #[inline]
    fn has_turn(&self) -> bool {
        self.generate(&mut |set| {
            if set.is_empty() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .is_break()
    }

    /// The number of legal turns.
    #[inline]
    fn count(&self) -> usize {
        let mut count = 0;
        let _: ControlFlow<()> = self.generate(&mut |set| {
            count += set.count();
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether a turn is legal.
    fn is_legal(&self, turn: Turn) -> bool {
        self.generate(&mut |set| {
            if set.contains(turn) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    /// The result if the position ends the game. Repetition and fifty moves are not considered.
    fn outcome(&self) -> Option<Outcome> {
        self.immediate_outcome().or_else(|| {
            if self.has_turn() {
                None
            } else {
                Some(self.outcome_if_stuck())
            }
        })
    }

    /// The kind of piece that a legal turn moves. This may be the piece that the same turn has
    /// un-captured just before. `None` for a drop and for a declaration of the end.
    fn moved_role(&self, turn: Turn) -> Option<Role> {
        match (turn.act(), turn.head_revival()) {
            (Act::Drop | Act::End, _) => None,
            (_, Some(head)) if head.square == turn.from() => Some(head.role),
            _ => self.setup().placement.role_at(turn.from()),
        }
    }

    /// Whether a legal turn castles or un-castles. A king that does neither moves one square.
    fn castles(&self, turn: Turn) -> bool {
        turn.from().distance(turn.to()) > 1 && self.moved_role(turn) == Some(Role::King)
    }

    /// Whether a legal turn captures or un-captures en passant.
    fn is_en_passant(&self, turn: Turn) -> bool {
        match (turn.act(), turn.head()) {
            (Act::UnEnPassant, _) => true,
            // The head is the square of an un-capture before the un-move; only turns of Ssehc have
            // one. If it is not the square that the opponent has vacated, the turn is an
            // un-en-passant.
            (_, Some(head)) => self.uncapture().square() != Some(head),
            (Act::Move, None) => {
                self.has_captures()
                    && turn.from().file() != turn.to().file()
                    && self.moved_role(turn) == Some(Role::Pawn)
                    && !self.setup().placement.occupied().contains(turn.to())
            }
            _ => false,
        }
    }

    /// Whether a legal turn captures a piece, as in chess.
    fn takes(&self, turn: Turn) -> bool {
        let is_move = matches!(turn.act(), Act::Move | Act::Promotion);
        let is_occupied = self.setup().placement.occupied().contains(turn.to());
        self.has_captures() && is_move && (is_occupied || self.is_en_passant(turn))
    }

    /// How close a side is to the initial array.
    fn progress(&self, color: Color) -> HomeProgress {
        HomeProgress::of(&self.setup().placement, color)
    }
}
