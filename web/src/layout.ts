// Where cards lie in the room there is: those of a hand, and the melds of a side.
// Not here: drawing. Invariant: whatever the count, nothing lies beyond the room; cards get
// smaller, then overlap more. Melds that are too many even as the smallest tiles go on below it.
export interface Room {
  width: number; // pixels
  height: number;
}

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

export const CARD_RATIO = 1.4; // height of a card to its width

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

export interface HandFit extends HandLayout {
  card: number; // width of a card
  lift: number; // how far a selected card rises, kept free above the first row
}

const HAND_STRIP = { least: 0.42, most: 0.78 }; // of a card's width: its corner shows
const ROW_RISE = 0.54; // rank and suit in the corner of a card stay in sight
const LIFT = 0.1; // of a card's height
const LEAST_CARD = 34; // pixels
const STEP = 1;

function measured(card: number, width: number): HandMeasure {
  const [minStrip, maxStrip] = [card * HAND_STRIP.least, card * HAND_STRIP.most];
  return { width, card, height: card * CARD_RATIO, minStrip, maxStrip, rowRise: ROW_RISE };
}

/** As many rows as the smallest cards fit in, however little is seen of each. */
function squeezed(count: number, room: Room): HandFit {
  const card = Math.max(1, Math.min(LEAST_CARD, room.height / (CARD_RATIO + 0.14)));
  const m = measured(card, room.width);
  const lift = m.height * LIFT;
  const rows = Math.max(1, Math.floor((room.height - lift - m.height) / (m.height * ROW_RISE)) + 1);
  const minStrip = (room.width - card) / Math.max(1, Math.ceil(count / rows) - 1);
  return { card, lift, ...layoutHand(count, { ...m, minStrip }) };
}

/** The largest cards (at most `most` wide) with which the hand fits, each corner in sight. */
export function fitHand(count: number, room: Room, most: number): HandFit {
  const largest = Math.min(most, room.width, room.height / (CARD_RATIO * (1 + LIFT)));
  for (let card = largest; card >= LEAST_CARD; card -= STEP) {
    const m = measured(card, room.width);
    const lift = m.height * LIFT;
    const layout = layoutHand(count, m);
    if (layout.height + lift <= room.height) return { card, lift, ...layout };
  }
  return squeezed(count, room);
}

/** One thing in front of a side: a meld, laid-out threes, a group of the tray, a free place. */
export interface MeldItem {
  cards: number; // side by side, as a fan
  tiles: number; // width as a tile, in tiles
}

export interface MeldPlace extends Room {
  x: number;
  y: number;
}

export interface MeldFit {
  fan: boolean; // cards side by side; otherwise small tiles
  card: number; // width of a card, or of a tile
  strip: number; // what shows of a covered card
  places: MeldPlace[];
  height: number;
}

const MELD_STRIP = 0.42;
const FAN = { least: 40, over: 0.14, gap: 0.18 }; // `over`: seals and numbers around the cards
const TILE = { most: 58, least: 24, gap: 3 };

function flow(items: readonly Room[], width: number, gap: number): MeldPlace[] {
  let [x, y, row] = [0, 0, 0];
  return items.map((item) => {
    if (x > 0 && x + item.width > width) [x, y, row] = [0, y + row + gap, 0];
    const place = { x, y, ...item };
    x += item.width + gap;
    row = Math.max(row, item.height);
    return place;
  });
}

function fitted(places: MeldPlace[], fan: boolean, card: number): MeldFit {
  const height = Math.max(0, ...places.map((place) => place.y + place.height));
  return { fan, card, strip: card * MELD_STRIP, places, height };
}

function asFans(items: readonly MeldItem[], width: number, card: number): MeldFit {
  const height = card * (CARD_RATIO + FAN.over);
  const sizes = items.map(({ cards }) => ({
    width: card * (1 + FAN.over + (cards - 1) * MELD_STRIP),
    height,
  }));
  return fitted(flow(sizes, width, card * FAN.gap), true, card);
}

function asTiles(items: readonly MeldItem[], width: number, tile: number): MeldFit {
  const sizes = items.map(({ tiles }) => ({ width: tile * tiles, height: tile }));
  return fitted(flow(sizes, width, TILE.gap), false, tile);
}

const inside = ({ height, places }: MeldFit, room: Room): boolean =>
  height <= room.height && places.every((place) => place.x + place.width <= room.width);

/** The largest pictures (cards at most `most` wide) with which all lies within the room. */
export function fitMelds(items: readonly MeldItem[], room: Room, most: number): MeldFit {
  for (let card = most; card >= FAN.least; card -= STEP) {
    const fit = asFans(items, room.width, card);
    if (inside(fit, room)) return fit;
  }
  for (let tile = TILE.most; tile > TILE.least; tile -= STEP) {
    const fit = asTiles(items, room.width, tile);
    if (inside(fit, room)) return fit;
  }
  return asTiles(items, room.width, TILE.least);
}
