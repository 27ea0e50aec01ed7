//! Lines that fit the width of a terminal, broken between words only, and printable text.

use textwrap::{Options, WordSeparator, WordSplitter};

use crate::notation::error::printable;

/// The least width of the second column of a list, in characters. If there is less room, the second
/// column goes below the first.
const NARROWEST: usize = 24;

/// How a paragraph is broken. `first` is the prefix of the first line, `other` that of each other
/// line.
fn options<'a>(width: usize, first: &'a str, other: &'a str) -> Options<'a> {
    Options::new(width)
        .initial_indent(first)
        .subsequent_indent(other)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false)
}

/// A space at which no line is broken. [`plain`] replaces it with an ordinary space.
const NO_BREAK_SPACE: char = '\u{a0}';

/// Replaces the no-break spaces of a text with spaces. Call it after all lines are broken.
pub(in crate::cli) fn plain(text: &str) -> String {
    text.replace(NO_BREAK_SPACE, " ")
}

/// Replaces the spaces of a text with no-break spaces, so that the text is not broken into lines.
/// Use this for a command: the user can copy it as one line, even from a narrow terminal.
pub(in crate::cli) fn unbroken(text: &str) -> String {
    text.replace(' ', &NO_BREAK_SPACE.to_string())
}

/// The text with a space in place of each character that could deceive a reader. Line feeds stay.
/// Use this for names from a file that somebody else may have written.
pub(in crate::cli) fn printable_lines(text: &str) -> String {
    let shown = |letter| match letter {
        '\n' => letter,
        _ => printable(letter),
    };
    text.chars().map(shown).collect()
}

/// A paragraph in lines of at most `width` columns. A longer word stays whole. `first` is the
/// prefix of the first line, `other` that of each other line.
pub(super) fn paragraph(text: &str, width: usize, first: &str, other: &str) -> String {
    plain(&textwrap::fill(text, options(width, first, other)))
}

/// Breaks the long lines of a text. The later parts of an indented line are indented two columns
/// more than its first part.
pub(in crate::cli) fn wrapped(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        if textwrap::core::display_width(line) <= width {
            lines.push(plain(line));
            continue;
        }
        let indent = " ".repeat(line.len() - line.trim_start_matches(' ').len());
        let other = match indent.len() {
            0 => String::new(),
            _ => format!("{indent}  "),
        };
        lines.push(paragraph(
            line.trim_start_matches(' '),
            width,
            &indent,
            &other,
        ));
    }
    lines.join("\n")
}

/// A text as a sentence, with a capital letter. Adds a full stop if the text does not end with `.`,
/// `?` or `!`.
pub(in crate::cli) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let sentence: String = first.into_iter().chain(letters).collect();
    if sentence.ends_with(['.', '?', '!']) {
        sentence
    } else {
        format!("{sentence}.")
    }
}

/// A row of a list: a word and what it means.
pub(in crate::cli) type Row = (String, String);

/// A list in two columns. The second column starts at `column`, or further right after a long word.
/// A meaning that does not fit `width` is broken into several lines. If `width` is `None`, each
/// meaning stays on one line. If the second column would be narrower than [`NARROWEST`], each
/// meaning goes below its word.
pub(in crate::cli) fn rows(rows: &[Row], column: usize, width: Option<usize>) -> String {
    let mut text = String::new();
    for (word, meaning) in rows {
        let head_width = column.max(word.len() + 2);
        let head = format!("{word:<head_width$}");
        let indent = " ".repeat(column);
        let row = match width {
            None => format!("{head}{meaning}"),
            Some(width) if width < column + NARROWEST && word.is_empty() => {
                paragraph(meaning, width, "    ", "    ")
            }
            Some(width) if width < column + NARROWEST => {
                let below = " ".repeat(word.len() - word.trim_start().len() + 4);
                let meaning = paragraph(meaning, width, &below, &below);
                format!("{word}\n{meaning}")
            }
            Some(width) => paragraph(meaning, width, &head, &indent),
        };
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words_and_keep_their_indent() {
        let text = "short\n  a list of words that goes on\nN@f3,f6e6 and nothing-else-at-all-here";
        let expected = "short\n  a list of words\n    that goes on\nN@f3,f6e6 and\n\
                        nothing-else-at-all-here";
        assert_eq!(wrapped(text, 18), expected);
        assert_eq!(wrapped("as it  is. ", 18), "as it  is. ");
    }

    #[test]
    fn colours_take_no_columns() {
        let text = "\x1b[1mbold\x1b[0m and plain";
        assert_eq!(wrapped(text, 14), text);
    }

    #[test]
    fn the_second_column_stands_beside_or_below_the_first() {
        let list = [(
            "  word".to_owned(),
            "what it means to many a reader".to_owned(),
        )];
        assert_eq!(
            rows(&list, 10, None),
            "  word    what it means to many a reader\n"
        );
        assert_eq!(
            rows(&list, 10, Some(36)),
            "  word    what it means to many a\n          reader\n"
        );
        assert_eq!(
            rows(&list, 10, Some(26)),
            "  word\n      what it means to\n      many a reader\n"
        );
    }
}
