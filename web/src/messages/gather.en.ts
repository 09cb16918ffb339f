// English words of a table before its first hand, and of links to it. Not here: other invitations
// (menu.en.ts), the people there (people.en.ts).
// Invariant: they come with the part of the page that shows them, not with a table.
import { list } from './words.en';

export const gather = {
  notDealt: 'The cards are not dealt yet.',
  whoIsHere: (names: readonly string[]) =>
    names.length === 0 ? 'Nobody is here yet.' : `Here: ${list(names)}.`,
  whoIsAway: (names: readonly string[]) => `Away just now: ${list(names)}.`,
  restPlays: 'Computer players hold the other seats.',
  handLost: 'The hand that was being played is given up: the server has lost its key. Nothing counts.',
  deal: 'Deal',
  dealWaits: (name: string) => `${name} deals when everybody is there.`,
  dealAway: (name: string) =>
    `${name} deals, but is away. After a while the seat can be freed in the list of people.`,

  sitLink: 'To sit down',
  share: 'Share',
  shareName: (what: string) => `Share link: ${what}`,
  shareSit: 'Come and play Canasta with me:',
  qr: 'QR code',
  qrName: (what: string) => `QR code: ${what}`,
  qrPicture: (what: string) => `QR code of the link: ${what}`,
  qrAbout: 'Point the camera of the other device at it.',
  qrFailed: 'The picture could not be made. Copy the link instead.',
  copiedLong: 'The link is copied.',
  byHand: 'This browser does not let the page copy. The link is selected: copy it by hand.',
  copyName: (what: string) => `Copy link: ${what}`,
};
