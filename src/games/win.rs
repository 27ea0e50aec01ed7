//! Says in a few words how a game with given switches is won.

use toml::{Table, Value};

use crate::plural::listed;

/// The switches that [`win`] reads.
const WIN_TEXT_SWITCHES: [&str; 9] = [
    "goal",
    "own-check",
    "declare",
    "home-wins",
    "compare",
    "switch-colours",
    "repetition",
    "fifty-moves",
    "stalemate",
];

/// Whether two games of one family are equal in all switches that [`win`] reads. If they
/// are, `win` gives the same words for both.
pub(super) fn has_same_win_text(one: &Table, other: &Table) -> bool {
    WIN_TEXT_SWITCHES
        .iter()
        .all(|&name| one.get(name) == other.get(name))
}

/// How the game with these switches is won: the words that follow "you win by".
pub(super) fn win(switches: &Table) -> String {
    let is = |name: &str, value: &str| switches.get(name).and_then(Value::as_str) == Some(value);
    let on = |name: &str| switches.get(name).and_then(Value::as_bool) == Some(true);
    let has = |name: &str| switches.contains_key(name);
    let draw_rules = ["repetition", "fifty-moves", "stalemate"];
    let is_judged = draw_rules.iter().any(|name| is(name, "points"));
    let mut ways: Vec<&str> = Vec::new();
    if has("goal") {
        ways.push(if is("goal", "home") {
            "being the first to have all sixteen pieces home, \
             even if your opponent brought your last piece home"
        } else {
            "un-capturing the whole enemy army"
        });
        if is("own-check", "free") {
            ways.push("leaving your king in a check that your opponent cannot take back");
        }
    } else if has("declare") {
        if on("home-wins") {
            ways.push("bringing all sixteen pieces home");
        }
        let is_declared = !is("declare", "never");
        ways.extend(match (is_declared, is_judged, is("compare", "points")) {
            (true, false, true) => Some("having the better score when a player declares the end"),
            (true, false, false) => Some("being nearer to home when a player declares the end"),
            (_, true, true) => Some("having the better score when the game ends"),
            (_, true, false) => Some("being nearer to home when the game ends"),
            (false, false, _) => None,
        });
    } else if has("switch-colours") {
        ways.push("having all sixteen pieces home first");
        if is_judged {
            ways.push("having more points");
        }
    } else {
        ways.push("checkmate");
    }
    // Three switches, and how a player wins if the value of the switch is `loses`.
    let losses = [
        (
            "repetition",
            "making your opponent bring about a position for the third time",
        ),
        (
            "fifty-moves",
            "playing the last of a hundred reversible turns",
        ),
        ("stalemate", "leaving your opponent without a turn"),
    ];
    let possible = losses.iter().filter(|(name, _)| is(name, "loses"));
    ways.extend(possible.map(|(_, way)| *way));
    listed(&ways, ", or ")
}
