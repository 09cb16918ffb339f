// What is closed or answered late, when the page has gone on. Not here: a browser's own history
// (e2e/accidents.test.ts). Invariant: what is gone touches nothing that has come since.
import { beforeEach, expect, test, vi } from 'vitest';

const page = new EventTarget();
const place = { hash: '', pathname: '/', search: '' };
const record = {
  state: null as unknown,
  pushState: (state: unknown) => void (record.state = state),
  replaceState: (state: unknown) => void (record.state = state),
  back: () => {
    record.state = null;
    page.dispatchEvent(new Event('popstate'));
  },
};

vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('location', place);
vi.stubGlobal('history', record);
const { goTo, leadOn, liesOnTop } = await import('../src/back');

beforeEach(() => {
  place.hash = '';
});

test('a sheet of a page that was left takes no other sheet off', async () => {
  const closed: string[] = [];
  const ends = liesOnTop(() => closed.push('old'));
  await goTo('', true);
  liesOnTop(() => closed.push('new'));
  ends();
  record.back();
  expect(closed).toEqual(['old', 'new']);
});

test('what was asked for leads on, but nobody who has gone elsewhere', async () => {
  const led: string[] = [];
  await leadOn(Promise.resolve('a table'), (made) => led.push(made));
  const asked = leadOn(Promise.resolve('another'), (made) => led.push(made));
  place.hash = '#which';
  await asked;
  expect(led).toEqual(['a table']);
});
