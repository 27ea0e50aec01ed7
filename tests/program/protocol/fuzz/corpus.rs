//! Lines to mutate: commands, positions, turns, options and questions.

use reviver::games::{self, Game};
use serde_json::{Value, json};

/// Commands that take almost no time.
const COMMANDS: [&str; 48] = [
    "uci",
    "ugi",
    "isready",
    "ucinewgame",
    "uginewgame",
    "debug on",
    "debug off",
    "register later",
    "setoption name UCI_Variant value smolowitz",
    "setoption name UCI_Variant value unachess",
    "setoption name UCI_Variant value unplay-strict",
    "setoption name UCI_Variant value unplay-random",
    "setoption name UCI_Variant value ssehc",
    "setoption name UCI_Variant value unplay-placement",
    "setoption name Hash value 1",
    "setoption name MultiPV value 2",
    "setoption name Threads value 2",
    "setoption name Clear Hash",
    "setoption name Seed value 9",
    "setoption name StartSeed value 9",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value 700",
    "setoption name Contempt value -40",
    "setoption name Use Network value false",
    "setoption name Own Book value true",
    "position startpos",
    "position startpos moves f3e2",
    "position startpos moves f3e2 N@f3,f6e6",
    "position startpos moves e3e2*n e6e5",
    "position startpos moves N@f3 K@e4",
    "position startpos moves h8h7*p a1b2",
    "position fen 8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
    "position fen 1n1qk2r/1pppp1pp/1bn2r2/7R/4P3/2P1BB1P/P1PPPPN1/1N1Q2KR[bpp] w k - 16 59",
    "position fen 8/b7/3pr3/3KN1k1/1pPP1q2/1n1R2P1/1B2PP2/8[QRBNPPPrbnpppppp] w - c3 0 9",
    "position fen N3B2k/ppp1p1p1/1p6/3pbP2/NP1P1PnP/P1rb2PP/8/R3KQ1R[] b KQ - 0 29",
    "legalmoves",
    "d",
    "state",
    "eval",
    "forward",
    "flip",
    "help",
    "explain f3e2",
    "explain N@f3,f6e6",
    "query gameover",
    "query p1turn",
    "query result",
];

/// A line that adds a game to all later sessions of the process. So only the nightly test,
/// `millions_of_mutated_lines`, sends it.
pub(super) const GAME_FILE: &str = "setoption name GameFile value positions/games/no-waiting.toml";

/// Searches, a perft and `ponderhit`. A mutated search may have no limit, so [`super::chunk`] adds
/// `stop` after it.
const SEARCHES: [&str; 10] = [
    "go nodes 20",
    "go depth 2 searchmoves f3e2 f3g2",
    "go wtime 10 btime 10 winc 1 binc 1 movestogo 3",
    "go p1time 5 p2time 5 nodes 30",
    "go ponder nodes 10",
    "go mate 1 nodes 50",
    "go perft 1",
    "ponderhit",
    "json analyse {\"nodes\":20,\"multipv\":3}",
    "json analyse {\"mode\":\"play\",\"level\":3,\"clock\":{\"remaining\":5,\"increment\":1}}",
];

/// A game record, a game record in native notation, and a game of ordinary chess.
const RECORD: &str = "[Variant \"unplay\"]\n[SetUp \"1\"]\n\
    [FEN \"7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1\"]\n[Result \"1-0\"]\n\n\
    1. h8g7*b {+M1/1 500n} 1-0\n";
const NATIVE: &str =
    "[Variant \"unachess\"]\n[Notation \"native\"]\n\n1.  P>e3    n>g5\n2.  B>f4    n-e6\n*";
const CHESS: &str =
    "[Event \"a\"]\n\n1. e4 e5 2. Nf3 {a comment} Nc6 (2... d6 $1) 3. Bb5 a6 4. Bxc6 dxc6 *";

/// The lines to mutate.
pub(super) struct Corpus {
    /// Lines that take almost no time.
    pub(super) quick: Vec<String>,
    /// Lines that take some milliseconds.
    pub(super) slow: Vec<String>,
}

impl Corpus {
    pub(super) fn new() -> Self {
        let mut quick: Vec<String> = COMMANDS.map(str::to_owned).into();
        quick.extend(games::built_in().into_iter().flat_map(played));
        quick.extend(questions().into_iter().map(line));
        let mut slow: Vec<String> = SEARCHES.map(str::to_owned).into();
        slow.push("json review {\"nodes\":5}".to_owned());
        slow.extend(slow_questions().into_iter().map(line));
        Self { quick, slow }
    }
}

fn line((name, body): (&str, Value)) -> String {
    format!("json {name} {body}")
}

/// Up to twelve short games of a variant, from its `results.txt`, as `position` commands.
fn played(game: &'static Game) -> Vec<String> {
    let lines = game.results_text().lines();
    let lines = lines.filter(|line| !line.starts_with('#') && line.len() < 400);
    lines
        .filter_map(|line| {
            let (fen, rest) = line.split_once(';')?;
            let (turns, _) = rest.split_once(';')?;
            Some(format!(
                "position fen {} moves {}",
                fen.trim(),
                turns.trim()
            ))
        })
        .take(12)
        .collect()
}

fn questions() -> Vec<(&'static str, Value)> {
    let game = json!({ "game": "unplay", "seed": 3, "turns": ["h8g7*b"] });
    let ssehc = json!({ "game": "ssehc", "turns": ["f3e2", "N@f3,f6e6"] });
    let mut questions = vec![
        ("state", json!({})),
        ("position", json!({})),
        ("turns", json!({})),
        ("eval", json!({})),
        ("state", game),
        ("turns", ssehc.clone()),
        ("explain", json!({ "turn": "f3e9" })),
        (
            "explain",
            json!({ "taps": [{ "square": "f3" }, { "pocket": "N" }] }),
        ),
        (
            "explain",
            json!({ "taps": [{ "choice": { "answer": "ep", "at": "e4", "label": "x" } }] }),
        ),
        (
            "parse",
            json!({ "text": "un-capture knight on f3, un-move king to e6" }),
        ),
        ("parse", json!({ "text": "P e6-d5; p-e5 (kcehc)" })),
        ("parse", json!({ "text": "Qg8-h7P(*N)" })),
        ("parse", json!({ "text": "Nb-d2 !+" })),
        (
            "check",
            json!({ "game": "smolowitz", "fen": "8/8/4K3/8/8/4k3/8/8 b - - 0 1" }),
        ),
        (
            "record",
            json!({ "players": ["a", "b"], "comments": ["good"], "result": "*" }),
        ),
        ("open", json!({ "text": RECORD })),
        ("open", json!({ "text": NATIVE })),
        ("from-pgn", json!({ "game": "unplay", "pgn": CHESS })),
        (
            "from-pgn",
            json!({ "game": "ssehc", "pgn": "1. f3 e5 2. g4 Qh4# 0-1" }),
        ),
        ("forward", json!({})),
    ];
    questions.push(("position", ssehc));
    questions
}

fn slow_questions() -> Vec<(&'static str, Value)> {
    vec![
        ("games", json!({})),
        ("diagram", json!({ "flip": true })),
        ("rules", json!({ "game": "unachess" })),
        ("lessons", json!({ "game": "unplay" })),
        ("puzzles", json!({ "game": "smolowitz" })),
        (
            "forward",
            json!({ "game": "smolowitz", "turns": ["e3e2*n", "e6e5"] }),
        ),
    ]
}
