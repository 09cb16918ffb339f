// Reasons of the engine for people: the names of switches become their titles.
// Not here: reasons. Invariant: a word that names no switch stays as it is.
import type { Param } from '../engine/house';

const NAME = /\b[a-z0-9]+(?:_[a-zK0-9]+)+\b/g; // black3_meld_max, value_8_to_K
const FIRST = /^[a-z0-9_]+(?= is |:)/i; // "target is 1 to ...": here one word is a name as well

export function inTitles(message: string, params: ReadonlyMap<string, Param>): string {
  const title = (name: string): string => {
    const found = params.get(name)?.title;
    return found === undefined ? name : `“${found}”`;
  };
  return message.replace(FIRST, title).replaceAll(NAME, title);
}
