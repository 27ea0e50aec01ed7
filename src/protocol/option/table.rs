//! The options.

use std::time::Duration;

use super::declaration::{Action, Bounds, EngineOption, Kind, Needs, Spin};
use crate::games::ELO;
use crate::search::Options;

/// Sizes of the transposition table in MiB.
pub const HASH: Spin = Spin::new(64, 1, 65_536);

/// Numbers of search threads.
pub const THREADS: Spin = Spin::new(1, 1, 256);

/// Numbers of lines of analysis.
pub const MULTIPV: Spin = Spin::new(1, 1, 256);

/// Levels of play, from a beginner to full strength.
pub const LEVELS: Spin = Spin::new(20, 0, 20);

/// All options, in the order in which `uci` lists them.
pub static OPTIONS: [EngineOption; 19] = [
    EngineOption::new(
        "UCI_Variant",
        Kind::Game(|settings, game| settings.game = game),
        "The game. A change sets up its start position and clears what searches have learned.",
    )
    .then(Action::ChangeGame),
    EngineOption::new(
        "GameFile",
        Kind::GameFile,
        "A game file. Adds its game to the values of UCI_Variant, and prints the line of UCI_Variant again.",
    )
    .then(Action::AddGame),
    EngineOption::new(
        "Hash",
        Kind::Spin(HASH, |settings, mebibytes| {
            settings.hash = mebibytes as usize;
        }),
        "Size of the transposition table in MiB.",
    )
    .then(Action::Prepare),
    EngineOption::new(
        "Clear Hash",
        Kind::Button,
        "Clears what searches have learned.",
    )
    .then(Action::ClearHash),
    EngineOption::new(
        "Threads",
        Kind::Spin(THREADS, |settings, threads| {
            settings.threads = threads as usize;
        }),
        "Search threads, which share one transposition table. A search uses at most one thread for each processor that the program may use.",
    )
    .then(Action::CheckThreads),
    EngineOption::new(
        "MultiPV",
        Kind::Spin(MULTIPV, |settings, lines| {
            settings.multipv = lines as usize
        }),
        "Lines of analysis to report.",
    ),
    EngineOption::new(
        "Ponder",
        // Each `go` says whether to ponder, so the value is not stored.
        Kind::Check(false, |_, _| {}),
        "Whether the client uses go ponder (a search on the opponent's time). The value changes nothing.",
    ),
    EngineOption::new(
        "Move Overhead",
        Kind::Spin(Spin::new(10, 0, 5_000), |settings, milliseconds| {
            settings.overhead = Duration::from_millis(milliseconds as u64);
        }),
        "Milliseconds kept back on every turn for the delay between engine and clock.",
    ),
    EngineOption::new(
        "UCI_ShowWDL",
        Kind::Check(false, |settings, on| settings.show_wdl = on),
        "Adds the probabilities of win, draw and loss in permille to every score.",
    ),
    EngineOption::new(
        "UCI_AnalyseMode",
        Kind::Check(false, |settings, on| settings.analyse = on),
        "Analysis instead of play: full strength, no contempt and no book. Overrides Skill Level, UCI_LimitStrength, Contempt and Own Book.",
    ),
    EngineOption::new(
        "Skill Level",
        Kind::Spin(LEVELS, |settings, level| settings.skill = level as u8),
        "Strength of play, from 0 (a beginner) to 20 (full strength).",
    ),
    EngineOption::new(
        "UCI_LimitStrength",
        Kind::Check(false, |settings, on| settings.limit_strength = on),
        "Plays at the strength of UCI_Elo instead of Skill Level.",
    )
    .needing(Needs::Ratings),
    EngineOption::new(
        "UCI_Elo",
        Kind::Spin(Spin::new(1500, ELO.0, ELO.1), |settings, elo| {
            settings.elo = elo
        }),
        "Strength under UCI_LimitStrength: 2500 is full strength in every game; lower ratings cannot be compared between games.",
    )
    .needing(Needs::Ratings),
    EngineOption::new(
        "Contempt",
        Kind::GameSpin(
            |game| i64::from(game.contempt()),
            Bounds {
                min: *Options::CONTEMPT_RANGE.start() as i64,
                max: *Options::CONTEMPT_RANGE.end() as i64,
            },
            |settings, percent| settings.contempt = Some(percent as i32),
        ),
        "The lead that the engine adds to its own side in the evaluation, because it expects to outplay its opponent. The unit is 1 % of the game's spread. The spread is the rise of the evaluation that turns a 50 % chance of winning into 73 %. Use 0 against equals, and 100 against opponents known to be weak. Contempt has no effect in analysis and mate searches, nor in games in which `eval` has no term `lead percent`.",
    ),
    EngineOption::new(
        "Use Network",
        Kind::Check(true, |settings, on| settings.use_network = on),
        "If the game has a network, adds the network's evaluation to that of the weights.",
    )
    .then(Action::Prepare),
    EngineOption::new(
        "Own Book",
        Kind::Check(false, |settings, on| settings.own_book = on),
        "If the game has a book, plays the book's turns without a search. Analysis never uses the book.",
    ),
    EngineOption::new(
        "Seed",
        Kind::Spin(Spin::new(0, 0, i32::MAX as i64), |settings, seed| {
            settings.seed = seed as u64
        }),
        "Seed of the errors that the engine makes below full strength.",
    ),
    EngineOption::new(
        "StartSeed",
        Kind::Spin(Spin::new(0, 0, i32::MAX as i64), |settings, seed| {
            settings.start_seed = seed as u64
        }),
        "In a game with several start positions, selects the one that UCI_Variant, ucinewgame and position startpos set up.",
    ),
    EngineOption::new(
        "Debug Log File",
        Kind::Text(|settings, path| settings.log_file = path),
        "A file to which all lines received and sent are appended. No file by default.",
    )
    .then(Action::OpenLog),
];
