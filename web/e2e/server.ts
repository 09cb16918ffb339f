// The real server in a process of its own, with a data file of its own.
// Not here: browsers. Invariant: only processes started here are ended, and always.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const PROGRAM = resolve(
  process.env['CANASTA_BIN'] ?? join(import.meta.dirname, '../../build/canasta'),
);
// The page as it was built last, or the one in the program, as people get it.
const OWN_PAGE = process.env['CANASTA_OWN_PAGE'] === '1';
const PAGE = resolve(process.env['CANASTA_PAGE'] ?? join(import.meta.dirname, '../dist'));
const START_MS = 20_000;

export class Server {
  readonly #folder = mkdtempSync(join(tmpdir(), 'canasta-e2e-'));
  readonly #options: string[];
  readonly #ownPage: boolean;
  #process: ChildProcess | null = null;
  port = 0;

  /** With options of `canasta serve` beyond those that every test needs; `ownPage`: the page in
      the program in any case. */
  constructor(options: string[] = [], ownPage = OWN_PAGE) {
    this.#options = options;
    this.#ownPage = ownPage;
  }

  /** The log of all tables: to be written only while the server is down. */
  get data(): string {
    return join(this.#folder, 'tables.db');
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  async start(): Promise<void> {
    if (!existsSync(PROGRAM))
      throw new Error(`no server at ${PROGRAM}: build it, or set CANASTA_BIN`);
    if (!this.#ownPage && !existsSync(join(PAGE, 'index.html')))
      throw new Error('no page: npm run build first');
    const portFile = join(this.#folder, 'port');
    rmSync(portFile, { force: true });
    const options = [
      '--port',
      String(this.port),
      '--port-file',
      portFile,
      '--data',
      this.data,
      ...(this.#ownPage ? [] : ['--web', PAGE]),
      '--drain',
      '0',
      '--quiet',
      ...this.#options,
    ];
    // However these tests end, a signal included: the server gets one, too, once they are gone.
    const whilePresent = ['--pdeathsig', 'TERM', '--', PROGRAM, 'serve'];
    this.#process = spawn('setpriv', [...whilePresent, ...options], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const until = Date.now() + START_MS;
    while (!existsSync(portFile) || readFileSync(portFile, 'utf8').trim() === '') {
      if (this.#process.exitCode !== null)
        throw new Error(`the server ended: ${this.#process.exitCode}`);
      if (Date.now() > until) throw new Error('the server did not start');
      await sleep(20);
    }
    this.port = Number(readFileSync(portFile, 'utf8'));
  }

  /** Ends the server without a warning, as a crash would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const ended = this.#process;
    this.#process = null;
    if (ended === null || ended.exitCode !== null) return;
    const gone = new Promise((done) => ended.once('exit', done));
    ended.kill(signal);
    await gone;
  }
}
