//! The sentences about a game: the players, who is to play, how the game stands and how it ended.

use std::fmt::Write;

use crate::board::Color;
use crate::live::LiveGame;
use crate::notation::NativeWords;
use crate::rules::{Goal, Outcome, Seat, Uncapture};

/// Which seats a person plays, and the names of both players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Players {
    humans: Vec<Seat>,
}

impl Players {
    pub(super) const fn new(humans: Vec<Seat>) -> Self {
        Self { humans }
    }

    /// Whether a person plays this seat.
    pub(super) fn is_human(&self, seat: Seat) -> bool {
        self.humans.contains(&seat)
    }

    /// The only seat that a person plays; `None` if people play both seats, or none.
    pub(super) fn only_human(&self) -> Option<Seat> {
        match self.humans.as_slice() {
            &[seat] => Some(seat),
            _ => None,
        }
    }

    /// Whether the engine plays itself.
    pub(super) fn nobody(&self) -> bool {
        self.humans.is_empty()
    }

    /// The name of a player inside a sentence.
    pub(super) fn name(&self, seat: Seat) -> &'static str {
        match (self.only_human(), seat) {
            (Some(human), _) if human == seat => "you",
            (Some(_), _) => "Reviver",
            (None, Seat::First) => "the first player",
            (None, Seat::Second) => "the second player",
        }
    }

    /// The name of a player at the start of a sentence.
    pub(super) fn title(&self, seat: Seat) -> &'static str {
        match self.name(seat) {
            "you" => "You",
            "Reviver" => "Reviver",
            "the first player" => "The first player",
            _ => "The second player",
        }
    }

    /// The name of a player in the tags of a record.
    pub(super) fn tag(&self, seat: Seat) -> &'static str {
        if self.is_human(seat) {
            "Human"
        } else {
            concat!("Reviver ", env!("CARGO_PKG_VERSION"))
        }
    }

    /// Says that a player wins: "You win" or "Reviver wins".
    fn wins(&self, seat: Seat) -> String {
        let name = self.title(seat);
        if name == "You" {
            "You win".to_owned()
        } else {
            format!("{name} wins")
        }
    }
}

pub(super) fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// Who is to play, the phase, the checks, and whether an un-capture is allowed or forced.
pub(super) fn to_play<R: NativeWords>(live: &LiveGame<R>, players: &Players) -> String {
    let position = live.position();
    let seat = position.seat();
    let number = live.turns().len() + 1;
    let mut text = match players.only_human() {
        Some(human) if human == seat => {
            let color = color_name(position.side());
            format!("Turn {number}: you are to play, with {color}.")
        }
        _ => format!(
            "Turn {number}: {} is to play, with {}.",
            players.name(seat),
            color_name(position.side())
        ),
    };
    if let Some(phase) = position.phase() {
        let _ = write!(text, " Phase {}.", if phase == 1 { "I" } else { "II" });
    }
    let checks = position.checks();
    for color in [Color::White, Color::Black] {
        if *checks.get(color) {
            let _ = write!(text, " The king of {} is in check.", color_name(color));
        }
    }
    match position.uncapture() {
        Uncapture::None => {}
        Uncapture::May(square) => {
            let _ = write!(text, " An un-capture on {square} is allowed.");
        }
        Uncapture::Must(square) => {
            let _ = write!(text, " An un-capture on {square} is forced.");
        }
    }
    text
}

/// The progress of each player, as the game counts it.
pub(super) fn standing<R: NativeWords>(live: &LiveGame<R>, players: &Players) -> Vec<String> {
    [Seat::First, Seat::Second]
        .into_iter()
        .filter_map(|seat| {
            let facts = facts(live, seat)?;
            let color = color_name(live.color_of(seat));
            let goal = color_name(goal_of(live, seat));
            let switch = if goal == color {
                String::new()
            } else {
                format!(", to bring {goal} home")
            };
            Some(format!(
                "{} ({color}{switch}): {facts}",
                players.title(seat)
            ))
        })
        .collect()
}

/// The colour that this player has to bring home.
pub(super) fn goal_of<R: NativeWords>(live: &LiveGame<R>, seat: Seat) -> Color {
    if live.position().owner(Color::White) == seat {
        Color::White
    } else {
        Color::Black
    }
}

/// The progress of a player in numbers; `None` if the goal of the game is checkmate.
fn facts<R: NativeWords>(live: &LiveGame<R>, seat: Seat) -> Option<String> {
    let position = live.position();
    let goal = goal_of(live, seat);
    let points = *position.points().get(goal);
    let progress = position.progress(goal);
    match live.position().goal() {
        Goal::Checkmate => None,
        Goal::ReviveEnemy => {
            let enemy = position.progress(!goal).on_board;
            Some(format!("{enemy} of 16 enemy pieces on the board"))
        }
        Goal::OwnHome | Goal::SwitchedHome => {
            let (home, on_board) = (progress.home, progress.on_board);
            let distance = progress.distance;
            Some(format!(
                "{home} home, {on_board} on the board, distance {distance}, {points} points"
            ))
        }
    }
}

/// The result, the rule that ended the game, and the progress of each player.
pub(super) fn outcome<R: NativeWords>(
    live: &LiveGame<R>,
    players: &Players,
    outcome: Outcome,
) -> String {
    let mut text = format!("Game over, {}: ", outcome.result());
    text.push_str(&match outcome.winner {
        Some(winner) => players.wins(winner),
        None => "a draw".to_owned(),
    });
    let _ = writeln!(text, " - {}.", outcome.ending.description());
    for line in standing(live, players) {
        let _ = writeln!(text, "  {line}");
    }
    text
}
