//! `reviver review`: a whole game, turn by turn.

use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;

use super::analyse::{Effort, Live, Sources, score, split_variant};
use super::diagram::side;
use super::{Error, note, start::Start};
use crate::analysis::{Analyst, Mark, Page, Review, Task, annotated, review};
use crate::board::{Color, Turn};
use crate::live::LiveGame;
use crate::record::{GameResult, Record, score_text};
use crate::rules::{Rules, Seat, Variant, Visitor};
use crate::search::Control;

/// Turns of a line that are worth showing in a table.
const SHOWN: usize = 5;

/// Review games: each turn with its score, the errors, and where the game was decided
///
/// ?! marks a turn that loses 5 % of the winning chances or more, ? one that loses 10 %, ?? one that
/// loses 20 %, and ! a turn where every other would have been a mistake. The accuracy of a player
/// goes from 0 to 100.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver review game.pgn --html game.html --pgn annotated.pgn --time 2\n  \
    reviver review unplay-strict h8g7 a1a2 g7f6*n --nodes 1000\n  \
    reviver review games.pgn --json")]
pub(super) struct Args {
    /// Files with game records, - for standard input; or the name of a game and its turns
    #[arg(value_name = "FILE | VARIANT TURN", required = true)]
    inputs: Vec<String>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    effort: Effort,
    /// Write a page for a browser: score curve, comments, and a board that steps through the game;
    /// further games get a number in the name
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the games with comments as game records
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// The side at the bottom of the board
    #[arg(long, value_name = "COLOUR", default_value = "white", value_parser = side)]
    side: Color,
    /// One JSON object a turn and one a game instead of a table
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Reviews.
    pub(super) fn run(self) -> Result<(), Error> {
        let (game, words) = split_variant(&self.inputs);
        let mut sources = Sources::default();
        let mut records = Vec::new();
        match game {
            Some(variant) => records.push(variant.dispatch(Typed {
                start: &self.start,
                words,
            })?),
            None => {
                sources = Sources::read(words, None, 0)?;
                for item in std::mem::take(&mut sources.items) {
                    match item.task {
                        Task::Game(record) => records.push(record),
                        Task::Position(_) => sources.complain(&format!(
                            "{}: {}: a review takes games, and this is a position",
                            item.source, item.place
                        )),
                    }
                }
            }
        }
        let control = Effort::control();
        let mut annotations = String::new();
        for (number, record) in (1..).zip(&records) {
            let text = record.variant.dispatch(Reviewer {
                args: &self,
                record,
                number,
                control: &control,
            })?;
            if number > 1 {
                annotations.push('\n');
            }
            annotations += &text;
        }
        if let Some(path) = self.pgn.as_deref().filter(|_| !records.is_empty()) {
            write_file(path, &annotations)?;
        }
        sources.end()
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(|source| Error::File {
        path: path.display().to_string(),
        source,
    })?;
    note(&format!("Written: {}", path.display()));
    Ok(())
}

/// A name for the file of a game: the first has it as it is, others a number in it.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.{ending}"))
}

/// A game from the command line.
struct Typed<'a> {
    start: &'a Start,
    words: &'a [String],
}

impl Visitor for Typed<'_> {
    type Output = Result<Record, Error>;

    fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
        let mut game = LiveGame::<R>::new(variant, self.start.position(variant)?);
        for (number, word) in (1..).zip(self.words) {
            let turn: Turn = word.parse()?;
            game.play(turn)
                .map_err(|error| Error::Usage(format!("turn {number}: {error}")))?;
        }
        Ok(Record::of(&game))
    }
}

/// A game to be reviewed.
struct Reviewer<'a> {
    args: &'a Args,
    record: &'a Record,
    number: usize,
    control: &'a Arc<Control>,
}

impl Visitor for Reviewer<'_> {
    /// The annotated record.
    type Output = Result<String, Error>;

    fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
        let (args, record) = (self.args, self.record);
        let game = record
            .replay::<R>()
            .map_err(|error| Error::Failed(error.to_string()))?;
        let turns = game.turns().len();
        let live = Live::new();
        let mut analyst = Analyst::<R>::new(args.effort.options(variant, 2));
        let reviewed = review(
            &game,
            result(record, &game),
            &mut analyst,
            &args.effort.limits(),
            self.control,
            &mut |ply, info| live.show(&format!("position {ply} of {turns}"), info),
        );
        drop(live);
        let reviewed = reviewed.ok_or_else(|| Error::Failed("stopped".to_owned()))?;
        if args.json {
            print_json(&reviewed, self.number)?;
        } else {
            stdout()
                .lock()
                .write_all(table(record, &reviewed).as_bytes())?;
        }
        if let Some(path) = &args.html {
            let page = Page::new(record, &game, &reviewed).seen_by(args.side);
            write_file(&numbered(path, self.number), &page.to_string())?;
        }
        Ok(annotated(record, &reviewed).to_string())
    }
}

