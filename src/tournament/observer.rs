//! The interface through which an event reports its progress.

use super::event::Event;
use super::results::Standing;

/// Receives the progress of an event.
pub trait Observer {
    /// A run of the event begins. The run plays one shard, which is a part of the schedule or the
    /// whole schedule. `total` is the number of games of the shard. If the SPRT over all shards has
    /// already ended, `total` does not count the games after the last game that the SPRT needed.
    /// The journal already has `before` of the `total` games.
    fn begin(&mut self, total: usize, before: usize);

    /// A game has ended. `played` of the `total` games of [`Self::begin`] have been played.
    fn show(&mut self, event: &Event, standing: &Standing, played: usize);

    /// A message for the user.
    fn note(&mut self, text: &str);

    /// No more games are played.
    fn end(&mut self);
}
