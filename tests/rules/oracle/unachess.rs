//! The slow second generator of Unachess. It makes every pseudo-legal turn on a map from squares to
//! pieces, and discards the turns that leave the player's own king in check. It shares no code with
//! `src/rules`, and uses no bitboard and no attack table.
//!
//! Castling also differs from `src/rules`. This slow generator keeps the squares of kings and rooks
//! that have not moved since their drop. It derives the castling field from these squares.

use std::collections::{BTreeMap, BTreeSet};

use reviver::board::{Color, Pending, Role, Setup, Square};

const ROLES: [Role; 6] = reviver::board::ROLES;

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// File and rank, from 0.
type FileRank = (i32, i32);

/// The switches that matter for the turns.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    pub pawn_rows: (i32, i32),
    pub double_step: bool,
    pub castling: bool,
    pub capture_before_king: bool,
}

impl Switches {
    /// The switches of `unachess`.
    pub const BASE: Switches = Switches {
        pawn_rows: (2, 4),
        double_step: true,
        castling: true,
        capture_before_king: false,
    };
}

/// A position as a map from squares to pieces.
#[derive(Clone)]
pub(crate) struct SquareMap {
    switches: Switches,
    board: BTreeMap<FileRank, (Color, Role)>,
    /// The number of pieces of each colour and kind in reserve. [`reserve_key`] makes the keys.
    reserve: BTreeMap<(bool, usize), u32>,
    side: Color,
    /// The squares of kings and rooks that have not moved since they were dropped.
    unmoved: BTreeSet<FileRank>,
    en_passant: Option<FileRank>,
    halfmove: u32,
    fullmove: u32,
}

fn file_rank(square: Square) -> FileRank {
    (square.file() as i32, square.rank() as i32)
}

fn text((file, rank): FileRank) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// Converts a side's row (1 to 8) to a rank (0 to 7).
fn rank(color: Color, row: i32) -> i32 {
    if color.is_white() { row - 1 } else { 8 - row }
}

fn forward(color: Color) -> i32 {
    if color.is_white() { 1 } else { -1 }
}

fn on_board((file, rank): FileRank) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn reserve_key(color: Color, role: Role) -> (bool, usize) {
    (color.is_white(), role as usize)
}

impl SquareMap {
    /// Converts a position.
    pub(crate) fn new(switches: Switches, setup: &Setup) -> Self {
        let mut map = Self {
            switches,
            board: BTreeMap::new(),
            reserve: BTreeMap::new(),
            side: setup.side,
            unmoved: BTreeSet::new(),
            en_passant: match setup.pending {
                Pending::At(square) => Some(file_rank(square)),
                _ => None,
            },
            halfmove: setup.halfmove.into(),
            fullmove: setup.fullmove.into(),
        };
        for square in Square::ALL {
            if let Some(piece) = setup.placement.piece_at(square) {
                map.board
                    .insert(file_rank(square), (piece.color, piece.role));
            }
        }
        for color in Color::ALL {
            for role in ROLES {
                let count = setup.placement.reserve().count(color, role);
                map.reserve.insert(reserve_key(color, role), count);
            }
            let first = rank(color, 1);
            // The files of the unmoved king and rooks for each of the letters K, Q, E, H, A. See
            // `castling_field` for the letters.
            let letters: [&[i32]; 5] = [&[4, 7], &[4, 0], &[4], &[7], &[0]];
            for (letter, files) in letters.into_iter().enumerate() {
                if setup.castling.has(color, letter) {
                    map.unmoved.extend(files.iter().map(|&file| (file, first)));
                }
            }
        }
        map
    }

    fn king(&self, color: Color) -> Option<FileRank> {
        self.board
            .iter()
            .find(|&(_, &piece)| piece == (color, Role::King))
            .map(|(&at, _)| at)
    }

    /// The squares that a piece on `from` reaches in these directions. If `slides` is set, the
    /// piece goes as far as the first occupied square. Otherwise it goes one step.
    fn steps(&self, from: FileRank, directions: &[(i32, i32)], slides: bool) -> Vec<FileRank> {
        let mut targets = Vec::new();
        for &(right, up) in directions {
            let mut at = (from.0 + right, from.1 + up);
            while on_board(at) {
                targets.push(at);
                if !slides || self.board.contains_key(&at) {
                    break;
                }
                at = (at.0 + right, at.1 + up);
            }
        }
        targets
    }

