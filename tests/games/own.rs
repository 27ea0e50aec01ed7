//! Games of users: read from text, played and searched like the built-in ones.

use reviver::engine;
use reviver::games::{self, TypedGame, Visitor};
use reviver::live::LiveGame;
use reviver::rules::{self, Ending, Outcome, Rules, Seat};
use reviver::search::{Control, Limits, Root, Search};
use serde_json::{Value, json};

use crate::common::families;
use crate::{add, variation};

const BISHOPS_ANYWHERE: &str = "\
name = \"bishops-anywhere\"
title = \"Unplay with free bishops\"
summary = \"unplay in which bishops come back anywhere\"
base = \"unplay\"
elo-per-level = 50

[switches]
bishops = \"any\"
";

/// The error for a game of the family `unplay` whose file has this line below `[switches]`.
fn error_of_switch(line: &str) -> String {
    let text = format!("name = \"x\"\nbase = \"unplay\"\n[switches]\n{line}\n");
    add(&text).expect_err(line).to_string()
}

#[test]
fn an_error_names_a_key_that_stands_below_switches_but_belongs_to_the_game() {
    for key in ["weights", "title", "recommended", "levels", "search"] {
        let expected = format!(
            "line 4: {key} is a key of the game, not a switch; in a game file it stands above the \
             line [switches]"
        );
        assert_eq!(error_of_switch(&format!("{key} = \"a\"")), expected);
    }
}

#[test]
fn a_misspelt_switch_is_answered_with_the_nearest_switch() {
    for (line, similar) in [("bishop = \"any\"", "bishops"), ("gaol = 1", "goal")] {
        let expected = format!(
            "line 4: switches: games of the family unplay have no switch of this name; did you mean \
             {similar}?"
        );
        assert_eq!(error_of_switch(line), expected);
    }
}

#[test]
fn names_may_consist_of_small_letters_digits_and_hyphens() {
    for name in ["7a", "a-", "a-1", "abcdefghijklmnopqrstuvwxyz012345"] {
        let text = format!(
            "name = \"{name}\"\nbase = \"unplay\"\n[switches]\nbishops = \"any\"\nfifty-moves = \"loses\""
        );
        // The texts differ only in the name, so they define the same game. It keeps its first name.
        assert_eq!(add(&text).expect("a game").name(), "7a");
    }
}

struct Perft(u32);

impl Visitor for Perft {
    type Output = u64;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> u64 {
        rules::perft(&game.start_position(0), self.0)
    }
}

#[test]
fn a_game_from_text_is_found_by_name_can_be_played_and_works_with_perft() {
    let game = add(BISHOPS_ANYWHERE).expect("a game");
    assert_eq!(games::find("Bishops-Anywhere"), Some(game));
    assert_eq!("bishops-anywhere".parse(), Ok(game));
    assert!(games::all().contains(&game));
    assert_eq!(game.title(), "Unplay with free bishops");
    assert_eq!(game.elo_per_level(), 50.0);
    let base = games::find("unplay").expect("a game");
    assert_eq!(game.weights(), base.weights());
    assert_eq!(game.levels(), base.levels());
    assert_eq!(game.start(0), base.start(0));
    assert_ne!(game, base);
    assert_eq!(game.dispatch(Perft(1)), base.dispatch(Perft(1)));
    assert!(game.dispatch(Perft(3)) > base.dispatch(Perft(3)));
    let mut engine = engine::new(game, 0);
    assert_eq!(engine.game(), game);
    let turns = ["h8g7*b", "a1b2*b"].map(str::to_owned);
    let error = engine
        .set_position(engine::Start::Startpos(0), &turns)
        .expect_err("the check by the bishop on h8 cannot be taken back, so the game is over");
    assert!(error.to_string().contains("turn 2"), "{error}");
}

#[test]
fn a_game_has_the_search_parameters_of_its_base_unless_it_sets_its_own() {
    let parent =
        "name = \"patient\"\nbase = \"unplay\"\n[search]\niir_depth = 9\nkiller_bonus = 700\n";
    let child = "name = \"patient-child\"\nbase = \"patient\"\n[search]\niir_depth = 8\n[switches]\ngoal = \"home\"\n";
    let base = games::find("unplay").expect("a game").params().clone();
    // Some switches must differ from those of `unplay`. Otherwise `add` would return `unplay`.
    let parent = format!(
        "{parent}[switches]\nrepetition = \"loses\"\nfifty-moves = \"loses\"\nstalemate = \"loses\"\n"
    );
    let parent = add(&parent).expect("a game");
    assert_eq!(parent.search_options().params.iir_depth, 9);
    assert_eq!(parent.search_options().params.killer_bonus, 700);
    assert_eq!(parent.params().delta_margin, base.delta_margin);
    let child = add(child).expect("a game");
    assert_eq!(child.params().iir_depth, 8);
    assert_eq!(child.params().killer_bonus, 700);
}

/// Plays at most this many plies, each after a short search. Returns the outcome, if there is one.
struct Play(usize);

impl Visitor for Play {
    type Output = Option<Outcome>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Option<Outcome> {
        let mut live = LiveGame::new(game, game.start_position(3));
        let mut search = Search::<R>::new(game.search_options());
        let limits = Limits {
            nodes: Some(200),
            ..Limits::default()
        };
        for _ in 0..self.0 {
            if live.outcome().is_some() {
                break;
            }
            let best = search.go(
                Root {
                    position: live.position(),
                    keys: live.keys(),
                },
                &limits,
                &Control::default(),
                &mut |_| {},
            );
            let turn = best.turn.expect("a turn");
            live.play(turn).unwrap_or_else(|error| panic!("{error}"));
        }
        live.outcome()
    }
}

