//! What a person can type.

use super::choice;
use crate::games::Game;
use crate::nearest::nearest;

/// The meaning of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// An empty line.
    Nothing,
    /// A command.
    Command(PlayCommand),
    /// A question about turns, without its `?`. An empty question asks for an overview.
    Ask(String),
    /// A turn by its number in the last list.
    Number(usize),
    /// Anything else: a turn, or a part of one.
    Text(String),
    /// A command typed with an argument that it does not take. The text is the command alone.
    Excess(String),
    /// A command that other programs have and this program lacks. The text says what to type
    /// instead.
    Habit(&'static str),
}

/// Commands of other programs, each with the command of this program that does the same.
const OTHER_NAMES: [(&str, &str); 11] = [
    ("back", "undo"),
    ("concede", "resign"),
    ("display", "board"),
    ("evaluate", "analyse"),
    ("exit", "quit"),
    ("eval", "analyse"),
    ("legal", "moves"),
    ("list", "moves"),
    ("restart", "new"),
    ("take", "undo"),
    ("takeback", "undo"),
];

/// Commands that other programs have and this program lacks, each with what to type instead.
const HABITS: [(&str, &str); 5] = [
    ("null", NO_PASS),
    ("pass", NO_PASS),
    ("skip", NO_PASS),
    (
        "stop",
        "No search is running. Ctrl-C stops a search, quit ends the program.",
    ),
    (
        "why",
        "Type a turn to read why it is not legal. hint shows a good turn, analyse compares the best turns, and \
         review shows the errors of the game.",
    ),
];

const NO_PASS: &str = "A player cannot pass. Type ? to see what you can play, or go to let the engine play a \
                       turn for you.";

/// The commands that may be followed by an argument.
const WITH_ARGUMENT: [&str; 8] = [
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
    Side,
    Undo,
    Watch,
}

/// The commands and what they do, as `help` prints them.
pub(super) const COMMANDS: [(&str, &str); 23] = [
    ("moves", "list all legal turns with their numbers"),
    (
        "hint",
        "show what the engine would play, and how good that is",
    ),
    ("go", "let the engine play a turn for you, at its level"),
    (
        "level [LEVEL | TIME]",
        "show how strong the engine plays, or change it",
    ),
    ("undo", "take your last turn back"),
    ("redo", "play again what the last undo took back"),
    ("rules", "print the rules of the game"),
    ("learn", "learn the rules, turn by turn"),
    ("board", "draw the board again"),
    ("flip", "flip the board"),
    ("fen", "print the position in one line"),
    ("analyse [TIME]", "show the best turns of the position"),
    (
        "review [FILE]",
        "show the errors of both players, and write a page for a browser",
    ),
    ("watch", "replay the game backwards, as a chess game"),
    ("forward", "print the game so far as an ordinary chess game"),
    ("save [FILE]", "write the game to a file"),
    ("load FILE", "continue a saved game"),
    ("new [GAME]", "start another game"),
    ("side", "start a new game in which you have the other side"),
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
    let (typed, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let word = typed.to_ascii_lowercase();
    if let (Some(answer), "") = (text_beside(&HABITS, &word), rest) {
        return Input::Habit(answer);
    }
    let (word, rest) = own_name(&word, rest);
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
        "quit" => PlayCommand::Quit,
        "redo" => PlayCommand::Redo,
        "resign" => PlayCommand::Resign,
        "review" => PlayCommand::Review(argument),
        "rules" => PlayCommand::Rules,
        "save" => PlayCommand::Save(argument),
        "side" => PlayCommand::Side,
        "undo" => PlayCommand::Undo,
        "watch" => PlayCommand::Watch,
        _ => {
            // 0000 is the null move of UCI, not a number in a list.
            return match typed.parse() {
                Ok(number) if rest.is_empty() && typed.len() < 5 && typed != "0000" => {
                    Input::Number(number)
                }
                _ => Input::Text(line.to_owned()),
            };
        }
    };
    if rest.is_empty() || WITH_ARGUMENT.contains(&word) {
        Input::Command(command)
    } else {
        Input::Excess(typed.to_owned())
    }
}

