//! Runs the binary at a simulated terminal, types lines, and reads the screen.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::common::program::Folder;

/// The number of rows of the simulated screen. It is so large that nothing scrolls away. The
/// program is told another number, [`Kind::rows`].
const ROWS: u16 = 2000;
/// How long the program may take for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);
/// An answer is complete when the program has written the next prompt, and then nothing for this
/// long.
const QUIET: Duration = Duration::from_millis(60);

/// The end of the prompt after a page of a long answer. The prompt after a solved lesson has the
/// same end.
const MORE: &str = "to stop) ";
/// The ends of all prompts.
const PROMPTS: [&str; 5] = [MORE, "> ", "] ", "? ", ": "];

/// The size of a terminal, and whether it has colours and Unicode.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) columns: u16,
    pub(super) rows: u16,
    /// Whether the program may use colours.
    pub(super) colors: bool,
    /// Whether the terminal shows Unicode.
    pub(super) unicode: bool,
}

/// A running program at a terminal.
pub(super) struct Terminal {
    screen: vt100::Parser,
    columns: u16,
    /// The controlling side of the pseudo-terminal. The test types by writing to it.
    keyboard: File,
    /// What the program has written.
    output: Receiver<Vec<u8>>,
    child: Child,
    _folder: Folder,
}

impl Terminal {
    /// Starts the binary in a folder of its own.
    pub(super) fn start(kind: Kind, arguments: &[&str]) -> Self {
        let folder = Folder::new();
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&controller).expect("a terminal");
        unlockpt(&controller).expect("a terminal");
        let size = Winsize {
            ws_row: kind.rows,
            ws_col: kind.columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&controller, size).expect("a size");
        let name = ptsname(&controller, Vec::new()).expect("a name");
        let name = name.into_string().expect("UTF-8");
        let open = || {
            let file = OpenOptions::new().read(true).write(true).open(&name);
            file.expect("the terminal opens")
        };
        let mut command = folder.command(arguments);
        command.stdin(open()).stdout(open()).stderr(open());
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", if kind.unicode { "C.UTF-8" } else { "C" });
        if !kind.colors {
            command.env("NO_COLOR", "1");
        }
        let child = command.spawn().expect("the binary starts");
        // `command` holds three open files of the terminal. They would keep the terminal open after
        // the end of the program.
        drop(command);
        let keyboard = File::from(controller);
        let mut reader = keyboard.try_clone().expect("a copy");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // After the end of the program, `read` fails on Linux, and reads 0 bytes elsewhere.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let (rows, columns) = (NonZeroU16::new(ROWS), NonZeroU16::new(kind.columns));
        let (rows, columns) = rows.zip(columns).expect("a size");
        Self {
            screen: vt100::Parser::new(rows, columns, 0),
            columns: kind.columns,
            keyboard,
            output,
            child,
            _folder: folder,
        }
    }

    /// Waits until the program has written a prompt, and then nothing more for [`QUIET`].
    pub(super) fn wait_for_prompt(&mut self) {
        let end = Instant::now() + ANSWER_TIMEOUT;
        loop {
            let has_prompt = self.prompt().is_some();
            let left = end.saturating_duration_since(Instant::now());
            match self
                .output
                .recv_timeout(if has_prompt { QUIET } else { left })
            {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Timeout) if has_prompt => return,
                Err(RecvTimeoutError::Timeout) => panic!("no prompt:\n{}", self.text()),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the program ended instead of waiting:\n{}", self.text())
                }
            }
        }
    }

    /// Types a line, and waits for the next prompt.
    pub(super) fn enter(&mut self, line: &str) {
        let row = self.screen.screen().cursor_position().0;
        self.keyboard
            .write_all(format!("{line}\r").as_bytes())
            .expect("the program reads");
        // Until the cursor leaves this row, the prompt may be the old one.
        let end = Instant::now() + ANSWER_TIMEOUT;
        while self.screen.screen().cursor_position().0 == row {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => panic!("the program did not read '{line}':\n{}", self.text()),
            }
        }
        self.wait_for_prompt();
    }

    /// Types a line that ends the program, waits for its end, and returns the screen.
    pub(super) fn leave(&mut self, line: &str) -> String {
        self.keyboard
            .write_all(format!("{line}\r").as_bytes())
            .expect("the program reads");
        let end = Instant::now() + ANSWER_TIMEOUT;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(RecvTimeoutError::Disconnected) => return self.text(),
                Err(RecvTimeoutError::Timeout) => {
                    panic!("the program did not end:\n{}", self.text())
                }
            }
        }
    }

    /// Types a line, and then Enter at the end of each page of the answer.
    pub(super) fn enter_and_read(&mut self, line: &str) {
        self.enter(line);
        self.read_on();
    }

    /// Types Enter as long as the prompt ends with [`MORE`].
    pub(super) fn read_on(&mut self) {
        while self.prompt() == Some(MORE) {
            self.enter("");
        }
    }

    /// Types Enter at the end of each page, until the program ends.
    pub(super) fn read_on_to_the_end(&mut self) {
        let end = Instant::now() + ANSWER_TIMEOUT;
        loop {
            if self.prompt() == Some(MORE) {
                let row = self.screen.screen().cursor_position().0;
                self.keyboard.write_all(b"\r").expect("the program reads");
                while self.screen.screen().cursor_position().0 == row {
                    if self.has_ended(end) {
                        return;
                    }
                }
            } else if self.has_ended(end) {
                return;
            }
        }
    }

    /// Waits for output, and shows it on the simulated screen. Returns true if the program ends
    /// instead. Panics at `end`.
    fn has_ended(&mut self, end: Instant) -> bool {
        let left = end.saturating_duration_since(Instant::now());
        match self.output.recv_timeout(left) {
            Ok(bytes) => self.screen.process(&bytes),
            Err(RecvTimeoutError::Disconnected) => return true,
            Err(RecvTimeoutError::Timeout) => {
                panic!("the program did not end:\n{}", self.text())
            }
        }
        false
    }

    /// Whether the terminal itself, and not the program, shows what is typed.
    pub(super) fn has_echo(&self) -> bool {
        let settings = tcgetattr(&self.keyboard).expect("the settings of the terminal");
        settings.local_modes.contains(LocalModes::ECHO)
    }

    /// Waits until the program has switched the echo off.
    pub(super) fn wait_until_no_echo(&self) {
        let end = Instant::now() + ANSWER_TIMEOUT;
        while self.has_echo() {
            assert!(Instant::now() < end, "the echo is still there");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the program by a signal, and waits for its end.
    pub(super) fn end_by(&mut self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the program runs");
        self.child.wait().expect("the end of the program");
    }

    /// The end of the prompt before the cursor: one of [`PROMPTS`].
    fn prompt(&self) -> Option<&'static str> {
        let screen = self.screen.screen();
        let (row, column) = screen.cursor_position();
        let line = screen.rows(0, self.columns).nth(usize::from(row));
        // `rows` leaves out the spaces at the end of a row. Every prompt ends with a space, so the
        // spaces before the cursor are added again.
        let line = format!(
            "{:<width$}",
            line.unwrap_or_default(),
            width = usize::from(column)
        );
        PROMPTS.into_iter().find(|prompt| line.ends_with(prompt))
    }

    /// The text on the screen, without colours.
    pub(super) fn text(&self) -> String {
        let rows = self.screen.screen().rows(0, self.columns);
        let rows: Vec<String> = rows.map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n").trim().to_owned()
    }

    /// The text as a person copies it from a terminal: the rows of a broken line are joined.
    pub(super) fn copied_text(&self) -> String {
        let screen = self.screen.screen();
        let mut text = String::new();
        for (number, row) in (0..).zip(screen.rows(0, self.columns)) {
            text.push_str(if screen.row_wrapped(number) {
                &row
            } else {
                row.trim_end()
            });
            if !screen.row_wrapped(number) {
                text.push('\n');
            }
        }
        text.trim().to_owned()
    }

    /// The rows, numbered from 0, at whose end the terminal has broken a line.
    pub(super) fn broken_rows(&self) -> Vec<u16> {
        let screen = self.screen.screen();
        (0..ROWS).filter(|&row| screen.row_wrapped(row)).collect()
    }

    /// The background colours on the screen, each once.
    pub(super) fn backgrounds(&self) -> Vec<vt100::Color> {
        let screen = self.screen.screen();
        let mut colors = Vec::new();
        for row in 0..=screen.cursor_position().0 {
            for column in 0..self.columns {
                let color = screen.cell(row, column).map(vt100::Cell::bgcolor);
                if let Some(color) = color.filter(|color| !colors.contains(color)) {
                    colors.push(color);
                }
            }
        }
        colors
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
