//! Unachess in its e-mail form: `P>e3`, `n-c6`, `Bxe2`, `+`; capital letters for White, small ones
//! for Black.
//!
//! ```text
//! turn = ( piece ">" square
//!        | piece [file][rank] ( "-" | "x" ) square [ "=" piece ]
//!        | "O-O" | "O-O-O" ) [ "+" | "++" | "#" | "!+" ]
//! ```
//!
//! `!+` says that a piece aims at the enemy king while the own king is not placed yet. The form
//! leaves open how promotion and castling are written: `P-e8=Q` and `O-O`.

use super::account::{Account, Deed, Journey};
use super::cursor::Cursor;
use super::error::NativeError;
use super::{Example, NativeWords, Said, castling_mark};
use crate::board::{Color, Role};
use crate::rules::unachess::Unachess;
use crate::rules::{Ending, Rules};

const CHECK: &str = "+";
const MATE: &str = "++";
const AIMS: &str = "!+";

impl NativeWords for Unachess {
    const EXAMPLES: &'static [Example] = &[
        ("P>e3", "place a white pawn; n>g5 places a black knight"),
        ("n-c6", "move a piece"),
        ("Bxe2", "capture"),
        (
            "Nb-d2",
            "which of two knights it is: by file, rank or square",
        ),
        ("P-e8=Q", "promote"),
        ("O-O", "castle; O-O-O on the queen's wing"),
        ("B-e2 +", "check; ++ or # is checkmate"),
        (
            "n>f2 !+",
            "a piece aims at the enemy king, your own is in reserve",
        ),
    ];

    fn parse(cursor: &mut Cursor<'_>, side: Color) -> Result<Said, NativeError> {
        let deed = match cursor.take_castling() {
            Some(wing) => Deed::Castles(wing),
            None => drop_or_move(cursor, side)?,
        };
        cursor.skip_blanks();
        let column = cursor.column();
        let mark = [(AIMS, AIMS), (MATE, MATE), ("#", MATE), (CHECK, CHECK)]
            .into_iter()
            .find(|(text, _)| cursor.take_text(text))
            .map(|(_, mark)| (mark, column));
        cursor.end("+, ++, #, !+ or nothing more")?;
        Ok(Said {
            account: Account::plain(deed),
            mark,
        })
    }

    fn tell(account: &Account, side: Color, mark: &str) -> String {
        let letter = |role: Role| role.of(side).char();
        let mut text = match account.deed {
            Deed::Castles(wing) => castling_mark(wing).to_owned(),
            Deed::Comes(role, to) => format!("{}>{to}", letter(role)),
            Deed::Ends => "end".to_owned(),
            Deed::Goes(Journey {
                role,
                from,
                to,
                becomes,
                takes,
            }) => {
                let way = if takes { 'x' } else { '-' };
                let becomes = becomes.map_or(String::new(), |role| format!("={}", letter(role)));
                format!("{}{from}{way}{to}{becomes}", letter(role))
            }
        };
        if !mark.is_empty() {
            text.push(' ');
            text.push_str(mark);
        }
        text
    }

    fn mark(after: &Self, mover: Color) -> &'static str {
        let placement = &after.setup().placement;
        if *after.checks().get(!mover) {
            let mate = after
                .outcome()
                .is_some_and(|outcome| outcome.ending == Ending::Checkmate);
            return if mate { MATE } else { CHECK };
        }
        if placement.king(mover).is_none() && placement.king_attacked(!mover) {
            return AIMS;
        }
        ""
    }

    fn is_short(_: &Journey) -> bool {
        true
    }

    /// A checkmate is a check too.
    fn announces(announced: &str, mark: &str) -> bool {
        announced == mark || (announced == CHECK && mark == MATE)
    }
}

fn drop_or_move(cursor: &mut Cursor<'_>, side: Color) -> Result<Deed, NativeError> {
    let role = cursor.piece_of(side)?;
    cursor.skip_blanks();
    if cursor.take('>') {
        cursor.skip_blanks();
        return Ok(Deed::Comes(role, cursor.square()?));
    }
    let from = cursor.origin();
    cursor.skip_blanks();
    let takes = cursor.take('x');
    if !takes && !cursor.take('-') {
        return Err(cursor.expected("'>' to place, '-' to move or 'x' to capture"));
    }
    cursor.skip_blanks();
    let to = cursor.square()?;
    let mut becomes = None;
    if cursor.take('=') {
        becomes = Some(cursor.piece_of(side)?);
    }
    Ok(Deed::Goes(Journey {
        role,
        from,
        to,
        becomes,
        takes,
    }))
}
