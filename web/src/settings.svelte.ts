// What a person likes, kept in local storage: sound, colours, order of the hand.
// Not here: anything of a table. Invariant: unreadable storage gives the defaults.
const KEY = 'canasta.settings';

interface Values {
  sound: boolean;
  fourColour: boolean;
  ownOrder: boolean;
  paceMs: number;
}

const DEFAULTS: Values = { sound: true, fourColour: false, ownOrder: false, paceMs: 900 };

function read(): Values {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Values>;
    const values = { ...DEFAULTS };
    if (typeof stored.sound === 'boolean') values.sound = stored.sound;
    if (typeof stored.fourColour === 'boolean') values.fourColour = stored.fourColour;
    if (typeof stored.ownOrder === 'boolean') values.ownOrder = stored.ownOrder;
    if (typeof stored.paceMs === 'number' && stored.paceMs >= 0) values.paceMs = stored.paceMs;
    return values;
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state(read());

export function saveSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse storage; the wish holds while the page is open.
  }
}
