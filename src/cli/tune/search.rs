//! `reviver tune --search`: tunes the parameters of the search by games (SPSA).

use std::collections::BTreeSet;
use std::io::{Write, stdout};
use std::path::Path;

use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use crate::cli::args::{
    Concurrency, DropDamaged, EngineSettings, Json, Nodes, OpeningsFile, OutputFormat, Part,
    Resume, whole_number, within,
};
use crate::cli::concurrency::{Pace, warn_if_crowded};
use crate::cli::files::check_folder;
use crate::cli::first_positions::first_positions;
use crate::cli::foreign_weights::note_foreign_of;
use crate::cli::meter::Meter;
use crate::cli::{Error, interrupt, note};
use crate::games::Game;
use crate::learn::spsa::{
    C_END, JournalOptions, PairGames, PairJournals, R_END, RunError, RunListener, Spsa, SpsaRun,
    SpsaSettings, Terms, TunedParam,
};
use crate::play::limits::PlayerLimits;
use crate::players::settings::{PlayerKind, PlayerSettings, SettingsError};
use crate::plural::counted;
use crate::search::Params;
use crate::tournament::folder::ExistingJournal;
use crate::tournament::journal::JournalError;

/// Nodes for each search by default.
pub(super) const NODES: u64 = 20_000;

/// The maximum number of parameters in a progress line.
const SHOWN: usize = 3;

/// The options of `reviver tune` for --search.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// Tune only these parameters, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = names(), hide_possible_values = true, conflicts_with = "files")]
    only: Vec<String>,
    /// Iterations; the parameters take a step after each
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole_number(1..=u64::MAX), conflicts_with = "files")]
    iterations: u64,
    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole_number(1..=1_000_000_u64), conflicts_with = "files")]
    pairs: u64,
    /// The perturbation in the last iteration, as a share of the range of each parameter
    #[arg(long, value_name = "X", default_value_t = C_END, value_parser = within(1e-4, 0.5), conflicts_with = "files")]
    c_end: f64,
    /// The gain in the last iteration, divided by the square of the perturbation
    #[arg(long, value_name = "X", default_value_t = R_END, value_parser = within(1e-6, 1.0), conflicts_with = "files")]
    r_end: f64,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    settings: EngineSettings,
    #[command(flatten)]
    openings: OpeningsFile,
    #[command(flatten)]
    part: Part,
    #[command(flatten)]
    concurrency: Concurrency,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    drop_damaged: DropDamaged,
    #[command(flatten)]
    json: Json,
}

/// Accepts the names of search parameters.
fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(Params::ALL.iter().map(|param| param.name))
}

impl From<RunError> for Error {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Journal(error) => error.into(),
            RunError::Shortage(shortage) => shortage.into(),
        }
    }
}

