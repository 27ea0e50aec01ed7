//! Commands to study the game: its review, the best turns of the position, and the replay of a
//! reverse game as an ordinary chess game.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::PlaySession;
use crate::analysis::{Analyser, Page, Reviewer};
use crate::board::{Act, Color, Placement, Setup, Turn, TurnFields};
use crate::cli::Error;
use crate::cli::play::saved::files::why_not_saved;
use crate::cli::review::{explanation, table};
use crate::cli::search_progress::SearchProgress;
use crate::cli::terminal::{HiddenKeys, Input, is_quit, sentence};
use crate::files::{Existing, Output};
use crate::notation::NativeWords;
use crate::play::duration::Span;
use crate::plural::counted;
use crate::record::forward::{ForwardGame, forward_game};
use crate::record::score_label;
use crate::rules::Seat;
use crate::search::{Control, Limits, Options, TimeLimit};

/// The nodes for a whole review. The limit for each position is this number divided by the number
/// of turns, kept within [`POSITION_NODES`]. Because the limit counts nodes, a review of the same
/// game with one thread has the same result each time, unless [`POSITION_TIME`] stops a search.
const REVIEW_NODES: u64 = 3_000_000;
/// The least and the most nodes for a position of a review.
const POSITION_NODES: [u64; 2] = [10_000, 250_000];
/// The most time for a position of a review. Only a slow machine needs so much.
const POSITION_TIME: Duration = Duration::from_secs(3);
/// Explains the marks of a review.
const MARKS: &str = "?!, ? and ?? mark turns that lower the winning chances by at least 5, 10 and 20 percentage \
                     points. ! marks the best turn if every other turn would have lowered the winning chances by \
                     at least 10 percentage points.";
/// The time for an analysis by default.
const ANALYSIS_TIME: Duration = Duration::from_secs(2);
/// How many lines (best turns with their continuations) an analysis shows.
const LINES: usize = 3;
/// How many turns of each line an analysis shows.
const SHOWN_TURNS: usize = 5;

