// English words for people at a table. Not here: computer players (company.en.ts), refusals
// (reasons.en.ts), the person this browser belongs to (me.en.ts).
// Invariant: a sentence is whole; nothing is glued from pieces but names and numbers.
import { list, plural } from './words.en';

const wishes: Record<'pause' | 'free', (name: string) => string> = {
  pause: (name) => `${name} would like a pause.`,
  free: (name) =>
    `${name} would give the seat of somebody who has gone, or does not play, to a computer player. Agree to it in the list of people.`,
};

export const waits = (ms: number): string =>
  ms < 100_000
    ? plural(Math.max(1, Math.ceil(ms / 1000)), { one: '# second', other: '# seconds' })
    : plural(Math.ceil(ms / 60_000), { one: '# minute', other: '# minutes' });

export const people = {
  open: 'People',
  you: 'you',
  comingTo: (name: string, seat: string) => `${name} comes with the next hand, for ${seat}`,
  comingShort: (name: string) => `${name} comes next`,
  youCome: {
    live: 'You play from the next hand on. Until then you see what everybody sees.',
    hand: 'You play from the next hand on. The one that is played you see once it is over.',
  },
  youWatch: {
    live: 'You are looking on: you see what everybody sees, and nobody’s hand.',
    hand: 'You are looking on: you see each hand once it is over, and nothing of it before.',
  },

  resume: 'Go on',
  paused: 'The table pauses. Anybody may go on.',
  agree: 'Agree',
  dismiss: 'Put this notice away',

  noteNudge: (name: string) => `${name} reminds you: it is your turn.`,
  noteNudged: 'Your reminder is on its way.',
  noteClock: (name: string) =>
    `${name} took longer than this table allows: a computer player plays this one turn.`,
  noteClockYou:
    'You took longer than this table allows: a computer player plays this one turn for you.',
  newsJoined: (name: string) => `${name} sits down.`,
  newsComing: (name: string) => `${name} has taken a seat and plays from the next hand on.`,
  newsLeft: (name: string) => `${name} has left. A computer player has the seat.`,
  newsBack: (name: string) => `${name} is back.`,
  newsStandsIn: (name: string) => `${name} is away. The computer plays for ${name}.`,
  newsLastHand: 'The time of the game is over: this hand is the last one.',
  newsPlayed: (turns: readonly (readonly string[])[]) => {
    const last = turns.slice(-2).map((parts) => list(parts)).join('; then it ');
    return turns.length > 2
      ? `While you were away the computer played ${turns.length} turns for you. At last it ${last}.`
      : `While you were away the computer ${last}.`;
  },

  sayTitle: 'Say something',
  phrases: {
    hello: 'Hello',
    good_luck: 'Good luck',
    well_played: 'Well played',
    thank_you: 'Thank you',
    sorry: 'Sorry',
    one_moment: 'One moment',
    good_game: 'Good game',
    good_bye: 'Good bye',
    smile: 'A smile',
    laugh: 'Laughter',
    clap: 'Applause',
    heart: 'A heart',
  },
  says: (name: string, phrase: string) => `${name}: ${phrase}`,
  shows: (name: string) => `${name}:`,

  clockLeft: (seconds: number) => waits(seconds * 1000),
  clockSoon: (seconds: number) =>
    `${waits(seconds * 1000)} left; then a computer player plays this turn for you.`,
  noteVote: (name: string, what: 'pause' | 'free') => wishes[what](name),
  noteVotes: (have: number, need: number) =>
    `${have} of ${need} agree. The others have been asked.`,
};
