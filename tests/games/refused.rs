//! Errors of the reader of game files: the line, what is wrong, and what would be right.

use crate::add;
use crate::common::families;

/// Asserts that the game file `text` is refused with an error that contains `words`. In many texts,
/// "secret" or "Secret" stands for private text. An error must not quote it.
#[track_caller]
fn assert_refused(text: &str, words: &str) {
    let error = add(text).expect_err(text).to_string();
    assert!(error.contains(words), "{error}");
    assert!(!error.contains("ecret"), "it quotes the text: {error}");
}

#[test]
fn a_file_with_wrong_keys_is_refused() {
    for (text, words) in [
        (
            "base = \"unplay\"",
            "line 1: name is missing, as in name = \"my-game\"",
        ),
        (
            "name = \"Secret b\"\nbase = \"unplay\"",
            "line 1: name: expected 1 to 32 small letters, digits and hyphens, as in my-unplay; the \
             name may not begin with a hyphen, consist of digits only, or be 'all', which means all games",
        ),
        ("name = \"\"\nbase = \"unplay\"", "line 1: name: expected 1"),
        (
            "name = \"-h\"\nbase = \"unplay\"",
            "line 1: name: expected 1",
        ),
        (
            "name = \"all\"\nbase = \"unplay\"",
            "line 1: name: expected 1",
        ),
        (
            "name = \"17\"\nbase = \"unplay\"",
            "line 1: name: expected 1",
        ),
        (
            "name = \"abcdefghijklmnopqrstuvwxyz0123456\"\nbase = \"unplay\"",
            "line 1: name: expected 1 to 32",
        ),
        ("name = 3", "line 1: expected a string"),
        (
            "name = \"x\"",
            "line 1: give either a base, as in base = \"unplay\"",
        ),
        (
            "name = \"x\"\nbase = \"secret\"",
            "line 2: base: there is no game of this name; the games are ssehc,",
        ),
        (
            "name = \"x\"\nrules = \"secret\"",
            "line 2: rules: there is no family of this name; the families are ssehc, smolowitz, unplay, unachess",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nsecret = 3",
            "line 3: there is no such key here; expected one of `name`, `title`",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nrecommended = \"we expected secret here\"",
            "line 3: expected a boolean",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\ncontempt = \"0, expected secret\"",
            "line 3: expected a whole number",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nelo-per-level = \"expected secret\"",
            "line 3: expected a number",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n[levels]\nlog2-nodes = \"expected secret\"",
            "line 4: expected a sequence",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n\"a, expected secret\" = 3",
            "line 3: there is no such key here; expected one of `name`, `title`",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n\"recurs secret\" = 3",
            "line 3: there is no such key here; expected one of `name`, `title`",
        ),
        (
            "name = secret",
            "line 1: a text stands in quotes, as in name = \"my-game\" or goal = \"home\"",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n[switches]\ngoal = secret",
            "line 4: a text stands in quotes, as in name = \"my-game\" or goal = \"home\"",
        ),
        (
            "name \"secret\"",
            "line 1: this is not TOML; a line looks like name = \"my-game\"",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\ngoal = \"secret\"\n[switches]\n",
            "line 3: goal is a switch; switches stand below the line [switches]",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\ntitle = \"secret \\u001B[31m\"",
            "line 3: title: expected one line of text that is not empty and has no control characters",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nsummary = \"secret\\nline\"",
            "line 3: summary: expected one line of text that is not empty and has no control characters",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\ngood-for = \"secret\\u0007\"",
            "line 3: good-for: expected one line of text that is not empty and has no control characters",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nfirst-turns = [\n\"one\",\n\"secret\\u001B[31m\"]",
            "line 5: first-turns: expected one line of text that is not empty and has no control characters",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nsample = \"secret\"",
            "line 3: sample: position: a position has 6 fields",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\ntitle = \"\"",
            "line 3: title: expected one line of text that is not empty",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nsummary = \"  \"",
            "line 3: summary: expected one line of text that is not empty",
        ),
        ("name = \"x\"\nrules = \"unplay\"", "start is missing"),
        (
            "name = \"x\"\nbase = \"unplay\"\nweights = \"secret.toml\"",
            "line 3: weights: the file cannot be read; name a file in the folder of the game file",
        ),
        (
            "name = \"unplay\"\nbase = \"unplay\"\n[switches]\nbishops = \"any\"",
            "line 1: name: another game is called 'unplay'; choose a name that is not taken",
        ),
        ("secret:x:0:0:root:/root:/bin/sh\n", "line 1: "),
        ("name = \"x\"\nsecret\n", "line 2: "),
        ("name = \"x\"\nname = \"secret\"\n", "line 2: "),
        ("", "line 1: name is missing"),
        (
            "name = \"x\"\nbase = \"unplay\"\nrules = \"unplay\"",
            "line 1: give either a base, as in base = \"unplay\", or rules, as in rules = \"unplay\"",
        ),
        (
            "name = \"x\"\r\nbase = \"x\"\r\n",
            "line 2: base: there is no game of this name",
        ),
        (
            "\u{feff}name = \"x\"\nbase = \"x\"",
            "line 2: base: there is no game of this name",
        ),
        ("\0\0", "line 1: "),
        (
            "name = \"x\"\nbase = \"unplay\"\nname = \"secret\"",
            "line 3: this key occurs twice; delete one of the two",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\ntitle = 3",
            "line 3: expected a string",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nrecommended = \"secret\"",
            "line 3: expected a boolean",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\ncontempt = 900",
            "line 3: contempt: expected a whole number from -500 to 500",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\ncontempt = \"secret\"",
            "line 3: expected a whole number",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n[search]\nsecret = 4",
            "line 4: search: there is no parameter of this name; the parameters are aspiration_depth, ",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n[search]\niir_depth = 40",
            "line 4: search: '40' is not a valid iir_depth; give a whole number from 2 to 12",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n[search]\niir_depth = \"secret\"",
            "line 4: expected a whole number",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nswitches = \"secret\"",
            "line 3: expected a table, as in [switches]",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n[[switches]]\ngoal = \"secret\"",
            "line 3: expected a table, as in [switches]",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n[levels]\nsecret = 1",
            "line 4: there is no such key here; expected `log2-nodes` or `first-error`",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n[levels]\nlog2-nodes = [1, 2]",
            "line 3: `first-error` is missing",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\n[levels]\nlog2-nodes = [1]\nfirst-error = 1",
            "line 3: levels: log2-nodes needs at least two numbers",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nnetwork = \"secret.network\"",
            "line 3: network: the file cannot be read; name a file in the folder of the game file",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nelo-per-level = 0",
            "line 3: elo-per-level: expected a number from 1 to 1000",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nexpected-turns = 0",
            "line 3: expected-turns: expected a whole number from 1 to 1000",
        ),
        (
            "name = \"x\"\nbase = \"unplay\"\nkey-salt = 6",
            "line 3: key-salt: only built-in games have this key; delete the line",
        ),
    ] {
        assert_refused(text, words);
    }
}

#[test]
fn a_file_with_a_switch_that_its_family_lacks_or_with_a_wrong_value_is_refused() {
    for (base, line, words) in [
        (
            "unplay",
            "secret = true",
            "line 4: switches: games of the family unplay have no switch of this name; their switches are start, ",
        ),
        (
            "unplay",
            "home-wins = true",
            "line 4: switches: games of the family unplay have no switch of this name; their switches are start, ",
        ),
        (
            "unplay",
            "own-check = \"secret\"",
            "line 4: own-check: expected \"free\" or \"removable\"",
        ),
        (
            "ssehc",
            "home-wins = \"secret\"",
            "line 4: home-wins: expected true or false",
        ),
        (
            "ssehc",
            "point-far = -10",
            "line 4: point-far: expected a whole number from -9 to 9",
        ),
        (
            "ssehc",
            "point-far = \"secret\"",
            "line 4: point-far: expected a whole number",
        ),
        (
            "unplay",
            "goal = true",
            "line 4: goal: expected \"army\" or \"home\"",
        ),
        (
            "unplay",
            "goal = { secret = 1 }",
            "line 4: goal: expected \"army\" or \"home\"",
        ),
        (
            "unplay",
            "goal = \"army\"\ngoal = \"secret\"",
            "line 5: this key occurs twice; delete one of the two",
        ),
        (
            "unplay",
            "stalemate = 3",
            "line 4: stalemate: expected \"draw\" or \"loses\"",
        ),
        (
            "smolowitz",
            "stalemate = \"secret\"",
            "line 4: stalemate: expected \"draw\", \"points\" or \"loses\"",
        ),
        (
            "ssehc",
            "declare = \"secret\"",
            "line 4: declare: expected \"never\", \"stuck\" or \"stuck-or-full\"",
        ),
        (
            "smolowitz",
            "possible = 1",
            "line 4: possible: expected true or false",
        ),
        (
            "smolowitz",
            "point-pawn = -1",
            "line 4: point-pawn: expected a whole number from 0 to 9",
        ),
        (
            "ssehc",
            "point-home = 1.5",
            "line 4: point-home: expected a whole number from -9 to 9",
        ),
        (
            "ssehc",
            "point-home = 1979-05-27",
            "line 4: point-home: expected a whole number from -9 to 9",
        ),
        (
            "ssehc",
            "point-home = 99999999999999999999",
            "line 4: expected a text in quotes, a number of at most 64 bits, true, false or a list",
        ),
        (
            "unachess",
            "pawn-rows = [2, 4, 6]",
            "line 4: pawn-rows: expected a range of rows within 1 to 7, as in [2, 4]",
        ),
        (
            "unachess",
            "pawn-rows = \"secret\"",
            "line 4: pawn-rows: expected a range of rows within 1 to 7, as in [2, 4]",
        ),
        (
            "unachess",
            "pawn-rows = [2, 8]",
            "line 4: pawn-rows: expected a range of rows within 1 to 7, as in [2, 4]",
        ),
        (
            "unachess",
            "pawn-rows = [4, 2]",
            "line 4: pawn-rows: expected a range of rows within 1 to 7, as in [2, 4]",
        ),
        (
            "unplay",
            "repetition = \"points\"",
            "line 4: repetition: games of the family unplay are not judged by points; use \"draw\" or \"loses\"",
        ),
        (
            "ssehc",
            "declare = \"never\"",
            "line 4: declare = \"never\" with home-wins = false",
        ),
        (
            "unplay",
            "bishops = \"any\"\nfifty-moves = \"points\"",
            "line 5: fifty-moves: games of the family unplay are not judged by points",
        ),
        (
            "unachess",
            "stalemate = \"points\"",
            "line 4: stalemate: games of the family unachess are not judged by points",
        ),
        (
            "ssehc",
            "point-home = 3\ndeclare = \"never\"",
            "line 5: declare = \"never\" with home-wins = false",
        ),
        (
            "ssehc-classic",
            "declare = \"never\"\nhome-wins = false",
            "line 4: declare = \"never\" with home-wins = false",
        ),
        (
            "unachess",
            "start = \"random-kings\"",
            "line 4: start: 'random-kings' is for games that are played backwards; give a position",
        ),
        (
            "unachess",
            "start = \"placement\"",
            "line 4: start: 'placement' is for games that are played backwards; give a position",
        ),
        (
            "unplay",
            "start = \"secret w - - 0 1\"",
            "line 4: start: placement: expected ",
        ),
        (
            "unplay",
            "start = \"secret\"",
            "line 4: start: position: a position has 6 fields",
        ),
        (
            "unplay",
            "start = \"8/8/8/8/8/8/8/kK6 w - - 0 1\"",
            "line 4: start: placement: the kings on b1 and a1 touch",
        ),
        ("unplay", "start = 3", "line 4: start: expected a string"),
        (
            "unplay",
            "first = \"black\"\nstart = \"7K/8/8/8/8/8/8/k7 w - - 0 1\"",
            "line 4: first: White is to play in the position of 'start'; delete 'first'",
        ),
        (
            "unplay",
            "first = \"secret\"",
            "line 4: first: expected \"white\" or \"black\"",
        ),
    ] {
        let text = families::game_file("x", base, line);
        // The line number in `words` is for a file whose base is a built-in game. If `base` is not
        // a built-in game, `game_file` writes `offset` more lines above `[switches]`.
        let index = text.lines().position(|line| line == "[switches]");
        let offset = index.expect("switches") - 2;
        let (number, problem) = words["line ".len()..].split_once(':').expect("a line");
        let number: usize = number.parse().expect("a number");
        assert_refused(&text, &format!("line {}:{problem}", number + offset));
    }
}

#[test]
fn a_file_that_is_nested_too_deeply_is_refused() {
    let open = format!("name = \"x\"\nbase = {}", "[".repeat(100_000));
    assert_refused(&open, "line 2: this is nested too deeply");
    let dotted = format!("name = \"x\"\n{}b = 1", "a.".repeat(100_000));
    assert_refused(&dotted, ": this is nested too deeply");
}
