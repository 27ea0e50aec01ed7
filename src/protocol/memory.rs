//! How much memory the machine has left, so that a table that does not fit is refused.

use std::fs;

/// Free memory in MiB: the memory that the machine has left, or the memory limit of the container if that
/// is less. `None` if the system reports neither, as on systems other than Linux.
pub(super) fn free_mebibytes() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| available_kibibytes(&text))
        .map(|kibibytes| kibibytes >> 10);
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max")
        .ok()
        .and_then(|text| text.trim().parse::<u64>().ok())
        .map(|bytes| bytes >> 20);
    machine.into_iter().chain(group).min()
}

/// The number after `MemAvailable:` in the text of `/proc/meminfo`.
fn available_kibibytes(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read() {
        let text = "MemTotal:       24689764 kB\nMemFree: 1 kB\nMemAvailable:   23068672 kB\n";
        assert_eq!(available_kibibytes(text), Some(23_068_672));
        assert_eq!(available_kibibytes("MemTotal: 5 kB"), None);
    }
}
