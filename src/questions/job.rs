//! Jobs, the questions that take long: analysis, a turn to play, the review of a game.

use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};

use super::asked::{Asked, SearchCaps};
use super::body::{check_fields, read};
use super::news::{BestView, InfoView, News, NewsKind, ScoreView};
use super::{GameLine, QuestionError};
use crate::analysis::{Analyser, Mark, Review, Reviewer};
use crate::games::{TypedGame, Visitor};
use crate::live::LiveGame;
use crate::notation::{Native, NativeWords};
use crate::play::draw_offer::accepts_draw;
use crate::rules::Seat;
use crate::search::{Control, Limits, Options, Report, Root, STACK_SIZE, Search, TimeLimit};

/// The kinds of job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// A search of one position: an analysis, a turn to play, a hint or the answer to a draw offer.
    Analysis,
    /// The review of a game.
    Review,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [JobKind; 2] = [JobKind::Analysis, JobKind::Review];

    /// The name of the question.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            JobKind::Analysis => "analyse",
            JobKind::Review => "review",
        }
    }

    /// The kind of job that answers the question with this name; `None` for any other name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        JobKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A checked question that takes long.
#[derive(Clone, Debug)]
pub struct Job {
    line: GameLine,
    /// The id of the web page that asks.
    page: Option<String>,
    options: Options,
    limits: Limits,
    kind: JobKind,
    /// The player who offers a draw. The engine answers for the opponent.
    draw_offer: Option<Seat>,
}

impl Job {
    /// Reads the question.
    ///
    /// # Errors
    ///
    /// If it does not have the right form, if the game or the position is wrong, if a number is out
    /// of range, or if a review has no limit.
    pub fn new(kind: JobKind, body: &[u8], caps: &SearchCaps) -> Result<Self, QuestionError> {
        check_fields(kind.name(), body)?;
        let asked: Asked = read(body)?;
        asked.line.engine()?;
        // The searches of a review share the time and the nodes that a single analysis may use.
        let caps = match kind {
            JobKind::Analysis => *caps,
            JobKind::Review => caps.shared_by(asked.line.turns.len() + 1),
        };
        let limits = asked.limits(&caps)?;
        // `mate` is not a sufficient limit: there may be no forced win within `mate` turns.
        let is_endless =
            limits.time == TimeLimit::Unlimited && limits.depth.is_none() && limits.nodes.is_none();
        if kind == JobKind::Review && is_endless {
            return Err(QuestionError::NoLimit);
        }
        Ok(Self {
            options: asked.options(&caps)?,
            limits,
            draw_offer: asked.draw_offer()?,
            line: asked.line,
            page: asked.page,
            kind,
        })
    }

