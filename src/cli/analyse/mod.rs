//! `reviver analyse`: the best turns of positions and games, and the score of test suites.

mod report;

use std::ffi::OsString;
use std::io::{Write, stdout};
use std::sync::Arc;

use super::args::{self, Json, OutputFormat, Ply, SearchLimits, SearchResources, Start};
use super::notation::is_turn;
use super::search_progress::SearchProgress;
use super::sources::{Sources, split_game, typed_record};
use super::terminal::fitted;
use super::{Error, interrupt};
use crate::analysis::{Analyser, Analysis, Content, Epd, Item, SuiteScore, test_result};
use crate::board::Turn;
use crate::book::Book;
use crate::games::{Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::play::duration::Span;
use crate::record::TextPosition;
use crate::rules::Rules;
use crate::search::{Control, Limits, Options};
use report::Finding;

/// Time for a position if there is no other limit.
const MOVETIME: Span = Span::millis(1000);

/// Show the best turns of positions, with their scores
///
/// A score is from the view of the player to play: +1.00 is a clear advantage of this player. +M8 means that
/// this player wins by force in 8 turns, -M8 that the opponent does.
///
/// Positions come from the command line, from files or from standard input. `GAME --fen FEN` is the
/// same as `GAME FEN`. `GAME TURN...` is the position after these turns from the start of the game,
/// or from the position of --fen. A file has a FEN or an EPD on each line, or it has game records.
/// Every position of a recorded game is analysed, or with --ply only one. An EPD with bm, am or dm
/// is a test. The last line of the output says how many tests are solved. An error in a file is
/// reported with its line and column, and the other positions are still analysed.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("movetime", args::default_limit(MOVETIME)),
    after_help = "Examples:\n  \
    reviver analyse ssehc --depth 6\n  \
    reviver analyse ssehc f3e4 N@f3,f6e6 --movetime 5s\n  \
    reviver analyse unplay-strict '7K/8/8/8/8/8/8/k7 w - - 0 1' --multipv 3 --movetime 5s\n  \
    reviver analyse suite.epd --nodes 200000 --threads 2\n  \
    reviver analyse game.pgn --ply 12 --json"
)]
pub(super) struct Args {
    /// The game, then the inputs: positions in quotes, startpos, files, or - for standard input.
    /// The game is not needed if the inputs name it. Instead of the inputs, you may type turns that
    /// are played before the analysis
    #[arg(value_name = "[GAME] [FEN | FILE | TURN]")]
    game_and_inputs: Vec<OsString>,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    resources: SearchResources,
    /// Lines of analysis to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    json: Json,
}

impl Args {
    /// Analyses all inputs.
    pub(super) fn run(self) -> Result<(), Error> {
        let (sources, ply) = self.sources()?;
        let control = interrupt::control();
        let mut tally = SuiteScore::default();
        for batch in sources
            .items
            .chunk_by(|one, next| one.content.game() == next.content.game())
        {
            let Some(first) = batch.first() else { continue };
            first.content.game().dispatch(Batch {
                args: &self,
                items: batch,
                control: &control,
                tally: &mut tally,
                ply,
                book: Book::default(),
            })?;
            if control.is_stopped() {
                return Err(Error::Failed("stopped".to_owned()));
            }
        }
        if tally.all > 0 {
            report::print_tally(tally, self.json.format())?;
        }
        sources.fail_if_bad()
    }

    /// The inputs, and the ply at which games are analysed; `None` for all plies.
    fn sources(&self) -> Result<(Sources, Option<usize>), Error> {
        let (game, names) = split_game(&self.game_and_inputs);
        if let (Some(game), Some(first)) = (game, names.first())
            && is_turn(game, &first.to_string_lossy())
        {
            let item = Item {
                source: "command line".to_owned(),
                place: TextPosition::START,
                content: Content::Game(typed_record(game, &self.start, names)?),
            };
            let sources = Sources {
                items: vec![item],
                bad: 0,
            };
            return Ok((sources, self.ply.ply.or(Some(names.len()))));
        }
        let position = self.position(game, names)?.map(OsString::from);
        let names = position.as_ref().map_or(names, std::slice::from_ref);
        let sources = Sources::read(names, game, self.start.seed.value())?;
        Ok((sources, self.ply.ply))
    }

