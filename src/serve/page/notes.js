// Hints for the first turns of a first game, for reverse games (true) and the others (false).
export const NOTES = {
  true: [
    "Here time runs backwards: each turn takes a chess move back.",
    "A piece that un-moves may have captured something on the square that it left. If it did, the captured piece comes back there: that is an un-capture.",
    "Which piece comes back is chosen when the turn is played. Pieces that still can come back wait in the pockets.",
  ],
  false: [
    "The board begins empty: all pieces are in the pockets. Tap one, then the square where it shall stand.",
    "A turn drops a piece or moves one. Pieces on the board move and capture as in chess.",
    "A piece that is captured is gone: it goes into no pocket.",
  ],
};
