//! Raises the limit of open files, so that enough games can be played at the same time.

use crate::play::shortage::Shortage;

/// Files that a game needs: three pipes for each of its two engines, and three more files while an
/// engine is started.
const FILES_PER_GAME: u64 = 9;

/// Files that the manager needs in addition: journal, reports, standard streams. The manager is the
/// Reviver process that starts the engines.
const FILES_OF_MANAGER: u64 = 32;

/// Raises the limit of open files if it is too low for this many games at a time.
///
/// # Errors
///
/// If the limit cannot be raised far enough.
pub fn reserve_files(games: usize) -> Result<(), Shortage> {
    let games = games as u64;
    let needed = games * FILES_PER_GAME + FILES_OF_MANAGER;
    match raise(needed) {
        Some(limit) if limit < needed => Err(Shortage::of_files(limit, games, needed)),
        _ => Ok(()),
    }
}

/// Raises the limit of open files to `needed`, but not above the hard limit. Leaves the limit if it
/// is high enough or cannot be raised. Returns the resulting limit; `None` if there is no limit.
#[cfg(unix)]
fn raise(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let current = limit.current?;
    if current >= needed {
        return Some(current);
    }
    let raised = limit.maximum.map_or(needed, |most| most.min(needed));
    let wanted = Rlimit {
        current: Some(raised),
        maximum: limit.maximum,
    };
    Some(setrlimit(Resource::Nofile, wanted).map_or(current, |()| raised))
}

#[cfg(not(unix))]
fn raise(_needed: u64) -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_error_says_what_is_needed_if_the_limit_cannot_be_raised() {
        use rustix::process::{Resource, getrlimit};
        assert_eq!(reserve_files(1), Ok(()));
        if getrlimit(Resource::Nofile).current.is_none() {
            return;
        }
        let games = usize::MAX / 16;
        let text = reserve_files(games).expect_err("too many").to_string();
        let needed = games as u64 * 9 + 32;
        let words = format!("{games} games at a time need {needed} open files");
        assert!(text.contains(&words), "{text}");
        assert!(text.contains("ulimit -n"), "{text}");
    }
}
