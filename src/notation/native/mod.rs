//! The games' own words: turns as the author of each game writes them.
//!
//! One file a game: `ssehc`, `smolowitz`, `unplay` and `unachess` read and tell an account of a
//! turn, `email` is the diagram of Unachess. Here words meet a position: reading looks among its
//! legal turns for the one that is meant, writing says as much as it takes to tell it from the
//! others. Nothing here knows a rule.

mod account;
mod cursor;
pub mod email;
mod error;
mod smolowitz;
mod ssehc;
mod unachess;
mod unplay;

pub use error::{Candidates, NativeError, Near, Problem};

use account::{Account, Deed, Journey, Origin, own_role_at, passed, vacated};
use cursor::Cursor;

use crate::board::{Act, Color, Role, Square, Turn, TurnFields, Wing};
use crate::rules::{Goal, Rules, explain};

/// A turn in words and what it means, for people who learn the words.
pub type Example = (&'static str, &'static str);

/// The words of one game.
trait Words {
    /// Turns as they are written, with their meaning.
    const EXAMPLES: &'static [Example];

    /// Whether a piece is un-captured at the head of a turn, not behind it.
    const HEAD: bool = false;

    /// Reads what a player of this side says.
    fn parse(cursor: &mut Cursor<'_>, side: Color) -> Result<Said, NativeError>;

    /// Tells what a player of this side does, and announces what goes with it.
    fn tell(account: &Account, side: Color, mark: &str) -> String;

    /// What is announced with a turn of `mover` that leads to `after`; empty for nothing.
    fn mark<R: Rules>(after: &R, mover: Color) -> &'static str;

    /// How a turn in words stands in a written game.
    fn entry(words: String, _: Color) -> String {
        words
    }

    /// Whether the square that a piece leaves is told only as far as needed.
    fn is_short(_: &Journey) -> bool {
        false
    }

    /// Whether one may announce this where that would be announced in full.
    fn announces(announced: &str, mark: &str) -> bool {
        announced == mark
    }
}

/// What has been read: an account that may leave things out, and what was announced, with its
/// column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Said {
    account: Account,
    mark: Option<(&'static str, usize)>,
}

/// The words for the turns of a position.
///
/// ```
/// use reviver::notation::{native::Native, position};
/// use reviver::rules::{Variant, unachess::Unachess};
///
/// let fen = "8/8/4n3/8/5B2/4P3/8/8[KQRRBNNPPPPPPPkqrrbbnpppppppp] w - - 1 3";
/// let position: Unachess = position::read(Variant::Unachess, fen)?;
/// let native = Native::new(&position);
/// let turn = "f4d6".parse()?;
/// assert_eq!(native.write(turn), "B-d6");
/// assert_eq!(native.read("B-d6"), Ok(turn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Native<'a, R> {
    position: &'a R,
    /// The legal turns, with all that can be said of them.
    legal: Vec<(Turn, Account)>,
}

/// How turns are written in a game's own words.
#[must_use]
pub const fn examples<R: Rules>() -> &'static [Example] {
    match R::GOAL {
        Goal::OwnHome => ssehc::Ssehc::EXAMPLES,
        Goal::SwitchedHome => smolowitz::Smolowitz::EXAMPLES,
        Goal::ReviveEnemy => unplay::Unplay::EXAMPLES,
        Goal::Checkmate => unachess::Unachess::EXAMPLES,
    }
}

/// The position as the author of the game draws it, where he does.
#[must_use]
pub fn diagram<R: Rules>(position: &R) -> Option<email::EmailDiagram<'_>> {
    match R::GOAL {
        Goal::Checkmate => Some(email::EmailDiagram(&position.setup().placement)),
        _ => None,
    }
}

impl<'a, R: Rules> Native<'a, R> {
    /// The words for the legal turns of a position.
    #[must_use]
    pub fn new(position: &'a R) -> Self {
        let account = |turn| Some((turn, Account::of(position, turn)?));
        Self {
            position,
            legal: position.turns().into_iter().filter_map(account).collect(),
        }
    }

    /// The turn in words. One that is not legal is told in full, without announcements.
    #[must_use]
    pub fn write(&self, turn: Turn) -> String {
        match self.legal.iter().find(|(legal, _)| *legal == turn) {
            Some((_, account)) => self.tell(turn, account),
            None => Account::of(self.position, turn).map_or_else(
                || turn.to_string(),
                |account| tell::<R>(&account, self.position.side(), ""),
            ),
        }
    }

