// The keys of a table in words, as the sheet behind `?` shows them, and what the line for words
// says. Not here: what they do (keys/). Invariant: a key that does something is told.
import { list } from './words.en';

export const keys = {
  title: 'Keys',
  shift: (key: string) => `Shift ${key}`,
  deeds: {
    d: 'Draw',
    p: 'Take the pile',
    g: 'Pick up its top card alone, where that is allowed',
    l: 'Lay the selected cards',
    s: 'Put them into the tray',
    c: 'Play the tray, or whatever else is offered',
    t: 'Throw the selected card',
    u: 'Take back, or undo',
    o: 'Ask your partner whether you may go out',
    n: 'Pass',
    w: 'Put the selected card in the place of a wild one',
  } as Record<string, string>,
  others: [
    ['2 to 9, 0, J Q K A X', 'To the next card of that rank (0: ten, X: joker)'],
    ['← →', 'From card to card; with Shift the card moves'],
    ['Home End', 'To the first and the last card'],
    ['Space', 'Select the card, or put it back'],
    ['Escape', 'Select nothing'],
    ['H', 'Hint'],
    ['/', 'Play by words'],
    ['?', 'These keys'],
  ] as readonly (readonly [string, string])[],
  queries: {
    hand: 'Your hand',
    pile: 'Pile and stock',
    ourMelds: 'Your melds',
    theirMelds: 'Their melds',
    missing: 'What your first melds still need',
    score: 'The score',
    counts: 'How many cards the others hold',
    whoseTurn: 'Whose turn it is',
    lastTurn: 'The last turn',
  },
  line: {
    label: 'Your play in words',
    example: 'draw, take KhKs, discard 4s',
    say: 'Play',
    unread: (verbs: readonly string[], example: string) =>
      `Now you can say ${list(verbs)}: for instance “${example}”.`,
  },
};
