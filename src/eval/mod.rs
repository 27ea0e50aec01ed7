//! Static evaluation: a weighted sum of how far each player has come, and in some games a small network
//! beside it, which says what the sum leaves unsaid ([`Network`], [`Evaluator`]).
//!
//! What is counted is told by [`Feature`], what it is worth by [`Weights`]. The evaluation is linear
//! in the weights, early and late weights shared out by how late it is, so that weights can be
//! learned; only the lead as a whole is shrunk or stretched by what can be made of it
//! ([`FeatureVector::lead_percent`]). What its centipawns come to differs from game to game:
//! [`Scale`] says it, and the search tells its scores by it.
//!
//! Which terms a game needs follows from its goal and from who owns a colour, never from its name.
//! Weights and networks are values that the caller hands over.

mod chess;
mod contempt;
mod evaluator;
pub mod feature;
mod homecoming;
mod horizon;
pub mod network;
mod prospects;
mod room;
pub mod scale;
mod steps;
mod view;
pub mod weights;
pub mod weights_text;

pub use contempt::Contempt;
pub use evaluator::Evaluator;
pub use feature::{Feature, FeatureVector, Sink};
pub use horizon::horizon;
pub use network::Network;
pub use scale::Scale;
pub use weights::{Weights, Worth};

use chess::Reach;
use prospects::lead_percent;
use room::Room;
use view::View;

use crate::board::{Color, row_of};
use crate::rules::switches::DrawMeaning;
use crate::rules::{Goal, Rules, Seat, Switches, Uncapture};

/// No evaluation is further from 0 than this, so that none looks like a forced end.
pub const LIMIT: i32 = 20_000;

/// Centipawns from the view of the player who is to play.
#[must_use]
pub fn evaluate<R: Rules>(position: &R, weights: &Weights) -> i32 {
    evaluate_with(position, weights, Contempt::NONE)
}

/// The same where a player counts on a lead that the board does not show.
#[must_use]
pub(crate) fn evaluate_with<R: Rules>(position: &R, weights: &Weights, contempt: Contempt) -> i32 {
    let mut sum = WeightedSum {
        weights,
        early: [0; 2],
        late: [0; 2],
        prospects: [0; 2],
    };
    features(position, &mut sum);
    let lateness = lateness(position);
    let worth = |seat: Seat| {
        let (early, late) = (sum.early[seat as usize], sum.late[seat as usize]);
        weights::centipawns(weights::blend(early, late, lateness))
    };
    let seat = position.seat();
    let lead = worth(seat) - worth(!seat) + contempt.ahead(seat);
    let leader = if lead > 0 { seat } else { !seat };
    let percent = lead_percent(sum.prospects[leader as usize]);
    (lead * percent / 100).clamp(-LIMIT, LIMIT)
}

/// The listener of the search: the sums of both players.
struct WeightedSum<'a> {
    weights: &'a Weights,
    early: [i32; 2],
    late: [i32; 2],
    prospects: [i32; 2],
}

impl Sink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, feature: Feature, seat: Seat, count: i32) {
        let worth = &self.weights[feature];
        self.early[seat as usize] += worth.early * count;
        self.late[seat as usize] += worth.late * count;
        self.prospects[seat as usize] += worth.prospects * count;
    }
}

/// How late it is, from 0 to [`Weights::LATEST`]: the pieces on the board where pieces come back
/// (half of them while the players are still to switch colours, after which all are there), the
/// pieces captured where they go.
#[inline]
#[must_use]
pub fn lateness<R: Rules>(position: &R) -> i32 {
    let placement = &position.setup().placement;
    let on_board = placement.occupied().count() as i32;
    match position.goal() {
        Goal::Checkmate => {
            let reserve = placement.reserve();
            let in_hand = reserve.total(Color::White) + reserve.total(Color::Black);
            Weights::LATEST - (on_board + in_hand as i32).min(Weights::LATEST)
        }
        _ if position.phase() == Some(1) => on_board / 2,
        _ => on_board,
    }
}

