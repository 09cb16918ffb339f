// What a device is called, from how its browser names itself. Not here: words.
// Invariant: a name that is not understood is told as it is.
const SYSTEMS = [
  ...(['iPhone', 'iPad', 'Android', 'Windows'] as const).map((name) => [name, name] as const),
  ['CrOS', 'Chromebook'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** Browsers hide behind a long line, of which the system is what people know. */
export function deviceName(label: string): string {
  if (!label.startsWith('Mozilla/')) return label;
  return SYSTEMS.find(([mark]) => label.includes(mark))?.[1] ?? label;
}