    /// The turn in words, as it stands in a written game: some authors name the side before it.
    #[must_use]
    pub fn entry(&self, turn: Turn) -> String {
        let (words, side) = (self.write(turn), self.position.side());
        match R::GOAL {
            Goal::OwnHome => ssehc::Ssehc::entry(words, side),
            Goal::SwitchedHome => smolowitz::Smolowitz::entry(words, side),
            Goal::ReviveEnemy => unplay::Unplay::entry(words, side),
            Goal::Checkmate => unachess::Unachess::entry(words, side),
        }
    }

    /// All legal turns in words, in the order of generation.
    pub fn all(&self) -> impl Iterator<Item = (Turn, String)> {
        self.legal
            .iter()
            .map(|(turn, account)| (*turn, self.tell(*turn, account)))
    }

    /// The turn that is meant by these words.
    ///
    /// # Errors
    ///
    /// Says at which character they are no turn, which rule forbids it, or which turns it may be.
    pub fn read(&self, text: &str) -> Result<Turn, NativeError> {
        match R::GOAL {
            Goal::OwnHome => self.read_as::<ssehc::Ssehc>(text),
            Goal::SwitchedHome => self.read_as::<smolowitz::Smolowitz>(text),
            Goal::ReviveEnemy => self.read_as::<unplay::Unplay>(text),
            Goal::Checkmate => self.read_as::<unachess::Unachess>(text),
        }
    }