    /// The position of `--fen`, as a FEN with all six fields; `None` without this option.
    ///
    /// # Errors
    ///
    /// If the position is wrong, if the game is missing, or if there are other inputs.
    fn position(
        &self,
        game: Option<&'static Game>,
        inputs: &[OsString],
    ) -> Result<Option<String>, Error> {
        if self.start.fen.fen.is_none() {
            return Ok(None);
        }
        let game = game.filter(|_| inputs.is_empty()).ok_or_else(|| {
            Error::Usage(
                "with --fen, name the game, and give no other input than turns: \
                 write analyse GAME --fen FEN"
                    .to_owned(),
            )
        })?;
        game.dispatch(StartText(&self.start)).map(Some)
    }

    fn options(&self, game: &'static Game) -> Options {
        Options {
            multipv: usize::from(self.multipv),
            ..self.resources.options(game)
        }
    }
}

/// Writes the position of the command line as a FEN with all six fields.
struct StartText<'a>(&'a Start);

impl Visitor for StartText<'_> {
    type Output = Result<String, Error>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let position: R = self.0.position(game)?;
        Ok(position.setup().to_string())
    }
}

/// Consecutive items with the same [`Game`].
struct Batch<'a> {
    args: &'a Args,
    items: &'a [Item],
    control: &'a Arc<Control>,
    tally: &'a mut SuiteScore,
    /// The ply at which games are analysed; `None` for all plies.
    ply: Option<usize>,
    /// The book of the game.
    book: Book,
}

impl Visitor for Batch<'_> {
    type Output = Result<(), Error>;

    fn visit<R: Rules>(mut self, game: TypedGame<R>) -> Self::Output {
        let mut analyser = Analyser::<R>::new(self.args.options(game.game()));
        // Cannot fail: a unit test reads the books of all built-in games. Other games have no book.
        self.book = Book::of(game).unwrap_or_default();
        for item in self.items {
            match &item.content {
                Content::Position(epd) => {
                    let start = game.position(epd.setup)?;
                    analyser.clear();
                    self.analyse(item, &LiveGame::new(game, start), Some(epd), &mut analyser)?;
                }
                Content::Game(record) => {
                    let mut live = record
                        .replay(game)
                        .map_err(|error| Error::Failed(format!("{}: {error}", item.source)))?;
                    analyser.clear();
                    let wanted = self.ply.unwrap_or(0);
                    while live.turns().len() > wanted && live.undo().is_some() {}
                    loop {
                        self.analyse(item, &live, None, &mut analyser)?;
                        if self.ply.is_some() || live.redo().is_none() {
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl Batch<'_> {
    /// Analyses a position and prints the result.
    fn analyse<R: Rules>(
        &mut self,
        item: &Item,
        live: &LiveGame<R>,
        epd: Option<&Epd>,
        analyser: &mut Analyser<R>,
    ) -> Result<(), Error> {
        if self.control.is_stopped() {
            return Ok(());
        }
        let limits = Limits {
            mate: epd.and_then(|epd| epd.mate),
            ..self.args.limits.limits(MOVETIME)
        };
        let place = format!("{}:{}", item.source, item.place.line);
        let progress = SearchProgress::new();
        let outcome = live.outcome();
        let found = match outcome {
            Some(_) => None,
            None => Some(analyser.analyse(live, &limits, self.control, &mut |info| {
                progress.show(&place, info);
            })),
        };
        drop(progress);
        let nothing = Analysis::default();
        let verdict = epd.and_then(|epd| test_result(epd, found.as_ref().unwrap_or(&nothing)));
        if let Some(verdict) = verdict {
            self.tally.add(verdict);
        }
        let played: Vec<Turn> = live.turns().collect();
        let finding = Finding {
            item,
            fen: live.position().setup().to_string(),
            epd,
            ply: matches!(item.content, Content::Game(_)).then_some(played.len()),
            last: played.last().copied(),
            found,
            outcome,
            book: self.book.get(live.position()),
            verdict,
        };
        let mut out = stdout().lock();
        match self.args.json.format() {
            OutputFormat::Json => writeln!(out, "{}", finding.json())?,
            OutputFormat::Text => write!(out, "{}", fitted(&finding.to_string()))?,
        }
        Ok(())
    }
}