/// How a game ended: by its rules, or else as the record has it.
fn result<R: Rules>(record: &Record, game: &LiveGame<R>) -> GameResult {
    match game.outcome() {
        Some(outcome) => Some(outcome).into(),
        None => record.result,
    }
}

/// The review for people.
fn table(record: &Record, review: &Review) -> String {
    let mut text = format!("{}\n", record.variant);
    let width = review
        .turns
        .iter()
        .map(|turn| turn.turn.to_string().len())
        .max();
    let width = width.unwrap_or(0);
    for reviewed in &review.turns {
        let dots = reviewed.side.fold_wb(".", "...");
        let number = format!("{}{dots}", reviewed.number);
        let sign = reviewed.mark.map_or("", Mark::sign);
        // Writing into a text cannot fail.
        let _ = write!(
            text,
            "{number:>6} {:<width$} {sign:<2} {:>7}",
            reviewed.turn.to_string(),
            score_text(reviewed.score)
        );
        if let Some(best) = reviewed.before.lines.first()
            && reviewed.mark.is_some_and(|mark| mark != Mark::Only)
        {
            let line: Vec<String> = best.turns.iter().take(SHOWN).map(Turn::to_string).collect();
            let _ = write!(
                text,
                "  loses {:.0} %, better {} ({})",
                100.0 * reviewed.loss,
                line.join(" "),
                score_text(best.score)
            );
        }
        text.push('\n');
    }
    for seat in [Seat::First, Seat::Second] {
        let summary = review.summary(seat);
        let accuracy = summary
            .accuracy
            .map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1}"));
        let name = match seat {
            Seat::First => "first",
            Seat::Second => "second",
        };
        let _ = write!(text, "The {name} player: accuracy {accuracy}");
        for (mark, count) in Mark::ALL.into_iter().zip(summary.marks) {
            let _ = write!(text, ", {} {}", mark.sign(), count);
        }
        text.push('\n');
    }
    if let Some(turn) = review
        .turning_point
        .and_then(|index| review.turns.get(index))
    {
        let dots = turn.side.fold_wb(".", "...");
        let _ = writeln!(text, "Turning point: {}{dots} {}", turn.number, turn.turn);
    }
    text
}

/// The review for programs.
fn print_json(review: &Review, game: usize) -> Result<(), Error> {
    let mut out = stdout().lock();
    let texts = |turns: &[Turn]| turns.iter().map(Turn::to_string).collect::<Vec<_>>();
    for (ply, reviewed) in (1..).zip(&review.turns) {
        let best = reviewed.before.lines.first();
        let chances = review.chances.get(ply).map(|chances| chances.0);
        let object = json!({
            "game": game,
            "ply": ply,
            "player": reviewed.seat.number(),
            "side": reviewed.side.char().to_string(),
            "turn": reviewed.turn.to_string(),
            "score": score(reviewed.score),
            "loss": reviewed.loss,
            "mark": reviewed.mark.map(Mark::sign),
            "chances": chances,
            "best": best.map(|line| texts(&line.turns)),
            "best_score": best.map(|line| score(line.score)),
            "depth": reviewed.before.depth,
            "nodes": reviewed.before.nodes,
        });
        writeln!(out, "{object}")?;
    }
    let player = |seat| {
        let summary = review.summary(seat);
        let [only, inaccuracies, mistakes, blunders] = summary.marks;
        json!({
            "accuracy": summary.accuracy,
            "turns": summary.turns,
            "only": only,
            "inaccuracies": inaccuracies,
            "mistakes": mistakes,
            "blunders": blunders,
        })
    };
    let object = json!({
        "game": game,
        "variant": review.variant.name(),
        "players": [player(Seat::First), player(Seat::Second)],
        "turning_point": review.turning_point.map(|index| index + 1),
        "result": review.outcome.map(crate::rules::Outcome::result),
    });
    writeln!(out, "{object}")?;
    Ok(())
}
