// Where the cards of a hand lie: rows and overlaps for a given width.
// Not here: drawing. Invariant: no card reaches beyond the width, and each card shows at least
// `minStrip` of its width unless the hand is empty.
export interface HandMeasure {
  width: number; // room, in pixels
  card: number; // width of a card
  height: number; // height of a card
  minStrip: number; // least that must be seen of a covered card
  maxStrip: number; // most that is shown of a covered card
  rowRise: number; // share of a card's height that a covered row shows
}

export interface CardPlace {
  x: number;
  y: number;
  row: number;
}

export interface HandLayout {
  places: CardPlace[];
  height: number;
}

/** Width of a card of the own hand: smaller where there is little room or much to show. */
export function cardSize(width: number, count: number): number {
  if (width < 420) return count > 33 ? 48 : 56;
  if (width < 760) return count > 30 ? 58 : 66;
  return count > 40 ? 66 : count > 21 ? 78 : 92;
}

function rowLengths(count: number, most: number): number[] {
  const rows = Math.max(1, Math.ceil(count / most));
  const shortest = Math.floor(count / rows);
  const longer = count - shortest * rows;
  return Array.from({ length: rows }, (_, row) => shortest + (row < longer ? 1 : 0));
}

/** Places `count` cards left to right, row by row, each row centred. */
export function layoutHand(count: number, m: HandMeasure): HandLayout {
  if (count === 0) return { places: [], height: m.height };
  const most = Math.max(1, Math.floor((m.width - m.card) / m.minStrip) + 1);
  const lengths = rowLengths(count, most);
  const longest = Math.max(...lengths);
  const strip = longest < 2 ? 0 : Math.min(m.maxStrip, (m.width - m.card) / (longest - 1));
  const step = m.height * m.rowRise;
  const places = lengths.flatMap((length, row) => {
    const left = (m.width - (m.card + strip * (length - 1))) / 2;
    return Array.from({ length }, (_, i) => ({ x: left + i * strip, y: row * step, row }));
  });
  return { places, height: (lengths.length - 1) * step + m.height };
}