#[test]
fn games_of_every_family_are_played_with_other_switches() {
    for (name, base, switches) in [
        (
            "placed-ssehc",
            "ssehc",
            "start = \"placement\"\nfirst = \"black\"\ndeclare = \"never\"\nhome-wins = true",
        ),
        (
            "judged-ssehc",
            "ssehc",
            "start = \"random-kings\"\nrepetition = \"points\"\npoint-home = 2\npoint-far = 0",
        ),
        (
            "placed-smolowitz",
            "smolowitz",
            "start = \"placement\"\npossible = false\nhome-wins-early = true",
        ),
        (
            "own-smolowitz",
            "smolowitz",
            "switch-colours = false\nfirst = \"black\"\npoint-pawn = 3",
        ),
        (
            "home-unplay",
            "unplay-strict",
            "goal = \"home\"\nrevived-pawns = \"any\"\npawns-on-a-file = \"any\"",
        ),
        (
            "early-unachess",
            "unachess",
            "capture-before-king = true\npawn-rows = [1, 7]\nstalemate = \"loses\"",
        ),
    ] {
        let game = variation(name, base, switches);
        game.dispatch(Play(60));
    }
}

#[test]
fn equal_values_are_the_same_game() {
    let strict = games::find("unplay-strict").expect("a game");
    assert_eq!(
        variation("own-strict", "unplay", "own-check = \"removable\""),
        strict
    );
    assert_eq!(games::find("own-strict"), None);
    let again = variation("unplay-strict", "unplay", "own-check = \"removable\"");
    assert_eq!(again.name(), "unplay-strict");
    assert!(std::ptr::eq(again, strict));
}

/// Reads a position and returns its outcome.
struct OutcomeOf<'a>(&'a str);

impl Visitor for OutcomeOf<'_> {
    type Output = Option<Outcome>;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> Option<Outcome> {
        let position = game.read(self.0);
        position
            .unwrap_or_else(|error| panic!("{game} {}: {error}", self.0))
            .outcome()
    }
}

#[test]
fn sixteen_pieces_at_home_win_if_the_goal_of_unplay_is_home() {
    let game = variation("home-goal", "unplay", "goal = \"home\"");
    let home = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 30";
    let outcome = game.dispatch(OutcomeOf(home));
    assert_eq!(outcome, Some(Outcome::win(Seat::First, Ending::Home)));
    let whole_black_army = "rnbqkb1r/pppppppp/5n2/8/8/8/P7/4K3 b - - 0 30";
    assert_eq!(game.dispatch(OutcomeOf(whole_black_army)), None);
}

#[test]
fn a_stalemate_that_loses_is_a_loss_of_the_side_to_play() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
    let unachess = games::find("unachess").expect("a game");
    assert_eq!(
        unachess.dispatch(OutcomeOf(stalemate)),
        Some(Outcome::draw(Ending::Stalemate))
    );
    let game = variation("no-stalemate", "unachess", "stalemate = \"loses\"");
    assert_eq!(
        game.dispatch(OutcomeOf(stalemate)),
        Some(Outcome::win(Seat::First, Ending::Stalemate))
    );
}

/// What a board shows after `turn` has been played in the position `fen`.
fn state(game: &games::Game, fen: &str, turn: &str) -> Value {
    let body = json!({ "game": game.identity(), "start": fen, "turns": [turn] });
    reviver::questions::answer("state", body.to_string().as_bytes())
        .unwrap_or_else(|error| panic!("{body}: {error}"))
}

#[test]
fn games_that_no_points_decide_show_no_points() {
    let ends = "repetition = \"loses\"\nfifty-moves = \"loses\"\nstalemate = \"loses\"";
    let goal = "declare = \"never\"\nhome-wins = true";
    let fen = "8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 99 60";
    let why = "each player has played fifty reversible turns in a row.";
    for (base, switches, result) in [
        (
            "ssehc",
            format!("{goal}\n{ends}"),
            format!("White wins: {why}"),
        ),
        (
            "smolowitz",
            ends.to_owned(),
            format!("Black wins: {why} The colours are those after the switch."),
        ),
    ] {
        let game = variation(&format!("pointless-{base}"), base, &switches);
        let over = state(game, fen, "f3f2");
        assert_eq!(over["scoring"], Value::Null, "{base}");
        assert_eq!(over["result_words"], result, "{base}");
        for lesson in game.lessons() {
            assert!(!lesson.right.contains("points"), "{base}: {}", lesson.name);
        }
    }
    let judged = variation("judged-by-points", "ssehc", "stalemate = \"points\"");
    assert_ne!(state(judged, fen, "f3f2")["scoring"], Value::Null);
}

#[test]
fn the_result_in_words_names_the_colours_of_phase_two() {
    let fen = "6R1/NbppKp1r/1np2Bbp/5N2/B1QPpq2/1P1P3n/1P2PPPk/R5r1[Ppp] w - - 99 110";
    let over = state(families::of_family("smolowitz"), fen, "e7d8");
    assert_eq!(over["result"], "1-0");
    assert_eq!(
        over["result_words"],
        "White wins: each player has played fifty reversible turns in a row. White's score is 6, \
         Black's is 3. The colours are those after the switch."
    );
}
