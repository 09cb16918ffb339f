// English words of the start page. Not here: games (games.en.ts), people (people.en.ts), computer
// players (company.en.ts). Invariant: a line of several facts is a list of whole ones.
import { count, list, plural, points } from './words.en';

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const years = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

const computers = (n: number): string =>
  n === 1 ? 'one computer player' : `${count(n)} computer players`;

export const lobby = {
  play: (game: string) => `Play ${game}`,
  playWith: (others: number, length: string) =>
    `with ${computers(others)}${length === '' ? '' : `, ${length}`}`,
  playTogether: (length: string) =>
    `with other people${length === '' ? '' : `, ${length}`}; you deal when all are there`,
  starting: 'Setting up the table …',
  playingAs: (name: string) => `Playing as ${name}`,
  changeName: 'Change the name',
  yourName: 'Your name',
  defaultName: 'Guest',

  change: 'Change',
  done: 'Done',
  facts: (facts: readonly string[]) => facts.join(' · '),
  bots: (name: string) => `${name} plays along`,
  withPeople: 'with other people',
  hintsAre: { allowed: 'hints on', off: 'hints off' },

  resume: 'Continue',
  titleFor: (game: string, length: string) => `${game}, ${length}`,
  yourTurn: 'Your turn',
  standing: (totals: readonly (readonly [side: string, total: number])[]) =>
    totals.map(([side, total]) => `${side} ${points(total)}`).join(' – '),
  when: (then: number, now: number) => {
    const days = Math.round((midnight(now) - midnight(then)) / 86_400_000);
    if (days <= 0) return 'today';
    if (days === 1) return 'yesterday';
    const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
    return (sameYear ? dates : years).format(then);
  },
  notDealt: 'not dealt yet',
  finished: 'Finished',
  won: { you: 'Finished: you won', they: 'Finished: they won', nobody: 'Finished: a tie' },
  wonBy: (name: string) => `Finished: ${name} won`,
  myGames: 'My games',
  otherGames: (n: number) => plural(n, { one: 'One more game', other: '# more games' }),
  allGames: (n: number) => `Show all ${n}`,
  forget: 'Remove from this list',
  forgetName: (name: string) => `Remove ${name} from this list`,
  gone: 'No longer on this server',
  with: (persons: readonly string[]) => (persons.length === 0 ? '' : `with ${list(persons)}`),
  seatsOf: (persons: readonly string[], others: string) =>
    [persons.length > 0 ? `with ${list(persons)}` : [], others || []].flat().join('; '),

  rules: 'Game',
  search: 'Look for a game',
  noGame: 'No game of this list is called so.',
  notHere: 'Burraco and Buraco, which some call canasta too, are other games and not here yet.',
  loadingRules: 'Asking for the games …',
  again: 'Try again',
  explain: 'The rules of this table',
  players: 'Players',
  playersOf: (counts: readonly number[]) => {
    const [least = 0, most = least] = [counts[0], counts.at(-1)];
    const whole = counts.length === most - least + 1;
    if (counts.length === 1) return plural(least, { one: '# player', other: '# players' });
    return whole ? `${least} to ${most} players` : `${list(counts.map(String))} players`;
  },
  length: 'Length',
  lengths: { hand: 'one hand', short: 'short game', full: 'whole game' },
  lengthAbout: (target: number, rounds: number) =>
    rounds > 0 ? plural(rounds, { one: '# hand', other: '# hands' }) : `to ${points(target)}`,
  bot: 'Computer players',
  hints: 'Hints',
  hintsWords: { allowed: 'allowed', off: 'off' },
  seat: 'Your seat',
  seatName: (seat: number) => String(seat + 1),
  footer: 'You start at once: computer players hold the empty seats until somebody takes them.',
};
