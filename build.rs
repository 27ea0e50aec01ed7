//! Records where the program comes from, for `reviver --version`: the commit, the target, the compiler.
//!
//! The commit is that of `REVIVER_COMMIT` if somebody who makes a package sets it, or that of the crate, or
//! that of the git repository. A build without any of them has no commit. A debug build has none either,
//! so that a commit does not compile everything again.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=REVIVER_COMMIT");
    let commit = std::env::var("REVIVER_COMMIT").ok();
    let commit = commit
        .filter(|commit| !commit.is_empty())
        .or_else(of_crate)
        .or_else(of_repository);
    for (name, value) in [
        ("REVIVER_COMMIT", commit),
        ("REVIVER_TARGET", variable("TARGET")),
        ("REVIVER_PROFILE", variable("PROFILE")),
        ("REVIVER_RUSTC", compiler()),
        ("REVIVER_ARCH", variable("CARGO_CFG_TARGET_ARCH")),
        ("REVIVER_PROCESSOR", variable("CARGO_CFG_TARGET_FEATURE")),
    ] {
        println!("cargo::rustc-env={name}={}", value.unwrap_or_default());
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// `rustc 1.95.0 (59807616e 2026-04-14)`, without what is in brackets.
fn compiler() -> Option<String> {
    let version = output(&variable("RUSTC")?, &["--version"])?;
    let version = version.split(" (").next()?;
    Some(version.to_owned())
}

/// The commit that `cargo package` writes into a crate.
fn of_crate() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, hash) = text.split_once("\"sha1\":")?;
    let hash: String = hash
        .chars()
        .skip_while(|sign| !sign.is_ascii_hexdigit())
        .take_while(char::is_ascii_hexdigit)
        .take(12)
        .collect();
    let is_dirty = text.contains("\"dirty\": true");
    Some(hash + if is_dirty { "-dirty" } else { "" })
}

/// The commit of the repository whose root is the folder of this file, and its date.
fn of_repository() -> Option<String> {
    if variable("PROFILE")? != "release" {
        return None;
    }
    for source in ["src", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let root = output("git", &["rev-parse", "--show-toplevel"])?;
    let root = Path::new(&root).canonicalize().ok()?;
    if root
        != Path::new(&variable("CARGO_MANIFEST_DIR")?)
            .canonicalize()
            .ok()?
    {
        return None;
    }
    // Each commit, and each change of the branch, adds a line to this file.
    let log = output("git", &["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={log}");
    let describe = [
        "describe",
        "--always",
        "--dirty",
        "--abbrev=12",
        "--exclude=*",
    ];
    let commit = output("git", &describe)?;
    let date = output("git", &["show", "--no-patch", "--format=%cs", "HEAD"])?;
    Some(format!("{commit} {date}"))
}

/// The output of a program that succeeds, without the end of the line.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
