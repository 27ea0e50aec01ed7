//! Run-time dispatch: hot code is compiled a second time, for newer processors.
//!
//! By default, a build for x86-64 runs on every x86-64 processor. The oldest of these lack POPCNT,
//! BMI and AVX2, so only the second version of the code may use them. Processors of the level
//! x86-64-v3 have them.
//!
//! The evaluation is compiled twice. It first counts all features and then multiplies the counts by
//! their weights, so that the second version can use vector instructions. Together, the second
//! version and this order reduced an evaluation of `unachess` from 3,928 to 2,656 instructions
//! (callgrind; `benches/experiments.md`). The saving is large enough to justify the unsafe call in
//! [`run`].

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

/// Hot code that is compiled twice.
///
/// Only what the compiler inlines into `run_v3` is compiled for newer processors. So every
/// implementation of [`HotCode::run`] is `#[inline(always)]`. Every function that it calls is
/// `#[inline(always)]` too if the function has a loop or a popcount.
pub(crate) trait HotCode {
    /// The result.
    type Output;

    /// Computes the result.
    fn run(self) -> Self::Output;
}

/// Runs the version of the code that suits the processor.
#[inline]
pub(crate) fn run<C: HotCode>(code: C) -> C::Output {
    #[cfg(target_arch = "x86_64")]
    if *IS_V3 {
        // SAFETY: `run_v3` is compiled for exactly the instructions that `IS_V3` has found.
        #[allow(unsafe_code)]
        return unsafe { run_v3(code) };
    }
    code.run()
}

/// Whether the processor has the instructions for which [`run_v3`] is compiled.
#[cfg(target_arch = "x86_64")]
static IS_V3: LazyLock<bool> = LazyLock::new(|| {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
});

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_v3<C: HotCode>(code: C) -> C::Output {
    code.run()
}
