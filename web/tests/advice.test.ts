// Hints: the play cut into parts and words, and the table that shows it and plays it.
// Not here: whether the advice is good (src/players). Invariant: what is played is what was shown.
import { beforeAll, describe, expect, test } from 'vitest';
import { adviceParts } from '../src/advice';
import { splitCards } from '../src/cards';
import type { OtherWay } from '../src/engine/types';
import { m } from '../src/messages';
import { second } from '../src/messages/thinking.en';
import type { Table } from '../src/table.svelte';
import { adviceAloud } from '../src/thinking/aloud';
import { SecondThought } from '../src/thinking/second.svelte';
import { BUILD_MS, GAMES, LOOKER, newEngine, playNatively, prepareEngine } from './engine_support';
import { beginTable, infoOf, selectCards, type Begun } from './table_support';
import { made, type Workshop } from './thinking_support';
import { meldOf, viewOf } from './view_support';

beforeAll(prepareEngine, BUILD_MS);

const MELDS = [meldOf('Q', ['Qc', 'Qd', 'Qh']), meldOf('S', ['5h', '6h', '7h'])];

const words = (play: string, several = false, melds = MELDS): string[] =>
  adviceParts(play, melds, several).map((part) => m.advice.part(part, viewOf()));

describe('a play in words', () => {
  test.each([
    ['draw', ['Draw from the stock']],
    ['take KhKs; open 7c7d7h 4c4d2h', [
      'Take the pile with two kings',
      'Open with three sevens',
      'Meld two fours and one two',
    ]],
    ['take; discard 4s', ['Take the pile', 'Discard the four of spades']],
    ['take #2', ['Take the pile']],
    ['take K#3:KhX', ['Take the pile with one king and one joker']],
    ['meld Qs K:2c', ['Add one queen to the queens', 'Add one two to the kings']],
    ['meld Q:2cX KcKdKh', ['Add one two and one joker to the queens', 'Meld three kings']],
    ['ask', ['Ask your partner: may I go out?']],
    ['yes', ['Answer yes']],
    ['meld W:2c2dX; pass', ['Meld two twos and one joker', 'Pass']],
    ['swap Kh 2; steal Qs X', [
      'Put the king of hearts in the place of a two in your meld',
      'Put the queen of spades in the place of a joker in another side’s meld',
    ]],
    ['join #1 #4; lay-out; declare', [
      'Join two melds',
      'Lay out the three',
      'Declare the special hand',
    ]],
  ])('%s', (play, said) => expect(words(play)).toEqual(said));

  test('to pass with nothing but threes in hand is to go out', () => {
    const said = adviceParts('pass', MELDS, false).map((part) =>
      m.advice.part(part, { ...viewOf(), pass_goes_out: true }),
    );
    expect(said).toEqual(['Go out with your threes']);
  });

  test('where a side has several melds of a kind only a number names one', () => {
    expect(words('meld Qs', true)).toEqual(['Meld one queen']);
    expect(words('meld S#2:8h', true)).toEqual([
      'Add one eight to the sequence of hearts, five to seven',
    ]);
    expect(words('open 5c6c7c', true)).toEqual(['Open with a sequence: five, six and seven']);
    expect(words('meld Q+:QsQcQd', true)).toEqual(['Meld three queens']);
  });

  test('the last cards of the stock, and leaving the pile', () => {
    const [draw] = adviceParts('draw', [], false);
    expect(draw && m.advice.part(draw, viewOf({ stock: 0, reach: 0 }))).toContain('the hand ends');
    expect(draw && m.advice.part(draw, viewOf({ stock: 0, reach: 9 }))).toContain('Draw');
  });
});

