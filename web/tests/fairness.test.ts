// What a page makes of fair deals: when it gives its seed, what it keeps, and which lies it finds.
// Not here: bytes (fair.test.ts). Invariant: every deal is a true one, but for the lie on trial.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Card } from '../src/engine/types';
import { bytesOf, hexOf } from '../src/fair/bytes';
import { commitmentOf, deckOf, saltsOf, sortedPack, type Deal } from '../src/fair/deal';
import { Fairness, type Seen } from '../src/fair/fairness.svelte';
import { Keep } from '../src/fair/keep';
import { cardsShown, unmatched } from '../src/fair/shown';
import { pathOf, rootOf, type Proof } from '../src/fair/tree';
import type { Command, FairTold, ServerFrame, Snapshot, TableChange } from '../src/frames';
import type { Reply } from '../src/net';
import { MemoryStorage } from './storage_support';

const TABLE = 'k3v9cdpq7e';
const PACK = sortedPack(2, 4);
const SEED = Uint8Array.from({ length: 96 }, (_, i) => i);
const COMMIT = hexOf(commitmentOf({ table: TABLE, deal: 1, seed: SEED, parts: [] }));
const AT_FIRST: Seen = { seat: 0, stock: 60, refills: 0, seq: 3 };
const seen = (change: Partial<Seen> = {}): Seen => ({ ...AT_FIRST, ...change });

/** A table's server, as honest as the test has it. */
class Dealer {
  deal: Deal;
  deck: Card[];
  salts: Uint8Array[];
  constructor(seeds: { seat: number; seed: string }[]) {
    const parts = seeds.map(({ seat, seed }) => ({
      place: seat,
      bytes: bytesOf(seed, 32) ?? new Uint8Array(),
    }));
    this.deal = { table: TABLE, deal: 1, seed: SEED, parts };
    this.deck = deckOf(this.deal, PACK);
    this.salts = saltsOf(this.deal, PACK.length);
  }
  told(): FairTold {
    const seeds = this.deal.parts.map(({ place, bytes }) => ({ seat: place, seed: hexOf(bytes) }));
    return { deal: 1, commit: COMMIT, root: hexOf(rootOf(this.deck, this.salts)), seeds };
  }
  proof(at: number): Proof {
    const salt = hexOf(this.salts[at] ?? new Uint8Array());
    return {
      ...{ at, card: this.deck[at] ?? '', salt },
      path: pathOf(this.deck, this.salts, at).map(hexOf),
    };
  }
  /** The deal as seat 0 of four is shown it, by four cards of its hand. */
  dealt(change: Partial<Extract<TableChange, { kind: 'deal' }>> = {}): ServerFrame {
    const at = [0, 4, 8, 12];
    const hand = at.map((i) => this.deck[i]).join('');
    const line = `deal 1 dealer 3 turned ${this.deck[44]} hand 0:${hand}`;
    const proofs = [...at, 44].map((i) => this.proof(i));
    return {
      ...{ t: 'ev', seq: 5, kind: 'deal', events: [line], fair: this.told(), proofs },
      ...change,
    } as ServerFrame;
  }
}

let storage = new MemoryStorage();
let sent: Command[] = [];
let resyncs = 0;
let reply: Reply = { ok: true, seq: 4 };

function newPage(place: number | null = 0): Fairness {
  const fair = new Fairness({
    table: TABLE,
    storage,
    send: (body) => {
      sent.push(body);
      return Promise.resolve(reply);
    },
    resync: () => void resyncs++,
    pack: () => PACK,
  });
  fair.receive({ t: 'welcome', v: 1, seat: place, table: TABLE, n: 0 }, seen());
  return fair;
}

const snap = (fair: Snapshot['fair']): ServerFrame =>
  ({
    ...{ t: 'snap', seq: 3, table: {}, start: '', events: [], sheets: [], vh: '' },
    fair,
  }) as unknown as ServerFrame;
const commit = (deal = 1, text = COMMIT): ServerFrame => ({
  ...{ t: 'ev', seq: 4, kind: 'commit', deal },
  commit: text,
});
const ownSeed = (): string => String((sent[0] as { seed?: string } | undefined)?.seed ?? '');
const settle = (): Promise<void> => vi.waitFor(() => Promise.resolve());

