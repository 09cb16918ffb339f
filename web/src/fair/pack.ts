// The cards a table plays with, from its rules. Not here: rules; the engine tells how many packs.
// Invariant: asked once the table has begun.
import type { Engine } from '../engine/engine';
import type { Card } from '../engine/types';
import { sortedPack } from './deal';

export function packOf(engine: Pick<Engine, 'pack'>): Card[] {
  const { packs, jokers } = engine.pack();
  return sortedPack(packs, jokers);
}
