//! Tests of writing a result.

use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::TempDir::new().expect("a folder")
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a listing").count()
}

#[test]
fn a_file_that_exists_is_kept_unless_it_may_be_replaced() {
    let folder = folder();
    let path = folder.path().join("result.txt");
    Output::write(&path, Existing::Keep, "one").expect("written");
    let refused = Output::write(&path, Existing::Keep, "two");
    assert!(matches!(refused, Err(OutputError::Exists(_))));
    assert_eq!(fs::read_to_string(&path).expect("read"), "one");
    Output::write(&path, Existing::Replace, "two").expect("written");
    assert_eq!(fs::read_to_string(&path).expect("read"), "two");
    assert_eq!(entries(folder.path()), 1);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path = folder.path().join("result.txt");
    fs::write(&path, "one").expect("written");
    for mode in [0o600, 0o444, 0o666] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("permissions");
        Output::write(&path, Existing::Replace, "two").expect("written");
        let found = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(found & 0o777, mode);
    }
}

#[test]
fn an_unfinished_result_leaves_nothing() {
    let folder = folder();
    let path = folder.path().join("result.txt");
    let mut output = Output::create(&path, Existing::Keep).expect("created");
    output.write_all(b"half").expect("written");
    drop(output);
    assert_eq!(entries(folder.path()), 0);
}

#[test]
fn a_file_that_appears_meanwhile_is_kept() {
    let folder = folder();
    let path = folder.path().join("result.txt");
    let output = Output::create(&path, Existing::Keep).expect("created");
    fs::write(&path, "another's").expect("written");
    assert!(matches!(output.finish(), Err(OutputError::Exists(_))));
    assert_eq!(fs::read_to_string(&path).expect("read"), "another's");
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_is_not_followed() {
    let folder = folder();
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    fs::write(&target, "precious").expect("written");
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    let refused = Output::write(&link, Existing::Replace, "new");
    assert!(matches!(refused, Err(OutputError::Link(_))));
    assert_eq!(fs::read_to_string(&target).expect("read"), "precious");
}

#[cfg(unix)]
#[test]
fn a_device_is_written_directly() {
    Output::write("/dev/null", Existing::Keep, "gone").expect("written");
    Output::check("/dev/stdout", Existing::Keep).expect("a pipe or a terminal");
}

#[test]
fn a_check_refuses_what_create_would_refuse_and_leaves_no_file() {
    let folder = folder();
    let path = folder.path().join("result.txt");
    Output::check(&path, Existing::Keep).expect("free");
    assert_eq!(entries(folder.path()), 0);
    fs::write(&path, "precious").expect("written");
    let refused = Output::check(&path, Existing::Keep);
    assert!(matches!(refused, Err(OutputError::Exists(_))));
    Output::check(&path, Existing::Replace).expect("it may be replaced");
    let refused = Output::check(folder.path(), Existing::Replace);
    assert!(matches!(refused, Err(OutputError::Folder(_))));
    let refused = Output::check(folder.path().join("none").join("x"), Existing::Keep);
    assert!(matches!(refused, Err(OutputError::System { .. })));
    assert_eq!(fs::read_to_string(&path).expect("read"), "precious");
}

#[test]
fn an_error_names_a_folder_that_does_not_exist() {
    let path = folder().path().join("none").join("result.txt");
    let error = Output::write(&path, Existing::Keep, "x").expect_err("no folder");
    let text = error.to_string();
    assert!(text.starts_with(&format!("{}: ", path.display())), "{text}");
    assert!(
        !text.contains(".reviver-") && !text.contains("os error"),
        "{text}"
    );
}
