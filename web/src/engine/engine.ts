// The engine as a typed object: loads the WebAssembly module and speaks to it through its buffer.
// Not here: any rule, any text for people. It runs in a page, in a worker and in node.
// Invariant: a refused call leaves the engine as it was; only `start` and `event` change it.

import type { Catalogue, CodeSays, HouseRules, HouseWish } from './house';
import type { Card, Hint, Judgement, Target, View } from './types';

// What `start` and `event` answer; `message` is English, for logs.
export type Answer = { ok: true } | { ok: false; message: string };

export interface Start {
  rules: string; // name of a rule set, "classic_pagat"
  overrides: string; // "target = 3000; rounds = 1", or empty
  seats: number;
  view: string; // "view seat 0 dealer 2 played 0 totals 0,0"
}

// A module can be compiled once and shared by many engines.
export type EngineSource = WebAssembly.Module | BufferSource | Response | URL | string;

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  cw_buffer(): number;
  cw_buffer_bytes(): number;
  cw_start(seats: number): number;
  cw_event(): number;
  cw_view(): number;
  cw_judge(): number;
  cw_targets(): number;
  cw_hash(): number;
  cw_choose(lo: number, hi: number): number;
  cw_hint(): number;
  cw_catalogue(): number;
  cw_house(players: number): number;
  cw_code(): number;
}

const CALLS = [
  'cw_buffer',
  'cw_buffer_bytes',
  'cw_start',
  'cw_event',
  'cw_view',
  'cw_judge',
  'cw_targets',
  'cw_hash',
  'cw_choose',
  'cw_hint',
  'cw_catalogue',
  'cw_house',
  'cw_code',
] as const;

// The module has no files, so every import of the C library answers "no such descriptor".
const BAD_DESCRIPTOR = 8;

function stubs(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: space, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') throw new Error(`the engine imports a ${kind}: ${space}.${name}`);
    (imports[space] ??= {})[name] = () => BAD_DESCRIPTOR;
  }
  return imports;
}

function isExports(exports: WebAssembly.Exports): exports is Exports {
  return (
    exports['memory'] instanceof WebAssembly.Memory &&
    CALLS.every((name) => typeof exports[name] === 'function')
  );
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`the engine could not be fetched: ${response.status}`);
  const type = response.headers.get('Content-Type') ?? '';
  // Streaming insists on the right type; a plain file server may not know it.
  return type.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

export async function compileEngine(source: EngineSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === 'string' || source instanceof URL) {
    return compileResponse(await fetch(source));
  }
  if (typeof Response !== 'undefined' && source instanceof Response) return compileResponse(source);
  return WebAssembly.compile(source as BufferSource);
}

export async function loadEngine(source: EngineSource): Promise<Engine> {
  const module = await compileEngine(source);
  return new Engine(await WebAssembly.instantiate(module, stubs(module)));
}

export class Engine {
  readonly #exports: Exports;
  readonly #at: number;
  readonly #bytes: number;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(instance: WebAssembly.Instance) {
    if (!isExports(instance.exports)) throw new Error('this module is not the engine');
    this.#exports = instance.exports;
    this.#at = this.#exports.cw_buffer();
    this.#bytes = this.#exports.cw_buffer_bytes();
  }

  // Begins a view; what the engine held before is gone, unless the start is refused.
  start({ rules, overrides, seats, view }: Start): Answer {
    // The three texts travel as three lines, so that a line break inside one may not move the rest.
    const lines = [rules, overrides.replaceAll('\n', ';'), view];
    if (rules.includes('\n') || view.includes('\n')) return refusal('a line break in a start');
    return this.#tell(lines.join('\n'), () => this.#exports.cw_start(seats));
  }

  // Takes in one event line; one that cannot follow is refused.
  event(line: string): Answer {
    return this.#tell(line, this.#exports.cw_event);
  }

  view(): View {
    return this.#json<View>(this.#exports.cw_view());
  }

  // What would become of a play. Nothing changes: the play happens when its events arrive.
  judge(play: string): Judgement {
    if (!this.#write(play)) return { ...UNREADABLE };
    return this.#json<Judgement>(this.#exports.cw_judge());
  }

  // Where cards could go, beside the groups that lie in the tray already; none if nowhere.
  targets(take: string, groups: readonly string[], cards: readonly Card[]): Target[] {
    if (!this.#write([take, groups.join(' '), cards.join('')].join('\n'))) return [];
    return this.#json<Target[]>(this.#exports.cw_targets());
  }

  hash(): string {
    return this.#text(this.#exports.cw_hash());
  }

  // One step, as a play, that a computer player would make here; the same for the same seed.
  choose(player: string, seed: bigint): string {
    if (!this.#write(player)) throw new Error('no player has so long a name');
    const lo = Number(BigInt.asUintN(32, seed));
    const hi = Number(BigInt.asUintN(32, seed >> 32n));
    return this.#text(this.#exports.cw_choose(lo, hi));
  }

  // What `book` would play for this seat, which is to act; the same whenever it is asked again.
  hint(): Hint {
    return this.#json<Hint>(this.#exports.cw_hint());
  }

  // Every switch of a rule set, in the words of players, group by group.
  catalogue(): Catalogue {
    return this.#json<Catalogue>(this.#exports.cw_catalogue());
  }

  // What a rule set with changes comes to; null if there is no such rule set.
  house({ rules, overrides, name, players }: HouseWish): HouseRules | null {
    const lines = [rules, overrides, name].map((line) => line.replaceAll('\n', ';'));
    if (!this.#write(`${lines.join('\n')}\n`)) return null;
    const status = this.#exports.cw_house(players);
    return status === 1 ? this.#json<HouseRules>(status) : null;
  }

  // What a share code says.
  code(code: string): CodeSays {
    if (!this.#write(code)) return this.code('~');
    return this.#json<CodeSays>(this.#exports.cw_code());
  }

  #tell(text: string, call: () => number): Answer {
    if (!this.#write(text)) return refusal('the text is too long, or has a zero in it');
    call();
    return JSON.parse(this.#read()) as Answer;
  }

  #json<T>(status: number): T {
    return JSON.parse(this.#text(status)) as T;
  }

  #text(status: number): string {
    const text = this.#read();
    if (status !== 1) throw new Error(`the engine refused: ${text}`);
    return text;
  }

  // The memory may have grown since the last call, so the array is made anew each time.
  #buffer(): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, this.#at, this.#bytes);
  }

  #write(text: string): boolean {
    const bytes = this.#encoder.encode(text);
    if (bytes.length >= this.#bytes || bytes.includes(0)) return false;
    const buffer = this.#buffer();
    buffer.set(bytes);
    buffer[bytes.length] = 0;
    return true;
  }

  #read(): string {
    const buffer = this.#buffer();
    return this.#decoder.decode(buffer.subarray(0, buffer.indexOf(0)));
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
