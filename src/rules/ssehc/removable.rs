//! Point 3 of a turn of Ssehc (rules 2.1): a check on the own king must be removable. And the
//! declaration of the end, which asks what legal un-moves there are.

use std::ops::ControlFlow;

use super::{
    Ssehc,
    ending::keeps_playing,
    generate::{Heads, Plain},
};
use crate::board::{
    Bitboard, Role, Roles, Square, Turn, TurnSet, attacks, back, reserve::ARMY, row,
};
use crate::rules::{Rules, unmove::KingSight};

/// How the opponent's pieces bear on the own king: on the board as it is, and with one more piece
/// on the vacated square.
struct Danger {
    without_head: KingSight,
    with_head: KingSight,
}

impl Danger {
    fn after(&self, head: Option<Square>) -> &KingSight {
        match head {
            Some(_) => &self.with_head,
            None => &self.without_head,
        }
    }
}

impl Ssehc {
    /// All legal turns of an undecided position.
    pub(super) fn generate_all<B>(
        &self,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let heads = self.heads();
        let ending = self.complete_after(heads);
        if ending.is_empty() || self.rows_full(heads_on_board(heads, ending)) {
            self.generate_removable(heads, sink)?;
            return self.declare(heads, ending, sink);
        }
        let mut plays_on = false;
        self.generate_removable(heads, &mut |set| {
            let head = set.head.is_none_or(|square| square == heads.square);
            if head && !set.roles.and(ending).is_empty() {
                plays_on = plays_on || self.plays_on(&set);
            }
            sink(set)
        })?;
        if plays_on {
            return ControlFlow::Continue(());
        }
        self.declare(heads, ending, sink)
    }

    fn declare<B>(
        &self,
        heads: Heads,
        roles: Roles,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if roles.is_empty() {
            return ControlFlow::Continue(());
        }
        let head = (roles != Roles::NONE).then_some(heads.square);
        sink(TurnSet::end(roles, head))
    }

    /// The beginnings of the turn after which all sixteen own pieces are on the board.
    fn complete_after(&self, heads: Heads) -> Roles {
        match ARMY - self.setup.placement.of(self.setup.side).count() as u32 {
            0 if heads.may_be_none => Roles::NONE,
            1 => heads.roles,
            _ => Roles::EMPTY,
        }
    }

    /// Whether a set has an un-move that does anything else than take a piece off its home.
    fn plays_on(&self, set: &TurnSet) -> bool {
        let side = self.setup.side;
        match self.setup.placement.role_at(set.from) {
            Some(role) => keeps_playing(side, role, set),
            None => set
                .roles
                .iter()
                .flatten()
                .any(|role| keeps_playing(side, role, set)),
        }
    }

