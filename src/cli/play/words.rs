//! The sentences about a game: the players, who is to play, how the game stands and how it ended.

use std::fmt::Write;

use crate::board::{Act, Color, ROLES, Role, Turn, TurnFields, attacks};
use crate::cli::terminal::sentence;
use crate::engine::view::{enemy_check_words, uncapture_place};
use crate::games::HOME_WORDS;
use crate::live::LiveGame;
use crate::notation::NativeWords;
use crate::record::GameResult;
use crate::rules::{
    DrawCause, Ending, Goal, Illegality, Outcome, Seat, Switches, Uncapture, side_name,
};

/// Which seats a person plays, and the names of both players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Players {
    humans: Vec<Seat>,
    /// The player who plays the first turn of the game.
    first: Seat,
}

impl Players {
    pub(super) const fn new(humans: Vec<Seat>, first: Seat) -> Self {
        Self { humans, first }
    }

    /// The player who plays the first turn of the game.
    pub(super) const fn first(&self) -> Seat {
        self.first
    }

    /// Whether a person plays this seat.
    pub(super) fn is_human(&self, seat: Seat) -> bool {
        self.humans.contains(&seat)
    }

    /// The only seat that a person plays; `None` if two people play, or if nobody does.
    pub(super) fn only_human(&self) -> Option<Seat> {
        match self.humans.as_slice() {
            &[seat] => Some(seat),
            _ => None,
        }
    }

    /// Whether the engine plays both sides.
    pub(super) fn engine_only(&self) -> bool {
        self.humans.is_empty()
    }

