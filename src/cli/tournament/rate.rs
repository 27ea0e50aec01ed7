//! `reviver tournament rate`: ratings of the players of several events together.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use crate::cli::Error;
use crate::cli::terminal::{fitted, printable_lines};
use crate::play::entry::Entry;
use crate::plural::counted;
use crate::report::ADDED_DRAWS;
use crate::stats::ratings::{Rating, Ratings};
use crate::tournament::event::Event;
use crate::tournament::journal;
use crate::tournament::merge::MergeError;
use crate::tournament::results::Pool;

/// Rate the players of several events together; the same name means the same player
///
/// Each row has the player's lead over the next player in the table. The number after +/- is half
/// the width of the 95 % interval. A player without games against others has no rating. The column
/// "at even openings", if there is one, has the ratings at openings that favour neither side. The
/// leads after it belong to these ratings. Events with the same seed may have games in common, and
/// such a game counts twice, so give each event a different seed. Two journals of one event must
/// not have the same game.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: reviver tournament rate weak/journal.jsonl strong/journal.jsonl --ladder"
)]
pub(super) struct Rate {
    /// The journals
    #[arg(value_name = "JOURNAL", required = true)]
    journals: Vec<PathBuf>,
    /// List the players in the reverse order of the engines in the events [default: sort by rating]
    #[arg(long)]
    ladder: bool,
}

impl Rate {
    pub(super) fn run(self) -> Result<(), Error> {
        let mut events = Vec::new();
        for path in &self.journals {
            let event = journal::read_event(path);
            let (event, entries) = event.map_err(|error| Error::of_journal_to_read(&error))?;
            check_new(path, &event, &entries, &events)?;
            events.push((event, entries));
        }
        let pool = Pool::of(&events);
        let Some(by_scores) = &pool.by_scores else {
            return Err(Error::Failed(
                "no player met another player in these journals, so there is nothing to rate"
                    .to_owned(),
            ));
        };
        let mut order: Vec<usize> = (0..pool.players.len()).rev().collect();
        if !self.ladder {
            // Players without a rating come last.
            let elo = |player: usize| {
                rating(&pool, by_scores, player).map_or(f64::NEG_INFINITY, |rating| rating.elo)
            };
            order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)));
        }
        let table = printable_lines(&table(&pool, by_scores, &order));
        Ok(write!(stdout(), "{}", fitted(&table))?)
    }
}

/// Refuses a journal with a game that an earlier journal of the same event has too.
fn check_new(
    path: &Path,
    event: &Event,
    entries: &[Entry],
    earlier: &[(Event, Vec<Entry>)],
) -> Result<(), Error> {
    let is_same = |other: &Event| event.begins(other) || other.begins(event);
    let same = earlier.iter().filter(|(other, _)| is_same(other));
    let known = same.flat_map(|(_, entries)| entries);
    // With time limits, a second run of an event has other games with the same numbers.
    let began = |entry: &Entry| (!event.is_reproducible()).then(|| entry.timing.began.clone());
    let known: BTreeSet<_> = known.map(|entry| (entry.game, began(entry))).collect();
    let is_known = |entry: &&Entry| known.contains(&(entry.game, began(entry)));
    let games = entries.iter().filter(is_known).map(|entry| entry.game);
    let Some(game) = games.min() else {
        return Ok(());
    };
    let path = path.to_owned();
    Err(Error::Failed(MergeError::Twice { path, game }.to_string()))
}

/// A table of the players in this order. Each row has the player's lead over the next player.
fn table(pool: &Pool, by_scores: &Ratings, order: &[usize]) -> String {
    let names = pool.players.iter().map(|name| name.chars().count());
    let width = names.max().unwrap_or(0).max("player".len());
    let even = pool.at_even_openings.as_ref();
    let games = pool.games.iter().sum::<u32>() / 2;
    let (games, openings) = (counted(games, "game"), counted(pool.openings, "opening"));
    let mut text = format!("{games} from {openings}\n\n");
    let mut row = |cells: [&str; 6]| {
        let [name, games, elo, lead, even_elo, even_lead] = cells;
        let line = format!("{name:width$} {games:>7} {elo:>18} {lead:>18}");
        let more = format!(" {even_elo:>18} {even_lead:>18}");
        let line = if even.is_some() { line + &more } else { line };
        text.push_str(line.trim_end());
        text.push('\n');
    };
    row([
        "player",
        "games",
        "Elo, 95 %",
        "above the next",
        "at even openings",
        "above the next",
    ]);
    for (place, &player) in order.iter().enumerate() {
        let next = order.get(place + 1);
        let cells = |ratings: &Ratings| {
            let lead = next.and_then(|&next| ratings.lead(player, next));
            let lead = lead.as_ref().map(elo);
            let rating = rating(pool, ratings, player).map(elo);
            [rating.unwrap_or_default(), lead.unwrap_or_default()]
        };
        let (Some(name), Some(games)) = (pool.players.get(player), pool.games.get(player)) else {
            continue;
        };
        let [by_score, lead] = cells(by_scores);
        let [even_elo, even_lead] = even.map(cells).unwrap_or_default();
        row([
            name,
            &games.to_string(),
            &by_score,
            &lead,
            &even_elo,
            &even_lead,
        ]);
    }
    if by_scores.has_added_draws {
        let _ = writeln!(text, "\n{ADDED_DRAWS}");
    }
    text
}

/// The rating of a player; `None` if it has no games against others.
fn rating<'a>(pool: &Pool, ratings: &'a Ratings, player: usize) -> Option<&'a Rating> {
    let games = pool.games.get(player)?;
    ratings.players.get(player).filter(|_| *games > 0)
}

fn elo(rating: &Rating) -> String {
    format!("{:+.1} +/- {:.1}", rating.elo, rating.error)
}
