//! Whether the player to play can declare the end of the game, and why not.

use serde::Serialize;

use crate::board::{Act, ROLES, RoleOn, Square, Turn, TurnFields};
use crate::rules::{Illegality, Rules};

/// Whether the player to play can declare the end of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Declaration {
    /// Whether a legal turn declares the end.
    pub legal: bool,
    /// If no legal turn declares the end, why not.
    pub reason: Option<String>,
}

impl Declaration {
    /// Whether the end can be declared in `position`; `None` if the game has no declarations.
    /// `turns` must hold all legal turns of `position`.
    pub(super) fn of<R: Rules>(position: &R, turns: &[Turn]) -> Option<Self> {
        if !position.may_declare() {
            return None;
        }
        let legal = turns.iter().any(|turn| turn.act() == Act::End);
        let reason = match legal {
            true => None,
            false => why_not(position),
        };
        Some(Self { legal, reason })
    }
}

/// Why no declaration is legal. The declaration is tried without an un-capture. If the turn may
/// un-capture, the declaration is also tried after an un-capture of each kind of piece in reserve.
/// Each of these declarations breaks a rule. Chooses the rule that is broken most often, and
/// returns the reason of the first declaration that breaks it.
fn why_not<R: Rules>(position: &R) -> Option<String> {
    let setup = position.setup();
    let revivals = position
        .uncapture()
        .square()
        .into_iter()
        .flat_map(|square| {
            ROLES
                .into_iter()
                .filter(|&role| setup.placement.reserve().count(setup.side, role) > 0)
                .map(move |role| RoleOn { role, square })
        });
    let illegalities: Vec<Illegality> = std::iter::once(None)
        .chain(revivals.map(Some))
        .filter_map(|head: Option<RoleOn>| {
            Turn::new(TurnFields {
                role: head.map(|head| head.role),
                head: head.map(|head| head.square),
                ..TurnFields::new(Act::End, Square::A1, Square::A1)
            })
        })
        .filter_map(|turn| position.illegality(turn))
        .collect();
    Illegality::most_shared(&illegalities).map(|illegality| illegality.reason.clone())
}
