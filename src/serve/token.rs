//! The secret token that a browser must send. Each run of the server has a new token.

use std::fmt::{self, Write};
use std::io;

use subtle::ConstantTimeEq;

/// 128 random bits, written as 32 hexadecimal digits.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    /// A new token from the system's random numbers.
    ///
    /// # Errors
    ///
    /// If the system provides no random numbers.
    pub(super) fn random() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        let mut text = String::with_capacity(2 * bytes.len());
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// Whether a text is the token, compared in constant time.
    pub(super) fn matches(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Token {
    /// Does not show the token, which is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_matches_itself_and_no_other_text() {
        let [one, other] = [(); 2].map(|()| Token::random().expect("random numbers"));
        assert!(one.matches(&one.to_string()));
        assert_eq!(one.to_string().len(), 32);
        for wrong in [
            other.to_string(),
            String::new(),
            one.to_string()[1..].to_owned(),
        ] {
            assert!(!one.matches(&wrong), "{wrong}");
        }
        assert!(!format!("{one:?}").contains(&one.to_string()));
    }
}
