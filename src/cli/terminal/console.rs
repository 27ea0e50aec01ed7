//! The person's input and the program's output. At a terminal, the person can edit and complete
//! input lines. Output lines are broken to fit the terminal, and long texts are shown page by page.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::screen::Screen;
use super::signals;
use crate::cli::args::Look;
use crate::plural::counted;

/// An input of the person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Input {
    /// A line.
    Line(String),
    /// Ctrl-C at the prompt.
    Interrupt,
    /// The end of the input, or a closed terminal.
    End,
}

/// The answer to [`Console::confirm`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Answer {
    Yes,
    No,
    /// A word of [`is_quit`], or Ctrl-C.
    Quit,
    /// The end of the input.
    End,
}

/// Whether a line is the word with which the person leaves: `quit`, `exit` or `q`.
pub(in crate::cli) fn is_quit(line: &str) -> bool {
    ["quit", "exit", "q"].contains(&line.trim().to_ascii_lowercase().as_str())
}

/// The input of the person, and the screen.
#[derive(Debug)]
pub(in crate::cli) struct Console {
    source: Source,
    screen: Screen,
    /// What the next read returns, such as a turn that was typed at the end of a page.
    typed_ahead: Option<Input>,
}

/// The source of the input.
#[derive(Debug)]
enum Source {
    /// A terminal with line editing, history and completion.
    Terminal(Box<Editor<Words, MemHistory>>),
    /// Anything else, such as a pipe or a file: lines as they are.
    Pipe,
}

impl Source {
    /// The standard input of this process.
    fn open() -> Self {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Source::Pipe;
        }
        let config = Config::builder().auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        match Editor::with_history(config, history) {
            Ok(mut editor) => {
                signals::restore_at_end();
                editor.set_helper(Some(Words::default()));
                Source::Terminal(Box::new(editor))
            }
            Err(_) => Source::Pipe,
        }
    }
}

impl Console {
    /// The console of this process. `look` has the person's options for the look of boards.
    pub(in crate::cli) fn open(look: Look) -> Self {
        Self {
            source: Source::open(),
            screen: Screen::of_stdout(look),
            typed_ahead: None,
        }
    }

    /// Whether the input and the output are terminals, and lines can be edited.
    pub(in crate::cli) const fn is_terminal(&self) -> bool {
        matches!(self.source, Source::Terminal(_))
    }

    /// The screen.
    pub(in crate::cli) const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Sets the words to which Tab completes.
    pub(in crate::cli) fn complete_with(&mut self, words: impl Iterator<Item = String>) {
        if let Source::Terminal(editor) = &mut self.source
            && let Some(helper) = editor.helper_mut()
        {
            helper.0 = words.collect();
        }
    }

    /// Prints lines, broken where they do not fit.
    pub(in crate::cli) fn say(&self, text: &str) -> io::Result<()> {
        writeln!(anstream::stdout(), "{}", self.screen.wrapped(text))
    }

    /// Prints lines that the person may copy, such as a position. They are not broken.
    pub(in crate::cli) fn say_unbroken(&self, text: &str) -> io::Result<()> {
        writeln!(anstream::stdout(), "{text}")
    }

    /// Prints a text, page by page at a terminal. At the end of a page, Enter shows the next page,
    /// and q ends the text. Any other input ends the text too, and the next read returns it.
    pub(in crate::cli) fn page(&mut self, text: &str) -> io::Result<()> {
        self.page_with(text, "Enter, or q to stop")
    }

    /// Prints a text as [`Console::page`] does. The prompt at the end of a page also names
    /// `answer`: the input that is expected after the text, such as `a turn`.
    pub(in crate::cli) fn page_before(&mut self, text: &str, answer: &str) -> io::Result<()> {
        self.page_with(text, &format!("Enter, {answer}, or q to stop"))
    }

    /// Prints a text page by page. At the end of a page, the prompt shows `choices`: what the
    /// person may type there.
    fn page_with(&mut self, text: &str, choices: &str) -> io::Result<()> {
        let text = self.screen.wrapped(text);
        let page_length = match self.screen.size() {
            Some((_, rows)) if self.is_terminal() => rows.saturating_sub(2).max(4),
            _ => usize::MAX,
        };
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let mut rest = lines.as_slice();
        loop {
            let (page, more) = rest.split_at(end_of_page(rest, page_length));
            for line in page {
                writeln!(anstream::stdout(), "{line}")?;
            }
            if more.is_empty() {
                return Ok(());
            }
            let prompt = format!("({}: {choices}) ", counted(more.len(), "more line"));
            match self.read(&prompt)? {
                Input::Line(line) if line.trim().is_empty() => rest = more,
                Input::Line(line) if line.trim() == "q" => return Ok(()),
                other => {
                    self.typed_ahead = Some(other);
                    return Ok(());
                }
            }
        }
    }

