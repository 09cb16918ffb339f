// What a device is called, from how its browser names itself. Not here: words.
// Invariant: a name that is not understood is told as it is; no two of a list are called the same.
const SYSTEMS = [
  ...(['iPhone', 'iPad', 'Android', 'Windows'] as const).map((name) => [name, name] as const),
  ['CrOS', 'Chromebook'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** What claims to be others, too, stands before them. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['FxiOS', 'Firefox'],
  ['Firefox', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

export interface DeviceWords {
  unnamed: string;
  browserOn: (browser: string, system: string) => string;
  nth: (name: string, n: number) => string;
}

const find = (marks: readonly (readonly [string, string])[], label: string): string | undefined =>
  marks.find(([mark]) => label.includes(mark))?.[1];

/** Browsers hide behind a long line, of which people know the browser and the system. */
export function deviceName(label: string, words: DeviceWords): string {
  if (!label.startsWith('Mozilla/')) return label || words.unnamed;
  const system = find(SYSTEMS, label);
  const browser = find(BROWSERS, label);
  if (system === undefined) return label;
  return browser === undefined ? system : words.browserOn(browser, system);
}

/** The names of a list, in the order in which the devices came: those alike are numbered. */
export function deviceNames(labels: readonly string[], words: DeviceWords): string[] {
  const names = labels.map((label) => deviceName(label, words));
  return names.map((name, i) => {
    const alike = names.filter((one) => one === name).length > 1;
    const n = names.slice(0, i + 1).filter((one) => one === name).length;
    return alike ? words.nth(name, n) : name;
  });
}