impl SearchArgs {
    /// Tunes, and prints the parameters.
    pub(super) fn run(
        self,
        variants: &[&'static Game],
        folder: &Path,
        seed: u64,
    ) -> Result<(), Error> {
        let games = self.pair_games(variants, seed)?;
        let settings = self.spsa_settings(&games);
        let shard = self.part.shard();
        let [_, shards] = shard.numbers();
        if settings.pairs < shards {
            return Err(Error::Usage(format!(
                "--shard {shard}: each iteration has {} pairs; give at least --pairs {shards}, so that every \
                 part has pairs to play",
                settings.pairs
            )));
        }
        let mut journals = self.journals(folder, Terms::new(&games, &settings))?;
        for line in journals.dropped() {
            let path = journals.path().display();
            note(&format!(
                "{path}: {line}. The line was dropped, and its games are played again."
            ));
        }
        let concurrency = self.concurrency.games(None, Pace::Fixed);
        warn_if_crowded(concurrency, 1, Pace::Fixed);
        let halt = interrupt::flag();
        let run = SpsaRun {
            games: &games,
            shard,
            threads: concurrency,
            halt: &halt,
        };
        let mut progress = Progress {
            meter: Meter::new(journals.len(), settings.all_pairs(), "pairs"),
            has_noted_waiting: false,
            noted_damage: BTreeSet::new(),
        };
        let mut spsa = Spsa::new(settings);
        let played = run.play(&mut spsa, &mut journals, &mut progress);
        progress.meter.finish();
        played?;
        match self.json.format() {
            OutputFormat::Text => writeln!(stdout(), "{}", spsa.words().join(" "))?,
            OutputFormat::Json => writeln!(stdout(), "{}", object(&spsa, variants))?,
        }
        if !spsa.is_finished() {
            return Err(Error::Unfinished(format!(
                "interrupted after {} of {} iterations; to continue, repeat the command with --resume",
                spsa.iteration(),
                spsa.settings().iterations
            )));
        }
        Ok(())
    }

    fn pair_games(&self, variants: &[&'static Game], seed: u64) -> Result<PairGames, Error> {
        let usage = |error: SettingsError| Error::Usage(format!("--settings: {error}"));
        let limits = PlayerLimits::of_nodes(self.nodes.nodes.unwrap_or(NODES));
        let mut player = PlayerSettings::new(PlayerKind::Reviver, limits);
        for word in &self.settings.settings {
            player.set(word).map_err(usage)?;
        }
        if !player.limits.is_reproducible() {
            return Err(Error::Usage(
                "--settings: limit the turns by nodes or depth, not by time, so that the same pair of games \
                 ends the same way in every run"
                    .to_owned(),
            ));
        }
        for &variant in variants {
            note_foreign_of(&player, variant);
        }
        let openings = variants.iter().map(|&variant| {
            let file = self.openings.openings.as_deref();
            Ok((variant, first_positions(&variant.into(), file, seed)?))
        });
        let is_wanted =
            |param: &TunedParam| self.only.is_empty() || self.only.iter().any(|n| n == param.name);
        let mut params = match variants {
            [first, ..] => TunedParam::all(&player.params(first)),
            [] => Vec::new(),
        };
        params.retain(is_wanted);
        Ok(PairGames {
            openings: openings.collect::<Result<_, Error>>()?,
            player,
            params,
            seed,
        })
    }

    fn spsa_settings(&self, games: &PairGames) -> SpsaSettings {
        SpsaSettings {
            params: games.params.clone(),
            iterations: self.iterations,
            pairs: self.pairs,
            c_end: self.c_end,
            r_end: self.r_end,
            seed: games.seed,
        }
    }

    fn journals(&self, folder: &Path, terms: Terms) -> Result<PairJournals, Error> {
        let existing = if self.resume.resume {
            ExistingJournal::Resume(self.drop_damaged.damaged_lines())
        } else {
            ExistingJournal::Refuse
        };
        let options = JournalOptions {
            shard: self.part.shard(),
            existing,
        };
        check_folder(folder)?;
        PairJournals::open(folder, terms, options).map_err(|error| match error {
            JournalError::Exists(path) => Error::Failed(format!(
                "{} exists already: --resume continues this run; for a new run choose another folder \
                 with --out",
                path.display()
            )),
            error => error.into(),
        })
    }
}

/// Shows the progress on standard error.
struct Progress {
    meter: Meter,
    /// Whether the note about waiting for other shards was printed.
    has_noted_waiting: bool,
    /// The printed notes about damaged lines of other shards.
    noted_damage: BTreeSet<String>,
}

impl RunListener for Progress {
    fn played(&mut self, pairs: u64, spsa: &Spsa) {
        self.meter.set(pairs, || {
            let moved = spsa.moved();
            let moved = moved.iter().take(SHOWN).map(|(param, value)| {
                let (name, start) = (param.name, param.start);
                format!("{name} {start} to {value:.1}")
            });
            let moved = moved.collect::<Vec<_>>().join(", ");
            // After the last step there is no next iteration.
            let present = (spsa.iteration() + 1).min(spsa.settings().iterations);
            format!("iteration {present}: {moved}")
        });
    }

    fn waiting(&mut self, missing: u64, journals: &PairJournals) {
        for (path, line) in journals.damaged() {
            let note = format!(
                "{}: {line}. To play its games again, run its shard with --resume --drop-damaged.",
                path.display()
            );
            if self.noted_damage.insert(note.clone()) {
                self.meter.note(&note);
            }
        }
        // Shards wait for each other in every iteration. One note is enough.
        if !self.has_noted_waiting {
            self.has_noted_waiting = true;
            let pairs = counted(missing, "pair");
            self.meter
                .note(&format!("Waiting for {pairs} of other shards."));
        }
    }
}

/// The result as a JSON object.
fn object(spsa: &Spsa, variants: &[&'static Game]) -> Value {
    let params = spsa.values().map(|(param, value)| {
        json!({
            "name": param.name,
            "start": param.start,
            "value": value.round() as i32,
            "exact": value,
        })
    });
    json!({
        "games": variants.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "iterations": spsa.settings().iterations,
        "completed": spsa.iteration(),
        "pairs": spsa.settings().pairs,
        "parameters": params.collect::<Vec<_>>(),
    })
}
