//! Subcommands and the protocol work with the game file of a user. One game of each family of rules
//! is played, analysed and solved, and used for learning and for matches. Records and proofs are
//! read without the game file.

use crate::common::families::{definition, is_built_in};
use crate::common::program::{Folder, PROGRAM, Run, words};
use crate::protocol::client::Client;

/// A game file, and what the tests expect of its game.
struct UserGame {
    name: &'static str,
    /// The name of a family of rules. If a built-in game has this name too, the game file has the
    /// line `base = "NAME"`. Otherwise it has `rules = "NAME"`.
    base: &'static str,
    /// The switches of the game file, one in each line, sorted by name. Records have this order.
    switches: &'static str,
    /// Two legal turns with which a game can begin.
    turns: [&'static str; 2],
    /// A sentence that the rules text of the game must have if the game file names a base.
    rule: &'static str,
    /// A position in which the player to play wins with one turn. `None`: no proof is tested.
    won: Option<&'static str>,
    is_reverse: bool,
}

const SSEHC: UserGame = UserGame {
    name: "own-ssehc",
    base: "ssehc",
    switches: "fifty-moves = \"points\"\nhome-wins = true\npoint-home = 3\nstalemate = \"loses\"",
    turns: ["f3e4", "N@f3,f6e6"],
    rule: "* Each piece home counts 3.",
    won: None,
    is_reverse: true,
};

const SMOLOWITZ: UserGame = UserGame {
    name: "own-smolowitz",
    base: "smolowitz",
    switches: "fifty-moves = \"loses\"\npossible = false\nrepetition = \"draw\"\nswitch-colours = false",
    turns: ["e3d3", "e6d6"],
    rule: "* A position need not be one that a chess game could reach.",
    won: None,
    is_reverse: true,
};

const UNPLAY: UserGame = UserGame {
    name: "own-unplay",
    base: "unplay",
    switches: "bishops = \"any\"\nfifty-moves = \"loses\"\nrepetition = \"loses\"\nrevived-pawns = \"any\"",
    turns: ["h8g8*n", "a1b1*n"],
    rule: "* A side loses if its turn makes a position occur for the third time.",
    won: Some("7K/8/8/8/8/8/8/k7 w - - 0 1"),
    is_reverse: true,
};

const UNACHESS: UserGame = UserGame {
    name: "own-unachess",
    base: "unachess",
    switches: "castling = false\nfifty-moves = \"loses\"\npawn-rows = [1, 6]",
    turns: ["K@e1", "K@e8"],
    rule: "* There is no castling.",
    // A turn of White brings the halfmove clock to 100. Black is to play then, and loses.
    won: Some("7k/8/8/8/8/8/8/K7[] w - - 99 80"),
    is_reverse: false,
};

impl UserGame {
    /// The definition of the game in one line, as records and proofs have it.
    fn definition(&self) -> String {
        let switches: Vec<String> = self
            .switches
            .lines()
            .map(|line| line.replace([' ', '"'], ""))
            .collect();
        definition(self.base, &switches.join(" "))
    }
}

/// A folder with the file of a game.
struct GameFolder<'a> {
    folder: Folder,
    user_game: &'a UserGame,
}

impl GameFolder<'_> {
    /// Runs a subcommand with the option `--game own.toml`.
    fn with_file(&self, words: &str) -> Run {
        let mut words: Vec<&str> = words.split(' ').collect();
        words.extend(["--game", "own.toml"]);
        self.folder.run_ok(&words)
    }

    /// Runs a subcommand with the game file, and asserts that its output contains `expected`.
    fn says(&self, words: &str, expected: &str) -> Run {
        let run = self.with_file(words);
        assert!(
            run.stdout.contains(expected),
            "{words}: no '{expected}' in {}{}",
            run.stdout,
            run.stderr
        );
        run
    }
}

fn everything_works(user_game: &UserGame) {
    let game = GameFolder {
        folder: Folder::new(),
        user_game,
    };
    let file = game
        .folder
        .game_file(user_game.name, user_game.base, user_game.switches);
    std::fs::rename(game.folder.path(&file), game.folder.path("own.toml")).expect("renamed");
    looks_and_plays(&game);
    analyses(&game);
    solves(&game);
    learns(&game);
    competes(&game);
    speaks(&game);
}

