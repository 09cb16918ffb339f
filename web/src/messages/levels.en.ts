// English words about the levels of computer players, for who chooses one.
// Not here: their names, which a table says, too (company.en.ts).
// Invariant: how a level plays is said as its row in src/players/search/thinker.c has it.

/** As a partner and as a rival, by level. */
const ABOUT = [
  'Still learning: in haste, opens at once, takes every pile, forgets what was thrown.',
  'Opens too soon, is often in haste, and soon forgets what was thrown.',
  'Careful with its cards and the pile, but now and then in haste.',
  'Knows the game, and remembers every card that was thrown.',
  'Looks ahead at most plays: a partner to rely on, a rival to respect.',
  'Looks ahead at every play: a good partner, and hard to surprise.',
  'Looks ahead with care: a strong partner, a hard rival.',
  'Looks as far ahead as it goes: better than anyone you know.',
];

const placeOf = (level: number): string => `level ${level} of ${ABOUT.length}`;
const aboutOf = (level: number): string => ABOUT[level - 1] ?? '';

export const levels = {
  about: aboutOf,
  place: placeOf,
  said: (name: string, level: number) => `${name}, ${placeOf(level)}. ${aboutOf(level)}`,
};
