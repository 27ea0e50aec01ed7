//! The refusal of an option: an engine does not accept the value that the event sets.

use std::collections::BTreeMap;

use crate::protocol::shortage::NOT_FREE;

/// An option whose value an engine refuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedOption {
    /// The name of the option, as the event has it.
    pub name: String,
    /// Why, in the words of the engine.
    pub reason: String,
}

impl RefusedOption {
    /// Reads an error message that came after the engine got the values of `options`. A refusal has
    /// the form `option NAME: REASON`, and NAME is one of `options`; the case of its letters does
    /// not matter. `None` if the message is about anything else, or about `UCI_Variant`, which is
    /// set again before each game.
    pub(super) fn read(complaint: &str, options: &BTreeMap<String, String>) -> Option<Self> {
        let about = complaint.strip_prefix("option ")?;
        let is_tried = |name: &&String| !name.eq_ignore_ascii_case("UCI_Variant");
        options.keys().filter(is_tried).find_map(|name| {
            let (named, reason) = about.split_at_checked(name.len())?;
            let reason = reason.strip_prefix(": ")?;
            named.eq_ignore_ascii_case(name).then(|| Self {
                name: name.clone(),
                reason: reason.to_owned(),
            })
        })
    }

    /// Whether the engine refuses the value only because too little memory is free now.
    #[must_use]
    pub fn is_shortage(&self) -> bool {
        self.reason.ends_with(NOT_FREE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_error_about_an_option_of_the_event_is_a_refusal() {
        let options =
            ["Skill", "Skill Level", "UCI_Variant"].map(|name| (name.to_owned(), "25".to_owned()));
        let options = BTreeMap::from(options);
        let read = |complaint: &str| {
            let refused = RefusedOption::read(complaint, &options)?;
            Some(format!("{}|{}", refused.name, refused.reason))
        };
        for complaint in [
            "option Skill Level: too high",
            "option skill level: too high",
        ] {
            assert_eq!(read(complaint).as_deref(), Some("Skill Level|too high"));
        }
        assert_eq!(read("option Skill: no").as_deref(), Some("Skill|no"));
        for complaint in [
            "",
            "option Hash: too high",
            "option UCI_Variant: no variant is called '25'",
            "option Skill Levels: too high",
            "option Skill Level",
            "Skill Level: too high",
            "position: Skill Level: too high",
        ] {
            assert_eq!(read(complaint), None, "{complaint}");
        }
    }
}