test('every hint of whole games may be played, in words and with reasons', async () => {
  const seen = new Set<string>();
  let hints = 0;
  let withReasons = 0;
  for (const game of GAMES.filter(({ seat }) => seat !== LOOKER)) {
    const { start, told } = playNatively(game);
    const engine = await newEngine();
    engine.start(start);
    for (const { event, game: truth, hash } of told) {
      if (event !== null) engine.event(event);
      if (truth.steps.length === 0 || hints > 2000) continue;
      const hint = engine.hint();
      const play = hint.play;
      expect(engine.judge(play), `${start.rules}: ${play}`).toMatchObject({ ok: true });
      expect(engine.hash()).toBe(hash);
      const view = engine.view();
      const melds = view.sides[view.side_of[view.me] ?? -1]?.melds ?? [];
      const parts = adviceParts(play, melds, view.chooses_melds);
      expect(parts.flatMap((part) => part.cards).sort()).toEqual(splitCards(play).sort());
      for (const part of parts) {
        expect(m.advice.part(part, view)).toMatch(/^[A-Z][a-z]+/);
        seen.add(part.kind);
      }
      for (const reason of hint.reasons) expect(reason).toMatch(/^[A-Z].+[.]$/);
      hints++;
      if (hint.reasons.length > 0) withReasons++;
    }
  }
  expect(hints).toBeGreaterThan(500);
  expect(withReasons).toBeGreaterThan(hints / 2);
  for (const kind of ['draw', 'take', 'open', 'meld', 'add', 'discard'] as const)
    expect(seen).toContain(kind);
});

const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const START = 'view seat 0 dealer 3 played 0 totals 0,0';

