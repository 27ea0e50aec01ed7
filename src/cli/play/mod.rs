//! `reviver play`: a game against the engine at a terminal, or from a script through a pipe.
//!
//! * `choice`: which game is played
//! * `session`: one game, line by line
//! * `words`: the sentences about a game
//! * `input`: what a person types
//! * `engine`, `strength`: the engine as a player and as an adviser, and how strong it plays
//! * `guard`: keeps a copy of the game on disk after every turn, in case the program is interrupted
//! * `saved`: reads and writes these copies, and the files of saved games

mod choice;
mod engine;
mod guard;
mod input;
mod saved;
mod session;
mod strength;
mod words;

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;

use super::Error;
use super::args::{
    self, Clock, Fen, Look, NotationOption, Resume, SearchLimits, SearchResources, Seed, Start,
};
use super::files::read_record_file;
use super::note::note;
use super::terminal::Console;
use crate::board::Color;
use crate::files::Output;
use crate::games::{Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::notation::NativeWords;
use crate::play::clock::Clocks;
use crate::play::duration::Span;
use crate::play::limits::PlayerLimits;
use crate::protocol::option::LEVELS;
use crate::record::from_chess::reverse_start;
use crate::rules::Seat;
use crate::search::Options;
use choice::GameChoice;
use engine::PlayEngine;
use guard::{Guard, Leaving};
use saved::kept::Folder;
use saved::load::{EarlierGame, OtherGames, ResumeAnswer};
use saved::settings::{GameSettings, KnownSettings};
use session::{Ended, Next, PlaySession, SessionStart};

/// Time for a turn of the engine if there is no other limit.
const MOVETIME: Span = Span::millis(2000);

/// Play a game in the terminal, against the engine or another person
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("movetime", args::default_limit(MOVETIME)),
    mut_arg("time", |time| time.conflicts_with("movetime")),
    mut_arg("seed", args::default("a new one for each game")),
    mut_arg("fen", |fen| fen.conflicts_with("load")),
    mut_arg("side", args::default("first")),
    mut_arg("level", args::default(format!(
        "{}; at a terminal, play asks for the strength before a new game against the engine, \
         unless an option sets a level or a limit",
        LEVELS.default
    ))),
    mut_arg("resume", |resume| resume.conflicts_with_all(["load", "from", "fen"])),
    after_help = "Examples:\n  \
    reviver play\n  \
    reviver play unplay-strict\n  \
    reviver play ssehc --side second --movetime 5s\n  \
    reviver play unachess --level 3 --notation native\n  \
    reviver play ssehc --from game.pgn\n  \
    reviver play --load reviver-ssehc-20260101-1.pgn\n  \
    reviver play --resume\n\n\
    --movetime, --time, --nodes and --depth limit the engine's turns. Your own time is not limited.\n\
    At a terminal, play asks whether to continue a game that was interrupted or that you left; \
    play GAME offers only an unfinished game of GAME. --resume continues the latest one without asking, \
    and play GAME --resume the latest one of GAME.\n\
    Turns are shown in the notation of --notation. You can type them in either notation.\n\
    Type help in the game for all that can be typed there."
)]
pub(super) struct Args {
    /// The name of a game, or its number in the menu. Without GAME, the program asks at a terminal which game
    /// to play
    #[arg(value_name = "GAME", value_parser = choice::game(), conflicts_with = "load")]
    game: Option<&'static Game>,
    /// Which player you are
    #[arg(long, value_enum)]
    side: Option<Side>,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    clock: Clock,
    /// Strength of the engine: from 0 (a beginner) to 20 (full strength), or easy, medium or hard
    #[arg(long, value_name = "LEVEL", value_parser = strength::level_named)]
    level: Option<u8>,
    #[command(flatten)]
    resources: SearchResources,
    #[command(flatten)]
    notation: NotationOption,
    /// Continue the game in this file, with the side, level, limits, clocks and notation that the file names.
    /// Options on the command line take precedence
    #[arg(long, value_name = "FILE")]
    load: Option<String>,
    #[command(flatten)]
    resume: Resume,
    /// Un-play the first chess game in this PGN file: start at the latest of its positions that is legal in
    /// GAME, and in which GAME is not over
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with_all = ["load", "fen"])]
    from: Option<String>,
    /// Save the first game to this file when you leave the game, unless the file exists already. A loaded game
    /// is saved in the file from which it was loaded. FILE must not be a symbolic link, a folder, a pipe, a device
    /// or an open file such as /dev/fd/3
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    start: Start,
}

/// Which player the person is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    /// The player who begins
    First,
    /// The other player
    Second,
    /// The player who starts with White
    White,
    /// The player who starts with Black
    Black,
    /// Both players
    Both,
    /// Nobody: the engine plays itself
    None,
}

