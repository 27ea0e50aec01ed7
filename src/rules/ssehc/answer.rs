//! How the opponent can take back a check on the king of the side to play, as far as the checkers
//! tell without trying.
//!
//! Mostly the checker has a square beside it from which it no longer attacks the king. And two
//! checkers can hardly ever be answered at once: a king that steps into a line leaves a square that
//! is not on it, so that nothing un-captured there helps. One of the checkers would have to come to
//! stand in the line of the other, or a pawn would have to force an un-en-passant that shuts one.
//! Three checkers cannot be answered.

use super::{Ssehc, opening::Plain};
use crate::board::{Act, Bitboard, Color, Role, Roles, Square, attacks, back, row};
use crate::rules::{reviving::unmove::file_of, validate::EDGES};

/// Whether a check can be taken back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// Certainly.
    Sure,
    /// It has to be tried.
    Perhaps,
    /// Certainly not.
    Never,
}

/// What the opponent has against a check, after un-moves from one square.
pub(super) struct Answers<'a> {
    pub(super) position: &'a Ssehc,
    pub(super) plain: &'a Plain,
    pub(super) enemy: Color,
    /// The board with the vacated square empty and the target not yet occupied.
    pub(super) occupied: Bitboard,
    /// What the opponent may un-capture on the vacated square.
    pub(super) reserve: Roles,
}

impl<'a> Answers<'a> {
    pub(super) fn new(position: &'a Ssehc, plain: &'a Plain, occupied: Bitboard) -> Self {
        let enemy = !position.setup.side;
        let reserve = if plain.revives {
            position.placeable(enemy, plain.turns.from)
        } else {
            Roles::EMPTY
        };
        Self {
            position,
            plain,
            enemy,
            occupied,
            reserve,
        }
    }

    /// The targets after which there certainly is an answer to `checker`, whose line to the king has
    /// been opened by leaving it.
    pub(super) fn to_opened_line(&self, checker: Square, king: Square) -> Bitboard {
        let targets = self.plain.turns.targets;
        // A short step cannot be blocked, only its square be taken.
        let near = attacks::king_attacks(checker);
        let mut sure = unless_taken(self.steps_aside(checker, king) & near);
        if !targets.is_subset(sure) {
            sure |= self.interposing(attacks::between(king, checker), king);
        }
        if targets.is_subset(sure & self.plain.unforced) {
            return sure;
        }
        let harmless_head = self.has_harmless_head(king);
        if !harmless_head {
            sure &= self.plain.unforced;
        }
        if !targets.is_subset(sure) {
            let mut reviving = unless_taken(self.pawn_passing(king));
            if harmless_head && self.has_spare_turn(king) {
                reviving = Bitboard::FULL;
            }
            sure |= reviving & self.reviving();
        }
        sure
    }

    /// Answers to the check that the king finds on `target`, which is attacked.
    pub(super) fn to_king_on(&self, target: Square) -> Answer {
        let placement = &self.position.setup.placement;
        let mut attackers = placement.attackers(target, self.enemy, self.occupied);
        let first = attackers.pop_front();
        let second = attackers.pop_front();
        match (first, second) {
            (None, _) => Answer::Sure,
            (Some(checker), None) => self.to_one_checker(checker, target),
            (Some(one), Some(other)) if attackers.is_empty() => {
                self.to_two_checkers(one, other, target)
            }
            _ => Answer::Never,
        }
    }

    fn to_one_checker(&self, checker: Square, king: Square) -> Answer {
        let between = attacks::between(king, checker);
        let known = self.steps_aside(checker, king).without(king).any()
            || self.interposing(between, king).contains(king);
        if known {
            self.unless_forced(king)
        } else if self.to_leave_hope(checker, king).contains(king) {
            Answer::Perhaps
        } else {
            Answer::Never
        }
    }

    fn to_two_checkers(&self, one: Square, other: Square, king: Square) -> Answer {
        let (to_one, to_other) = (attacks::between(king, one), attacks::between(king, other));
        // One of them goes where it shuts the line of the other.
        let ways = [(one, to_one, to_other), (other, to_other, to_one)];
        let shuts = |&(checker, _, line): &(Square, Bitboard, Bitboard)| {
            line.any() && self.steps_aside(checker, king).intersects(line)
        };
        let may_shut = |&(checker, to_checker, line): &(Square, Bitboard, Bitboard)| {
            if line.is_empty() {
                return false;
            }
            let forcing = self.forcing_en_passant(line);
            self.reach(checker, king).intersects(line)
                || forcing.contains(checker)
                || (forcing.any() && to_checker.any())
        };
        if ways.iter().any(shuts) {
            self.unless_forced(king)
        } else if ways.iter().any(may_shut) {
            Answer::Perhaps
        } else {
            Answer::Never
        }
    }

    /// The answer where there is an un-move against the check: it is certain unless something has to
    /// be un-captured that might attack the king itself.
    fn unless_forced(&self, king: Square) -> Answer {
        if self.plain.unforced.contains(king) || self.has_harmless_head(king) {
            Answer::Sure
        } else {
            Answer::Perhaps
        }
    }