fn looks_and_plays(game: &GameFolder<'_>) {
    let UserGame { name, turns, .. } = game.user_game;
    let [first, second] = turns;
    game.says("variants", name);
    game.says("perft 2", "Nodes searched: ");
    game.says("diagram", "<svg");
    game.says(&format!("diagram {first} --out board.png"), "");
    if game.user_game.is_reverse {
        game.says(&format!("forward {first} {second}"), "[FEN \"");
    }
    let play = [
        "play",
        "--game",
        "own.toml",
        "--nodes",
        "30",
        "--side",
        "both",
        "--save",
        "saved.pgn",
    ];
    let run = game
        .folder
        .run(&play, &format!("{first}\n{second}\nquit\n"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let saved = game.folder.read("saved.pgn");
    for words in [
        &format!("[Variant \"{name}\"]"),
        &format!("[Switches \"{}\"]", game.user_game.definition()),
        *first,
        *second,
    ] {
        assert!(saved.contains(words), "{words}: {saved}");
    }
    let played = "play --side none --nodes 20 --save auto.pgn";
    game.says(played, "");
    // Records are read in a folder without the game file.
    let other = Folder::new();
    other.write("saved.pgn", &saved);
    let native = other.run_ok(&["convert", "saved.pgn", "--to", "native"]);
    other.write("native.pgn", &native.stdout);
    let back = other.run_ok(&["convert", "native.pgn", "--to", "protocol"]);
    for words in [first, second] {
        assert!(back.stdout.contains(words), "{words}: {}", back.stdout);
    }
    if game.user_game.is_reverse {
        let forward = other.run_ok(&["forward", "--file", "saved.pgn"]);
        assert!(forward.stdout.contains("[FEN \""), "{}", forward.stdout);
    }
}

fn analyses(game: &GameFolder<'_>) {
    let UserGame { name, turns, .. } = game.user_game;
    game.says(
        "analyse --nodes 100 --json",
        &format!("\"variant\":\"{name}\""),
    );
    game.says(
        &format!("review {name} {} {} --nodes 50", turns[0], turns[1]),
        turns[0],
    );
    game.says("review saved.pgn --nodes 50 --json", name);
    game.says("openings --count 2 --nodes 30 --bound 1000", "id \"1\"");
    game.says("mine --games 1 --nodes 20", "");
}

fn solves(game: &GameFolder<'_>) {
    let name = game.user_game.name;
    let run =
        game.with_file("solve --nodes 300 --turns 1 --winner mover --checkpoint kept --force");
    assert!(
        run.stdout.starts_with("player ") && run.stdout.ends_with('\n'),
        "{}",
        run.stdout
    );
    let Some(fen) = game.user_game.won else {
        return;
    };
    let solve = [
        "solve", "--game", "own.toml", "--fen", fen, "--turns", "1", "--proof", "a.proof",
    ];
    let run = game.folder.run_ok(&solve);
    assert!(run.stdout.contains(" wins in "), "{}", run.stdout);
    let proof = game.folder.read("a.proof");
    let heading = format!("variant {name} {}\n", game.user_game.definition());
    assert!(proof.contains(&heading), "{proof}");
    // The proof is checked without the game file.
    let other = Folder::new();
    other.write("a.proof", &proof);
    let verified = other.run_ok(&["verify", "a.proof"]);
    assert!(verified.stdout.contains(name), "{}", verified.stdout);
}

fn learns(game: &GameFolder<'_>) {
    game.says(
        "selfplay --games 6 --nodes 20 --ply-limit 12 --out own.games",
        "",
    );
    game.says("tune own.games --epochs 1 --out own-weights.toml", "");
    game.says("train own.games --epochs 1 --out own.network", "");
    let small = "--games 6 --game-nodes 20 --nodes 20 --siblings 4";
    game.says(
        &format!("ranks {small} --weights own-weights.toml --network own.network"),
        game.user_game.name,
    );
    game.says(
        "explore --out own.tree --tree-size 3 --nodes 20 --book book.txt",
        "3 positions: ",
    );
    let book = game.folder.read("book.txt");
    std::fs::remove_file(game.folder.path("book.txt")).expect("removed");
    let command = book.lines().nth(1).expect("a second line");
    let command = command.strip_prefix("# reviver ").expect("a command");
    game.folder.run_ok(&words(command));
    assert_eq!(game.folder.read("book.txt"), book);
    let text = game.folder.read("own.toml");
    let tuned = text.replace("weights = \"no-weights.toml\"\n", "").replace(
        "[switches]",
        "weights = \"own-weights.toml\"\nnetwork = \"own.network\"\n[switches]",
    );
    game.folder.write("tuned.toml", &tuned);
    let words = [
        "match",
        "--game",
        "tuned.toml",
        "--games",
        "2",
        "--nodes",
        "20",
    ];
    game.folder.run_ok(&words);
}

fn competes(game: &GameFolder<'_>) {
    let name = game.user_game.name;
    game.says("match --games 2 --nodes 20 --out matched", name);
    game.folder.write(
        "event.toml",
        &format!(
            "variants = [\"own.toml\"]\nlimits.nodes = 20\nadjudication.ply-limit = 8\n\
             [[engine]]\nname = \"a\"\n[[engine]]\nname = \"b\"\ncommand = [\"{PROGRAM}\", \"uci\"]\n"
        ),
    );
    game.folder.run_ok(&["tournament", "event.toml"]);
    let records = game.folder.read("event/games.pgn");
    assert!(
        records.contains(&format!("[Variant \"{name}\"]")),
        "{records}"
    );
    game.says("compare --games-per-opponent 2 --nodes 5 --seed 3", name);
    let check = ["check", "--game", "own.toml", "reviver", "uci"];
    let passed = game.folder.run_ok(&check);
    assert!(passed.stdout.contains(name), "{}", passed.stdout);
    assert!(!passed.stdout.contains("FAIL"), "{}", passed.stdout);
}

/// Uses the game over the protocol, at a level below full strength.
fn speaks(game: &GameFolder<'_>) {
    let UserGame { name, turns, .. } = game.user_game;
    let mut client = Client::start();
    let path = game.folder.path("own.toml");
    client.ask(&format!("setoption name GameFile value {}", path.display()));
    client.reply(&format!("setoption name UCI_Variant value {name}"));
    let rules = client.reply("json rules");
    // The rules text of a game without a base has only what the author of the game writes.
    assert!(
        rules.contains(game.user_game.rule) || !is_built_in(game.user_game.base),
        "{rules}"
    );
    client.tell("setoption name Skill Level value 3");
    client.tell(&format!(
        "position startpos moves {} {}",
        turns[0], turns[1]
    ));
    client.say("go nodes 100");
    let best = client.wait_for(|line| line.starts_with("bestmove "));
    assert!(!best.contains("0000"), "{best}");
}

#[test]
fn a_file_of_the_ssehc_family_works_everywhere() {
    everything_works(&SSEHC);
}

#[test]
fn a_file_of_the_smolowitz_family_works_everywhere() {
    everything_works(&SMOLOWITZ);
}

#[test]
fn a_file_of_the_unplay_family_works_everywhere() {
    everything_works(&UNPLAY);
}

#[test]
fn a_file_of_the_unachess_family_works_everywhere() {
    everything_works(&UNACHESS);
}

#[test]
fn solve_names_the_endings_that_it_does_not_consider() {
    let folder = Folder::new();
    for (name, base, switches, fen, exception) in [
        (
            "a",
            "unachess",
            "fifty-moves = \"loses\"",
            "7k/8/8/8/8/8/8/K7[] w - - 92 80",
            ", unless the opponent loses by the fifty-move rule",
        ),
        (
            "b",
            "unachess",
            "fifty-moves = \"loses\"",
            "7k/8/8/8/8/8/8/K7[] w - - 20 80",
            "",
        ),
        (
            "c",
            "unachess",
            "repetition = \"loses\"",
            "7k/8/8/8/8/8/8/K7[] w - - 0 80",
            ", unless the opponent has to repeat a position",
        ),
        (
            "d",
            "unachess",
            "repetition = \"loses\"\nfifty-moves = \"loses\"",
            "7k/8/8/8/8/8/8/K7[] w - - 92 80",
            ", unless the opponent has to repeat a position or the opponent loses by the fifty-move rule",
        ),
        (
            "e",
            "ssehc",
            "repetition = \"points\"",
            "8/8/5k2/8/8/5K2/8/8 w - - 20 30",
            ", unless points decide after a repetition",
        ),
        // Here the halfmove clock is 0, so no earlier position can occur again. A third occurrence
        // takes at least 8 more plies. With 30,000 nodes, `solve` proves only that there is no win
        // within 2 turns of the winner. Such a win takes at most 5 plies, because the loser plays
        // first and may play last. So `solve` names no ending.
        (
            "f",
            "ssehc",
            "repetition = \"points\"",
            "8/8/5k2/8/8/5K2/8/8 w - - 0 1",
            "",
        ),
    ] {
        let file = format!("{name}.toml");
        let text = format!("name = \"{name}\"\nbase = \"{base}\"\n[switches]\n{switches}\n");
        folder.write(&file, &text);
        let run = folder.run_ok(&[
            "solve", "--game", &file, "--fen", fen, "--turns", "4", "--winner", "other", "--nodes",
            "30000",
        ]);
        let bound = run
            .stdout
            .split(" turns")
            .nth(1)
            .or(run.stdout.split(" turn").nth(1));
        assert_eq!(
            bound.map(str::trim_end),
            Some(exception),
            "{name}: {}",
            run.stdout
        );
    }
}
