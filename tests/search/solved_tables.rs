//! The tables of solved positions in `positions/`.

use reviver::games::TypedGame;
use reviver::rules::{Rules, Seat};
use reviver::solve::verify::verify;
use reviver::solve::{Claim, Solver};

use super::solve::{ENDLESS, shortest, text};
use crate::common::{game, turn};

/// A line of `positions/unplay-random/placements.tsv`: the fields that the tests use.
struct Row<'a> {
    fen: String,
    winner: &'a str,
    turns: &'a str,
    first: &'a str,
    nodes: u64,
}

/// The lines of the table of all placements of the kings.
fn table() -> Vec<Row<'static>> {
    let text = include_str!("../../positions/unplay-random/placements.tsv");
    let row = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [start, winner, turns, first, _, _, _, nodes, _] = fields[..] else {
            panic!("{line}");
        };
        let kings: Vec<char> = start.chars().collect();
        let [_, file, rank, _, _, other_file, other_rank] = kings[..] else {
            panic!("{line}");
        };
        let at = |file: char, rank: char| (u32::from(rank) - 49, u32::from(file) - 97);
        let (white, black) = (at(file, rank), at(other_file, other_rank));
        let mut ranks = Vec::new();
        for rank in (0..8).rev() {
            let mut letters = String::new();
            for file in 0..8 {
                letters.push(match (rank, file) {
                    square if square == white => 'K',
                    square if square == black => 'k',
                    _ => '1',
                });
            }
            ranks.push(letters);
        }
        Row {
            fen: format!("{} w - - 0 1", ranks.join("/")),
            winner,
            turns,
            first,
            nodes: nodes.parse().expect(line),
        }
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn the_table_has_each_placement_once_and_its_easy_wins_are_reproduced() {
    use std::collections::HashSet;
    let table = table();
    let fens: HashSet<&str> = table.iter().map(|row| row.fen.as_str()).collect();
    assert_eq!((table.len(), fens.len()), (3_612, 3_612));
    let easy = table.iter().filter(|row| row.nodes < 5_000);
    for row in easy.step_by(40) {
        let win = shortest(game("unplay-random"), &row.fen)
            .win
            .expect(row.fen.as_str());
        assert_eq!(win.winner.number().to_string(), row.winner, "{}", row.fen);
        assert_eq!(win.turns.to_string(), row.turns, "{}", row.fen);
        let first = win
            .first
            .map_or_else(|| "-".to_owned(), |turn| turn.to_string());
        assert_eq!(first, row.first, "{}", row.fen);
    }
}

#[test]
fn the_histogram_agrees_with_the_table() {
    let document = include_str!("../../positions/README.md");
    let mut counted = 0;
    let table = table();
    for line in document
        .lines()
        .skip_while(|line| !line.starts_with("| winner |"))
        .skip(2)
    {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", winner, turns, count, ""] = fields[..] else {
            break;
        };
        let winner = match winner {
            "White" => "1",
            "Black" => "2",
            _ => "-",
        };
        let in_table = table
            .iter()
            .filter(|row| row.winner == winner && row.turns == turns)
            .count();
        assert_eq!(in_table.to_string(), count, "{line}");
        counted += in_table;
    }
    assert_eq!(counted, table.len());
}

/// The position after the comma-separated turns of `line`.
fn after<R: Rules>(start: R, line: &str) -> R {
    line.split(',').fold(start, |position, text| {
        let turn = turn(text);
        assert!(position.is_legal(turn), "{line}: {text}");
        position.play(turn)
    })
}

#[test]
fn a_side_that_drops_its_queen_and_then_its_king_loses_wherever_it_drops_them() {
    use std::collections::{BTreeMap, BTreeSet};

    use reviver::rules::unachess::Unachess;
    let table = include_str!("../../positions/unachess/queen-king.tsv");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    let start = || {
        let setup = game("unachess").start(0);
        TypedGame::<Unachess>::new(game("unachess"))
            .expect("its rules")
            .position(setup)
            .expect("a start")
    };
    // A key is White's queen drop and Black's answer, as in `Q@a1,K@c2`. Its value is the set of
    // White's next turns in the table, such as `K@e1`.
    let mut kings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in &rows {
        assert_eq!(row[1], "2", "{row:?}");
        let (before, king) = row[0].rsplit_once(',').expect(row[0]);
        assert!(kings.entry(before).or_default().insert(king), "{row:?}");
    }
    let queens: BTreeSet<&str> = kings.keys().map(|line| &line[..4]).collect();
    assert_eq!((queens.len(), kings.len()), (64, 64));
    for (line, kings) in kings {
        let position = after(start(), line);
        let drops: BTreeSet<String> = position
            .turns()
            .into_iter()
            .map(|turn| turn.to_string())
            .filter(|turn| turn.starts_with("K@"))
            .collect();
        assert!(drops.iter().eq(&kings), "{line}");
    }
    for row in rows.iter().step_by(100) {
        let position = after(start(), row[0]);
        let winner = Seat::Second;
        let turns = row[2].trim_start_matches("<=").parse().expect(row[0]);
        let mut solver = Solver::new(16);
        let proof = solver.proof(&position, Claim { winner, turns }, ENDLESS, &mut |_| {});
        let text = text(&proof.expect(row[0]), game("unachess"));
        let shown = verify(&text).expect(row[0]);
        assert_eq!(shown.winner, winner, "{}", row[0]);
    }
}
