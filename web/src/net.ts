// The connection of one seat: opens, says hello, keeps alive, comes back after a loss.
// Not here: what the frames mean for the table (table.svelte.ts).
// Invariant: a command keeps its key until it is answered, and is sent again after every
// reconnection, in order; so it is played once however often the line breaks. While the server
// cannot tell whether one counts, it is sent again, and none is sent past it.
import { isFinal, isPassing } from './codes';
import { readFrame, type Command, type Refusal, type ServerFrame } from './frames';
import { Patience } from './patience';

export type Status = 'connecting' | 'online' | 'retrying' | 'refused';

export type Reply =
  | { ok: true; seq: number }
  | { ok: false; code: string; have: number; need: number; retryMs?: number };

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
  token?: string | undefined; // without one the cookie says who it is
  watch?: string | undefined; // an invitation to look on
  known?: () => number; // how far the table is known here; 0: not at all
  watched?: () => boolean; // somebody looks, and something may happen at any time
  open: () => Socket;
  onFrame: (frame: ServerFrame) => void;
  onStatus: (status: Status, code?: string) => void; // code: why it is refused, or has to wait
}

interface Pending {
  n: number;
  body: Command;
  sent: boolean; // on this line, and not answered by UNSURE since
  resolve: (reply: Reply) => void;
}

const PROTOCOL = 'canasta.v1.json';
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8000;
const UNSURE_MS = 1000;
const QUIET_MS = 1600; // then a sign of life is asked for, where it is waited for
const QUIET_UNSEEN_MS = 15000; // and elsewhere
const WELCOME_MS = 15000; // a server may have much to read before it says welcome
const OPEN_MS = 4000; // a first attempt to get through; each further one waits half as long again
const OPEN_LONGEST_MS = 20000;

export function openSocket(location: Location): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`, PROTOCOL);
}

/** Pause before the attempt after `failures` failed ones; `chance` in 0..1 spreads clients. */
export function retryDelay(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures, 10));
  return longest / 2 + (longest / 2) * chance;
}

/** How long the attempt after `failures` failed ones may take to get through. */
export function openTime(failures: number): number {
  return Math.min(OPEN_LONGEST_MS, OPEN_MS * 1.5 ** Math.min(failures, 10));
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
  #opened = false;
  #patience = new Patience();
  #lastN = 0;
  #pending: Pending[] = [];
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined; // set while a command is unsure

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
      const pending = { n: ++this.#lastN, body, sent: false, resolve };
      this.#pending.push(pending);
      if (this.#welcomed && this.#again === undefined) this.#sendCommand(pending);
    });
  }

  /** A phrase to everybody at the table; one that is lost with the line is not said again. */
  say(what: string): void {
    if (this.#welcomed) this.#send({ t: 'say', what });
  }

  resync(): void {
    this.#send({ t: 'resync' });
  }

  /** Reminds who is to act. */
  nudge(): void {
    this.#send({ t: 'nudge' });
  }

  /** Does not wait for the next attempt; for "the network is back" and "the page is seen again".
      A line that is there must show that it lives. */
  hurry(): void {
    if (this.#stopped) return;
    if (this.#welcomed) return this.#askForSound();
    if (this.#socket !== null && this.#opened) return;
    this.#drop();
    clearTimeout(this.#retry);
    this.#connect();
  }

  #connect(): void {
    if (this.#stopped) return;
    const socket = this.#options.open();
    this.#socket = socket;
    this.#silence = setTimeout(() => this.#lost(), openTime(this.#failures));
    socket.onopen = () => {
      this.#opened = true;
      this.#patience.asked(Date.now());
      this.#send({
        t: 'hello',
        v: 1,
        inst: this.#inst,
        table: this.#options.table,
        token: this.#options.token,
        watch: this.#options.watch,
        proofs: true,
        seq: this.#options.known?.() || undefined,
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
    this.#opened = false;
    this.#welcomed = false;
    this.#patience.forget();
    clearTimeout(this.#ping);
    clearTimeout(this.#silence);
    clearTimeout(this.#again);
    this.#silence = undefined;
    this.#again = undefined;
    socket?.close();
  }

  /** Tries again in a while; `code` is the server's word for why, if it had one. */
  #lost(code?: string): void {
    this.#drop();
    if (this.#stopped) return;
    this.#options.onStatus('retrying', code);
    const delay = retryDelay(this.#failures++, Math.random());
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  #receive(text: string): void {
    this.#patience.heard(Date.now());
    this.#expectSound();
    const frame = readFrame(text);
    if (frame === null) return;
    const early = !this.#welcomed && frame.t === 'rej' && frame.n === undefined;
    if (early && isPassing(frame.code)) return this.#lost(frame.code);
    if (frame.t === 'welcome') this.#welcome();
    else if (frame.t === 'ack') this.#answer(frame.n, { ok: true, seq: frame.seq });
    else if (frame.t === 'rej') this.#refused(frame);
    else if (frame.t === 'bye' && isFinal(frame.code)) this.#giveUp(frame.code);
    this.#options.onFrame(frame);
  }

  #welcome(): void {
    this.#welcomed = true;
    this.#failures = 0;
    this.#options.onStatus('online');
    this.#expectSound();
    for (const pending of this.#pending) this.#sendCommand(pending);
  }

  #refused({ n, code, have = 0, need = 0, retry_ms }: Refusal): void {
    const refused = this.#pending.find((one) => one.n === n);
    if (refused === undefined) {
      if (isFinal(code)) this.#giveUp(code);
    } else if (code === 'UNSURE') {
      refused.sent = false;
      this.#again ??= setTimeout(() => this.#sendAgain(), UNSURE_MS);
    } else {
      const later = retry_ms === undefined ? {} : { retryMs: retry_ms };
      this.#answer(refused.n, { ok: false, code, have, need, ...later });
    }
  }

  #sendAgain(): void {
    this.#again = undefined;
    for (const pending of this.#pending) if (!pending.sent) this.#sendCommand(pending);
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
    pending.sent = true;
    this.#patience.asked(Date.now());
    this.#send({ t: 'cmd', n: pending.n, ...pending.body });
    if (!this.#isWatched()) this.#expectSound(); // an answer is waited for from now on
  }

  #send(frame: object): void {
    try {
      this.#socket?.send(JSON.stringify(frame));
    } catch {
      this.#lost();
    }
  }

  #isWatched(): boolean {
    return this.#options.watched?.() ?? true;
  }

  /** How long it may be quiet before a sign of life is asked for. */
  #quietTime(): number {
    if (!this.#welcomed) return WELCOME_MS;
    return this.#pending.length > 0 || this.#isWatched() ? QUIET_MS : QUIET_UNSEEN_MS;
  }

  /** After a while of quiet asks for a sign of life, and takes silence then for a lost line. */
  #expectSound(): void {
    clearTimeout(this.#ping);
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#ping = setTimeout(() => this.#askForSound(), this.#quietTime());
  }

  #askForSound(): void {
    if (this.#silence !== undefined) return; // asked already
    clearTimeout(this.#ping);
    this.#patience.asked(Date.now());
    this.#silence = setTimeout(() => this.#lost(), this.#patience.time());
    this.#send({ t: 'ping' });
  }
}
