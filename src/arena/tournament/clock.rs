//! The clocks of a game. They belong to the players, whatever colours these hold.

use std::time::Duration;

use super::event::Protocol;
use super::limit::{ClockLimit, Limits};
use crate::protocol::command::Go;
use crate::rules::Seat;

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    limit: ClockLimit,
    left: Duration,
    /// Turns to the end of the session.
    to_go: Option<u32>,
}

/// The clocks and bounds of both players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    limits: [Limits; 2],
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
    pub(super) fn new(limits: [Limits; 2]) -> Self {
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

    const fn limits(&self, seat: Seat) -> &Limits {
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
    pub(super) fn budget(&self, seat: Seat) -> Option<Duration> {
        let limits = self.limits(seat);
        let clock = self.clock(seat).map(|clock| clock.left);
        let movetime = limits.movetime.map(|span| span.0);
        let time = clock.into_iter().chain(movetime).min()?;
        Some(time + limits.margin.0)
    }

    /// Takes the time of a turn off a player's clock.
    pub(super) fn spend(&mut self, seat: Seat, time: Duration) {
        if let Some(Some(clock)) = self.clocks.get_mut(index(seat)) {
            clock.left = clock.left.saturating_sub(time) + clock.limit.increment.0;
            clock.to_go = clock.to_go.map(|turns| turns.saturating_sub(1));
            if clock.to_go == Some(0) {
                clock.left += clock.limit.base.0;
                clock.to_go = clock.limit.session;
            }
        }
    }

    /// What a player is told when it is to play, where `white` is the player who holds White.
    pub(super) fn go(&self, seat: Seat, white: Seat, protocol: Protocol) -> Go {
        let limits = self.limits(seat);
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let mut go = Go {
            depth: limits.depth.map(i64::from),
            nodes: limits.nodes.map(i64::from),
            movetime: limits.movetime.map(|span| millis(span.0)),
            ..Go::default()
        };
        let Some(own) = self.clock(seat) else {
            return go;
        };
        go.movestogo = own.to_go.map(i64::from);
        let shown = |seat| {
            let clock = self.clock(seat);
            (
                clock.map(|clock| millis(clock.left)),
                clock.map(|clock| millis(clock.limit.increment.0)),
            )
        };
        match protocol {
            Protocol::Uci => {
                (go.wtime, go.winc) = shown(white);
                (go.btime, go.binc) = shown(!white);
            }
            Protocol::Ugi => {
                (go.p1time, go.p1inc) = shown(Seat::First);
                (go.p2time, go.p2inc) = shown(Seat::Second);
            }
        }
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(clock: &str) -> Limits {
        Limits {
            time: Some(clock.parse().expect("a clock")),
            ..Limits::default()
        }
    }

    #[test]
    fn clocks_follow_players_and_are_shown_by_the_colour_each_holds() {
        let mut clocks = Clocks::new([limits("10+1"), limits("20")]);
        clocks.spend(Seat::First, Duration::from_secs(3));
        let times = |go: Go| (go.wtime, go.winc, go.btime, go.binc);
        let first = (Some(8000), Some(1000));
        let second = (Some(20_000), Some(0));
        for seat in [Seat::First, Seat::Second] {
            let go = clocks.go(seat, Seat::First, Protocol::Uci);
            assert_eq!(times(go), (first.0, first.1, second.0, second.1));
            let switched = clocks.go(seat, Seat::Second, Protocol::Uci);
            assert_eq!(times(switched), (second.0, second.1, first.0, first.1));
            let go = clocks.go(seat, Seat::Second, Protocol::Ugi);
            assert_eq!((go.p1time, go.p1inc), first);
            assert_eq!((go.p2time, go.p2inc), second);
        }
    }

    #[test]
    fn a_session_refills_the_clock() {
        let mut clocks = Clocks::new([limits("2/10"), limits("10")]);
        clocks.spend(Seat::First, Duration::from_secs(4));
        let go = clocks.go(Seat::First, Seat::First, Protocol::Uci);
        assert_eq!((go.movestogo, go.wtime), (Some(1), Some(6000)));
        clocks.spend(Seat::First, Duration::from_secs(4));
        let go = clocks.go(Seat::First, Seat::First, Protocol::Uci);
        assert_eq!((go.movestogo, go.wtime), (Some(2), Some(12_000)));
        let go = clocks.go(Seat::Second, Seat::First, Protocol::Uci);
        assert_eq!(go.movestogo, None);
    }

    #[test]
    fn a_turn_may_take_what_the_clock_shows_and_the_margin() {
        let margin = Duration::from_millis(20);
        let clocks = Clocks::new([limits("10+1"), Limits::default()]);
        assert_eq!(
            clocks.budget(Seat::First),
            Some(Duration::from_secs(10) + margin)
        );
        assert_eq!(clocks.budget(Seat::Second), None);
        let go = clocks.go(Seat::Second, Seat::First, Protocol::Uci);
        assert_eq!(go, Go::default());
    }
}
