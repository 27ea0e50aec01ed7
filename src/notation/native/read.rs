//! Reads turns in native notation: finds the legal turn that matches a text, or says why there is
//! none.

use super::cursor::Cursor;
use super::error::{Candidates, NativeError, NativeErrorKind, Similar};
use super::parts::{
    Action, Movement, PartialSquare, Revival, TurnParts, castling_squares, own_role_at,
    revived_pawn_square,
};
use super::words::{NativeWords, Parsed};
use super::{LegalTurn, Native};
use crate::board::{Act, Role, RoleOn, Square, Turn, TurnFields};
use crate::rules::{Uncapture, role_name, side_name};

impl<R: NativeWords> Native<'_, R> {
    /// Reads a turn in native notation.
    ///
    /// # Errors
    ///
    /// The error says at which character the mistake is, and what is wrong. If the text fits
    /// only an illegal turn, the error names the broken rule. If the text fits several legal turns,
    /// the error names them.
    pub fn read(&self, text: &str) -> Result<Turn, NativeError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_spaces();
        let start = cursor.column();
        let Parsed { parts, mark } = R::parse(&mut cursor, self.position)?;
        let fits = |legal: &&LegalTurn| parts.matches(&legal.parts);
        let mut fitting = self.legal.iter().filter(fits);
        let Some(legal) = fitting.next() else {
            return Err(cursor.error(start, self.illegality(&parts)));
        };
        if fitting.next().is_some() {
            let candidates = self.candidates(self.legal.iter().filter(fits));
            return Err(cursor.error(start, NativeErrorKind::Ambiguous { candidates }));
        }
        if let Some(mark) = mark {
            let correct_mark = R::mark(&self.position.play(legal.turn), self.position.side());
            if !R::accepts_mark(mark.text, correct_mark) {
                let kind = NativeErrorKind::Mark {
                    mark: mark.text,
                    corrected_turn: self.write_legal(legal),
                };
                return Err(cursor.error(mark.column, kind));
            }
        }
        Ok(legal.turn)
    }

    fn candidates<'b>(&self, turns: impl Iterator<Item = &'b LegalTurn>) -> Candidates {
        Candidates(turns.map(|legal| self.write_legal(legal)).collect())
    }

    /// Why no legal turn matches the parsed parts.
    fn illegality(&self, parts: &TurnParts) -> NativeErrorKind {
        let revived = self.revived_first(parts);
        let names_no_square = |revival: Revival| revival.on.is_none() && !revival.en_passant;
        if R::UNCAPTURES_FIRST
            && parts.revival.is_some_and(names_no_square)
            && self.position.uncapture() == Uncapture::None
        {
            return NativeErrorKind::NoUncapture {
                side: side_name(self.position.side()),
            };
        }
        let from = match parts.action {
            Action::Move(movement) => {
                let holds_the_piece = |square: &Square| {
                    movement.from.covers(*square)
                        && own_role_at(self.position, revived, *square) == Some(movement.role)
                };
                let mut squares = Square::ALL.into_iter().filter(holds_the_piece);
                match (squares.next(), squares.next()) {
                    (None, _) => return self.no_piece(&movement),
                    (one, None) => one,
                    _ => None,
                }
            }
            // For all other actions, the method `turn` ignores the from-square.
            _ => Some(Square::A1),
        };
        let turn = from.and_then(|from| self.turn(parts, revived, from));
        if let Some(turn) = turn
            && let Some(illegality) = self.position.illegality(turn)
        {
            return NativeErrorKind::Illegal { turn, illegality };
        }
        let revived_role = |parts: &TurnParts| parts.revival.map(|revival| revival.role);
        let (likely, others): (Vec<&LegalTurn>, Vec<&LegalTurn>) = self
            .legal
            .iter()
            .filter(|legal| parts.action.is_similar(&legal.parts.action))
            .partition(|legal| revived_role(&legal.parts) == revived_role(parts));
        NativeErrorKind::NoTurn {
            similar: Similar(self.candidates(likely.into_iter().chain(others))),
        }
    }

    fn no_piece(&self, movement: &Movement) -> NativeErrorKind {
        let place = match (movement.from.square(), movement.from == PartialSquare::ANY) {
            (Some(square), _) => format!("on {square}"),
            (None, true) => "on the board".to_owned(),
            (None, false) if movement.from.file.is_some() => format!("on file {}", movement.from),
            (None, false) => format!("on rank {}", movement.from),
        };
        NativeErrorKind::NoPiece {
            side: side_name(self.position.side()),
            role: role_name(movement.role),
            place,
        }
    }

    /// The piece un-captured before the un-move, and its square. `None` if there is no such piece
    /// or its square is not known.
    fn revived_first(&self, parts: &TurnParts) -> Option<RoleOn> {
        let revival = parts.revival.filter(|_| R::UNCAPTURES_FIRST)?;
        let square = revival.on.or_else(|| match parts.action {
            // The pawn un-captured en passant is also the piece that un-moves.
            Action::Move(movement) if revival.en_passant => movement.from.square(),
            _ => self.position.uncapture().square(),
        })?;
        Some(RoleOn {
            role: revival.role,
            square,
        })
    }

    /// The turn with the parsed parts and this from-square. `None` if the parts contradict each
    /// other. Also `None` if a piece is un-captured before the un-move, but its square is not known
    /// (`revived` is `None`).
    fn turn(&self, parts: &TurnParts, revived: Option<RoleOn>, from: Square) -> Option<Turn> {
        let (mut act, mut role, mut head_square) = (Act::Move, None, None);
        let (from, to) = match parts.action {
            Action::DeclareEnd => {
                act = Act::End;
                (Square::A1, Square::A1)
            }
            Action::Drop(dropped, to) => {
                return Turn::new(TurnFields {
                    role: Some(dropped),
                    ..TurnFields::new(Act::Drop, to, to)
                });
            }
            Action::Castle(wing) => castling_squares(self.position, wing),
            Action::Move(movement) => {
                act = match movement.becomes {
                    None => Act::Move,
                    Some(Role::Pawn) => Act::UnPromotion,
                    Some(_) => Act::Promotion,
                };
                role = movement.becomes.filter(|_| act == Act::Promotion);
                (from, movement.to)
            }
        };
        match parts.revival {
            None => {}
            Some(_) if R::UNCAPTURES_FIRST => {
                let revived = revived?;
                role = Some(revived.role);
                head_square = Some(revived.square);
            }
            Some(revival) if revival.en_passant => {
                act = Act::UnEnPassant;
                let pawn_square = revived_pawn_square(from, to);
                if revival.on.is_some_and(|on| on != pawn_square) {
                    return None;
                }
            }
            Some(revival) => {
                role = Some(revival.role);
                if revival.on.is_some_and(|on| on != from) {
                    return None;
                }
            }
        }
        Turn::new(TurnFields {
            role,
            head: head_square,
            ..TurnFields::new(act, from, to)
        })
    }
}
