//! Damaged files of self-play games, a file with an illegal turn, a file that two programs try to
//! write, and the choice of positions if games are missing.

use std::fs;

use reviver::board::Setup;
use reviver::eval::Weights;
use reviver::learn::selfplay::{DamageCause, GamesError, Samples, SiblingPositions, read};
use reviver::rules::Rules;
use tempfile::TempDir;

use super::tune::{SELECTION, games, games_in, old_form, resume, settings, write};
use crate::common::game;

#[test]
fn a_truncated_file_continues_after_its_last_whole_game() {
    let variant = game("unplay-strict");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    let games = games(variant, 2);
    let ends = write(&path, variant, &games);
    let whole = fs::read(&path).expect("a file");
    for length in ends[0]..=whole.len() {
        fs::write(&path, &whole[..length]).expect("written");
        let mut file = resume(&path, variant).expect("a file");
        let kept = ends.iter().filter(|&&end| end <= length).count() - 1;
        assert_eq!(file.games(), kept as u64, "{length}");
        assert_eq!(file.damage().len(), usize::from(ends[kept] < length));
        for number in file.missing(0..2) {
            file.append(number, &games[number as usize])
                .expect("written");
        }
        assert!(fs::read(&path).expect("a file") == whole, "{length}");
    }
}

#[test]
fn a_flipped_bit_costs_one_game_which_is_named_and_played_again() {
    let variant = game("unplay-strict");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    let games = games(variant, 6);
    let ends = write(&path, variant, &games);
    let whole = fs::read(&path).expect("a file");
    for at in (ends[0]..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, &damaged).expect("written");
        let hit = ends.iter().filter(|&&end| end <= at).count() - 1;
        let contents = read(&path, variant).expect("games");
        let kept: Vec<u64> = contents.games.keys().copied().collect();
        let others: Vec<u64> = (0..6).filter(|&number| number != hit as u64).collect();
        assert_eq!(kept, others, "byte {at}");
        let [damage] = contents.damage.as_slice() else {
            panic!("byte {at}: {:?}", contents.damage);
        };
        assert_eq!(damage.bytes, ends[hit]..ends[hit + 1], "byte {at}");
        assert_eq!(damage.after, hit as u64, "byte {at}");
        let mut file = resume(&path, variant).expect("a file");
        assert_eq!(file.missing(0..6), [hit as u64]);
        file.append(hit as u64, &games[hit]).expect("written");
        drop(file);
        assert_eq!(games_in(&path, variant), games, "byte {at}");
        let repaired = fs::read(&path).expect("a file");
        assert!(
            repaired.starts_with(&damaged),
            "the damaged bytes were cut off"
        );
    }
}

#[test]
fn a_damaged_length_in_a_file_without_checksums_costs_one_game() {
    let variant = game("unplay-strict");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    let games = games(variant, 6);
    let ends = write(&path, variant, &games);
    let settings = settings(variant).to_string();
    let whole = old_form(&fs::read(&path).expect("a file"), &ends, &settings);
    // `ends` are offsets in the file with checksums. There each game is 24 bytes longer: it has the
    // header of a frame (24 bytes) and the number of its turns (4 bytes), but no length (4 bytes).
    let second = whole.len() - (ends[6] - ends[1]) + 5 * 24;
    for bit in 0..32 {
        let mut damaged = whole.clone();
        damaged[second + bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &damaged).expect("written");
        let contents = read(&path, variant).expect("games");
        assert_eq!(contents.games.len(), 5, "bit {bit}");
        assert_eq!(contents.damage.len(), 1, "bit {bit}");
        assert_eq!(contents.damage[0].after, 1, "bit {bit}");
        // A file without checksums does not number its games. So it is unknown which game to
        // play again.
        let error = resume(&path, variant).expect_err("damaged");
        assert!(matches!(error, GamesError::Unnumbered { .. }), "{error}");
        assert!(fs::read(&path).expect("a file") == damaged);
    }
}

#[test]
fn a_file_with_damaged_settings_is_read_but_not_continued() {
    let variant = game("unplay-strict");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    let played = games(variant, 1);
    write(&path, variant, &played);
    let mut damaged = fs::read(&path).expect("a file");
    // The second line has the settings. If it is damaged, they are unknown.
    damaged[30] ^= 1;
    fs::write(&path, &damaged).expect("written");
    assert_eq!(games_in(&path, variant), played);
    let error = resume(&path, variant).expect_err("unknown settings");
    assert!(matches!(error, GamesError::DamagedSettings(_)), "{error}");
}

#[test]
fn an_illegal_turn_is_reported_as_damage() {
    let variant = game("unplay-strict");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    let played = games(variant, 1);
    let ends = write(&path, variant, &played);
    let settings = settings(variant).to_string();
    let mut wrong = old_form(&fs::read(&path).expect("a file"), &ends, &settings);
    // Replaces the last turn by an illegal turn.
    let at = wrong.len() - 6;
    wrong[at..at + 4].copy_from_slice(&1_u32.to_le_bytes());
    fs::write(&path, &wrong).expect("written");
    let contents = read(&path, variant).expect("a file of games");
    assert!(contents.games.is_empty());
    let [damage] = contents.damage.as_slice() else {
        panic!("{:?}", contents.damage);
    };
    assert!(matches!(damage.cause, DamageCause::Game(_)), "{damage}");
    let last = played[0].turns.len();
    let complaint = format!("the first game is wrong: turn {last} is not legal (bytes ");
    assert!(damage.to_string().starts_with(&complaint), "{damage}");
}

#[test]
fn a_file_of_games_has_one_writer() {
    let variant = game("unplay-strict");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("games");
    let first = resume(&path, variant).expect("a file");
    let error = resume(&path, variant).expect_err("it is open");
    assert!(error.to_string().contains("another program"), "{error}");
    drop(first);
    resume(&path, variant).expect("a file");
}

/// The chosen positions.
#[derive(Default)]
struct Chosen(Vec<Setup>);

impl Samples for Chosen {
    fn add<R: Rules>(&mut self, position: &R, _: &Weights, _: f32, _: f32) {
        self.0.push(*position.setup());
    }

    fn add_siblings<R: Rules>(&mut self, _: &SiblingPositions<R>, _: &Weights) {}

    fn append(&mut self, others: Self) {
        self.0.extend(others.0);
    }
}

#[test]
fn a_skipped_game_does_not_move_other_games_between_training_and_validation() {
    let variant = game("unplay-strict");
    let games = games(variant, 8);
    let choose = |skipped: usize| -> [Vec<Setup>; 2] {
        let games = (0..).zip(&games).skip(skipped);
        let chosen: [Chosen; 2] = SELECTION.of_games(variant, games, variant.weights());
        chosen.map(|Chosen(positions)| positions)
    };
    let [training, validation] = choose(0);
    let [same, fewer] = choose(1);
    assert!(same == training);
    assert!(fewer.len() < validation.len() && validation.ends_with(&fewer));
}
