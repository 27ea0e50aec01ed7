//! Six steps of the check of an engine, done for each variant. Two more such steps are in
//! `answer_steps`.

use std::time::Duration;

use super::client::{Client, Failure};
use super::judge::{Compare, Judge};
use super::step::Step;
use crate::games::Game;
use crate::players::process::reply::Reply;

/// Nodes of a short search.
const NODES: u32 = 200;

/// The maximum length in plies of the game that the engine plays against itself.
const PLIES: usize = 24;

/// How long `go infinite` must run without `bestmove`.
const QUIET: Duration = Duration::from_millis(300);

pub(super) type GameStep = fn(&mut Client, &'static Game) -> Step;

/// The steps of this file. Each must also work if the engine has just been restarted.
pub(super) const ALL: [GameStep; 6] = [
    set_up,
    search,
    limits,
    play_through,
    stop,
    legal_turns_and_state,
];

/// Begins a game of a variant.
pub(super) fn begin(client: &mut Client, variant: &'static Game) -> Result<(), Failure> {
    // A user-defined game is loaded from its file.
    let has_game_file = client.option("GameFile").is_some();
    if let Some(path) = variant.path().filter(|_| has_game_file) {
        client.send(&format!("setoption name GameFile value {}", path.display()));
    }
    if client.option("UCI_Variant").is_some() {
        client.send(&format!("setoption name UCI_Variant value {variant}"));
    }
    client.send("ucinewgame");
    client.ready_without_complaint()
}

fn set_up(client: &mut Client, variant: &'static Game) -> Step {
    let fen = variant.start(0).to_string();
    let done = begin(client, variant).and_then(|()| {
        client.send("position startpos");
        client.ready_without_complaint()?;
        client.send(&format!("position fen {fen}"));
        client.ready_without_complaint()
    });
    client.step(
        &format!("{variant}: the game and its start position are set up"),
        done,
    )
}

fn search(client: &mut Client, variant: &'static Game) -> Step {
    let done = begin(client, variant).and_then(|()| {
        client.send("position startpos");
        client.send(&format!("go nodes {NODES}"));
        let answer = client.answer()?;
        variant.dispatch(Judge {
            played: &[],
            answer: &answer,
        })?;
        let mut lines = answer.analyses.iter();
        if lines.clone().all(|analysis| analysis.score.is_none()) {
            return Err("no info line has a score".to_owned());
        }
        if lines.all(|analysis| analysis.pv.is_empty()) {
            return Err("no info line has a pv".to_owned());
        }
        Ok(())
    });
    client.step(
        &format!("{variant}: go nodes is answered by a legal bestmove, and the analysis begins with the same turn"),
        done,
    )
}

fn limits(client: &mut Client, variant: &'static Game) -> Step {
    let done = begin(client, variant).and_then(|()| {
        for go in [
            "go depth 1",
            "go movetime 50",
            "go wtime 500 btime 500 winc 10 binc 10",
            "go wtime 500 btime 500 movestogo 10",
        ] {
            client.send("position startpos");
            client.send(go);
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
        &format!("{variant}: go with depth, time or clocks is answered by a legal bestmove"),
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
            client.send(&format!("position startpos{moves}"));
            client.send("go nodes 50");
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
        &format!("{variant}: a game is played to its end, or for {PLIES} plies"),
        done,
    )
}

fn stop(client: &mut Client, variant: &'static Game) -> Step {
    let done = begin(client, variant).and_then(|()| {
        client.send("position startpos");
        client.send("go infinite");
        client.send("isready");
        ready_without_bestmove(client, "bestmove came before stop")?;
        client.no_bestmove(QUIET, "stop")?;
        client.send("stop");
        let answer = client.answer()?;
        variant.dispatch(Judge {
            played: &[],
            answer: &answer,
        })?;
        client.send("stop");
        client.send("isready");
        ready_without_bestmove(client, "bestmove came twice")
    });
    client.step(
        &format!(
            "{variant}: isready is answered during go infinite, and bestmove comes only after stop"
        ),
        done,
    )
}

/// Waits for `readyok`. Fails with `failure` if `bestmove` comes before it.
fn ready_without_bestmove(client: &mut Client, failure: &str) -> Result<(), Failure> {
    client.wait("readyok", |_, reply| match reply {
        Reply::Best(..) => Err(failure.to_owned()),
        reply => Ok((reply == Reply::Ready).then_some(())),
    })
}

/// Checks the commands `legalmoves` and `state`, which this program adds to UCI. If an engine has
/// both, its answers must agree with the rules.
fn legal_turns_and_state(client: &mut Client, variant: &'static Game) -> Step {
    let promise = format!("{variant}: legalmoves and state agree with the rules");
    let begun = begin(client, variant);
    if begun.is_err() {
        return client.step(&promise, begun);
    }
    let mut turns = None;
    let mut state = None;
    client.send(&format!("position fen {}", variant.start(0)));
    client.send("legalmoves");
    client.send("state");
    client.send("isready");
    // An engine without these commands may answer with error messages.
    let done = client.wait_through_failures("readyok", |_, reply| match reply {
        Reply::Turns(words) => {
            turns = Some(words.split(' ').map(str::to_owned).collect());
            Ok(None)
        }
        Reply::State(json) => {
            let read = serde_json::from_str::<serde_json::Value>(&json);
            state = Some(read.map_err(|error| format!("its answer to state is not JSON: {error}")));
            Ok(None)
        }
        Reply::Ready => Ok(Some(())),
        _ => Ok(None),
    });
    if !client.is_up() {
        return client.step(&promise, done);
    }
    let done = match (turns, state) {
        (Some(turns), Some(Ok(state))) => {
            done.and_then(|()| variant.dispatch(Compare { turns, state }))
        }
        (_, Some(Err(failure))) => Err(failure),
        _ => {
            return client.absent(
                &promise,
                "it lacks at least one of these two optional commands",
            );
        }
    };
    client.step(&promise, done)
}
