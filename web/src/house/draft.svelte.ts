// House rules while they are made: a rule set, what is changed in it, a name.
// Not here: what is allowed; the engine says so after every change.
// Invariant: nothing can be played or shared that the engine has not found right.
import type { Rules } from '../engine/rules';
import type { Catalogue, HouseRules, Param } from '../engine/house';

export type HouseEngine = Pick<Rules, 'house' | 'code' | 'catalogue'>;

export interface HouseSet {
  rules: string;
  overrides: string;
  name: string;
  players?: number; // wished for; 0: as many as usual
}

interface Step {
  rules: string;
  players: number;
  changes: Readonly<Record<string, string>>;
}

const MOST_STEPS = 100;

/** "a = 1; b = 2" by name. A value has no `;`. */
export function readChanges(overrides: string): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const one of overrides.split(/[;\n]/)) {
    const sign = one.indexOf('=');
    if (sign > 0) changes[one.slice(0, sign).trim()] = one.slice(sign + 1).trim();
  }
  return changes;
}

export function writeChanges(changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes)
    .map(([name, value]) => `${name} = ${value}`)
    .join('; ');
}

/** A name without what cannot be seen in it. */
export function plainName(name: string): string {
  return name.replaceAll(/\p{C}/gu, '').trim();
}

export class HouseDraft {
  readonly #engine: HouseEngine;
  readonly catalogue: Catalogue;
  readonly params: ReadonlyMap<string, Param>;
  readonly #steps: Step[] = [];
  #lastGood: HouseRules | null = null;

  rules = $state('');
  name = $state('');
  players = $state(0); // wished for; 0: as many as usual
  changes = $state.raw<Readonly<Record<string, string>>>({});
  undoable = $state(false);
  startCode = ''; // of the rules as they were taken

  readonly now = $derived.by(() => this.#ask());
  /** The last rules that could be played: they stay on show while a change is refused. */
  readonly good = $derived.by(() => (this.now?.ok === true ? this.now : this.#lastGood));
  /** The rule set as it stands, in words; empty where it is not for so many players. */
  readonly baseText = $derived.by(() => {
    const players = this.now?.players ?? 0;
    const base = this.#engine.house({ rules: this.rules, overrides: '', name: '', players });
    return base?.explanation ?? '';
  });
  /** Names of the switches that differ from the rule set, in the order of the catalogue. */
  readonly different = $derived.by(() => this.#different());

  constructor(engine: HouseEngine, set: HouseSet) {
    this.#engine = engine;
    this.catalogue = engine.catalogue();
    this.params = new Map(this.catalogue.params.map((param) => [param.name, param]));
    this.take(set);
  }

  #ask(): HouseRules | null {
    const overrides = writeChanges(this.changes);
    const { rules, name, players } = this;
    const answer = this.#engine.house({ rules, overrides, name: plainName(name), players });
    if (answer?.ok === true) this.#lastGood = answer;
    return answer;
  }

  #different(): string[] {
    const now = this.now;
    if (now === null) return [];
    return this.catalogue.params
      .map((param) => param.name)
      .filter((name) => now.values[name] !== now.base[name] || name === now.problem?.param);
  }

  #remember(): void {
    const { rules, players, changes } = this;
    this.#steps.push({ rules, players, changes });
    if (this.#steps.length > MOST_STEPS) this.#steps.shift();
    this.undoable = true;
  }

  /** Begins anew with a set: a saved one, one from a link, a rule set as it is. */
  take({ rules, overrides, name, players = 0 }: HouseSet): void {
    this.#steps.length = 0;
    this.undoable = false;
    this.rules = rules;
    this.name = name;
    this.players = players;
    this.changes = readChanges(overrides);
    this.startCode = this.now?.code ?? '';
  }

  /** False for a rule set that only this server has: codes cannot name it. */
  knows(rules: string): boolean {
    return this.#engine.house({ rules, overrides: '', name: '', players: 0 }) !== null;
  }

  value(name: string): string {
    return this.changes[name] ?? this.now?.base[name] ?? '';
  }

  base(name: string): string {
    return this.now?.base[name] ?? '';
  }

  differs(name: string): boolean {
    return this.now !== null && this.now.values[name] !== this.now.base[name];
  }

  /** The reason why these rules cannot be played, if it lies with this switch. */
  problemOf(name: string): string | null {
    const problem = this.now?.problem ?? null;
    return problem !== null && problem.param === name ? problem.message : null;
  }

  set(name: string, value: string): void {
    if (this.value(name) === value) return;
    this.#remember();
    const { [name]: _, ...others } = this.changes;
    this.changes = value === this.base(name) ? others : { ...others, [name]: value };
  }

  /** Back to what the rule set says. */
  reset(name: string): void {
    this.set(name, this.base(name));
  }

  resetAll(): void {
    if (Object.keys(this.changes).length === 0) return;
    this.#remember();
    this.changes = {};
  }

  startFrom(rules: string): void {
    if (rules === this.rules) return;
    this.#remember();
    this.rules = rules;
    this.players = 0;
  }

  seat(players: number): void {
    if (players === this.now?.players) return;
    this.#remember();
    this.players = players;
  }

  undo(): void {
    const step = this.#steps.pop();
    if (step === undefined) return;
    this.rules = step.rules;
    this.players = step.players;
    this.changes = step.changes;
    this.undoable = this.#steps.length > 0;
  }
}
