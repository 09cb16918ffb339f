// The levels of computer players, as the server calls them, and players that are none.
// Not here: names (messages/company.en.ts), faces (components/start/Face.svelte).
// Invariant: levels count from 1, the weakest, and 0 is none.

/** Players that tables name, but nobody is offered: the level that each looks like. */
export const UNOFFERED: Readonly<Record<string, number>> = { random: 1, racer: 2, book: 3 };

export const levelOf = (bot: string): number => Number(/^level:([1-8])$/.exec(bot)?.[1] ?? 0);

export const isOffered = (bot: string): boolean => !Object.hasOwn(UNOFFERED, bot);
