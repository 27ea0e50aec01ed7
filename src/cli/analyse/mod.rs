//! `reviver analyse`: the best turns of positions and games, and the score of test suites.

mod effort;
mod live;
mod report;
mod sources;

use std::io::{Write, stdout};
use std::sync::Arc;

pub(super) use effort::Effort;
pub(super) use live::Live;
pub(super) use report::score;
pub(super) use sources::Sources;

use super::Error;
use crate::analysis::{Analyst, Epd, Item, Tally, Task, verdict};
use crate::board::{Setup, Turn};
use crate::live::LiveGame;
use crate::rules::{Rules, Variant, Visitor};
use crate::search::{Control, Limits};
use report::Finding;

/// Show the best turns of positions: with their scores, as a table or as JSON lines
///
/// Positions come from the command line, from files or from standard input: a FEN or EPD a line, or
/// game records, of which each position is looked at. With bm, am or dm in it, an EPD is a test, and
/// the end tells how many are solved. What is wrong in a file is told with line and column; the rest
/// is looked at all the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver analyse ssehc --depth 6\n  \
    reviver analyse unplay-strict '7K/8/8/8/8/8/8/k7 w - - 0 1' --multipv 3 --time 5\n  \
    reviver analyse suite.epd --nodes 200000 --threads 2\n  \
    reviver analyse game.pgn --ply 12 --json")]
pub(super) struct Args {
    /// The name of a game, for positions that do not name theirs; then positions in quotes, files,
    /// or - for standard input
    #[arg(value_name = "[VARIANT] [FEN | FILE]")]
    inputs: Vec<String>,
    #[command(flatten)]
    effort: Effort,
    /// Lines to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// Of a game, only the position after so many turns
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Seed of the start position of unplay-random
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Looks at everything.
    pub(super) fn run(self) -> Result<(), Error> {
        let (game, names) = split_variant(&self.inputs);
        let sources = Sources::read(names, game, self.seed)?;
        let control = Effort::control();
        let mut tally = Tally::default();
        for batch in sources
            .items
            .chunk_by(|one, next| one.task.variant() == next.task.variant())
        {
            let Some(first) = batch.first() else { continue };
            first.task.variant().dispatch(Batch {
                args: &self,
                items: batch,
                control: &control,
                tally: &mut tally,
            })?;
            if control.is_stopped() {
                return Err(Error::Failed("stopped".to_owned()));
            }
        }
        if tally.all > 0 {
            report::tally(tally, self.json)?;
        }
        sources.end()
    }
}

/// The game named at the head of the words, and the others.
pub(super) fn split_variant(words: &[String]) -> (Option<Variant>, &[String]) {
    match words.split_first() {
        Some((first, rest)) => match first.parse() {
            Ok(variant) => (Some(variant), rest),
            Err(_) => (None, words),
        },
        None => (None, words),
    }
}

/// Items of one game in a row.
struct Batch<'a> {
    args: &'a Args,
    items: &'a [Item],
    control: &'a Arc<Control>,
    tally: &'a mut Tally,
}

impl Visitor for Batch<'_> {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(mut self, variant: Variant) -> Self::Output {
        let lines = usize::from(self.args.multipv);
        let mut analyst = Analyst::<R>::new(self.args.effort.options(variant, lines));
        for item in self.items {
            match &item.task {
                Task::Position(epd) => {
                    let game = LiveGame::new(variant, start::<R>(variant, epd.setup)?);
                    analyst.clear();
                    self.look(item, &game, Some(epd), &mut analyst)?;
                }
                Task::Game(record) => {
                    let mut game = record
                        .replay::<R>()
                        .map_err(|error| Error::Failed(format!("{}: {error}", item.source)))?;
                    analyst.clear();
                    let wanted = self.args.ply.unwrap_or(0);
                    while game.turns().len() > wanted && game.undo().is_some() {}
                    loop {
                        self.look(item, &game, None, &mut analyst)?;
                        if self.args.ply.is_some() || game.redo().is_none() {
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn start<R: Rules>(variant: Variant, setup: Setup) -> Result<R, Error> {
    Ok(R::from_setup(variant, setup)?)
}

impl Batch<'_> {
    /// Looks at a position, and tells what has been found.
    fn look<R: Rules>(
        &mut self,
        item: &Item,
        game: &LiveGame<R>,
        epd: Option<&Epd>,
        analyst: &mut Analyst<R>,
    ) -> Result<(), Error> {
        if self.control.is_stopped() {
            return Ok(());
        }
        let limits = Limits {
            mate: epd.and_then(|epd| epd.mate),
            ..self.args.effort.limits()
        };
        let place = format!("{}:{}", item.source, item.place.line);
        let live = Live::new();
        let outcome = game.outcome();
        let found = match outcome {
            Some(_) => None,
            None => Some(analyst.look(game, &limits, self.control, &mut |info| {
                live.show(&place, info);
            })),
        };
        drop(live);
        let verdict = match (epd, &found) {
            (Some(epd), Some(found)) => verdict(epd, found),
            (Some(epd), None) => verdict(epd, &crate::analysis::Findings::default()),
            (None, _) => None,
        };
        if let Some(verdict) = verdict {
            self.tally.add(verdict);
        }
        let played: Vec<Turn> = game.turns().collect();
        let finding = Finding {
            item,
            fen: game.position().setup().to_string(),
            epd,
            ply: matches!(item.task, Task::Game(_)).then_some(played.len()),
            last: played.last().copied(),
            found,
            outcome,
            verdict,
        };
        let mut out = stdout().lock();
        if self.args.json {
            writeln!(out, "{}", finding.json())?;
        } else {
            write!(out, "{finding}")?;
        }
        Ok(())
    }
}
