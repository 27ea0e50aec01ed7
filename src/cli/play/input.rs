//! What a person can type.

/// The meaning of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// An empty line.
    Nothing,
    /// A command.
    Command(PlayCommand),
    /// A question about turns, empty for an overview.
    Ask(String),
    /// A turn by its number in the last list.
    Number(usize),
    /// Anything else: a turn, or a part of one.
    Text(String),
    /// A command that nothing may follow, with something behind it.
    Excess(String),
}

/// The commands that may be followed by words.
const WITH_WORDS: [&str; 8] = [
    "analyse", "analyze", "level", "load", "moves", "new", "review", "save",
];

/// The commands. None of them is a turn in any notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    Analyse(Option<String>),
    Board,
    Draw,
    Fen,
    Flip,
    Forward,
    Go,
    Help,
    Hint,
    Learn,
    Level(Option<String>),
    Load(String),
    Moves,
    New(String),
    Quit,
    Redo,
    Resign,
    Review(Option<String>),
    Rules,
    Save(Option<String>),
    Undo,
    Watch,
}

/// The commands and what they do, as `help` prints them.
pub(super) const COMMANDS: [(&str, &str); 22] = [
    ("moves", "list all legal turns with their numbers"),
    (
        "hint",
        "show what the engine would play, and how good that is",
    ),
    ("go", "let the engine play for you"),
    (
        "level [LEVEL | TIME]",
        "show how strong the engine plays, or change it",
    ),
    ("undo", "take your last turn back"),
    ("redo", "play the turn again that was taken back"),
    ("rules", "print the rules of the game"),
    ("learn", "learn the rules, turn by turn"),
    ("board", "draw the board again"),
    ("flip", "turn the board round"),
    ("fen", "print the position in one line"),
    ("analyse [TIME]", "show the best turns of the position"),
    (
        "review [FILE]",
        "show the errors of both players, and write a page for a browser",
    ),
    ("watch", "replay the game as a chess game, from its end"),
    ("forward", "print the game so far as an ordinary chess game"),
    ("save [FILE]", "write the game to a file"),
    ("load FILE", "continue a saved game"),
    ("new [GAME]", "start another game"),
    ("draw", "offer a draw"),
    ("resign", "resign the game"),
    ("help", "print this"),
    ("quit", "end the program; the game is saved"),
];

/// Reads a line.
pub(super) fn parse(line: &str) -> Input {
    let line = line.trim();
    if let Some(question) = line.strip_prefix('?') {
        return Input::Ask(question.trim().to_owned());
    }
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let argument = (!rest.is_empty()).then(|| rest.to_owned());
    let command = match word {
        "" => return Input::Nothing,
        "analyse" | "analyze" => PlayCommand::Analyse(argument),
        "board" => PlayCommand::Board,
        "draw" => PlayCommand::Draw,
        "fen" => PlayCommand::Fen,
        "flip" => PlayCommand::Flip,
        "forward" => PlayCommand::Forward,
        "go" => PlayCommand::Go,
        "help" => PlayCommand::Help,
        "hint" => PlayCommand::Hint,
        "learn" => PlayCommand::Learn,
        "level" => PlayCommand::Level(argument),
        "load" => PlayCommand::Load(argument.unwrap_or_default()),
        "moves" => match argument {
            None => PlayCommand::Moves,
            Some(question) => return Input::Ask(question),
        },
        "new" => PlayCommand::New(argument.unwrap_or_default()),
        "quit" | "exit" => PlayCommand::Quit,
        "redo" => PlayCommand::Redo,
        "resign" => PlayCommand::Resign,
        "review" => PlayCommand::Review(argument),
        "rules" => PlayCommand::Rules,
        "save" => PlayCommand::Save(argument),
        "undo" => PlayCommand::Undo,
        "watch" => PlayCommand::Watch,
        _ => {
            return match word.parse() {
                Ok(number) if rest.is_empty() && word.len() < 5 && word != "0000" => {
                    Input::Number(number)
                }
                _ => Input::Text(line.to_owned()),
            };
        }
    };
    if rest.is_empty() || WITH_WORDS.contains(&word) {
        Input::Command(command)
    } else {
        Input::Excess(word.to_owned())
    }
}

/// A question of the program about something that ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Whether the person resigns.
    Resign,
    /// Whether the person offers a draw.
    Draw,
}

impl Question {
    /// The answer: yes, no, or something else. The command that led to the question means yes.
    pub(super) fn answer(self, input: &Input) -> Option<bool> {
        match (self, input) {
            (Question::Resign, Input::Command(PlayCommand::Resign))
            | (Question::Draw, Input::Command(PlayCommand::Draw)) => Some(true),
            (_, Input::Text(text)) => match text.to_ascii_lowercase().as_str() {
                "y" | "yes" => Some(true),
                "n" | "no" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_distinguished() {
        assert_eq!(parse("  "), Input::Nothing);
        assert_eq!(parse(" 12 \r\n"), Input::Number(12));
        assert_eq!(parse("? e4"), Input::Ask("e4".to_owned()));
        assert_eq!(parse("?"), Input::Ask(String::new()));
        assert_eq!(parse("end"), Input::Text("end".to_owned()));
        assert_eq!(parse("0000"), Input::Text("0000".to_owned()));
        assert_eq!(parse("undo 3"), Input::Excess("undo".to_owned()));
        assert_eq!(
            parse("save my game.pgn"),
            Input::Command(PlayCommand::Save(Some("my game.pgn".to_owned())))
        );
    }

    #[test]
    fn every_command_of_the_help_is_understood() {
        for (usage, _) in COMMANDS {
            let word = usage.split(' ').next().unwrap_or_default();
            assert!(matches!(parse(word), Input::Command(_)), "{word}");
        }
    }
}
