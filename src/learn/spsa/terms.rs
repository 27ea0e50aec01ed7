//! The terms of a run of SPSA: what its results depend on. A run refuses journals with other terms.

use serde::Serialize;

use super::pair::PairGames;
use super::tuner::SpsaSettings;
use crate::files::checksum::VerifiedLine;
use crate::files::differing_fields;
use crate::games::{TypedGame, Visitor};
use crate::rules::{History, Rules};
use crate::search::{Control, Limits, Options, Params, Root, Search};
use crate::tournament::digest::{digest, fingerprint, levels_digest};

/// The version of the format of the journals.
const VERSION: u32 = 1;

/// The depth in plies of the searches of [`CountNodes`].
const DEPTH: u32 = 6;

/// What identifies a run: the first line of each of its journals.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Terms {
    /// The version of the format of the journals.
    spsa: u32,
    /// The version of the program.
    version: &'static str,
    /// The identities of the variants.
    games: Vec<String>,
    player: String,
    limits: String,
    /// A digest of the weights, networks and search parameters.
    evaluation: String,
    /// The contempt of the player in each variant.
    contempt: Vec<i32>,
    /// A digest of the level curves of the variants. `None` if the player has full strength, so
    /// that it does not use them.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<String>,
    /// A digest of the first positions.
    openings: String,
    /// The number of nodes of a small search in each variant. The number usually changes if the
    /// code of the search changes.
    nodes: Vec<u64>,
    #[serde(flatten)]
    settings: SpsaSettings,
}

impl Terms {
    /// The terms of a run with these games and settings.
    #[must_use]
    pub fn new(games: &PairGames, settings: &SpsaSettings) -> Self {
        let PairGames {
            openings, player, ..
        } = games;
        let variants = || openings.iter().map(|(variant, _)| *variant);
        let mut positions = String::new();
        for (variant, setups) in openings {
            for setup in setups {
                positions.push_str(&format!("{variant} {setup}\n"));
            }
        }
        let contempt = |variant| player.search_options(variant).contempt;
        let nodes = variants().map(|variant| variant.dispatch(CountNodes(player.params(variant))));
        Self {
            spsa: VERSION,
            version: env!("CARGO_PKG_VERSION"),
            games: variants().map(|variant| variant.identity()).collect(),
            player: player.to_string(),
            limits: player.limits.settings(),
            evaluation: fingerprint(variants().flat_map(|variant| player.evaluation(variant))),
            contempt: variants().map(contempt).collect(),
            levels: levels_digest(player, variants()),
            openings: digest(positions.as_bytes()),
            nodes: nodes.collect(),
            settings: settings.clone(),
        }
    }

    /// The settings of the run.
    pub(super) const fn settings(&self) -> &SpsaSettings {
        &self.settings
    }

    /// Checks that the first line of a journal has these terms.
    ///
    /// # Errors
    ///
    /// If the line has no checksum, is not the first line of a journal of SPSA, or has other terms.
    /// In the last case the error names what differs.
    pub(super) fn check(&self, line: VerifiedLine<'_>) -> Result<(), String> {
        let Some(names) = differing_fields(line, "spsa", self) else {
            return Err(
                "this is not the journal of a tuning of search parameters, or this version of the \
                 program cannot read it"
                    .to_owned(),
            );
        };
        if names.is_empty() {
            return Ok(());
        }
        Err(format!(
            "this is the journal of another run, which differs in: {}; give the arguments of that run \
             and use the same program, or choose another folder with --out",
            names.join(", ")
        ))
    }
}

/// Counts the nodes of a small search from the start position of a variant.
struct CountNodes(Params);

impl Visitor for CountNodes {
    type Output = u64;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> u64 {
        let position: R = variant.start_position(0);
        let history = History::starting_at(&position);
        let root = Root {
            position: &position,
            keys: history.keys(),
        };
        let limits = Limits {
            depth: Some(DEPTH),
            ..Limits::default()
        };
        let mut search = Search::<R>::new(Options {
            hash: 1,
            params: self.0,
            ..variant.search_options()
        });
        search
            .go(root, &limits, &Control::default(), &mut |_| {})
            .nodes
    }
}
