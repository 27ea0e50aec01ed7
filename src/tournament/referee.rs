//! One game: the rules say what is legal and who has won, the clocks who is late.

use std::sync::atomic::AtomicBool;

use super::event::Event;
use super::reproducer::{Reproducer, reproduce};
use super::schedule::Plan;
use crate::board::{Color, Setup, Turn};
use crate::games::{TypedGame, Visitor};
use crate::live::{LiveGame, PlayError};
use crate::notation::turn::NO_TURN;
use crate::play::adjudication::{Tracker, Verdict};
use crate::play::clock::Clocks;
use crate::play::entry::{Conduct, Entry, Thought, Timing};
use crate::play::fault::{Fault, FaultKind, Halt};
use crate::play::game_name::GameName;
use crate::play::prover::Prover;
use crate::play::score::ReportedScore;
use crate::players::process::client::{Answer, Player, Question};
use crate::players::process::go::go;
use crate::players::spec::EngineSpec;
use crate::protocol::command::{Command, Go};
use crate::record::GameResult;
use crate::rules::{Rules, Seat};

/// The engines that a worker keeps from game to game, one for each seat.
#[derive(Debug, Default)]
pub(super) struct Bench<'a> {
    seats: [Option<(usize, Player<'a>)>; 2],
}

impl Bench<'_> {
    /// Ends the engines in order.
    pub(super) fn leave(&mut self) {
        for place in &mut self.seats {
            if let Some((_, player)) = place.take() {
                player.quit();
            }
        }
    }
}

/// A game that has been played.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Played {
    pub(super) entry: Entry,
    pub(super) reproducer: Option<Reproducer>,
}

const SEATS: [Seat; 2] = [Seat::First, Seat::Second];

const fn index(seat: Seat) -> usize {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

/// How a game ended.
struct End {
    result: GameResult,
    ending: &'static str,
}

impl From<Verdict> for End {
    fn from(verdict: Verdict) -> Self {
        let (result, ending) = match verdict {
            Verdict::Win(seat) => (GameResult::Won(seat), "adjudicated-win"),
            Verdict::Draw => (GameResult::Drawn, "adjudicated-draw"),
            Verdict::TooLong => (GameResult::Drawn, "ply-limit"),
        };
        Self { result, ending }
    }
}

/// A fault and who is at it.
struct Guilt {
    seat: Seat,
    fault: Fault,
}

/// Why a game did not come to an end of its own.
enum Broken {
    Guilt(Guilt),
    Abandoned,
}

fn broken(seat: Seat) -> impl Fn(Halt) -> Broken {
    move |halt| match halt {
        Halt::Fault(fault) => Broken::Guilt(Guilt { seat, fault }),
        Halt::Abandoned => Broken::Abandoned,
    }
}

/// Plays a game; `None` where the event is being abandoned.
pub(super) fn play<'a>(
    event: &'a Event,
    plan: &Plan,
    start: Setup,
    (bench, abandon): (&mut Bench<'a>, &'a AtomicBool),
) -> Option<Played> {
    plan.variant.dispatch(Sitting {
        event,
        plan,
        start,
        bench,
        abandon,
    })
}

/// What there is to a game before its rules are known.
struct Sitting<'a, 'b> {
    event: &'a Event,
    plan: &'b Plan,
    start: Setup,
    bench: &'b mut Bench<'a>,
    abandon: &'a AtomicBool,
}

impl Visitor for Sitting<'_, '_> {
    type Output = Option<Played>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Option<Played> {
        // First positions have been read or made by these rules.
        let start = variant
            .position(self.start)
            .unwrap_or_else(|refusal| panic!("{variant}: {refusal}"));
        let mut table = Table::new(self.event, self.plan, LiveGame::new(variant, start));
        let ended = table.seat_players(self.bench, self.abandon).and_then(|()| {
            let [Some((_, first)), Some((_, second))] = &mut self.bench.seats else {
                return Err(Broken::Abandoned);
            };
            table.play([first, second])
        });
        table.finish(ended, self.bench)
    }
}

