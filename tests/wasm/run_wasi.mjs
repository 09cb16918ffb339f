// Runs a WebAssembly program for WASI in node: run_wasi.mjs PROGRAM ARGUMENT...
// Not here: the page's module, which is no program (web/src/engine/engine.ts).
// Invariant: the program sees no files; its status is the status of the process.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...args] });
const { instance } = await WebAssembly.instantiate(
  await readFile(program),
  wasi.getImportObject(),
);
process.exitCode = wasi.start(instance);