describe('at the table', () => {
  const begin = (...events: string[]): ReturnType<typeof beginTable> =>
    beginTable(infoOf('classic_pagat', 4), START, [DEAL, ...events]);

  test('a hint comes when it is asked for, and is played as the person’s own play', async () => {
    const { table, line } = await begin('0 draw gets Jd');
    expect(table.advice).toBeNull();
    table.toggleAdvice();
    const advice = table.advice;
    expect(advice?.reasons.length).toBeGreaterThan(0);
    expect(line.sent).toEqual([]);
    await table.followAdvice();
    expect(line.sent).toEqual([{ play: table.judge(advice?.play ?? '').play, at: 5 }]);
  });

  test('what lay in the tray was another plan: it is empty once the hint is played', async () => {
    const { table } = await begin('0 draw gets Jd');
    selectCards(table, ['Kc', 'Kd', 'Kh']);
    table.stage();
    table.toggleAdvice();
    await table.followAdvice();
    expect(table.plan.groups).toEqual([]);
  });

  test('it leaves what the person puts together, and goes when the table moves', async () => {
    const { table } = await begin('0 draw gets Jd');
    selectCards(table, ['Kc', 'Kd', 'Kh']);
    table.stage();
    const staged = table.planPlay;
    table.toggleAdvice();
    expect(table.planPlay).toBe(staged);
    selectCards(table, ['Qc']);
    expect(table.advice).not.toBeNull();
    table.receive({ t: 'ev', seq: 6, kind: 'play', seat: 0, events: ['0 discard 4c'] });
    expect(table.advice).toBeNull();
    table.toggleAdvice();
    expect(table.advice, 'not this seat’s turn').toBeNull();
  });

  test('a second tap puts it away', async () => {
    const { table, line } = await begin('0 draw gets Jd');
    table.toggleAdvice();
    table.toggleAdvice();
    expect(table.advice).toBeNull();
    await table.followAdvice();
    expect(line.sent).toEqual([]);
  });

  test('a refused play leaves hint and tray as they are', async () => {
    const { table, line } = await begin('0 draw gets Jd');
    selectCards(table, ['Kc', 'Kd', 'Kh']);
    table.stage();
    table.toggleAdvice();
    line.answer = { ok: false, code: 'STORE', have: 0, need: 0 };
    await table.followAdvice();
    expect(table.problem?.code).toBe('STORE');
    expect(table.advice).not.toBeNull();
    expect(table.plan.groups).toHaveLength(1);
  });

  test('where the table goes without hints there are none', async () => {
    const info = { ...infoOf('classic_pagat', 4), hints: false };
    const { table } = await beginTable(info, START, [DEAL, '0 draw gets Jd']);
    expect(table.myTurn).toBe(true);
    expect(table.canAdvise).toBe(false);
    table.toggleAdvice();
    expect(table.advice).toBeNull();
  });

  /** A discard of `book`, of which a search thinks otherwise. */
  const before = [
    'deal 1 dealer 1 threes 1:3h 2:3d turned 9d hand 0:7s9sTcThTdTdJdAs2d2cX',
    ...['2 draw gets ?', '2 discard Ac', '3 draw gets ?', '3 discard Ac', '0 draw gets 7s'],
    ...['0 discard 7s', '1 draw gets ?', '1 discard 7d', '2 draw gets ?', '2 discard 7c'],
    ...['3 draw gets ?', '3 discard 7h', '0 draw gets 7c'],
  ];
  const moved = { t: 'ev', seq: 6, kind: 'play', seat: 0 } as const;
  const beginAgain = async (change = {}): Promise<Begun & { shop: Workshop }> => {
    const { shop, thinking } = made();
    const info = { ...infoOf('classic_pagat', 4), ...change };
    const start = 'view seat 0 dealer 1 played 0 totals 0,0';
    const again = new SecondThought(thinking);
    return { ...(await beginTable(info, start, before, 0, again)), shop };
  };

  test('a better play takes the place of the hint, compared with it', async () => {
    const { table, line } = await beginAgain();
    table.toggleAdvice();
    expect(table.advice?.play).toBe('discard As');
    await expect.poll(() => table.second?.state).toBe('differs');
    const better = table.advice?.play;
    expect(better).toMatch(/^discard (?!As)/);
    const { compared = '', ahead } = table.second?.said ?? {};
    expect(compared).toMatch(/^About \d+0 points better than to discard the ace of spades\.$/);
    expect(ahead).toMatch(/^about \+\d+0$/);
    expect(adviceAloud(table)).toContain(compared);
    table.toggleAdvice();
    table.toggleAdvice();
    expect(table.advice?.play, 'the first hint again').toBe('discard As');
    await expect.poll(() => table.second?.state).toBe('differs');
    await table.followAdvice();
    expect(line.plays).toEqual([better]);
  });

  test.each([
    ['is put away', (table: Table) => table.toggleAdvice()],
    ['moves on', (table: Table) => table.receive({ ...moved, events: ['0 discard 9s'] })],
    ['hears a play', (table: Table) => void table.play('discard 9s')],
    ['is left', (table: Table) => table.second?.end()],
  ])('nothing comes of a thought once the hint or the table %s', async (_, act) => {
    const { table, shop } = await beginAgain();
    let release = (): void => undefined;
    shop.until = new Promise((resolve) => (release = resolve));
    table.toggleAdvice();
    await expect.poll(() => shop.messages.length).toBe(2);
    const advice = table.advice?.play;
    act(table);
    expect(table.second?.state).toBe('none');
    expect([shop.opened, shop.ended]).toEqual([1, 1]);
    release();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(table.second?.state).toBe('none');
    expect([undefined, advice]).toContain(table.advice?.play);
  });

  test('where there is no choice, or a lesson speaks, nothing is thought over', async () => {
    const only = await begin();
    expect(only.table.view?.steps).toEqual(['draw']);
    only.table.toggleAdvice();
    expect([only.table.advice?.play, only.table.second]).toEqual(['draw', null]);
    const { table } = await beginAgain({ lesson: true });
    table.toggleAdvice();
    expect([table.advice?.play, table.second?.state]).toEqual(['discard As', 'none']);
  });

  test('a difference is told roughly, and one that chance hides as none', () => {
    const other = { play: 'discard 4s', at_once: false, points: 43, error: 12 };
    const said = (sense: OtherWay['sense'], change = {}): string =>
      second.than({ ...other, sense, ...change }, 'Discard the four of spades');
    const than = 'to discard the four of spades';
    expect(said('points')).toBe(`About 45 points better than ${than}.`);
    expect(said('points', { points: 1 })).toBe(`About 5 points better than ${than}.`);
    expect(said('points', { points: 1234, at_once: true })).toBe(
      `About 1,230 points better than ${than} at once.`,
    );
    expect(said('equal')).toBe(`About as good as ${than}.`);
    expect(said('game')).toBe(`Better for the whole game than ${than}.`);
  });
});
