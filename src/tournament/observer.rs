//! Who watches an event while it is played.

use super::event::Event;
use super::results::Standing;

/// Watches an event while it is played.
pub trait Observer {
    /// So many games are to be played in all, and so many were played before.
    fn begin(&mut self, total: usize, before: usize);

    /// So many games have been played.
    fn show(&mut self, event: &Event, standing: &Standing, played: usize);

    /// Something a person should know.
    fn note(&mut self, text: &str);

    /// No more games are played.
    fn end(&mut self);
}
