//! Turns as text: every example of the notation, and texts that are refused.

use reviver::board::Turn;

#[test]
fn every_example_is_written_as_it_is_read() {
    for text in [
        "e6e5",
        "e4d3*q",
        "e6d5*ep",
        "g8g7p",
        "h8g7p*q",
        "g1e1",
        "e1g1",
        "N@f3,f6e6",
        "P@e4,e4e2",
        "end",
        "R@h1,end",
        "N@f3",
        "K@e4",
        "e7e8q",
        "N@d8,d8d7p",
        "B@d8,d8d7p",
    ] {
        let turn: Turn = text.parse().expect(text);
        assert_eq!(turn.to_string(), text);
        let mirrored = turn.mirrored();
        assert_eq!(
            mirrored.to_string().parse(),
            Ok(mirrored),
            "{text} mirrored"
        );
    }
}

#[test]
fn every_text_that_is_read_is_written_the_same() {
    let letters = "abehi0189@,*pqkxNQKPE=d ";
    let bases = [
        "e6e5",
        "e4d3*q",
        "e6d5*ep",
        "g8g7p",
        "h8g7p*q",
        "N@f3,f6e6",
        "R@h1,end",
        "K@e4",
        "B@d8,d8d7p",
    ];
    let mut read = 0;
    for base in bases {
        for (at, _) in base.char_indices() {
            for letter in letters.chars() {
                // `letter` replaces the letter at `at`, or is inserted before that letter.
                for rest in [at + 1, at] {
                    let text = format!("{}{letter}{}", &base[..at], &base[rest..]);
                    if let Ok(turn) = text.parse::<Turn>() {
                        assert_eq!(turn.to_string(), text);
                        read += 1;
                    }
                }
            }
        }
    }
    assert!(read > 100, "{read}");
}

#[test]
fn similar_texts_are_different_turns() {
    let turn = |text: &str| text.parse::<Turn>().expect(text);
    assert_ne!(turn("N@d8,d8d7p"), turn("B@d8,d8d7p"));
    assert_ne!(turn("e6d5*ep"), turn("e6d5*p"));
    assert_ne!(turn("g8g7p"), turn("g8g7"));
}

#[test]
fn only_exact_forms_are_read() {
    for text in [
        "",
        " ",
        "e6",
        "e6e",
        "e6e5 ",
        " e6e5",
        "e6 e5",
        "E6e5",
        "e6E5",
        "e6e9",
        "i6e5",
        "e6-e5",
        "e6xe5",
        "e6e5*",
        "e6e5*Q",
        "e6e5*x",
        "e6e5*qq",
        "e6e5*qr",
        "e6e5q*r",
        "e6d5*EP",
        "e6d5*e",
        "e6d5ep",
        "e6d5p*ep",
        "g8g7P",
        "g8g7p*",
        "g8g7p*Q",
        "g8g7pp",
        "n@f3",
        "N@f3,",
        "N@f3,f6",
        "N@f3,f6e6*q",
        "N@f3,f6e6q",
        "n@f3,f6e6",
        "N@f3, f6e6",
        "N@f3 f6e6",
        "N@f3f6e6",
        "N@f3,f6e6p*q",
        "N@f3,e6d5*ep",
        "N@f3,N@f4",
        "Nf3",
        "@f3",
        "N@",
        "N@f9",
        "P@f3p",
        "e2e4=q",
        "e7e8Q",
        "e7e8=Q",
        "e7e8x",
        "end ",
        "End",
        "END",
        "ends",
        "end,",
        "N@f3,End",
        "0000",
        "00",
        "O-O",
        "a1a1",
        "e6e5\n",
        "e6e5\0",
        "e6e5\u{e4}",
        "\u{ff21}1a2",
    ] {
        let error = text.parse::<Turn>().expect_err(text);
        assert!(error.to_string().contains("is not a turn"), "{error}");
    }
}

#[test]
fn a_long_text_that_is_no_turn_is_quoted_in_part() {
    let error = "q".repeat(1000).parse::<Turn>().expect_err("no turn");
    assert_eq!(error.text.len(), 40);
}
