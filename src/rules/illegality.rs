//! Why a turn is illegal.

use thiserror::Error;

/// Why a turn is illegal: a sentence for a player, and the rule that the turn breaks.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{reason} ({rule})")]
pub struct Illegality {
    /// The topic of the rule.
    pub rule: &'static str,
    /// What is wrong with this turn: a sentence without a full stop.
    pub reason: String,
}

impl Illegality {
    /// An illegality from the topic of the rule and what is wrong.
    #[must_use]
    pub fn new(rule: &'static str, reason: impl Into<String>) -> Self {
        Self {
            rule,
            reason: reason.into(),
        }
    }

    /// Of the illegalities of several turns, one whose rule most of the turns break. It is the most
    /// helpful one if a player meant one of these turns. `None` if the list is empty.
    #[must_use]
    pub fn most_shared(illegalities: &[Illegality]) -> Option<&Illegality> {
        let agreeing = |one: &&Illegality| {
            let same = |other: &&Illegality| other.rule == one.rule;
            illegalities.iter().filter(same).count()
        };
        illegalities.iter().rev().max_by_key(agreeing)
    }
}

/// Returns an illegality as an error.
pub(super) fn illegal<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Illegality> {
    Err(Illegality::new(rule, reason))
}
