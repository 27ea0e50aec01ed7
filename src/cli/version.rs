//! What `reviver --version` prints: the version, the commit, the build, and the processor that the
//! program needs.
//!
//! `build.rs` reads these facts when the program is built.

use std::borrow::Cow;

/// The features that each x86-64 level adds to the level below.
const X86_64_LEVELS: [(&str, &[&str]); 4] = [
    ("any x86-64", &["fxsr", "sse", "sse2", "x87"]),
    (
        "x86-64-v2",
        &[
            "cmpxchg16b",
            "lahfsahf",
            "popcnt",
            "sse3",
            "sse4.1",
            "sse4.2",
            "ssse3",
        ],
    ),
    (
        "x86-64-v3",
        &[
            "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave",
        ],
    ),
    (
        "x86-64-v4",
        &["avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"],
    ),
];

/// The version in one line: `0.1.0 (d9bd550abcde 2026-11-24)`.
pub(super) fn short() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match env!("REVIVER_COMMIT") {
        "" => version.to_owned(),
        commit => format!("{version} ({commit})"),
    }
}

/// The version, the commit, the build and the processor, each in a line.
pub(super) fn long() -> String {
    let commit = match env!("REVIVER_COMMIT") {
        "" => "unknown",
        commit => commit,
    };
    format!(
        "{}\ncommit:    {commit}\nbuild:     {} for {}, {}, {}\nprocessor: {}",
        env!("CARGO_PKG_VERSION"),
        env!("REVIVER_PROFILE"),
        env!("REVIVER_TARGET"),
        env!("REVIVER_RUSTC"),
        match cfg!(feature = "serve") {
            true => "with the board in the browser",
            false => "without the board in the browser",
        },
        processor(env!("REVIVER_ARCH"), env!("REVIVER_PROCESSOR"))
    )
}

/// The processor that a program needs if it was built for this architecture with these features.
/// Commas separate the features.
fn processor(architecture: &str, features: &str) -> String {
    let mut rest: Vec<&str> = features
        .split(',')
        .filter(|name| !name.is_empty())
        .collect();
    let mut name = Cow::from(architecture);
    if architecture == "x86_64" {
        for (level, needed) in X86_64_LEVELS {
            // The lowest level is not checked: every x86-64 processor has it, and some compilers do
            // not list its features.
            let is_lowest = level == X86_64_LEVELS[0].0;
            if !is_lowest && !needed.iter().all(|feature| rest.contains(feature)) {
                break;
            }
            rest.retain(|feature| !needed.contains(feature));
            name = level.into();
        }
    }
    match rest.as_slice() {
        [] => name.into_owned(),
        rest => format!("{name} with {}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{long, processor, short};

    const V3: &str = "avx,avx2,bmi1,bmi2,cmpxchg16b,f16c,fma,fxsr,lahfsahf,lzcnt,movbe,popcnt,sse,sse2,\
                      sse3,sse4.1,sse4.2,ssse3,xsave";

    #[test]
    fn the_processor_is_named_by_its_level_and_further_features() {
        assert_eq!(processor("x86_64", "fxsr,sse,sse2"), "any x86-64");
        assert_eq!(processor("x86_64", ""), "any x86-64");
        assert_eq!(processor("x86_64", V3), "x86-64-v3");
        assert_eq!(
            processor("x86_64", "fxsr,popcnt,sse,sse2"),
            "any x86-64 with popcnt"
        );
        assert_eq!(
            processor("x86_64", &format!("{V3},aes,sha")),
            "x86-64-v3 with aes, sha"
        );
        assert_eq!(processor("aarch64", "neon"), "aarch64 with neon");
        assert_eq!(processor("riscv64", ""), "riscv64");
    }

    #[test]
    fn the_version_names_the_build() {
        let version = env!("CARGO_PKG_VERSION");
        assert!(short().starts_with(version));
        let long = long();
        for start in [version, "commit:    ", "build:     ", "processor: "] {
            assert!(
                long.lines().any(|line| line.starts_with(start)),
                "{start}: {long}"
            );
        }
    }
}
