//! Commands and replies as text. A command that is printed can be parsed again.

use std::time::Duration;

use proptest::prelude::*;
use reviver::eval::Scale;
use reviver::games;
use reviver::protocol::command::{Command, Go, Query};
use reviver::protocol::excerpt::{error_line, excerpt};
use reviver::protocol::reply::InfoLine;
use reviver::search::{Bound, Info, Score, Wdl};

/// A word that is not a keyword. Keywords are `moves`, `value`, `name` and the keywords of `go`.
fn word() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9@,*/!\\[\\]-]{1,12}".prop_filter("not a keyword", |word| {
        Command::parse(&format!("go {word} 1")).is_err()
            && Command::parse(&format!("go {word}")).is_err()
            && !["moves", "value", "name"].contains(&word.as_str())
    })
}

/// Fewer than `end` words.
fn words(end: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(word(), 0..end)
}

fn time() -> impl Strategy<Value = Option<i64>> {
    prop::option::of(any::<i64>())
}

fn count() -> impl Strategy<Value = Option<i64>> {
    prop::option::of(1..i64::MAX)
}

fn go() -> impl Strategy<Value = Go> {
    (
        (words(5), any::<bool>(), any::<bool>()),
        (time(), time(), time(), time()),
        (time(), time(), time(), time()),
        (time(), count(), count(), count()),
        (prop::option::of(0..i64::MAX), prop::option::of(0..101_i64)),
    )
        .prop_map(|(start, colours, players, counts, rest)| Go {
            searchmoves: start.0,
            ponder: start.1,
            infinite: start.2,
            wtime: colours.0,
            btime: colours.1,
            winc: colours.2,
            binc: colours.3,
            p1time: players.0,
            p2time: players.1,
            p1inc: players.2,
            p2inc: players.3,
            movestogo: counts.0,
            depth: counts.1,
            nodes: counts.2,
            mate: counts.3,
            movetime: rest.0,
            perft: rest.1,
        })
}

fn command() -> impl Strategy<Value = Command> {
    let spaced = |end| words(end).prop_map(|words| words.join(" "));
    let name = (word(), spaced(3)).prop_map(|(first, rest)| format!("{first} {rest}"));
    let name = name.prop_map(|name| name.trim().to_owned());
    prop_oneof![
        prop::sample::select(vec![
            Command::Uci,
            Command::Ugi,
            Command::Debug(true),
            Command::Debug(false),
            Command::IsReady,
            Command::Register,
            Command::NewGame,
            Command::Stop,
            Command::PonderHit,
            Command::Quit,
            Command::LegalMoves,
            Command::Board,
            Command::State,
            Command::Forward,
            Command::Eval,
            Command::Flip,
            Command::Help,
            Command::Query(Query::GameOver),
            Command::Query(Query::FirstPlayersTurn),
            Command::Query(Query::Result),
        ]),
        (name, prop::option::of(spaced(4)))
            .prop_map(|(name, value)| Command::SetOption { name, value }),
        (
            prop::option::of(prop::collection::vec(word(), 1..7)),
            words(6)
        )
            .prop_map(|(fen, moves)| Command::Position {
                fen: fen.map(|fields| fields.join(" ")),
                moves,
            }),
        word().prop_map(Command::Explain),
        go().prop_map(|go| Command::Go(Box::new(go))),
        (word(), spaced(4)).prop_map(|(question, body)| Command::Json { question, body }),
    ]
}

/// A character, often one that must not be printed as it is.
fn character() -> impl Strategy<Value = char> {
    let unprintable = "\0\t\n\r\u{1b}\u{7f}\u{85}\u{200f}\u{2028}\u{202e}\u{2066}\u{feff}";
    let unprintable: Vec<char> = unprintable.chars().collect();
    prop_oneof![any::<char>(), prop::sample::select(unprintable)]
}