impl Side {
    /// The seats that a person takes in a game that starts at `start`.
    fn seats<R: NativeWords>(self, start: &R) -> Vec<Seat> {
        let first = start.seat();
        let holder = |color| {
            if start.side() == color {
                start.seat()
            } else {
                !start.seat()
            }
        };
        match self {
            Side::First => vec![first],
            Side::Second => vec![!first],
            Side::White => vec![holder(Color::White)],
            Side::Black => vec![holder(Color::Black)],
            Side::Both => vec![Seat::First, Seat::Second],
            Side::None => Vec::new(),
        }
    }
}

impl Args {
    /// Plays one game after another until the person quits.
    ///
    /// # Errors
    ///
    /// If `--save` names a symbolic link, a folder, a pipe or a device, or if a game fails.
    pub(super) fn run(self) -> Result<(), Error> {
        if let Some(path) = &self.save {
            Output::check_file(path)?;
        }
        self.play_games()
    }

    fn play_games(self) -> Result<(), Error> {
        let mut console = Console::open(self.look);
        let folder = Folder::of_the_system();
        let Some(mut choice) = self.first_choice(&mut console, folder.as_ref())? else {
            return Ok(());
        };
        let Some(mut known) = self.first_settings(&choice, &mut console)? else {
            return Ok(());
        };
        // `side` is the person's side in the game that begins now. `new_game_side` is the person's
        // side in later new games. `None` means that the seats in `known` apply; `Side::None` means
        // that the engine plays itself. When the person types the command `side`, the seats in
        // `known` are exchanged, and both variables become `None`.
        let (mut new_game_side, mut side) = (self.given_side(), self.given_side());
        let mut fen = self.first_fen(choice.game)?;
        let stem = GameSettings::file_stem;
        let guard = Guard::install(self.save.clone(), &stem(choice.game), folder);
        loop {
            let playing = Playing {
                args: &self,
                known,
                side,
                fen: std::mem::take(&mut fen),
                console: &mut console,
                guard: &guard,
                earlier: choice.earlier,
            };
            let ended = choice.game.dispatch(playing).inspect_err(|_| {
                guard.keep_or_save();
            })?;
            guard.leave(match &ended.next {
                Next::Quit => Leaving::Program,
                Next::Play(_) | Next::OtherSide(_) => Leaving::Game,
            });
            known = ended.settings.for_another_game();
            match ended.next {
                Next::Quit => {
                    if console.is_terminal() {
                        guard.offer_next_time();
                    }
                    return Ok(());
                }
                Next::Play(next) => choice = next,
                Next::OtherSide(game) => {
                    known = known.with_sides_exchanged();
                    new_game_side = None;
                    choice = GameChoice::new(game);
                }
            }
            guard.begin_another(&stem(choice.game));
            side = new_game_side;
            if let Some(earlier) = &choice.earlier {
                known = earlier.settings.clone().or(known);
                side = None;
            }
        }
    }

    /// The side of `--side`. Without `--side`, it is [`Side::First`] if `--from` or `--fen` gives
    /// the start of the first game, and otherwise `None`. With [`Side::First`], the person plays
    /// the first turn of each new game. So the person is player 2 in the first game if player 2 is
    /// to play in the given start.
    fn given_side(&self) -> Option<Side> {
        let is_start_given = self.from.is_some() || self.start.fen.fen.is_some();
        self.side.or(is_start_given.then_some(Side::First))
    }

    /// The start position that --from or --fen gives for the first game, if any.
    ///
    /// # Errors
    ///
    /// If the file of --from gives no start.
    fn first_fen(&self, game: &'static Game) -> Result<Fen, Error> {
        match &self.from {
            Some(path) => start_in_chess_game(game, path),
            None => Ok(self.start.fen.clone()),
        }
    }

    /// The game to begin with. `None` if the person quits or ends the input. At a terminal and with
    /// `--resume`, first saves the kept games that cannot be continued.
    fn first_choice(
        &self,
        console: &mut Console,
        folder: Option<&Folder>,
    ) -> Result<Option<GameChoice>, Error> {
        let others = if console.is_terminal() || self.resume.resume {
            OtherGames::Save
        } else {
            OtherGames::Leave
        };
        // Load first: reading the kept games locks them, and defines games that occupy names.
        let loaded = self.load.as_deref().map(EarlierGame::load);
        let kept = EarlierGame::kept(folder, others);
        if let Some(game) = loaded {
            return Ok(Some(GameChoice::earlier(game?.into())));
        }
        if self.resume.resume {
            return Ok(Some(GameChoice::earlier(
                EarlierGame::resume(kept, folder, self.game)?.into(),
            )));
        }
        if self.from.is_some() || self.start.fen.fen.is_some() {
            drop(kept);
        } else {
            match EarlierGame::offer(kept, folder, self.game, console)? {
                ResumeAnswer::Continue(game) => return Ok(Some(GameChoice::earlier(game))),
                ResumeAnswer::Other => {}
                ResumeAnswer::Leave => return Ok(None),
            }
        }
        match self.game {
            Some(game) => Ok(Some(GameChoice::new(game))),
            None => GameChoice::ask(console),
        }
    }

