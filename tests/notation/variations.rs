//! Variations of game records.

use reviver::record::{RecordedTurn, read};

#[test]
fn variations_belong_to_the_turn_that_they_replace() {
    let record = read(
        "[Variant \"unplay\"]\n\n1. h8g7 {main} ({before} 1. h8h7 a1a2 (1... a1b1 {b}) 2. h7h6) \
         (1. h8g8) () {after} 1... a1a2 *",
    )
    .unwrap();
    let texts = |turns: &[RecordedTurn]| -> Vec<String> {
        let text = |one: &RecordedTurn| match &one.comment {
            Some(comment) => format!("{} {comment}", one.turn),
            None => one.turn.to_string(),
        };
        turns.iter().map(text).collect()
    };
    assert_eq!(texts(&record.turns), ["h8g7 main after", "a1a2"]);
    let [first, second] = record.turns[0].variations.as_slice() else {
        panic!("{record:?}");
    };
    assert_eq!(texts(first), ["h8h7 before", "a1a2", "h7h6"]);
    assert_eq!(texts(second), ["h8g8"]);
    assert_eq!(texts(&first[1].variations[0]), ["a1b1 b"]);
    assert!(record.turns[1].variations.is_empty());
    let text = record.to_string();
    let moves = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
    assert_eq!(
        moves,
        "1. h8g7 {main after} (1. h8h7 {before} a1a2 (1... a1b1 {b}) 2. h7h6) (1. h8g8) 1... a1a2 *"
    );
}

#[test]
fn the_depth_of_nested_variations_is_limited() {
    let nested = |depth: usize| {
        let (open, close) = (" (h8g7".repeat(depth), ")".repeat(depth));
        read(&format!("[Variant \"unplay\"]\n\n1. h8g7{open}{close} *"))
    };
    assert!(nested(100).is_ok());
    for depth in [101, 100_000] {
        let error = nested(depth).unwrap_err().to_string();
        assert!(error.contains("more than 100 deep"), "{error}");
    }
}

#[test]
fn a_variation_without_turns_is_not_written() {
    let mut record = read("[Variant \"unplay\"]\n\n1. h8g7 a1a2 *").unwrap();
    let without = [record.to_string(), record.to_native_text().unwrap()];
    record.turns[0].variations.push(Vec::new());
    assert_eq!(
        [record.to_string(), record.to_native_text().unwrap()],
        without
    );
}

#[test]
fn native_notation_keeps_variations() {
    let text =
        "[Variant \"ssehc\"]\n\n1. f3e2 {a} f6e6 (1... N@f3,f6e7 {b} 2. e2d2 (2. e2d1)) 2. e2e1 *";
    let record = read(text).unwrap();
    let native = record.to_native_text().unwrap();
    assert!(native.contains("\n(\n"), "{native}");
    assert_eq!(read(&native).unwrap().turns, record.turns);
    for (moves, place) in [
        ("1. f3e2 (1. f3f6)", "turn 1, in a variation: "),
        (
            "1. f3e2 f6e6 (1... f6e7 2. f3f6)",
            "turn 3, in a variation: ",
        ),
    ] {
        let illegal = read(&format!("[Variant \"ssehc\"]\n\n{moves} *")).unwrap();
        let error = illegal.to_native_text().unwrap_err().to_string();
        let problem = format!("{place}f3f6 is not legal");
        assert!(error.starts_with(&problem), "{error}");
    }
}
