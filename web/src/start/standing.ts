// How a game that one has a seat in stands, from what its table tells who looks.
// Not here: words; which games there are (mine.svelte.ts).
// Invariant: what an older server does not tell is not made up.
import type { TableLook } from '../api';

/** A side of the game: the own one, the only other one, or one called by its people. */
export interface StandingSide {
  who: 'us' | 'me' | 'them' | 'named';
  names: string[];
  total: number;
  won: boolean;
}

/** The own side first; none if the table does not tell. */
export function standingOf(look: TableLook, seat: number): StandingSide[] {
  const { totals = [], sides = [], won = [] } = look;
  const persons = totals.map((_, side) => sides.flatMap((own, i) => (own === side ? [i] : [])));
  const own = sides[seat] ?? -1;
  const who = (side: number, count: number): StandingSide['who'] => {
    if (side === own) return count > 1 ? 'us' : 'me';
    return own >= 0 && count > 1 && totals.length === 2 ? 'them' : 'named';
  };
  const all = totals.map((total, side) => {
    const there = persons[side] ?? [];
    const names = there.map((person) => look.seats[person]?.name ?? '');
    return { side, who: who(side, there.length), names, total, won: won.includes(side) };
  });
  all.sort((a, b) => Number(b.side === own) - Number(a.side === own));
  return all.map(({ side: _, ...told }) => told);
}

/** Who won a game that is over; null: nobody alone, or it is not told. */
export function winnerOf(sides: readonly StandingSide[]): StandingSide | null {
  const winners = sides.filter((side) => side.won);
  return winners.length === 1 ? (winners[0] ?? null) : null;
}

/** Who else sits there: persons, and those a computer plays. Never oneself. */
export function companyOf(look: TableLook, seat: number): { persons: string[]; bots: string[] } {
  const others = look.seats.filter((_, i) => i !== seat);
  const names = (who: 'human' | 'bot'): string[] =>
    others.filter((one) => one.who === who).map((one) => one.name);
  return { persons: names('human'), bots: names('bot') };
}
