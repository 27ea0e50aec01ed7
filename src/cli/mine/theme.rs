//! What the best turn of a test position is about.

/// What the best turn is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum Theme {
    /// A capture or an un-capture en passant
    EnPassant,
    /// Castling or un-castling
    Castling,
    /// A promotion or an un-promotion
    Promotion,
    /// A turn with an un-capture, played while a king is in check; only in reverse games
    Check,
}

impl Theme {
    /// Whether the comments on a turn, such as "answers a check", name this theme.
    pub(super) fn is_in(self, comments: &[String]) -> bool {
        let contain = |part: &str| comments.iter().any(|comment| comment.contains(part));
        match self {
            Theme::EnPassant => contain("en passant"),
            Theme::Castling => contain("castling"),
            Theme::Promotion => contain("promotion"),
            Theme::Check => {
                (contain("answers a check") || contain("out of kcehc")) && contain("un-captures")
            }
        }
    }
}
