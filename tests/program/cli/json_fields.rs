//! The manual has a table of the fields that `analyse --json` and `review --json` print.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::program::Folder;

/// The fields in the table, each with the name of its object.
fn documented() -> BTreeSet<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/cli/manual.md");
    let manual = std::fs::read_to_string(path).expect("the manual");
    let (_, section) = manual.split_once("### JSON\n").expect("a section on JSON");
    let section = section.split("\n#").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        Some((cells.next()?, cells.next()?))
    });
    let fields = rows.flat_map(|(object, fields)| {
        let names = fields.split(", ").filter_map(|field| {
            let name = field.strip_prefix('`')?.strip_suffix('`')?;
            Some((object.to_owned(), name.to_owned()))
        });
        names.collect::<Vec<_>>()
    });
    fields.collect()
}

/// Adds the names of the fields in `value`. An inner field has the name of the outer field before
/// its own, as in `book.turn`. The fields of a score are not added.
fn add_fields(fields: &mut BTreeSet<(String, String)>, object: &str, outer: &str, value: &Value) {
    match value {
        Value::Object(inner) if !outer.ends_with("score.") => {
            for (name, value) in inner {
                let name = format!("{outer}{name}");
                fields.insert((object.to_owned(), name.clone()));
                add_fields(fields, object, &format!("{name}."), value);
            }
        }
        Value::Array(values) => {
            for value in values {
                add_fields(fields, object, outer, value);
            }
        }
        _ => {}
    }
}

#[test]
fn the_fields_of_analyse_and_review_are_those_of_the_manual() {
    let folder = Folder::new();
    folder.write(
        "tests.epd",
        "unplay 7K/8/8/8/8/8/8/k7 w - - 0 1 id \"a\"; dm 1;\n",
    );
    let runs = [
        ("analyse", "analyse tests.epd --depth 1 --json"),
        ("analyse", "analyse unplay h8g7*b --depth 1 --json"),
        ("analyse", "analyse ssehc f3e4 --depth 1 --json"),
        ("analyse", "analyse ssehc --depth 1 --json"),
        ("review", "review unplay h8g7 a1a2 --nodes 50 --json"),
    ];
    let mut printed = BTreeSet::new();
    for (command, arguments) in runs {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        for line in folder.run_ok(&arguments).stdout.lines() {
            let value: Value = serde_json::from_str(line).expect("a JSON object");
            let of = match value {
                _ if value.get("fen").is_some() => "position",
                _ if value.get("tests").is_some() => "summary",
                _ if value.get("ply").is_some() => "turn",
                _ => "game",
            };
            add_fields(&mut printed, &format!("{command}: {of}"), "", &value);
        }
    }
    assert_eq!(printed, documented());
}
