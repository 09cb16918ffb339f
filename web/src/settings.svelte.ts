// What a person likes, kept in local storage: sound, colours, order of the hand.
// Not here: anything of a table. Invariant: unreadable storage gives the defaults.
const KEY = 'canasta.settings';

export const SPEEDS = ['slow', 'normal', 'fast', 'none'] as const;
export type Speed = (typeof SPEEDS)[number];

export const TAKE_BACK_MS = [0, 1000, 3000] as const;

export const THEMES = ['auto', 'dark', 'light', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

interface Values {
  theme: Theme;
  large: boolean; // print
  leftHanded: boolean; // buttons lie to the left
  sound: boolean; // when it is one's turn, and at the end of a hand
  cardSound: boolean;
  vibration: boolean;
  takeBackMs: number; // how long a discard may be taken back before it is sent
  askDiscard: boolean; // before a wild card, or one that completes an own canasta, is thrown
  speed: Speed; // of moving cards
  fourColour: boolean;
  ownOrder: boolean;
  paceMs: number;
  muteSaid: boolean; // phrases of others are not shown
}

const DEFAULTS: Values = {
  theme: 'dark',
  large: false,
  leftHanded: false,
  sound: true,
  cardSound: true,
  vibration: true,
  takeBackMs: 1000,
  askDiscard: true,
  speed: 'normal',
  fourColour: false,
  ownOrder: false,
  paceMs: 900,
  muteSaid: false,
};

function read(): Values {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Values>;
    const values = { ...DEFAULTS };
    if (typeof stored.sound === 'boolean') values.sound = stored.sound;
    if (THEMES.some((theme) => theme === stored.theme)) values.theme = stored.theme ?? 'dark';
    if (typeof stored.large === 'boolean') values.large = stored.large;
    if (typeof stored.leftHanded === 'boolean') values.leftHanded = stored.leftHanded;
    if (typeof stored.cardSound === 'boolean') values.cardSound = stored.cardSound;
    if (TAKE_BACK_MS.some((ms) => ms === stored.takeBackMs))
      values.takeBackMs = stored.takeBackMs ?? 0;
    if (typeof stored.askDiscard === 'boolean') values.askDiscard = stored.askDiscard;
    if (typeof stored.vibration === 'boolean') values.vibration = stored.vibration;
    if (SPEEDS.some((speed) => speed === stored.speed)) values.speed = stored.speed ?? 'normal';
    if (typeof stored.fourColour === 'boolean') values.fourColour = stored.fourColour;
    if (typeof stored.ownOrder === 'boolean') values.ownOrder = stored.ownOrder;
    if (typeof stored.muteSaid === 'boolean') values.muteSaid = stored.muteSaid;
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
