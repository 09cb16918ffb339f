// Where the others sit around a table, as it is seen from the own seat.
// Not here: drawing. Invariant: every seat has one place, clockwise from the left hand.
export interface Around {
  side: 'left' | 'top' | 'right';
  seats: readonly number[];
}

/** One sits opposite; two at the sides; of more the first is on the left, the last on the right. */
export function seatsAround(others: readonly number[]): Around[] {
  if (others.length < 2) return [{ side: 'top', seats: others }];
  const all: Around[] = [
    { side: 'left', seats: others.slice(0, 1) },
    { side: 'top', seats: others.slice(1, -1) },
    { side: 'right', seats: others.slice(-1) },
  ];
  return all.filter(({ seats }) => seats.length > 0);
}
