//! The families of games: which rules type and which switches belong together.

use toml::Table;

use crate::notation::NativeWords;
use crate::rules::smolowitz::{self, Smolowitz};
use crate::rules::ssehc::{self, Ssehc};
use crate::rules::switches::{Common, Salt};
use crate::rules::unachess::{self, Unachess};
use crate::rules::unplay::{self, Unplay};
use crate::rules::{Form, Rules, Switches};

/// The switches of a game. Each family of games has its own type of switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    Ssehc(ssehc::Switches),
    Smolowitz(smolowitz::Switches),
    Unplay(unplay::Switches),
    Unachess(unachess::Switches),
}

/// A function that is generic over the rules type and the switches of a family.
pub(super) trait FamilyVisitor {
    /// The result of the function.
    type Output;
    /// Calls the function with switches of the rules `R`. `wrap` makes [`Values`] from them.
    fn visit<R: Rules + NativeWords>(
        self,
        switches: R::Switches,
        wrap: fn(R::Switches) -> Values,
    ) -> Self::Output;
}

/// The facts that every family has.
struct Facts {
    family: &'static str,
    form: Form,
    common: Common,
}

impl Values {
    /// The base values of every family. A game file without a base game has these values for the
    /// switches that it does not name.
    pub(super) fn bases() -> [Values; 4] {
        [
            Values::Ssehc(ssehc::Switches::BASE),
            Values::Smolowitz(smolowitz::Switches::BASE),
            Values::Unplay(unplay::Switches::BASE),
            Values::Unachess(unachess::Switches::BASE),
        ]
    }

    /// Calls `visitor` with the switches and their rules type. Only this function has a `match`
    /// over families.
    pub(super) fn visit<V: FamilyVisitor>(self, visitor: V) -> V::Output {
        match self {
            Values::Ssehc(switches) => visitor.visit::<Ssehc>(switches, Values::Ssehc),
            Values::Smolowitz(switches) => visitor.visit::<Smolowitz>(switches, Values::Smolowitz),
            Values::Unplay(switches) => visitor.visit::<Unplay>(switches, Values::Unplay),
            Values::Unachess(switches) => visitor.visit::<Unachess>(switches, Values::Unachess),
        }
    }

    /// The name of the family.
    pub(super) fn family(self) -> &'static str {
        self.facts().family
    }

    /// The base values of the family.
    pub(super) fn base(self) -> Values {
        let mut bases = Self::bases().into_iter();
        bases
            .find(|base| base.family() == self.family())
            .unwrap_or(self)
    }

    /// The switches by their names in a game file.
    pub(super) fn table(self) -> Table {
        struct ToTable;
        impl FamilyVisitor for ToTable {
            type Output = Table;
            fn visit<R: Rules + NativeWords>(
                self,
                switches: R::Switches,
                _: fn(R::Switches) -> Values,
            ) -> Table {
                Table::try_from(switches).unwrap_or_default()
            }
        }
        self.visit(ToTable)
    }

    /// What the six fields of a position may hold.
    pub(super) fn form(self) -> Form {
        self.facts().form
    }

    /// The switches that every family has.
    pub(super) fn common(self) -> Common {
        self.facts().common
    }

    /// Whether games with these values and with `other` play alike from a given position. They do
    /// if the values differ at most in who plays first and in how the kings come to the board
    /// ([`Common::without_start`]).
    pub(super) fn play_like(self, other: Values) -> bool {
        self.with_common(Common::without_start) == other.with_common(Common::without_start)
    }

    /// These values with this salt, which changes only the keys of positions.
    pub(super) fn with_salt(self, salt: Salt) -> Values {
        self.with_common(|common| Common { salt, ..common })
    }

    /// These values with `change` applied to the switches that every family has.
    fn with_common(self, change: impl FnOnce(Common) -> Common) -> Values {
        struct Change<F>(F);
        impl<F: FnOnce(Common) -> Common> FamilyVisitor for Change<F> {
            type Output = Values;
            fn visit<R: Rules + NativeWords>(
                self,
                mut switches: R::Switches,
                wrap: fn(R::Switches) -> Values,
            ) -> Values {
                *switches.common_mut() = self.0(*switches.common());
                wrap(switches)
            }
        }
        self.visit(Change(change))
    }

    fn facts(self) -> Facts {
        struct GetFacts;
        impl FamilyVisitor for GetFacts {
            type Output = Facts;
            fn visit<R: Rules + NativeWords>(
                self,
                switches: R::Switches,
                _: fn(R::Switches) -> Values,
            ) -> Facts {
                Facts {
                    family: R::Switches::FAMILY,
                    form: R::FORM,
                    common: *switches.common(),
                }
            }
        }
        self.visit(GetFacts)
    }
}
