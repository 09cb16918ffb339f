// What stands for a person where there is little room: a colour and initials.
// Not here: drawing it (Avatar.svelte). Invariant: neighbours at a table have different colours,
// and white stands out on each by 4.5 to 1.

/** By place; eight people sit at a table at most. */
export const AVATAR_COLOURS = [
  '#1f6fb2',
  '#b4472e',
  '#7b4fa8',
  '#2e7d4f',
  '#9a5a00',
  '#a3376f',
  '#0b7285',
  '#5c6b1a',
] as const;

export interface AvatarLook {
  colour: string;
  initials: string;
}

/** The first sign of a word, however many code points it has. */
function firstSign(word: string): string {
  const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word);
  return [...signs][0]?.segment ?? '';
}

/** Of the first and the last word: "Anna Maria Berg" is AB. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends.map((word) => firstSign(word ?? '').toLocaleUpperCase()).join('');
}

export function placeColour(place: number): string {
  return AVATAR_COLOURS[Math.abs(place) % AVATAR_COLOURS.length] ?? AVATAR_COLOURS[0];
}

export function avatarOf(name: string, place: number): AvatarLook {
  return { colour: placeColour(place), initials: initialsOf(name) };
}