    /// The settings of the first game: those on the command line, and the strength if the person is
    /// asked for it. `None` if the person quits or ends the input.
    fn first_settings(
        &self,
        choice: &GameChoice,
        console: &mut Console,
    ) -> Result<Option<KnownSettings>, Error> {
        let mut known = self.given_settings();
        if self.asks_for_strength(choice, console) {
            let Some(strength) = strength::ask(console)? else {
                return Ok(None);
            };
            known.level = strength.level;
            known.clocks = strength.limits.map(|limits| Clocks::new([limits; 2]));
        }
        Ok(Some(known))
    }

    /// Whether to ask the person for the strength of the engine.
    fn asks_for_strength(&self, choice: &GameChoice, console: &Console) -> bool {
        console.is_terminal()
            && choice.earlier.is_none()
            && self.side != Some(Side::Both)
            && self.given_settings().leave_strength_open()
    }

    /// The settings on the command line. `humans` is `None`, because the seats of `--side` depend
    /// on the start position.
    fn given_settings(&self) -> KnownSettings {
        let limits = PlayerLimits {
            time: self.clock.time,
            movetime: self.limits.movetime.movetime,
            nodes: self.limits.nodes.nodes,
            depth: self.limits.depth.depth,
            ..PlayerLimits::default()
        };
        KnownSettings {
            humans: None,
            level: self.level,
            clocks: limits.has_limit().then(|| Clocks::new([limits; 2])),
            notation: self.notation.notation,
            seed: self.start.seed.seed,
        }
    }
}

/// The limits of the engine if neither the command line nor a record has any.
fn default_limits() -> PlayerLimits {
    PlayerLimits {
        movetime: Some(MOVETIME),
        ..PlayerLimits::default()
    }
}

/// The start position of the reverse game. In the first chess game of the file at `path`, it is the
/// latest position at which `game` can start.
fn start_in_chess_game(game: &'static Game, path: &str) -> Result<Fen, Error> {
    let start = reverse_start(game, &read_record_file(path)?)
        .map_err(|error| Error::Failed(format!("{path}: {error}")))?;
    if let Some(why) = &start.start_error {
        note(&format!(
            "{game} cannot start at the last position of this game: {why}. The start is the position after \
             ply {}.",
            start.ply
        ));
    }
    Ok(Fen {
        fen: Some(start.setup.to_string()),
    })
}

/// One game to play.
struct Playing<'a> {
    args: &'a Args,
    /// The settings that are known from the command line, a record or the game before.
    known: KnownSettings,
    /// Which player the person is. It takes precedence over `known.humans`.
    side: Option<Side>,
    fen: Fen,
    console: &'a mut Console,
    guard: &'a Arc<Guard>,
    earlier: Option<Box<EarlierGame>>,
}

impl Visitor for Playing<'_> {
    type Output = Result<Ended, Error>;

    fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
        let (args, earlier) = (self.args, self.earlier);
        let saved = earlier.as_ref().map(|earlier| earlier.settings.clone());
        let mut known = self.known.or(saved.unwrap_or_default());
        let seed = *known.seed.get_or_insert_with(rand::random);
        let live = match &earlier {
            None => {
                let start = Start {
                    fen: self.fen,
                    seed: Seed { seed: Some(seed) },
                };
                LiveGame::<R>::new(game, start.position(game)?)
            }
            Some(earlier) => earlier
                .record
                .replay(game)
                .map_err(|error| Error::Failed(error.to_string()))?,
        };
        if let Some(side) = self.side {
            known.humans = Some(side.seats(live.start()));
        }
        known
            .humans
            .get_or_insert_with(|| Side::First.seats(live.start()));
        let settings = GameSettings::complete(known, default_limits());
        let game = game.game();
        let options = Options {
            strength: settings.strength(),
            seed: settings.seed,
            contempt: game.contempt(),
            ..args.resources.options(game)
        };
        let start = SessionStart {
            live,
            earlier,
            engine: PlayEngine::new(options, settings.notation),
            settings,
        };
        PlaySession::new(start, self.console, self.guard).run()
    }
}
