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
    // `found` was parsed from text. Write `terms` as text and parse it too. Otherwise rounding
    // could make equal numbers differ.
    let own = serde_json::to_string(terms).ok()?;
    let own: Map<String, Value> = serde_json::from_str(&own).ok()?;
    if found.get(format) != own.get(format) {
        return None;
    }
    let mut names: Vec<String> = own.keys().chain(found.keys()).cloned().collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| own.get(name) != found.get(name));
    Some(names)
}
