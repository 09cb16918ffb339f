// Which switches somebody means who looks for them in the words of a sheet on a wall.
// Not here: words that mean the same (messages/house.en.ts), the list that is shown.
// Invariant: what has all the words is found; where nothing has, what has most of them.
import type { Catalogue, Param } from '../engine/house';
import * as home from '../messages/home';
import { rowsOf } from './rows';

const plain = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')}`;
const stem = (word: string): string => word.replace(/(?<=...)(ing|s)$/, '');

/** The words that tell something: beside others no number, but for red and black threes. */
function tellingWords(text: string): string[] {
  const all = plain(text)
    .split(' ')
    .filter((word) => word !== '' && !home.house.searchIgnores.has(word));
  const others = all.filter(
    (word, i) => !home.house.searchWeak(word) || /^(red|black)$/.test(all[i - 1] ?? ''),
  );
  return others.length > 0 ? others : all;
}

/** Beginnings of what is said of a switch for a word. */
function formsOf(word: string): string[] {
  const same = Object.entries(home.house.searchMeans).filter(([key]) => word.startsWith(key));
  return [stem(word), ...same.flatMap(([, forms]) => forms)];
}

/** What is said of a switch, and how much it tells that a word stands there. */
function saidOf(param: Param, catalogue: Catalogue): [string, number][] {
  const group = catalogue.groups.find(({ id }) => id === param.group)?.title ?? '';
  const columns = rowsOf(param.type, 0, 0)?.columns.map(({ key }) => home.house.column(key)) ?? [];
  const choices = (param.choices ?? []).filter(({ value, title }) => value !== title);
  return [
    [plain(param.title), 4],
    [plain(param.about), 2],
    [plain([group, ...columns, ...choices.map(({ title }) => title)].join(' ')), 1],
  ];
}

/** The switches that a text finds, the likeliest first. */
export function findParams(text: string, catalogue: Catalogue): readonly Param[] {
  const words = tellingWords(text).map(formsOf);
  const counted = catalogue.params.map((param) => {
    const said = saidOf(param, catalogue);
    const tells = words.map((forms) => {
      const place = said.find(([part]) => forms.some((form) => part.includes(` ${form}`)));
      return place?.[1] ?? 0;
    });
    const hits = tells.filter((one) => one > 0).length;
    const title = plain(param.title);
    const short = hits / title.length; // little is said besides
    const whole = title.includes(plain(text)) ? 4 : 0;
    return { param, hits, tells: tells.reduce((a, b) => a + b, whole + short) };
  });
  const most = Math.max(1, ...counted.map(({ hits }) => hits));
  const found = counted.filter(({ hits }) => hits === most);
  return found.toSorted((a, b) => b.tells - a.tells).map(({ param }) => param);
}
