//! The result for a position, as text and as JSON.

use std::fmt;
use std::io::{Write, stdout};

use serde_json::{Value, json};

use crate::analysis::{Analysis, Epd, Item, PvLine, SuiteScore, TestResult};
use crate::board::Turn;
use crate::book::BookEntry;
use crate::cli::Error;
use crate::cli::args::OutputFormat;
use crate::cli::json::turns;
use crate::cli::terminal::unbroken;
use crate::plural::counted;
use crate::questions::ScoreView;
use crate::record::score_label;
use crate::rules::Outcome;

/// The result for a position.
pub(super) struct Finding<'a> {
    pub(super) item: &'a Item,
    pub(super) fen: String,
    pub(super) epd: Option<&'a Epd>,
    /// The number of turns played, if the position belongs to a game.
    pub(super) ply: Option<usize>,
    /// The last turn played.
    pub(super) last: Option<Turn>,
    /// `None` if the game is over.
    pub(super) found: Option<Analysis>,
    pub(super) outcome: Option<Outcome>,
    /// The entry of the position in the book of the game.
    pub(super) book: Option<BookEntry>,
    /// Whether the test is solved; `None` if the position is not a test.
    pub(super) verdict: Option<TestResult>,
}

fn words(turns: &[Turn]) -> String {
    let words: Vec<String> = turns.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Writes the principal variations, then the depth, the nodes and the time.
fn write_analysis(f: &mut fmt::Formatter<'_>, found: &Analysis) -> fmt::Result {
    for (number, line) in (1..).zip(&found.lines) {
        let score = score_label(line.score);
        write!(f, "{number:>3}  {score:>7}  {}", words(&line.turns))?;
        match found.lines.first() {
            Some(first) if first.depth != line.depth => {
                writeln!(f, "  (depth {})", line.depth)?;
            }
            _ => writeln!(f)?,
        }
    }
    writeln!(
        f,
        "     depth {}/{}, {} nodes, {:.3} s",
        found.depth,
        found.seldepth,
        found.nodes,
        found.time.as_secs_f64()
    )?;
    Ok(())
}

/// The result as text. Each space in the FEN is written as a no-break space, so that the FEN stays
/// on one line.
impl fmt::Display for Finding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.item.content.game())?;
        match (self.ply, self.last) {
            (Some(ply), Some(turn)) => write!(f, ", after turn {ply}, {turn}")?,
            (Some(ply), None) => write!(f, ", after turn {ply}")?,
            _ => {}
        }
        if let Some(id) = self.epd.and_then(|epd| epd.id.as_deref()) {
            write!(f, ", {}", id.escape_debug())?;
        }
        writeln!(f, ": {}", unbroken(&self.fen))?;
        if let Some(outcome) = self.outcome {
            writeln!(
                f,
                "     {}: {}",
                outcome.result(),
                outcome.ending.description()
            )?;
        }
        if let Some(found) = &self.found {
            write_analysis(f, found)?;
        }
        if let Some(entry) = self.book {
            let (turn, score) = (entry.turn, score_label(entry.score));
            let below = counted(entry.positions, "position");
            writeln!(
                f,
                "     book: {turn}, {score}; the tree of the book has {below} below this position"
            )?;
        }
        if let (Some(epd), Some(verdict)) = (self.epd, self.verdict) {
            let result = match verdict {
                TestResult::Solved => "solved",
                TestResult::Failed => "NOT SOLVED",
            };
            let mut parts = Vec::new();
            if !epd.best.is_empty() {
                parts.push(format!("best {}", words(&epd.best)));
            }
            if !epd.avoid.is_empty() {
                parts.push(format!("avoid {}", words(&epd.avoid)));
            }
            if let Some(turns) = epd.mate {
                parts.push(format!("win forced in {}", counted(turns, "turn")));
            }
            writeln!(f, "     {result}: {}", parts.join("; "))?;
        }
        Ok(())
    }
}

impl Finding<'_> {
    /// The result as a JSON object.
    pub(super) fn json(&self) -> Value {
        let mut object = json!({
            "source": self.item.source,
            "line": self.item.place.line,
            "variant": self.item.content.game().name(),
            "fen": self.fen,
        });
        let mut set = |name: &str, value: Value| {
            if let Some(fields) = object.as_object_mut() {
                fields.insert(name.to_owned(), value);
            }
        };
        if let Some(id) = self.epd.and_then(|epd| epd.id.as_deref()) {
            set("id", json!(id));
        }
        if let Some(ply) = self.ply {
            set("ply", json!(ply));
            set("last", json!(self.last.map(|turn| turn.to_string())));
        }
        if let Some(outcome) = self.outcome {
            set("result", json!(outcome.result()));
            set("reason", json!(outcome.ending.word()));
        }
        if let Some(found) = &self.found {
            let line = |line: &PvLine| {
                json!({
                    "depth": line.depth,
                    "score": ScoreView::from(line.score),
                    "pv": turns(&line.turns),
                })
            };
            set("best", json!(found.best().map(|turn| turn.to_string())));
            set("lines", found.lines.iter().map(line).collect());
            set("depth", json!(found.depth));
            set("seldepth", json!(found.seldepth));
            set("nodes", json!(found.nodes));
            set("seconds", json!(found.time.as_secs_f64()));
            // The depth at which the best turn changed for the last time.
            set("settled", json!(found.best_turn_depth));
        }
        if let Some(entry) = self.book {
            let book = json!({
                "turn": entry.turn.to_string(),
                "score": ScoreView::from(entry.score),
                "positions": entry.positions,
            });
            set("book", book);
        }
        if let Some(verdict) = self.verdict {
            set("solved", json!(verdict == TestResult::Solved));
        }
        object
    }
}

/// Prints how many tests of a suite are solved.
pub(super) fn print_tally(tally: SuiteScore, format: OutputFormat) -> Result<(), Error> {
    let SuiteScore { solved, all } = tally;
    let mut out = stdout().lock();
    match format {
        OutputFormat::Json => writeln!(out, "{}", json!({ "tests": all, "solved": solved }))?,
        OutputFormat::Text => {
            writeln!(out, "{solved} of {all} solved, {:.1} %", tally.percent())?;
        }
    }
    Ok(())
}