    fn read_as<W: Words>(&self, text: &str) -> Result<Turn, NativeError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_blanks();
        let start = cursor.column();
        let said = W::parse(&mut cursor, self.position.side())?;
        let fits = |(_, full): &&(Turn, Account)| said.account.fits(full);
        let mut fitting = self.legal.iter().filter(fits);
        let Some((turn, full)) = fitting.next() else {
            return Err(cursor.problem(start, self.illegality::<W>(&said.account)));
        };
        if fitting.next().is_some() {
            let fitting = self.legal.iter().filter(fits);
            let candidates = Candidates(self.texts(fitting));
            return Err(cursor.problem(start, Problem::Ambiguous { candidates }));
        }
        if let Some((announced, column)) = said.mark {
            let mark = W::mark(&self.position.play(*turn), self.position.side());
            if !W::announces(announced, mark) {
                let right = self.tell(*turn, full);
                return Err(cursor.problem(column, Problem::Mark { announced, right }));
            }
        }
        Ok(*turn)
    }

    fn texts<'b>(&self, turns: impl Iterator<Item = &'b (Turn, Account)>) -> Vec<String> {
        turns
            .map(|(turn, account)| self.tell(*turn, account))
            .collect()
    }

    /// Why no legal turn is what was said.
    fn illegality<W: Words>(&self, said: &Account) -> Problem {
        let head = said
            .revival
            .filter(|_| W::HEAD)
            .and_then(|revival| Some((revival.role, self.head_square(said)?)));
        let from = match said.deed {
            Deed::Goes(journey) => {
                let role_at = |square: &Square| {
                    journey.from.covers(*square)
                        && own_role_at(self.position, head, *square) == Some(journey.role)
                };
                let mut from = Square::ALL.into_iter().filter(role_at);
                match (from.next(), from.next()) {
                    (None, _) => return self.missing(&journey),
                    (one, None) => one,
                    _ => None,
                }
            }
            _ => Some(Square::A1),
        };
        let turn = from.and_then(|from| self.turn::<W>(said, head, from));
        let illegality = turn.and_then(|turn| Some((turn, self.position.illegality(turn)?)));
        if let Some((turn, illegality)) = illegality {
            return Problem::Illegal { turn, illegality };
        }
        let mut near: Vec<&(Turn, Account)> = self
            .legal
            .iter()
            .filter(|(_, full)| said.deed.resembles(&full.deed))
            .collect();
        let role = |account: &Account| account.revival.map(|revival| revival.role);
        near.sort_by_key(|(_, full)| role(full) != role(said));
        Problem::Nothing {
            near: Near(Candidates(self.texts(near.into_iter()))),
        }
    }

    fn missing(&self, journey: &Journey) -> Problem {
        let place = match (journey.from.square(), journey.from == Origin::ANY) {
            (Some(square), _) => format!("on {square}"),
            (None, true) => "on the board".to_owned(),
            (None, false) => format!("on the squares '{}'", journey.from),
        };
        Problem::Missing {
            side: explain::side_name(self.position.side()),
            role: explain::role_name(journey.role),
            place,
        }
    }

    /// Where the piece at the head of the turn appears.
    fn head_square(&self, said: &Account) -> Option<Square> {
        let revival = said.revival?;
        revival.on.or_else(|| match said.deed {
            // The pawn un-captured en passant is the one that un-moves.
            Deed::Goes(journey) if revival.en_passant => journey.from.square(),
            _ => vacated(self.position),
        })
    }

    /// The turn that is said, played from this square.
    fn turn<W: Words>(
        &self,
        said: &Account,
        head: Option<(Role, Square)>,
        from: Square,
    ) -> Option<Turn> {
        let (mut act, mut role, mut head_square) = (Act::Move, None, None);
        let (from, to) = match said.deed {
            Deed::Ends => {
                act = Act::End;
                (Square::A1, Square::A1)
            }
            Deed::Comes(comes, to) => {
                return Turn::new(TurnFields {
                    role: Some(comes),
                    ..TurnFields::new(Act::Drop, to, to)
                });
            }
            Deed::Castles(wing) => castling::<R>(wing, self.position.side()),
            Deed::Goes(journey) => {
                act = match journey.becomes {
                    None => Act::Move,
                    Some(Role::Pawn) => Act::UnPromotion,
                    Some(_) => Act::Promotion,
                };
                role = journey.becomes.filter(|_| act == Act::Promotion);
                (from, journey.to)
            }
        };
        match said.revival {
            None => {}
            Some(_) if W::HEAD => {
                let (comes, square) = head?;
                role = Some(comes);
                head_square = Some(square);
            }
            Some(revival) if revival.en_passant => {
                act = Act::UnEnPassant;
                if revival.on.is_some_and(|on| on != passed(from, to)) {
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

    fn tell(&self, turn: Turn, account: &Account) -> String {
        match R::GOAL {
            Goal::OwnHome => self.tell_as::<ssehc::Ssehc>(turn, account),
            Goal::SwitchedHome => self.tell_as::<smolowitz::Smolowitz>(turn, account),
            Goal::ReviveEnemy => self.tell_as::<unplay::Unplay>(turn, account),
            Goal::Checkmate => self.tell_as::<unachess::Unachess>(turn, account),
        }
    }

    fn tell_as<W: Words>(&self, turn: Turn, account: &Account) -> String {
        let side = self.position.side();
        let mark = W::mark(&self.position.play(turn), side);
        let deed = match account.deed {
            Deed::Goes(journey) if W::is_short(&journey) => Deed::Goes(Journey {
                from: self.shortest_origin(turn, account, journey),
                ..journey
            }),
            deed => deed,
        };
        W::tell(&Account { deed, ..*account }, side, mark)
    }

    /// As much of the square that the piece leaves as tells this turn from the others: nothing, its
    /// file, its rank, or both, as in standard algebraic notation.
    fn shortest_origin(&self, turn: Turn, account: &Account, journey: Journey) -> Origin {
        let anywhere = Account {
            deed: Deed::Goes(Journey {
                from: Origin::ANY,
                ..journey
            }),
            ..*account
        };
        let rivals = self
            .legal
            .iter()
            .filter(|(other, full)| *other != turn && anywhere.fits(full))
            .map(|(other, _)| other.from());
        let only = |origin: &Origin| rivals.clone().all(|from| !origin.covers(from));
        let (file, rank) = (journey.from.file, journey.from.rank);
        [
            Origin::ANY,
            Origin { file, rank: None },
            Origin { file: None, rank },
        ]
        .into_iter()
        .find(only)
        .unwrap_or(journey.from)
    }
}

/// The king's squares in castling or un-castling, in the order in which it goes.
fn castling<R: Rules>(wing: Wing, side: Color) -> (Square, Square) {
    let (home, castled) = (Wing::king_home(side), wing.king_castled(side));
    if R::CAPTURES {
        (home, castled)
    } else {
        (castled, home)
    }
}

fn tell<R: Rules>(account: &Account, side: Color, mark: &str) -> String {
    match R::GOAL {
        Goal::OwnHome => ssehc::Ssehc::tell(account, side, mark),
        Goal::SwitchedHome => smolowitz::Smolowitz::tell(account, side, mark),
        Goal::ReviveEnemy => unplay::Unplay::tell(account, side, mark),
        Goal::Checkmate => unachess::Unachess::tell(account, side, mark),
    }
}

/// The mark of a king's wing in castling.
const fn castling_mark(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}
