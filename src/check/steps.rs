//! The steps of a check.

use std::time::Duration;

use super::Step;
use super::client::{Answer, Client, Failure};
use crate::board::Turn;
use crate::games::{Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::notation::turn::NO_TURN;
use crate::players::process::reply::Reply;
use crate::rules::Rules;

/// Nodes of the searches that are only to be answered.
const NODES: u32 = 200;

/// Plies of the game that is played through.
const PLIES: usize = 24;

/// How long an engine must keep quiet where it has not been told to stop.
const QUIET: Duration = Duration::from_millis(300);

/// `uci` up to `readyok`.
pub(super) fn introduction(client: &mut Client) -> Vec<Step> {
    client.say("uci");
    let (mut name, mut author) = (false, false);
    let introduced = client.wait("uciok", |client, reply| match reply {
        Reply::Id(kind, _) => {
            name |= kind == "name";
            author |= kind == "author";
            Ok(None)
        }
        Reply::Option(option) => {
            if client.option(&option.name).is_some() {
                return Err(format!("the option {} is declared twice", option.name));
            }
            client.declared.push(option);
            Ok(None)
        }
        Reply::Introduced("uciok") => Ok(Some(())),
        _ => Ok(None),
    });
    let introduced = introduced.and_then(|()| match (name, author) {
        (true, true) => Ok(()),
        _ => Err("id name and id author must come before uciok".to_owned()),
    });
    let mut steps = vec![client.step("uci is answered by id, options and uciok", introduced)];
    if client.is_up() {
        let ready = client.ready();
        steps.push(client.step("isready is answered by readyok", ready));
    }
    steps
}

/// Whether there is a game that this program can referee.
pub(super) fn games(client: &mut Client, variants: &[&'static Game]) -> Step {
    let names: Vec<&str> = variants.iter().map(|variant| variant.name()).collect();
    let promise = "the option UCI_Variant names games that are known";
    if names.is_empty() {
        return client.step(promise, Err("it names none".to_owned()));
    }
    let mut step = client.step(promise, Ok(()));
    step.detail = names.join(", ");
    step
}

type GameStep = fn(&mut Client, &'static Game) -> Step;

/// The steps for each of the games.
pub(super) fn of_game() -> [GameStep; 6] {
    [set_up, search, bounds, play_through, stop, rules_on_tap]
}

/// Sets up a game; every step begins with it, since any of them may be the first of a new process.
fn begin(client: &mut Client, variant: &'static Game) -> Result<(), Failure> {
    if client.option("UCI_Variant").is_some() {
        client.say(&format!("setoption name UCI_Variant value {variant}"));
    }
    client.say("ucinewgame");
    client.ready_without_complaint()
}

fn set_up(client: &mut Client, variant: &'static Game) -> Step {
    let fen = variant.start(0).to_string();
    let done = begin(client, variant).and_then(|()| {
        client.say("position startpos");
        client.ready_without_complaint()?;
        client.say(&format!("position fen {fen}"));
        client.ready_without_complaint()
    });
    client.step(
        &format!("{variant}: the game and its start position are set up"),
        done,
    )
}

fn search(client: &mut Client, variant: &'static Game) -> Step {
    let done = begin(client, variant).and_then(|()| {
        client.say("position startpos");
        client.say(&format!("go nodes {NODES}"));
        let answer = client.answer()?;
        variant.dispatch(Judge {
            played: &[],
            answer: &answer,
        })?;
        if answer
            .analyses
            .iter()
            .all(|analysis| analysis.score.is_none())
        {
            return Err("no info line told a score".to_owned());
        }
        Ok(())
    });
    client.step(
        &format!("{variant}: go nodes is answered by a legal bestmove, with analysis that fits it"),
        done,
    )
}

fn bounds(client: &mut Client, variant: &'static Game) -> Step {
    let done = begin(client, variant).and_then(|()| {
        for go in [
            "go depth 1",
            "go movetime 50",
            "go wtime 500 btime 500 winc 10 binc 10",
            "go wtime 500 btime 500 movestogo 10",
        ] {
            client.say("position startpos");
            client.say(go);
            let answer = client
                .answer()
                .map_err(|failure| format!("{go}: {failure}"))?;
            variant
                .dispatch(Judge {
                    played: &[],
                    answer: &answer,
                })
                .map_err(|failure| format!("{go}: {failure}"))?;
        }
        Ok(())
    });
    client.step(
        &format!("{variant}: go is answered under every bound"),
        done,
    )
}

fn play_through(client: &mut Client, variant: &'static Game) -> Step {
    let done = begin(client, variant).and_then(|()| {
        let mut played: Vec<String> = Vec::new();
        while played.len() < PLIES {
            let moves = if played.is_empty() {
                String::new()
            } else {
                format!(" moves {}", played.join(" "))
            };
            client.say(&format!("position startpos{moves}"));
            client.say("go nodes 50");
            let answer = client.answer()?;
            let over = variant.dispatch(Judge {
                played: &played,
                answer: &answer,
            })?;
            if over {
                break;
            }
            played.push(answer.turn);
        }
        client.ready_without_complaint()
    });
    client.step(
        &format!("{variant}: a game is played through, {PLIES} plies or to its end"),
        done,
    )
}

fn stop(client: &mut Client, variant: &'static Game) -> Step {
    let done = begin(client, variant).and_then(|()| {
        client.say("position startpos");
        client.say("go infinite");
        client.ready()?;
        if client.hears_bestmove(QUIET) {
            return Err("bestmove came before stop".to_owned());
        }
        client.say("stop");
        let answer = client.answer()?;
        variant.dispatch(Judge {
            played: &[],
            answer: &answer,
        })?;
        client.say("stop");
        client.ready()
    });
    client.step(
        &format!(
            "{variant}: go infinite says readyok meanwhile, and bestmove at stop and not before"
        ),
        done,
    )
}

/// What this program's dialect has besides: whoever has it must agree with the rules.
fn rules_on_tap(client: &mut Client, variant: &'static Game) -> Step {
    let promise = format!("{variant}: legalmoves and state agree with the rules");
    let mut turns = None;
    let mut state = None;
    let done = begin(client, variant).and_then(|()| {
        client.say(&format!("position fen {}", variant.start(0)));
        client.say("legalmoves");
        client.say("state");
        client.say("isready");
        client.wait("readyok", |_, reply| match reply {
            Reply::Turns(words) => {
                turns = Some(words);
                Ok(None)
            }
            Reply::State(json) => {
                state = serde_json::from_str::<serde_json::Value>(&json).ok();
                Ok(None)
            }
            Reply::Ready => Ok(Some(())),
            _ => Ok(None),
        })
    });
    let (Some(turns), Some(state)) = (turns, state) else {
        // Who does not know these may say so of each, and that is no part of the next step.
        if done.is_err() {
            client.hear_out();
        }
        return client.absent(&promise, "it does not answer them, and need not");
    };
    let done = done.and_then(|()| variant.dispatch(Compare { turns, state }));
    client.step(&promise, done)
}

/// Steps that hang on no game.
pub(super) fn conversation(client: &mut Client) -> Vec<Step> {
    let mut steps = Vec::new();
    client.say("nonsense of the client");
    client.say("go sideways");
    client.say("position fen 8/8 w");
    let alive = client.ready().and_then(|()| drain(client));
    steps.push(client.step("lines that are wrong end nothing", alive));
    if client.option("Ponder").is_some() {
        let done = ponder(client);
        steps.push(client.step("go ponder waits for ponderhit", done));
    } else {
        steps.push(client.absent("go ponder waits for ponderhit", "it has no option Ponder"));
    }
    steps
}

/// What was begun by nonsense is ended.
fn drain(client: &mut Client) -> Result<(), Failure> {
    client.say("stop");
    client.ready()
}

fn ponder(client: &mut Client) -> Result<(), Failure> {
    client.say("setoption name Ponder value true");
    client.say("ucinewgame");
    client.say("position startpos");
    client.ready_without_complaint()?;
    client.say("go ponder wtime 300 btime 300");
    if client.hears_bestmove(QUIET) {
        return Err("bestmove came before ponderhit".to_owned());
    }
    client.say("ponderhit");
    client.answer()?;
    client.ready()
}

/// `quit`.
pub(super) fn quit(mut client: Client) -> Step {
    if !client.is_up() {
        return client.step(
            "quit ends it",
            Err("it does not answer any more".to_owned()),
        );
    }
    client.say("quit");
    let done = client.ends();
    client.step("quit ends it", done)
}

/// The end of its input.
pub(super) fn end_of_input(mut client: Client) -> Step {
    client.say("uci");
    client.close_input();
    let done = client.ends();
    client.step("the end of its input ends it", done)
}

/// The universal game interface, which nobody has to speak.
pub(super) fn universal_interface(mut client: Client) -> Step {
    let promise = "ugi is answered by ugiok, and queries by response";
    client.say("ugi");
    client.say("isready");
    let spoken = client.wait("ugiok", |_, reply| match reply {
        Reply::Introduced("ugiok") => Ok(Some(true)),
        Reply::Ready => Ok(Some(false)),
        _ => Ok(None),
    });
    if spoken != Ok(true) {
        return client.absent(promise, "it does not speak it, and need not");
    }
    let done = (|| {
        client.say("uginewgame");
        client.say("position startpos");
        for (query, word) in [
            ("gameover", "false"),
            ("p1turn", "true"),
            ("result", "none"),
        ] {
            client.say(&format!("query {query}"));
            let told = client.wait("response", |_, reply| match reply {
                Reply::Response(told) => Ok(Some(told)),
                _ => Ok(None),
            })?;
            if told != word {
                return Err(format!(
                    "query {query} is {word} at the start, and it says {told}"
                ));
            }
        }
        client.say("quit");
        client.ends()
    })();
    client.step(promise, done)
}

/// Holds an answer against the rules, and tells whether the game is over.
struct Judge<'a> {
    played: &'a [String],
    answer: &'a Answer,
}

impl Visitor for Judge<'_> {
    type Output = Result<bool, Failure>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let Answer {
            turn: text,
            analyses,
        } = self.answer;
        let start = variant
            .position(variant.start(0))
            .map_err(|refusal| refusal.to_string())?;
        let mut game = LiveGame::new(variant, start);
        for text in self.played {
            let turn: Turn = text.parse().map_err(|_| format!("'{text}' is no move"))?;
            game.play_on(turn).map_err(|error| error.to_string())?;
        }
        let none = text == "(none)" || text == NO_TURN;
        if none == game.position().outcome().is_none() {
            return Err(if none {
                "it says that there is no turn, and there is".to_owned()
            } else {
                format!("the game is over, and it says {text}")
            });
        }
        if none {
            return Ok(true);
        }
        for analysis in analyses {
            let mut position = game.position().clone();
            for text in &analysis.line {
                let turn = text.parse::<Turn>().map_err(|error| error.to_string())?;
                if !position.is_legal(turn) {
                    return Err(format!(
                        "{text} in pv {} is not legal",
                        analysis.line.join(" ")
                    ));
                }
                position = position.play(turn);
            }
        }
        let ranked = analyses
            .iter()
            .filter(|analysis| analysis.rank.is_none_or(|rank| rank == 1));
        let last = ranked.rev().find(|analysis| !analysis.line.is_empty());
        if let Some(first) = last.and_then(|analysis| analysis.line.first())
            && first != text
        {
            return Err(format!(
                "the last pv begins with {first}, and bestmove is {text}"
            ));
        }
        let turn: Turn = text.parse().map_err(|_| format!("'{text}' is no move"))?;
        game.play(turn).map_err(|error| error.to_string())?;
        Ok(game.outcome().is_some())
    }
}

/// Holds lists and states against the rules.
struct Compare {
    turns: Vec<String>,
    state: serde_json::Value,
}

impl Visitor for Compare {
    type Output = Result<(), Failure>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let setup = variant.start(0);
        let position = variant
            .position(setup)
            .map_err(|refusal| refusal.to_string())?;
        let mut expected: Vec<String> = position.turns().iter().map(Turn::to_string).collect();
        let mut told = self.turns;
        expected.sort_unstable();
        told.sort_unstable();
        if expected != told {
            return Err(format!(
                "{} turns are legal, and it tells {}",
                expected.len(),
                told.len()
            ));
        }
        let fen = self.state.get("fen").and_then(|fen| fen.as_str());
        if fen != Some(&setup.to_string()) {
            return Err(format!("the position is {setup}, and it tells {fen:?}"));
        }
        Ok(())
    }
}