/// A line of up to 10,000 characters. In most cases it begins with the name of a command.
fn line() -> impl Strategy<Value = String> {
    let commands = [
        "",
        "debug ",
        "setoption ",
        "setoption name ",
        "position ",
        "position fen ",
        "go ",
        "go depth ",
        "explain ",
        "json ",
        "query ",
        "stop ",
    ];
    let part = prop::collection::vec(character(), 0..100);
    (prop::sample::select(commands.to_vec()), part, 1..=100_usize).prop_map(
        |(command, part, count)| {
            let part: String = part.into_iter().collect();
            command.to_owned() + &part.repeat(count)
        },
    )
}

proptest! {
    #[test]
    fn a_printed_command_can_be_parsed_again(command in command()) {
        prop_assert_eq!(Command::parse(&command.to_string()), Ok(Some(command)));
    }

    #[test]
    fn any_line_is_a_command_or_a_short_error(line in line()) {
        if let Err(error) = Command::parse(&line) {
            let error = error.to_string();
            prop_assert!(error.len() < 1_000, "{}", error);
        }
    }

    #[test]
    fn quoted_input_is_printable(text in prop::collection::vec(character(), 0..600)) {
        let text: String = text.into_iter().collect();
        for quoted in [excerpt(&text), error_line(&text)] {
            // Invisible characters, and characters that change the direction of the text.
            let is_hidden = |c: char| {
                c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2066}'..='\u{2069}' | '\u{feff}')
            };
            prop_assert!(!quoted.chars().any(is_hidden), "{:?}", quoted);
        }
    }

    #[test]
    fn win_draw_and_loss_add_up_to_1000_and_a_change_of_sign_swaps_win_and_loss(
        score in -31_000..=31_000_i32,
        variant in prop::sample::select(games::built_in()),
    ) {
        let scale = variant.weights().scale;
        let [wdl, other] = [score, -score].map(|score: i32| Wdl::of(Score(score), scale));
        prop_assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
        prop_assert_eq!((wdl.win, wdl.loss), (other.loss, other.win));
    }
}

#[test]
fn a_score_of_100_means_what_the_scale_of_the_game_says() {
    for variant in games::built_in() {
        let scale = variant.weights().scale;
        let wdl = Wdl::of(Score(100), scale);
        if scale.hundred == scale.even {
            assert!(wdl.win.abs_diff(500) <= 1, "{variant} {wdl:?}");
        } else {
            let points = wdl.win + wdl.draw / 2;
            assert!(points.abs_diff(750) <= 10, "{variant} {wdl:?}");
        }
        assert_eq!(Wdl::of(Score::WIN, scale).win, 1000);
        assert_eq!(Wdl::of(Score(-Score::WIN.0), scale).loss, 1000);
    }
}

#[test]
fn an_info_line_has_all_fields_in_order() {
    let mut info = Info {
        depth: 7,
        seldepth: 11,
        multipv: 2,
        score: Score(-31),
        bound: Bound::Lower,
        nodes: 2_000,
        time: Duration::from_millis(500),
        hashfull: 12,
        pv: Vec::new(),
    };
    let line = |info: &Info, wdl: bool| {
        let wdl = wdl.then_some(Scale::PLAIN);
        InfoLine { info, wdl }.to_string()
    };
    assert_eq!(
        line(&info, false),
        "info depth 7 seldepth 11 multipv 2 score cp -31 lowerbound nodes 2000 nps 4000 hashfull 12 time 500"
    );
    info.pv = ["f3e2", "N@f3,f6e6"]
        .map(|text| text.parse().expect("a turn"))
        .to_vec();
    info.score = Score(Score::WIN.0 - 3);
    info.bound = Bound::Exact;
    assert_eq!(
        line(&info, true),
        "info depth 7 seldepth 11 multipv 2 score mate 2 wdl 1000 0 0 nodes 2000 nps 4000 hashfull 12 time 500 pv f3e2 N@f3,f6e6"
    );
}

#[test]
fn numbers_beyond_64_bits_are_clamped() {
    let Ok(Some(Command::Go(go))) =
        Command::parse("go nodes 99999999999999999999 wtime -99999999999999999999")
    else {
        panic!("the line was not parsed as a search");
    };
    assert_eq!((go.nodes, go.wtime), (Some(i64::MAX), Some(i64::MIN)));
}