/// The command that a mistyped text most likely means; `None` if no command is near enough. A text
/// must consist of at least 3 English letters. A text of 3 to 5 letters may have one error, a
/// longer text two; [`nearest`] says what an error is. Exception: `q` means `quit`, because `q`
/// ends a menu or a page.
pub(super) fn likely_command(text: &str) -> Option<&'static str> {
    // Only a small `q`: `Q` is the letter of the queen.
    if text == "q" {
        return Some("quit");
    }
    let word = text.to_ascii_lowercase();
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let most = if word.len() < 6 { 1 } else { 2 };
    let commands = COMMANDS
        .iter()
        .filter_map(|(usage, _)| usage.split(' ').next());
    nearest(&word, commands, most).filter(|_| word.len() > 2)
}

/// This program's name for a command, and what follows the command.
fn own_name<'a>(word: &'a str, rest: &'a str) -> (&'a str, &'a str) {
    match text_beside(&OTHER_NAMES, word) {
        // "take back" is one command.
        Some("undo") if word == "take" && rest == "back" => ("undo", ""),
        Some(name) => (name, rest),
        None => (word, rest),
    }
}

/// The second text of the pair that begins with this word.
fn text_beside(list: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    let entry = list.iter().find(|(first, _)| *first == word);
    entry.map(|(_, second)| *second)
}

/// A question that the program asks when a command would end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Whether the person resigns.
    Resign,
    /// Whether the person offers a draw.
    Draw,
    /// Whether the person leaves this game and starts a new one. The field is the variant of the
    /// new game.
    New(&'static Game),
    /// Whether the person leaves this game and starts a new one with the sides exchanged.
    Side,
}

impl Question {
    /// Whether the input means yes or no; `None` if neither. The same command again means yes.
    pub(super) fn answer(self, input: &Input) -> Option<bool> {
        match (self, input) {
            (Question::Resign, Input::Command(PlayCommand::Resign))
            | (Question::Draw, Input::Command(PlayCommand::Draw))
            | (Question::Side, Input::Command(PlayCommand::Side)) => Some(true),
            (Question::New(game), Input::Command(PlayCommand::New(name))) => {
                (choice::named(name, game) == Ok(game)).then_some(true)
            }
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
    fn each_kind_of_line_is_recognised() {
        assert_eq!(parse("  "), Input::Nothing);
        assert_eq!(parse(" 12 \r\n"), Input::Number(12));
        assert_eq!(parse("? e4"), Input::Ask("e4".to_owned()));
        assert_eq!(parse("?"), Input::Ask(String::new()));
        assert_eq!(parse("end"), Input::Text("end".to_owned()));
        assert_eq!(parse("0000"), Input::Text("0000".to_owned()));
        assert_eq!(parse("undo 3"), Input::Excess("undo".to_owned()));
        assert_eq!(parse("Undo"), Input::Command(PlayCommand::Undo));
        assert_eq!(
            parse("save my game.pgn"),
            Input::Command(PlayCommand::Save(Some("my game.pgn".to_owned())))
        );
    }

    #[test]
    fn words_of_other_programs_are_understood_or_answered() {
        assert_eq!(parse("take back"), Input::Command(PlayCommand::Undo));
        for (word, answer) in HABITS {
            assert_eq!(parse(word), Input::Habit(answer), "{word}");
        }
        for (other_name, command) in OTHER_NAMES {
            assert!(matches!(parse(command), Input::Command(_)), "{command}");
            assert_eq!(parse(other_name), parse(command), "{other_name}");
        }
    }

    #[test]
    fn a_misspelt_command_is_recognised() {
        for (text, command) in [
            ("hnt", Some("hint")),
            ("Resgin", Some("resign")),
            ("analise", Some("analyse")),
            ("xyz", None),
            ("e4", None),
            ("hello", None),
            ("q", Some("quit")),
            ("Q", None),
        ] {
            assert_eq!(likely_command(text), command, "{text}");
        }
    }

    #[test]
    fn every_command_of_the_help_is_understood() {
        for (usage, _) in COMMANDS {
            let word = usage.split(' ').next().unwrap_or_default();
            assert!(matches!(parse(word), Input::Command(_)), "{word}");
        }
    }
}
