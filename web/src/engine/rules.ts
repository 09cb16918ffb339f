// Questions about rules where there is no table, to the smaller module.
// Not here: forms (house/). Invariant: nothing that is asked here is remembered.
import type { Catalogue, CodeSays, HouseRules, HouseWish } from './house';
import { instantiate, type EngineSource, type Module } from './module';

const CALLS = ['cw_catalogue', 'cw_house', 'cw_code'] as const;

export async function loadRules(source: EngineSource): Promise<Rules> {
  return new Rules(await instantiate(source, CALLS));
}

export class Rules {
  readonly #module: Module<(typeof CALLS)[number]>;

  constructor(module: Module<(typeof CALLS)[number]>) {
    this.#module = module;
  }

  // Every switch of a rule set, in the words of players, group by group.
  catalogue(): Catalogue {
    return this.#module.json<Catalogue>(this.#module.calls.cw_catalogue());
  }

  // What a rule set with changes comes to; null if there is no such rule set.
  house({ rules, overrides, name, players }: HouseWish): HouseRules | null {
    const lines = [rules, overrides, name].map((line) => line.replaceAll('\n', ';'));
    if (!this.#module.write(`${lines.join('\n')}\n`)) return null;
    const status = this.#module.calls.cw_house(players);
    return status === 1 ? this.#module.json<HouseRules>(status) : null;
  }

  // What a share code says.
  code(code: string): CodeSays {
    if (!this.#module.write(code)) return this.code('~');
    return this.#module.json<CodeSays>(this.#module.calls.cw_code());
  }
}
