//! The clocks of a game. A clock belongs to a player, not to a colour: the players may switch
//! colours.

use std::time::Duration;

use super::duration::TimeControl;
use super::limits::PlayerLimits;
use crate::rules::Seat;
use crate::search::{Limits, TimeLimit};

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    control: TimeControl,
    left: Duration,
    /// Turns until the next period begins; `None` if one period lasts the whole game.
    to_go: Option<u32>,
}

/// How long a player may take for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The time left on the player's clock or the player's time for each turn, whichever is less.
    pub time: Duration,
    /// How much later than `time` the answer may come.
    pub margin: Duration,
}

impl Allowance {
    /// The time with the margin.
    #[must_use]
    pub fn total(self) -> Duration {
        self.time + self.margin
    }
}

/// The clocks and limits of both players.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    limits: [PlayerLimits; 2],
    clocks: [Option<Clock>; 2],
}

impl Clocks {
    /// The clocks at the start of a game.
    #[must_use]
    pub fn new(limits: [PlayerLimits; 2]) -> Self {
        Self {
            limits,
            clocks: limits.map(|limits| {
                limits.time.map(|control| Clock {
                    control,
                    left: control.base.0,
                    to_go: control.period,
                })
            }),
        }
    }

    /// The limits of a player.
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

    /// How long a player may take for its turn; `None` without a time limit.
    #[must_use]
    pub fn allowed(&self, seat: Seat) -> Option<Allowance> {
        let limits = self.limits(seat);
        let clock = self.clock(seat).map(|clock| clock.left);
        let movetime = limits.movetime.map(|span| span.0);
        let time = clock.into_iter().chain(movetime).min()?;
        Some(Allowance {
            time,
            margin: limits.margin.0,
        })
    }

    /// Subtracts the time of a turn from a player's clock, adds the increment, and at the end of a
    /// period adds the base time.
    pub fn spend(&mut self, seat: Seat, time: Duration) {
        if let Some(Some(clock)) = self.clocks.get_mut(seat as usize) {
            clock.left = clock.left.saturating_sub(time) + clock.control.increment.0;
            clock.to_go = clock.to_go.map(|turns| turns.saturating_sub(1));
            if clock.to_go == Some(0) {
                clock.left += clock.control.base.0;
                clock.to_go = clock.control.period;
            }
        }
    }

    /// Sets a player's clock when a saved game is continued. If `turns_to_go` is `None`, the number
    /// of turns until the next period does not change. Does nothing if the player has no clock.
    pub fn set(&mut self, seat: Seat, left: Duration, turns_to_go: Option<u32>) {
        if let Some(Some(clock)) = self.clocks.get_mut(seat as usize) {
            clock.left = left;
            clock.to_go = turns_to_go.or(clock.to_go);
        }
    }

    /// The limits of a search for a player's turn. The time limit of a player is:
    ///
    /// * with `movetime` but no clock: `movetime`
    /// * with a clock but no `movetime`: a share of the time on the clock
    /// * with both: `movetime`, or the share if the clock shows less than `movetime`
    /// * with neither: no limit
    #[must_use]
    pub fn search_limits(&self, seat: Seat) -> Limits {
        let own = self.limits(seat);
        let time = match (own.movetime, self.clock(seat)) {
            (Some(movetime), clock) if clock.is_none_or(|clock| clock.left >= movetime.0) => {
                TimeLimit::Fixed(movetime.0)
            }
            (_, Some(clock)) => TimeLimit::Clock {
                remaining: clock.left,
                increment: clock.control.increment.0,
                turns_to_go: clock.to_go,
                at_most: None,
            },
            (_, None) => TimeLimit::Unlimited,
        };
        Limits {
            nodes: own.nodes,
            depth: own.depth,
            time,
            ..Limits::default()
        }
    }

    /// The time that a player's clock shows; `None` if the player has no clock.
    #[must_use]
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.clock(seat).map(|clock| clock.left)
    }

    /// The increment of a player's clock.
    #[must_use]
    pub fn increment(&self, seat: Seat) -> Option<Duration> {
        self.clock(seat).map(|clock| clock.control.increment.0)
    }

    /// Turns until the next period of a player's clock begins; `None` if the player has no clock,
    /// or if one period lasts the whole game.
    #[must_use]
    pub fn turns_to_go(&self, seat: Seat) -> Option<u32> {
        self.clock(seat)?.to_go
    }
}
