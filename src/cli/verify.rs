//! `reviver verify`: checks proofs that `reviver solve` has written.

use std::io::{Write, stdout};
use std::path::PathBuf;

use super::Error;
use super::files::read_file;
use crate::plural::counted;
use crate::solve::verify::verify;

/// Check proofs by playing their turns against every defence
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: reviver solve unplay --proof unplay.proof && reviver verify unplay.proof"
)]
pub(super) struct Args {
    /// The proofs
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl Args {
    /// Checks every proof. Prints the win that it proves, or the reason why it is wrong. Fails at
    /// once if a file cannot be read, and after the last proof if any proof is wrong.
    pub(super) fn run(self) -> Result<(), Error> {
        let mut flawed = 0;
        for path in &self.files {
            let name = path.display();
            let text = read_file(path)?;
            match verify(&text) {
                Ok(shown) => writeln!(
                    stdout(),
                    "{name}: the proof holds: player {} wins {} in at most {} from {} ({}, {})",
                    shown.winner.number(),
                    shown.variant,
                    counted(shown.turns, "turn"),
                    shown.position,
                    counted(shown.steps, "step"),
                    counted(shown.replies, "reply")
                )?,
                Err(flaw) => {
                    flawed += 1;
                    super::note(&format!("{name}: {flaw}"));
                }
            }
        }
        match flawed {
            0 => Ok(()),
            _ => Err(Error::Failed(flaws(flawed, self.files.len()))),
        }
    }
}

/// A sentence with the number of wrong proofs.
fn flaws(flawed: usize, all: usize) -> String {
    let verb = if flawed == 1 { "does" } else { "do" };
    format!("{flawed} of {} {verb} not hold", counted(all, "proof"))
}

#[cfg(test)]
mod tests {
    use super::flaws;

    #[test]
    fn the_verb_agrees_with_the_number_of_wrong_proofs() {
        assert_eq!(flaws(1, 1), "1 of 1 proof does not hold");
        assert_eq!(flaws(1, 3), "1 of 3 proofs does not hold");
        assert_eq!(flaws(2, 3), "2 of 3 proofs do not hold");
    }
}
