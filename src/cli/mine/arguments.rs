//! The arguments of `reviver mine`.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::theme::Theme;
use crate::cli::args::{self, GameCount, Nodes, Seed, WinTurns};
use crate::games::Game;

/// The default number of nodes for each turn of the engine.
const NODES: u64 = 1000;

/// The default number of games to play.
const GAMES: u64 = 10;

/// Find positions with a proven best turn in games of the engine against itself
///
/// Plays fast games with some random turns and examines the last plies of each game, or generates
/// random positions near the initial array of chess. Prints positions as EPD. For each of them, the
/// solver proves that only one turn forces the quickest win (bm, dm), or that every turn except one
/// loses by force (bm).
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("nodes", args::default(NODES)),
    mut_arg("games", args::default(GAMES)),
    mut_arg("turns", |arg| {
        args::default_value(5)(arg).value_parser(clap::value_parser!(u8).range(1..=20))
    }),
    after_help = "Examples:\n  \
    reviver mine unplay-strict --games 10 --seed 1\n  \
    reviver mine ssehc --positions 10000 --theme castling"
)]
pub(in crate::cli) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = args::game())]
    pub(super) game: &'static Game,
    #[command(flatten)]
    pub(super) count: GameCount,
    /// Generate this many random positions instead of playing games. They are near the initial
    /// array of chess. Exception: if you give --theme and the game is not played in reverse, they
    /// have few pieces
    #[arg(long, value_name = "N", conflicts_with = "games")]
    pub(super) positions: Option<u64>,
    /// Print only positions whose best turn has this theme. Refused if no turn of the game can have
    /// it. With --positions, the random positions are made so that the theme can occur
    #[arg(long, value_enum)]
    pub(super) theme: Option<Theme>,
    #[command(flatten)]
    pub(super) seed: Seed,
    #[command(flatten)]
    pub(super) nodes: Nodes,
    /// Percentage of turns that are played at random
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(super) random_turns: u32,
    #[command(flatten)]
    pub(super) win: WinTurns,
    /// Skip positions where the player to play can force a win in fewer than N turns
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(super) min_turns: u8,
    /// Nodes that the solver may search for each proof
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(super) effort: u64,
    /// The most positions to print from one game
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(super) keep: usize,
    /// Examine the position before each of the last N plies of a game
    #[arg(long, value_name = "N", default_value_t = 14)]
    pub(super) last_plies: usize,
}

impl Args {
    /// The number of nodes for each turn of the engine.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.nodes.unwrap_or(NODES)
    }

    /// The number of games to play.
    pub(super) fn games(&self) -> u64 {
        self.count.games.unwrap_or(GAMES)
    }

    /// The random number generator for the game or the random position with this number.
    pub(super) fn rng(&self, number: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed.value());
        rng.set_stream(number);
        rng
    }
}