    /// The turns that satisfy points 1 to 3.
    fn generate_removable<B>(
        &self,
        heads: Heads,
        sink: &mut impl FnMut(TurnSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let placement = &self.setup.placement;
        let side = self.setup.side;
        let Some(king) = placement.king(side) else {
            return ControlFlow::Continue(());
        };
        let without_head = KingSight::new(placement, !side, king);
        let danger = Danger {
            without_head,
            with_head: if heads.roles.is_empty() {
                without_head
            } else {
                KingSight::over(
                    placement,
                    !side,
                    king,
                    placement.occupied().with(heads.square),
                )
            },
        };
        self.generate_plain(heads, &mut |plain| {
            let set = plain.turns;
            let harmless = if set.head.is_some_and(|square| square != heads.square) {
                Bitboard::EMPTY
            } else if set.from == king {
                self.king_targets(&plain, heads)
            } else {
                let sight = danger.after(set.head);
                let opened = sight.opened_by(placement, set.from);
                match opened.first() {
                    None => return sink(set),
                    Some(checker) => {
                        sight.shields(opened)
                            | self.shut_or_left(&plain, king, checker, sight.occupied())
                    }
                }
            };
            let sure = TurnSet {
                targets: set.targets & harmless,
                ..set
            };
            if !sure.is_empty() {
                sink(sure)?;
            }
            let doubtful = TurnSet {
                targets: set.targets & !harmless,
                ..set
            };
            for turn in doubtful.turns() {
                if self.own_check_removable(turn) {
                    sink(TurnSet::only(turn))?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Those of the king's targets where it is not attacked, or where its only attacker can
    /// certainly step aside.
    fn king_targets(&self, plain: &Plain, heads: Heads) -> Bitboard {
        let placement = &self.setup.placement;
        let enemy = !self.setup.side;
        let king = plain.turns.from;
        let mut lifted = placement.occupied().without(king);
        if plain.turns.head.is_some() {
            lifted.add(heads.square);
        }
        let mut safe = Bitboard::EMPTY;
        for target in plain.turns.targets {
            // An un-castling has looked at all that may be attacked, with the rook home.
            let attackers = if king.distance(target) > 1 {
                Bitboard::EMPTY
            } else {
                placement.attackers(target, enemy, lifted)
            };
            let removable = match attackers.single_square() {
                Some(checker) => {
                    let free = plain.unforced.contains(target) || self.harmless_head(king, target);
                    free && self
                        .steps_aside(checker, target, lifted.with(target))
                        .without(king)
                        .any()
                }
                None => attackers.is_empty(),
            };
            if removable {
                safe.add(target);
            }
        }
        safe
    }

    /// Targets of a piece that opens a line for `checker` to the own king, after which the checker
    /// can certainly step aside.
    fn shut_or_left(
        &self,
        plain: &Plain,
        king: Square,
        checker: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let from = plain.turns.from;
        let steps = self
            .steps_aside(checker, king, occupied.without(from))
            .without(from);
        let removable = if steps.more_than_one() {
            Bitboard::FULL
        } else if steps.any() {
            !steps
        } else {
            return Bitboard::EMPTY;
        };
        if self.harmless_head(from, king) {
            removable
        } else {
            removable & plain.unforced
        }
    }

    /// Squares next to `checker` to which it can un-move and no longer attack the king on `king`,
    /// nor lets another piece attack it. The opponent is free to do so if it need not un-capture,
    /// or un-captures something that does not attack the king itself.
    fn steps_aside(&self, checker: Square, king: Square, occupied: Bitboard) -> Bitboard {
        let placement = &self.setup.placement;
        let enemy = !self.setup.side;
        let left = occupied.without(checker);
        let others = placement.attackers(king, enemy, left).without(checker);
        if others.any() || self.setup.castling.squares().contains(checker) {
            return Bitboard::EMPTY;
        }
        let near = attacks::king_attacks(checker);
        let (targets, attacking) = match placement.role_at(checker) {
            Some(Role::Pawn) => (
                back(enemy, Bitboard::from_square(checker)) & !row(enemy, 1),
                Bitboard::EMPTY,
            ),
            Some(Role::Knight) => (
                attacks::knight_attacks(checker),
                attacks::knight_attacks(king),
            ),
            Some(Role::Bishop) => (
                near & attacks::bishop_attacks(checker, Bitboard::EMPTY),
                attacks::bishop_attacks(king, left),
            ),
            Some(Role::Rook) => (
                near & attacks::rook_attacks(checker, Bitboard::EMPTY),
                attacks::rook_attacks(king, left),
            ),
            Some(Role::Queen) => (near, attacks::queen_attacks(king, left)),
            _ => return Bitboard::EMPTY,
        };
        targets & !occupied & !attacking
    }

    /// Whether the opponent has a piece to un-capture on `vacated`, a square in line with the own
    /// king on `king`, that does not attack it from there.
    fn harmless_head(&self, vacated: Square, king: Square) -> bool {
        let slider = if vacated.file() == king.file() || vacated.rank() == king.rank() {
            Role::Rook
        } else {
            Role::Bishop
        };
        let mut attacking = Roles::of(Role::Queen).or(Roles::of(slider));
        if attacks::pawn_attacks(self.setup.side, king).contains(vacated) {
            attacking = attacking.or(Roles::PAWN);
        }
        let reserve = self.placeable(!self.setup.side, vacated);
        !reserve.without(attacking).is_empty()
    }

    /// Point 3: after `turn` the own king is not attacked, or the opponent has a turn that
    /// satisfies points 1 and 2.
    pub(super) fn own_check_removable(&self, turn: Turn) -> bool {
        let after = self.play(turn);
        !after.setup.placement.king_attacked(self.setup.side) || after.has_plain_turn()
    }
}

/// The square of the un-capture that completes the army, where one does.
fn heads_on_board(heads: Heads, ending: Roles) -> Bitboard {
    if ending == Roles::NONE {
        Bitboard::EMPTY
    } else {
        Bitboard::from_square(heads.square)
    }
}