    /// The id of the web page that asks, if the question gives it. `reviver serve` stops the
    /// earlier search of the same page.
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
            .stack_size(STACK_SIZE);
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
        let answer = game
            .dispatch(Run {
                job: self,
                control,
                tell: &mut *tell,
            })
            .unwrap_or_else(failure);
        tell(answer);
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
        let limits = Limits {
            is_from_start: live.is_from_start(),
            ..self.job.limits
        };
        let root = Root { position, keys };
        let best = search.go(root, &limits, self.control, &mut on_report);
        let offerer = self.job.draw_offer;
        let accepted = offerer.map(|offerer| accepts_draw(best.score, position.seat(), !offerer));
        News {
            kind: NewsKind::Best,
            value: json!(BestView::from(best).with_answer(accepted)),
        }
    }

    fn review<R: NativeWords>(self, live: &LiveGame<R>) -> News {
        let positions = live.turns().len() + 1;
        let mut analyser = Analyser::new(Options {
            multipv: 2,
            ..self.job.options
        });
        let mut last_number = usize::MAX;
        let mut on_info = |number: usize, _: &_| {
            // The review begins with the last position, so `number` counts down to 0.
            if number != last_number {
                last_number = number;
                (self.tell)(News {
                    kind: NewsKind::Progress,
                    value: json!({ "done": positions - 1 - number, "of": positions }),
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Strength;

    const CAPS: SearchCaps = SearchCaps {
        time: Some(Duration::from_secs(60)),
        nodes: Some(1_000_000),
        multipv: 5,
        hash: 1,
        threads: 2,
    };

    fn read_job(kind: JobKind, more: Value) -> Result<Job, QuestionError> {
        let mut body = json!({ "game": "ssehc", "turns": ["f3e2", "f6e6", "e2d2"] });
        if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
            body.extend(more);
        }
        Job::new(kind, body.to_string().as_bytes(), &CAPS)
    }

    fn job(kind: JobKind, more: Value) -> Job {
        read_job(kind, more).expect("a question")
    }

    #[test]
    fn a_number_out_of_range_is_refused() {
        for (more, words) in [
            (
                json!({ "level": 21 }),
                "level: 21 is not a number from 0 to 20",
            ),
            (json!({ "level": -0.5 }), "level: -0.5 is not a number"),
            (
                json!({ "multipv": 0 }),
                "multipv: 0 is not a whole number from 1 on",
            ),
            (
                json!({ "depth": 0 }),
                "depth: 0 is not a whole number from 1 on",
            ),
            (json!({ "depth": 2.5 }), "depth: 2.5 is not a whole number"),
            (
                json!({ "nodes": 0 }),
                "nodes: 0 is not a whole number from 1 on",
            ),
            (
                json!({ "mate": -1 }),
                "mate: -1 is not a whole number from 1 on",
            ),
            (
                json!({ "movetime": -1 }),
                "movetime: -1 is not a whole number from 0 on",
            ),
            (
                json!({ "clock": { "remaining": -1 } }),
                "clock.remaining: -1 is not",
            ),
            (
                json!({ "clock": { "remaining": 1, "increment": -1 } }),
                "clock.increment: -1 is not",
            ),
        ] {
            let error = read_job(JobKind::Analysis, more).expect_err(words);
            assert!(error.to_string().starts_with(words), "{error}");
        }
        for (level, strength) in [(0.0, Strength::Level(0.0)), (20.0, Strength::Full)] {
            let asked = json!({ "mode": "play", "level": level });
            assert_eq!(job(JobKind::Analysis, asked).options.strength, strength);
        }
    }

    #[test]
    fn no_question_gets_more_than_the_caps() {
        let more_than_the_caps = json!({
            "multipv": 1_000_000, "nodes": u64::MAX, "movetime": u64::MAX,
        });
        for asked in [more_than_the_caps, json!({})] {
            let job = job(JobKind::Analysis, asked);
            assert_eq!(job.limits.time, TimeLimit::Fixed(Duration::from_secs(60)));
            assert_eq!(job.limits.nodes, Some(1_000_000));
            assert!(job.options.multipv <= 5);
            assert_eq!((job.options.hash, job.options.threads), (1, 2));
        }
        let clock = json!({ "clock": { "remaining": u64::MAX, "increment": u64::MAX } });
        let cap = Duration::from_secs(60);
        assert_eq!(
            job(JobKind::Analysis, clock).limits.time,
            TimeLimit::Clock {
                remaining: cap,
                increment: cap,
                turns_to_go: None,
                at_most: None,
            }
        );
        let both = json!({ "clock": { "remaining": 600_000 }, "movetime": 100 });
        assert_eq!(
            job(JobKind::Analysis, both).limits.time,
            TimeLimit::Clock {
                remaining: cap,
                increment: Duration::ZERO,
                turns_to_go: None,
                at_most: Some(Duration::from_millis(100)),
            }
        );
        let within_caps = job(JobKind::Analysis, json!({ "nodes": 7, "movetime": 30 })).limits;
        assert_eq!(within_caps.nodes, Some(7));
        assert_eq!(
            within_caps.time,
            TimeLimit::Fixed(Duration::from_millis(30))
        );
    }

    #[test]
    fn all_positions_of_a_review_share_the_caps() {
        let limits = job(JobKind::Review, json!({ "movetime": u64::MAX })).limits;
        assert_eq!(limits.time, TimeLimit::Fixed(Duration::from_secs(15)));
        assert_eq!(limits.nodes, Some(250_000));
        assert_eq!(job(JobKind::Review, json!({})).limits, limits);
        let share = CAPS.shared_by(usize::MAX);
        assert_eq!(share.nodes, Some(1));
    }

    #[test]
    fn a_review_without_any_limit_is_refused() {
        let no_caps = SearchCaps {
            time: None,
            nodes: None,
            ..CAPS
        };
        for (limit, has_limit) in [("", false), (",\"mate\":1", false), (",\"depth\":1", true)] {
            let body = format!("{{\"game\":\"ssehc\"{limit}}}");
            let review = Job::new(JobKind::Review, body.as_bytes(), &no_caps);
            assert_eq!(review.is_ok(), has_limit, "{body}");
        }
    }
}
