//! The files in which a person saves games. A file is replaced only if this run of the program has
//! saved the game there or loaded it from there, and the file is unchanged since. The program
//! itself replaces it only by a game that begins with the turns that the person has saved in it or
//! loaded from it. A copy (made with `save FILE`) is replaced only if the person names its file
//! again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::board::Turn;
use crate::cli::files::{is_same_file, read_record_file};
use crate::cli::terminal::unbroken;
use crate::files::{Existing, Output, OutputError};

/// The highest number at the end of a file name, after the stem and the date.
const MAX_FILES_A_DAY: u32 = 10_000;

/// A game at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli::play) struct Snapshot {
    /// The game record.
    pub(in crate::cli::play) text: String,
    /// The turns of the record.
    pub(in crate::cli::play) turns: Vec<Turn>,
    /// Whether the game is over.
    pub(in crate::cli::play) is_over: bool,
}

/// A file that has the game, or an earlier state of it.
#[derive(Debug)]
pub(in crate::cli::play) struct SavedFile {
    pub(in crate::cli::play) path: PathBuf,
    /// The contents of the file when the game was saved or loaded.
    contents: String,
    /// The game in it.
    game: Snapshot,
    source: Source,
    /// The program replaces the file only by a game that begins with these turns: the turns that
    /// the person has saved in it or loaded from it. `None` if the file stays as it is.
    beginning: Option<Vec<Turn>>,
}

/// Where the contents of a file come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// The game was loaded from this file.
    Loaded,
    /// The game was loaded from this pipe or device, which cannot be read again.
    Stream,
    /// This run of the program has written it.
    Written,
}

impl SavedFile {
    /// The file from which a game was loaded.
    pub(in crate::cli::play) fn loaded(path: PathBuf, contents: String, game: Snapshot) -> Self {
        let is_stream = fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file());
        Self {
            path,
            contents,
            beginning: Some(game.turns.clone()),
            game,
            source: if is_stream {
                Source::Stream
            } else {
                Source::Loaded
            },
        }
    }

    /// Whether the file on the disk still has these `contents`. `false` for a pipe or a device: it
    /// is not read again, because that could take for ever.
    fn is_unchanged(&self) -> bool {
        self.path.is_file() && read_record_file(&self.path).is_ok_and(|text| text == self.contents)
    }

    /// Whether the file has the present state of the game.
    fn has(&self, game: &Snapshot) -> bool {
        self.game == *game && self.is_unchanged()
    }

    /// Whether the file had the very text of the game, and later turns go into it. The text of a
    /// loaded file differs if the program writes other settings, or writes them in another way.
    fn goes_on_with(&self, game: &Snapshot) -> bool {
        self.beginning.is_some() && self.contents == game.text
    }
}

/// Where a game was saved.
#[derive(Debug)]
pub(in crate::cli::play) struct Saved {
    pub(in crate::cli::play) path: PathBuf,
    /// Why [`SaveFiles::file_to_continue`] could not be written; `None` if there was no such error.
    refused: Option<OutputError>,
}

impl Saved {
    /// A game that was saved at `path` without an error.
    pub(in crate::cli::play) const fn at(path: PathBuf) -> Self {
        let refused = None;
        Self { path, refused }
    }

    /// Why the game is in another file than before, as a line for the person. Empty if it is not.
    pub(in crate::cli::play) fn why_elsewhere(&self) -> String {
        let error = self.refused.as_ref();
        error.map_or_else(String::new, |error| format!("{}.\n", why_not_saved(error)))
    }
}

/// The files of one game.
#[derive(Debug, Default)]
pub(in crate::cli::play) struct SaveFiles {
    /// The file of `--save`.
    pub(in crate::cli::play) target: Option<PathBuf>,
    /// The first part of the names that the program chooses. A date and a number follow it.
    pub(in crate::cli::play) stem: String,
    /// The file from which the game was loaded, and the files in which this run has saved the game.
    /// The last file is the one that the person was told last.
    files: Vec<SavedFile>,
}

impl SaveFiles {
    /// The files of one game. The names that the program chooses begin with `stem`.
    pub(in crate::cli::play) fn named(stem: &str) -> Self {
        Self {
            stem: stem.to_owned(),
            ..Self::default()
        }
    }

    /// Notes that the game was loaded from this file and is unchanged.
    pub(in crate::cli::play) fn continue_from(&mut self, file: SavedFile) {
        self.files.push(file);
    }

    /// Whether the present state of the game need not be saved when the person quits: a file has
    /// it, or it was loaded from a pipe or a device and this run has not saved the game.
    pub(in crate::cli::play) fn have(&self, game: &Snapshot) -> bool {
        let is_read = |file: &SavedFile| file.game == *game && file.source == Source::Stream;
        let is_same = self.are_only_loaded() && self.files.iter().any(is_read);
        is_same || self.file_with(game).is_some()
    }

