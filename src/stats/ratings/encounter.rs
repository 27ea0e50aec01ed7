//! Encounters (the games of two players from one opening), and which of them are correlated.

use std::collections::BTreeSet;

use crate::stats::likelihood::Observation;

/// With at least this many openings, each opening is a cluster. See [`Clusters`].
const MIN_OPENINGS: usize = 20;

/// The games that two players played from one opening.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// The index of one player.
    pub one: usize,
    /// The index of the other player.
    pub other: usize,
    /// The number of the opening.
    pub opening: usize,
    /// The points of player `one` as the first player, then as the second player.
    pub sides: [Points; 2],
}

impl Encounter {
    /// The score of player `one` in all games.
    pub(super) fn score(&self) -> Points {
        let [first, second] = self.sides;
        Points {
            games: first.games + second.games,
            points: first.points + second.points,
        }
    }
}

/// The points of a player in some games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Points {
    /// The number of games.
    pub games: u32,
    /// The points: 1 for a win, 1/2 for a draw.
    pub points: f64,
}

impl Points {
    pub(super) fn observation(self, terms: &[(usize, f64)], cluster: usize) -> Observation {
        Observation {
            terms: terms.iter().copied().collect(),
            games: f64::from(self.games),
            points: self.points,
            cluster,
        }
    }
}

/// A drawn game.
pub(super) const DRAW: Points = Points {
    games: 1,
    points: 0.5,
};

/// The encounters that count: those with two different players, both with indices below `players`,
/// and at least one game.
pub(super) fn played(players: usize, encounters: &[Encounter]) -> Vec<Encounter> {
    let counts = |encounter: &&Encounter| {
        encounter.one != encounter.other
            && encounter.one.max(encounter.other) < players
            && encounter.score().games > 0
    };
    encounters.iter().filter(counts).copied().collect()
}

/// The pairs of players who met.
pub(super) fn pairings(encounters: &[Encounter]) -> Vec<(usize, usize)> {
    let pairs = encounters.iter().map(|encounter| {
        (
            encounter.one.min(encounter.other),
            encounter.one.max(encounter.other),
        )
    });
    sorted(pairs)
}

fn sorted<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    BTreeSet::from_iter(values).into_iter().collect()
}

/// The clusters: groups of games whose results are correlated. With at least [`MIN_OPENINGS`]
/// openings, the games of one opening form a cluster. With fewer, each encounter is a cluster.
pub(super) struct Clusters {
    /// The openings that were played, in order.
    pub(super) openings: Vec<usize>,
}

impl Clusters {
    pub(super) fn of(encounters: &[Encounter]) -> Self {
        Self {
            openings: sorted(encounters.iter().map(|encounter| encounter.opening)),
        }
    }

    fn are_openings(&self) -> bool {
        self.openings.len() >= MIN_OPENINGS
    }

    /// The cluster of the encounter at this index.
    pub(super) fn cluster(&self, index: usize, encounter: &Encounter) -> usize {
        if self.are_openings() {
            self.index_of(encounter.opening)
        } else {
            self.openings.len() + index
        }
    }

    /// The index of an opening in `openings`.
    pub(super) fn index_of(&self, opening: usize) -> usize {
        self.openings.partition_point(|&known| known < opening)
    }
}

/// Whether the likelihood of the results has a maximum at finite ratings. It has none if a group
/// of players has played against the others and has lost every game against them: the lower the
/// ratings of the group, the higher the likelihood.
pub(super) fn has_maximum(players: usize, encounters: &[Encounter]) -> bool {
    let mut scored = Vec::new();
    for encounter in encounters {
        let Encounter { one, other, .. } = *encounter;
        let score = encounter.score();
        if score.points > 0.0 {
            scored.push((one, other));
        }
        if score.points < f64::from(score.games) {
            scored.push((other, one));
        }
    }
    // `scored` has an edge from a player to each player against whom it has won or drawn. If a
    // group has lost every game against the others, no edge leads from the group to them, although
    // encounters link the group to them.
    reachable(players, &scored) == linked(players, encounters)
}

/// For every player, the players who are linked to it by a chain of encounters.
pub(super) fn linked(players: usize, encounters: &[Encounter]) -> Vec<Vec<bool>> {
    let both_ways = |encounter: &Encounter| {
        let Encounter { one, other, .. } = *encounter;
        [(one, other), (other, one)]
    };
    let edges: Vec<(usize, usize)> = encounters.iter().flat_map(both_ways).collect();
    reachable(players, &edges)
}

/// For every player, the players who can be reached along these edges.
fn reachable(players: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut reached = vec![vec![false; players]; players];
    for (player, row) in reached.iter_mut().enumerate() {
        let mut pending = vec![player];
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut row[at], true) {
                let onward = edges.iter().filter(|(from, _)| *from == at);
                pending.extend(onward.map(|&(_, to)| to));
            }
        }
    }
    reached
}
