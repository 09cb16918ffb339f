// A WebAssembly module of wasm/ and the buffer through which it is spoken to.
// Not here: what is asked (engine.ts, rules.ts). It runs in a page, in a worker and in node.
// Invariant: what is read was written by the call just before.

// A module can be compiled once and shared by many engines.
export type EngineSource = WebAssembly.Module | BufferSource | Response | URL | string;

interface BufferExports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  cw_buffer(): number;
  cw_buffer_bytes(): number;
}

type Calls<Name extends string> = Record<Name, (...numbers: number[]) => number>;

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

function isModule<Name extends string>(
  exports: WebAssembly.Exports,
  names: readonly Name[],
): exports is BufferExports & Calls<Name> {
  return (
    exports['memory'] instanceof WebAssembly.Memory &&
    ['cw_buffer', 'cw_buffer_bytes', ...names].every((name) => typeof exports[name] === 'function')
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

/** A new instance, which must have these calls. */
export async function instantiate<Name extends string>(
  source: EngineSource,
  names: readonly Name[],
): Promise<Module<Name>> {
  const module = await compileEngine(source);
  const { exports } = await WebAssembly.instantiate(module, stubs(module));
  if (!isModule(exports, names)) throw new Error('this module is not the engine');
  return new Module(exports);
}

export class Module<Name extends string> {
  readonly calls: BufferExports & Calls<Name>;
  readonly #at: number;
  readonly #bytes: number;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(calls: BufferExports & Calls<Name>) {
    this.calls = calls;
    this.#at = calls.cw_buffer();
    this.#bytes = calls.cw_buffer_bytes();
  }

  json<T>(status: number): T {
    return JSON.parse(this.text(status)) as T;
  }

  text(status: number): string {
    const text = this.read();
    if (status !== 1) throw new Error(`the engine refused: ${text}`);
    return text;
  }

  // The memory may have grown since the last call, so the array is made anew each time.
  #buffer(): Uint8Array {
    return new Uint8Array(this.calls.memory.buffer, this.#at, this.#bytes);
  }

  write(text: string): boolean {
    const bytes = this.#encoder.encode(text);
    if (bytes.length >= this.#bytes || bytes.includes(0)) return false;
    const buffer = this.#buffer();
    buffer.set(bytes);
    buffer[bytes.length] = 0;
    return true;
  }

  read(): string {
    const buffer = this.#buffer();
    return this.#decoder.decode(buffer.subarray(0, buffer.indexOf(0)));
  }
}
