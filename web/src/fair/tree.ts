// The tree of hashes of RFC 6962 over the cards of a deck: its root, and paths that lead there.
// Not here: where decks and salts come from (deal.ts).
// Invariant: a path leads from one card at one position to the root, and from no other.
import { sha256 } from '@noble/hashes/sha2.js';
import type { Card } from '../engine/types';
import { bytesOf, joinBytes, numberBytes, sameBytes, textBytes, type Bytes } from './bytes';
import { HASH_BYTES } from './deal';

const LEAF = 0;
const NODE = 1; // the first byte: no node can be shown as a leaf

/** That this card lies at this position of the deck, as the server tells it. */
export interface Proof {
  at: number;
  card: Card;
  salt: string;
  path: string[];
}

export function leafOf(at: number, card: Card, salt: Bytes): Bytes {
  return sha256(joinBytes(numberBytes(LEAF, 1), numberBytes(at, 2), textBytes(card), salt));
}

const nodeOf = (left: Bytes, right: Bytes): Bytes =>
  sha256(joinBytes(numberBytes(NODE, 1), left, right));

/** A node without a sibling stands for itself on the next level. */
function above(level: readonly Bytes[]): Bytes[] {
  return level.flatMap((left, i) => {
    const right = level[i + 1];
    if (i % 2 === 1) return [];
    return [right === undefined ? left : nodeOf(left, right)];
  });
}

/** The root over these cards; there is at least one. */
export function rootOf(deck: readonly Card[], salts: readonly Bytes[]): Bytes {
  let level = deck.map((card, at) => leafOf(at, card, salts[at] ?? new Uint8Array()));
  while (level.length > 1) level = above(level);
  const [root] = level;
  if (root === undefined) throw new Error('a deck without cards');
  return root;
}

/** The siblings of a leaf, from the leaf up. */
export function pathOf(deck: readonly Card[], salts: readonly Bytes[], leaf: number): Bytes[] {
  const path: Bytes[] = [];
  let at = leaf;
  let level = deck.map((card, i) => leafOf(i, card, salts[i] ?? new Uint8Array()));
  for (; level.length > 1; level = above(level), at = Math.floor(at / 2)) {
    const sibling = level[at ^ 1];
    if (sibling !== undefined) path.push(sibling);
  }
  return path;
}

/** Whether the proof is one for a deck of `count` cards with this root. */
export function proofHolds(proof: Proof, count: number, root: Bytes): boolean {
  const salt = bytesOf(proof.salt, HASH_BYTES);
  const path = proof.path.map((hex) => bytesOf(hex, HASH_BYTES));
  if (salt === null || !Number.isInteger(proof.at) || proof.at < 0 || proof.at >= count)
    return false;
  let hash = leafOf(proof.at, proof.card, salt);
  let at = proof.at;
  for (let size = count; size > 1; size = Math.ceil(size / 2), at = Math.floor(at / 2)) {
    if ((at ^ 1) >= size) continue;
    const sibling = path.shift();
    if (sibling === undefined || sibling === null) return false;
    hash = at % 2 === 0 ? nodeOf(hash, sibling) : nodeOf(sibling, hash);
  }
  return path.length === 0 && sameBytes(hash, root);
}

/** A proof as it stands in a frame; null for anything else. */
export function readProof(value: unknown): Proof | null {
  if (typeof value !== 'object' || value === null) return null;
  const { at, card, salt, path } = value as Record<string, unknown>;
  const texts = Array.isArray(path) && path.every((one) => typeof one === 'string');
  if (typeof at !== 'number' || typeof card !== 'string' || typeof salt !== 'string' || !texts)
    return null;
  return { at, card, salt, path };
}
