// Until when the server keeps a table, and whether that is soon enough to be told unasked.
// Not here: words. Invariant: what the server did not say is never soon.
const SOON_MS = 30 * 86_400_000;

export function endsSoon(until: string | undefined, now = Date.now()): until is string {
  return until !== undefined && Date.parse(until) - now <= SOON_MS;
}
