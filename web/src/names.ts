// What the people of a table are called here: by their names, told apart where two have the same.
// Not here: who of them is oneself (people.svelte.ts). Invariant: no two are called alike.
import type { SeatInfo } from './frames';
import { m } from './messages';

/** By place; a name that is there already has a number behind it. */
export function namesOf(seats: readonly Pick<SeatInfo, 'name'>[]): string[] {
  const names: string[] = [];
  for (const [place, { name }] of seats.entries()) {
    const given = name || m.seatFallback(place);
    let called = given;
    for (let n = 2; names.includes(called); n++) called = m.namesake(given, n);
    names.push(called);
  }
  return names;
}
