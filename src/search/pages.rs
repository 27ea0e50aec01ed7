//! The memory pages of the transposition table.
//!
//! The operating system gives a new table no memory until the table is first written. Then it
//! gives one page at a time, and each page takes microseconds. With small pages and 20 ms a turn,
//! the first searches of a game spent most of their time on this. In `unachess` with 16 MiB of
//! hash, the first search visited 7,000 nodes, and searches from the fifth on visited 35,000. With
//! the two functions of this file, the first search visits 36,000 and later searches 39,000
//! (`benches/experiments.md`, "Speed").

use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes in a small page. If a system has larger pages, [`touch`] writes to each of them more than
/// once, which does no harm.
const SMALL_PAGE: usize = 4 << 10;

/// Bytes in a huge page of x86-64, and of ARM64 with small pages of 4 KiB.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// [`touch`] writes only to pages in the first `MAX_TOUCHED` bytes of a table. A larger table is
/// for long searches, and may never be filled.
const MAX_TOUCHED: usize = 64 << 20;

/// Asks the operating system for huge pages. They need fewer page faults, and fewer entries of the
/// processor's cache of page addresses. A system without huge pages ignores the request.
///
/// With 256 MiB of hash, the first second of a search was 1.19 times as fast in `unachess` and 1.27
/// times as fast in `smolowitz` (`benches/experiments.md`, "Speed"). This gain justifies the unsafe
/// call.
#[cfg(target_os = "linux")]
pub(super) fn prefer_huge<T>(slots: &mut [T]) {
    let bytes = slots.as_mut_ptr_range();
    let start = bytes.start.cast::<u8>();
    let size = bytes.end as usize - bytes.start as usize;
    let before = start.align_offset(HUGE_PAGE);
    let Some(rest) = size.checked_sub(before) else {
        return;
    };
    // SAFETY: The range lies in `slots`. The advice does not change what the memory holds.
    #[allow(unsafe_code)]
    let _ = unsafe {
        rustix::mm::madvise(
            start.add(before).cast(),
            rest / HUGE_PAGE * HUGE_PAGE,
            rustix::mm::Advice::LinuxHugepage,
        )
    };
}

/// Huge pages are used on Linux only.
#[cfg(not(target_os = "linux"))]
pub(super) fn prefer_huge<T>(_slots: &mut [T]) {}

/// Writes to each page in the first [`MAX_TOUCHED`] bytes of a new table. So the operating system
/// gives the table this memory now, and not while a search runs. The slots must be empty, and stay
/// empty.
pub(super) fn touch(slots: &[[AtomicU64; 2]]) {
    let step = SMALL_PAGE / size_of::<[AtomicU64; 2]>();
    let count = MAX_TOUCHED / SMALL_PAGE;
    for [word, _] in slots.iter().step_by(step).take(count) {
        word.store(0, Ordering::Relaxed);
    }
}
