//! The *terms* of a file to which lines are appended: the program version, the settings and all
//! other inputs that decide its lines. The first line of the file holds the terms.

use serde::Serialize;
use serde_json::{Map, Value};

use super::checksum::VerifiedLine;

/// The field that holds the checksum of the line.
const CHECKSUM: &str = "crc32";

/// The sorted names of the fields in which `line`, the first line of a file, differs from `terms`.
/// If there are none, lines can be added to the file. `format` is the name of the field that holds
/// the version of the format. Returns `None` if the line has no checksum, is not a JSON object, or
/// does not have the format version of `terms`.
#[must_use]
pub fn differing_fields(
    line: VerifiedLine<'_>,
    format: &str,
    terms: &impl Serialize,
) -> Option<Vec<String>> {
    let VerifiedLine::Checked(text) = line else {
        return None;
    };
    let mut found: Map<String, Value> = serde_json::from_str(text).ok()?;
    found.remove(CHECKSUM);
    let own = fields(terms);
    (found.get(format) == own.get(format)).then(|| differing_names(&found, &own))
}

/// The sorted names of the fields in which two values differ. Both are written as JSON objects.
#[must_use]
pub fn differences(one: &impl Serialize, other: &impl Serialize) -> Vec<String> {
    differing_names(&fields(one), &fields(other))
}

/// The fields of a value that is written as a JSON object. They are parsed from its JSON text,
/// because the fields of a file are also parsed from text. Otherwise rounding could make equal
/// numbers differ.
fn fields(value: &impl Serialize) -> Map<String, Value> {
    let text = serde_json::to_string(value);
    text.and_then(|text| serde_json::from_str(&text))
        .unwrap_or_default()
}

fn differing_names(one: &Map<String, Value>, other: &Map<String, Value>) -> Vec<String> {
    let mut names: Vec<String> = one.keys().chain(other.keys()).cloned().collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| one.get(name) != other.get(name));
    names
}
