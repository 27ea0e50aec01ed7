//! `reviver diagram`: a position as a picture.

use std::io::{Write, stdout};
use std::path::Path;

use super::forward::read_file;
use super::{Error, start::Start, start::variant};
use crate::analysis::input;
use crate::board::{Color, Square, Turn};
use crate::diagram::{Arrow, Drawing, Scene, Tone, png};
use crate::live::LiveGame;
use crate::record::Record;
use crate::rules::{Rules, Variant, Visitor};

/// Draw a position as SVG or PNG: board, reserves, and what a player has to see
///
/// The latest turn is tinted yellow. A dashed ring stands where a piece may be un-captured, a whole
/// ring with a mark where one must be; frozen kings and rooks are blue, a king in check red, and a
/// king that its own side has left in check purple.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver diagram ssehc f3e4 N@f3,f6e6 --out board.svg\n  \
    reviver diagram unplay-strict --fen '7K/8/8/8/8/8/8/k7 w - - 0 1' --arrow h8g7=red --out board.png\n  \
    reviver diagram --file game.pgn --ply 12 --side black --out ply12.png")]
pub(super) struct Args {
    /// The game; a game record names its own
    #[arg(value_parser = variant(), required_unless_present = "file")]
    variant: Option<Variant>,
    /// Turns to play first
    #[arg(conflicts_with = "file")]
    moves: Vec<String>,
    #[command(flatten)]
    start: Start,
    /// Take the position from a game record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "variant"])]
    file: Option<String>,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, requires = "file")]
    game: usize,
    /// Stop after so many turns
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Draw an arrow between two squares, a ring where both are the same; =red, =blue or =orange
    /// behind it colours it
    #[arg(long, value_name = "e2e4", value_parser = arrow)]
    arrow: Vec<Arrow>,
    /// The side at the bottom
    #[arg(long, value_name = "COLOUR", default_value = "white", value_parser = side)]
    side: Color,
    /// Leave the letters and digits at the edges out
    #[arg(long)]
    no_coordinates: bool,
    /// Write it into a file, as PNG if its name ends in .png, and as SVG otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 888)]
    width: u32,
}

impl Args {
    /// Draws.
    pub(super) fn run(self) -> Result<(), Error> {
        let (variant, scene) = self.scene()?;
        let mut drawing = Drawing::new(scene)
            .seen_by(self.side)
            .with_arrows(self.arrow)
            .titled(format!("A position of {variant}"));
        if self.no_coordinates {
            drawing = drawing.without_coordinates();
        }
        let svg = format!("{drawing}\n");
        let Some(path) = self.out else {
            stdout().lock().write_all(svg.as_bytes())?;
            return Ok(());
        };
        let bytes = if is_png(&path)? {
            png(&svg, self.width).map_err(|error| Error::Usage(error.to_string()))?
        } else {
            svg.into_bytes()
        };
        std::fs::write(&path, bytes).map_err(|source| Error::File {
            path: path.clone(),
            source,
        })?;
        writeln!(stdout(), "{path}")?;
        Ok(())
    }

    fn scene(&self) -> Result<(Variant, Scene), Error> {
        if let Some(path) = &self.file {
            let text = read_file(path)?;
            let games = input::games(path, text.as_bytes());
            let (count, number) = (games.len(), self.game);
            let none = || {
                let games = if count == 1 { "game" } else { "games" };
                Error::Failed(format!(
                    "{path}: it has {count} {games}, so no game {number}"
                ))
            };
            let game = games.into_iter().nth(number.wrapping_sub(1));
            let (_, record) = game
                .ok_or_else(none)?
                .map_err(|error| Error::Failed(error.to_string()))?;
            let ply = self.ply;
            let variant = record.variant;
            let scene = variant.dispatch(Recorded { record, ply });
            return Ok((
                variant,
                scene.map_err(|error| Error::Failed(format!("{path}: {error}")))?,
            ));
        }
        let variant = self
            .variant
            .ok_or_else(|| Error::Usage("name the VARIANT".to_owned()))?;
        let wanted = self.ply.unwrap_or(self.moves.len());
        let turns = self.moves.iter().take(wanted);
        let turns = turns
            .map(|text| Ok(text.parse::<Turn>()?))
            .collect::<Result<Vec<Turn>, Error>>()?;
        let start = &self.start;
        Ok((variant, variant.dispatch(Played { start, turns })?))
    }
}

/// Whether the name of a file asks for a PNG, and not for an SVG.
fn is_png(path: &str) -> Result<bool, Error> {
    let ending = Path::new(path).extension().unwrap_or_default();
    match ending.to_string_lossy().to_ascii_lowercase().as_str() {
        "png" => Ok(true),
        "svg" | "" => Ok(false),
        other => Err(Error::Usage(format!(
            "--out {path}: drawings are written as .svg and .png, not as .{other}"
        ))),
    }
}

/// A position after turns on the command line.
struct Played<'a> {
    start: &'a Start,
    turns: Vec<Turn>,
}

impl Visitor for Played<'_> {
    type Output = Result<Scene, Error>;

    fn visit<R: Rules>(self, variant: Variant) -> Self::Output {
        let mut game = LiveGame::<R>::new(variant, self.start.position(variant)?);
        for (index, turn) in self.turns.into_iter().enumerate() {
            game.play(turn)
                .map_err(|error| Error::Usage(format!("move {}: {error}", index + 1)))?;
        }
        Ok(Scene::of(game.position(), game.last_turn()))
    }
}

/// A position of a recorded game.
struct Recorded {
    record: Record,
    ply: Option<usize>,
}

impl Visitor for Recorded {
    type Output = Result<Scene, crate::record::ReplayError>;

    fn visit<R: Rules>(self, _: Variant) -> Self::Output {
        let mut record = self.record;
        record.turns.truncate(self.ply.unwrap_or(usize::MAX));
        let game = record.replay::<R>()?;
        Ok(Scene::of(game.position(), game.last_turn()))
    }
}

/// Reads the name of a colour.
pub(super) fn side(text: &str) -> Result<Color, String> {
    match text {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err("it is white or black".to_owned()),
    }
}

fn arrow(text: &str) -> Result<Arrow, String> {
    const FORM: &str = "an arrow is written as e2e4 or e2e4=red";
    let (squares, tone) = text
        .split_once('=')
        .unwrap_or((text, Tone::default().name()));
    let tone = Tone::ALL
        .into_iter()
        .find(|known| known.name() == tone)
        .ok_or_else(|| format!("{FORM}; there are green, blue, red and orange"))?;
    let square = |letters: Option<&str>| {
        let letters = letters.filter(|_| squares.len() == 4).unwrap_or_default();
        Square::from_ascii(letters.as_bytes()).map_err(|_| FORM.to_owned())
    };
    Ok(Arrow {
        from: square(squares.get(..2))?,
        to: square(squares.get(2..))?,
        tone,
    })
}
