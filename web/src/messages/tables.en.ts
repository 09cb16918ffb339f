// English words for how a table is made, found and kept. Not here: the start page around them
// (lobby.en.ts), the people at a table (people.en.ts). Invariant: as in lobby.en.ts.
import { waits } from './people.en';
import { day, plural } from './words.en';

export const tables = {
  keptSoon: (date: string) => `Kept until ${day(date)} unless somebody plays`,
  deserted: (hands: number) =>
    plural(hands, {
      one: 'Whoever made this table left # hand at an earlier table before it was over.',
      other: 'Whoever made this table left # hands at earlier tables before they were over.',
    }),

  company: 'Company',
  withComputers: 'computers',
  withComputersAbout: 'dealt at once',
  withPeople: 'people, too',
  withPeopleAbout: 'you deal when all are there',
  footer: 'Nothing is dealt before you say so: invite the others from the table.',
  joinTitle: 'Who comes later plays',
  joinWords: { next: 'from the next hand on', now: 'at once, a computer’s cards' },
  clockTitle: 'Time for a turn',
  clockWords: (seconds: number) => (seconds === 0 ? 'no limit' : waits(seconds * 1000)),
  watchTitle: 'Looking on, by a link of its own',
  watchWords: { none: 'nobody', live: 'as it is played', hand: 'hands that are over' },
  openOption: 'Everybody on this server finds the table and may sit down',

  openTables: 'Open tables',
  openTablesAbout: 'Anybody may sit down at these.',
  freeSeats: (n: number) => plural(n, { one: '# free seat', other: '# free seats' }),
  sitDown: 'Look',
};
