// The cards a table plays with, from its rules. Not here: rules; the engine tells how many packs.
// Invariant: null where the engine does not know the rules.
import type { Engine } from '../engine/engine';
import type { Card } from '../engine/types';
import type { TableInfo } from '../frames';
import { sortedPack } from './deal';

export function packOf(
  engine: Pick<Engine, 'house'>,
  { rules, overrides, seats }: Pick<TableInfo, 'rules' | 'overrides' | 'seats'>,
): Card[] | null {
  const values = engine.house({ rules, overrides, name: '', players: seats.length })?.values;
  const [packs, jokers] = [Number(values?.['decks']), Number(values?.['jokers_total'])];
  return Number.isInteger(packs) && Number.isInteger(jokers) ? sortedPack(packs, jokers) : null;
}
