//! Siblings are successors of one position. `reviver selfplay` scores siblings near the leaves of a
//! search, and `tune` and `train` learn from them.

use crate::common::program::{Folder, words};

#[test]
fn selfplay_scores_siblings_from_which_tune_and_train_learn() {
    let folder = Folder::new();
    let play = "selfplay GAME --out games --games 12 --nodes 30 --ply-limit 30 --sibling-positions 2 \
        --siblings 4 --sibling-nodes 30";
    let run = folder.run(&words(play), "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains(" siblings, +"), "{}", run.stdout);
    let again = folder.run(&words(&format!("{play} --resume")), "");
    assert!(
        again
            .stdout
            .contains("games: 12 games in the file; new in this run: 0 positions, +0")
    );
    for (option, other) in [
        ("--sibling-nodes 30", "--sibling-nodes 31"),
        ("--siblings 4", "--siblings 3"),
    ] {
        let other = play.replace(option, other);
        let other = folder.run(&words(&format!("{other} --resume")), "");
        assert_eq!(other.code, Some(1), "{}", other.stderr);
        assert!(other.stderr.contains("other settings"), "{}", other.stderr);
    }
    for learn in ["tune", "train"] {
        let learn = |order: &str| {
            let arguments =
                format!("{learn} GAME games --out {learn}{order} --epochs 1 --order {order}");
            let run = folder.run(&words(&arguments), "");
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            run.stdout
        };
        assert_ne!(learn("0"), learn("2"));
    }
    for (wrong, complaint) in [
        (
            "tune GAME games --out x --order=-1",
            "a number from 0 to 1000",
        ),
        ("tune GAME games --out x --points 2", "a number from 0 to 1"),
        (
            "selfplay GAME --out x --siblings 1",
            "a whole number from 2",
        ),
    ] {
        let run = folder.run(&words(wrong), "");
        assert_eq!(run.code, Some(2), "{wrong}");
        assert!(run.stderr.contains(complaint), "{}", run.stderr);
    }
}
