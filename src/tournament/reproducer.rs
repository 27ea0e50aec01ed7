//! A file with the lines to and from an engine, to reproduce a fault.

use super::quoting::Quoting;
use crate::play::entry::{Entry, FaultEntry};
use crate::play::played_game::FaultBy;
use crate::players::process::EngineProcess;
use crate::players::spec::EngineSpec;

/// A file about an engine that was at fault. It has the lines to and from the engine during its
/// introduction (name and options) and during the game, and the last lines of the engine's standard
/// error. Of a long game, it has only the beginning and the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reproducer {
    /// The path of the file, relative to the folder of the event.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// Stores a fault in the entry. Returns the file with the lines to and from the engine, if the
/// engine runs in a separate process.
pub(super) fn reproduce(
    entry: &mut Entry,
    by: FaultBy,
    engine: Option<(&mut EngineProcess<'_>, &EngineSpec)>,
) -> Option<Reproducer> {
    let FaultBy { seat, fault } = by;
    let name = entry.name(seat).to_owned();
    let reproducer = engine.map(|(process, spec)| {
        let kind = fault.kind;
        let command = Quoting::OF_THIS_SYSTEM.join(&spec.words());
        let mut text = format!(
            "# {name}, player {} of game {} ({}): {kind}: {}\n# command: {command}\n\
             # Lines to the engine begin with >, lines from it with <, lines of its standard error with !.\n",
            seat.number(),
            entry.game,
            entry.variant,
            fault.detail,
        );
        text.push_str(&process.transcript());
        Reproducer {
            name: FaultEntry::file_name(entry.game, kind),
            text,
        }
    });
    entry.fault = Some(FaultEntry {
        player: seat.number(),
        engine: name,
        kind: fault.kind,
        detail: fault.detail,
        file: reproducer
            .as_ref()
            .map(|reproducer| reproducer.name.clone()),
    });
    reproducer
}
