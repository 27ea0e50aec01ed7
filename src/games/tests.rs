use std::collections::BTreeSet;

use super::*;
use crate::eval::network::{Inputs, mirrored};
use crate::eval::{Contempt, Feature, evaluate, evaluate_with, horizon, weights_text};
use crate::rules::Rules;
use crate::search::Params;

/// The evaluations of a start position: without contempt, with that of the player to play, and with
/// that of the other.
struct WithContempt;

impl Visitor for WithContempt {
    type Output = [i32; 3];

    fn visit<R: Rules>(self, game: TypedGame<R>) -> [i32; 3] {
        let start = game.first_position(0);
        let (weights, seat) = (game.weights(), start.seat());
        let [own, other] =
            [seat, !seat].map(|seat| evaluate_with(&start, weights, Contempt::of(seat, 300)));
        [evaluate(&start, weights), own, other]
    }
}

#[test]
fn contempt_raises_the_evaluation_of_its_player() {
    for game in all() {
        let [even, own, other] = game.dispatch(WithContempt);
        assert!(own > even && even > other, "{game}: {own} {even} {other}");
    }
}

struct Horizon;

impl Visitor for Horizon {
    type Output = u32;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> u32 {
        horizon(&game.first_position(0))
    }
}

#[test]
fn a_race_is_shorter_than_a_way_home() {
    let [race, chess, home] = ["unplay-strict", "unachess", "ssehc"]
        .map(|name| find(name).expect("a game").dispatch(Horizon));
    assert_eq!((race, chess, home), (25, 20, 40));
}

#[test]
fn a_mirrored_position_has_the_mirrored_rows() {
    for game in all() {
        let setup = game.start(7);
        let mut rows: Vec<usize> = Inputs::of(&setup).rows().map(mirrored).collect();
        rows.sort_unstable();
        let expected: Vec<usize> = Inputs::of(&setup.mirrored()).rows().collect();
        assert_eq!(rows, expected, "{game}");
    }
}

#[test]
fn weights_read_back_as_they_were_written() {
    for game in all() {
        let mut weights = game.weights().clone();
        weights[Feature::Tempo].early += 3;
        weights[Feature::Tempo].prospects -= 3;
        weights.scale.even += 3;
        let text = weights_text::write(&weights);
        assert_eq!(weights_text::read(&text).as_ref(), Ok(&weights), "{game}");
    }
}

#[test]
fn margins_grow_with_the_spread_and_are_written_for_unachess() {
    let params = Params::default();
    let at = |name| params.at_spread(find(name).expect("a game").weights().scale.spread);
    assert_eq!(at("unachess"), params);
    let (tight, wide) = (at("unplay-strict"), at("ssehc"));
    assert!(tight.futility_margin < params.futility_margin);
    assert!(params.futility_margin < wide.futility_margin);
    assert_eq!(tight.exchange_margin, params.exchange_margin);
    let least = params.at_spread(1);
    assert_eq!((least.null_move_eval, least.aspiration_step), (1, 1));
}

#[test]
fn higher_levels_search_more_in_every_game() {
    for game in all() {
        let nodes: Vec<_> = (0..=20)
            .map(|level| game.levels().nodes(level as f32 / 20.0))
            .collect();
        assert!(
            nodes.is_sorted_by(|few, many| few < many),
            "{game}: {nodes:?}"
        );
    }
}

#[test]
fn a_rating_has_the_level_that_was_measured_to_have_it() {
    for game in all() {
        assert_eq!(game.level_of(ELO.1), Strength::FULL_LEVEL, "{game}");
        assert_eq!(game.level_of(ELO.0), 0.0, "{game}");
        let elo = game.elo_per_level() as i64;
        assert_eq!(game.level_of(ELO.1 - 7 * elo), 13.0, "{game}");
        let between = game.level_of(ELO.1 - 5 * elo / 2);
        assert!((between - 17.5).abs() < 0.1, "{game}: {between}");
    }
}

#[test]
fn every_folder_is_complete_and_listed() {
    let folders: BTreeSet<_> = FOLDERS
        .dirs()
        .map(|folder| folder.path().to_str())
        .collect();
    let listed = BUILT_IN.iter().map(|built_in| Some(built_in.name));
    assert_eq!(folders, listed.collect());
    for (built_in, game) in BUILT_IN.iter().zip(all()) {
        assert_eq!(built_in.name, game.name());
        let in_folder = |file| FOLDERS.get_file(format!("{game}/{file}")).is_some();
        assert!(in_folder("game.toml") && in_folder("rules.md"), "{game}");
        assert!(
            !game.openings().is_empty() && !game.bench().is_empty(),
            "{game}"
        );
    }
    for game in all() {
        assert_ne!(*game.weights(), Weights::ZERO, "{game}");
        assert!(!game.rules_text().is_empty(), "{game}");
    }
}
