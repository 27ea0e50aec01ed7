//! The files of `positions/`.

use reviver::games::Game;

/// The text of a file in the folder of a game.
pub fn text(variant: &'static Game, file: &str) -> String {
    let path = format!("{}/positions/{variant}/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The FENs in the `perft.txt` of a game. A game that is not built in has no such file. Then the
/// only FEN is that of its start.
pub fn perft_fens(variant: &'static Game) -> Vec<String> {
    if !variant.is_built_in() {
        return vec![variant.start(0).to_string()];
    }
    let text = text(variant, "perft.txt");
    let positions = text.lines().filter_map(|line| line.split(" ; ").next());
    positions
        .filter(|fen| !fen.is_empty())
        .map(str::to_owned)
        .collect()
}
