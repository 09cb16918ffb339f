// What the server's refusals mean for a whole table: which end a game, which pass by themselves.
// Not here: their sentences (messages/reasons.en.ts).
// Invariant: a browser may give up its key to a seat only after a code that ends the game.

/** The seat or the table is gone for good. */
const OVER = new Set(['NO_TABLE', 'BAD_TOKEN', 'LEFT']);

/** A line that is refused like this is not tried again; such a table may come back later. */
const FINAL = new Set([...OVER, 'LESSON', 'DAMAGED', 'ARCHIVED']);

/** The same hello may be welcome in a moment. */
const PASSING = new Set(['STORE', 'FULL']);

export const isOver = (code: string): boolean => OVER.has(code);
export const isFinal = (code: string): boolean => FINAL.has(code);
export const isPassing = (code: string): boolean => PASSING.has(code);
