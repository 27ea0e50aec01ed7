//! Jobs, the questions that take long: analysis, a turn to play, the review of a game.

use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::body::read;
use super::news::{BestView, InfoView, News, NewsKind, ScoreView};
use super::{GameLine, QuestionError};
use crate::analysis::{Analyser, Mark, Review, Reviewer};
use crate::games::{TypedGame, Visitor};
use crate::live::LiveGame;
use crate::notation::{Native, NativeWords};
use crate::rules::Seat;
use crate::search::{Control, Limits, Options, Report, Root, Search, Strength, TimeLimit};

/// The stack of a search thread in bytes.
pub(super) const STACK: usize = 32 << 20;

/// The resources that a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchCaps {
    /// The maximum time; `None` for no limit.
    pub time: Option<Duration>,
    /// The maximum number of nodes; `None` for no limit.
    pub nodes: Option<u64>,
    /// The maximum number of lines.
    pub multipv: usize,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
}

/// The kinds of job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// An analysis, or a turn to play.
    Analysis,
    /// The review of a game.
    Review,
}

impl JobKind {
    /// The kind of job of the question with this name; `None` if it is answered at once.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "analyse" => Some(JobKind::Analysis),
            "review" => Some(JobKind::Review),
            _ => None,
        }
    }
}

/// A question that takes long and has been checked.
#[derive(Clone, Debug)]
pub struct Job {
    line: GameLine,
    page: Option<String>,
    options: Options,
    limits: Limits,
    kind: JobKind,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// The score and the best lines of the position.
    #[default]
    Analysis,
    /// A turn to play, at a level.
    Play,
    /// The best turn at full strength.
    Hint,
}

/// The body of the question.
#[derive(Deserialize)]
struct Asked {
    #[serde(flatten)]
    line: GameLine,
    page: Option<String>,
    #[serde(default)]
    mode: Mode,
    level: Option<f32>,
    multipv: Option<usize>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Milliseconds.
    movetime: Option<u64>,
    clock: Option<Clock>,
}

/// The clock of the player to play, in milliseconds.
#[derive(Deserialize)]
struct Clock {
    remaining: u64,
    #[serde(default)]
    increment: u64,
}

impl Asked {
    fn options(&self, caps: &SearchCaps) -> Result<Options, QuestionError> {
        let game = self.line.game()?;
        let is_play = self.mode == Mode::Play;
        let level = self
            .level
            .filter(|&level| is_play && level < Strength::FULL_LEVEL);
        Ok(Options {
            hash: caps.hash,
            threads: caps.threads,
            multipv: self.multipv.unwrap_or(1).clamp(1, caps.multipv),
            strength: level.map_or(Strength::Full, |level| Strength::Level(level.max(0.0))),
            contempt: if is_play { game.contempt() } else { 0 },
            seed: self.line.seed ^ self.line.turns.len() as u64,
            ..game.search_options()
        })
    }

    fn limits(&self, caps: &SearchCaps) -> Limits {
        let capped = |milliseconds| {
            let time = Duration::from_millis(milliseconds);
            caps.time.map_or(time, |most| time.min(most))
        };
        let time = match (&self.clock, self.movetime) {
            (Some(clock), _) => TimeLimit::Clock {
                remaining: capped(clock.remaining),
                increment: capped(clock.increment),
                turns_to_go: None,
            },
            (None, Some(milliseconds)) => TimeLimit::Fixed(capped(milliseconds)),
            (None, None) => caps.time.map_or(TimeLimit::Unlimited, TimeLimit::Fixed),
        };
        Limits {
            depth: self.depth,
            nodes: self.nodes.into_iter().chain(caps.nodes).min(),
            time,
            ..Limits::default()
        }
    }
}

impl Job {
    /// Reads the question.
    ///
    /// # Errors
    ///
    /// If it does not have the right form, or if the game or the position is wrong.
    pub fn new(kind: JobKind, body: &[u8], caps: &SearchCaps) -> Result<Self, QuestionError> {
        let asked: Asked = read(body)?;
        asked.line.engine()?;
        Ok(Self {
            options: asked.options(caps)?,
            limits: asked.limits(caps),
            line: asked.line,
            page: asked.page,
            kind,
        })
    }

    /// The id of the web page that asks, if the question has it. A page has one search at a time.
    #[must_use]
    pub fn page(&self) -> Option<&str> {
        self.page.as_deref()
    }