beforeEach(() => {
  storage = new MemoryStorage();
  sent = [];
  resyncs = 0;
  reply = { ok: true, seq: 4 };
});

/** A page that has given its seed, and the honest dealer that took it. */
async function begun(): Promise<{ fair: Fairness; dealer: Dealer }> {
  const fair = newPage();
  fair.receive(snap({ next: { deal: 1, commit: COMMIT, given: [] } }), seen());
  await settle();
  return { fair, dealer: new Dealer([{ seat: 0, seed: ownSeed() }]) };
}

describe('the own seed', () => {
  test('is made once the commitment was seen, kept, and sent once', async () => {
    const fair = newPage();
    expect(sent).toEqual([]);
    fair.receive(snap({ next: { deal: 1, commit: COMMIT, given: [1] } }), seen());
    expect(sent).toEqual([{ do: 'seed', deal: 1, seed: ownSeed(), at: 3 }]);
    expect(ownSeed()).toMatch(/^[0-9a-f]{64}$/);
    const kept = { deal: 1, commit: COMMIT, root: null, seed: ownSeed(), given: false };
    expect(new Keep(storage, TABLE).find(1)).toEqual(kept);
    await settle();
    expect(new Keep(storage, TABLE).find(1)).toEqual({ ...kept, given: true });
    fair.receive(snap({ next: { deal: 1, commit: COMMIT, given: [] } }), seen());
    expect(sent).toHaveLength(1);
  });

  test('is another one for each deal and each table', async () => {
    const fair = newPage();
    fair.receive(commit(1), seen());
    fair.receive(commit(2, 'ab'.repeat(32)), seen());
    await settle();
    const seeds = sent.map((body) => ('seed' in body ? body.seed : ''));
    expect(new Set(seeds).size).toBe(2);
  });

  test('is not given by who looks on, nor where another device gave one', () => {
    newPage(null).receive(commit(), seen());
    newPage().receive(snap({ next: { deal: 1, commit: COMMIT, given: [0] } }), seen());
    expect(sent).toEqual([]);
  });

  test('is the same one after a reload, as long as the server has none', () => {
    newPage().receive(commit(), seen());
    newPage().receive(snap({ next: { deal: 1, commit: COMMIT, given: [] } }), seen());
    const seeds = sent.map((body) => ('seed' in body ? body.seed : ''));
    expect(seeds).toEqual([ownSeed(), ownSeed()]);
  });

  test('that came too late is not claimed to be in the deal', async () => {
    reply = { ok: false, code: 'NOT_NOW', have: 0, need: 0 };
    const { fair } = await begun();
    expect(new Keep(storage, TABLE).find(1)?.seed).toBeNull();
    fair.receive(new Dealer([]).dealt(), seen());
    expect(fair.alarm).toBeNull();
  });
});

describe('an honest deal', () => {
  test('raises nothing, and is proven once it is revealed', async () => {
    const { fair, dealer } = await begun();
    fair.receive(dealer.dealt(), seen());
    const drawn: ServerFrame = {
      ...{ t: 'ev', seq: 6, kind: 'play', seat: 0 },
      events: [`0 draw gets ${dealer.deck[45]}`],
      proofs: [dealer.proof(45)],
    };
    fair.receive(drawn, seen({ stock: 60 }));
    fair.check();
    expect([fair.revealed, fair.findings]).toEqual([false, null]);
    fair.receive({ t: 'ev', seq: 9, kind: 'reveal', deal: 1, seed: hexOf(SEED) }, seen());
    expect([fair.alarm, fair.revealed]).toEqual([null, true]);
    fair.check();
    expect(fair.findings?.map(({ state }) => state)).toEqual(Array(5).fill('proven'));
    expect(fair.findings?.at(-1)?.count).toBe(6);
    fair.receive({ ...dealer.dealt(), seq: 12 } as ServerFrame, seen());
    expect(fair.findings).toBeNull();
  });

  test('is proven from a snapshot as well, and by the page after a reload', async () => {
    const { dealer } = await begun();
    const again = newPage();
    const shown = { ...(dealer.dealt() as Extract<TableChange, { kind: 'deal' }>) };
    const dealt = { ...dealer.told(), seed: hexOf(SEED) };
    const frame = { ...snap({ dealt }), events: shown.events, proofs: shown.proofs };
    again.receive(frame as ServerFrame, seen());
    again.check();
    expect(again.alarm).toBeNull();
    expect(again.findings?.map(({ state }) => state)).toEqual(Array(5).fill('proven'));
  });

  test('without a proof is no lie, and nothing is found', async () => {
    const { fair } = await begun();
    fair.receive({ t: 'ev', seq: 5, kind: 'deal', events: ['deal 1 dealer 3 hand 0:Kh'] }, seen());
    fair.check();
    expect([fair.dealt, fair.alarm, fair.findings]).toEqual([null, null, null]);
  });
});

