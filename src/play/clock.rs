//! The clocks of a game. They belong to the players, whatever colours these hold.

use std::time::Duration;

use super::duration::TimeControl;
use super::limits::PlayerLimits;
use crate::rules::Seat;

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    limit: TimeControl,
    left: Duration,
    /// Turns to the end of the session.
    to_go: Option<u32>,
}

/// The clocks and bounds of both players.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    limits: [PlayerLimits; 2],
    clocks: [Option<Clock>; 2],
}

const fn index(seat: Seat) -> usize {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

impl Clocks {
    /// The clocks at the start of a game.
    #[must_use]
    pub fn new(limits: [PlayerLimits; 2]) -> Self {
        Self {
            limits,
            clocks: limits.map(|limits| {
                limits.time.map(|limit| Clock {
                    limit,
                    left: limit.base.0,
                    to_go: limit.session,
                })
            }),
        }
    }

    /// What a player may spend.
    #[must_use]
    pub const fn limits(&self, seat: Seat) -> &PlayerLimits {
        let [first, second] = &self.limits;
        match seat {
            Seat::First => first,
            Seat::Second => second,
        }
    }

    const fn clock(&self, seat: Seat) -> Option<&Clock> {
        let [first, second] = &self.clocks;
        match seat {
            Seat::First => first.as_ref(),
            Seat::Second => second.as_ref(),
        }
    }

    /// How long a player may take for its turn, the margin included; `None` where no clock says.
    #[must_use]
    pub fn budget(&self, seat: Seat) -> Option<Duration> {
        let limits = self.limits(seat);
        let clock = self.clock(seat).map(|clock| clock.left);
        let movetime = limits.movetime.map(|span| span.0);
        let time = clock.into_iter().chain(movetime).min()?;
        Some(time + limits.margin.0)
    }

    /// Takes the time of a turn off a player's clock.
    pub fn spend(&mut self, seat: Seat, time: Duration) {
        if let Some(Some(clock)) = self.clocks.get_mut(index(seat)) {
            clock.left = clock.left.saturating_sub(time) + clock.limit.increment.0;
            clock.to_go = clock.to_go.map(|turns| turns.saturating_sub(1));
            if clock.to_go == Some(0) {
                clock.left += clock.limit.base.0;
                clock.to_go = clock.limit.session;
            }
        }
    }

    /// The time that a player's clock shows; `None` if it has none.
    #[must_use]
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.clock(seat).map(|clock| clock.left)
    }

    /// The increment of a player's clock.
    #[must_use]
    pub fn increment(&self, seat: Seat) -> Option<Duration> {
        self.clock(seat).map(|clock| clock.limit.increment.0)
    }

    /// Turns until a player's clock is refilled.
    #[must_use]
    pub fn turns_to_go(&self, seat: Seat) -> Option<u32> {
        self.clock(seat)?.to_go
    }
}
