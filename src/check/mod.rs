//! A strict client: it leads an engine through the protocol, and compares every answer with the rules
//! and with what the protocol promises.

mod client;
mod game_steps;
mod judge;
mod protocol_steps;
mod step;

pub use step::{CheckPlan, Step, StepResult};

use client::Client;

/// Checks an engine, and reports every step as soon as it is done.
///
/// # Errors
///
/// If the engine cannot be started.
pub fn check(plan: &CheckPlan, report: &mut dyn FnMut(&Step)) -> std::io::Result<Vec<Step>> {
    let mut client = Client::start(plan)?;
    let mut checked = Vec::new();
    let mut take = |steps: Vec<Step>| {
        for step in steps {
            report(&step);
            checked.push(step);
        }
    };
    take(protocol_steps::introduction(&mut client));
    if client.is_up() {
        let variants = client.variants(plan);
        take(vec![protocol_steps::variants(&mut client, &variants)]);
        for variant in variants {
            for step in game_steps::ALL {
                restart(&mut client, plan)?;
                take(vec![step(&mut client, variant)]);
            }
        }
        restart(&mut client, plan)?;
        take(protocol_steps::conversation(&mut client));
    }
    take(vec![protocol_steps::quit(client)]);
    take(vec![protocol_steps::end_of_input(Client::start(plan)?)]);
    take(vec![protocol_steps::universal_interface(Client::start(
        plan,
    )?)]);
    Ok(checked)
}

/// Starts the engine again if it has failed.
fn restart(client: &mut Client, plan: &CheckPlan) -> std::io::Result<()> {
    if !client.is_up() {
        *client = Client::start(plan)?;
        protocol_steps::introduction(client);
    }
    Ok(())
}
