//! Helpers of the tests. They read games and positions from text, test legal and illegal turns for
//! both colours, read the files of `positions/`, and run the program.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test binary uses only some of these helpers"
)]

pub mod families;
pub mod invariants;
pub mod play;
pub mod positions;
pub mod program;

use std::collections::HashSet;
use std::sync::LazyLock;

use rayon::prelude::*;
use reviver::board::{Setup, Turn};
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::notation::{PositionError, position};
use reviver::rules::smolowitz::{self, Smolowitz};
use reviver::rules::ssehc::{Declare, Ssehc};
use reviver::rules::switches::Common;
use reviver::rules::unachess::{self, Unachess};
use reviver::rules::unplay::{self, Unplay};
use reviver::rules::{Field, Outcome, Rules, Switches};

/// The names of some games.
pub type Names = LazyLock<Vec<&'static str>>;

/// The Ssehc games in which players may declare the end, White plays first, and repetition, fifty
/// moves and stalemate are draws.
pub static SSEHC: Names = Names::new(|| {
    names_where::<Ssehc>(|switches| {
        switches.declare != Declare::Never && switches.common == draws(&switches.common)
    })
});

/// The Smolowitz games with the base values of all switches.
pub static SMOLOWITZ: Names =
    Names::new(|| names_where::<Smolowitz>(|switches| *switches == smolowitz::Switches::BASE));

/// The Unplay games with the base values of all switches except `own-check` and `start`.
pub static UNPLAY: Names = Names::new(|| {
    names_where::<Unplay>(|switches| {
        *switches
            == unplay::Switches {
                own_check: switches.own_check,
                common: draws(&switches.common),
                ..unplay::Switches::BASE
            }
    })
});

/// The Unachess games with the base values of all switches.
pub static UNACHESS: Names =
    Names::new(|| names_where::<Unachess>(|switches| *switches == unachess::Switches::BASE));

/// The games of [`UNPLAY`] and [`SMOLOWITZ`]. In these games an un-move may un-capture a piece of
/// the opponent.
pub static REVIVING: Names = Names::new(|| [&**UNPLAY, &**SMOLOWITZ].concat());

/// The reverse games.
pub static REVERSE: Names = Names::new(|| {
    let mut games = games::built_in();
    games.retain(|game| game.is_reverse());
    games.into_iter().map(Game::name).collect()
});

/// The values of [`Common::DRAWS`]: White plays first, and repetition, fifty moves and stalemate
/// are draws. Only `kings`, which the switch `start` decides, is taken from `common`.
fn draws(common: &Common) -> Common {
    Common {
        kings: common.kings,
        ..Common::DRAWS
    }
}

/// The names of the built-in games with rules type `R` and switches that `fits` accepts. If there
/// are none, only the name of the family, which [`game`] accepts too.
fn names_where<R: Rules>(fits: impl Fn(&R::Switches) -> bool) -> Vec<&'static str> {
    let mut games = games_of::<R>();
    games.retain(|game| fits(game.switches()));
    if games.is_empty() {
        return vec![R::Switches::FAMILY];
    }
    games.into_iter().map(|game| game.game().name()).collect()
}

/// The game called `name`. If no game has this name, `name` must be that of a family, and the
/// result is [`families::of_family`]. So tests of rules do not depend on the list of games.
pub fn game(name: &str) -> &'static Game {
    games::find(name).unwrap_or_else(|| families::of_family(name))
}

/// A game for tests in which any game will do. It usually lasts twenty turns of each player or
/// longer.
pub fn some_game() -> &'static Game {
    games::recommended()
}

/// A reverse game for tests in which any reverse game will do.
pub fn some_reverse_game() -> &'static Game {
    let mut games = games::built_in().into_iter();
    games
        .find(|game| game.is_reverse())
        .expect("a reverse game")
}

/// The first built-in game of each family.
pub fn one_of_each_family() -> Vec<&'static Game> {
    struct Family;
    impl Visitor for Family {
        type Output = &'static str;
        fn visit<R: Rules>(self, _: TypedGame<R>) -> &'static str {
            R::Switches::FAMILY
        }
    }
    let mut seen = HashSet::new();
    let mut games = games::built_in();
    games.retain(|game| seen.insert(game.dispatch(Family)));
    games
}

/// The game of this name with its rules type.
pub fn typed<R: Rules>(name: &str) -> TypedGame<R> {
    TypedGame::new(game(name)).unwrap_or_else(|| panic!("{name} has a different rules type"))
}

