//! A description that helps a person to choose a game.

/// The description of a game for a person who chooses one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// How to win: "you win by ...".
    pub win: String,
    /// What the game is good for: "good for ...". Empty if the game file does not say.
    pub good_for: String,
    /// A sentence that a player should read before choosing this game.
    pub warning: Option<String>,
    /// Whether the game is recommended to beginners.
    pub recommended: bool,
    /// Texts for a beginner, one for each of the beginner's own first turns.
    pub first_turns: Vec<String>,
    /// The position for a picture of the game, usually from the middle of a game. If the game file
    /// has no `sample`, this is the start position.
    pub sample: String,
}
