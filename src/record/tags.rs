//! The tags and comments of a game record. They hold only text that stays the same when a record is
//! written and read again.

use std::fmt;

/// Tags that [`Tags`] does not hold. They follow from other fields of a [`Record`](super::Record)
/// or from how it is written.
pub(super) const RESERVED_TAGS: [&str; 6] =
    ["Result", "Variant", "Switches", "SetUp", "FEN", "Notation"];

/// The tags of a game in the order in which they were set, without `Result`, `Variant`, `Switches`,
/// `SetUp`, `FEN` and `Notation`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Sets a tag; an earlier value is replaced. Names keep only ASCII letters, digits and `_`.
    /// Control characters in values become spaces. A tag without a name is ignored, and so are
    /// `Result`, `Variant`, `Switches`, `SetUp`, `FEN` and `Notation`.
    ///
    /// ```
    /// let mut tags = reviver::record::Tags::default();
    /// tags.set("Event", "Evening at home");
    /// assert_eq!(tags.get("Event"), Some("Evening at home"));
    /// ```
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name
            .chars()
            .filter(|&letter| is_tag_name_character(letter))
            .collect();
        if name.is_empty() || RESERVED_TAGS.contains(&name.as_str()) {
            return;
        }
        let value = value
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some(tag) => tag.1 = value,
            None => self.0.push((name, value)),
        }
    }

    /// Removes a tag if it is set.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }

    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    /// All tags: name and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Whether the name of a tag may have this character.
pub(super) fn is_tag_name_character(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// A comment: words separated by single spaces, without braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment(String);

impl Comment {
    /// A comment with this text. White space and control characters between words become one space,
    /// and braces become parentheses. `None` if the text has no word.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let mut comment = String::with_capacity(text.len());
        let blank = |letter: char| letter.is_whitespace() || letter.is_control();
        for word in text.split(blank).filter(|word| !word.is_empty()) {
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.extend(word.chars().map(|letter| match letter {
                '{' => '(',
                '}' => ')',
                _ => letter,
            }));
        }
        (!comment.is_empty()).then_some(Self(comment))
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// This comment, a space, and another comment.
    pub(super) fn joined_with(self, more: &Comment) -> Self {
        Self(format!("{} {}", self.0, more.0))
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
