// Bytes of a fair deal: put together, and as hexadecimal text.
// Not here: what they mean (deal.ts). Invariant: a text that is not wholly hexadecimal gives null.
export type Bytes = Uint8Array;

export function hexOf(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of a text of exactly `count` of them; null if it is no such text. */
export function bytesOf(hex: unknown, count: number): Bytes | null {
  if (typeof hex !== 'string' || hex.length !== 2 * count || !/^[0-9a-f]*$/.test(hex)) return null;
  return Uint8Array.from({ length: count }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/** A whole number, the highest byte first. */
export function numberBytes(value: number, count: number): Bytes {
  return Uint8Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** (count - 1 - i)));
}

export function textBytes(text: string): Bytes {
  return new TextEncoder().encode(text);
}

export function joinBytes(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function sameBytes(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
