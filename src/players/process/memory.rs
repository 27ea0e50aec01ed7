//! Detects that memory ran out while an engine was running. Linux reports this in `/proc`; on other
//! systems it is never detected.

use std::fs;

use crate::protocol::memory::number_after;

/// Detects that the system has killed a process to free memory, or that memory is short.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryWatch {
    /// The number of processes that the system killed to free memory before this watch began.
    kills: u64,
}

/// Memory is short if all processes waited for memory during at least this percentage of the last
/// ten seconds.
const STALLED_PERCENT: f64 = 10.0;

/// Memory is short if the available memory is less than the total memory divided by this number.
const AVAILABLE_PART: u64 = 20;

impl MemoryWatch {
    /// Begins to count the kills now.
    pub(super) fn new() -> Self {
        Self { kills: kills() }
    }

    /// Whether the system has killed a process to free memory since [`MemoryWatch::new`], or memory
    /// is short now.
    pub(super) fn has_run_out(self) -> bool {
        kills() > self.kills
            || is_stalled(&read("/proc/pressure/memory"))
            || is_used_up(&read("/proc/meminfo"))
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn kills() -> u64 {
    number_after(&read("/proc/vmstat"), "oom_kill").unwrap_or_default()
}

fn is_stalled(pressure: &str) -> bool {
    let line = pressure
        .lines()
        .find_map(|line| line.strip_prefix("full avg10="));
    let percent = line.and_then(|line| line.split(' ').next()?.parse().ok());
    percent.is_some_and(|percent: f64| percent >= STALLED_PERCENT)
}

fn is_used_up(meminfo: &str) -> bool {
    let [total, available] = ["MemTotal:", "MemAvailable:"].map(|name| number_after(meminfo, name));
    total
        .zip(available)
        .is_some_and(|(total, available)| available < total / AVAILABLE_PART)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortage_of_memory_is_seen_in_the_reports_of_linux() {
        for (average, stalled) in [
            ("0.00", false),
            ("9.99", false),
            ("10.00", true),
            ("83.10", true),
        ] {
            let pressure = format!(
                "some avg10=99.00 avg60=0.00 avg300=0.00 total=1\n\
                 full avg10={average} avg60=0.00 avg300=0.00 total=1\n"
            );
            assert_eq!(is_stalled(&pressure), stalled, "{average}");
        }
        assert!(!is_stalled(""));
        for (available, used_up) in [(900, false), (51, false), (49, true), (0, true)] {
            let meminfo =
                format!("MemTotal:  1000 kB\nMemFree: 0 kB\nMemAvailable:  {available} kB\n");
            assert_eq!(is_used_up(&meminfo), used_up, "{available}");
        }
        assert!(!is_used_up(""));
    }
}