impl<R: NativeWords> PlaySession<'_, R> {
    /// Reviews the game so far. With `path`, also writes the review as a page for a browser.
    pub(super) fn review(&mut self, path: Option<&str>) -> Result<(), Error> {
        let turns = self.live.turns().len();
        if turns == 0 {
            return self.say("There is nothing to review yet: no turn has been played.");
        }
        if let Some(path) = path
            && let Err(error) = Output::check(path, Existing::Keep)
        {
            return self.say(&format!("{}.", why_not_saved(&error)));
        }
        let count = counted(turns, "turn");
        self.say(&format!("Reviewing {count}; Ctrl-C stops."))?;
        let record = self.record();
        let [least, most] = POSITION_NODES;
        let nodes = (REVIEW_NODES / turns as u64).clamp(least, most);
        let hidden_keys = HiddenKeys::new();
        let mut analyser = Analyser::new(Options {
            multipv: 2,
            ..self.engine.full_strength()
        });
        let control = self.watched();
        let progress = SearchProgress::new();
        let reviewed = Reviewer {
            analyser: &mut analyser,
            limits: &Limits {
                nodes: Some(nodes),
                ..fixed(POSITION_TIME)
            },
            control: &control,
            on_info: &mut |ply, info| {
                progress.show(&format!("after {ply} of {turns} turns"), info);
            },
        }
        .review(&self.live, record.result);
        drop((progress, hidden_keys));
        self.guard.search_is_over();
        let Some(reviewed) = reviewed else {
            return self.say("The review was stopped.");
        };
        let players = [Seat::First, Seat::Second].map(|seat| self.players.title(seat));
        self.say(table(&record, &reviewed, players).trim_end())?;
        self.say(&format!("{MARKS} {}", explanation(&reviewed)))?;
        self.say(&format!(
            "The search visits at most {nodes} nodes for each position. In a longer game \
             this limit can be lower, so a later review can give the same turn another score."
        ))?;
        let Some(path) = path else {
            return self.say("Type review FILE.html to write the review as a page for a browser.");
        };
        let page = Page::new(&record, &self.live, &reviewed).seen_by(self.bottom());
        match Output::write(Path::new(path), Existing::Keep, page.to_string()) {
            Ok(()) => self.say(&format!("The page is in {path}. Open it in a browser.")),
            Err(error) => self.say(&format!("{}.", why_not_saved(&error))),
        }
    }

    /// Shows the best turns of the position.
    pub(super) fn analyse(&mut self, time: Option<&str>) -> Result<(), Error> {
        if self.live.outcome().is_some() {
            return self
                .say("The game is over: there is no turn to analyse. Type undo first, or review.");
        }
        let time = match time.map(str::parse::<Span>).transpose() {
            Ok(time) => time.map_or(ANALYSIS_TIME, |span| span.0),
            Err(error) => return self.say(&sentence(&error.to_string())),
        };
        self.say(&format!("Analysing for {}; Ctrl-C stops.", Span(time)))?;
        let mut analyser = Analyser::new(Options {
            multipv: LINES,
            ..self.engine.full_strength()
        });
        let hidden_keys = HiddenKeys::new();
        let control = self.watched();
        let progress = SearchProgress::new();
        let show = &mut |info: &_| progress.show("analysis", info);
        let analysis = analyser.analyse(&self.live, &fixed(time), &control, show);
        drop((progress, hidden_keys));
        self.guard.search_is_over();
        let mut text = format!(
            "The best turns of the player to play, with the scores for that player, at depth {}:",
            analysis.depth
        );
        for line in &analysis.lines {
            let turns = line.turns.get(..SHOWN_TURNS).unwrap_or(&line.turns);
            let turns = self.notation.line(self.live.position(), turns);
            text.push_str(&format!(
                "\n{:>8}  {}",
                score_label(line.score),
                turns.join("  ")
            ));
        }
        self.say(&text)
    }

    /// Replays a reverse game as an ordinary chess game, board by board, back to the start of the
    /// reverse game. At a terminal, Enter shows the next board, and `q`, `quit` or `exit` ends the
    /// replay. Any other input also ends the replay, and is then read as the next input.
    pub(super) fn watch(&mut self) -> Result<(), Error> {
        let turns: Vec<Turn> = self.live.turns().collect();
        let game = match forward_game(self.live.start(), &turns) {
            Ok(game) => game,
            Err(error) => return self.say(&sentence(&error.to_string())),
        };
        let moves = counted(game.moves().len(), "move");
        self.say(&format!(
            "The game played backwards, as a chess game of {moves}:"
        ))?;
        self.draw(game.placement(), None)?;
        for (index, chess) in game.moves().iter().enumerate() {
            if self.console.is_terminal() {
                match self.console.read("Enter for the next move, q to stop: ")? {
                    Input::Line(line) if line.trim().is_empty() => {}
                    Input::Line(line) if is_quit(&line) => return Ok(()),
                    other => {
                        self.console.put_back(other);
                        return Ok(());
                    }
                }
            }
            self.say(&format!("\n{} {}", number(&game, index), chess.san()))?;
            let squares = chess.squares();
            let chess_move =
                squares.and_then(|(from, to)| Turn::new(TurnFields::new(Act::Move, from, to)));
            self.draw(chess.placement(), chess_move)?;
        }
        self.say("This is the start of the reverse game.")
    }

    /// Draws a position of the chess game. Marks the squares of `latest`, the move that led to the
    /// position.
    fn draw(&self, placement: &Placement, latest: Option<Turn>) -> Result<(), Error> {
        let setup = Setup::new(*placement, Color::White);
        let screen = self.console.screen();
        self.say(&screen.board(&setup, latest, self.bottom()))
    }

    /// The colour of the person. If two people play, or nobody does, the colour of player 1.
    pub(super) fn own_color(&self) -> Color {
        let human = self.players.only_human().unwrap_or(Seat::First);
        self.live.color_of(human)
    }

    /// The control of a search. Ctrl-C stops that search.
    fn watched(&self) -> Arc<Control> {
        let control = Arc::new(Control::default());
        self.guard.watch(&control);
        control
    }
}

/// The number of a chess move: `3.` for White, `3...` for Black.
fn number(game: &ForwardGame, index: usize) -> String {
    let plies = index + usize::from(game.first_side().is_black());
    let dots = if plies.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", plies / 2 + 1)
}

/// Limits that end a search after this time.
fn fixed(time: Duration) -> Limits {
    Limits {
        time: TimeLimit::Fixed(time),
        ..Limits::default()
    }
}
