//! The rules of users' games in words.

use reviver::games;

use crate::{add, variation};

/// The rules of a new game called `name`.
fn rules_of(name: &str, base: &str, switches: &str) -> &'static str {
    variation(name, base, switches).rules_text()
}

#[test]
fn the_rules_text_of_a_game_contains_the_rules_of_the_nearest_built_in_game() {
    let game = variation(
        "near-strict",
        "unplay",
        "own-check = \"removable\"\nbishops = \"any\"\nfifty-moves = \"loses\"",
    );
    let text = game.rules_text();
    assert!(
        text.contains("The rules are those of \"Unplay, strict\" below, except:"),
        "{text}"
    );
    assert!(!text.contains("White wins this game with its first turn"));
    let game = variation("row-three", "unachess", "pawn-rows = [3, 3]");
    let text = game.rules_text();
    assert!(
        text.contains("* A side drops its pawns on its row 3.\n"),
        "{text}"
    );
}

#[test]
fn the_rules_text_of_a_game_without_base_contains_those_of_the_nearest_built_in_game() {
    let text = "name = \"by-family\"\nsummary = \"unplay with free bishops\"\nrules = \"unplay\"\n\
                weights = \"no-weights.toml\"\nelo-per-level = 50\ncontempt = 0\n\
                levels = { log2-nodes = [0.0, 10.0], first-error = 1.0 }\n[switches]\n\
                bishops = \"any\"\nrepetition = \"loses\"\nstart = \"random-kings\"\n";
    let rules = add(text).expect("a game").rules_text();
    for words in [
        "# by-family\n\nunplay with free bishops\n\nThe rules are those of \"",
        "* The two bishops of a side may stand on squares of one colour.\n",
        "## How the game ends",
    ] {
        assert!(rules.contains(words), "{rules}");
    }
}

#[test]
fn a_turn_that_reaches_the_goal_may_leave_a_check_that_cannot_be_removed() {
    let rules = rules_of(
        "removable",
        "unplay-placement",
        "own-check = \"removable\"\nstalemate = \"loses\"",
    );
    let exception =
        "has a turn that removes the check, or if the turn reaches the goal of the game.\n";
    assert!(rules.contains(exception), "{rules}");
}

#[test]
fn the_warning_of_the_built_in_game_is_given_only_where_it_is_true() {
    const WARNING: &str = "**Warning:";
    for base in ["unplay", "unplay-random", "unplay-placement"] {
        let built_in = games::find(base).expect("a game");
        assert!(built_in.rules_text().contains(WARNING), "{base}");
        let late_ends = "repetition = \"loses\"\nfifty-moves = \"loses\"";
        let warned = rules_of(&format!("late-{base}"), base, late_ends);
        assert!(warned.contains(WARNING), "{base}");
        let black_first = "first = \"black\"\nfifty-moves = \"loses\"";
        let unwarned = rules_of(&format!("black-{base}"), base, black_first);
        assert!(!unwarned.contains(WARNING), "{base}");
        // The paragraphs around the warning remain.
        let without = built_in.rules_text().split("\n\n");
        let without: Vec<&str> = without.filter(|text| !text.starts_with(WARNING)).collect();
        assert!(unwarned.ends_with(&without.join("\n\n")), "{base}");
    }
    let start = "start = \"8/8/8/3K4/8/8/8/k7 w - - 0 1\"";
    assert!(!rules_of("other-squares", "unplay", start).contains(WARNING));
}

#[test]
fn a_game_with_another_start_names_the_win_of_unplay_only_as_a_turn_of_board_1() {
    let start = "start = \"8/8/8/4K3/8/8/8/k7 w - - 0 1\"";
    let rules = rules_of("another-start", "unplay", start);
    let mut paragraphs = rules.split("\n\n").filter(|text| text.contains("`h8g7*b`"));
    let of_board_1 = |text: &str| text.contains("board 1") || text.starts_with("| board | turn |");
    assert!(paragraphs.all(of_board_1), "{rules}");
}