/// Tells `sink` every feature of a position, for both players.
#[inline]
pub fn features<R: Rules>(position: &R, sink: &mut impl Sink) {
    let setup = position.setup();
    let seat = position.seat();
    let views = Color::ALL.map(|color| View::new(setup, color));
    let holders = Color::ALL.map(|color| if color == setup.side { seat } else { !seat });
    sink.add(Feature::Tempo, seat, 1);
    if position.goal() == Goal::Checkmate {
        let [first, second] = &views;
        let reaches = [Reach::new(first), Reach::new(second)];
        for (own, other) in [(0, 1), (1, 0)] {
            let side = (&views[own], &reaches[own]);
            chess::count(side, &reaches[other], holders[own], sink);
        }
        return;
    }
    let placement = &setup.placement;
    let obliged = Color::ALL.into_iter().any(|c| placement.king_attacked(c));
    sink.add(Feature::Obliged, seat, i32::from(obliged));
    let rooms = [Room::new(&views[0]), Room::new(&views[1])];
    for (own, other) in [(0, 1), (1, 0)] {
        let (view, room) = (&views[own], &rooms[own]);
        room.count(holders[own], sink);
        if position.goal() == Goal::ReviveEnemy {
            room.count_revivals(view, holders[own], sink);
        } else {
            let rival = (&views[other], &rooms[other]);
            let owner = position.owner(view.color);
            homecoming::count((view, room), rival, (owner, holders[own]), sink);
        }
    }
    if position.goal() == Goal::OwnHome {
        count_uncapture(position, sink);
    }
    if position.switches().common().fifty_moves == DrawMeaning::Points {
        count_points_clock(position, sink);
    }
}

/// Where the fifty moves end the game by points, a lead grows more certain with every ply that
/// changes nothing.
#[inline]
fn count_points_clock<R: Rules>(position: &R, sink: &mut impl Sink) {
    let points = position.points();
    let (leader, lead) = if points.white > points.black {
        (Color::White, true)
    } else {
        (Color::Black, points.white < points.black)
    };
    let tenths = i32::from(position.setup().halfmove / 10).min(10);
    let owner = position.owner(leader);
    sink.add(Feature::PointsClock, owner, i32::from(lead) * tenths);
}

/// The un-capture that the player to play is allowed at the head of its turn.
#[inline]
fn count_uncapture<R: Rules>(position: &R, sink: &mut impl Sink) {
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

/// The features of a position as numbers.
#[must_use]
pub fn feature_vector<R: Rules>(position: &R) -> FeatureVector {
    let mut vector = FeatureVector::new(lateness(position));
    features(position, &mut vector);
    vector
}

/// One term of the evaluation of a position, for display: a feature's; "prospects" and "limit", which
/// say what the leader gains or loses by [`FeatureVector::lead_percent`] and by [`LIMIT`]; or "network",
/// what the network adds for the player to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// What it is worth to the first player, in centipawns.
    pub first: i32,
    /// What it is worth to the second player, in centipawns.
    pub second: i32,
}

/// Every term of the evaluation that is worth something in the game. `first` less `second`, summed over all terms,
/// is exactly what [`evaluate`] says from the view of the first player.
#[must_use]
pub fn terms<R: Rules>(position: &R, weights: &Weights) -> Vec<Term> {
    let vector = feature_vector(position);
    // Rounding the sums so far, not the terms, lets the rounded terms add up to the rounded sum.
    let mut sums = [0; 2];
    let mut terms: Vec<Term> = Vec::new();
    let counts = |&feature: &Feature| {
        let Worth { early, late, .. } = weights[feature];
        vector.uses(feature) && (early, late) != (0, 0)
    };
    for feature in Feature::ALL.into_iter().filter(counts) {
        let weight = weights.at(feature, vector.lateness);
        let [first, second] = [Seat::First, Seat::Second].map(|seat| {
            let sum = &mut sums[seat as usize];
            let before = weights::centipawns(*sum);
            *sum += weight * vector.count(feature, seat);
            weights::centipawns(*sum) - before
        });
        terms.push(Term {
            name: feature.name(),
            first,
            second,
        });
    }
    let total: i32 = terms.iter().map(|term| term.first - term.second).sum();
    let leader = if total > 0 { Seat::First } else { Seat::Second };
    let made_of_it = total * vector.lead_percent(weights, leader) / 100;
    let limited = made_of_it.clamp(-LIMIT, LIMIT);
    for (name, correction) in [
        ("prospects", made_of_it - total),
        ("limit", limited - made_of_it),
    ] {
        if correction != 0 {
            let (first, second) = match leader {
                Seat::First => (correction, 0),
                Seat::Second => (0, -correction),
            };
            terms.push(Term {
                name,
                first,
                second,
            });
        }
    }
    terms
}
