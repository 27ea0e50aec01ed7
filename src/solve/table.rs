//! The proof table: what is known of the positions looked at, in a fixed amount of memory.
//!
//! An entry serves a position for every number of turns: a win within four turns is one within
//! five, and where there is none within four there is none within three.

use std::io::{self, Read, Write};

use thiserror::Error;

use super::numbers::Numbers;
use crate::board::{Key, Turn};

/// Entries with the same place to go; the one that took the least work gives way.
const BUCKET: usize = 4;

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    /// The first turn of the win, as [`Turn::bits`], 0 for none.
    turn: u32,
    proof: u32,
    disproof: u32,
    /// Turns within which there is a win, plus one; 0 when none is known.
    wins: u8,
    /// Turns within which there is none, plus one; 0 when nothing is known.
    fails: u8,
    /// The binary logarithm of the work; 0 marks an empty place.
    work: u8,
}

/// What the table tells about a position and a number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// There is a win within so many turns.
    Won { turns: u8, first: Option<Turn> },
    /// There is none.
    NotWon,
    /// It is open.
    Open(Numbers),
}

impl Entry {
    const BYTES: usize = 23;

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.turn.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.proof.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.disproof.to_le_bytes());
        bytes[20..].copy_from_slice(&[self.wins, self.fails, self.work]);
        bytes
    }

    fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let word = |at: usize| {
            let mut word = [0; 4];
            word.copy_from_slice(&bytes[at..at + 4]);
            u32::from_le_bytes(word)
        };
        Self {
            key: u64::from(word(0)) | u64::from(word(4)) << 32,
            turn: word(8),
            proof: word(12),
            disproof: word(16),
            wins: bytes[20],
            fails: bytes[21],
            work: bytes[22],
        }
    }

    fn known(&self, turns: u8) -> Option<Known> {
        if self.wins > 0 && self.wins <= turns + 1 {
            return Some(Known::Won {
                turns: self.wins - 1,
                first: Turn::from_bits(self.turn),
            });
        }
        if turns < self.fails {
            return Some(Known::NotWon);
        }
        // The numbers of another number of turns are as good a guess as any, where there is
        // something to guess.
        (turns > 0 && self.proof > 0 && self.disproof > 0).then_some(Known::Open(Numbers {
            proof: self.proof,
            disproof: self.disproof,
        }))
    }

    fn learn(&mut self, turns: u8, known: Known) {
        match known {
            Known::Won { turns, first } => {
                if self.wins == 0 || turns + 1 < self.wins {
                    self.wins = turns + 1;
                    self.turn = first.map_or(0, Turn::bits);
                }
            }
            Known::NotWon => {
                if turns + 1 > self.fails {
                    self.fails = turns + 1;
                    (self.proof, self.disproof) = (0, 0);
                }
            }
            Known::Open(numbers) => (self.proof, self.disproof) = (numbers.proof, numbers.disproof),
        }
    }
}

/// A table of fixed size.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
}

/// Why a kept table cannot be read.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It holds something else.
    #[error("it does not hold the work on this position; the first line must be '{0}'")]
    Foreign(String),
}

impl Table {
    pub(super) fn new(mebibytes: usize) -> Self {
        let places = (mebibytes.max(1) << 20) / size_of::<Entry>();
        let buckets = (places / BUCKET).max(1);
        Self {
            entries: vec![Entry::default(); buckets * BUCKET],
            used: 0,
        }
    }

    /// How full it is, in permille.
    pub(super) fn fill(&self) -> u32 {
        (self.used * 1000 / self.entries.len()) as u32
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
        self.used = 0;
    }

    fn bucket(&self, key: Key) -> usize {
        let buckets = (self.entries.len() / BUCKET) as u128;
        // The product spreads the key over all buckets without a division.
        ((u128::from(key) * buckets) >> 64) as usize * BUCKET
    }

    pub(super) fn probe(&self, key: Key, turns: u8) -> Option<Known> {
        let at = self.bucket(key);
        self.entries[at..at + BUCKET]
            .iter()
            .find(|entry| entry.key == key && entry.work > 0)?
            .known(turns)
    }

