// The colours of the sides of a table, in their order. Not here: which side is which.
// Invariant: as many as a table may have; app.css has a class for each.
export const TONES = [
  ...(['us', 'them', 'third', 'fourth'] as const),
  ...(['fifth', 'sixth', 'seventh', 'eighth'] as const),
] as const;
export type Tone = (typeof TONES)[number];
