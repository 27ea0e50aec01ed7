//! The interface through which an event reports its progress.

use super::event::Event;
use super::results::Standing;

/// Is told what happens while an event is played.
pub trait Observer {
    /// The event begins. `total` games are to be played in all; `before` of them were played in
    /// earlier runs.
    fn begin(&mut self, total: usize, before: usize);

    /// A game has ended. `played` games have been played, earlier runs included.
    fn show(&mut self, event: &Event, standing: &Standing, played: usize);

    /// A message for the user.
    fn note(&mut self, text: &str);

    /// No more games are played.
    fn end(&mut self);
}