    /// Puts back an input that is no answer to a prompt. The next read returns it.
    pub(in crate::cli) fn put_back(&mut self, input: Input) {
        self.typed_ahead = Some(input);
    }

    /// Asks the question `prompt` until the answer is yes, no or a word of [`is_quit`]. Enter means
    /// yes. `help` is shown after any other line.
    pub(in crate::cli) fn confirm(&mut self, prompt: &str, help: &str) -> io::Result<Answer> {
        loop {
            let line = match self.read(prompt)? {
                Input::Line(line) => line,
                Input::Interrupt => return Ok(Answer::Quit),
                Input::End => return Ok(Answer::End),
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "" | "y" | "yes" => return Ok(Answer::Yes),
                "n" | "no" => return Ok(Answer::No),
                word if is_quit(word) => return Ok(Answer::Quit),
                _ => self.say(help)?,
            }
        }
    }

    /// Reads a line. A terminal shows the prompt.
    pub(in crate::cli) fn read(&mut self, prompt: &str) -> io::Result<Input> {
        if let Some(input) = self.typed_ahead.take() {
            return Ok(input);
        }
        match &mut self.source {
            Source::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => Ok(Input::Line(line)),
                Err(ReadlineError::Interrupted) => Ok(Input::Interrupt),
                Err(ReadlineError::Eof) => Ok(Input::End),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(other) => Err(io::Error::other(other)),
            },
            Source::Pipe => {
                anstream::stdout().flush()?;
                let mut bytes = Vec::new();
                if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(Input::End);
                }
                Ok(Input::Line(String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }
}

/// The last page of a text may have up to this many lines more than a full page.
const OVERHANG: usize = 2;

/// The maximum number of lines of a board in a text. If possible, no page ends within a board.
const BOARD_LINES: usize = 11;

/// The number of lines on the next page. `lines` are the lines that are left; a full page has
/// `page_length` lines.
///
/// * If at most [`OVERHANG`] lines would be left after a full page, the page has all lines.
/// * Otherwise the page ends with the last empty line of `lines[N..=page_length]`. N is
///   `page_length / 2` or `page_length - BOARD_LINES`, whichever is less, but at least 1. For
///   example, if `page_length` is 20, N is 9. `lines[page_length]` is the first line after a full
///   page.
/// * If none of these lines is empty, the page is full.
fn end_of_page(lines: &[&str], page_length: usize) -> usize {
    if lines.len().saturating_sub(OVERHANG) <= page_length {
        return lines.len();
    }
    let is_empty = |&at: &usize| lines.get(at).is_some_and(|line| line.trim().is_empty());
    let highest = (page_length / 2)
        .min(page_length.saturating_sub(BOARD_LINES))
        .max(1);
    let last_empty = (highest..=page_length).rev().find(is_empty);
    last_empty.map_or(page_length, |at| at + 1)
}

/// The words to which Tab completes.
#[derive(Clone, Debug, Default)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..position).unwrap_or_default();
        let last = before.rfind(' ').map_or(0, |blank| blank + 1);
        // A completion may contain spaces. So try the whole line first, then only its last word.
        for start in [0, last] {
            let typed = before.get(start..).unwrap_or_default();
            let completions = self.0.iter().filter(|word| word.starts_with(typed));
            let completions: Vec<String> = completions.cloned().collect();
            if !completions.is_empty() {
                return Ok((start, completions));
            }
        }
        Ok((last, Vec::new()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_ends_between_paragraphs() {
        let lines = ["a", "b", "", "c", "d", "e", "", "f", "g"];
        assert_eq!(end_of_page(&lines, 9), 9);
        assert_eq!(
            end_of_page(&lines, 7),
            9,
            "two lines are too few for a page of their own"
        );
        assert_eq!(
            end_of_page(&lines, 6),
            7,
            "the empty line after a full page belongs to that page"
        );
        assert_eq!(end_of_page(&lines, 5), 3);
        assert_eq!(end_of_page(&["x"; 9], 4), 4);
    }

    #[test]
    fn no_page_ends_within_a_board() {
        let mut lines = vec!["text"; 5];
        lines.push("");
        lines.extend(["8 . . . . . . . ."; 9]);
        lines.extend(["", "text", "text", "text", "text"]);
        for rows in 12..=14 {
            assert_eq!(end_of_page(&lines, rows), 6, "{rows}");
        }
        assert_eq!(end_of_page(&lines, 15), 16);
    }
}
