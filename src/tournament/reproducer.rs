//! What was said to an engine and by it, in a file, for whoever wants to see a fault again.

use crate::play::entry::{Entry, FaultEntry};
use crate::play::fault::Fault;
use crate::players::process::client::Player;
use crate::players::spec::EngineSpec;
use crate::rules::Seat;

/// All that was said, for the game in which something went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reproducer {
    /// The name of the file, in the folder of the event.
    pub(super) name: String,
    /// What goes into it.
    pub(super) text: String,
}

/// Notes a fault in the entry, and keeps what was said to the engine and by it, which is not there
/// where it could not be started.
pub(super) fn reproduce(
    entry: &mut Entry,
    fault: Fault,
    seat: Seat,
    (spec, player): (Option<&EngineSpec>, Option<&mut Player<'_>>),
) -> Reproducer {
    let engine = match seat {
        Seat::First => entry.first.clone(),
        Seat::Second => entry.second.clone(),
    };
    let kind = fault.kind;
    let name = format!("faults/game-{:06}-{kind}.txt", entry.game);
    let command = spec
        .and_then(|spec| spec.command.clone())
        .unwrap_or_else(|| vec!["reviver".to_owned(), "uci".to_owned()]);
    let mut text = format!(
        "# {engine}, player {} of game {} ({}): {kind}: {}\n# command: {}\n\
         # > is what it was told, < what it said.\n",
        seat.number(),
        entry.game,
        entry.variant.0,
        fault.detail,
        command.join(" "),
    );
    if let Some(player) = player {
        let (lines, errors) = player.last_words();
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
        for line in errors {
            text.push_str(&format!("! {line}\n"));
        }
    }
    entry.fault = Some(FaultEntry {
        player: seat.number(),
        engine,
        kind,
        detail: fault.detail,
        file: name.clone(),
    });
    Reproducer { name, text }
}
