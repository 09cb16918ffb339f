// What is said of a game one has a seat in: its title, the score, when, with whom, how it ended.
// Not here: the words (the catalogue), the facts (start/standing.ts).
// Invariant: nothing is said that the table has not told.
import { lengthOf } from '../lengths';
import { m, reasonText } from '../messages';
import { lobby } from '../messages/home';
import { titleOf } from '../rulesets.svelte';
import type { Mine } from './mine.svelte';
import { companyOf, standingOf, winnerOf, type StandingSide } from './standing';

export function titleOfGame({ game, look }: Mine): string {
  const { rules = '', overrides = '', house = '' } = game ?? look ?? {};
  const length = lengthOf(overrides);
  if (game?.lesson === true || look?.lesson === true) return m.lesson.title;
  const title = house || titleOf(rules);
  if (length === null || length.length === 'full') return title;
  const short = length.length === 'short';
  const words = short ? lobby.lengthAbout(length.target, 0) : lobby.lengths[length.length];
  return lobby.titleFor(title, words);
}

export const isMyTurn = ({ look, seat }: Mine): boolean => look?.turn === seat && seat >= 0;

function sideName({ who, names }: StandingSide): string {
  switch (who) {
    case 'us':
      return m.table.us;
    case 'me':
      return m.table.me;
    case 'them':
      return m.table.them;
    case 'named':
      return m.joined(names);
  }
}

/** "Us 1,250 – Them 900". */
export function standingText({ look, seat }: Mine): string {
  if (look === null) return '';
  if (look.phase === 'start' && look.totals?.every((total) => total === 0)) return lobby.notDealt;
  return lobby.standing(
    standingOf(look, seat).map((side) => [sideName(side), side.total] as const),
  );
}

/** "today", "with Ben", "Vera plays along". */
export function factsOf(mine: Mine): string[] {
  const { look, seat, at } = mine;
  const when = at > 0 ? [lobby.when(at, Date.now())] : [];
  if (look === null) return when;
  const { persons, bots } = companyOf(look, seat);
  const computers = bots.length > 0 ? lobby.bots(m.bot.name(look.bot)) : '';
  return [...when, lobby.with(persons), computers].filter((fact) => fact !== '');
}

/** How it ended, or why it cannot be opened; empty for one that goes on. */
export function endText({ state, look, code, seat }: Mine): string {
  if (state === 'gone') return lobby.gone;
  if (state === 'stuck') return reasonText({ code: code ?? '', have: 0, need: 0 });
  if (state !== 'finished') return '';
  if (look === null) return lobby.finished;
  const winner = winnerOf(standingOf(look, seat));
  if (winner === null) return (look.won ?? []).length > 1 ? lobby.won.nobody : lobby.finished;
  if (winner.who === 'named') return lobby.wonBy(m.joined(winner.names));
  return winner.who === 'them' ? lobby.won.they : lobby.won.you;
}
