use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ffi::OsString;

use super::*;
use crate::eval::Weights;
use crate::eval::network::{Inputs, mirrored};
use crate::eval::{Contempt, Evaluator, Feature, evaluate, expected_turns, weights_text};
use crate::rules::Rules;
use crate::search::{Params, Strength};

/// Evaluates a start position three times: without contempt, with a contempt bonus for the player
/// to play, and with a contempt bonus for the opponent.
struct WithContempt;

impl Visitor for WithContempt {
    type Output = [i32; 3];

    fn visit<R: Rules>(self, game: TypedGame<R>) -> [i32; 3] {
        let start = game.start_position(0);
        let (weights, seat) = (game.weights(), start.seat());
        let [own, other] = [seat, !seat].map(|seat| {
            let evaluator = Evaluator::new(weights, None, 0);
            let contempt = Contempt::of(seat, 300);
            evaluator.with(contempt).evaluate(&start, 0)
        });
        [evaluate(&start, weights), own, other]
    }
}

#[test]
fn contempt_raises_the_evaluation_of_its_player() {
    for game in all() {
        let [none, own, other] = game.dispatch(WithContempt);
        assert!(own > none && none > other, "{game}: {own} {none} {other}");
    }
}

struct ExpectedTurns;

impl Visitor for ExpectedTurns {
    type Output = u32;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> u32 {
        expected_turns(&game.start_position(0), game.expected_turns())
    }
}

#[test]
fn un_capturing_an_army_takes_fewer_turns_than_bringing_one_home() {
    let [un_capture, chess, home] = ["unplay-strict", "unachess", "ssehc"]
        .map(|name| find(name).expect("a game").dispatch(ExpectedTurns));
    assert_eq!((un_capture, chess, home), (25, 10, 40));
}

#[test]
fn mirroring_a_position_mirrors_its_network_inputs() {
    for game in all() {
        let setup = game.start(7);
        let mut rows: Vec<usize> = Inputs::of(&setup).rows().map(mirrored).collect();
        rows.sort_unstable();
        let expected: Vec<usize> = Inputs::of(&setup.mirrored()).rows().collect();
        assert_eq!(rows, expected, "{game}");
    }
}

#[test]
fn written_weights_can_be_read() {
    for game in all() {
        let mut weights = game.weights().clone();
        weights[Feature::Tempo].early += 3;
        weights[Feature::Tempo].lead_percent -= 3;
        weights.scale.even += 3;
        let text = weights_text::write(&weights);
        assert_eq!(weights_text::read(&text).as_ref(), Ok(&weights), "{game}");
    }
}

#[test]
fn centipawn_margins_grow_with_the_spread() {
    let params = Params::default();
    let at = |name| params.at_spread(find(name).expect("a game").weights().scale.spread);
    assert_eq!(at("unachess"), params);
    let (small, large) = (at("unplay-strict"), at("ssehc"));
    assert!(small.futility_margin < params.futility_margin);
    assert!(params.futility_margin < large.futility_margin);
    assert_eq!(small.exchange_margin, params.exchange_margin);
    let minimal = params.at_spread(1);
    assert_eq!((minimal.null_move_eval, minimal.aspiration_step), (1, 1));
}

#[test]
fn higher_levels_search_more_nodes_in_every_game() {
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
fn ratings_fall_by_the_same_elo_from_level_to_level() {
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
fn every_game_describes_its_use_and_its_first_turns_and_one_is_recommended() {
    for game in built_in() {
        let good_for = &game.about().good_for;
        assert!((10..=57).contains(&good_for.len()), "{game}: {good_for}");
        assert!(!good_for.ends_with('.'), "{game}: {good_for}");
        let first_turns = &game.about().first_turns;
        assert_eq!(first_turns.len(), 3, "{game}");
        assert!(first_turns.iter().all(|text| text.ends_with('.')), "{game}");
    }
    let mut games = built_in();
    games.retain(|game| game.about().recommended);
    assert_eq!(games, [recommended()]);
    assert_eq!(recommended().about().warning, None);
}

#[test]
fn every_folder_is_listed_and_complete() {
    let folders = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games");
    let entries = std::fs::read_dir(folders).expect("a folder");
    let found: BTreeSet<_> = entries
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().join("game.toml").exists())
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(found, FOLDERS.iter().map(OsString::from).collect());
    for folder in FOLDERS {
        for name in ["game.toml", "rules.md", "lessons.toml"] {
            let path = format!("src/games/{folder}/{name}");
            assert!(crate::packed::text(&path).is_some(), "{path}");
        }
    }
    for game in built_in() {
        assert_ne!(*game.weights(), Weights::ZERO, "{game}");
        assert!(!game.rules_text().is_empty(), "{game}");
    }
}

#[test]
fn a_game_explains_home_if_its_description_uses_the_word() {
    for game in built_in() {
        let description = format!("{} {}", game.summary(), game.about().win);
        let is_explained = game.home_words().is_some();
        assert_eq!(is_explained, description.contains("home"), "{game}");
    }
    let explaining = built_in()
        .into_iter()
        .filter(|game| game.home_words().is_some());
    assert!(explaining.count() > 0);
}

#[test]
fn the_win_text_names_the_declaration_if_the_score_decides_only_a_declared_end() {
    for (switches, words) in [
        ("", "having the better score when a player declares the end"),
        (
            "repetition = \"points\"",
            "having the better score when the game ends",
        ),
        (
            "declare = \"never\"\nrepetition = \"points\"",
            "having the better score when the game ends",
        ),
    ] {
        let body = format!("base = \"ssehc\"\n[switches]\n{switches}\n");
        let game = catalogue::define("win-text", &body, &|_| None, None).expect("a game");
        assert_eq!(game.about().win, words, "{switches}");
    }
}

#[test]
fn no_summary_names_a_game() {
    let names: Vec<&str> = built_in().into_iter().map(Game::name).collect();
    for game in built_in() {
        let words = game
            .summary()
            .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
        for word in words {
            let is_name = names.iter().any(|name| name.eq_ignore_ascii_case(word));
            assert!(!is_name, "{game}: {word}");
        }
    }
}

#[test]
fn equal_games_have_the_same_place_in_the_order() {
    let body = "base = \"unplay\"\n[switches]\nbishops = \"any\"\nstalemate = \"loses\"\n";
    let defined = catalogue::define("order-1", body, &|_| None, None).expect("a game");
    let between = "name = \"order-2\"\nbase = \"unplay\"\n[switches]\nstalemate = \"loses\"";
    let between = add(between, &|_| None).expect("a game");
    let listed = add(&format!("name = \"order-3\"\n{body}"), &|_| None).expect("a game");
    assert!(!std::ptr::eq(defined, listed));
    assert_eq!(defined, listed);
    assert_eq!(defined.cmp(listed), Ordering::Equal);
    assert_eq!(defined.cmp(between), listed.cmp(between));
    assert!(all()[0] < defined);
}