/// A game under way.
struct Table<'a, 'b, R: Rules> {
    event: &'a Event,
    plan: &'b Plan,
    game: LiveGame<R>,
    clocks: Clocks,
    tracker: Tracker,
    thoughts: Vec<Thought>,
    conduct: [Conduct; 2],
    timing: Timing,
    /// The referee's own search, where forced wins are to be confirmed.
    prover: Option<Prover<R>>,
}

impl<'a, 'b, R: Rules> Table<'a, 'b, R> {
    fn new(event: &'a Event, plan: &'b Plan, game: LiveGame<R>) -> Self {
        let limits = SEATS.map(|seat| {
            let spec = event.engines.get(plan.engine(seat));
            spec.map(|spec| spec.limits).unwrap_or_default()
        });
        Self {
            event,
            plan,
            game,
            clocks: Clocks::new(limits),
            tracker: Tracker::new(event.adjudication),
            thoughts: Vec::new(),
            conduct: [Conduct::default(); 2],
            timing: Timing {
                began: jiff::Timestamp::now()
                    .strftime("%Y-%m-%dT%H:%M:%SZ")
                    .to_string(),
                ..Timing::default()
            },
            prover: None,
        }
    }

    fn spec(&self, seat: Seat) -> Option<&'a EngineSpec> {
        self.event.engines.get(self.plan.engine(seat))
    }

    /// Starts the engines that do not sit there already, and tells both that a game begins.
    fn seat_players(
        &mut self,
        bench: &mut Bench<'a>,
        abandon: &'a AtomicBool,
    ) -> Result<(), Broken> {
        for seat in SEATS {
            let engine = self.plan.engine(seat);
            let place = &mut bench.seats[index(seat)];
            if let Some((_, former)) = place.take_if(|(sitting, _)| *sitting != engine) {
                former.quit();
            }
            let Some(spec) = self.spec(seat) else {
                return Err(Broken::Abandoned);
            };
            let player = match place {
                Some((_, player)) => player,
                None => {
                    let player = Player::launch(spec, abandon).map_err(|error| {
                        let detail = format!("it cannot be started: {error}");
                        broken(seat)(Fault::new(FaultKind::Crash, detail).into())
                    })?;
                    let (_, player) = place.insert((engine, player));
                    player.introduce().map_err(broken(seat))?;
                    player
                }
            };
            let latency = player.begin_game(self.plan.variant).map_err(broken(seat))?;
            self.timing.latency[index(seat)] = latency.as_micros().try_into().unwrap_or(u64::MAX);
        }
        Ok(())
    }

    /// Plays to the end.
    fn play(&mut self, mut players: [&mut Player<'a>; 2]) -> Result<(End, Option<Guilt>), Broken> {
        let end = loop {
            if let Some(outcome) = self.game.outcome() {
                break End {
                    result: Some(outcome).into(),
                    ending: outcome.ending.word(),
                };
            }
            let seat = self.game.position().seat();
            let player = &mut players[index(seat)];
            let answer = self.ask(seat, player)?;
            let turn = self
                .judge(&answer)
                .map_err(|fault| broken(seat)(fault.into()))?;
            let told = self.note(seat, &answer, turn);
            let verdict = self.tracker.note(seat, told);
            if self.game.outcome().is_some() {
                continue;
            }
            if let Some(verdict) = verdict {
                break verdict.into();
            }
            if self.proves(seat, told) {
                break End {
                    result: GameResult::Won(seat),
                    ending: "proven",
                };
            }
            self.ponder(seat, answer, player);
        };
        let disagreement = self.close(&end, players)?;
        Ok((end, disagreement))
    }

    /// The position as engines are told it, with more turns behind those played.
    fn position(&self, more: Option<&str>) -> Command {
        let variant = self.plan.variant;
        let start = *self.game.start().setup();
        let is_usual = start == variant.start(0) && start == variant.start(1);
        let played = self.game.turns().map(|turn| turn.to_string());
        Command::Position {
            fen: (!is_usual).then(|| start.to_string()),
            moves: played.chain(more.map(str::to_owned)).collect(),
        }
    }

    fn white(&self) -> Seat {
        if self.game.color_of(Seat::First) == Color::White {
            Seat::First
        } else {
            Seat::Second
        }
    }

    /// The position as an engine is told it that knows the rules only nearly, and all that it may
    /// play there.
    fn guidance(&self) -> (Command, Vec<String>) {
        let (start, turns) = self.game.since_irreversible();
        let position = Command::Position {
            fen: Some(start.setup().to_string()),
            moves: turns.map(|turn| turn.to_string()).collect(),
        };
        let legal = self.game.position().turns();
        (position, legal.iter().map(Turn::to_string).collect())
    }

    fn ask(&mut self, seat: Seat, player: &mut Player<'a>) -> Result<Answer, Broken> {
        let (position, searchmoves) = if self.spec(seat).is_some_and(|spec| spec.guided) {
            self.guidance()
        } else {
            (self.position(None), Vec::new())
        };
        let last = self.game.last_turn().map(|turn| turn.to_string());
        let protocol = self
            .spec(seat)
            .map(|spec| spec.protocol)
            .unwrap_or_default();
        let answer = player.think(Question {
            position: &position,
            go: Go {
                searchmoves,
                ..go(&self.clocks, seat, self.white(), protocol)
            },
            last: last.as_deref(),
            budget: self.clocks.budget(seat),
        });
        let answer = answer.map_err(broken(seat))?;
        self.clocks.spend(seat, answer.time);
        Ok(answer)
    }

    /// Plays the turn of an answer, or says what is wrong with it.
    fn judge(&mut self, answer: &Answer) -> Result<Turn, Fault> {
        let text = &answer.turn;
        if text == NO_TURN || text == "(none)" {
            let detail = format!(
                "it says that there is no turn, and there are {}",
                self.game.position().count()
            );
            return Err(Fault::new(FaultKind::Disagreement, detail));
        }
        let turn: Turn = text
            .parse()
            .map_err(|error| Fault::new(FaultKind::Malformed, format!("bestmove: {error}")))?;
        match self.game.play(turn) {
            Ok(()) => Ok(turn),
            Err(error @ (PlayError::Illegal { .. } | PlayError::Over { .. })) => {
                Err(Fault::new(FaultKind::IllegalTurn, error.to_string()))
            }
        }
    }

    /// Notes what an engine thought of the turn that it has just played, and what is wrong there.
    fn note(&mut self, seat: Seat, answer: &Answer, turn: Turn) -> Option<ReportedScore> {
        let analysis = answer.analysis.clone().unwrap_or_default();
        let millis =
            |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let conduct = &mut self.conduct[index(seat)];
        conduct.turns += 1;
        if let Some(first) = analysis.line.first() {
            conduct.other_line += u32::from(*first != turn.to_string());
            self.game.undo();
            let legal = self.is_playable(&analysis.line);
            self.game.redo();
            self.conduct[index(seat)].illegal_line += u32::from(!legal);
        }
        self.thoughts.push(Thought {
            score: analysis.score,
            depth: analysis.depth,
            nodes: analysis.nodes,
        });
        self.timing.turns.push(millis(answer.time));
        if let Some(told) = analysis.millis {
            let lag = &mut self.timing.lag[index(seat)];
            *lag = (*lag).max(millis(answer.time).saturating_sub(told));
        }
        analysis.score
    }

    /// Whether a line of analysis can be played from the present position.
    fn is_playable(&self, line: &[String]) -> bool {
        let mut position = self.game.position().clone();
        line.iter().all(|text| {
            let Ok(turn) = text.parse::<Turn>() else {
                return false;
            };
            let legal = position.is_legal(turn);
            if legal {
                position = position.play(turn);
            }
            legal
        })
    }

    /// Whether a player who has just played and announces a forced win has one, by a search of the
    /// referee's own.
    fn proves(&mut self, seat: Seat, told: Option<ReportedScore>) -> bool {
        let Some(nodes) = self.event.adjudication.proven_nodes else {
            return false;
        };
        if !matches!(told, Some(ReportedScore::Mate(turns)) if turns > 0) {
            return false;
        }
        let new = || Prover::new(self.plan.variant, nodes);
        let prover = self.prover.get_or_insert_with(new);
        prover.winner(&self.game) == Some(seat)
    }

    /// Lets a player that may think on while its opponent does.
    fn ponder(&self, seat: Seat, answer: Answer, player: &mut Player<'a>) {
        let Some(spec) = self.spec(seat) else { return };
        let may_ponder = spec.limits.ponder && !spec.guided;
        let (true, Some(expected)) = (may_ponder, answer.expected) else {
            return;
        };
        let position = self.game.position();
        let Ok(turn) = expected.parse::<Turn>() else {
            return;
        };
        // Where the players switch colours, one of them plays twice.
        if position.seat() == seat || !position.is_legal(turn) || position.play(turn).seat() != seat
        {
            return;
        }
        let go = go(&self.clocks, seat, self.white(), spec.protocol);
        player.ponder(&self.position(Some(&expected)), go, expected);
    }

    /// Stops whoever still thinks, and asks both what they take the result for.
    fn close(&self, end: &End, players: [&mut Player<'a>; 2]) -> Result<Option<Guilt>, Broken> {
        let position = self.position(None);
        let by_rule = self.game.outcome().is_some();
        let mut guilt = None;
        for (seat, player) in SEATS.into_iter().zip(players) {
            if player.ponders() && player.stop_thinking() == Err(Halt::Abandoned) {
                return Err(Broken::Abandoned);
            }
            if by_rule && guilt.is_none() {
                let fault = player.confirm(&position, end.result);
                guilt = fault.map(|fault| Guilt { seat, fault });
            }
        }
        Ok(guilt)
    }

    /// Writes the game down.
    fn finish(
        mut self,
        ended: Result<(End, Option<Guilt>), Broken>,
        bench: &mut Bench<'a>,
    ) -> Option<Played> {
        let (end, guilt) = match ended {
            Ok(ended) => ended,
            Err(Broken::Abandoned) => return None,
            Err(Broken::Guilt(guilt)) => {
                let end = End {
                    result: GameResult::Won(!guilt.seat),
                    ending: guilt.fault.kind.word(),
                };
                (end, Some(guilt))
            }
        };
        for seat in SEATS {
            if let Some((_, player)) = &bench.seats[index(seat)] {
                let noise = player.noise();
                let conduct = &mut self.conduct[index(seat)];
                conduct.stray = noise.stray;
                conduct.bad_info = noise.bad_info;
                conduct.complaints = noise.complaints;
            }
        }
        let specs = SEATS.map(|seat| self.spec(seat));
        let names = specs.map(|spec| spec.map_or("?", |spec| spec.name.as_str()));
        let [first, second] = names.map(str::to_owned);
        let mut entry = Entry {
            game: self.plan.game,
            variant: GameName(self.plan.variant),
            round: self.plan.round,
            first,
            second,
            start: self.game.start().setup().to_string(),
            turns: self.game.turns().map(|turn| turn.to_string()).collect(),
            thoughts: self.thoughts,
            result: end.result,
            ending: end.ending.to_owned(),
            fault: None,
            conduct: self.conduct,
            timing: self.timing,
        };
        let reproducer = guilt.map(|Guilt { seat, fault }| {
            let player = bench.seats[index(seat)].as_mut().map(|(_, player)| player);
            reproduce(&mut entry, fault, seat, (specs[index(seat)], player))
        });
        if reproducer.is_some() {
            // Who has failed once is started anew, and so is its opponent, which may be anywhere.
            bench.seats = [None, None];
        }
        Some(Played { entry, reproducer })
    }
}
