//! What a record is made of: tags, comments and words, with their places.

use std::iter::Peekable;
use std::str::Chars;

use super::read::{Place, Problem, RecordError};
use super::tags::in_name;

/// A part of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Tag(String, String),
    Comment(String),
    Word(String),
}

/// The tokens of a text with their places.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    letters: Peekable<Chars<'a>>,
    pub(super) place: Place,
    /// Whether a word is all that one turn takes in the game's own words.
    pub(super) native: bool,
    /// Whether an empty line stands before the token that was read last.
    pub(super) parted: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self {
            letters: text.chars().peekable(),
            place: Place { line: 1, column: 1 },
            native: false,
            parted: false,
        }
    }

    fn letter(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        if letter == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(letter)
    }

    fn letter_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        if self.letters.peek().copied().is_some_and(wanted) {
            self.letter()
        } else {
            None
        }
    }

    fn letters_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        std::iter::from_fn(|| self.letter_if(&wanted)).collect()
    }

    fn tag(&mut self) -> Option<Token> {
        self.letters_while(blank_in_line);
        let name = self.letters_while(in_name);
        self.letters_while(blank_in_line);
        self.letter_if(|letter| letter == '"')?;
        let mut value = String::new();
        loop {
            match self.letter_if(|letter| letter != '\n')? {
                '"' => break,
                '\\' => value.push(self.letter_if(|letter| letter == '"' || letter == '\\')?),
                letter => value.push(letter),
            }
        }
        self.letters_while(blank_in_line);
        self.letter_if(|letter| letter == ']')?;
        (!name.is_empty()).then_some(Token::Tag(name, value))
    }

    /// The words of one turn: up to the line end, two blanks or `=>`. What only continues a turn,
    /// such as a mark of check, may stand apart.
    fn turn_in_words(&mut self, first: char) -> String {
        let mut words = String::from(first);
        loop {
            let mut blanks = 0;
            while let Some(letter) = self.letter_if(blank_in_line) {
                blanks += if letter == '\t' { 2 } else { 1 };
            }
            let continues = |letter: char| matches!(letter, '+' | '#' | '!' | '(' | ';' | ',');
            let Some(&next) = self.letters.peek() else {
                return words;
            };
            if blanks > 1 && !continues(next) || self.at_arrow() {
                self.letters_while(|letter| letter == '=' || letter == '>');
                return words;
            }
            if next == '\n' || matches!(next, '[' | ']' | '{' | '}') {
                return words;
            }
            if blanks > 0 {
                words.push(' ');
            }
            words.extend(self.letter());
        }
    }

    fn at_arrow(&self) -> bool {
        let mut ahead = self.letters.clone();
        ahead.next() == Some('=') && ahead.next() == Some('>')
    }

    fn comment(&mut self) -> Option<Token> {
        let text = self.letters_while(|letter| letter != '}');
        self.letter().map(|_| Token::Comment(text))
    }
}

impl Iterator for Tokens<'_> {
    type Item = Result<(Place, Token), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line_ends = 0;
        loop {
            let place = self.place;
            let first = self.letter()?;
            self.parted = line_ends > 1;
            let token = match first {
                letter if letter.is_whitespace() => {
                    line_ends += usize::from(letter == '\n');
                    continue;
                }
                // A line that starts with a percent sign is for other programs (PGN standard, 6).
                '%' if place.column == 1 => {
                    self.letters_while(|letter| letter != '\n');
                    line_ends = 0;
                    continue;
                }
                ';' => Ok(Token::Comment(self.letters_while(|letter| letter != '\n'))),
                '[' => self.tag().ok_or(Problem::Tag),
                '{' => self.comment().ok_or(Problem::OpenComment),
                '$' => {
                    self.letters_while(|letter| letter.is_ascii_digit());
                    continue;
                }
                '=' if self.native && self.letter_if(|next| next == '>').is_some() => continue,
                letter if self.native && !matches!(letter, ']' | '}') => {
                    Ok(Token::Word(self.turn_in_words(letter)))
                }
                letter if ends_word(letter) => Err(Problem::Stray(letter)),
                letter => {
                    let rest = self.letters_while(|next| !next.is_whitespace() && !ends_word(next));
                    Ok(Token::Word(format!("{letter}{rest}")))
                }
            };
            return Some(match token {
                Ok(token) => Ok((place, token)),
                Err(problem) => Err(place.error(problem)),
            });
        }
    }
}

fn blank_in_line(letter: char) -> bool {
    letter.is_whitespace() && letter != '\n'
}

fn ends_word(letter: char) -> bool {
    matches!(letter, '[' | ']' | '{' | '}' | '(' | ')' | ';')
}
