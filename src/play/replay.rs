//! Replays a recorded game, to check that the rules allow its turns and its result.

use thiserror::Error;

use super::adjudication::{Adjudication, Tracker};
use super::entry::{Entry, FaultEntry};
use super::fault::FaultKind;
use super::played_game::{GameEnd, PROVEN};
use crate::games::{TypedGame, Visitor};
use crate::live::{LiveGame, PlayError};
use crate::record::GameResult;
use crate::rules::{IllegalPosition, Rules, Seat};

/// An error shows at most this number of characters of a wrong file name.
const SHOWN: usize = 60;

/// Why a game cannot have been played as it was recorded.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ReplayError {
    /// The game cannot start from its first position.
    #[error("its first position: {0}")]
    Start(#[from] IllegalPosition),
    /// A turn is not legal.
    #[error("turn {number}: {source}")]
    Turn {
        /// The number of the turn, from 1.
        number: usize,
        /// Why.
        source: PlayError,
    },
    /// The record names the wrong player for the turn with this number, counted from 1.
    #[error("turn {0} is recorded for the wrong player")]
    Mover(usize),
    /// The referee ended the game before this turn, numbered from 1.
    #[error("the referee ended it before turn {0}")]
    Adjudicated(usize),
    /// The legal turns were counted wrongly.
    #[error("its positions have {counted} legal turns in total, not {found}")]
    LegalTurns {
        /// The right number.
        counted: u64,
        /// The number in the record.
        found: u64,
    },
    /// The result or the ending in the record is wrong.
    #[error("it ended {right}, not {found}")]
    End {
        /// The right result and ending.
        right: String,
        /// The result and ending in the record.
        found: String,
    },
    /// The rules or the referee ended the game, but the record also has a fault that ends a game.
    #[error(
        "it ended {end} by the rules or by the referee, but its record also has the fault '{fault}': a game cannot end in both ways"
    )]
    Fault {
        /// The result and ending.
        end: String,
        /// The kind of the fault.
        fault: &'static str,
    },
    /// Neither the rules nor a fault nor the referee ended the game.
    #[error("it is recorded as {0}, but neither the rules nor a fault nor the referee ended it")]
    Unexplained(String),
    /// The record gives a wrong name for the file of the fault.
    #[error("the fault of this game must name the file {file}, not '{found}'")]
    FaultFile {
        /// The right name.
        file: String,
        /// The name in the record.
        found: String,
    },
    /// No player of the game has both the number and the name that the record gives for the player
    /// at fault.
    #[error(
        "its fault is recorded for player {player} with the name '{engine}', but no player of the game has both this number and this name"
    )]
    Culprit {
        /// The player.
        player: u8,
        /// The name.
        engine: String,
    },
}

/// Checks that a game can have been played as it was recorded. All turns must be legal, and the
/// rules, a fault or the referee must have ended the game with the recorded result.
///
/// # Errors
///
/// If the record contradicts the rules or itself. The error says where.
pub fn check(entry: &Entry, adjudication: Adjudication) -> Result<(), ReplayError> {
    entry.variant.dispatch(Replay {
        entry,
        adjudication,
    })
}

struct Replay<'a> {
    entry: &'a Entry,
    adjudication: Adjudication,
}

impl Visitor for Replay<'_> {
    type Output = Result<(), ReplayError>;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Self::Output {
        let entry = self.entry;
        let mut game = LiveGame::new(variant, variant.position(entry.start)?);
        let mut tracker = Tracker::new(self.adjudication);
        let mut legal_turns = 0;
        let mut verdict = None;
        for (played, number) in entry.turns.iter().zip(1..) {
            if verdict.is_some() {
                return Err(ReplayError::Adjudicated(number));
            }
            let position = game.position();
            if position.seat() != played.seat {
                return Err(ReplayError::Mover(number));
            }
            legal_turns += position.count() as u64;
            game.play(played.turn)
                .map_err(|source| ReplayError::Turn { number, source })?;
            verdict = tracker.note(played.seat, played.thought.score);
        }
        // If the rules end the game, the verdict of the referee does not count.
        let end = match (game.outcome(), verdict) {
            (Some(outcome), _) => Some(GameEnd::from(outcome)),
            (None, verdict) => verdict.map(GameEnd::from),
        };
        self.check_end(end)?;
        // A fault may have ended the game after a player was asked for a turn in the last position.
        // Then the record also counts the legal turns of this position.
        let in_last_position = game.position().count() as u64;
        match entry.legal_turns {
            Some(found)
                if found != legal_turns
                    && (end.is_some() || found != legal_turns + in_last_position) =>
            {
                let counted = legal_turns;
                Err(ReplayError::LegalTurns { counted, found })
            }
            _ => Ok(()),
        }
    }
}