/// The built-in games with this rules type.
pub fn games_of<R: Rules>() -> Vec<TypedGame<R>> {
    games::built_in()
        .into_iter()
        .filter_map(TypedGame::new)
        .collect()
}

/// Calls a visitor for every built-in game, on several threads.
pub fn in_every_game<V: Visitor<Output = ()> + Copy + Send + Sync>(visitor: V) {
    games::built_in()
        .into_par_iter()
        .for_each(|game| game.dispatch(visitor));
}

/// The reason that [`Rules::illegality`] gives if no other fits. Every illegal turn of the tests
/// must have a more specific reason.
const FALLBACK_REASON: &str = "it is not a legal turn here";

/// The position of a FEN, which the game must accept.
pub fn read<R: Rules>(variant: TypedGame<R>, fen: &str) -> R {
    variant
        .read(fen)
        .unwrap_or_else(|error| panic!("{variant} {fen}: {error}"))
}

/// A turn from its text.
pub fn turn(text: &str) -> Turn {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The position with the colours exchanged. The game must accept this position too.
pub fn mirror<R: Rules>(variant: TypedGame<R>, position: &R) -> R {
    let setup = position.setup().mirrored();
    variant
        .position(setup)
        .unwrap_or_else(|error| panic!("{variant} {setup}: {error}"))
}

/// The texts of the legal turns, sorted.
pub fn legal_texts<R: Rules>(position: &R) -> Vec<String> {
    let mut texts: Vec<String> = position.turns().iter().map(Turn::to_string).collect();
    texts.sort();
    texts
}

/// Runs a test on a position and on its mirror image.
struct OnBothColours<'a, F> {
    fen: &'a str,
    test: F,
}

/// A test of a position of any game.
trait PositionTest {
    /// The texts of turns in a test are those for the unmirrored position. `turn` reads such a
    /// text, and mirrors the turn if `position` is mirrored.
    fn run<R: Rules>(&self, variant: TypedGame<R>, position: &R, turn: &dyn Fn(&str) -> Turn);
}

impl<F: PositionTest> Visitor for OnBothColours<'_, F> {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        let position = read::<R>(variant, self.fen);
        self.test.run(variant, &position, &turn);
        let mirrored = mirror(variant, &position);
        self.test
            .run(variant, &mirrored, &|text| turn(text).mirrored());
    }
}

fn run(variants: &[&str], fen: &str, test: impl PositionTest + Copy) {
    for name in variants {
        game(name).dispatch(OnBothColours { fen, test });
    }
}

#[derive(Clone, Copy)]
struct Legal<'a>(&'a [&'a str]);

impl PositionTest for Legal<'_> {
    fn run<R: Rules>(&self, variant: TypedGame<R>, position: &R, turn: &dyn Fn(&str) -> Turn) {
        for text in self.0 {
            let turn = turn(text);
            let illegality = position.illegality(turn);
            assert!(
                position.is_legal(turn) && illegality.is_none(),
                "{variant} {}: {turn} is not legal: {illegality:?}",
                position.setup()
            );
        }
    }
}

#[derive(Clone, Copy)]
struct NotLegal<'a>(&'a [&'a str], &'a str);

impl PositionTest for NotLegal<'_> {
    fn run<R: Rules>(&self, variant: TypedGame<R>, position: &R, turn: &dyn Fn(&str) -> Turn) {
        let NotLegal(texts, words) = self;
        for text in *texts {
            let turn = turn(text);
            let setup = position.setup();
            assert!(
                !position.is_legal(turn),
                "{variant} {setup}: {turn} is legal"
            );
            let reason = position.illegality(turn).expect("a reason").to_string();
            assert!(
                !reason.contains(FALLBACK_REASON),
                "{variant} {setup}: {turn}"
            );
            assert!(
                reason.contains(words),
                "{variant} {setup}: {turn}: '{reason}' does not say '{words}'"
            );
        }
    }
}

#[derive(Clone, Copy)]
struct Exactly<'a>(&'a str, &'a [&'a str]);

impl PositionTest for Exactly<'_> {
    fn run<R: Rules>(&self, variant: TypedGame<R>, position: &R, turn: &dyn Fn(&str) -> Turn) {
        let Exactly(from, texts) = self;
        // `turn` can mirror only a whole turn. So this appends the arbitrary square d6 to `from`,
        // and takes the from-square of the resulting turn.
        let from = (!from.is_empty()).then(|| turn(&format!("{from}d6")).from());
        let mut expected: Vec<String> = texts.iter().map(|text| turn(text).to_string()).collect();
        expected.sort();
        let found: Vec<String> = legal_texts(position)
            .into_iter()
            .filter(|text| from.is_none_or(|from| text.starts_with(&from.to_string())))
            .collect();
        assert_eq!(found, expected, "{variant} {}", position.setup());
    }
}

