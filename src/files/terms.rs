//! The *terms* of a growing file are the program version, the settings and the other inputs with which the
//! program computes the lines of the file. The first line of the file holds the terms.

use serde::Serialize;
use serde_json::{Map, Value};

use super::checksum::VerifiedLine;

/// The field that holds the checksum of the line.
const CHECKSUM: &str = "crc32";

/// The names of the fields in which the first line of a file differs from `terms`, sorted. If the list is
/// empty, the file has the same terms, and lines can be added to the file. `format` is the name of a field: the
/// name says what kind of file it is, and the value of the field is the version. Returns `None` if this field has
/// another value in the line than in `terms`, or if the line has no checksum or is not a JSON object.
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
    // Writes `terms` as text and parses this text, because the line was parsed from text too. Otherwise rounding
    // could make a number in `terms` differ from the same number in the line.
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
