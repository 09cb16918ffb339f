// Who sits where and how sides are called, for every number of people. Not here: the server.
// Invariant: seats stand on the screen as they sit round the table.
import { expect, test } from 'vitest';
import { Feed } from '../src/feed.svelte';
import type { SeatInfo, TableInfo } from '../src/frames';
import type { View } from '../src/engine/types';
import { othersOf, People } from '../src/people.svelte';
import { sideOf, viewOf } from './view_support';

type Who = Omit<SeatInfo, 'name'>;

const NAMES = ['Anna', 'Bruno', 'Clara', 'David', 'Eva', 'Finn'];

const HUMAN: Who = { who: 'human', present: true };
const AWAY: Who = { who: 'human', present: false };
const BOT: Who = { who: 'bot', present: false };

function peopleAt(
  view: View,
  person = 0,
  who: Who[] = [],
  stoodIn = [0, 2, 3],
  names = NAMES,
): People {
  const none = (): never => {
    throw new Error('no engine here');
  };
  const feed = new Feed(
    { start: none, event: none, view: none, hash: none },
    { moved: none, lost: none, refused: none },
  );
  const seats = names
    .slice(0, view.player_count)
    .map((name, i) => ({ name, ...(who[i] ?? HUMAN) }));
  feed.info = { seats, bot: 'book' } as TableInfo;
  feed.view = view;
  feed.person = person;
  return new People(feed, (place) => stoodIn.includes(place));
}

test('seats go clockwise from the left, whichever way play goes', () => {
  expect(othersOf(viewOf({ me: 2 }))).toEqual([3, 0, 1]);
  expect(othersOf(viewOf({ me: 2, direction: 'ccw' }))).toEqual([3, 0, 1]);
  expect(othersOf(viewOf({ me: 1, side_of: [0, 1, 0, 1, 0, 1] }))).toEqual([2, 3, 4, 5, 0]);
  expect(othersOf(viewOf({ me: 255 }))).toEqual([0, 1, 2, 3]);
  expect(othersOf(null)).toEqual([]);
});

test('two sides are us and them, each alone by name', () => {
  const pairs = peopleAt(viewOf());
  expect([pairs.sideName(0), pairs.sideName(1)]).toEqual(['Us', 'Them']);
  expect(pairs.isPartner(2)).toBe(true);
  expect(pairs.isPartner(0)).toBe(false);
  const two = peopleAt(viewOf({ side_of: [0, 1] }));
  expect([two.sideName(0), two.sideName(1)]).toEqual(['You', 'Bruno']);
  const three = peopleAt(viewOf({ side_of: [0, 1, 2], me: 1 }), 1);
  expect([0, 1, 2].map((side) => three.sideName(side))).toEqual(['Anna', 'You', 'Clara']);
  expect(three.otherSides).toEqual([0, 2]);
  expect([0, 1, 2].map((side) => three.tone(side))).toEqual(['them', 'us', 'third']);
});

test('three sides of two are named by their members', () => {
  const people = peopleAt(viewOf({ side_of: [0, 1, 2, 0, 1, 2] }));
  expect([0, 1, 2].map((side) => people.sideName(side))).toEqual([
    'Us',
    'Bruno & Eva',
    'Clara & Finn',
  ]);
});

test('sides that form during play: melds together, totals apart', () => {
  const alone = { side_of: [0, 1, 2], total_of: [0, 1, 2], side_of_person: [0, 1, 2] };
  const before = peopleAt(viewOf({ ...alone, formed: false }));
  expect(before.isAlone(1)).toBe(false);
  const sides = [sideOf([0, 2]), sideOf([1]), sideOf([])];
  const after = peopleAt(viewOf({ ...alone, side_of: [0, 1, 0], sides }));
  expect([after.sideName(0), after.sideName(1)]).toEqual(['Us', 'Bruno']);
  expect(after.otherSides).toEqual([1]);
  expect([0, 1, 2].map((seat) => after.isAlone(seat))).toEqual([false, true, false]);
  expect(after.isPartner(2)).toBe(true);
  expect([0, 1, 2].map((total) => after.totalName(total))).toEqual(['You', 'Bruno', 'Clara']);
});

test('one who rests has no seat, and still a side', () => {
  const view = viewOf({
    me: 255,
    player_count: 5,
    persons: [0, 3, 1, 4],
    resting: 2,
    side_of_person: [0, 0, 0, 1, 1],
  });
  const people = peopleAt(view, 2);
  expect(people.seated).toBe(false);
  expect(people.mySide).toBe(0);
  expect(people.others).toEqual([0, 1, 2, 3]);
  expect(people.others.map((seat) => people.name(seat))).toEqual(['Anna', 'David', 'Bruno', 'Eva']);
  expect([people.sideName(0), people.sideName(1)]).toEqual(['Us', 'Them']);
});

test('who is played by a computer is called so, a person who is away as well', () => {
  const people = peopleAt(viewOf(), 0, [AWAY, BOT, HUMAN, AWAY]);
  const standsIn = { bot: 'book', standsIn: true };
  expect([0, 1, 2, 3].map((seat) => people.computer(seat))).toEqual([
    null, // the page's own person is here
    { bot: 'book', standsIn: false },
    null,
    standsIn,
  ]);
  expect([0, 1, 2, 3].map((seat) => people.called(seat))).toEqual([
    'You',
    'Bruno (computer)',
    'Clara',
    'David (away, computer)',
  ]);
  expect([0, 1, 2, 3].map((seat) => people.name(seat))).toEqual(['You', ...NAMES.slice(1, 4)]);
  expect(people.computers).toHaveLength(2);
});

test('a side called by its names says of each whether a computer plays it', () => {
  const people = peopleAt(viewOf({ side_of: [0, 1, 2, 0, 1, 2] }), 0, [HUMAN, BOT]);
  expect(people.sideGroup(1)).toEqual({ word: null, seats: [1, 4] });
  expect(people.sideName(1)).toBe('Bruno (computer) & Eva');
  expect(people.sideGroup(0)).toEqual({ word: 'Us', seats: [0, 3] });
});

test('where one rests the person of a seat decides who plays it, not its number', () => {
  const view = viewOf({ me: 0, player_count: 5, persons: [0, 3, 1, 4], resting: 2 });
  const people = peopleAt(view, 0, [HUMAN, BOT, AWAY, HUMAN, HUMAN]);
  const called = [1, 2, 3].map((seat) => people.called(seat));
  expect(called).toEqual(['David', 'Bruno (computer)', 'Eva']);
  expect(people.calledPerson(2)).toBe('Clara (away, computer)');
});

test('for who is away all wait, until a computer has played for him', () => {
  const view = viewOf({ seat: 2 });
  const waits = peopleAt(view, 0, [HUMAN, HUMAN, AWAY, BOT], []);
  expect([waits.computer(2), waits.isAway(2), waits.acting, waits.thinks(2)]).toEqual([
    ...[null, true, 2, false],
  ]);
  const plays = peopleAt(view, 0, [HUMAN, HUMAN, AWAY, BOT], [2]);
  expect([plays.called(2), plays.isAway(2), plays.thinks(2)]).toEqual([
    ...['Clara (away, computer)', true, true],
  ]);
});

test('people of one name are told apart, by place', () => {
  const names = ['Guest', 'Guest', 'Guest 2', 'Guest'];
  const people = peopleAt(viewOf(), 2, [], [], names);
  expect([0, 1, 2, 3].map((seat) => people.ownName(seat))).toEqual([
    ...['Guest', 'Guest 2', 'Guest 2 2', 'Guest 3'],
  ]);
  expect(people.name(2)).toBe('You');
});
