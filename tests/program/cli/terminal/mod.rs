//! `reviver` at terminals of 80, 50 and 40 columns. The expected screens are in `snapshots/`.
//!
//! After a change of a screen, write the snapshots again and look at them:
//! `INSTA_UPDATE=always cargo test --test program cli::terminal`.

mod pty;

use pty::{Kind, Terminal};
use reviver::games;
use rustix::process::Signal;

const WIDE: Kind = Kind {
    columns: 80,
    rows: 24,
    colors: true,
    unicode: true,
};
const NARROW: Kind = Kind {
    columns: 50,
    rows: 20,
    ..WIDE
};
/// A terminal without colours and without Unicode.
const SIMPLE: Kind = Kind {
    colors: false,
    unicode: false,
    ..WIDE
};

/// Options that make the engine fast and deterministic.
const QUICK: [&str; 4] = ["--nodes", "30", "--seed", "1"];

/// A position in which the list of turns has several pages. White must un-capture on e3 or, en
/// passant, on e4.
const PENDING: &str = "6Q1/8/k7/8/3p4/8/8/5RK1[RBBNNPPPPPPPPqrrbbnnppppppp] w - e3! 0 10";

/// Starts the program at a terminal, and waits for its first prompt.
fn start(kind: Kind, arguments: &[&str]) -> Terminal {
    let mut terminal = Terminal::start(kind, arguments);
    terminal.wait_for_prompt();
    terminal
}

fn play(kind: Kind, arguments: &[&str]) -> Terminal {
    start(kind, &[&["play"], arguments, &QUICK].concat())
}

/// Compares a screen with its snapshot. Fails also if the terminal had to break a line.
fn check(name: &str, kind: Kind, terminal: &Terminal) {
    check_text(name, kind, terminal, &terminal.text());
}

/// Compares a part of a screen with its snapshot. Fails also if the terminal had to break a line
/// anywhere on the screen.
fn check_text(name: &str, kind: Kind, terminal: &Terminal, text: &str) {
    assert!(terminal.broken_rows().is_empty(), "{}", terminal.text());
    let settings = {
        let mut settings = insta::Settings::new();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings
    };
    settings.bind(|| insta::assert_snapshot!(format!("{name}-{}", kind.columns), text));
}

