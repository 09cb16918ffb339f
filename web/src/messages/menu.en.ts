// English words of the menu of a table: the people there, invitations, pace, leaving.
// Not here: what a person likes (likes.en.ts), what is told at the table itself (people.en.ts).
// Invariant: they come with the menu, not with a table.
import { waits } from './people.en';
import { day } from './words.en';

export const menu = {
  table: 'This table',
  settings: 'Settings',
  pace: 'Pace of the computer players',
  paceValue: (ms: number) => (ms === 0 ? 'at once' : `${(ms / 1000).toFixed(1)} s`),
  leave: 'Leave the table',
  leaveSure: 'Really leave? A computer player takes your seat.',
  leaveYes: 'Yes, leave',
  stay: 'Stay',

  people: 'People at this table',
  here: 'here',
  away: 'away',
  computer: 'computer',
  thinks: 'is thinking',
  yourTurn: 'your turn',
  owner: 'owner of the table',
  about: (facts: readonly string[]) => facts.join(' · '),
  nudge: 'Remind',
  nudgeName: (name: string) => `Remind ${name} whose turn it is`,
  free: 'Free the seat',
  freeSure: 'Yes, free it',
  freeName: (name: string) => `Give the seat of ${name} to a computer player`,
  pauseTable: 'Pause',
  pauseAbout: 'Nobody plays while the table pauses. All who are here must agree.',
  mute: 'Mute',
  muted: 'Muted',
  muteName: (name: string) => `Do not show what ${name} says`,
  muteAll: 'Do not show what others say',

  clock: (seconds: number) =>
    `A turn may take ${waits(seconds * 1000)}; then a computer player plays it, once.`,
  keptUntil: (date: string) =>
    `This table is kept until ${day(date)}, and longer if somebody plays. Records of its games stay.`,

  inviteTitle: 'Invite somebody',
  sitAbout: 'Whoever opens this link can take any seat that no person holds.',
  sitAboutNext:
    'Whoever opens this link can take any seat that no person holds, and plays from the next hand on.',
  watchLink: 'To look on',
  watchAbout: {
    live: 'Whoever opens this link sees what everybody sees, and nobody’s hand.',
    hand: 'Whoever opens this link sees each hand once it is over.',
  },
  watchMake: {
    live: 'Make a link to look on as it is played',
    hand: 'Make a link to look at hands that are over',
  },
  watchInstead: {
    live: 'Replace it by one that shows what is played',
    hand: 'Replace it by one that shows hands that are over',
  },
  renew: 'Replace this link',
  renewSit: 'Replace the invitation to sit down; the old one opens nothing any more',
  renewWatch: 'Replace the invitation to look on; the old one opens nothing any more',
  shareWatch: 'Look on while we play Canasta:',
};