    /// The file that has the present state of the game; `None` if there is none. Prefers a file in
    /// which the game goes on, then the last in the list.
    pub(in crate::cli::play) fn file_with(&self, game: &Snapshot) -> Option<&SavedFile> {
        let files = self.files.iter().filter(|file| file.has(game));
        files.max_by_key(|file| file.beginning.is_some())
    }

    /// The file that has the present state of the game, if the person was told another file last.
    /// From now on it counts as the file that the person was told last.
    pub(in crate::cli::play) fn file_to_report(&mut self, game: &Snapshot) -> Option<PathBuf> {
        if self.files.last()?.has(game) {
            return None;
        }
        let path = self.file_with(game)?.path.clone();
        self.move_to_end(&path);
        Some(path)
    }

    /// Makes the file at `path` the last of the list, and returns the last file.
    fn move_to_end(&mut self, path: &Path) -> Option<&mut SavedFile> {
        // The sort is stable.
        self.files.sort_by_key(|file| file.path == path);
        self.files.last_mut()
    }

    /// Whether the game was loaded, and this run of the program has not saved it.
    pub(in crate::cli::play) fn are_only_loaded(&self) -> bool {
        matches!(&self.files[..], [file] if file.source != Source::Written)
    }

    /// Saves a game. If a file that is not a copy has its very text, writes nothing and returns
    /// this file. If [`Self::file_to_continue`] returns a file, replaces this file. If there is
    /// none, or it cannot be written, tries the file of `--save` if it does not exist yet, then a
    /// new file in the current folder, then a new file in the folder for temporary files.
    pub(in crate::cli::play) fn save(&mut self, game: &Snapshot) -> Result<Saved, OutputError> {
        let same = self.file_with(game).filter(|file| file.goes_on_with(game));
        if let Some(path) = same.map(|file| file.path.clone()) {
            let file = self.move_to_end(&path);
            if let Some(beginning) = file.and_then(|file| file.beginning.as_mut()) {
                beginning.clone_from(&game.turns);
            }
            return Ok(Saved::at(path));
        }
        let continued = self.file_to_continue(game).map(|file| file.path.clone());
        let written = continued.map(|path| self.write(&path, Existing::Replace, game));
        let refused = match written {
            Some(Ok(path)) => return Ok(Saved::at(path)),
            Some(Err(error)) => Some(error),
            None => None,
        };
        let target = self.target.clone();
        let target = target.and_then(|target| self.write(&target, Existing::Keep, game).ok());
        let path = match target {
            Some(path) => path,
            None => self.save_in_new_file(game)?,
        };
        Ok(Saved { path, refused })
    }

    /// Saves a game that cannot be kept, in a file as [`Self::save`] does. The program saves it,
    /// not the person, so a game that departs from it may replace it in this file.
    pub(in crate::cli::play) fn save_instead_of_kept(
        &mut self,
        game: &Snapshot,
    ) -> Result<Saved, OutputError> {
        let continued = self.file_to_continue(game);
        let continued = continued.map(|file| (file.path.clone(), file.beginning.clone()));
        let saved = self.save(game)?;
        let beginning = continued.filter(|(path, _)| *path == saved.path);
        if let Some(file) = self.files.last_mut() {
            file.beginning = Some(beginning.and_then(|(_, turns)| turns).unwrap_or_default());
        }
        Ok(saved)
    }

    /// Whether a file has a game that begins with all turns of `game`.
    pub(in crate::cli::play) fn have_turns(&self, game: &Snapshot) -> bool {
        let has_turns = |file: &SavedFile| file.game.turns.starts_with(&game.turns);
        let mut files = self.files.iter();
        files.any(|file| has_turns(file) && file.is_unchanged())
    }

    /// Saves a game in a new file in the current folder, or else in the folder for temporary files.
    pub(in crate::cli::play) fn save_in_new_file(
        &mut self,
        game: &Snapshot,
    ) -> Result<PathBuf, OutputError> {
        let here = self.save_in(Path::new(""), game);
        here.or_else(|error| {
            let elsewhere = self.save_in(&std::env::temp_dir(), game);
            elsewhere.map_err(|_| error)
        })
    }

    /// Leaves the file at `path` as it is: from now on [`Self::save`] uses other files.
    pub(in crate::cli::play) fn spare(&mut self, path: &Path) {
        for file in &mut self.files {
            if is_same_file(&file.path, path) {
                file.beginning = None;
            }
        }
        self.target.take_if(|target| is_same_file(target, path));
    }

