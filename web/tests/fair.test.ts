// The bytes of fair deals against known answers that another program worked out, and against
// answers that were tampered with. Not here: what a page does with them (fairness.test.ts).
// Invariant: every field of the file is looked at.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitCards } from '../src/cards';
import { bytesOf, hexOf, numberBytes, type Bytes } from '../src/fair/bytes';
import { checkDeal, type Finding, type ToldDeal } from '../src/fair/check';
import { commitmentOf, deckOf, drawer, saltsOf, sortedPack, type Deal } from '../src/fair/deal';
import { pathOf, proofHolds, readProof, rootOf, type Proof } from '../src/fair/tree';

interface Answer {
  table: string;
  deal: number;
  packs: number;
  jokers: number;
  seed: string;
  parts: { place: number; part: string }[];
  commit: string;
  deck: string;
  root: string;
  proofs: Proof[];
}

const file = join(import.meta.dirname, '../../tests/fair/vectors.json');
const { deals } = JSON.parse(readFileSync(file, 'utf8')) as { deals: Answer[] };

function bytes(hex: string): Bytes {
  const read = bytesOf(hex, hex.length / 2);
  if (read === null) throw new Error(`no bytes: ${hex}`);
  return read;
}

const dealOf = (answer: Answer): Deal => ({
  table: answer.table,
  deal: answer.deal,
  seed: bytes(answer.seed),
  parts: answer.parts.map(({ place, part }) => ({ place, bytes: bytes(part) })),
});

const packOf = ({ packs, jokers }: Answer): string[] => sortedPack(packs, jokers);

describe.each(deals)('deal $deal of $table, $packs packs', (answer) => {
  const deal = dealOf(answer);
  const deck = deckOf(deal, packOf(answer));
  const salts = saltsOf(deal, deck.length);

  test('commitment, deck and root are the known ones', () => {
    expect(hexOf(commitmentOf(deal))).toBe(answer.commit);
    expect(deck.join('')).toBe(answer.deck);
    expect(hexOf(rootOf(deck, salts))).toBe(answer.root);
  });

  test('the order in which parts are told does not matter', () => {
    const turned = { ...deal, parts: [...deal.parts].reverse() };
    expect(deckOf(turned, packOf(answer))).toEqual(deck);
  });

  test('each proof holds, and is the one made here', () => {
    const root = bytes(answer.root);
    for (const proof of answer.proofs) {
      expect(proofHolds(proof, deck.length, root)).toBe(true);
      expect(deck[proof.at]).toBe(proof.card);
      expect(hexOf(salts[proof.at] ?? new Uint8Array())).toBe(proof.salt);
      expect(pathOf(deck, salts, proof.at).map(hexOf)).toEqual(proof.path);
    }
  });

  test('a proof that was tampered with does not', () => {
    const root = bytes(answer.root);
    const count = deck.length;
    for (const proof of answer.proofs) {
      const other = proof.card === 'Kh' ? 'Ks' : 'Kh';
      const flipped = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
      const bad: Proof[] = [
        { ...proof, card: other },
        { ...proof, at: proof.at ^ 1 },
        { ...proof, at: -1 },
        { ...proof, at: count },
        { ...proof, at: proof.at + 0.5 },
        { ...proof, salt: flipped(proof.salt) },
        { ...proof, salt: '' },
        { ...proof, path: proof.path.slice(1) },
        { ...proof, path: [...proof.path, answer.root] },
        { ...proof, path: proof.path.map(flipped) },
        { ...proof, path: [] },
      ];
      for (const one of bad) expect(proofHolds(one, count, root), JSON.stringify(one)).toBe(false);
      expect(proofHolds(proof, count, bytes(answer.commit))).toBe(false);
      expect(proofHolds(proof, 2 * count, root)).toBe(false);
    }
  });
});

test('what is no proof is not read as one', () => {
  const proof = deals[0]?.proofs[0];
  expect(readProof(proof)).toEqual(proof);
  for (const bad of [null, 1, 'x', {}, { ...proof, path: 'x' }, { ...proof, path: [1] }])
    expect(readProof(bad)).toBeNull();
  expect(readProof({ ...proof, at: '0' })).toBeNull();
});

test('hexadecimal text is read whole or not at all', () => {
  expect(bytesOf('00ff', 2)).toEqual(Uint8Array.from([0, 255]));
  for (const bad of ['00f', '00FF', '00fg', '00ff00', '', null, 7])
    expect(bytesOf(bad, 2)).toBeNull();
  expect(hexOf(numberBytes(0x01020304, 4))).toBe('01020304');
});