    pub(super) fn store(&mut self, key: Key, turns: u8, known: Known, work: u64) {
        let work = (work.max(1).ilog2() + 1) as u8;
        let at = self.bucket(key);
        let bucket = &mut self.entries[at..at + BUCKET];
        let place = bucket
            .iter()
            .position(|entry| entry.key == key && entry.work > 0);
        if let Some(place) = place {
            let entry = &mut bucket[place];
            entry.learn(turns, known);
            entry.work = entry.work.max(work);
            return;
        }
        let Some(entry) = bucket.iter_mut().min_by_key(|entry| entry.work) else {
            return;
        };
        if entry.work == 0 {
            self.used += 1;
        }
        *entry = Entry {
            key,
            work,
            ..Entry::default()
        };
        entry.learn(turns, known);
    }

    /// Writes all entries under a title of one line.
    pub(super) fn save(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{title}")?;
        for entry in self.entries.iter().filter(|entry| entry.work > 0) {
            out.write_all(&entry.to_bytes())?;
        }
        Ok(())
    }

    /// Reads back what was saved under this title. The table may have another size now.
    pub(super) fn load(&mut self, title: &str, input: &mut dyn Read) -> Result<(), TableError> {
        let foreign = || TableError::Foreign(title.to_owned());
        let mut first = vec![0; title.len() + 1];
        input.read_exact(&mut first).map_err(|_| foreign())?;
        if first != format!("{title}\n").as_bytes() {
            return Err(foreign());
        }
        self.clear();
        let mut bytes = [0; Entry::BYTES];
        while read_whole(input, &mut bytes)? {
            self.take(Entry::from_bytes(&bytes));
        }
        Ok(())
    }

    fn take(&mut self, entry: Entry) {
        let at = self.bucket(entry.key);
        let place = self.entries[at..at + BUCKET]
            .iter_mut()
            .min_by_key(|other| other.work);
        if let Some(place) = place.filter(|place| place.work < entry.work) {
            if place.work == 0 {
                self.used += 1;
            }
            *place = entry;
        }
    }
}

/// Fills `bytes`, or says that the input has ended before; a last incomplete entry is dropped.
fn read_whole(input: &mut dyn Read, bytes: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(proof: u32, disproof: u32) -> Known {
        Known::Open(Numbers { proof, disproof })
    }

    const WON_IN_3: Known = Known::Won {
        turns: 3,
        first: None,
    };

    #[test]
    fn one_entry_serves_every_number_of_turns() {
        let mut table = Table::new(1);
        table.store(7, 2, open(4, 5), 1);
        assert_eq!(table.probe(7, 2), Some(open(4, 5)));
        table.store(7, 1, Known::NotWon, 10);
        table.store(7, 4, WON_IN_3, 10);
        assert_eq!(table.probe(7, 0), Some(Known::NotWon));
        assert_eq!(table.probe(7, 1), Some(Known::NotWon));
        assert_eq!(table.probe(7, 2), None);
        assert_eq!(table.probe(7, 3), Some(WON_IN_3));
        assert_eq!(table.probe(7, 9), Some(WON_IN_3));
        assert_eq!(table.probe(8, 3), None);
    }

    #[test]
    fn a_full_table_keeps_what_took_the_most_work() {
        let mut table = Table::new(1);
        for key in 0..100 {
            table.store(key, 1, open(1, 1), 1 << (key % 50));
        }
        assert_eq!(table.probe(49, 1), Some(open(1, 1)));
        assert_eq!(table.probe(50, 1), None);
    }

    #[test]
    fn a_table_comes_back_from_a_file_and_a_foreign_one_does_not() {
        let mut table = Table::new(1);
        table.store(u64::MAX / 3, 4, WON_IN_3, 10);
        let mut file = Vec::new();
        table.save("title", &mut file).unwrap();
        let mut other = Table::new(2);
        other.load("title", &mut file.as_slice()).unwrap();
        assert_eq!(other.probe(u64::MAX / 3, 5), Some(WON_IN_3));
        let error = other.load("another", &mut file.as_slice()).unwrap_err();
        assert!(error.to_string().contains("another"), "{error}");
        file.truncate(file.len() - 1);
        other.load("title", &mut file.as_slice()).unwrap();
        assert_eq!(other.probe(u64::MAX / 3, 5), None);
    }
}
