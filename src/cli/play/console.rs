//! The person's input: lines with editing and completion at a terminal, plain lines otherwise.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

/// An input of the person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A line.
    Line(String),
    /// Ctrl-C at the prompt.
    Interrupt,
    /// The end of the input, or of the terminal.
    End,
}

/// The source of the input.
#[derive(Debug)]
pub(super) enum Console {
    /// A terminal with line editing, history and completion.
    Terminal(Box<Editor<Words, MemHistory>>),
    /// A pipe or a file: plain lines.
    Pipe,
}

impl Console {
    /// The console of this process.
    pub(super) fn open() -> Self {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Console::Pipe;
        }
        let config = Config::builder().auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        match Editor::with_history(config, history) {
            Ok(mut editor) => {
                editor.set_helper(Some(Words::default()));
                Console::Terminal(Box::new(editor))
            }
            Err(_) => Console::Pipe,
        }
    }

    /// Whether it is a terminal.
    pub(super) const fn is_terminal(&self) -> bool {
        matches!(self, Console::Terminal(_))
    }

    /// Sets the words to which Tab completes.
    pub(super) fn complete_with(&mut self, words: impl Iterator<Item = String>) {
        if let Console::Terminal(editor) = self
            && let Some(helper) = editor.helper_mut()
        {
            helper.0 = words.collect();
        }
    }

    /// Reads a line. A terminal shows the prompt.
    pub(super) fn read(&mut self, prompt: &str) -> io::Result<Input> {
        match self {
            Console::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => Ok(Input::Line(line)),
                Err(ReadlineError::Interrupted) => Ok(Input::Interrupt),
                Err(ReadlineError::Eof) => Ok(Input::End),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(other) => Err(io::Error::other(other)),
            },
            Console::Pipe => {
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

/// The words to which Tab completes.
#[derive(Clone, Debug, Default)]
pub(super) struct Words(Vec<String>);

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
        // A completion may contain spaces: try the whole line before its last word.
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
