//! Splits a text into the parts of game records: tags, comments, the parentheses of variations, and
//! words. Each part has its place in the text.

use std::iter::Peekable;
use std::str::Chars;

use super::error::{RecordError, RecordErrorKind};
use super::result::GameResult;
use super::tags::is_tag_name_character;
use super::text_position::TextPosition;

/// The mark with which some programs begin a text file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// One part of a game record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A tag.
    Tag { name: String, value: String },
    /// The text of a comment.
    Comment(String),
    /// The parenthesis that opens a variation.
    VariationStart,
    /// The parenthesis that closes a variation.
    VariationEnd,
    /// Anything else: a move number, a turn or a result.
    Word(String),
}

/// The notation of the turns in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum TurnNotation {
    /// The notation of the protocol: a turn has no spaces.
    #[default]
    Protocol,
    /// The native notation of the game: a turn may have spaces.
    Native,
}

/// The tokens of a text with their places.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    chars: Peekable<Chars<'a>>,
    /// The place of the next character.
    pub(super) place: TextPosition,
    /// The notation of the turns.
    pub(super) notation: TurnNotation,
    /// Whether only white space stands before the next character on its line.
    at_line_start: bool,
    /// Whether there is an empty line between the latest two tokens.
    pub(super) after_empty_line: bool,
    /// The annotation glyphs between the latest two tokens.
    pub(super) glyphs: Vec<u8>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str, notation: TurnNotation) -> Self {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        Self {
            chars: text.chars().peekable(),
            place: TextPosition::START,
            notation,
            at_line_start: true,
            after_empty_line: false,
            glyphs: Vec::new(),
        }
    }

    fn next_char(&mut self) -> Option<char> {
        let letter = self.chars.next()?;
        if letter == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        self.at_line_start = letter == '\n' || self.at_line_start && letter.is_whitespace();
        Some(letter)
    }

    fn next_char_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        if self.chars.peek().copied().is_some_and(wanted) {
            self.next_char()
        } else {
            None
        }
    }

    fn chars_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        std::iter::from_fn(|| self.next_char_if(&wanted)).collect()
    }

    fn tag(&mut self) -> Option<Token> {
        self.chars_while(is_blank);
        let name = self.chars_while(is_tag_name_character);
        self.chars_while(is_blank);
        self.next_char_if(|letter| letter == '"')?;
        let mut value = String::new();
        loop {
            match self.next_char_if(|letter| letter != '\n')? {
                '"' => break,
                '\\' => value.push(self.next_char_if(|letter| letter == '"' || letter == '\\')?),
                letter => value.push(letter),
            }
        }
        self.chars_while(is_blank);
        self.next_char_if(|letter| letter == ']')?;
        (!name.is_empty()).then_some(Token::Tag { name, value })
    }

    /// A turn in native notation. It ends at a line end, a square bracket, a brace, a dollar sign,
    /// two spaces, a tab or `=>`, or before a result at the end of the line. But a part that cannot
    /// start a turn, such as `+` for check, belongs to this turn even after two spaces or a tab.
    /// Each white space character within the turn becomes one space, so that an error in the turn
    /// names the right column of the text.
    fn native_turn(&mut self, first: char) -> String {
        let mut turn = String::from(first);
        loop {
            let blanks = self.chars_while(is_blank);
            let is_wide = blanks.contains('\t') || blanks.chars().nth(1).is_some();
            let continues = |letter: char| matches!(letter, '+' | '#' | '!' | '(' | ';' | ',');
            let Some(&next) = self.chars.peek() else {
                return turn;
            };
            let is_over = is_wide && !continues(next)
                || !blanks.is_empty() && self.at_result()
                || self.at_arrow();
            if is_over || matches!(next, '\n' | '[' | ']' | '{' | '}' | '$') {
                return turn;
            }
            turn.extend(blanks.chars().map(|_| ' '));
            turn.extend(self.next_char());
        }
    }

    /// Whether only white space is left on the line.
    fn at_line_end(&self) -> bool {
        let mut rest = self.chars.clone().take_while(|&letter| letter != '\n');
        rest.all(char::is_whitespace)
    }

    /// Whether the rest of the line, up to a comment in braces, is a result.
    fn at_result(&self) -> bool {
        GameResult::ALL.iter().any(|result| {
            let mut ahead = self.chars.clone();
            let text = result.to_string();
            text.chars().all(|letter| ahead.next() == Some(letter))
                && ahead
                    .find(|&letter| letter == '\n' || !letter.is_whitespace())
                    .is_none_or(|letter| matches!(letter, '\n' | '{'))
        })
    }

    fn at_arrow(&self) -> bool {
        let mut ahead = self.chars.clone();
        ahead.next() == Some('=') && ahead.next() == Some('>')
    }

    fn comment(&mut self) -> Option<Token> {
        let text = self.chars_while(|letter| letter != '}');
        self.next_char().map(|_| Token::Comment(text))
    }
}