    /// The squares that the piece on `from` attacks.
    fn attacks(&self, from: FileRank) -> Vec<FileRank> {
        let both = [STRAIGHT, DIAGONAL].concat();
        match self.board[&from] {
            (color, Role::Pawn) => {
                let up = forward(color);
                self.steps(from, &[(1, up), (-1, up)], false)
            }
            (_, Role::Knight) => self.steps(from, &JUMPS, false),
            (_, Role::Bishop) => self.steps(from, &DIAGONAL, true),
            (_, Role::Rook) => self.steps(from, &STRAIGHT, true),
            (_, Role::Queen) => self.steps(from, &both, true),
            (_, Role::King) => self.steps(from, &both, false),
        }
    }

    fn attacked(&self, at: FileRank, by: Color) -> bool {
        self.board
            .iter()
            .any(|(&from, &(color, _))| color == by && self.attacks(from).contains(&at))
    }

    /// Whether a side is in check. Neither side is in check while a king is in reserve.
    pub(crate) fn in_check(&self, color: Color) -> bool {
        match (self.king(color), self.king(!color)) {
            (Some(king), Some(_)) => self.attacked(king, !color),
            _ => false,
        }
    }

    /// The legal turns by their text, each with the position it leads to.
    pub(crate) fn turns(&self) -> BTreeMap<String, SquareMap> {
        let mut turns = BTreeMap::new();
        self.drops(&mut turns);
        let own = self.board.iter().filter(|&(_, piece)| piece.0 == self.side);
        for (&from, &(_, role)) in own {
            match role {
                Role::Pawn => self.pawn_moves(from, &mut turns),
                _ => self.non_pawn_moves(from, &mut turns),
            }
        }
        self.castlings(&mut turns);
        turns.retain(|_, after| !after.in_check(self.side));
        for after in turns.values_mut() {
            // The en passant square is kept only if an en passant capture is legal.
            if after.en_passant.is_some() && !after.has_en_passant() {
                after.en_passant = None;
            }
        }
        turns
    }

    /// A copy of the position with the other side to play, the counters updated and no en passant
    /// square. The caller then changes the pieces.
    fn after(&self, irreversible: bool) -> SquareMap {
        let mut after = self.clone();
        after.en_passant = None;
        after.halfmove = if irreversible { 0 } else { self.halfmove + 1 };
        after.fullmove += u32::from(self.side.is_black());
        after.side = !self.side;
        after
    }

    fn drops(&self, turns: &mut BTreeMap<String, SquareMap>) {
        let (lowest, highest) = self.switches.pawn_rows;
        for role in ROLES {
            for at in (0..64).map(|index| (index % 8, index / 8)) {
                let is_pawn_row = || (lowest..=highest).any(|row| rank(self.side, row) == at.1);
                let illegal = self.board.contains_key(&at)
                    || self.reserve[&reserve_key(self.side, role)] == 0
                    || (role == Role::Pawn && !is_pawn_row());
                if illegal {
                    continue;
                }
                let mut after = self.after(true);
                after.board.insert(at, (self.side, role));
                *after
                    .reserve
                    .entry(reserve_key(self.side, role))
                    .or_default() -= 1;
                if self.switches.castling && matches!(role, Role::King | Role::Rook) {
                    after.unmoved.insert(at);
                }
                turns.insert(format!("{}@{}", role.upper_char(), text(at)), after);
            }
        }
    }

    /// Whether `to` is empty, or the side to play may capture the piece on it.
    fn may_go(&self, to: FileRank) -> bool {
        match self.board.get(&to) {
            None => true,
            Some(&(color, role)) => color != self.side && role != Role::King && self.may_capture(),
        }
    }

    /// Whether the side to play may capture: its king is on the board, or `capture_before_king` is
    /// set.
    fn may_capture(&self) -> bool {
        self.switches.capture_before_king || self.king(self.side).is_some()
    }

    /// The position after the move or capture from `from` to `to`.
    fn moved(&self, from: FileRank, to: FileRank) -> SquareMap {
        let piece = self.board[&from];
        let mut after = self.after(self.board.contains_key(&to) || piece.1 == Role::Pawn);
        after.board.remove(&from);
        after.board.insert(to, piece);
        after.unmoved.remove(&from);
        after.unmoved.remove(&to);
        after
    }

    fn non_pawn_moves(&self, from: FileRank, turns: &mut BTreeMap<String, SquareMap>) {
        for to in self.attacks(from) {
            if self.may_go(to) {
                turns.insert(text(from) + &text(to), self.moved(from, to));
            }
        }
    }

