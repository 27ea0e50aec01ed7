//! A strict client: it leads an engine through the protocol, and holds every answer against the
//! rules and against what the protocol promises.

mod client;
mod steps;

use crate::games::Game;
use client::Client;

/// What became of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The engine did as the protocol says.
    Pass,
    /// It did not.
    Fail,
    /// It does not have to, and does not.
    Absent,
}

impl Verdict {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "FAIL",
            Verdict::Absent => "none",
        }
    }
}

/// A step of the check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What was asked for.
    pub promise: String,
    /// What became of it.
    pub verdict: Verdict,
    /// What was wrong.
    pub detail: String,
    /// The lines both ways, `>` to the engine and `<` from it.
    pub lines: Vec<String>,
}

/// What to check.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine's command.
    pub command: Vec<String>,
    /// The games; those that it declares where none is named.
    pub variants: Vec<&'static Game>,
    /// How long to wait for an answer.
    pub patience: std::time::Duration,
}

/// Checks an engine, and hands every step to `report` as soon as it is done.
///
/// # Errors
///
/// Where the engine cannot be started.
pub fn check(plan: &Plan, report: &mut dyn FnMut(&Step)) -> std::io::Result<Vec<Step>> {
    let mut client = Client::start(plan)?;
    let mut checked = Vec::new();
    let mut take = |steps: Vec<Step>| {
        for step in steps {
            report(&step);
            checked.push(step);
        }
    };
    take(steps::introduction(&mut client));
    if client.is_up() {
        let variants = client.variants(plan);
        take(vec![steps::games(&mut client, &variants)]);
        for variant in variants {
            for step in steps::of_game() {
                if !client.is_up() {
                    client = Client::start(plan)?;
                    steps::introduction(&mut client);
                }
                take(vec![step(&mut client, variant)]);
            }
        }
        if !client.is_up() {
            client = Client::start(plan)?;
            steps::introduction(&mut client);
        }
        take(steps::conversation(&mut client));
    }
    take(vec![steps::quit(client)]);
    take(vec![steps::end_of_input(Client::start(plan)?)]);
    take(vec![steps::universal_interface(Client::start(plan)?)]);
    Ok(checked)
}