    /// Answers the question in a thread of its own. `tell` gets the reports; the last one is the
    /// answer or an error.
    ///
    /// # Errors
    ///
    /// If the system cannot start a thread.
    pub fn spawn(
        self,
        control: Arc<Control>,
        mut tell: impl FnMut(News) + Send + 'static,
    ) -> io::Result<()> {
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK);
        let run = move || {
            if catch_unwind(AssertUnwindSafe(|| self.run(&control, &mut tell))).is_err() {
                tell(failure("the program has failed at this search"));
            }
        };
        thread.spawn(run).map(drop)
    }

    fn run(self, control: &Control, tell: &mut dyn FnMut(News)) {
        let game = match self.line.game() {
            Ok(game) => game,
            Err(error) => return tell(failure(error)),
        };
        let last = game
            .dispatch(Run {
                job: self,
                control,
                tell: &mut *tell,
            })
            .unwrap_or_else(failure);
        tell(last);
    }
}

fn failure(error: impl Display) -> News {
    News {
        kind: NewsKind::Error,
        value: json!({ "error": error.to_string() }),
    }
}

/// Runs a job with the rules of its game.
struct Run<'a> {
    job: Job,
    control: &'a Control,
    tell: &'a mut dyn FnMut(News),
}

impl Visitor for Run<'_> {
    type Output = Result<News, QuestionError>;

    fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
        let live = self.job.line.live(game)?;
        Ok(match self.job.kind {
            JobKind::Analysis => self.analyse(&live),
            JobKind::Review => self.review(&live),
        })
    }
}

impl Run<'_> {
    fn analyse<R: NativeWords>(self, live: &LiveGame<R>) -> News {
        let scale = self.job.options.weights.scale;
        let lines = self.job.options.multipv;
        let (position, keys) = (live.position(), live.keys());
        let mut search = Search::new(self.job.options);
        let mut on_report = |report| {
            if let Report::Info(info) = report {
                (self.tell)(News {
                    kind: NewsKind::Info(info.multipv),
                    value: json!(InfoView::of(position, &info, scale, lines)),
                });
            }
        };
        let best = search.go(
            Root { position, keys },
            &self.job.limits,
            self.control,
            &mut on_report,
        );
        News {
            kind: NewsKind::Best,
            value: json!(BestView::from(best)),
        }
    }

    fn review<R: NativeWords>(self, live: &LiveGame<R>) -> News {
        let positions = live.turns().len() + 1;
        let mut analyser = Analyser::new(Options {
            multipv: 2,
            ..self.job.options
        });
        let mut last = usize::MAX;
        let mut on_info = |number: usize, _: &_| {
            if number != last {
                last = number;
                (self.tell)(News {
                    kind: NewsKind::Progress,
                    value: json!({ "done": positions - number, "of": positions }),
                });
            }
        };
        let reviewed = Reviewer {
            analyser: &mut analyser,
            limits: &self.job.limits,
            control: self.control,
            on_info: &mut on_info,
        }
        .review(live, live.outcome().into());
        News {
            kind: NewsKind::Review,
            value: match reviewed {
                Some(review) => review_value(live, &review),
                None => json!({ "stopped": true }),
            },
        }
    }
}

/// A review as JSON.
fn review_value<R: NativeWords>(live: &LiveGame<R>, review: &Review) -> Value {
    let mut position = live.start().clone();
    let mut turns = Vec::with_capacity(review.turns.len());
    for reviewed in &review.turns {
        let native = Native::new(&position);
        let best = reviewed.before.best();
        turns.push(json!({
            "text": reviewed.turn.to_string(),
            "native": native.write(reviewed.turn),
            "player": reviewed.seat.number(),
            "score": ScoreView::from(reviewed.score),
            "best": best.map(|best| best.to_string()),
            "best_native": best.map(|best| native.write(best)),
            "best_score": reviewed.before.score().map(ScoreView::from),
            "loss": reviewed.loss,
            "mark": reviewed.mark.map(Mark::sign),
            "forced": reviewed.is_forced,
        }));
        position = position.play(reviewed.turn);
    }
    let players = [Seat::First, Seat::Second].map(|seat| {
        let summary = review.summary(seat);
        let [_, inaccuracies, mistakes, blunders] = summary.marks;
        json!({
            "accuracy": summary.accuracy,
            "inaccuracies": inaccuracies,
            "mistakes": mistakes,
            "blunders": blunders,
        })
    });
    json!({
        "turns": turns,
        "chances": review.chances.iter().map(|chances| chances.0).collect::<Vec<_>>(),
        "players": players,
        "turning_point": review.turning_point,
    })
}
