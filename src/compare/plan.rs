//! The two events of a comparison, one at even strength and one at two strengths.

use rayon::prelude::*;
use serde::Serialize;

use super::forced::{ForcedWin, forced_win};
use crate::games::Game;
use crate::play::adjudication::Adjudication;
use crate::play::game_name::GameName;
use crate::play::limits::PlayerLimits;
use crate::players::settings::{PlayerKind, PlayerSettings};
use crate::tournament::event::{Event, Format, Openings, Order, Source};
use crate::tournament::matches::in_process;

/// The number of random plies before each game. They make the games differ. If they end the game,
/// other random plies are tried. If all attempts end the game, fewer plies are played. In games
/// with king placement, the engine first places both kings.
pub(super) const RANDOM_PLIES: u32 = 2;

/// The node limit of the weaker player is that of the stronger player, divided by this number (see
/// `Settings::weaker_nodes`).
pub(super) const NODE_RATIO: u64 = 8;

/// How variants are compared. The same variants and settings give the same result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Settings {
    /// The number of games of each variant at even strength.
    pub games: u32,
    /// The node limit of each turn; at two strengths, that of the stronger player. At least 2,
    /// because the weaker player needs a lower limit.
    pub nodes: u64,
    /// Plies after which a game is a draw.
    pub plies: u32,
    /// The seed of all random choices in the games. The search for forced wins does not use it.
    pub seed: u64,
}

impl Settings {
    /// The number of games of each variant at two strengths: `games`, rounded up to a multiple of
    /// 2, and at least 2. Each player begins half of these games.
    #[must_use]
    pub const fn games_at_two_strengths(&self) -> u32 {
        self.pairs_at_two_strengths().saturating_mul(2)
    }

    /// The node limit of the weaker player: `nodes` divided by `NODE_RATIO` and rounded down, but
    /// at least 1.
    pub(super) const fn weaker_nodes(&self) -> u64 {
        let nodes = self.nodes / NODE_RATIO;
        if nodes == 0 { 1 } else { nodes }
    }

    const fn pairs_at_two_strengths(&self) -> u32 {
        let pairs = self.games.div_ceil(2);
        if pairs == 0 { 1 } else { pairs }
    }
}

/// Variants that are compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The variants, in the order of the rows of the result.
    pub variants: Vec<&'static Game>,
    /// How they are compared.
    pub settings: Settings,
    /// The forced win of each variant, if a small search finds one.
    forced: Vec<Option<ForcedWin>>,
}

/// An event and its players.
pub(super) struct EventSetup {
    pub(super) event: Event,
    pub(super) players: Vec<PlayerSettings>,
}

/// The arguments of `Comparison::event_setup`.
struct EventTerms<'a> {
    name: &'a str,
    format: Format,
    variants: &'a [&'static Game],
    /// The node limit of each player.
    nodes: &'a [u64],
    rounds: u32,
}

impl Comparison {
    /// A comparison of these variants. Searches each variant for a forced win.
    #[must_use]
    pub fn new(variants: Vec<&'static Game>, settings: Settings) -> Self {
        let forced = variants
            .par_iter()
            .map(|variant| forced_win(variant))
            .collect();
        Self {
            variants,
            settings,
            forced,
        }
    }

    /// The variants, each with its forced win, if one was found.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&'static Game, Option<ForcedWin>)> {
        self.variants
            .iter()
            .copied()
            .zip(self.forced.iter().copied())
    }

    /// The variants that are not duds (see [`ForcedWin::is_dud`]).
    pub(super) fn playable(&self) -> Vec<&'static Game> {
        self.rows()
            .filter(|(_, forced)| !forced.is_some_and(ForcedWin::is_dud))
            .map(|(variant, _)| variant)
            .collect()
    }

    /// The event at even strength with these variants.
    pub(super) fn even(&self, variants: &[&'static Game]) -> EventSetup {
        let Settings {
            games: rounds,
            nodes,
            ..
        } = self.settings;
        self.event_setup(EventTerms {
            name: "Even strength",
            format: Format::Balance,
            variants,
            nodes: &[nodes],
            rounds,
        })
    }

    /// The event at two strengths with these variants: a stronger engine meets a weaker one.
    pub(super) fn uneven(&self, variants: &[&'static Game]) -> EventSetup {
        let nodes = self.settings.nodes;
        self.event_setup(EventTerms {
            name: "Two strengths",
            format: Format::Match,
            variants,
            nodes: &[nodes, self.settings.weaker_nodes()],
            rounds: self.settings.pairs_at_two_strengths(),
        })
    }

    fn event_setup(&self, terms: EventTerms<'_>) -> EventSetup {
        let EventTerms {
            name,
            format,
            variants,
            nodes,
            rounds,
        } = terms;
        let players: Vec<PlayerSettings> = nodes
            .iter()
            .map(|&nodes| {
                let limits = PlayerLimits::of_nodes(nodes);
                let mut player = PlayerSettings::new(PlayerKind::Reviver, limits);
                player.set_contempt(0);
                player
            })
            .collect();
        let engines = players.iter().zip(nodes).map(|(player, nodes)| {
            in_process(format!("{nodes} nodes"), player, variants.iter().copied())
        });
        let event = Event {
            name: name.to_owned(),
            format,
            variants: variants.iter().copied().map(GameName::from).collect(),
            rounds,
            seed: self.settings.seed,
            engines: engines.collect(),
            openings: Openings {
                source: Source::Random,
                plies: RANDOM_PLIES,
                file: None,
                order: Order::Sequential,
            },
            positions: None,
            adjudication: Adjudication {
                plies: Some(self.settings.plies),
                ..Adjudication::default()
            },
            sprt: None,
        };
        EventSetup { event, players }
    }
}
