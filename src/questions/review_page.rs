//! The page of a reviewed game, as a server sends it.

use std::io;
use std::sync::Arc;
use std::thread;

use super::SearchCaps;
use crate::analysis::{Analyser, Page, Reviewer};
use crate::games::{TypedGame, Visitor};
use crate::record::Record;
use crate::rules::Rules;
use crate::search::{Control, Limits, Options, STACK_SIZE, TimeLimit};

/// The node limit for each position. It is low, so that the page opens within seconds.
const NODES: u64 = 2000;

/// Reviews a recorded game with short searches and returns its page. `None` if the review was
/// stopped or has panicked, or if the record cannot be replayed.
///
/// # Errors
///
/// If the system cannot start a thread.
pub fn review_page(
    record: Record,
    caps: SearchCaps,
    control: Arc<Control>,
) -> io::Result<Option<String>> {
    let thread = thread::Builder::new()
        .name("review".to_owned())
        .stack_size(STACK_SIZE);
    let game = record.game;
    let started = thread.spawn(move || {
        game.dispatch(Paged {
            record: &record,
            caps: &caps,
            control: &control,
        })
    })?;
    Ok(started.join().ok().flatten())
}

/// A record to review.
struct Paged<'a> {
    record: &'a Record,
    caps: &'a SearchCaps,
    control: &'a Control,
}

impl Visitor for Paged<'_> {
    type Output = Option<String>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Option<String> {
        let live = self.record.replay(game).ok()?;
        let caps = self.caps.shared_by(live.turns().len() + 1);
        let mut analyser = Analyser::<R>::new(Options {
            hash: caps.hash,
            multipv: 2,
            ..game.game().search_options()
        });
        let time = caps.time.map_or(TimeLimit::Unlimited, TimeLimit::Fixed);
        let reviewed = Reviewer {
            analyser: &mut analyser,
            limits: &Limits {
                nodes: caps.nodes.into_iter().chain([NODES]).min(),
                time,
                ..Limits::default()
            },
            control: self.control,
            on_info: &mut |_, _| {},
        }
        .review(&live, self.record.result)?;
        Some(
            Page::new(self.record, &live, &reviewed)
                .served()
                .to_string(),
        )
    }
}
