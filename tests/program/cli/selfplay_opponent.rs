//! `reviver selfplay` against a simple player.

use crate::common::program::{Folder, words};

/// A greedy opponent evaluates with the weights of the game, even if the engine has other weights.
/// If the weights of the game change, the opponent plays differently, so `--resume` is refused.
#[test]
fn selfplay_is_not_resumed_after_the_weights_of_a_greedy_opponent_have_changed() {
    let folder = Folder::new();
    folder.write(
        "own.toml",
        "name = \"own\"\nbase = \"unplay-strict\"\nweights = \"game-weights.toml\"\n\
         [switches]\nrevived-pawns = \"any\"\n",
    );
    let weights = include_str!("../../../src/games/unplay-strict/weights.toml");
    folder.write("game-weights.toml", weights);
    folder.write("engine-weights.toml", weights);
    let play = |settings: &str| {
        let start = "selfplay --game own.toml --out games --games 2 --nodes 5 --ply-limit 4";
        folder.run(&words(&format!("{start} {settings}")), "")
    };
    let with_greedy = "--opponent greedy --settings weights=engine-weights.toml";
    let first = play(with_greedy);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let resume = format!("{with_greedy} --resume");
    let again = play(&resume);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    let other = weights.replace("\"tempo\" = [30, 12]", "\"tempo\" = [0, 0]");
    assert_ne!(other, weights);
    folder.write("game-weights.toml", &other);
    let refused = play(&resume);
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(
        refused.stderr.contains("other settings"),
        "{}",
        refused.stderr
    );
}