    /// Whether the opponent has a piece in reserve that does not attack the king from the vacated
    /// square, which is in line with it.
    fn has_harmless_head(&self, king: Square) -> bool {
        if self.reserve.is_empty() {
            return false;
        }
        let vacated = self.plain.turns.from;
        let slider = slider_along(vacated, king).one;
        let mut attacking = Roles::of(Role::Queen).or(Roles::of(slider));
        if self.pawn_attackers(king).contains(vacated) {
            attacking = attacking.or(Roles::PAWN);
        }
        !self.reserve.without(attacking).is_empty()
    }

    /// Squares to which `checker` can un-move so that it does not attack the king any more, with the
    /// target of the turn not yet occupied. If that opens a line to the king, the vacated square must
    /// be one to fill. Not all such squares are found.
    fn steps_aside(&self, checker: Square, king: Square) -> Bitboard {
        let setup = &self.position.setup;
        if setup.castling.squares().contains(checker) {
            return Bitboard::EMPTY;
        }
        let free = !self.occupied.with(self.plain.turns.from);
        let placement = &setup.placement;
        if placement.all(Role::Knight).contains(checker) {
            // From a square of the other colour it attacks neither the king nor opens a line.
            return attacks::knight_attacks(checker) & free;
        } else if placement.all(Role::Pawn).contains(checker) {
            return self.pawn_aside(checker, king) & free;
        } else if placement.all(Role::King).contains(checker) {
            return Bitboard::EMPTY;
        }
        let steps = if placement.all(Role::Queen).contains(checker) {
            attacks::queen_attacks(checker, self.occupied)
                & !attacks::queen_attacks(king, Bitboard::EMPTY)
        } else {
            // Off its line to the king it attacks along lines that are parallel to the king's.
            let line = attacks::ray(king, checker);
            let reach = if placement.all(Role::Bishop).contains(checker) {
                attacks::bishop_attacks(checker, self.occupied)
            } else {
                attacks::rook_attacks(checker, self.occupied)
            };
            reach & !line
        };
        let filled = self.can_be_filled(checker);
        let steps = if filled {
            (steps | away(checker, king)) & free
        } else {
            steps & free
        };
        if steps.is_empty() {
            self.un_promotion(checker, king) & free
        } else if !filled && self.opens_line(checker, king) {
            Bitboard::EMPTY
        } else {
            steps
        }
    }

    /// The squares to which a checking pawn can go back by one. A square left straight is not filled,
    /// one left diagonally has to be.
    fn pawn_aside(&self, checker: Square, king: Square) -> Bitboard {
        let filled = self.can_be_filled(checker);
        self.pawn_steps(checker, !self.opens_line(checker, king), filled)
    }

    /// The squares to which a pawn un-captured on the vacated square, which is in line with the king,
    /// can go diagonally back. What has to come there then stands in the line again.
    fn pawn_passing(&self, king: Square) -> Bitboard {
        let vacated = self.plain.turns.from;
        if !self.reserve.contains(Some(Role::Pawn)) || !self.can_be_filled(vacated) {
            return Bitboard::EMPTY;
        }
        self.pawn_steps(vacated, false, true) & !self.occupied & !self.pawn_attackers(king)
    }

    /// The square to which a checker on the opponent's row 8 can straight be un-promoted, so that the
    /// pawn does not attack the king.
    fn un_promotion(&self, checker: Square, king: Square) -> Bitboard {
        let enemy = self.enemy;
        let reserve = self.position.setup.placement.reserve();
        // One pawn may come back first.
        if !row(enemy, 8).contains(checker)
            || reserve.count(enemy, Role::Pawn) < 2
            || self.opens_line(checker, king)
        {
            return Bitboard::EMPTY;
        }
        back(enemy, Bitboard::from_square(checker)) & !self.pawn_attackers(king)
    }

    /// The squares from which a pawn of the opponent attacks the king.
    pub(super) fn pawn_attackers(&self, king: Square) -> Bitboard {
        attacks::pawn_attacks(!self.enemy, king)
    }

    /// Whether the side to play certainly has a piece for a square that the opponent will leave,
    /// whatever the turn begins with.
    fn can_be_filled(&self, square: Square) -> bool {
        let side = !self.enemy;
        let reserve = self.position.setup.placement.reserve();
        let pawns = if EDGES.contains(square) {
            reserve.count(side, Role::Pawn)
        } else {
            0
        };
        reserve.total(side) > pawns + 1
    }

    /// The squares to which a pawn of the opponent may go back by one, straight or diagonally.
    pub(super) fn pawn_steps(&self, pawn: Square, straight: bool, diagonal: bool) -> Bitboard {
        let mut steps = Bitboard::EMPTY;
        if straight {
            steps |= back(self.enemy, Bitboard::from_square(pawn));
        }
        if diagonal {
            steps |= attacks::pawn_attacks(!self.enemy, pawn);
        }
        steps & !row(self.enemy, 1)
    }

