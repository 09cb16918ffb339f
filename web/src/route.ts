// Where the page is, from the fragment of its address: #t=TABLE&k=INVITE, #rules=CODE (house rules
// to look at and change), #play=CODE (a new table by them), #house, #which.
// Not here: tokens; they never appear in an address.
// Invariant: reading what was written gives the same place.
export type Place =
  | { page: 'lobby'; code: string | null } // by these house rules, if there are any
  | { page: 'house'; code: string | null }
  | { page: 'which' }
  | { page: 'table'; table: string; invite: string | null };

export function readPlace(hash: string): Place {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const table = values.get('t');
  if (table !== null && table !== '') return { page: 'table', table, invite: values.get('k') };
  const rules = values.get('rules');
  if (rules !== null || values.has('house')) return { page: 'house', code: rules };
  if (values.has('which')) return { page: 'which' };
  return { page: 'lobby', code: values.get('play') };
}

export function tableHash(table: string): string {
  return `#t=${encodeURIComponent(table)}`;
}

/** A code has letters only that may stand in an address as they are. */
export function houseHash(code: string | null): string {
  return code === null ? '#house' : `#rules=${code}`;
}

export function playHash(code: string): string {
  return `#play=${code}`;
}

export function houseLink(base: string, code: string): string {
  return `${base.replace(/#.*$/, '')}${houseHash(code)}`;
}

export function inviteLink(base: string, table: string, invite: string): string {
  return `${base.replace(/#.*$/, '')}${tableHash(table)}&k=${encodeURIComponent(invite)}`;
}

export function isLocalOnly(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '::1' ||
    hostname === '[::1]' ||
    hostname.startsWith('127.')
  );
}
