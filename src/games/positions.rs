//! The files that come with a built-in game. In `positions/`: openings, test positions, positions
//! for the bench, games with their results, and the book. In the folder of the game: a sample game.

use super::game::Game;
use crate::packed;

impl Game {
    /// The positions from which matches start, one FEN a line; lines that begin with `#` are
    /// comments. Empty for a game without a folder in `positions/`.
    #[must_use]
    pub fn openings_text(&self) -> &'static str {
        self.file("openings.epd")
    }

    /// The test positions, one EPD a line. Empty for a game without them.
    #[must_use]
    pub fn suite_text(&self) -> &'static str {
        self.file("suite.epd")
    }

    /// The positions that `reviver bench` searches, one FEN a line. Lines that begin with `#` are
    /// comments. The comment `# nodes N` states the sum of the nodes of all searches at the default
    /// depth. Empty for a game without such positions.
    #[must_use]
    pub fn bench_text(&self) -> &'static str {
        self.file("bench.epd")
    }

    /// Games with their results, one a line: `FEN ; turns ; result and reason`. If the game goes
    /// on, `*` stands in place of result and reason. Lines that begin with `#` are comments. Empty
    /// for a game without such a file.
    #[must_use]
    pub fn results_text(&self) -> &'static str {
        self.file("results.txt")
    }

    /// The book: positions near the start with their best turns, one a line; lines that begin with
    /// `#` are comments. Empty for a game without a book.
    #[must_use]
    pub fn book_text(&self) -> &'static str {
        self.file("book.txt")
    }

    /// The record of a game of the engine against itself. Empty for a game without one.
    #[must_use]
    pub fn sample_record(&self) -> &'static str {
        packed::text(&format!("src/games/{}/sample.pgn", self.name())).unwrap_or_default()
    }

    fn file(&self, name: &str) -> &'static str {
        packed::text(&format!("positions/{}/{name}", self.name())).unwrap_or_default()
    }
}
