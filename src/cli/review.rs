//! `reviver review`: the errors of whole games, turn by turn.

mod explanation;

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;

use super::args::{self, Bottom, Force, Json, OutputFormat, SearchLimits, SearchResources, Start};
use super::files::{refuse_input, write_file};
use super::json::turns;
use super::search_progress::SearchProgress;
use super::sources::{Sources, split_game, typed_record};
use super::terminal::fitted;
use super::{Error, interrupt};
use crate::analysis::{self, Analyser, Content, Mark, Page, Review, annotated};
use crate::board::Turn;
use crate::files::Output;
use crate::games::{TypedGame, Visitor};
use crate::play::duration::Span;
use crate::questions::ScoreView;
use crate::record::{Record, score_label};
use crate::rules::{Rules, Seat, side_name};
use crate::search::{Control, Options};

pub(super) use explanation::explanation;

/// The table shows at most this many turns of a better line.
const SHOWN: usize = 5;

/// The line above the table.
const SCORES: &str = "Each score is from the view of the player who played the turn.";

/// The names of the players, in the order in which they play in the reviewed game.
const PLAYERS: [&str; 2] = ["The first player", "The second player"];

/// Time for a position if there is no other limit.
const MOVETIME: Span = Span::millis(1000);

/// Review games: the score of each turn, the errors and the turning point
///
/// A score is from the view of the player who played the turn: +1.00 is a clear advantage of this
/// player. ?!, ? and ?? mark turns that lower the winning chances by at least 5, 10 and 20
/// percentage points. ! marks the best turn if every other turn would have lowered the winning
/// chances by at least 10 percentage points. +M8 means that the player who played the turn wins by
/// force in 8 turns, including this one; -M8 means that the opponent wins by force in 8 turns. The
/// accuracy of a player is a number from 0 to 100; it is 100 if no turn loses winning chances. The
/// turning point is the turn after which the loser stayed behind until the end. If the loser was
/// always behind, it is the turn by which the loser lost the most winning chances.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("movetime", args::default_limit(MOVETIME)),
    after_help = "Examples:\n  \
    reviver review game.pgn --html game.html --pgn annotated.pgn --movetime 2s\n  \
    reviver review unplay-strict h8g7 a1a2 g7f6*n --nodes 1000\n  \
    reviver review games.pgn --json"
)]
pub(super) struct Args {
    /// Files of game records, - for standard input; or the name of a game and the turns that were
    /// played
    #[arg(value_name = "FILE | GAME TURN", required = true)]
    turns_or_files: Vec<OsString>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    resources: SearchResources,
    /// Write a page for a browser, with the curve of the winning chances, comments and a board to
    /// step through the game. Each further game gets a file with a number in its name
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the games, with comments, as game records
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    bottom: Bottom,
    #[command(flatten)]
    json: Json,
}

impl Args {
    /// Reviews all games.
    pub(super) fn run(self) -> Result<(), Error> {
        let (game, words) = split_game(&self.turns_or_files);
        let mut sources = Sources::default();
        let mut records = Vec::new();
        let mut files: &[OsString] = &[];
        match game {
            Some(game) if words.is_empty() => {
                return Err(Error::Usage(format!(
                    "{game}: no turns; write the turns of the game after its name, or name a file of game records"
                )));
            }
            Some(game) => records.push(typed_record(game, &self.start, words)?),
            None if self.start.is_given() => {
                return Err(Error::Usage(
                    "a game record names its own start, so --fen and --seed are allowed only with \
                     the turns of a game"
                        .to_owned(),
                ));
            }
            None => {
                files = words;
                sources = Sources::read(files, None, 0)?;
                for item in std::mem::take(&mut sources.items) {
                    match item.content {
                        Content::Game(record) => records.push(record),
                        Content::Position(_) => sources.complain(&format!(
                            "{}: {}: this is a position; a review takes games",
                            item.source, item.place
                        )),
                    }
                }
            }
        }
        self.check_files(records.len(), files)?;
        let mut annotated = Vec::new();
        let reviewed = self.review(&records, &mut annotated);
        if let Some(path) = self.pgn.as_deref().filter(|_| !annotated.is_empty()) {
            write_file(path, self.force.existing(), &annotated.join("\n"))?;
        }
        reviewed?;
        sources.fail_if_bad()
    }