/// Asserts that these turns are legal in each of the games, for either colour.
pub fn assert_legal(variants: &[&str], fen: &str, turns: &[&str]) {
    run(variants, fen, Legal(turns));
}

/// Asserts that these turns are illegal in each of the games, for either colour, and that each
/// reason contains `words`.
pub fn assert_illegal(variants: &[&str], fen: &str, turns: &[&str], words: &str) {
    run(variants, fen, NotLegal(turns, words));
}

/// Asserts that exactly these turns are legal in each of the games, for either colour. Only turns
/// whose text starts with `from` count. If `from` is `""`, all turns count.
pub fn assert_legal_exactly(variants: &[&str], fen: &str, from: &str, turns: &[&str]) {
    run(variants, fen, Exactly(from, turns));
}

/// Asserts that `played` is legal and leads to `expected`, for either colour. The full-move number
/// is not compared.
pub fn assert_leads_to(variants: &[&str], fen: &str, played: &str, expected: &str) {
    struct LeadsTo<'a>(&'a str, &'a str, &'a str);
    impl Visitor for LeadsTo<'_> {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            let LeadsTo(fen, played, expected) = self;
            let before = read::<R>(variant, fen);
            let expected = *read::<R>(variant, expected).setup();
            let (turn, mirrored) = (turn(played), mirror(variant, &before));
            for (before, turn, expected) in [
                (&before, turn, expected),
                (&mirrored, turn.mirrored(), expected.mirrored()),
            ] {
                assert!(before.is_legal(turn), "{variant} {fen}: {turn}");
                let after = before.play(turn);
                let expected = Setup {
                    fullmove: after.setup().fullmove,
                    ..expected
                };
                assert_eq!(
                    after.setup().to_string(),
                    expected.to_string(),
                    "{variant} {fen}: {turn}"
                );
            }
        }
    }
    for name in variants {
        game(name).dispatch(LeadsTo(fen, played, expected));
    }
}

/// The outcome of a position without its history. Asserts that the mirrored position has the same
/// outcome with the players exchanged.
pub fn outcome(variant: &'static Game, fen: &str) -> Option<Outcome> {
    struct OutcomeOf<'a>(&'a str);
    impl Visitor for OutcomeOf<'_> {
        type Output = Option<Outcome>;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> Option<Outcome> {
            let position = read::<R>(variant, self.0);
            let outcome = position.outcome();
            let mirrored = mirror(variant, &position).outcome().map(|outcome| Outcome {
                winner: outcome.winner.map(|seat| !seat),
                ..outcome
            });
            assert_eq!(outcome, mirrored, "{variant} {}", self.0);
            outcome
        }
    }
    variant.dispatch(OutcomeOf(fen))
}

/// The error with which a game refuses a position.
pub fn position_error(variant: &'static Game, fen: &str) -> PositionError {
    struct ErrorOf<'a>(&'a str);
    impl Visitor for ErrorOf<'_> {
        type Output = PositionError;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> PositionError {
            match variant.read(self.0) {
                Ok(_) => panic!("{variant} accepts {}", self.0),
                Err(error) => error,
            }
        }
    }
    variant.dispatch(ErrorOf(fen))
}

/// Asserts that each of the games refuses a position. The error must name `field` and contain
/// `words`. If the FEN can be parsed, the mirrored position must be refused for the same field.
pub fn assert_invalid(variants: &[&str], fen: &str, field: Field, words: &str) {
    struct Mirrored<'a>(&'a Setup);
    impl Visitor for Mirrored<'_> {
        type Output = Option<Field>;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> Option<Field> {
            let mirrored = variant.position(self.0.mirrored());
            mirrored.err().map(|error| error.field())
        }
    }
    for variant in variants.iter().map(|name| game(name)) {
        let error = position_error(variant, fen);
        assert_eq!(error.field(), Some(field), "{variant} {fen}: {error}");
        assert!(
            error.to_string().contains(words),
            "{variant} {fen}: '{error}' does not say '{words}'"
        );
        if let Ok(setup) = position::parse(variant.form(), fen) {
            let mirrored = variant.dispatch(Mirrored(&setup));
            assert_eq!(mirrored, Some(field), "{variant} {fen}, mirrored");
        }
    }
}

/// Asserts that each of the games accepts a position, for either colour.
pub fn assert_valid(variants: &[&str], fen: &str) {
    assert_legal(variants, fen, &[]);
}
