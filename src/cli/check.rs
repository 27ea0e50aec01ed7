//! `reviver check`: whether an engine speaks the protocol.

use std::io::{Write, stdout};

use super::Error;
use super::args::{self, Games};
use super::option_values::patience;
use crate::check::{CheckPlan, Step, StepResult, check};
use crate::play::duration::Span;
use crate::players::process::stable_program_path;
use crate::plural::counted;

/// Test step by step whether an engine follows the protocol, and report the result of each step
///
/// If a step fails, its lines are shown: lines to the engine begin with `>`, lines from the engine
/// with `<`, remarks with `#`. The steps that fail are named once more at the end.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg(
        "variant",
        args::default("all that the engine declares and Reviver knows")
    ),
    after_help = "Examples:\n  \
    reviver check reviver uci\n  \
    reviver check --variant unachess --lines ./other --uci\n\n\
    Exit codes: 0 no step fails; 1 a step fails, or the engine cannot be started."
)]
pub(super) struct Args {
    #[command(flatten)]
    games: Games,
    /// Show the lines of every step, not only of those that fail
    #[arg(long)]
    lines: bool,
    /// How long to wait for each line of an answer. The whole answer may take ten times as long
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = patience)]
    patience: Span,
    /// The engine's command. If its first word is just `reviver`, this program is started
    #[arg(
        value_name = "COMMAND",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    command: Vec<String>,
}

impl Args {
    /// Checks the engine, and prints the result of each step.
    pub(super) fn run(self) -> Result<(), Error> {
        let plan = CheckPlan {
            command: self.command,
            variants: self.games.list(),
            timeout: self.patience.0,
            guard: Some(stable_program_path().map_err(|e| Error::of_program_path(&e))?),
        };
        let mut trouble = None;
        let steps = check(&plan, &mut |step| {
            let lines = if self.lines || step.result == StepResult::Fail {
                step.lines.as_slice()
            } else {
                &[]
            };
            if let Err(error) = show(step, lines) {
                trouble.get_or_insert(error);
            }
        });
        let steps = steps.map_err(|error| {
            Error::Failed(format!(
                "{} cannot be started: {error}",
                plan.command.join(" ")
            ))
        })?;
        if let Some(error) = trouble {
            return Err(error.into());
        }
        let count = |result| steps.iter().filter(|step| step.result == result).count();
        let failed = count(StepResult::Fail);
        writeln!(
            stdout(),
            "{} pass, {failed} fail, {} skip",
            count(StepResult::Pass),
            count(StepResult::Absent)
        )?;
        // Readers often see only the end of a long output, so the failed steps are repeated there.
        for step in steps.iter().filter(|step| step.result == StepResult::Fail) {
            writeln!(stdout(), "{}", headline(step))?;
        }
        if failed > 0 {
            return Err(Error::Failed(format!("{} failed", counted(failed, "step"))));
        }
        Ok(())
    }
}

/// The result of a step in one line.
fn headline(step: &Step) -> String {
    let mut line = format!("{}  {}", step.result.word(), step.promise);
    if !step.detail.is_empty() {
        line.push_str(": ");
        line.push_str(&step.detail);
    }
    line
}

/// Prints the result of a step, and `lines` below it.
fn show(step: &Step, lines: &[String]) -> std::io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{}", headline(step))?;
    for line in lines {
        writeln!(out, "      {line}")?;
    }
    out.flush()
}
