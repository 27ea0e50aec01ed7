//! Why a turn is illegal.

use thiserror::Error;

/// Why a turn is illegal: a sentence for a player, and the rule that the turn breaks.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{reason} ({rule})")]
pub struct Illegality {
    /// The topic of the broken rule, for example "un-castling".
    pub rule: &'static str,
    /// What is wrong with this turn: a sentence without a full stop.
    pub reason: String,
}

impl Illegality {
    /// An illegality with this rule and this reason.
    #[must_use]
    pub fn new(rule: &'static str, reason: impl Into<String>) -> Self {
        Self {
            rule,
            reason: reason.into(),
        }
    }

    /// The first illegality with the rule that occurs most often in the list; `None` if the list is
    /// empty. In a tie, the rule that occurs first counts.
    ///
    /// The list holds one illegality for each turn that the player may have meant. The most
    /// frequent rule is the most helpful one to report.
    #[must_use]
    pub fn most_shared(illegalities: &[Illegality]) -> Option<&Illegality> {
        let times_broken = |one: &&Illegality| {
            let has_same_rule = |other: &&Illegality| other.rule == one.rule;
            illegalities.iter().filter(has_same_rule).count()
        };
        // `max_by_key` returns the last of several equal elements, so the order is reversed.
        illegalities.iter().rev().max_by_key(times_broken)
    }
}

/// Returns an illegality as an error.
pub(super) fn illegal<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Illegality> {
    Err(Illegality::new(rule, reason))
}
