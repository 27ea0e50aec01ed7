//! Finds out how much memory is free, for the check of the option Hash.

use std::fs;

/// The folder of a container's control group on Linux.
const GROUP: &str = "/sys/fs/cgroup";

/// The free memory and the used memory, in MiB.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The free memory, as in [`free_mebibytes`].
    pub(super) free: u64,
    /// What this program uses, as in [`used_mebibytes`].
    used: u64,
}

impl Memory {
    /// The memory now. `None` if the free memory is unknown, as on systems other than Linux.
    pub(super) fn now() -> Option<Self> {
        let free = free_mebibytes()?;
        Some(Self {
            free,
            used: used_mebibytes(),
        })
    }

    /// Whether a hash table of `wanted` MiB may replace the old one of `old` MiB. A table that is
    /// not larger than the old one is always allowed. A larger table may take at most the free
    /// memory plus the memory that this program uses, which includes the old table.
    pub(super) const fn has_room(self, wanted: u64, old: u64) -> bool {
        wanted <= old || wanted <= self.free + self.used
    }
}

/// The free memory in MiB: of the machine or of the container's control group, whichever is less.
/// If only one is known, returns that one. `None` if neither is known, as on systems other than
/// Linux.
fn free_mebibytes() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| number_after(&text, "MemAvailable:"))
        .map(|kibibytes| kibibytes >> 10);
    let group = group_bytes(|file| fs::read_to_string(format!("{GROUP}/{file}")).ok())
        .map(|bytes| bytes >> 20);
    machine.into_iter().chain(group).min()
}

/// The memory that this program uses now, in MiB. Allocated memory counts only after it has been
/// written. Returns 0 if it is unknown, as on systems other than Linux.
fn used_mebibytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    number_after(&status, "VmRSS:").unwrap_or(0) >> 10
}

/// The free memory of a control group in bytes: its limit less the memory in use. `None` if the
/// group has no limit. `read` returns the text of a file of the group. The page cache counts as
/// free, as in `MemAvailable`, because the kernel drops it when memory is needed.
fn group_bytes(read: impl Fn(&str) -> Option<String>) -> Option<u64> {
    let number = |file| read(file)?.trim().parse::<u64>().ok();
    let limit = number("memory.max")?;
    let used = number("memory.current").unwrap_or(0);
    let statistics = read("memory.stat").unwrap_or_default();
    let file_copies: u64 = ["active_file", "inactive_file"]
        .iter()
        .filter_map(|name| number_after(&statistics, name))
        .sum();
    Some(limit.saturating_sub(used.saturating_sub(file_copies)))
}

/// The number in the line of `text` whose first word is `name`.
pub(crate) fn number_after(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        words.next().filter(|&word| word == name)?;
        words.next()?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_table_needs_room_and_a_smaller_one_does_not() {
        let memory = Memory {
            free: 1000,
            used: 300,
        };
        assert!(memory.has_room(1300, 64));
        assert!(!memory.has_room(1301, 64));
        assert!(!memory.has_room(65_536, 64));
        assert!(!memory.has_room(1500, 1400));
        assert!(memory.has_room(1400, 1400) && memory.has_room(1, 1400));
    }

    #[test]
    fn the_number_after_a_whole_word_is_read() {
        let text = "MemTotal:       24689764 kB\nMemFree: 1 kB\nMemAvailable:   23068672 kB\n";
        assert_eq!(number_after(text, "MemAvailable:"), Some(23_068_672));
        assert_eq!(number_after("MemTotal: 5 kB", "MemAvailable:"), None);
        let text = "pgfault 5\noom_kill_x 9\noom_kill 7\n";
        assert_eq!(number_after(text, "oom_kill"), Some(7));
    }

    #[test]
    fn free_memory_of_a_group_is_page_cache_plus_limit_less_use() {
        let left = |files: &[(&str, &str)]| {
            group_bytes(|wanted| {
                let (_, text) = files.iter().find(|(name, _)| *name == wanted)?;
                Some((*text).to_owned())
            })
        };
        let used = ("memory.current", "700\n");
        let copies = (
            "memory.stat",
            "anon 500\nfile 200\ninactive_file 120\nactive_file 30\n",
        );
        assert_eq!(left(&[("memory.max", "1000\n"), used]), Some(300));
        assert_eq!(left(&[("memory.max", "1000\n"), used, copies]), Some(450));
        assert_eq!(left(&[("memory.max", "1000\n")]), Some(1000));
        assert_eq!(left(&[("memory.max", "600\n"), used]), Some(0));
        assert_eq!(left(&[("memory.max", "max\n"), used]), None);
        assert_eq!(left(&[]), None);
    }
}
