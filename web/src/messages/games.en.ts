// English names of the games, of their groups, and one sentence on each: how it differs.
// Not here: their rules, which the engine tells. Invariant: a sentence is true of the rule set as
// it stands, whatever else is true of it.
import type { Group } from '../start/groups';

type Words = readonly [title: string, about: string];

const GAMES: Record<string, Words> = {
  classic_pagat: ['Classic', 'Two against two, two packs, to 5,000: what most people call canasta.'],
  classic_usp: [
    'Classic, American style',
    'A black three does not only stop the pile, it freezes it for everybody.',
  ],
  relaxed: [
    'Relaxed Classic',
    'A meld has more natural than wild cards, and a partner’s answer is advice only.',
  ],
  forum: [
    'Fresh Melds',
    'The pile is taken for a new meld only, and a canasta laid down whole earns 100 more.',
  ],
  online: [
    'To the Right',
    'Play goes to the right, melds of one rank stay apart, and wild cards may lie by themselves.',
  ],
  wiki_play: [
    'To the Last Card',
    'Once the stock is gone, whoever can take the pile has to take it.',
  ],
  two_player: [
    'Canasta for Two',
    'Fifteen cards each, two drawn in a turn, and two canastas to go out.',
  ],
  relaxed_2: [
    'Relaxed for Two',
    'Canasta for two in which a meld has more natural than wild cards.',
  ],
  individual_3: ['Three, Each Alone', 'No partners: thirteen cards, and everybody for themselves.'],
  cutthroat_3: [
    'Cutthroat',
    'Whoever takes the pile first plays alone against the other two, who become partners.',
  ],
  relaxed_3: [
    'Relaxed for Three',
    'Everybody for themselves, with eleven cards and more natural than wild ones in a meld.',
  ],
  five_hand: ['Five, Three against Two', 'One of the three rests in each hand, turn by turn.'],
  six_hand: [
    'Six, Three against Three',
    'Three packs, two canastas to go out, and 10,000 points to win.',
  ],
  six_hand_3sides: ['Six, in Three Pairs', 'Three sides at one table, partners opposite each other.'],
  relaxed_5: [
    'Relaxed for Five',
    'Three against two, one of them resting; more natural than wild cards in a meld.',
  ],
  relaxed_6: [
    'Relaxed for Six',
    'Three against three with three packs; more natural than wild cards in a meld.',
  ],
  samba: ['Samba', 'Three packs, and runs of one suit: seven in a row are a samba, for 1,500.'],
  bolivia: ['Bolivia', 'Samba with canastas of wild cards; nobody goes out without a samba.'],
  brazilian: [
    'Brazilian',
    'Samba with canastas of wild cards; a run left short costs 1,000 at the end of a hand.',
  ],
  chilean: ['Chilean', 'Samba in which seven wild cards are a canasta, too.'],
  italian: [
    'Italian',
    'A frozen Samba: twos are a rank of their own, and unseen cards lie under the pile.',
  ],
  uruguay: ['Uruguay', 'The pile is always frozen, and seven wild cards are a canasta for 2,000.'],
  cuban: [
    'Cuban',
    'Always frozen, thirteen cards, and a canasta is full with seven; wild ones count, too.',
  ],
  joker: [
    'Joker',
    'Red and black threes earn points, and a canasta of wild cards is worth up to 4,000.',
  ],
  mexicana: [
    'Mexicana',
    'Whoever opens draws thirteen more cards, and a seven on top keeps the pile shut.',
  ],
  modern_american: [
    'Modern American',
    'Always frozen, no wild card on sevens, and whole hands such as seven pairs win points.',
  ],
  modern_american_cla: [
    'Modern American, strict',
    'More of the whole hands, and no opening without three of a kind that has no wild card.',
  ],
  hand_and_foot: [
    'Hand and Foot',
    'Play out your hand, then pick up a second one, the foot. Threes only cost.',
  ],
  pennies: [
    'Pennies from Heaven',
    'For six: your first canasta brings eleven cards more, and both sides need sevens.',
  ],
};

const groups: Record<Group, string> = {
  yours: 'Your rules',
  classic: 'Classic',
  two: 'For two',
  three: 'For three',
  more_people: 'For five and six',
  samba: 'Samba and family',
  cousins: 'Cousins of Classic',
  american: 'Modern American',
  hand_and_foot: 'Hand and Foot',
  clubs: 'Clubs and families',
  other: 'More',
};

export const games = {
  /** Empty for one this page does not know. */
  title: (name: string): string => GAMES[name]?.[0] ?? '',
  about: (name: string): string => GAMES[name]?.[1] ?? '',
  aboutHouse: (title: string) => `Made from ${title}`,
  groups,
};
