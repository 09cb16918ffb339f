// Which sound what has just happened makes, as far as it is wanted. Not here: how it sounds
// (sound.ts). Invariant: what is told again after a reload or a lost line is silent.
import { settings } from '../settings.svelte';
import { playCanasta, playCards, playTurn, playWon } from '../sound';
import { isScored, type Table } from '../table.svelte';
import { flightTime } from './motion.svelte';
import { completesCanasta, type Happened } from './moves';

const VIBRATION_MS = 25;

/** A phone that lies on the table says by a short shake that it is one's turn. */
export function soundTurn(): void {
  if (settings.sound) playTurn();
  // Browsers refuse it, loudly, before the first tap.
  if (settings.vibration && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.(VIBRATION_MS);
}

const SILENT = new Set(['open', 'ask', 'yes', 'no', 'pass', 'aside']);

/** One sound for each card that moves, as far apart as they fly. */
function cardsOf(live: readonly Happened[]): number {
  return live.filter(({ event }) => event.kind === 'step' && !SILENT.has(event.deed.kind)).length;
}

function hasWon({ people }: Table, { after }: Happened): boolean {
  const scores = after.scores ?? [];
  const own = scores[people.myTotal]?.total ?? -Infinity;
  return scores.every((score) => score.total <= own);
}

export function soundOf(live: readonly Happened[], table: Table): void {
  const last = live.at(-1);
  if (last === undefined) return;
  if (settings.cardSound) {
    const dealt = live.some(({ event }) => event.kind === 'deal');
    playCards(dealt ? 6 : cardsOf(live), Math.max(50, flightTime() / 4));
    if (completesCanasta(live)) playCanasta();
  }
  if (settings.sound && isScored(last.after) && hasWon(table, last)) playWon();
}
