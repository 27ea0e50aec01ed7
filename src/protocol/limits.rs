//! Converts the words of `go` into the limits of a search.

use std::time::Duration;

use super::command::Go;
use crate::board::Color;
use crate::rules::Seat;
use crate::search::{Limits, TimeLimit};

/// The limits for the player `seat`, who holds the colour `side` now. `wtime` is the clock of the
/// player who holds White now. `p1time` is the clock of player 1, whatever the colour. If a
/// player has a clock of each kind, `p1time` or `p2time` counts.
pub(super) fn limits(go: &Go, side: Color, seat: Seat) -> Limits {
    let count = |number: Option<i64>| number.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    Limits {
        turns: Vec::new(),
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
    }
}

fn time(go: &Go, side: Color, seat: Seat) -> TimeLimit {
    // A negative clock has run out.
    let milliseconds = |number: i64| Duration::from_millis(number.max(0).unsigned_abs());
    if let Some(time) = go.movetime {
        return TimeLimit::Fixed(milliseconds(time));
    }
    let white = (go.wtime, go.winc);
    let black = (go.btime, go.binc);
    let first = (go.p1time, go.p1inc);
    let second = (go.p2time, go.p2inc);
    let (own_colour, other_colour) = side.fold_wb((white, black), (black, white));
    let (own, other) = match seat {
        Seat::First => (first, second),
        Seat::Second => (second, first),
    };
    // Without a clock for this player, use the opponent's. With an increment for this player and no
    // clock at all, the remaining time is 0.
    let clock = [own, own_colour, other, other_colour]
        .into_iter()
        .find_map(|(time, increment)| Some((time?, increment)))
        .or_else(|| Some((0, Some(own.1.or(own_colour.1)?))));
    match clock {
        Some((remaining, increment)) => TimeLimit::Clock {
            remaining: milliseconds(remaining),
            increment: milliseconds(increment.unwrap_or(0)),
            turns_to_go: go
                .movestogo
                .and_then(|turns| u32::try_from(turns).ok())
                .filter(|&turns| turns > 0),
        },
        None => TimeLimit::Unlimited,
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
        for (seat, own) in [(Seat::First, (5, 6)), (Seat::Second, (7, 0))] {
            assert_eq!(clock(&by_colour, Color::White, seat), Some((1, 2)));
            assert_eq!(clock(&by_colour, Color::Black, seat), Some((3, 4)));
            for side in Color::ALL {
                assert_eq!(clock(&by_player, side, seat), Some(own));
            }
        }
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
        assert_eq!(clock(&go, Color::White, Seat::First), Some((0, 50)));
        assert_eq!(clock(&Go::default(), Color::White, Seat::First), None);
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
