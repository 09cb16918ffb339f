// Where the page is, from the fragment of its address: #t=TABLE, #t=TABLE&k=INVITE (to sit down),
// #t=TABLE&w=INVITE (to look on), #rules=CODE (house rules
// to look at and change), #play=CODE (a new table by them), both with &n=PLAYERS, #house, #which.
// Not here: tokens; they never appear in an address.
// Invariant: reading what was written gives the same place.
export type Place =
  | { page: 'lobby'; code: string | null; players: number } // by house rules, if there are any
  | { page: 'house'; code: string | null; players: number } // 0: as many as usual
  | { page: 'which' }
  | { page: 'table'; table: string; invite: string | null; watch: string | null };

export function readPlace(hash: string): Place {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const table = values.get('t');
  if (table !== null && table !== '')
    return { page: 'table', table, invite: values.get('k'), watch: values.get('w') };
  const players = Number(values.get('n') ?? 0) || 0;
  const rules = values.get('rules');
  if (rules !== null || values.has('house')) return { page: 'house', code: rules, players };
  if (values.has('which')) return { page: 'which' };
  return { page: 'lobby', code: values.get('play'), players };
}

export function tableHash(table: string): string {
  return `#t=${encodeURIComponent(table)}`;
}

/** A code has letters only that may stand in an address as they are. */
export function houseHash(code: string | null, players = 0): string {
  return code === null ? '#house' : `#rules=${code}${seats(players)}`;
}

export function playHash(code: string, players = 0): string {
  return `#play=${code}${seats(players)}`;
}

const seats = (players: number): string => (players === 0 ? '' : `&n=${players}`);

export function houseLink(base: string, code: string, players = 0): string {
  return `${base.replace(/#.*$/, '')}${houseHash(code, players)}`;
}

export function inviteLink(base: string, table: string, invite: string): string {
  return `${base.replace(/#.*$/, '')}${tableHash(table)}&k=${encodeURIComponent(invite)}`;
}

export function watchLink(base: string, table: string, watch: string): string {
  return `${base.replace(/#.*$/, '')}${tableHash(table)}&w=${encodeURIComponent(watch)}`;
}

export function isLocalOnly(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '::1' ||
    hostname === '[::1]' ||
    hostname.startsWith('127.')
  );
}
