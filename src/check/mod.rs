//! A strict client. It sends commands to an engine, and compares the answers with the rules of the
//! games and with the protocol.

mod answer_steps;
mod client;
mod game_steps;
mod judge;
mod protocol_steps;
mod step;

pub use step::{CheckPlan, Step, StepResult};

use client::Client;
use game_steps::GameStep;

use crate::players::process::Launcher;

/// Checks an engine. Calls `report` once for each step while the check is running.
///
/// # Errors
///
/// If the engine or the program [`CheckPlan::guard`] cannot be started.
pub fn check(plan: &CheckPlan, report: &mut dyn FnMut(&Step)) -> std::io::Result<Vec<Step>> {
    let launcher = Launcher::new(plan.guard.clone())?;
    let mut client = Client::start(plan, &launcher)?;
    let mut checked = Vec::new();
    let mut take = |steps: Vec<Step>| {
        for step in steps {
            report(&step);
            checked.push(step);
        }
    };
    take(protocol_steps::introduction(&mut client));
    client.forgive();
    if client.is_up() {
        let variants = client.variants(plan);
        take(vec![protocol_steps::variants(&mut client, &variants)]);
        client.forgive();
        let last = variants.last().copied();
        for variant in variants {
            let answers: [GameStep; 2] = [answer_steps::last_lines, answer_steps::game_over];
            for step in game_steps::ALL.into_iter().chain(answers) {
                restart(&mut client, plan, &launcher)?;
                take(vec![step(&mut client, variant)]);
            }
        }
        for step in protocol_steps::ALL {
            restart(&mut client, plan, &launcher)?;
            take(vec![step(&mut client)]);
        }
        restart(&mut client, plan, &launcher)?;
        take(vec![protocol_steps::ponder(&mut client, last)]);
        restart(&mut client, plan, &launcher)?;
    }
    take(vec![protocol_steps::quit(client)]);
    take(vec![protocol_steps::end_of_input(Client::start(
        plan, &launcher,
    )?)]);
    take(vec![protocol_steps::universal_interface(Client::start(
        plan, &launcher,
    )?)]);
    Ok(checked)
}

/// Starts the engine again if it no longer answers or a step has failed.
fn restart(client: &mut Client, plan: &CheckPlan, launcher: &Launcher) -> std::io::Result<()> {
    if client.must_restart() {
        *client = Client::start(plan, launcher)?;
        protocol_steps::introduction(client);
        client.forgive();
    }
    Ok(())
}
