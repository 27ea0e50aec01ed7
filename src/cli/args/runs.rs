//! The options of long runs: games at a time, shards, where the result goes, and `--resume`.

use std::path::{Path, PathBuf};

use clap::builder::RangedU64ValueParser;

use crate::cli::Error;
use crate::files::Existing;
use crate::tournament::journal::DamagedLines;
use crate::tournament::schedule::Shard;

/// Games at a time.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Concurrency {
    /// Games at a time [default: one for each core, or one for every two cores if the games are
    /// timed]
    #[arg(long, short = 'j', value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(in crate::cli) concurrency: Option<usize>,
}

/// Which part of the work is done.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Part {
    /// Do only part K of N of the work, so that N machines can share it [default: all of the work]
    #[arg(long, value_name = "K/N")]
    pub(in crate::cli) shard: Option<Shard>,
}

/// Where the result goes.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct Out {
    /// Where the result goes: a file, or the folder of an event
    #[arg(long, value_name = "PATH")]
    pub(in crate::cli) out: Option<PathBuf>,
}

/// Whether to continue an earlier run.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Resume {
    /// Continue an earlier run of the same command
    #[arg(long)]
    pub(in crate::cli) resume: bool,
}

/// Whether to drop damaged lines of the journal and play their games again.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct DropDamaged {
    /// With --resume, drop the damaged lines of the journal and play their games again
    #[arg(long, requires = "resume")]
    pub(in crate::cli) drop_damaged: bool,
}

/// Whether files that exist already may be replaced.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(in crate::cli) struct Force {
    /// Replace files that exist already
    #[arg(long)]
    pub(in crate::cli) force: bool,
}

impl Part {
    /// The part of the work, by default all of it.
    pub(in crate::cli) fn shard(self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }
}

impl DropDamaged {
    /// What to do with damaged lines of the journal.
    pub(in crate::cli) const fn damaged_lines(self) -> DamagedLines {
        if self.drop_damaged {
            DamagedLines::Drop
        } else {
            DamagedLines::Refuse
        }
    }
}

impl Force {
    /// What to do with files that exist already.
    pub(in crate::cli) const fn existing(self) -> Existing {
        if self.force {
            Existing::Replace
        } else {
            Existing::Keep
        }
    }
}

impl Out {
    /// The path, for subcommands that require it.
    ///
    /// # Errors
    ///
    /// If the path is missing.
    pub(in crate::cli) fn required(&self) -> Result<&Path, Error> {
        let missing = || Error::Usage("--out PATH is missing".to_owned());
        self.out.as_deref().ok_or_else(missing)
    }
}