impl Replay<'_> {
    /// Checks the end in the record. `end` follows from the turns and the reported scores. If it is
    /// `None`, a fault or a proven win must have ended the game.
    fn check_end(&self, end: Option<GameEnd>) -> Result<(), ReplayError> {
        let Entry { result, ending, .. } = self.entry;
        let found = || format!("{result} ({ending})");
        let loser = self.entry.fault.as_ref().map(|fault| self.culprit(fault));
        let loser = loser.transpose()?;
        let right = match (end, loser) {
            (Some(end), _) => end,
            // The player at fault loses, and the ending is the kind of the fault. A disagreement
            // after a proven win changes neither the result nor the ending.
            (None, Some((seat, kind)))
                if kind != FaultKind::Disagreement || ending == kind.word() =>
            {
                GameEnd {
                    result: GameResult::Won(!seat),
                    ending: kind.word(),
                }
            }
            (None, _) => self
                .proof()
                .ok_or_else(|| ReplayError::Unexplained(found()))?,
        };
        if (*result, ending.as_str()) != (right.result, right.ending) {
            let right = format!("{} ({})", right.result, right.ending);
            let found = found();
            return Err(ReplayError::End { right, found });
        }
        match loser {
            Some((_, kind)) if end.is_some() && kind != FaultKind::Disagreement => {
                let (end, fault) = (found(), kind.word());
                Err(ReplayError::Fault { end, fault })
            }
            _ => Ok(()),
        }
    }

    /// The player at fault, and the kind of the fault. The number and the name of the player must
    /// agree. If a file is named, its name must be [`FaultEntry::file_name`].
    fn culprit(&self, fault: &FaultEntry) -> Result<(Seat, FaultKind), ReplayError> {
        let file = FaultEntry::file_name(self.entry.game, fault.kind);
        if let Some(found) = fault.file.as_ref().filter(|found| **found != file) {
            let found = found.escape_debug().take(SHOWN).collect();
            return Err(ReplayError::FaultFile { file, found });
        }
        let seat = match fault.player {
            1 => Some(Seat::First),
            2 => Some(Seat::Second),
            _ => None,
        };
        seat.filter(|&seat| self.entry.name(seat) == fault.engine)
            .map(|seat| (seat, fault.kind))
            .ok_or_else(|| ReplayError::Culprit {
                player: fault.player,
                engine: fault.engine.clone(),
            })
    }

    /// The end of a game with a proven win. Three conditions must hold: the adjudication rules let
    /// the referee confirm forced wins, the player of the last turn reported one, and the record
    /// has the ending `PROVEN`. The referee's search is not repeated.
    fn proof(&self) -> Option<GameEnd> {
        self.adjudication.proven_nodes?;
        let last = self.entry.turns.last()?;
        let turns = last.thought.score?.forced_turns()?;
        (turns > 0 && self.entry.ending == PROVEN).then_some(GameEnd {
            result: GameResult::Won(last.seat),
            ending: PROVEN,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::conduct::Conduct;
    use crate::play::entry::{EntryTurn, Timing};
    use crate::play::player::Thought;
    use crate::search::Score;

    /// Makes the entry of a game that the ply limit ends after this many plies. Each turn is the
    /// first legal turn of its position.
    struct FirstTurns(usize);

    impl Visitor for FirstTurns {
        type Output = Entry;

        fn visit<R: Rules>(self, variant: TypedGame<R>) -> Entry {
            let start = variant.start_position(0);
            let mut game = LiveGame::new(variant, start.clone());
            let mut turns = Vec::new();
            let mut legal_turns = 0;
            for _ in 0..self.0 {
                let position = game.position();
                legal_turns += position.count() as u64;
                let turn = position.turns().first().copied().expect("a turn");
                turns.push(EntryTurn {
                    seat: position.seat(),
                    turn,
                    thought: Thought::default(),
                    millis: 0,
                });
                game.play(turn).expect("it is legal");
            }
            Entry {
                game: 1,
                variant: variant.game(),
                round: 1,
                first: "a".to_owned(),
                second: "b".to_owned(),
                start: *start.setup(),
                turns,
                legal_turns: Some(legal_turns),
                result: GameResult::Drawn,
                ending: "ply-limit".to_owned(),
                fault: None,
                conduct: [Conduct::NONE; 2],
                timing: Timing::default(),
            }
        }
    }

    fn drawn() -> Entry {
        crate::games::default_game().dispatch(FirstTurns(4))
    }

    fn limit(plies: u32) -> Adjudication {
        Adjudication {
            plies: Some(plies),
            ..Adjudication::default()
        }
    }

    #[test]
    fn a_game_ends_as_the_referee_says() {
        let entry = drawn();
        assert_eq!(check(&entry, limit(4)), Ok(()));
        assert_eq!(check(&entry, limit(3)), Err(ReplayError::Adjudicated(4)));
        let unexplained = check(&entry, Adjudication::default());
        assert!(matches!(unexplained, Err(ReplayError::Unexplained(_))));
        let won = Entry {
            result: GameResult::Won(Seat::First),
            ..entry
        };
        let wrong = check(&won, limit(4)).expect_err("a draw");
        let right = "it ended 1/2-1/2 (ply-limit), not 1-0 (ply-limit)";
        assert_eq!(wrong.to_string(), right);
    }

    #[test]
    fn a_wrong_turn_or_player_or_count_of_legal_turns_is_refused() {
        let mut entry = drawn();
        entry.legal_turns = Some(7);
        let wrong = check(&entry, limit(4));
        assert!(matches!(wrong, Err(ReplayError::LegalTurns { .. })));
        let mut entry = drawn();
        entry.turns[1].seat = !entry.turns[1].seat;
        assert_eq!(check(&entry, limit(4)), Err(ReplayError::Mover(2)));
        let mut entry = drawn();
        entry.turns[3].turn = "a1a2".parse().expect("a turn");
        let wrong = check(&entry, limit(4));
        assert!(matches!(wrong, Err(ReplayError::Turn { number: 4, .. })));
    }

    #[test]
    fn a_fault_loses_the_game_and_must_name_a_player_of_this_game() {
        let lost = Entry {
            result: GameResult::Won(Seat::Second),
            ending: "crash".to_owned(),
            fault: Some(FaultEntry {
                player: 1,
                engine: "a".to_owned(),
                kind: FaultKind::Crash,
                detail: String::new(),
                file: None,
            }),
            ..drawn()
        };
        assert_eq!(check(&lost, limit(9)), Ok(()));
        // With this limit, the referee ended the game before the fault.
        assert!(matches!(
            check(&lost, limit(4)),
            Err(ReplayError::End { .. })
        ));
        let with_fault = Entry {
            fault: lost.fault.clone(),
            ..drawn()
        };
        let wrong = check(&with_fault, limit(4)).expect_err("a fault");
        let words = "it ended 1/2-1/2 (ply-limit) by the rules or by the referee, but its record also \
                     has the fault 'crash': a game cannot end in both ways";
        assert_eq!(wrong.to_string(), words);
        let mut won_by_culprit = lost.clone();
        won_by_culprit.result = GameResult::Won(Seat::First);
        assert!(matches!(
            check(&won_by_culprit, limit(9)),
            Err(ReplayError::End { .. })
        ));
        // A player wrongly said that the game was over.
        let mut disagreed = lost.clone();
        disagreed.ending = "disagreement".to_owned();
        disagreed.fault.as_mut().expect("a fault").kind = FaultKind::Disagreement;
        assert_eq!(check(&disagreed, limit(9)), Ok(()));
        // Engine a was player 1.
        let mut wrong_player = lost;
        wrong_player.fault.as_mut().expect("a fault").player = 2;
        let wrong = check(&wrong_player, limit(9));
        assert!(matches!(wrong, Err(ReplayError::Culprit { .. })));
    }

    #[test]
    fn a_proven_win_needs_a_reported_forced_win() {
        let adjudication = Adjudication {
            proven_nodes: Some(10),
            ..Adjudication::default()
        };
        let mut proven = drawn();
        let last = proven.turns.last_mut().expect("a turn");
        last.thought.score = Some(Score::WIN - 5);
        proven.result = GameResult::Won(last.seat);
        proven.ending = PROVEN.to_owned();
        assert_eq!(check(&proven, adjudication), Ok(()));
        assert!(check(&proven, Adjudication::default()).is_err());
        proven.turns[3].thought.score = Some(Score(500));
        assert!(check(&proven, adjudication).is_err());
    }
}
