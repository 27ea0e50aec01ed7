//! Converts the words of `go` into the limits of a search.

use std::time::Duration;

use super::command::Go;
use crate::board::Color;
use crate::rules::Seat;
use crate::search::{Limits, TimeLimit};

/// The limits for the player `seat`, who holds the colour `side` now. `wtime` and `winc` belong to
/// the player who holds White now. `p1time` and `p1inc` belong to player 1, whatever the colour.
/// A player's time is `p1time` or `p2time` if given, else `wtime` or `btime`. The increment is
/// chosen in the same way.
pub(super) fn limits(go: &Go, side: Color, seat: Seat) -> Limits {
    let count = |number: Option<i64>| number.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    Limits {
        depth: count(go.depth),
        nodes: go.nodes.map(i64::unsigned_abs),
        mate: count(go.mate),
        time: if go.infinite {
            TimeLimit::Unlimited
        } else {
            time(go, side, seat)
        },
        infinite: go.infinite,
        ponder: go.ponder,
        ..Limits::default()
    }
}

fn time(go: &Go, side: Color, seat: Seat) -> TimeLimit {
    // A negative clock has run out.
    let milliseconds = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
    let white = (go.wtime, go.winc);
    let black = (go.btime, go.binc);
    let first = (go.p1time, go.p1inc);
    let second = (go.p2time, go.p2inc);
    let (own_colour, other_colour) = side.fold_wb((white, black), (black, white));
    let (own, other) = match seat {
        Seat::First => (first, second),
        Seat::Second => (second, first),
    };
    let (own_time, own_increment) = (own.0.or(own_colour.0), own.1.or(own_colour.1));
    let (other_time, other_increment) = (other.0.or(other_colour.0), other.1.or(other_colour.1));
    // If this player has no clock, use the opponent's. If neither has a clock, but one of them has
    // an increment, the remaining time is 0, unless the time of the turn is given.
    let (time, increment) = match own_time {
        Some(_) => (own_time, own_increment),
        None => {
            let increment = own_increment.or(other_increment);
            let run_out = increment.filter(|_| go.movetime.is_none()).map(|_| 0);
            (other_time.or(run_out), increment)
        }
    };
    match (time, go.movetime.map(milliseconds)) {
        (Some(remaining), at_most) => TimeLimit::Clock {
            remaining: milliseconds(remaining),
            increment: milliseconds(increment.unwrap_or(0)),
            turns_to_go: go
                .movestogo
                .and_then(|turns| u32::try_from(turns).ok())
                .filter(|&turns| turns > 0),
            at_most,
        },
        (None, Some(time)) => TimeLimit::Fixed(time),
        (None, None) => TimeLimit::Unlimited,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(go: &Go, side: Color, seat: Seat) -> Option<(u128, u128)> {
        match limits(go, side, seat).time {
            TimeLimit::Clock {
                remaining,
                increment,
                ..
            } => Some((remaining.as_millis(), increment.as_millis())),
            _ => None,
        }
    }

    #[test]
    fn clocks_belong_to_the_colour_or_to_the_player() {
        let by_colour = Go {
            wtime: Some(1),
            winc: Some(2),
            btime: Some(3),
            binc: Some(4),
            ..Go::default()
        };
        let by_player = Go {
            p1time: Some(5),
            p1inc: Some(6),
            p2time: Some(7),
            ..by_colour.clone()
        };
        for (side, of_colour) in [(Color::White, (1, 2)), (Color::Black, (3, 4))] {
            for seat in [Seat::First, Seat::Second] {
                assert_eq!(clock(&by_colour, side, seat), Some(of_colour));
            }
            assert_eq!(clock(&by_player, side, Seat::First), Some((5, 6)));
            let (_, increment) = of_colour;
            assert_eq!(clock(&by_player, side, Seat::Second), Some((7, increment)));
        }
    }

    #[test]
    fn a_clock_and_its_increment_may_come_from_different_pairs_of_words() {
        let go = Go {
            wtime: Some(1000),
            p1inc: Some(100),
            ..Go::default()
        };
        assert_eq!(clock(&go, Color::White, Seat::First), Some((1000, 100)));
        assert_eq!(clock(&go, Color::White, Seat::Second), Some((1000, 0)));
        let go = Go {
            btime: Some(1000),
            winc: Some(50),
            ..Go::default()
        };
        assert_eq!(clock(&go, Color::White, Seat::First), Some((1000, 50)));
        assert_eq!(clock(&go, Color::Black, Seat::First), Some((1000, 0)));
    }

    #[test]
    fn the_only_clock_given_is_used() {
        let go = Go {
            btime: Some(100),
            ..Go::default()
        };
        assert_eq!(clock(&go, Color::White, Seat::First), Some((100, 0)));
        let go = Go {
            winc: Some(50),
            ..Go::default()
        };
        for side in [Color::White, Color::Black] {
            assert_eq!(clock(&go, side, Seat::First), Some((0, 50)), "{side:?}");
        }
        assert_eq!(clock(&Go::default(), Color::White, Seat::First), None);
    }

    #[test]
    fn a_time_for_the_turn_is_a_limit_besides_the_clock() {
        let go = Go {
            wtime: Some(200),
            movetime: Some(3000),
            ..Go::default()
        };
        let both = TimeLimit::Clock {
            remaining: Duration::from_millis(200),
            increment: Duration::ZERO,
            turns_to_go: None,
            at_most: Some(Duration::from_secs(3)),
        };
        assert_eq!(limits(&go, Color::White, Seat::First).time, both);
        let go = Go {
            wtime: None,
            winc: Some(50),
            binc: Some(0),
            ..go
        };
        let fixed = TimeLimit::Fixed(Duration::from_secs(3));
        assert_eq!(limits(&go, Color::White, Seat::First).time, fixed);
    }

    #[test]
    fn a_negative_clock_has_run_out() {
        let go = Go {
            wtime: Some(-20),
            winc: Some(-1),
            ..Go::default()
        };
        assert_eq!(clock(&go, Color::White, Seat::First), Some((0, 0)));
    }

    #[test]
    fn an_infinite_search_has_no_clock() {
        let go = Go {
            infinite: true,
            wtime: Some(1000),
            movetime: Some(1),
            ..Go::default()
        };
        let limits = limits(&go, Color::White, Seat::First);
        assert_eq!((limits.infinite, limits.time), (true, TimeLimit::Unlimited));
    }
}
