// Where the page is, from the fragment of its address: #t=TABLE&k=INVITE.
// Not here: tokens; they never appear in an address.
// Invariant: reading what was written gives the same place.
export type Place = { page: 'lobby' } | { page: 'table'; table: string; invite: string | null };

export function readPlace(hash: string): Place {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const table = values.get('t');
  return table === null || table === ''
    ? { page: 'lobby' }
    : { page: 'table', table, invite: values.get('k') };
}

export function tableHash(table: string): string {
  return `#t=${encodeURIComponent(table)}`;
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
