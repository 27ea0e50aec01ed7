//! The interface through which an event reports its progress.

use super::event::Event;
use super::results::Standing;

/// Is told what happens while an event is played.
pub trait Observer {
    /// A run of the event begins. `total` is the number of games that the shard needs. `before` of
    /// them are already in the journal.
    fn begin(&mut self, total: usize, before: usize);

    /// A game has ended. `played` of the `total` games have been played.
    fn show(&mut self, event: &Event, standing: &Standing, played: usize);

    /// A message for the user.
    fn note(&mut self, text: &str);

    /// No more games are played.
    fn end(&mut self);
}