test('a bounded draw leaves out the words that would favour some numbers', () => {
  // Words of 32 bits, of which the last ones below 2^32 would make small numbers likelier.
  const words = (...list: number[]) => {
    const left = [...list];
    return () => left.shift() ?? 0;
  };
  const limit = 3 * Math.floor(2 ** 32 / 3);
  expect(drawer(words(limit, limit - 1))(3)).toBe(2);
  expect(drawer(words(2 ** 32 - 1, 5))(3)).toBe(2);
  expect(drawer(words(2 ** 32 - 1))(2)).toBe(1);
  expect(drawer(words(2 ** 32 - 1))(1)).toBe(0);
  for (const bound of [2, 3, 5, 7, 108, 432])
    expect([0, 1, bound, bound + 1].map((word) => drawer(words(word))(bound))).toEqual(
      [0, 1, bound, bound + 1].map((word) => word % bound),
    );
});

describe('a whole deal', () => {
  const answer = deals.find(({ parts }) => parts.length > 2) as Answer;
  const place = answer.parts[1]?.place ?? 0;
  const own = answer.parts[1]?.part ?? '';
  const told: ToldDeal = {
    deal: answer.deal,
    commit: answer.commit,
    root: answer.root,
    seeds: answer.parts.map(({ place: seat, part: seed }) => ({ seat, seed })),
    seed: answer.seed,
  };
  const kept = {
    ...{ deal: answer.deal, commit: answer.commit, root: answer.root },
    ...{ seed: own, given: true },
  };
  const deck = splitCards(answer.deck);
  const shown = [0, 5, 17].map((at) => ({ at, card: deck[at] ?? '' }));
  const evidence = { table: answer.table, place, told, kept, pack: packOf(answer), shown };
  const states = (found: Finding[] | null): string =>
    (found ?? []).map(({ state }) => state).join(' ');

  test('is proven from end to end', () => {
    const found = checkDeal(evidence);
    expect(states(found)).toBe('proven proven proven proven proven');
    expect(found?.map(({ what }) => what)).toEqual(['seed', 'before', 'own', 'deck', 'cards']);
    expect(found?.map(({ count }) => count)).toEqual([0, 0, 0, answer.parts.length, 3]);
  });

  test('says nothing before its seed is revealed, or where it is none', () => {
    const { seed, ...hidden } = told;
    expect(seed).toBeDefined();
    expect(checkDeal({ ...evidence, told: hidden })).toBeNull();
    expect(checkDeal({ ...evidence, told: { ...told, seed: 'ff' } })).toBeNull();
    const seeds = [{ seat: 0, seed: 'ff' }];
    expect(checkDeal({ ...evidence, told: { ...told, seeds } })).toBeNull();
  });

  const others = told.seeds.filter(({ seat }) => seat !== place);
  const swapped = told.seeds.map((one) =>
    one.seat === place ? { ...one, seed: answer.root } : one,
  );
  test.each([
    [
      'another seed of the server',
      { told: { ...told, seed: answer.seed.replace(/^../, 'aa') } },
      'false proven proven false false',
    ],
    ['another table', { table: '2222222222' }, 'false proven proven false false'],
    ['another number', { told: { ...told, deal: 2 } }, 'false proven proven false false'],
    [
      'another commitment than before',
      { kept: { ...kept, commit: answer.root } },
      'proven false proven proven proven',
    ],
    [
      'the own seed left out',
      { told: { ...told, seeds: others } },
      'proven proven false false false',
    ],
    [
      'the own seed changed',
      { told: { ...told, seeds: swapped } },
      'proven proven false false false',
    ],
    [
      'another root',
      { told: { ...told, root: answer.commit } },
      'proven proven proven false proven',
    ],
    [
      'a card that lies elsewhere',
      { shown: [{ at: 1, card: deck[0] ?? '' }, ...shown] },
      'proven proven proven proven false',
    ],
    [
      'other packs',
      { pack: sortedPack(answer.packs + 1, answer.jokers) },
      'proven proven proven false false',
    ],
    ['nothing kept', { kept: null }, 'proven unknown unknown proven proven'],
    [
      'a seed that the server never took',
      { kept: { ...kept, given: false }, told: { ...told, seeds: others } },
      'proven proven unknown false false',
    ],
    [
      'an onlooker',
      { kept: { ...kept, seed: null }, place: null, shown: [] },
      'proven proven unknown proven unknown',
    ],
  ])('%s', (_, change, expected) => {
    expect(states(checkDeal({ ...evidence, ...change }))).toBe(expected);
  });
});