/// Splits the screen of the menu into two parts: first the text around the list of games, then the
/// list. Leaves out the prompts between pages.
fn menu(text: &str) -> (String, String) {
    let is_row = |line: &&str| line.starts_with("  ") || line.starts_with('(');
    let (rows, frame): (Vec<&str>, Vec<&str>) = text.lines().partition(is_row);
    let rows = rows.into_iter().filter(|line| !line.starts_with('('));
    (frame.join("\n"), rows.collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_menu_recommends_warns_and_shows_rules() {
    for kind in [WIDE, NARROW] {
        let mut terminal = start(kind, &["play"]);
        terminal.read_on();
        let text = terminal.text();
        let (frame, list) = menu(&text);
        check_text("menu", kind, &terminal, &frame);
        let list = list.split_whitespace().collect::<Vec<_>>().join(" ");
        for (game, number) in games::built_in().into_iter().zip(1..) {
            let row = format!("{number} {game} Good for {}", game.about().good_for);
            assert!(list.contains(&row), "no '{row}' in {text}");
        }
        let mut games = games::built_in().into_iter();
        let unplay = games.position(|game| game.name() == "unplay");
        let number = unplay.expect("unplay") + 1;
        terminal.enter(&format!("rules {number}"));
        terminal.enter("q");
        terminal.enter("no-such-game");
        terminal.enter("12");
        let text = terminal.text();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("Warning: White wins with the first turn"),
            "{text}"
        );
        assert!(
            words.contains("Unplay is chess played backwards."),
            "{text}"
        );
        assert!(
            words.contains("There is no game 'no-such-game'; write a number from 1 to 9"),
            "{text}"
        );
        assert!(
            words.contains("There is no game 12; write a number"),
            "{text}"
        );
        assert!(text.ends_with("Which game? [unplay-strict]"), "{text}");
    }
}

#[test]
fn a_game_shows_its_board_once_a_turn() {
    for kind in [WIDE, NARROW] {
        let mut terminal = play(kind, &["ssehc"]);
        terminal.enter("?");
        // The snapshot leaves out the engine's turn, because this turn depends on the evaluation.
        check("game", kind, &terminal);
        terminal.enter("f3e4");
        let text = terminal.text();
        assert_eq!(text.matches("a  b  c  d").count(), 2, "{text}");
    }
}

#[test]
fn a_pending_un_capture_is_announced_and_a_long_list_has_pages() {
    for kind in [WIDE, NARROW] {
        let mut terminal = play(kind, &["ssehc", "--side", "both", "--fen", PENDING]);
        terminal.enter("moves");
        terminal.enter("");
        // On the narrow terminal, this turn is typed at the prompt between two pages. It ends the
        // list and is played.
        terminal.enter("P@e4,e4e2");
        check("pending", kind, &terminal);
    }
}

#[test]
fn help_and_rules_come_in_pages() {
    for kind in [WIDE, NARROW] {
        let mut terminal = play(kind, &["ssehc"]);
        terminal.enter_and_read("help");
        terminal.enter_and_read("rules");
        check("help-and-rules", kind, &terminal);
    }
}

#[test]
fn the_end_of_a_game_says_what_happened() {
    for kind in [WIDE, NARROW] {
        let mut terminal = play(kind, &["unplay"]);
        terminal.enter("h8g7*b");
        check("end", kind, &terminal);
    }
}

#[test]
fn a_lesson_answers_wrong_turns_commands_and_the_right_turn() {
    for kind in [WIDE, NARROW] {
        let mut terminal = start(kind, &["rules", "unplay-strict", "--lessons"]);
        for line in ["Kg7", "hello", "h8g7", "h8g7*p", "h8a3", "4", "moves"] {
            terminal.enter_and_read(line);
        }
        terminal.enter("h8g7*n");
        terminal.enter("");
        terminal.enter("show");
        terminal.enter("");
        terminal.enter("back");
        check("lessons", kind, &terminal);
    }
}

#[test]
fn after_a_solved_lesson_a_command_is_obeyed_and_a_turn_is_refused() {
    let mut terminal = start(WIDE, &["rules", "unplay-strict", "--lessons"]);
    terminal.enter("show");
    terminal.enter("a1a2");
    let text = terminal.text();
    assert!(text.contains("This lesson is done. Press Enter"), "{text}");
    terminal.enter("back");
    assert_eq!(terminal.text().matches("Lesson 1 of ").count(), 2);
}

#[test]
fn a_signal_restores_the_echo_of_the_terminal() {
    let search = ["play", "ssehc", "--side", "none", "--movetime", "60m"];
    let prompt = ["rules", "ssehc", "--lessons"];
    for arguments in [&search[..], &prompt] {
        for signal in [Signal::TERM, Signal::HUP, Signal::QUIT] {
            let mut terminal = Terminal::start(WIDE, arguments);
            terminal.wait_until_no_echo();
            terminal.end_by(signal);
            assert!(terminal.has_echo(), "no echo: {arguments:?} {signal:?}");
        }
    }
}

#[test]
fn errors_reviews_and_analyses_are_broken_between_words() {
    for (arguments, words) in [
        (&["play", "nosuch"][..], "nosuch"),
        (&["review", "unplay-strict"], "unplay-strict: no turns;"),
    ] {
        let mut terminal = Terminal::start(NARROW, arguments);
        terminal.read_on_to_the_end();
        let text = terminal.text();
        assert!(terminal.broken_rows().is_empty(), "{text}");
        assert!(text.contains(words), "{text}");
    }
    let mut terminal = Terminal::start(
        NARROW,
        &["review", "unplay-strict", "h8g7", "--nodes", "30"],
    );
    terminal.read_on_to_the_end();
    let text = terminal.text();
    assert!(terminal.broken_rows().is_empty(), "{text}");
    assert!(text.contains("  1 White h8g7"), "{text}");
    let mut terminal = Terminal::start(NARROW, &["analyse", "unplay-strict", "--nodes", "3000"]);
    terminal.read_on_to_the_end();
    // The program does not break the position. It needs two rows, so the terminal breaks it.
    assert_eq!(terminal.broken_rows().len(), 1, "{}", terminal.text());
}

#[test]
fn q_leads_from_a_lesson_back_to_the_menu() {
    let mut terminal = start(WIDE, &[&["play"], &QUICK[..]].concat());
    terminal.read_on();
    terminal.enter("learn");
    terminal.enter_and_read("q");
    let text = terminal.text();
    assert!(text.ends_with("Which game? [unplay-strict]"), "{text}");
}

#[test]
fn words_at_the_questions_before_a_game_ignore_case() {
    let mut terminal = start(WIDE, &["play"]);
    terminal.read_on();
    terminal.leave("Quit");
    let text = terminal.text();
    assert!(!text.contains("There is no game"), "{text}");
    let mut terminal = start(WIDE, &["play", "ssehc"]);
    terminal.enter("Help");
    terminal.leave("QUIT");
    let text = terminal.text();
    assert!(!text.contains("neither a level nor a limit"), "{text}");
}

#[test]
fn at_the_end_a_sentence_is_broken_between_words_and_a_command_is_copied_as_one_line() {
    for kind in [WIDE, NARROW] {
        let mut terminal = play(kind, &["unplay-strict"]);
        terminal.enter("h8g8");
        terminal.leave("quit");
        let text = terminal.copied_text();
        let (_, end) = text
            .split_once("The game is saved in")
            .unwrap_or_else(|| panic!("{text}"));
        let (file, command) = end
            .trim_start()
            .split_once(".\nContinue it with:\n  ")
            .unwrap_or_else(|| panic!("{text}"));
        assert!(file.ends_with("-1.pgn"), "{file}");
        assert_eq!(command, format!("reviver play --load {file}"));
        // On the narrow terminal, the command may need two rows. When copied, it is one line.
        let broken = terminal.broken_rows();
        assert!(
            broken.len() <= usize::from(kind.columns < 80),
            "{broken:?} in {text}"
        );
    }
}

#[test]
fn a_position_and_a_chess_game_are_copied_as_whole_lines() {
    let kind = Kind {
        columns: 40,
        ..NARROW
    };
    let mut terminal = play(kind, &["ssehc", "--side", "both", "--fen", PENDING]);
    terminal.enter("P@e4,e4e2");
    terminal.enter("fen");
    terminal.enter("forward");
    let text = terminal.copied_text();
    let mut lines = text.lines();
    let position = "6Q1/8/k7/8/3p4/8/4P3/5RK1[RBBNNPPPPPPPqrrbbnnppppppp] b - - 0 10";
    assert!(lines.any(|line| line == position), "{text}");
    assert!(
        lines.any(|line| line.starts_with("[FEN \"") && line.ends_with(" 1\"]")),
        "{text}"
    );
}

#[test]
fn boards_in_the_rules_have_symbols_and_are_turned_for_the_person() {
    let mut terminal = play(WIDE, &["unplay-strict", "--side", "second"]);
    terminal.enter_and_read("rules");
    let text = terminal.text();
    let (_, rules) = text.split_once("What you see").expect("the rules");
    assert!(rules.contains('♔') && rules.contains("h  g  f  e  d  c  b  a"));
    assert!(!rules.contains("a  b  c  d  e  f  g  h"), "{rules}");
}

#[test]
fn no_page_of_the_rules_ends_within_a_board() {
    for game in games::built_in() {
        let mut terminal = start(NARROW, &["rules", game.name()]);
        terminal.read_on_to_the_end();
        let text = terminal.text();
        let lines: Vec<&str> = text.lines().collect();
        let mut pages = 0;
        for (number, line) in lines.iter().enumerate() {
            if line.contains(" more lines: Enter") {
                pages += 1;
                let next = lines.get(number + 1).copied().unwrap_or_default();
                let is_rank = next.starts_with("  ")
                    && next
                        .trim()
                        .starts_with(|letter: char| letter.is_ascii_digit());
                let is_label = next.trim().starts_with("a  b  c");
                let last = lines[..number].last().copied().unwrap_or_default();
                let is_reserve = last.trim().starts_with("a  b  c") && next.contains(" reserve: ");
                assert!(!is_rank && !is_label && !is_reserve, "{game}: {next}");
            }
        }
        assert!(pages > 0, "{game}: {text}");
    }
}

#[test]
fn a_command_that_is_typed_while_a_game_is_watched_is_obeyed() {
    let mut terminal = play(WIDE, &["unplay-strict"]);
    terminal.enter("h8g8");
    terminal.enter("watch");
    terminal.enter("");
    terminal.enter("fen");
    let text = terminal.text();
    assert!(text.contains("] w - - "), "{text}");
}

#[test]
fn the_menu_leads_through_lessons_into_a_game() {
    let mut terminal = start(WIDE, &[&["play"], &QUICK[..]].concat());
    terminal.read_on();
    terminal.enter("learn");
    for _ in 0..30 {
        if terminal.text().contains("That was the last lesson") {
            break;
        }
        terminal.enter("show");
        if !terminal.text().contains("That was the last lesson") {
            terminal.enter("");
        }
    }
    let text = terminal.text();
    let (_, game) = text
        .split_once("That was the last lesson")
        .expect("lessons");
    assert!(game.contains("You are the first player"), "{game}");
}

#[test]
fn native_diagrams_have_coordinates_and_are_turned_for_black() {
    for kind in [WIDE, NARROW] {
        let mut terminal = play(
            kind,
            &["unachess", "--side", "both", "--notation", "native"],
        );
        terminal.enter("P>e3");
        terminal.enter("n>g5");
        terminal.enter("flip");
        check("native", kind, &terminal);
    }
}

#[test]
fn squares_have_colours_unless_the_variable_no_color_is_set() {
    let mut terminal = play(WIDE, &["ssehc"]);
    terminal.enter("f3e4");
    let colors = terminal.backgrounds();
    // The colours of light squares, dark squares, and the squares of the latest turn.
    for index in [230, 180, 114] {
        assert!(colors.contains(&vt100::Color::Idx(index)), "{colors:?}");
    }
    let mut terminal = play(SIMPLE, &["ssehc", "--side", "both"]);
    terminal.enter("f3e4");
    assert_eq!(terminal.backgrounds(), [vt100::Color::Default]);
    check("simple", SIMPLE, &terminal);
}

#[test]
fn boards_can_be_compact_and_have_letters_or_symbols() {
    let look = [
        "ssehc",
        "--side",
        "both",
        "--compact",
        "--pieces",
        "letters",
    ];
    let mut terminal = play(WIDE, &look);
    terminal.enter("f3e4");
    check("compact", WIDE, &terminal);
    let terminal = play(SIMPLE, &["ssehc", "--pieces", "unicode"]);
    assert!(terminal.text().contains('♔'), "{}", terminal.text());
}