    /// Saves a copy of a game in the file at `path`. The copy does not change when the game goes
    /// on: later turns go into another file. An existing file is replaced only if this run of the
    /// program has saved this game in it and its contents are unchanged.
    ///
    /// If `path` is the file of `--save` or [`Self::file_to_continue`], the file is not a copy:
    /// later turns go into it too.
    pub(in crate::cli::play) fn save_copy(
        &mut self,
        path: &Path,
        game: &Snapshot,
    ) -> Result<PathBuf, OutputError> {
        let continued = self.file_to_continue(game);
        if continued.is_some_and(|file| is_same_file(&file.path, path)) {
            return self.write(path, Existing::Replace, game);
        }
        let target = self.target.as_deref();
        let is_target = target.is_some_and(|target| is_same_file(target, path));
        let written = self.write(path, self.existing(path), game)?;
        if let Some(file) = self.files.last_mut().filter(|_| !is_target) {
            file.beginning = None;
        }
        Ok(written)
    }

    /// Whether the file at `path` stays as it is when the game goes on.
    pub(in crate::cli::play) fn is_copy(&self, path: &Path) -> bool {
        let mut files = self.files.iter();
        files.any(|file| file.path == path && file.beginning.is_none())
    }

    /// Whether [`Self::write`] may replace this file if it exists.
    fn existing(&self, path: &Path) -> Existing {
        let is_ours = |file: &SavedFile| {
            file.source == Source::Written && is_same_file(&file.path, path) && file.is_unchanged()
        };
        if self.files.iter().any(is_ours) {
            Existing::Replace
        } else {
            Existing::Keep
        }
    }

    /// Saves a game in a new file in this folder.
    fn save_in(&mut self, folder: &Path, game: &Snapshot) -> Result<PathBuf, OutputError> {
        let date = jiff::Zoned::now().strftime("%Y%m%d");
        let mut number = 1;
        loop {
            let name = format!("{}-{date}-{number}.pgn", self.stem);
            match self.write(&folder.join(name), Existing::Keep, game) {
                Err(OutputError::Exists(_)) if number < MAX_FILES_A_DAY => number += 1,
                outcome => return outcome,
            }
        }
    }

    /// The file in which the game goes on: an unchanged file with a [`SavedFile::beginning`] with
    /// which `game` begins. Prefers a file that this run has written, then a longer beginning, then
    /// a later file in the list.
    fn file_to_continue(&self, game: &Snapshot) -> Option<&SavedFile> {
        let rank = |file: &SavedFile| {
            let beginning = file.beginning.as_ref()?;
            let continues = game.turns.starts_with(beginning) && file.is_unchanged();
            continues.then_some((file.source == Source::Written, beginning.len()))
        };
        let files = self.files.iter();
        let files = files.filter_map(|file| Some((rank(file)?, file)));
        let best = files.max_by_key(|(rank, _)| *rank);
        best.map(|(_, file)| file)
    }

    /// Writes a game to a file. Refuses a pipe, a device and the name of an open file
    /// (`/dev/fd/3`): the game could perhaps not be loaded from them again.
    fn write(
        &mut self,
        path: &Path,
        existing: Existing,
        game: &Snapshot,
    ) -> Result<PathBuf, OutputError> {
        Output::check_file(path)?;
        Output::write(path, existing, &game.text)?;
        self.files.retain(|file| !is_same_file(&file.path, path));
        self.files.push(SavedFile {
            path: path.to_owned(),
            contents: game.text.clone(),
            game: game.clone(),
            source: Source::Written,
            beginning: Some(game.turns.clone()),
        });
        Ok(path.to_owned())
    }
}

/// The sentences about a saved game: where it is, and how to come back to it.
pub(in crate::cli::play) fn saved_in(saved: &Saved, game: &Snapshot) -> String {
    let mut file = saved.path.display().to_string();
    if file.starts_with('-') {
        // Otherwise the commands would read the name as an option.
        file.insert_str(0, "./");
    }
    let quoted = shlex::try_quote(&file).map_or_else(|_| file.clone(), |text| text.into_owned());
    let (what, command) = if game.is_over {
        ("Review", format!("reviver review {quoted}"))
    } else {
        ("Continue", format!("reviver play --load {quoted}"))
    };
    let command = unbroken(&command);
    let why = saved.why_elsewhere();
    format!("{why}The game is saved in {file}.\n{what} it with:\n  {command}")
}

/// Why a file could not be written, as a text for the person.
pub(in crate::cli::play) fn why_not_saved(error: &OutputError) -> String {
    match error {
        OutputError::Exists(path) => {
            format!("{} exists already; choose another name", path.display())
        }
        error => error.to_string(),
    }
}
