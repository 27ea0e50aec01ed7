//! A review finds the errors of a game. A record with the review's annotations can be read back.

use reviver::analysis::chances::accuracy;
use reviver::analysis::{Analyser, Chances, Mark, Review, Reviewer, annotated};
use reviver::games::{self, Game, TypedGame};
use reviver::live::LiveGame;
use reviver::record::{self, EngineComment, GameResult, Record};
use reviver::rules::{Rules, Seat, unachess::Unachess, unplay::Unplay};
use reviver::search::{Control, Limits, Options, Score};

use crate::common::typed;

/// Settings of a small search.
pub(crate) fn options(variant: &'static Game) -> Options {
    Options {
        hash: 1,
        multipv: 2,
        ..variant.search_options()
    }
}

/// A review with a limit of `nodes` nodes for each position.
pub(crate) fn reviewed<R: Rules>(game: &LiveGame<R>, nodes: u64) -> Review {
    review_with_result(game, nodes, game.outcome().into())
}

/// A review of a game whose record has this result.
fn review_with_result<R: Rules>(game: &LiveGame<R>, nodes: u64, result: GameResult) -> Review {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut reviewer = Reviewer {
        analyser: &mut Analyser::new(options(game.game())),
        limits: &limits,
        control: &Control::default(),
        on_info: &mut |_, _| (),
    };
    reviewer.review(game, result).expect("nobody stops it")
}

pub(crate) fn played<R: Rules>(variant: TypedGame<R>, start: R, turns: &str) -> LiveGame<R> {
    let mut game = LiveGame::new(variant, start);
    for text in turns.split_whitespace() {
        let turn = text.parse().expect("a turn");
        game.play(turn).unwrap_or_else(|error| panic!("{error}"));
    }
    game
}

/// A game of Unplay in which the first player misses a win in one.
fn missed_win() -> LiveGame<Unplay> {
    let variant = typed::<Unplay>("unplay");
    let start = variant.start_position(0);
    played(variant, start, "h8g7 a1a2")
}

#[test]
fn a_missed_win_is_reported_with_the_winning_turn() {
    let review = reviewed(&missed_win(), 3_000);
    let first = &review.turns[0];
    assert_eq!(
        first.before.best().map(|turn| turn.to_string()).as_deref(),
        Some("h8g7*b")
    );
    assert_eq!(first.before.score().and_then(Score::forced_turns), Some(1));
    assert_eq!(first.mark, Some(Mark::Blunder));
    assert_eq!(review.chances[0], Chances(1.0));
    assert_eq!(review.turns.len() + 1, review.chances.len());
}

#[test]
fn a_winning_turn_is_a_win_in_one_and_loses_nothing() {
    let variant = typed::<Unplay>("unplay");
    let start = variant.start_position(0);
    let game = played(variant, start, "h8g7*b");
    assert!(game.outcome().is_some());
    let review = reviewed(&game, 3_000);
    assert_eq!(review.turns[0].loss, 0.0);
    assert_eq!(review.turns[0].score.forced_turns(), Some(1));
    assert!(review.last.is_none());
    let summary = review.summary(Seat::First);
    assert_eq!(summary.accuracy.map(f64::round), Some(100.0));
    assert_eq!(review.summary(Seat::Second).accuracy, None);
}

#[test]
fn a_blunder_that_allows_mate_is_the_turning_point() {
    // White threatens back-rank mate on e8: Black's rook does not guard the eighth rank.
    let fen = "6k1/r4ppp/8/8/8/8/5PPP/4R1K1[] b - - 0 20";
    let start: Unachess = typed("unachess").read(fen).expect("legal");
    let game = played(typed("unachess"), start, "a7b7 g2g3 b7b6 e1e8");
    assert_eq!(
        GameResult::from(game.outcome()),
        GameResult::Won(Seat::First)
    );
    let review = reviewed(&game, 4_000);
    let last = &review.turns[3];
    assert_eq!(last.score.forced_turns(), Some(1));
    let marks: Vec<Option<Mark>> = review.turns.iter().map(|turn| turn.mark).collect();
    // Both turns of Black allow mate. White misses the first mate, so the second blunder is the
    // turning point.
    assert_eq!(marks[0], Some(Mark::Blunder), "{marks:?}");
    assert_eq!(marks[2], Some(Mark::Blunder), "{marks:?}");
    assert_eq!(review.turning_point, Some(2), "{marks:?}");
}