    /// Targets that do not keep every knight, and every slider of the other kind than the only
    /// checker, from un-moving to one of the squares `between` it and the king, without opening a
    /// line. A piece just un-captured may do it too. Not all such targets are found.
    fn interposing(&self, between: Bitboard, king: Square) -> Bitboard {
        let setup = &self.position.setup;
        let placement = &setup.placement;
        let Some(near) = between.first() else {
            return Bitboard::EMPTY;
        };
        let other_slider = slider_along(near, king).other;
        if self.newcomer_interposes(between, other_slider) {
            return self.reviving() & !between;
        }
        let able =
            (placement.all(Role::Knight) | placement.all(other_slider)) & !setup.castling.squares();
        let mut free = Bitboard::EMPTY;
        for square in between {
            let officers = placement.attackers(square, self.enemy, self.occupied) & able;
            for officer in officers {
                let after = self.occupied.without(officer).with(square);
                let opened = placement
                    .attackers(king, self.enemy, after)
                    .without(officer);
                if opened.is_empty() {
                    free |= !(attacks::between(officer, square) | between);
                    if self.plain.turns.targets.is_subset(free) {
                        return free;
                    }
                }
            }
        }
        free
    }

    /// Whether a piece un-captured on the vacated square could go on to one of the squares `between`.
    fn newcomer_interposes(&self, between: Bitboard, other_slider: Role) -> bool {
        let vacated = self.plain.turns.from;
        let reaches = |role: Role| {
            self.reserve.contains(Some(role))
                && attacks::attacks(vacated, role.of(self.enemy), self.occupied).intersects(between)
        };
        reaches(Role::Knight) || reaches(other_slider)
    }

    /// Targets after which a piece of the opponent may come to the vacated square.
    fn reviving(&self) -> Bitboard {
        let set = &self.plain.turns;
        let placement = &self.position.setup.placement;
        let pawn = set.act == Act::UnPromotion
            || match placement.role_at(set.from) {
                Some(role) => role == Role::Pawn,
                None => set.roles.contains(Some(Role::Pawn)),
            };
        if pawn {
            !file_of(set.from)
        } else {
            Bitboard::FULL
        }
    }

    /// Whether the opponent, once the line that was opened is shut again, certainly has an un-move
    /// by which no check arises: one of a piece that is not in line with the king. Two squares are
    /// asked for, because the turn may have taken one.
    fn has_spare_turn(&self, king: Square) -> bool {
        let setup = &self.position.setup;
        let placement = &setup.placement;
        let lines = attacks::queen_attacks(king, Bitboard::EMPTY);
        let free = !self.occupied.with(self.plain.turns.from);
        let aside = placement.of(self.enemy) & !lines;
        let mut steps = back(self.enemy, aside & placement.all(Role::Pawn))
            & free
            & !row(self.enemy, 1)
            & !self.pawn_attackers(king);
        for officer in aside & !placement.all(Role::Pawn) & !setup.castling.squares() {
            if steps.more_than_one() {
                return true;
            }
            let Some(role) = placement.role_at(officer) else {
                continue;
            };
            let near = match role {
                Role::Knight => attacks::knight_attacks(officer),
                _ => {
                    attacks::king_attacks(officer)
                        & attacks::attacks(officer, role.of(self.enemy), Bitboard::EMPTY)
                }
            };
            steps |= near & free & !attacks::attacks(king, role.of(self.enemy), Bitboard::EMPTY);
        }
        steps.more_than_one()
    }

    /// Whether another slider of the opponent attacks the king once `checker` has left.
    pub(super) fn opens_line(&self, checker: Square, king: Square) -> bool {
        let placement = &self.position.setup.placement;
        let Sliders { one, .. } = slider_along(checker, king);
        let sliders = placement.of(self.enemy)
            & (placement.all(Role::Queen) | placement.all(one))
            & attacks::ray(king, checker).without(checker);
        let left = self.occupied.without(checker);
        sliders
            .into_iter()
            .any(|slider| (attacks::between(king, slider) & left).is_empty())
    }
}

/// The targets of a turn that leave one of `squares` free.
pub(super) fn unless_taken(squares: Bitboard) -> Bitboard {
    if squares.more_than_one() {
        Bitboard::FULL
    } else if squares.any() {
        !squares
    } else {
        Bitboard::EMPTY
    }
}

/// The square behind a slider that attacks the king: what comes to the square that it leaves for it
/// stands in its way.
fn away(checker: Square, king: Square) -> Bitboard {
    let towards = attacks::between(king, checker).with(king);
    attacks::king_attacks(checker) & attacks::ray(king, checker) & !towards
}

/// The kinds of slider besides the queen: one that goes along a line, and the other.
struct Sliders {
    one: Role,
    other: Role,
}

/// The sliders along the line of two squares that are in line.
fn slider_along(from: Square, to: Square) -> Sliders {
    if from.file() == to.file() || from.rank() == to.rank() {
        Sliders {
            one: Role::Rook,
            other: Role::Bishop,
        }
    } else {
        Sliders {
            one: Role::Bishop,
            other: Role::Rook,
        }
    }
}
