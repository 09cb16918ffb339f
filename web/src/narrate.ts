// Turns in words, from the message catalogue. Not here: what happened (turns.ts).
// Invariant: the same turn gives the same words in the log, the badges and the live region.
import { showsTwos } from './events';
import type { Messages } from './messages/en';
import { isHiddenDraw, type Taken, type Turn } from './turns';

function taking(m: Messages, { count, cards, top, place }: Taken): string {
  if (place < 0 && cards.length === 0) return m.log.tookWhole(count);
  return showsTwos(cards) ? m.log.showed(count, cards) : m.log.took(count, cards, top);
}

function beginning(m: Messages, turn: Turn): string[] {
  const parts: string[] = [];
  if (turn.returned.length > 0) parts.push(m.log.returned(turn.returned));
  if (turn.refilled !== null) parts.push(m.log.refilled[turn.refilled]);
  if (turn.picked !== null) parts.push(m.log.picked[turn.picked]);
  if (turn.top !== null) parts.push(m.log.pickedTop(turn.top));
  if (turn.declined) parts.push(m.log.declined);
  else if (turn.drawn.length > 0) {
    parts.push(isHiddenDraw(turn) ? m.log.drew(turn.drawn.length) : m.log.drewCards(turn.drawn));
  }
  if (turn.take !== null) parts.push(taking(m, turn.take));
  if (turn.laidOut) parts.push(m.log.laidOut);
  if (turn.threes > 0) parts.push(m.log.threes(turn.threes));
  return parts;
}

function question(m: Messages, turn: Turn): string[] {
  if (!turn.asked) return [];
  return turn.answer === null ? [m.log.asked] : [m.log.asked, m.log[turn.answer]];
}

/** What was done in a turn before its discard. */
export function turnDeeds(m: Messages, turn: Turn): string[] {
  const parts = [...beginning(m, turn), ...question(m, turn)];
  for (const laid of turn.laid) {
    const { kind, rank, began, cards, lies } = laid;
    const words = m.log.melded(began && kind === 'sequence' ? lies : cards, kind, rank, began);
    parts.push(laid.canasta === null ? words : `${words}: ${m.log.canasta(laid.canasta)}`);
  }
  for (const { natural, wild, steals } of turn.swapped)
    parts.push(m.log.swapped(natural, wild, steals));
  if (turn.joined > 0) parts.push(m.log.joined(turn.joined));
  if (turn.alone) parts.push(m.log.alone);
  if (turn.passed) parts.push(m.log.passed);
  if (turn.declared !== null)
    parts.push(m.log.declared(m.specialHand(turn.declared.name), turn.declared.points));
  if (turn.out) parts.push(m.log.wentOut);
  if (turn.emptied) parts.push(m.log.emptied);
  return parts;
}

/** Everything done in a turn, as parts of a sentence. */
export function turnParts(m: Messages, turn: Turn): string[] {
  const deeds = turnDeeds(m, turn);
  if (turn.discard === null) return deeds;
  const place = turn.out || turn.emptied ? deeds.length - 1 : deeds.length;
  return [...deeds.slice(0, place), m.log.discarded(turn.discard), ...deeds.slice(place)];
}

export function turnSentence(m: Messages, turn: Turn, name: string): string {
  const parts = turnParts(m, turn);
  return m.log.sentence(name, parts.length === 0 ? [m.log.short.playing] : parts);
}

/** The same in a few letters, for a badge; the discard is shown as a card beside it. */
export function turnShort(m: Messages, turn: Turn): string[] {
  const words = m.log.short;
  const parts: string[] = [];
  if (turn.returned.length > 0) parts.push(words.returned);
  if (turn.refilled !== null) parts.push(words.refilled);
  if (turn.picked !== null) parts.push(words.picked[turn.picked]);
  if (turn.take !== null) parts.push(words.took(turn.take.count));
  else if (turn.top !== null) parts.push(words.pickedTop);
  else if (turn.drawn.length > 0) parts.push(words.drew);
  for (const laid of turn.laid) parts.push(words.melded(laid.kind, laid.rank, laid.cards.length));
  if (turn.swapped.length > 0) parts.push(words.swapped);
  if (turn.asked && turn.answer === null) parts.push(words.asked);
  if (turn.passed) parts.push(words.passed);
  if (turn.out) parts.push(words.out);
  if (turn.emptied) parts.push(words.emptied);
  return parts;
}
