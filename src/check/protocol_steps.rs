//! The steps of a check that are not repeated for each variant.

use std::thread;
use std::time::Duration;

use super::client::{Client, Failure};
use super::game_steps::begin;
use super::judge::Judge;
use super::step::Step;
use crate::games::Game;
use crate::players::process::reply::Reply;

/// How long `go ponder` must run without `bestmove`.
const QUIET: Duration = Duration::from_millis(300);

/// How long the client reads no line from the engine in the step [`unread`].
const UNREAD: Duration = Duration::from_secs(2);

/// Checks `uci` and `isready`, and keeps the options that the engine declares.
pub(super) fn introduction(client: &mut Client) -> Vec<Step> {
    client.send("uci");
    let (mut name, mut author) = (false, false);
    let introduced = client.wait_through_failures("uciok", |client, reply| match reply {
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
        client.send("isready");
        let ready = client.wait_through_failures("readyok", |_, reply| {
            Ok((reply == Reply::Ready).then_some(()))
        });
        steps.push(client.step("isready is answered by readyok", ready));
    }
    steps
}

/// Checks that there are variants to check.
pub(super) fn variants(client: &mut Client, variants: &[&'static Game]) -> Step {
    let names: Vec<&str> = variants.iter().map(|variant| variant.name()).collect();
    let promise = "there are variants to check";
    if names.is_empty() {
        return client.step(
            promise,
            Err(
                "the engine declares no variant that this program knows; choose variants with --variant"
                    .to_owned(),
            ),
        );
    }
    let mut step = client.step(promise, Ok(()));
    step.detail = names.join(", ");
    step
}

type ProtocolStep = fn(&mut Client) -> Step;

/// The steps that run after the steps for each variant and before [`ponder`]. Each must also work
/// if the engine has just been restarted.
pub(super) const ALL: [ProtocolStep; 3] = [invalid_commands, perft, unread];

fn invalid_commands(client: &mut Client) -> Step {
    client.send("nonsense of the client");
    client.send("go sideways");
    client.send("position fen 8/8 w");
    client.send("isready");
    let alive = client.skip_to_ready().and_then(|()| {
        // The invalid commands may have started a search.
        client.send("stop");
        client.send("isready");
        client.skip_to_ready()
    });
    client.step("invalid commands do not end the engine", alive)
}

/// Asks for a perft that is far too deep. The step passes if the engine refuses it, and counts as
/// absent if the engine does not refuse it. It fails only if the engine no longer answers.
fn perft(client: &mut Client) -> Step {
    let promise = "go perft is refused if its depth is too large";
    client.send("position startpos");
    client.send("go perft 20000");
    client.send("stop");
    client.send("isready");
    let mut refused = false;
    let ready = loop {
        let ready = client.wait("readyok", |_, reply| match reply {
            Reply::Ready => Ok(Some(())),
            Reply::Complaint(_) => {
                refused = true;
                Ok(None)
            }
            _ => Ok(None),
        });
        // An engine may begin the perft and print lines `TURN: COUNT`. They are no fault, although
        // `wait` fails on them.
        if ready.is_ok() || !client.is_up() {
            break ready;
        }
    };
    if ready.is_ok() && !refused {
        return client.absent(promise, "it has no perft, or does not refuse this depth");
    }
    client.step(promise, ready)
}

fn unread(client: &mut Client) -> Step {
    let done = search_unread(client);
    client.step(
        "stop and isready are answered even if the client has not read for a while",
        done,
    )
}

/// Starts a search, and reads no line from the engine for a while. Then checks that `stop` and
/// `isready` are answered. Sets MultiPV to 256 for the search, if the engine has it.
fn search_unread(client: &mut Client) -> Result<(), Failure> {
    if client.option("MultiPV").is_some() {
        client.send("setoption name MultiPV value 256");
    }
    client.send("position startpos");
    client.ready()?;
    client.send("go infinite");
    thread::sleep(UNREAD);
    client.send("stop");
    client.send("isready");
    let (mut is_answered, mut is_ready) = (false, false);
    client.wait("bestmove and readyok", |_, reply| {
        match reply {
            Reply::Best(..) => is_answered = true,
            Reply::Ready => is_ready = true,
            Reply::Complaint(complaint) => return Err(format!("it complains: {complaint}")),
            _ => {}
        }
        Ok((is_answered && is_ready).then_some(()))
    })?;
    if client.option("MultiPV").is_some() {
        client.send("setoption name MultiPV value 1");
    }
    client.ready()
}

/// Checks `go ponder` and `ponderhit`. If `variant` is given, its rules must allow the
/// engine's answer.
pub(super) fn ponder(client: &mut Client, variant: Option<&'static Game>) -> Step {
    let promise = "go ponder waits for ponderhit";
    if client.option("Ponder").is_none() {
        return client.absent(promise, "it has no option Ponder");
    }
    let done = search_in_ponder(client, variant);
    client.step(promise, done)
}

fn search_in_ponder(client: &mut Client, variant: Option<&'static Game>) -> Result<(), Failure> {
    client.send("setoption name Ponder value true");
    match variant {
        Some(variant) => begin(client, variant)?,
        None => client.send("ucinewgame"),
    }
    client.send("position startpos");
    client.ready_without_complaint()?;
    client.send("go ponder wtime 300 btime 300");
    client.no_bestmove(QUIET, "ponderhit")?;
    client.send("ponderhit");
    let answer = client.answer()?;
    if let Some(variant) = variant {
        variant.dispatch(Judge {
            played: &[],
            answer: &answer,
        })?;
    }
    client.ready()
}

/// Checks that `quit` ends the engine.
pub(super) fn quit(mut client: Client) -> Step {
    if !client.is_up() {
        return client.step(
            "quit ends the engine",
            Err("it no longer answers".to_owned()),
        );
    }
    client.send("quit");
    let done = client.ends();
    client.step("quit ends the engine", done)
}

/// Checks that the engine ends when its input ends.
pub(super) fn end_of_input(mut client: Client) -> Step {
    client.send("uci");
    client.close_input();
    let done = client.ends();
    client.step("the engine ends when its input ends", done)
}

/// Checks the Universal Game Interface, which an engine need not speak.
pub(super) fn universal_interface(mut client: Client) -> Step {
    let promise = "ugi is answered by ugiok, and queries by response";
    match speaks_ugi(&mut client) {
        Ok(true) => {}
        Ok(false) => return client.absent(promise, "it does not speak UGI, and need not"),
        Err(failure) => return client.step(promise, Err(failure)),
    }
    let done = (|| {
        client.send("uginewgame");
        client.send("position startpos");
        for (query, word) in [
            ("gameover", "false"),
            ("p1turn", "true"),
            ("result", "none"),
        ] {
            client.send(&format!("query {query}"));
            let reported = client.wait("response", |_, reply| match reply {
                Reply::Response(word) => Ok(Some(word)),
                _ => Ok(None),
            })?;
            if reported != word {
                return Err(format!(
                    "query {query} is {word} at the start, but the engine answers {reported}"
                ));
            }
        }
        client.send("quit");
        client.ends()
    })();
    client.step(promise, done)
}

/// Whether the engine answers `ugi` with `ugiok`. Fails if a line before `ugiok` is malformed or is
/// not part of the protocol. If `readyok` comes instead of `ugiok`, such a line is allowed: an
/// engine that does not speak UGI may answer with an error message.
fn speaks_ugi(client: &mut Client) -> Result<bool, Failure> {
    client.send("ugi");
    client.send("isready");
    let mut plain_text = None;
    loop {
        let spoken = client.wait("ugiok or readyok", |_, reply| match reply {
            Reply::Introduced("ugiok") => Ok(Some(true)),
            Reply::Ready => Ok(Some(false)),
            _ => Ok(None),
        });
        match spoken {
            Err(failure) if client.is_up() => {
                plain_text.get_or_insert(failure);
            }
            Ok(true) => return plain_text.map_or(Ok(true), Err),
            spoken => return spoken,
        }
    }
}
