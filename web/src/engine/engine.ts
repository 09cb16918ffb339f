// The engine of a table as a typed object.
// Not here: any rule, any text for people, questions about rules without a table (rules.ts).
// Invariant: a refused call leaves the engine as it was; only `start` and `event` change it.

import { instantiate, type EngineSource, type Module } from './module';
import type { Card, Hint, Judgement, Target, View } from './types';

// What `start` and `event` answer; `message` is English, for logs.
export type Answer = { ok: true } | { ok: false; message: string };

export interface Start {
  rules: string; // name of a rule set, "classic_pagat"
  overrides: string; // "target = 3000; rounds = 1", or empty
  seats: number;
  view: string; // "view seat 0 dealer 2 played 0 totals 0,0"
}

export const ENGINE_CALLS = [
  'cw_start',
  'cw_event',
  'cw_view',
  'cw_judge',
  'cw_targets',
  'cw_pack',
  'cw_hash',
  'cw_hint',
] as const;

export type EngineCall = (typeof ENGINE_CALLS)[number];

export async function loadEngine(source: EngineSource): Promise<Engine> {
  return new Engine(await instantiate(source, ENGINE_CALLS));
}

export class Engine {
  readonly #module: Module<EngineCall>;

  constructor(module: Module<EngineCall>) {
    this.#module = module;
  }

  // Begins a view; what the engine held before is gone, unless the start is refused.
  start({ rules, overrides, seats, view }: Start): Answer {
    // The three texts travel as three lines, so that a line break inside one may not move the rest.
    const lines = [rules, overrides.replaceAll('\n', ';'), view];
    if (rules.includes('\n') || view.includes('\n')) return refusal('a line break in a start');
    return this.#tell(lines.join('\n'), () => this.#module.calls.cw_start(seats));
  }

  // Takes in one event line; one that cannot follow is refused.
  event(line: string): Answer {
    return this.#tell(line, this.#module.calls.cw_event);
  }

  view(): View {
    return this.#module.json<View>(this.#module.calls.cw_view());
  }

  // What would become of a play. Nothing changes: the play happens when its events arrive.
  judge(play: string): Judgement {
    if (!this.#module.write(play)) return { ...UNREADABLE };
    return this.#module.json<Judgement>(this.#module.calls.cw_judge());
  }

  // Where cards could go, beside the groups that lie in the tray already; none if nowhere.
  targets(take: string, groups: readonly string[], cards: readonly Card[]): Target[] {
    if (!this.#module.write([take, groups.join(' '), cards.join('')].join('\n'))) return [];
    return this.#module.json<Target[]>(this.#module.calls.cw_targets());
  }

  // The cards that are played with.
  pack(): { packs: number; jokers: number } {
    return this.#module.json(this.#module.calls.cw_pack());
  }

  hash(): string {
    return this.#module.text(this.#module.calls.cw_hash());
  }

  // What `book` would play for this seat, which is to act; the same whenever it is asked again.
  hint(): Hint {
    return this.#module.json<Hint>(this.#module.calls.cw_hint());
  }

  #tell(text: string, call: () => number): Answer {
    if (!this.#module.write(text)) return refusal('the text is too long, or has a zero in it');
    call();
    return JSON.parse(this.#module.read()) as Answer;
  }
}

const UNREADABLE: Readonly<Judgement> = {
  ok: false,
  code: 'SYNTAX',
  have: 0,
  need: 0,
  message: 'the text is too long, or has a zero in it',
  points: 0,
  minimum: 0,
  play: '',
  after: null,
};

function refusal(message: string): Answer {
  return { ok: false, message };
}