    /// The name of a player inside a sentence.
    pub(super) fn name(&self, seat: Seat) -> &'static str {
        match (self.only_human(), seat) {
            (Some(human), _) if human == seat => "you",
            (Some(_), _) => "Reviver",
            (None, seat) if seat == self.first => "the first player",
            (None, _) => "the second player",
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

    /// The result inside a sentence: "you win", "Reviver wins" or "a draw".
    pub(super) fn result(&self, winner: Option<Seat>) -> String {
        match winner.map(|seat| self.name(seat)) {
            None => "a draw".to_owned(),
            Some("you") => "you win".to_owned(),
            Some(name) => format!("{name} wins"),
        }
    }

    /// The player as the owner of something: "yours" or "Reviver's".
    fn owner(&self, seat: Seat) -> String {
        match self.name(seat) {
            "you" => "yours".to_owned(),
            name => format!("{name}'s"),
        }
    }

    /// Says how many points a player has: "you have 3", "Reviver has 3".
    fn have(&self, seat: Seat, points: i32) -> String {
        match self.name(seat) {
            "you" => format!("you have {points}"),
            name => format!("{name} has {points}"),
        }
    }
}

/// The number of the turn, who is to play it, the phase, which kings are in check, and whether an
/// un-capture is allowed or forced.
pub(super) fn to_play<R: NativeWords>(live: &LiveGame<R>, players: &Players) -> String {
    let position = live.position();
    let seat = position.seat();
    let number = live.turns().len() + 1;
    let (who, turn) = match players.name(seat) {
        "you" => ("you are".to_owned(), "your turn"),
        name => (format!("{name} is"), "this turn"),
    };
    let color = side_name(position.side());
    let mut text = format!("Turn {number}: {who} to play, with {color}.");
    if let Some(phase) = position.phase() {
        let _ = write!(text, " Phase {}.", if phase == 1 { "I" } else { "II" });
    }
    if *position.checks().get(position.side()) {
        let _ = write!(text, " {color} is in check.");
    }
    if let Some(check) = enemy_check_words(position, turn) {
        let _ = write!(text, " {check}");
    }
    match position.uncapture() {
        Uncapture::May(square) if has_uncapture(position) => {
            let _ = write!(text, " An un-capture on {square} is allowed.");
        }
        Uncapture::None | Uncapture::May(_) => {}
        Uncapture::Must(square) => {
            let place = uncapture_place(square, &position.turns());
            let _ = write!(text, " An un-capture {place} is forced.");
        }
    }
    text
}

/// Whether a legal turn begins with an un-capture. None does if the reserve is empty.
fn has_uncapture<R: NativeWords>(position: &R) -> bool {
    position.turns().iter().any(|turn| turn.head().is_some())
}

/// One line for each player: the progress toward the goal of the game. No lines if the goal is
/// checkmate.
pub(super) fn standing<R: NativeWords>(live: &LiveGame<R>, players: &Players) -> Vec<String> {
    [Seat::First, Seat::Second]
        .into_iter()
        .filter_map(|seat| {
            let facts = facts(live, seat)?;
            let color = side_name(live.color_of(seat));
            let home_color = side_name(color_to_bring_home(live, seat));
            // Before the players switch colours, each has to bring home the colour that the
            // opponent holds. The line then names both colours.
            let task = if home_color == color {
                String::new()
            } else {
                format!(", to bring {home_color} home")
            };
            Some(format!("{} ({color}{task}): {facts}", players.title(seat)))
        })
        .collect()
}

/// The colour that this player has to bring home.
pub(super) fn color_to_bring_home<R: NativeWords>(live: &LiveGame<R>, seat: Seat) -> Color {
    live.position().color_of_owner(seat)
}

/// The progress of a player in numbers; `None` if the goal of the game is checkmate.
fn facts<R: NativeWords>(live: &LiveGame<R>, seat: Seat) -> Option<String> {
    let position = live.position();
    let own = color_to_bring_home(live, seat);
    let points = *position.points().get(own);
    let progress = position.progress(own);
    match live.position().goal() {
        Goal::Checkmate => None,
        Goal::ReviveEnemy => {
            let enemy = position.progress(!own).on_board;
            Some(format!("{enemy} of 16 enemy pieces on the board"))
        }
        Goal::OwnHome | Goal::SwitchedHome => {
            let (home, on_board) = (progress.home, progress.on_board);
            let decisive = if distance_decides(position) {
                format!(", distance {}", progress.distance)
            } else if position.scoring().is_some() && position.points_decide() {
                format!(", {}", in_points(points))
            } else {
                String::new()
            };
            Some(format!("{home} home, {on_board} on the board{decisive}"))
        }
    }
}

/// Whether the distance of the pieces to row 1 can decide a game.
fn distance_decides<R: NativeWords>(position: &R) -> bool {
    let compares = position.may_declare() || position.switches().common().judges_by_points();
    compares && !position.points_decide()
}

/// What the numbers of [`standing`] mean; `None` if [`standing`] has no lines, or if its lines
/// explain themselves.
pub(super) fn explain_standing<R: NativeWords>(live: &LiveGame<R>) -> Option<String> {
    let position = live.position();
    match position.goal() {
        Goal::Checkmate | Goal::ReviveEnemy => None,
        Goal::OwnHome | Goal::SwitchedHome => {
            let mut text = format!(
                "{HOME_WORDS} Each player counts rows from the player's own side of the board: row 1 is rank 1 \
                 for White, and rank 8 for Black.",
            );
            if distance_decides(position) {
                text.push_str(
                    " A piece on row N has the distance N - 1. A player's distance is the sum over \
                     the player's pieces on the board. If both players have equally many pieces home, \
                     and equally many on the board, the lower distance wins.",
                );
            } else if let Some(scoring) = position.scoring()
                && position.points_decide()
            {
                let _ = write!(text, " {scoring}");
            }
            Some(text)
        }
    }
}

/// A number of points in words.
fn in_points(points: i32) -> String {
    let unit = if points.abs() == 1 { "point" } else { "points" };
    format!("{points} {unit}")
}

/// The kind of the piece that a legal turn captures, if it captures one.
pub(super) fn captured<R: NativeWords>(position: &R, turn: Turn) -> Option<Role> {
    let enemy = !position.side();
    let after = position.play(turn);
    let count = |position: &R, role| {
        let placement = &position.setup().placement;
        placement.pieces(enemy, role).count()
    };
    ROLES
        .into_iter()
        .find(|&role| count(&after, role) < count(position, role))
}

/// Why the player to play has no legal turn, as a sentence. Tries all moves to empty squares,
/// except those of pawns. Finds the rule that forbids the most of these moves, and gives as an
/// example one move that this rule forbids. If there is no move to try and the player has no pawns,
/// the sentence says that no piece has a free square. If there is no move to try but the player has
/// pawns, the result is `None`.
fn why_stuck<R: NativeWords>(position: &R) -> Option<String> {
    let side = position.side();
    let placement = &position.setup().placement;
    let pawns = placement.pieces(side, Role::Pawn);
    let mut turns = Vec::new();
    let mut illegalities = Vec::new();
    for from in placement.by_color(side) & !pawns {
        let piece = placement.piece_at(from)?;
        let reached = attacks::attacks(from, piece, placement.occupied());
        for to in reached & !placement.occupied() {
            let turn = Turn::new(TurnFields::new(Act::Move, from, to))?;
            if let Some(illegality) = position.illegality(turn) {
                turns.push(turn);
                illegalities.push(illegality);
            }
        }
    }
    let Some(shared) = Illegality::most_shared(&illegalities) else {
        let name = side_name(side);
        return pawns
            .is_empty()
            .then(|| format!("No piece of {name} has a free square to go to."));
    };
    let index = illegalities.iter().position(|other| other == shared)?;
    let turn = turns.get(index)?;
    Some(format!(
        "For example, {turn} is not legal: {}.",
        shared.reason
    ))
}

/// The result, the rule that ended the game, how points or distances decided, and the progress of
/// each player.
pub(super) fn outcome<R: NativeWords>(
    live: &LiveGame<R>,
    players: &Players,
    outcome: Outcome,
) -> String {
    let mut text = format!(
        "Game over: {}. {}",
        players.result(outcome.winner),
        sentence(outcome.ending.description())
    );
    if outcome.ending == Ending::Stalemate
        && let Some(reason) = why_stuck(live.position())
    {
        text.push(' ');
        text.push_str(&reason);
    }
    if let Some(decision) = comparison(live, players, outcome.ending) {
        text.push(' ');
        text.push_str(&decision);
    }
    text.push('\n');
    if let Some(winner) = outcome.winner {
        let _ = writeln!(text, "{}", in_records(players, winner));
    }
    for line in standing(live, players) {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// How a win is written in game records.
pub(super) fn in_records(players: &Players, winner: Seat) -> String {
    let result = GameResult::Won(winner);
    let owner = players.owner(Seat::First);
    format!("In game records the result is {result}: the first number is {owner}.")
}

/// How points or distances decide a game that ends by `ending`; `None` if they do not count.
fn comparison<R: NativeWords>(
    live: &LiveGame<R>,
    players: &Players,
    ending: Ending,
) -> Option<String> {
    let position = live.position();
    if !position.is_judged(ending) {
        return None;
    }
    if !position.points_decide() {
        return Some(
            "The side with more pieces home wins. If both have equally many, the side with more pieces on the \
             board wins. If these are equal too, the side with the lower distance wins."
                .to_owned(),
        );
    }
    let [first, second] = [Seat::First, Seat::Second]
        .map(|seat| *position.points().get(color_to_bring_home(live, seat)));
    if first == second {
        return Some(format!(
            "Points decide, and both players have {}.",
            in_points(first)
        ));
    }
    let first = players.have(Seat::First, first);
    let second = players.have(Seat::Second, second);
    Some(format!("Points decide: {first}, and {second}."))
}

/// Says that the latest turn ends the game, or that it repeats a position; `None` if it does
/// neither.
pub(super) fn effect_of_latest<R: NativeWords>(
    live: &LiveGame<R>,
    players: &Players,
) -> Option<String> {
    let Some(outcome) = live.outcome() else {
        return repetition_warning(live, players);
    };
    let result = players.result(outcome.winner);
    let reason = sentence(outcome.ending.description());
    Some(format!("It ends the game: {result}. {reason}"))
}

/// A warning if the position has occurred twice: how a third occurrence ends the game.
pub(super) fn repetition_warning<R: NativeWords>(
    live: &LiveGame<R>,
    players: &Players,
) -> Option<String> {
    if live.repetitions() != 2 {
        return None;
    }
    let outcome = live.position().outcome_on(DrawCause::Repetition);
    let result = players.result(outcome.winner);
    let decision = comparison(live, players, outcome.ending);
    let decision = decision.map_or(String::new(), |decision| format!(" {decision}"));
    Some(format!(
        "This position has occurred twice. If it occurs a third time, the game ends: {result}.{decision}"
    ))
}