describe('a lie is found', () => {
  async function alarmOf(lie: (dealer: Dealer) => ServerFrame | ServerFrame[]): Promise<unknown> {
    storage.clear();
    sent = [];
    const { fair, dealer } = await begun();
    for (const frame of [lie(dealer)].flat()) fair.receive(frame, seen());
    return fair.alarm;
  }

  test('another commitment for the same deal', async () => {
    const other = 'ab'.repeat(32);
    expect(await alarmOf(() => commit(1, other))).toBe('commit');
    expect(
      await alarmOf((dealer) => dealer.dealt({ fair: { ...dealer.told(), commit: other } })),
    ).toBe('commit');
  });

  test('another root for the same deal, also after a reload', async () => {
    const { fair, dealer } = await begun();
    fair.receive(dealer.dealt(), seen());
    const other = { ...dealer.told(), root: 'ab'.repeat(32) };
    const again = newPage();
    again.receive(snap({ dealt: other }), seen());
    expect([fair.alarm, again.alarm]).toEqual([null, 'root']);
    again.receive(snap({ dealt: { ...other, seed: hexOf(SEED) } }), seen());
    again.check();
    expect(again.findings?.find(({ what }) => what === 'deck')?.state).toBe('false');
  });

  test('the own seed left out or changed', async () => {
    expect(await alarmOf(() => new Dealer([]).dealt())).toBe('own');
    const seeds = [{ seat: 0, seed: 'ab'.repeat(32) }];
    expect(await alarmOf(() => new Dealer(seeds).dealt())).toBe('own');
    const moved = (dealer: Dealer) => [{ seat: 1, seed: dealer.told().seeds[0]?.seed ?? '' }];
    expect(await alarmOf((dealer) => new Dealer(moved(dealer)).dealt())).toBe('own');
  });

  test('a card that is not in the deck', async () => {
    const proofs = (dealer: Dealer): Proof[] => [0, 4, 8, 12, 44].map((at) => dealer.proof(at));
    const with_ = (change: (all: Proof[]) => unknown[]) => (dealer: Dealer) =>
      dealer.dealt({ proofs: change(proofs(dealer)) });
    expect(await alarmOf(with_((all) => all))).toBeNull();
    expect(await alarmOf(with_((all) => all.slice(1)))).toBe('missing');
    expect(await alarmOf(with_(() => []))).toBe('missing');
    const forged = (all: Proof[]) => all.map((one, i) => (i === 0 ? { ...one, at: 1 } : one));
    expect(await alarmOf(with_(forged))).toBe('card');
    expect(await alarmOf(with_((all) => [...all, null]))).toBe('card');
    const other = (dealer: Dealer) => dealer.deck.find((card) => card !== dealer.deck[0]) ?? '';
    const line = (dealer: Dealer) => `deal 1 dealer 3 hand 0:${other(dealer)}${other(dealer)}`;
    expect(
      await alarmOf((dealer) =>
        dealer.dealt({ events: [line(dealer)], proofs: [dealer.proof(0)] }),
      ),
    ).toBe('missing');
  });

  test('cards without any word of proofs, once a snapshot has none either', async () => {
    const { fair, dealer } = await begun();
    const { proofs, ...bare } = dealer.dealt() as Extract<TableChange, { kind: 'deal' }>;
    expect(proofs).toHaveLength(5);
    fair.receive(bare as ServerFrame, seen());
    expect([fair.alarm, resyncs]).toEqual([null, 1]);
    const frame = { ...snap({ dealt: dealer.told() }), events: bare.events } as ServerFrame;
    fair.receive(frame, seen());
    expect([fair.alarm, resyncs]).toEqual(['missing', 1]);
  });

  test('a card that lies in the stock still', async () => {
    const { fair, dealer } = await begun();
    fair.receive(dealer.dealt(), seen({ stock: 64 }));
    expect(fair.alarm).toBe('place');
  });

  test('a card of the stock for which none went back', async () => {
    const early = async (returned: string, stock: number) => {
      const { fair, dealer } = await begun();
      const told = dealer.dealt() as Extract<TableChange, { kind: 'deal' }>;
      const events = told.events.map((line) => line.replace(' turned', ` ${returned} turned`));
      fair.receive(dealer.dealt({ events }), seen({ stock }));
      return fair.alarm;
    };
    expect(await early('returned 2d', PACK.length - 44)).toBeNull();
    expect(await early('returned 2d', PACK.length - 12)).toBe('place');
    expect(await early('', PACK.length - 44)).toBe('place');
  });

  test('a secret that does not belong to the commitment', async () => {
    const seed = hexOf(SEED).replace(/^../, 'ff');
    expect(
      await alarmOf((dealer) => [
        dealer.dealt(),
        { t: 'ev', seq: 9, kind: 'reveal', deal: 1, seed },
      ]),
    ).toBe('seed');
    expect(await alarmOf((dealer) => snap({ dealt: { ...dealer.told(), seed } }))).toBe('seed');
  });

  test('and the first one stays said', async () => {
    const { fair, dealer } = await begun();
    fair.receive(new Dealer([]).dealt(), seen());
    fair.receive(dealer.dealt(), seen());
    expect(fair.alarm).toBe('own');
  });
});