    /// Reviews one game after another, and adds the record of each, with comments, to `annotated`.
    /// After an error, the caller can still write the records of the earlier games.
    fn review(&self, records: &[Record], annotated: &mut Vec<String>) -> Result<(), Error> {
        let control = interrupt::control();
        for (number, record) in (1..).zip(records) {
            annotated.push(record.game.dispatch(Reviewer {
                args: self,
                record,
                number,
                control: &control,
            })?);
        }
        Ok(())
    }

    /// Checks, before the review begins, that all files can be written, that no two of them are the
    /// same, and that none of them is one of the `inputs`.
    fn check_files(&self, games: usize, inputs: &[OsString]) -> Result<(), Error> {
        let pages = (1..=games).filter_map(|number| Some(numbered(self.html.as_deref()?, number)));
        let mut files = HashSet::new();
        for path in pages.chain(self.pgn.clone()) {
            refuse_input(&path, inputs.iter().map(Path::new))?;
            Output::check(&path, self.force.existing())?;
            // A pipe or a device can take several outputs.
            let is_file = path.is_file() || !path.exists();
            let name = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
            if is_file && !files.insert(name) {
                return Err(Error::Usage(format!(
                    "{}: two outputs have this file; name another one with --html or --pgn",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

/// The file for the page of a game: `path` itself for the first game. For each further game, its
/// number is added to the name: `game-2.html` if `path` is `game.html`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
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

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let (args, record) = (self.args, self.record);
        let live = record
            .replay(game)
            .map_err(|error| Error::Failed(error.to_string()))?;
        let turns = live.turns().len();
        let progress = SearchProgress::new();
        // The score of the second-best turn (`multipv` 2) shows whether the best turn is the only
        // good one.
        let mut analyser = Analyser::<R>::new(Options {
            multipv: 2,
            ..args.resources.options(game.game())
        });
        let reviewed = analysis::Reviewer {
            analyser: &mut analyser,
            limits: &args.limits.limits(MOVETIME),
            control: self.control,
            on_info: &mut |ply, info| {
                progress.show(&format!("after {ply} of {turns} turns"), info);
            },
        }
        .review(&live, record.result);
        drop(progress);
        let reviewed = reviewed.ok_or_else(|| Error::Failed("stopped".to_owned()))?;
        match args.json.format() {
            OutputFormat::Json => print_json(&reviewed, self.number)?,
            OutputFormat::Text => {
                let [one, other] = PLAYERS;
                let players = match live.start().seat() {
                    Seat::First => [one, other],
                    Seat::Second => [other, one],
                };
                let table = table(record, &reviewed, players);
                write!(stdout(), "{}", fitted(&table))?;
            }
        }
        if let Some(path) = &args.html {
            let page = Page::new(record, &live, &reviewed).seen_by(args.bottom.bottom);
            let path = numbered(path, self.number);
            write_file(&path, args.force.existing(), &page.to_string())?;
        }
        Ok(annotated(record, &reviewed).to_string())
    }
}

/// The review as text. `players` are the names of [`Seat::First`] and [`Seat::Second`], capitalized
/// because each starts a line.
pub(super) fn table(record: &Record, review: &Review, players: [&str; 2]) -> String {
    let mut text = format!("{}\n{SCORES}\n", record.game);
    let width = review
        .turns
        .iter()
        .map(|turn| turn.turn.to_string().len())
        .max();
    let width = width.unwrap_or(0);
    let _ = writeln!(
        text,
        "{:>6} {:<5} {:<width$} {:<2} {:>7}",
        "turn", "", "", "", "score"
    );
    for (number, reviewed) in (1..).zip(&review.turns) {
        let color = side_name(reviewed.side);
        let sign = reviewed.mark.map_or("", Mark::sign);
        // Writing into a text cannot fail.
        let _ = write!(
            text,
            "{number:>6} {color} {:<width$} {sign:<2} {:>7}",
            reviewed.turn.to_string(),
            score_label(reviewed.score)
        );
        if let Some(best) = reviewed.before.lines.first()
            && reviewed.mark.is_some_and(|mark| mark != Mark::Only)
        {
            let _ = write!(
                text,
                "  loses {:.0} %, better {} ({})",
                100.0 * reviewed.loss,
                better(&best.turns),
                score_label(best.score)
            );
        }
        text.push('\n');
    }
    for (seat, name) in [Seat::First, Seat::Second].into_iter().zip(players) {
        let summary = review.summary(seat);
        let accuracy = summary
            .accuracy
            .map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1}"));
        let _ = write!(text, "{name}: accuracy {accuracy}");
        for (mark, count) in Mark::ALL.into_iter().zip(summary.marks) {
            let _ = match count {
                0 => Ok(()),
                1 => write!(text, ", 1 {}", mark.word()),
                _ => write!(text, ", {count} {}", mark.plural()),
            };
        }
        text.push('\n');
    }
    if let Some(index) = review.turning_point
        && let Some(turn) = review.turns.get(index)
    {
        let _ = writeln!(text, "Turning point: turn {}, {}", index + 1, turn.turn);
    }
    text
}

/// A better turn, and how the game would go on: `h8g7, then a1a2*r a1f1*b`.
fn better(turns: &[Turn]) -> String {
    let turns: Vec<String> = turns.iter().take(SHOWN).map(Turn::to_string).collect();
    match turns.as_slice() {
        [] => String::new(),
        [turn] => turn.clone(),
        [turn, others @ ..] => format!("{turn}, then {}", others.join(" ")),
    }
}

/// The review as JSON.
fn print_json(review: &Review, number: usize) -> Result<(), Error> {
    let mut out = stdout().lock();
    for (ply, reviewed) in (1..).zip(&review.turns) {
        let best = reviewed.before.lines.first();
        let chances = review.chances.get(ply).map(|chances| chances.0);
        let object = json!({
            "game": number,
            "ply": ply,
            "player": reviewed.seat.number(),
            "side": reviewed.side.char().to_string(),
            "turn": reviewed.turn.to_string(),
            "score": ScoreView::from(reviewed.score),
            "loss": reviewed.loss,
            "mark": reviewed.mark.map(Mark::sign),
            "chances": chances,
            "best": best.map(|line| turns(&line.turns)),
            "best_score": best.map(|line| ScoreView::from(line.score)),
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
        "game": number,
        "variant": review.game.name(),
        "players": [player(Seat::First), player(Seat::Second)],
        "turning_point": review.turning_point.map(|index| index + 1),
        "result": review.outcome.map(crate::rules::Outcome::result),
    });
    writeln!(out, "{object}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_turn_is_distinguished_from_the_turns_that_follow_it() {
        let turns = ["h8g7", "a1a2*r", "a1f1*b"].map(|turn| turn.parse().expect("a turn"));
        assert_eq!(better(&turns), "h8g7, then a1a2*r a1f1*b");
        assert_eq!(better(&turns[..1]), "h8g7");
        assert_eq!(better(&[]), "");
    }

    #[test]
    fn pages_of_further_games_have_a_number_before_the_extension() {
        for (path, second) in [
            ("a/review.html", "a/review-2.html"),
            ("my.review.html", "my.review-2.html"),
            ("review", "review-2"),
        ] {
            assert_eq!(numbered(Path::new(path), 1), Path::new(path));
            assert_eq!(numbered(Path::new(path), 2), Path::new(second));
        }
    }
}