    fn pawn_moves(&self, from: FileRank, turns: &mut BTreeMap<String, SquareMap>) {
        let up = forward(self.side);
        let (single, double) = ((from.0, from.1 + up), (from.0, from.1 + 2 * up));
        let free = |at: FileRank| !self.board.contains_key(&at);
        let mut targets = Vec::new();
        if free(single) {
            targets.push(single);
            if self.switches.double_step && from.1 == rank(self.side, 2) && free(double) {
                targets.push(double);
            }
        }
        let captures = self.attacks(from).into_iter();
        targets.extend(captures.filter(|&to| !free(to) && self.may_go(to)));
        for to in targets {
            let mut after = self.moved(from, to);
            if to == double {
                after.en_passant = Some(single);
            }
            if to.1 == rank(self.side, 8) {
                for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    after.board.insert(to, (self.side, role));
                    let name = text(from) + &text(to) + &role.char().to_string();
                    turns.insert(name, after.clone());
                }
            } else {
                turns.insert(text(from) + &text(to), after);
            }
        }
        turns.extend(self.en_passant_of(from));
    }

    /// The en passant capture by the pawn on `from`. Does not test whether the capture leaves the
    /// own king in check.
    fn en_passant_of(&self, from: FileRank) -> Option<(String, SquareMap)> {
        let to = self.en_passant?;
        (self.may_capture() && self.attacks(from).contains(&to)).then(|| {
            let mut after = self.moved(from, to);
            after.board.remove(&(to.0, from.1));
            (text(from) + &text(to), after)
        })
    }

    fn has_en_passant(&self) -> bool {
        self.board.iter().any(|(&from, &piece)| {
            piece == (self.side, Role::Pawn)
                && self
                    .en_passant_of(from)
                    .is_some_and(|(_, after)| !after.in_check(self.side))
        })
    }

    fn castlings(&self, turns: &mut BTreeMap<String, SquareMap>) {
        let first = rank(self.side, 1);
        let at = |file: i32| (file, first);
        let has = |file, role| {
            self.board.get(&at(file)) == Some(&(self.side, role))
                && self.unmoved.contains(&at(file))
        };
        let both_kings = self.king(!self.side).is_some();
        for (rook, between, way) in [(7, 5..7, [4, 5, 6]), (0, 1..4, [4, 3, 2])] {
            let ready = has(4, Role::King)
                && has(rook, Role::Rook)
                && between
                    .clone()
                    .all(|file| !self.board.contains_key(&at(file)))
                && !(both_kings && way.iter().any(|&file| self.attacked(at(file), !self.side)));
            if ready {
                let mut after = self.moved(at(4), at(way[2]));
                after.board.remove(&at(rook));
                after.board.insert(at(way[1]), (self.side, Role::Rook));
                after.unmoved.remove(&at(rook));
                turns.insert(text(at(4)) + &text(at(way[2])), after);
            }
        }
    }

    /// The castling field. Each letter names pieces that stand at home and have not moved since
    /// their drop. K: the king and the h-rook. Q: the king and the a-rook. E: the king only. H: the
    /// h-rook, while the king is in reserve. A: the same for the a-rook.
    fn castling_field(&self) -> String {
        let mut field = String::new();
        for color in [Color::White, Color::Black] {
            let unmoved = |file: i32, role| {
                let at = (file, rank(color, 1));
                self.board.get(&at) == Some(&(color, role)) && self.unmoved.contains(&at)
            };
            let (short, long) = (unmoved(7, Role::Rook), unmoved(0, Role::Rook));
            let letters: &[(bool, char)] = if self.king(color).is_none() {
                &[(short, 'H'), (long, 'A')]
            } else if unmoved(4, Role::King) {
                &[(short, 'K'), (long, 'Q'), (!short && !long, 'E')]
            } else {
                &[]
            };
            for &(applies, letter) in letters {
                if applies {
                    field.push(color.fold_wb(letter, letter.to_ascii_lowercase()));
                }
            }
        }
        if field.is_empty() {
            "-".to_owned()
        } else {
            field
        }
    }
}

impl std::fmt::Display for SquareMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for rank in (0..8).rev() {
            let mut gap = 0;
            for file in 0..8 {
                match self.board.get(&(file, rank)) {
                    None => gap += 1,
                    Some(&(color, role)) => {
                        if gap > 0 {
                            write!(f, "{gap}")?;
                            gap = 0;
                        }
                        write!(f, "{}", role.of(color).char())?;
                    }
                }
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            f.write_str(if rank > 0 { "/" } else { "[" })?;
        }
        for color in [Color::White, Color::Black] {
            for role in ROLES {
                for _ in 0..self.reserve[&reserve_key(color, role)] {
                    write!(f, "{}", role.of(color).char())?;
                }
            }
        }
        write!(f, "] {} {} ", self.side.char(), self.castling_field())?;
        match self.en_passant {
            Some(at) => f.write_str(&text(at))?,
            None => f.write_str("-")?,
        }
        write!(f, " {} {}", self.halfmove, self.fullmove)
    }
}
