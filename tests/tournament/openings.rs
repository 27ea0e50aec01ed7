//! The openings that come with the program.

use std::collections::HashSet;

use reviver::games::{self, TypedGame, Visitor};
use reviver::rules::Rules;
use reviver::tournament::openings::{self, Candidate, Maker};

use crate::common::game;

#[test]
fn every_game_has_at_least_500_different_openings_2_to_8_plies_deep() {
    for variant in games::all() {
        let openings = openings::embedded(variant);
        let different: HashSet<String> = openings.iter().map(ToString::to_string).collect();
        assert!(different.len() >= 500, "{variant}: {}", different.len());
        assert_eq!(different.len(), openings.len(), "{variant}");
        for setup in openings {
            let second_plays = setup.side != variant.first_side();
            let plies = 2 * (setup.fullmove - 1) + u16::from(second_plays);
            // Each turn of Black raises the full-move number. So if Black plays first, `plies` is 2
            // too large whenever White is to play: after one ply it is 3.
            let plies = if variant.first_side().is_black() && second_plays {
                plies - 2
            } else {
                plies
            };
            assert!((2..=8).contains(&plies), "{variant}: {setup}: {plies}");
        }
    }
}

#[test]
fn a_position_in_which_the_game_is_over_is_no_opening() {
    struct Openings;

    impl Visitor for Openings {
        type Output = usize;

        fn visit<R: Rules>(self, variant: TypedGame<R>) -> usize {
            let maker = Maker {
                variant,
                seed: 0,
                plies: 0..=0,
                nodes: 300,
                bound: 1000,
            };
            (0..3).filter_map(|number| maker.candidate(number)).count()
        }
    }

    for (clock, count) in [(99, 3), (100, 0)] {
        let start = format!("7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - {clock} 60");
        let definition = format!("unplay-strict start={start}");
        let game = games::defined(&format!("late-{clock}"), &definition).expect("a game");
        assert_eq!(game.dispatch(Openings), count, "{start}");
    }
}

/// Makes three openings with this seed.
struct ThreeOpenings(u64);

impl Visitor for ThreeOpenings {
    type Output = Vec<Candidate>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Vec<Candidate> {
        let maker = Maker {
            variant,
            seed: self.0,
            plies: 2..=8,
            nodes: 300,
            bound: 100,
        };
        let candidates = (0..100).filter_map(|number| maker.candidate(number));
        candidates.take(3).collect()
    }
}

#[test]
fn openings_are_reproducible_and_balanced() {
    for variant in games::all() {
        let [one, again, other] = [1, 1, 2].map(|seed| variant.dispatch(ThreeOpenings(seed)));
        assert_eq!(one, again, "{variant}");
        assert_ne!(one, other, "{variant}");
        for openings in [one, other] {
            assert_eq!(openings.len(), 3, "{variant}");
            let mut scores = openings.iter().map(|opening| opening.score.0);
            assert!(scores.all(|score| score.abs() <= 100), "{openings:?}");
        }
    }
}

#[test]
fn an_error_in_a_file_of_openings_names_the_line() {
    let start = game("ssehc").start(0);
    let text = format!("# a comment\n\n{start} ; id \"1\"\n{start}\n");
    let read = openings::read(game("ssehc"), &text).expect("openings");
    assert_eq!(read, [start, start]);
    let error = openings::read(game("ssehc"), "#\n8/8 w - - 0 1").expect_err("no position");
    assert!(error.to_string().starts_with("line 2: "), "{error}");
    let undecided = "7k/8/6K1/8/8/8/8/5Q2[] w - - 0 1";
    let text = format!("{undecided}\n7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1");
    let error = openings::read(game("unachess"), &text).expect_err("a game that is over");
    assert_eq!(
        error.to_string(),
        "line 2: the game is over in this position"
    );
}