describe('what is kept', () => {
  test('is bounded, and what was first seen stays', () => {
    for (let table = 0; table < 40; table++) {
      vi.spyOn(Date, 'now').mockReturnValue(table);
      const keep = new Keep(storage, `table-${table}`);
      for (let deal = 1; deal <= 3; deal++) keep.see(deal, `c${deal}`);
    }
    vi.restoreAllMocks();
    expect(storage.length).toBe(30);
    expect(new Keep(storage, 'table-9').find(1)).toBeNull();
    const keep = new Keep(storage, 'table-39');
    expect(keep.see(1, 'another').commit).toBe('c1');
    for (let deal = 1; deal <= 100; deal++) keep.see(deal, 'c');
    expect([new Keep(storage, 'table-39').find(40), keep.find(100)?.commit]).toEqual([null, 'c']);
  });

  test.each(['', '{', 'null', '[]', '{"deals":7}', '{"deals":[{"deal":"1"}]}'])(
    'storage holding %s is empty',
    (text) => {
      storage.setItem(`canasta.fair.${TABLE}`, text);
      expect(new Keep(storage, TABLE).find(1)).toBeNull();
    },
  );
});

test.each<[string, number, string]>([
  ['deal 4 dealer 3 threes 1:3d 3:3d3h turned 2dKd hand 0:4c5dX', 0, '2dKd4c5dX'],
  ['deal 4 dealer 3 threes 0:3d 3:3h turned Kd hand 0:4cX', 0, '3dKd4cX'],
  ['deal 4 dealer 3 turned Kd buried 3', 255, 'Kd'],
  ['deal 4 dealer 3 threes 0:3d returned 2c3h turned Kd hand 0:4c', 0, '3dKd4c'],
  ['deal 4 dealer 3 hand 0:4c then 1 gets ??', 0, '4c'],
  ['deal 4 dealer 3 hand 1:4c then 1 gets Kh5s talon', 1, '4cKh5s'],
  ['0 draw gets Kh', 0, 'Kh'],
  ['1 draw gets ?', 0, ''],
  ['1 draw gets ? threes 3d', 0, ''],
  ['0 draw gets Kh threes 3d3h', 0, 'Kh3d3h'],
  ['0 take KhKs gets - threes 3h', 0, '3h'],
  ['0 lay-out gets 5c threes 3h held 3h', 0, '5c'],
  ['0 draw gets - threes 3d3h held 3h last', 0, '3d'],
  ['0 discard 5h then 0 gets 4c4d packet', 0, '4c4d'],
  ['2 discard 5h then 3 gets ???? talon', 0, ''],
  ['0 draw gets Kh threes 3d refill', 0, 'Kh3d'],
  ['0 lay Kh', 0, ''],
])('%s shows seat %i %s', (line, seat, cards) => {
  const shown = cardsShown(line, seat);
  expect(shown.join('')).toBe(cards);
  expect(unmatched(shown, shown)).toEqual([]);
});
