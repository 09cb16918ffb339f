// The connection of one seat: opens, says hello, keeps alive, comes back after a loss.
// Not here: what the frames mean for the table (table.svelte.ts).
// Invariant: a command keeps its key until it is answered, and is sent again after every
// reconnection, in order; so it is played once however often the line breaks.
import { readFrame, type Command, type ServerFrame } from './frames';

export type Status = 'connecting' | 'online' | 'retrying' | 'refused';

export type Reply =
  { ok: true; seq: number } | { ok: false; code: string; have: number; need: number };

/** What is used of a WebSocket; tests bring their own. */
export interface Socket {
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  onerror: ((event: Event) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export interface ConnectionOptions {
  table: string;
  token: string;
  open: () => Socket;
  onFrame: (frame: ServerFrame) => void;
  onStatus: (status: Status, code?: string) => void;
}

interface Pending {
  n: number;
  body: Command;
  resolve: (reply: Reply) => void;
}

const PROTOCOL = 'canasta.v1.json';
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8000;
const PING_MS = 15000;
const SILENCE_MS = 10000;
const FINAL_CODES = new Set(['BAD_TOKEN', 'NO_TABLE', 'LEFT']);

export function openSocket(location: Location): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`, PROTOCOL);
}

/** Pause before the attempt after `failures` failed ones; `chance` in 0..1 spreads clients. */
export function retryDelay(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10));
  return longest / 2 + (longest / 2) * chance;
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #inst = randomText();
  #socket: Socket | null = null;
  #welcomed = false;
  #stopped = false;
  #failures = 0;
  #lastN = 0;
  #pending: Pending[] = [];
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.onStatus('connecting');
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    this.#drop();
    clearTimeout(this.#retry);
  }

  /** Sends a command now or as soon as the line is back; resolves when the server has answered. */
  command(body: Command): Promise<Reply> {
    return new Promise((resolve) => {
      const pending = { n: ++this.#lastN, body, resolve };
      this.#pending.push(pending);
      if (this.#welcomed) this.#sendCommand(pending);
    });
  }

  resync(): void {
    this.#send({ t: 'resync' });
  }

  /** Does not wait for the next attempt; for "the network is back" and "the page is seen again". */
  hurry(): void {
    if (this.#stopped || this.#socket !== null) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  #connect(): void {
    if (this.#stopped) return;
    const socket = this.#options.open();
    this.#socket = socket;
    socket.onopen = () => {
      this.#send({
        t: 'hello',
        v: 1,
        inst: this.#inst,
        table: this.#options.table,
        token: this.#options.token,
      });
      this.#expectSound();
    };
    socket.onmessage = (event) => {
      if (typeof event.data === 'string') this.#receive(event.data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
    socket.onerror = () => undefined; // a close follows
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    clearTimeout(this.#ping);
    clearTimeout(this.#silence);
    socket?.close();
  }

  #lost(): void {
    this.#drop();
    if (this.#stopped) return;
    this.#options.onStatus('retrying');
    const delay = retryDelay(this.#failures++, Math.random());
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  #receive(text: string): void {
    this.#expectSound();
    const frame = readFrame(text);
    if (frame === null) return;
    if (frame.t === 'welcome') this.#welcome();
    else if (frame.t === 'ack') this.#answer(frame.n, { ok: true, seq: frame.seq });
    else if (frame.t === 'rej')
      this.#refused(frame.n, frame.code, frame.have ?? 0, frame.need ?? 0);
    else if (frame.t === 'bye' && FINAL_CODES.has(frame.code)) this.#giveUp(frame.code);
    this.#options.onFrame(frame);
  }

  #welcome(): void {
    this.#welcomed = true;
    this.#failures = 0;
    this.#options.onStatus('online');
    for (const pending of this.#pending) this.#sendCommand(pending);
  }

  #refused(n: number | undefined, code: string, have: number, need: number): void {
    if (n !== undefined && this.#pending.some((one) => one.n === n)) {
      this.#answer(n, { ok: false, code, have, need });
    } else if (FINAL_CODES.has(code)) {
      this.#giveUp(code);
    }
  }

  #giveUp(code: string): void {
    this.stop();
    for (const one of this.#pending.splice(0)) one.resolve({ ok: false, code, have: 0, need: 0 });
    this.#options.onStatus('refused', code);
  }

  #answer(n: number, reply: Reply): void {
    const place = this.#pending.findIndex((one) => one.n === n);
    const [answered] = place < 0 ? [] : this.#pending.splice(place, 1);
    answered?.resolve(reply);
  }

  #sendCommand(pending: Pending): void {
    this.#send({ t: 'cmd', n: pending.n, ...pending.body });
  }

  #send(frame: object): void {
    try {
      this.#socket?.send(JSON.stringify(frame));
    } catch {
      this.#lost();
    }
  }

  /** After a while of quiet asks for a sign of life, and takes silence then for a lost line. */
  #expectSound(): void {
    clearTimeout(this.#ping);
    clearTimeout(this.#silence);
    this.#ping = setTimeout(() => {
      this.#send({ t: 'ping' });
      this.#silence = setTimeout(() => this.#lost(), SILENCE_MS);
    }, PING_MS);
  }
}
