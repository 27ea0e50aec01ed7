//! The command `go` for a player's limits and both clocks.

use std::time::Duration;

use crate::play::clock::Clocks;
use crate::protocol::command::Go;
use crate::protocol::reply::Dialect;
use crate::rules::Seat;

/// The command for the player in `seat`, who is to play or to ponder. `white` is the player who has
/// White.
pub(super) fn go(clocks: &Clocks, seat: Seat, white: Seat, dialect: Dialect) -> Go {
    let limits = clocks.limits(seat);
    let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let mut go = Go {
        depth: limits.depth.map(i64::from),
        nodes: limits
            .nodes
            .map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX)),
        movetime: limits.movetime.map(|span| millis(span.0)),
        ..Go::default()
    };
    if clocks.left(seat).is_none() {
        return go;
    }
    go.movestogo = clocks.turns_to_go(seat).map(i64::from);
    let time_and_increment = |seat| {
        (
            clocks.left(seat).map(millis),
            clocks.increment(seat).map(millis),
        )
    };
    match dialect {
        Dialect::Uci => {
            (go.wtime, go.winc) = time_and_increment(white);
            (go.btime, go.binc) = time_and_increment(!white);
        }
        Dialect::Ugi => {
            (go.p1time, go.p1inc) = time_and_increment(Seat::First);
            (go.p2time, go.p2inc) = time_and_increment(Seat::Second);
        }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::clock::Allowance;
    use crate::play::limits::PlayerLimits;

    fn limits(clock: &str) -> PlayerLimits {
        PlayerLimits {
            time: Some(clock.parse().expect("a clock")),
            ..PlayerLimits::default()
        }
    }

    #[test]
    fn uci_names_the_clocks_by_the_present_colour_of_the_players() {
        let mut clocks = Clocks::new([limits("10s+1s"), limits("20s+0s")]);
        clocks.spend(Seat::First, Duration::from_secs(3));
        let times = |go: Go| (go.wtime, go.winc, go.btime, go.binc);
        let first = (Some(8000), Some(1000));
        let second = (Some(20_000), Some(0));
        for seat in [Seat::First, Seat::Second] {
            let command = go(&clocks, seat, Seat::First, Dialect::Uci);
            assert_eq!(times(command), (first.0, first.1, second.0, second.1));
            let switched = go(&clocks, seat, Seat::Second, Dialect::Uci);
            assert_eq!(times(switched), (second.0, second.1, first.0, first.1));
            let command = go(&clocks, seat, Seat::Second, Dialect::Ugi);
            assert_eq!((command.p1time, command.p1inc), first);
            assert_eq!((command.p2time, command.p2inc), second);
        }
    }

    #[test]
    fn a_new_period_refills_the_clock() {
        let mut clocks = Clocks::new([limits("2/10s+0s"), limits("10s+0s")]);
        clocks.spend(Seat::First, Duration::from_secs(4));
        let command = go(&clocks, Seat::First, Seat::First, Dialect::Uci);
        assert_eq!((command.movestogo, command.wtime), (Some(1), Some(6000)));
        clocks.spend(Seat::First, Duration::from_secs(4));
        let command = go(&clocks, Seat::First, Seat::First, Dialect::Uci);
        assert_eq!((command.movestogo, command.wtime), (Some(2), Some(12_000)));
        let command = go(&clocks, Seat::Second, Seat::First, Dialect::Uci);
        assert_eq!(command.movestogo, None);
    }

    #[test]
    fn a_turn_may_take_the_time_on_the_clock_plus_the_margin() {
        let margin = Duration::from_millis(20);
        let clocks = Clocks::new([limits("10s+1s"), PlayerLimits::default()]);
        assert_eq!(
            clocks.allowed(Seat::First).map(Allowance::total),
            Some(Duration::from_secs(10) + margin)
        );
        assert_eq!(clocks.allowed(Seat::Second), None);
        let command = go(&clocks, Seat::Second, Seat::First, Dialect::Uci);
        assert_eq!(command, Go::default());
    }
}
