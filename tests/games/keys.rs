//! Keys of positions. The key of the start of each built-in game never changes. Different rules
//! give different keys: each key is XORed with the *salt* of the rules, a number that depends on
//! the switches.

use std::collections::HashMap;

use reviver::games::{self, TypedGame, Visitor};
use reviver::rules::switches::{Bounded, DrawMeaning};
use reviver::rules::{Rules, Switches, smolowitz, ssehc, unachess, unplay};

struct StartKey;

impl Visitor for StartKey {
    type Output = u64;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> u64 {
        game.start_position(0).key()
    }
}

/// Keys must not change, because files of users contain them. An example is a saved table of
/// `reviver solve`.
#[test]
fn every_game_keeps_the_key_of_its_start() {
    for game in games::built_in() {
        let mut lines = game.bench_text().lines();
        let key_in_file = lines.find_map(|line| line.strip_prefix("# key "));
        let key = format!("{:016X}", game.dispatch(StartKey));
        assert_eq!(
            key_in_file,
            Some(&*key),
            "{game}: positions/{game}/bench.epd, line '# key'"
        );
    }
}

/// These switches with every combination of values for the three draw rules. A draw rule can have
/// the value `points` only in families that can compare the two players ([`Switches::JUDGES`]).
fn with_draw_rules<S: Switches>(switches: S) -> Vec<S> {
    let mut meanings = vec![DrawMeaning::Draw, DrawMeaning::Loses];
    if S::JUDGES {
        meanings.push(DrawMeaning::Points);
    }
    let mut all = Vec::new();
    for &repetition in &meanings {
        for &fifty_moves in &meanings {
            for &stalemate in &meanings {
                let mut switches = switches;
                let common = switches.common_mut();
                common.repetition = repetition;
                common.fifty_moves = fifty_moves;
                common.stalemate = stalemate;
                all.push(switches);
            }
        }
    }
    all
}

/// Adds the salts of all these switches, each with every combination of values for the draw rules.
/// Panics if a salt is in the map already.
fn add_salts<S: Switches>(salts: &mut HashMap<u64, String>, all: Vec<S>) {
    for switches in all.into_iter().flat_map(with_draw_rules) {
        let words = format!("{switches:?}");
        if let Some(other) = salts.insert(switches.salt(), words.clone()) {
            panic!("{words} has the salt of {other}");
        }
    }
}

/// The salt of a game, and its switches as text. The salt does not depend on who plays first, nor
/// on how the kings come to the board. In the text, fixed values replace both.
struct SaltAndSwitches;

impl Visitor for SaltAndSwitches {
    type Output = (u64, String);

    fn visit<R: Rules>(self, game: TypedGame<R>) -> (u64, String) {
        let mut switches = *game.switches();
        *switches.common_mut() = switches.common().without_start();
        (switches.salt(), format!("{switches:?}"))
    }
}

#[test]
fn a_game_of_ones_own_has_the_salt_of_a_built_in_game_with_the_same_rules() {
    let starts = "name = \"other-start\"\nbase = \"unplay\"\n[switches]\nown-check = \"removable\"\n\
                  start = \"random-kings\"\n";
    let game = games::add(starts, &|_| None).expect("a game");
    let alike = games::find("unplay-strict").expect("a game");
    let base = games::find("unplay").expect("a game");
    assert_ne!(game, alike);
    let [salt, of_alike, of_base] =
        [game, alike, base].map(|game| game.dispatch(SaltAndSwitches).0);
    assert_eq!(salt, of_alike);
    assert_ne!(salt, of_base);
}

#[test]
fn different_rules_have_different_salts() {
    let mut salts = HashMap::new();
    let bits_of = |bits: u32| move |bit: u32| bits >> bit & 1 != 0;
    let mut all = Vec::new();
    for bits in 0..32 {
        let is_set = bits_of(bits);
        let mut switches = unplay::Switches::BASE;
        if is_set(0) {
            switches.own_check = unplay::OwnCheck::Removable;
        }
        if is_set(1) {
            switches.bishops = unplay::Bishops::Any;
        }
        if is_set(2) {
            switches.pawns_on_a_file = unplay::PawnsOnAFile::Any;
        }
        if is_set(3) {
            switches.revived_pawns = unplay::RevivedPawns::Any;
        }
        if is_set(4) {
            switches.goal = unplay::Goal::Home;
        }
        all.push(switches);
    }
    add_salts(&mut salts, all);
    let mut all = Vec::new();
    for lowest in 1..=7 {
        for highest in lowest..=7 {
            for bits in 0..8 {
                let is_set = bits_of(bits);
                all.push(unachess::Switches {
                    pawn_rows: unachess::PawnRows::new(lowest, highest).expect("a range"),
                    double_step: is_set(0),
                    castling: is_set(1),
                    capture_before_king: is_set(2),
                    ..unachess::Switches::BASE
                });
            }
        }
    }
    add_salts(&mut salts, all);
    let mut all = Vec::new();
    for bits in 0..8 {
        let is_set = bits_of(bits);
        for points in 0..100 {
            all.push(smolowitz::Switches {
                switch_colours: is_set(0),
                possible: is_set(1),
                home_wins_early: is_set(2),
                point_pawn: Bounded::new(points / 10),
                point_piece: Bounded::new(points % 10),
                ..smolowitz::Switches::BASE
            });
        }
    }
    add_salts(&mut salts, all);
    let mut all = Vec::new();
    for declare in [
        ssehc::Declare::Never,
        ssehc::Declare::Stuck,
        ssehc::Declare::StuckOrFull,
    ] {
        for bits in 0..4 {
            let is_set = bits_of(bits);
            let base = ssehc::Switches::BASE;
            let points = (-9..=9).map(Bounded::new);
            let of_home = points.clone().map(|points| (points, base.point_far));
            let of_far = points.map(|points| (base.point_home, points));
            let of_far = of_far.filter(|&(_, points)| points != base.point_far);
            for (point_home, point_far) in of_home.chain(of_far) {
                all.push(ssehc::Switches {
                    declare,
                    home_wins: is_set(0),
                    compare: if is_set(1) {
                        ssehc::Compare::Points
                    } else {
                        ssehc::Compare::HomeBoardDistance
                    },
                    point_home,
                    point_far,
                    ..base
                });
            }
        }
    }
    add_salts(&mut salts, all);
    // The built-in games. A salt may be in the map already, but only with the same switches.
    for game in games::built_in() {
        let (salt, words) = game.dispatch(SaltAndSwitches);
        let other = salts.insert(salt, words.clone());
        assert!(other.is_none_or(|other| other == words), "{game}");
    }
    assert!(salts.len() > 9_000, "{}", salts.len());
}