#[test]
fn a_player_who_lost_no_chances_by_any_turn_has_no_turning_point() {
    // Black has only one turn, and White mates.
    let start: Unachess = typed("unachess")
        .read("7k/8/5K2/6Q1/8/8/8/8[] b - - 0 40")
        .expect("legal");
    let game = played(typed("unachess"), start, "h8h7 g5g7");
    assert_eq!(
        GameResult::from(game.outcome()),
        GameResult::Won(Seat::First)
    );
    assert_eq!(reviewed(&game, 2_000).turning_point, None);
}

#[test]
fn the_rules_and_not_the_recorded_result_say_who_lost() {
    let fen = "6k1/r4ppp/8/8/8/8/5PPP/4R1K1[] b - - 0 20";
    let start: Unachess = typed("unachess").read(fen).expect("legal");
    let game = played(typed("unachess"), start, "a7b7 g2g3 b7b6 e1e8");
    let wrong = GameResult::Won(Seat::Second);
    let with_wrong_result = review_with_result(&game, 4_000, wrong);
    assert!(with_wrong_result.turning_point.is_some());
    let point = reviewed(&game, 4_000).turning_point;
    assert_eq!(with_wrong_result.turning_point, point);
}

#[test]
fn a_better_line_that_wins_by_repetition_is_called_a_win() {
    let game = missed_win();
    let mut review = reviewed(&game, 3_000);
    review.turns[0].mark = Some(Mark::Blunder);
    review.turns[0].before.lines[0].score = Score::PATH_DEPENDENT_WIN - 2;
    let text = annotated(&Record::of(&game), &review).to_string();
    let text = text.replace('\n', " ");
    assert!(text.contains("better: h8g7*b (win)"), "{text}");
}

#[test]
fn a_player_who_has_not_played_keeps_no_accuracy_of_an_earlier_review() {
    let variant = typed::<Unplay>("unplay");
    let game = played(variant, variant.start_position(0), "h8g7*b");
    let mut record = Record::of(&game);
    record.tags.set("BlackAccuracy", "50.0");
    let annotated = annotated(&record, &reviewed(&game, 500));
    assert_eq!(annotated.tags.get("BlackAccuracy"), None);
    assert!(annotated.tags.get("WhiteAccuracy").is_some());
}

#[test]
fn annotations_read_back_as_a_record_with_engine_comments() {
    let game = missed_win();
    let record = Record::of(&game);
    let review = reviewed(&game, 2_000);
    let annotated = annotated(&record, &review);
    let read = record::read(&annotated.to_string()).expect("it is a record");
    assert_eq!(read.turns, annotated.turns);
    assert_eq!(read.tags.get("Annotator"), Some("Reviver"));
    assert!(read.tags.get("WhiteAccuracy").is_some());
    assert!(review.turns.iter().any(|reviewed| reviewed.mark.is_some()));
    for (recorded, reviewed) in read.turns.iter().zip(&review.turns) {
        let comment = recorded.comment.as_ref().expect("a comment").text();
        let engine: EngineComment = comment.parse().expect("an engine comment first");
        assert_eq!(engine.depth, reviewed.before.depth);
        if let Some(mark) = reviewed.mark {
            assert!(comment.contains(mark.word()), "{comment}");
        }
    }
    assert_eq!(
        read.replay(typed::<Unplay>("unplay"))
            .map(|game| game.turns().len()),
        Ok(2)
    );
}

#[test]
fn chances_and_accuracy_go_from_0_to_100_percent() {
    for variant in games::built_in() {
        let scale = variant.weights().scale;
        let chances = |score| Chances::of(Score(score), scale).0;
        assert_eq!(chances(0), 0.5);
        assert!((0.6..=0.76).contains(&chances(100)), "{variant}");
        assert!((chances(100) + chances(-100) - 1.0).abs() < 1e-12);
        assert!(chances(1000) > 0.98, "{variant}");
        assert_eq!((chances(30_995), chances(-30_990)), (1.0, 0.0));
    }
    assert_eq!((accuracy(0.0).round(), accuracy(1.0)), (100.0, 0.0));
    assert!(accuracy(0.1) > accuracy(0.2));
    assert_eq!(Mark::of_loss(0.049), None);
    assert_eq!(Mark::of_loss(0.05), Some(Mark::Inaccuracy));
    assert_eq!(Mark::of_loss(0.1), Some(Mark::Mistake));
    assert_eq!(Mark::of_loss(0.2), Some(Mark::Blunder));
}
