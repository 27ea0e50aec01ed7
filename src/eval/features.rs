//! Counts the features of a position and passes the counts to a [`FeatureSink`].

use super::chess::{self, Reach};
use super::feature::{Feature, FeatureSink};
use super::homecoming::{self, Army};
use super::mobility::Mobility;
use super::view::View;
use super::weights::Weights;
use crate::board::{Color, row_of};
use crate::rules::switches::DrawMeaning;
use crate::rules::{Goal, Rules, Switches, Uncapture};

/// How late it is in the game, from 0 to [`Weights::LATEST`]. In reverse games: the number of
/// pieces on the board, but half of it in phase 1 of a game with two phases. In games with
/// captures: the number of captured pieces.
#[inline(always)]
#[must_use]
pub fn lateness<R: Rules>(position: &R) -> i32 {
    let placement = &position.setup().placement;
    let on_board = placement.occupied().count() as i32;
    if !R::FORM.reverse {
        let reserve = placement.reserve();
        let in_hand = reserve.total(Color::White) + reserve.total(Color::Black);
        return Weights::LATEST - (on_board + in_hand as i32).min(Weights::LATEST);
    }
    if position.phase() == Some(1) {
        on_board / 2
    } else {
        on_board
    }
}

/// Passes every feature of a position to `sink`, for both players.
#[inline(always)]
pub fn features<R: Rules>(position: &R, sink: &mut impl FeatureSink) {
    let setup = position.setup();
    let seat = position.seat();
    let views = [
        View::new(setup, Color::White),
        View::new(setup, Color::Black),
    ];
    let holders = Color::ALL.map(|color| if color == setup.side { seat } else { !seat });
    sink.add(Feature::Tempo, seat, 1);
    if !R::FORM.reverse {
        let [first, second] = &views;
        let reaches = [Reach::new(first), Reach::new(second)];
        for (own, other) in [(0, 1), (1, 0)] {
            let side = chess::Side {
                view: &views[own],
                reach: &reaches[own],
                seat: holders[own],
            };
            side.count(&reaches[other], sink);
        }
        return;
    }
    let placement = &setup.placement;
    let any_check = Color::ALL.into_iter().any(|c| placement.king_attacked(c));
    sink.add(Feature::AnyCheck, seat, i32::from(any_check));
    let mobilities = [Mobility::new(&views[0]), Mobility::new(&views[1])];
    let army = |index: usize| Army {
        view: &views[index],
        mobility: &mobilities[index],
        owner: position.owner(views[index].color),
        holder: holders[index],
    };
    for (own, other) in [(0, 1), (1, 0)] {
        let (view, mobility) = (&views[own], &mobilities[own]);
        mobility.count(holders[own], sink);
        if position.goal() == Goal::ReviveEnemy {
            mobility.count_revivals(view, holders[own], sink);
        } else {
            homecoming::count(&army(own), &army(other), sink);
        }
    }
    if R::FORM.pending_uncapture {
        count_uncapture(position, sink);
    }
    if position.switches().common().fifty_moves == DrawMeaning::Points {
        count_points_clock(position, sink);
    }
}

/// Counts a tenth of the halfmove clock, rounded down and at most 10, for the player who leads by
/// points. The fifty-move rule ends the game by points, so each reversible ply makes this lead
/// safer.
#[inline(always)]
fn count_points_clock<R: Rules>(position: &R, sink: &mut impl FeatureSink) {
    let points = position.points();
    let (leader, has_lead) = if points.white > points.black {
        (Color::White, true)
    } else {
        (Color::Black, points.white < points.black)
    };
    let tens = i32::from(position.setup().halfmove / 10).min(10);
    let owner = position.owner(leader);
    sink.add(Feature::PointsClock, owner, i32::from(has_lead) * tens);
}

/// Counts the un-capture with which the player to play may or must start the turn.
#[inline(always)]
fn count_uncapture<R: Rules>(position: &R, sink: &mut impl FeatureSink) {
    let (seat, side) = (position.seat(), position.side());
    let reserve = position.setup().placement.reserve();
    let (allowed, rows) = match position.uncapture() {
        Uncapture::May(square) | Uncapture::Must(square) if !reserve.is_empty(side) => {
            (1, row_of(side, square) as i32 - 1)
        }
        _ => (0, 0),
    };
    sink.add(Feature::Uncapture, seat, allowed);
    sink.add(Feature::UncaptureRow, seat, rows);
}
