//! `reviver compare` of duds: games in which a win can be forced in one turn.

use crate::common::program::Folder;

#[test]
fn a_variant_that_the_first_turn_decides_is_reported_as_a_dud() {
    let folder = Folder::new();
    let run = folder.run_ok(&[
        "compare",
        "unplay",
        "--games-per-opponent",
        "4",
        "--nodes",
        "50",
    ]);
    assert!(
        run.stdout
            .contains("dud: the first player wins by force in 1 turn"),
        "{}",
        run.stdout
    );
}

#[test]
fn shards_and_resume_do_not_change_the_report_of_a_comparison_of_duds() {
    let folder = Folder::new();
    let arguments = ["compare", "unplay", "--nodes", "50", "--out", "duds"];
    folder.run_ok(&[&arguments[..], &["--shard", "1/2"]].concat());
    let report = folder.read("duds/report.json");
    for more in [&["--shard", "2/2"][..], &["--resume"]] {
        folder.run_ok(&[&arguments[..], more].concat());
        assert_eq!(folder.read("duds/report.json"), report, "{more:?}");
    }
    let run = folder.run(&arguments, "");
    assert!(run.stderr.contains("add --resume"), "{}", run.stderr);
}
