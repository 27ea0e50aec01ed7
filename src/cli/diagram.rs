//! `reviver diagram`: draws a position.

use std::io::{Write, stdout};
use std::path::Path;

use super::args::{self, Bottom, Force, NamedText, Out, Ply, RecordFile, Start};
use super::files::refuse_input;
use super::notation::numbered_turn;
use super::{Error, note};
use crate::analysis::input;
use crate::board::{Square, Turn};
use crate::diagram::{Arrow, ArrowColor, Drawing, Scene, png};
use crate::files::Output;
use crate::games::{Game, TypedGame, Visitor};
use crate::live::LiveGame;
use crate::plural::counted;
use crate::record::Record;
use crate::rules::Rules;

/// Draw a position as SVG or PNG, with the reserves
///
/// The squares of the last turn are yellow. A dashed ring marks the square where a piece may be
/// un-captured; in Unachess, it marks the en passant square. A full ring with `!` in it marks the
/// square where a piece must be un-captured. A full ring with an arrow through it marks the double
/// step that a pawn must take back. Frozen kings and rooks are blue. A king in check is red, or
/// purple if its own player has just left it in check. By default the drawing is printed as SVG.
/// With --out, the name of the file decides: .svg or .png.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("file", |arg| arg.conflicts_with_all(["fen", "seed", "game"])),
    after_help = "Examples:\n  \
    reviver diagram ssehc f3e4 N@f3,f6e6 --out board.svg\n  \
    reviver diagram unplay-strict --fen '7K/8/8/8/8/8/8/k7 w - - 0 1' --arrow h8g7=red --out board.png\n  \
    reviver diagram --file game.pgn --ply 12 --bottom black --out ply12.png"
)]
pub(super) struct Args {
    /// The game; not with --file, because a game record names its game
    #[arg(value_name = "GAME", value_parser = args::game(), required_unless_present = "file")]
    game: Option<&'static Game>,
    /// Turns to play before drawing
    #[arg(value_name = "TURN", conflicts_with = "file")]
    moves: Vec<String>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    file: RecordFile,
    /// The number of the game in the file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "file")]
    number: usize,
    #[command(flatten)]
    ply: Ply,
    /// Draw an arrow between two squares (e2e4), or a ring on one (e2e2); add =red, =blue or
    /// =orange for another colour than green
    #[arg(long, value_name = "e2e4", value_parser = arrow)]
    arrow: Vec<Arrow>,
    #[command(flatten)]
    bottom: Bottom,
    /// Omit the letters and digits at the edges
    #[arg(long)]
    no_coordinates: bool,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    force: Force,
    /// Width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 888)]
    width: u32,
}

impl Args {
    /// Draws the position.
    pub(super) fn run(self) -> Result<(), Error> {
        let (game, scene) = self.scene()?;
        let mut drawing = Drawing::new(scene)
            .with_bottom(self.bottom.bottom)
            .with_arrows(self.arrow)
            .titled(format!("A position of {game}"));
        if self.no_coordinates {
            drawing = drawing.without_coordinates();
        }
        let svg = format!("{drawing}\n");
        let Some(path) = self.out.out else {
            stdout().lock().write_all(svg.as_bytes())?;
            return Ok(());
        };
        refuse_input(&path, self.file.file.as_deref())?;
        let bytes = if is_png(&path)? {
            png(&svg, self.width).map_err(|error| Error::Usage(error.to_string()))?
        } else {
            svg.into_bytes()
        };
        Output::write(&path, self.force.existing(), bytes)?;
        note(&format!("Written: {}", path.display()));
        Ok(())
    }

    fn scene(&self) -> Result<(&'static Game, Scene), Error> {
        if let Some(NamedText { name: path, text }) = self.file.read()? {
            let games = input::games(&path, text.as_bytes());
            let (count, number) = (games.len(), self.number);
            let no_such_game = || {
                Error::Failed(format!(
                    "{path}: there is no game {number}; the file has {}",
                    counted(count, "game")
                ))
            };
            let found = games.into_iter().nth(number.wrapping_sub(1));
            let (_, record) = found
                .ok_or_else(no_such_game)?
                .map_err(|error| Error::Failed(error.to_string()))?;
            let ply = self.ply.ply;
            let game = record.game;
            let scene = game.dispatch(Recorded { record, ply });
            return Ok((
                game,
                scene.map_err(|error| Error::Failed(format!("{path}: {error}")))?,
            ));
        }
        let game = self
            .game
            .ok_or_else(|| Error::Usage("the name of the game is missing".to_owned()))?;
        let wanted = self.ply.ply.unwrap_or(self.moves.len());
        let turns = (1..).zip(self.moves.iter().take(wanted));
        let turns = turns
            .map(|(number, text)| numbered_turn(game.form(), number, text))
            .collect::<Result<Vec<Turn>, Error>>()?;
        let start = &self.start;
        Ok((game, game.dispatch(Played { start, turns })?))
    }
}

/// Whether a drawing with this file name is a PNG. Without an extension, it is an SVG.
///
/// # Errors
///
/// If there is another extension.
fn is_png(path: &Path) -> Result<bool, Error> {
    let extension = path.extension().unwrap_or_default();
    match extension.to_string_lossy().to_ascii_lowercase().as_str() {
        "png" => Ok(true),
        "svg" | "" => Ok(false),
        other => Err(Error::Usage(format!(
            "--out {}: drawings are written as .svg or .png, not as .{other}",
            path.display()
        ))),
    }
}

/// A position after the turns of the command line.
struct Played<'a> {
    start: &'a Start,
    turns: Vec<Turn>,
}

impl Visitor for Played<'_> {
    type Output = Result<Scene, Error>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let mut live = LiveGame::<R>::new(game, self.start.position(game)?);
        for (index, turn) in self.turns.into_iter().enumerate() {
            live.play(turn)
                .map_err(|error| Error::Usage(format!("turn {}: {error}", index + 1)))?;
        }
        Ok(Scene::of(live.position(), live.last_turn()))
    }
}

/// A position of a recorded game.
struct Recorded {
    record: Record,
    ply: Option<usize>,
}

impl Visitor for Recorded {
    type Output = Result<Scene, crate::record::ReplayError>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Self::Output {
        let mut record = self.record;
        record.turns.truncate(self.ply.unwrap_or(usize::MAX));
        let live = record.replay(game)?;
        Ok(Scene::of(live.position(), live.last_turn()))
    }
}

fn arrow(text: &str) -> Result<Arrow, String> {
    const FORM: &str = "write an arrow as e2e4 or e2e4=red";
    let (squares, color) = text
        .split_once('=')
        .unwrap_or((text, ArrowColor::default().name()));
    let color = ArrowColor::ALL
        .into_iter()
        .find(|known| known.name() == color)
        .ok_or_else(|| format!("{FORM}; the colours are green, blue, red and orange"))?;
    let square = |letters: Option<&str>| {
        let letters = letters.filter(|_| squares.len() == 4).unwrap_or_default();
        Square::from_ascii(letters.as_bytes()).map_err(|_| FORM.to_owned())
    };
    Ok(Arrow {
        from: square(squares.get(..2))?,
        to: square(squares.get(2..))?,
        color,
    })
}
