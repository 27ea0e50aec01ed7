//! Terms: what the lines of a growing file depend on. The first line of the file holds them.

use serde::Serialize;
use serde_json::{Map, Value};

use super::checksum::VerifiedLine;

/// The field that holds the checksum of the line.
const CHECKSUM: &str = "crc32";

/// The names of the fields in which the first line of a file differs from `terms`, sorted. The list is empty
/// if lines that depend on `terms` can be added to the file. `format` is the name of the field that says
/// of which kind and version a file is. Returns `None` if this field is not that of `terms`, or if the line
/// has no checksum or is not a JSON object.
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
    // The terms are read from text too, so that equal texts give equal numbers.
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