impl Iterator for Tokens<'_> {
    type Item = Result<(TextPosition, Token), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line_ends = 0;
        self.glyphs.clear();
        loop {
            let place = self.place;
            let at_line_start = self.at_line_start;
            let first = self.next_char()?;
            self.after_empty_line = line_ends > 1;
            let is_native = self.notation == TurnNotation::Native;
            let token = match first {
                // A byte order mark is inside a text if the text was joined from several files.
                letter if letter.is_whitespace() || letter == BYTE_ORDER_MARK => {
                    line_ends += usize::from(letter == '\n');
                    continue;
                }
                // A line that starts with a percent sign is for other programs (PGN standard, 6).
                '%' if place.column == 1 => {
                    self.chars_while(|letter| letter != '\n');
                    // Skip the line end too. Otherwise the line would count as an empty line.
                    self.next_char();
                    continue;
                }
                ';' => Ok(Token::Comment(self.chars_while(|letter| letter != '\n'))),
                '[' => self.tag().ok_or(RecordErrorKind::Tag),
                '{' => self.comment().ok_or(RecordErrorKind::UnclosedComment),
                // An annotation glyph of PGN, such as `$1`, is no token. A line with a glyph is not
                // empty. If an empty line precedes the glyph, `after_empty_line` is true for the
                // next token.
                '$' => {
                    let number = self.chars_while(|letter| letter.is_ascii_digit());
                    self.glyphs.extend(number.parse::<u8>());
                    line_ends = if self.after_empty_line { 2 } else { 0 };
                    continue;
                }
                '=' if is_native && self.next_char_if(|next| next == '>').is_some() => {
                    line_ends = if self.after_empty_line { 2 } else { 0 };
                    continue;
                }
                '(' | ')' if !is_native || at_line_start && self.at_line_end() => {
                    Ok(if first == '(' {
                        Token::VariationStart
                    } else {
                        Token::VariationEnd
                    })
                }
                letter if is_native && !matches!(letter, ']' | '}') => {
                    Ok(Token::Word(self.native_turn(letter)))
                }
                letter if ends_word(letter) => Err(RecordErrorKind::UnexpectedCharacter(letter)),
                letter => {
                    let rest = self.chars_while(|next| !next.is_whitespace() && !ends_word(next));
                    Ok(Token::Word(format!("{letter}{rest}")))
                }
            };
            return Some(match token {
                Ok(token) => Ok((place, token)),
                Err(kind) => Err(place.error(kind)),
            });
        }
    }
}

/// The turn in a word. The word may start with a move number, as in `1.e4`.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnText<'a> {
    /// The turn.
    pub(super) text: &'a str,
    /// The number of characters that stand before the turn in the word.
    offset: usize,
}

impl<'a> TurnText<'a> {
    /// The turn in a word; `None` if the word is only a move number, such as `12...` or `12`. No
    /// move number begins with 0, so `0000` is not one.
    pub(super) fn of(word: &'a str) -> Option<Self> {
        let after_digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let has_number = after_digits.len() < word.len() && after_digits.starts_with('.');
        let text = if after_digits.is_empty() && !word.starts_with('0') {
            ""
        } else if has_number {
            after_digits.trim_start_matches('.').trim_start()
        } else {
            word
        };
        let offset = word.chars().count() - text.chars().count();
        (!text.is_empty()).then_some(Self { text, offset })
    }

    /// The place of the turn. `word` is the place of the word.
    pub(super) const fn place(self, word: TextPosition) -> TextPosition {
        TextPosition {
            line: word.line,
            column: word.column + self.offset,
        }
    }
}

/// The turn in a word that may start with a move number, as in `1.e4`; `None` if the word is only a
/// move number.
///
/// ```
/// use reviver::record::without_number;
/// assert_eq!(without_number("1.h8g7"), Some("h8g7"));
/// assert_eq!(without_number("12..."), None);
/// assert_eq!(without_number("12"), None);
/// ```
#[must_use]
pub fn without_number(word: &str) -> Option<&str> {
    TurnText::of(word).map(|turn| turn.text)
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() && letter != '\n'
}

fn ends_word(letter: char) -> bool {
    matches!(letter, '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each token, whether an empty line is before it.
    fn empty_lines(text: &str) -> Vec<bool> {
        let mut tokens = Tokens::new(text, TurnNotation::Protocol);
        let mut empty = Vec::new();
        while let Some(token) = tokens.next() {
            token.expect("a token");
            empty.push(tokens.after_empty_line);
        }
        empty
    }

    #[test]
    fn a_line_with_a_percent_sign_counts_as_absent() {
        for (between, is_empty) in [
            ("\n", false),
            ("\n\n", true),
            ("\n% a note\n", false),
            ("\n% a note\n% another\n", false),
            ("\n\n% a note\n", true),
            ("\n% a note\n\n", true),
        ] {
            let text = format!("[A \"1\"]{between}[B \"2\"]");
            assert_eq!(empty_lines(&text), [false, is_empty], "{between:?}");
        }
    }

    #[test]
    fn a_line_with_a_glyph_is_not_empty() {
        for (between, is_empty) in [
            ("\n$1\n", false),
            ("\n$1\n$2\n", false),
            ("\n\n$1\n", true),
            ("\n\n$1", true),
            ("\n$1\n\n", true),
        ] {
            let text = format!("[A \"1\"]{between}[B \"2\"]");
            assert_eq!(empty_lines(&text), [false, is_empty], "{between:?}");
        }
    }
}
