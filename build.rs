//! Compresses the files that the program contains. Records what `reviver --version` prints about
//! the build: the commit, the profile, the target, the compiler and the processor.
//!
//! The commit comes from the first of these sources that has one: the environment variable
//! `REVIVER_COMMIT`, which packagers can set; the file that `cargo package` writes into a crate;
//! the git repository. If no source has a commit, the program is built without one. A debug build
//! ignores the git repository, so that a new commit does not recompile everything.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The program contains the files with these names from each folder of `positions/`. It also
/// contains all files of each folder in `src/games/`. With the feature `serve` it contains all
/// files of `src/serve/page`.
const POSITIONS: [&str; 5] = [
    "bench.epd",
    "book.txt",
    "openings.epd",
    "results.txt",
    "suite.epd",
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    pack(&packed_files()?)?;
    println!("cargo::rerun-if-env-changed=REVIVER_COMMIT");
    let commit = std::env::var("REVIVER_COMMIT").ok();
    let commit = commit
        .filter(|commit| !commit.is_empty())
        .or_else(commit_of_crate)
        .or_else(commit_of_repository);
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
    Ok(())
}

/// The paths of the files that the program contains, sorted.
fn packed_files() -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    for folder in entries("positions")? {
        let names = POSITIONS.map(|name| format!("{folder}/{name}"));
        files.extend(names.into_iter().filter(|path| Path::new(path).is_file()));
    }
    for folder in entries("src/games")? {
        if Path::new(&folder).is_dir() {
            files.extend(entries(&folder)?);
        }
    }
    if variable("CARGO_FEATURE_SERVE").is_some() {
        files.extend(entries("src/serve/page")?);
    }
    files.sort();
    Ok(files)
}

/// The paths of the files and folders in a folder.
fn entries(folder: &str) -> io::Result<Vec<String>> {
    println!("cargo::rerun-if-changed={folder}");
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name()));
    names
        .map(|name: io::Result<_>| Ok(format!("{folder}/{}", name?.to_string_lossy())))
        .collect()
}

/// Writes a compressed copy of each file into `OUT_DIR`. Also writes `packed.rs` there: Rust code
/// that lists the copies.
fn pack(files: &[String]) -> io::Result<()> {
    let out = PathBuf::from(variable("OUT_DIR").unwrap_or_default());
    let mut code = format!("static FILES: [PackedFile; {}] = [\n", files.len());
    for path in files {
        let packed = path.replace('/', "-") + ".deflate";
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&fs::read(path)?)?;
        fs::write(out.join(&packed), encoder.finish()?)?;
        let bytes = format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{packed}\"))");
        _ = writeln!(code, "    PackedFile::new({path:?}, {bytes}),");
    }
    fs::write(out.join("packed.rs"), code + "];\n")
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The compiler and its version, as in `rustc 1.95.0`.
fn compiler() -> Option<String> {
    let version = output(&variable("RUSTC")?, &["--version"])?;
    let version = version.split(" (").next()?;
    Some(version.to_owned())
}

/// The commit that `cargo package` writes into a crate.
fn commit_of_crate() -> Option<String> {
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

/// The commit and its date, from the git repository. `None` in a debug build, and if the folder of
/// `build.rs` is not the root of a git repository.
fn commit_of_repository() -> Option<String> {
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
    // Each commit and each checkout changes `logs/HEAD`, so cargo then runs this script again.
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

/// Runs a program and returns its trimmed output. `None` if the program fails or prints nothing.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
