// The line: keys, resending, backoff, giving up. Not here: a real socket (e2e).
// Invariant: time is the test's; nothing waits for real.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerFrame } from '../src/frames';
import { Connection, openTime, retryDelay, type Reply, type Socket, type Status } from '../src/net';

class FakeSocket implements Socket {
  onopen: ((event: Event) => unknown) | null = null;
  onmessage: ((event: MessageEvent) => unknown) | null = null;
  onclose: ((event: CloseEvent) => unknown) | null = null;
  onerror: ((event: Event) => unknown) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  lives = false; // pings are answered
  send(text: string): void {
    const frame = JSON.parse(text) as Record<string, unknown>;
    this.sent.push(frame);
    if (this.lives && frame['t'] === 'ping') setTimeout(() => this.say({ t: 'pong' }), 10);
  }
  close(): void {
    this.closed = true;
  }
  say(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) } as MessageEvent);
  }
  welcome(): void {
    this.onopen?.({} as Event);
    this.say({ t: 'welcome', v: 1, seat: 0, table: 'T', n: 0 });
  }
  break(): void {
    this.onclose?.({} as CloseEvent);
  }
}

let sockets: FakeSocket[] = [];
let statuses: string[] = [];
let frames: ServerFrame[] = [];
let line: Connection;
let known = 0;
let watched = true;
const last = (): FakeSocket => sockets.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  statuses = [];
  frames = [];
  known = 0;
  watched = true;
  line = new Connection({
    table: 'T',
    token: 'secret',
    known: () => known,
    watched: () => watched,
    open: () => {
      sockets.push(new FakeSocket());
      return last();
    },
    onFrame: (frame) => frames.push(frame),
    onStatus: (status: Status, code?: string) =>
      statuses.push(code === undefined ? status : `${status} ${code}`),
  });
  line.start();
});
afterEach(() => {
  line.stop();
  vi.useRealTimers();
});

test('it says hello with the token and a name for this page', () => {
  last().welcome();
  expect(last().sent[0]).toMatchObject({ t: 'hello', v: 1, table: 'T', token: 'secret' });
  expect(String(last().sent[0]?.['inst'])).toMatch(/^[0-9a-f]{24}$/);
  expect(statuses).toEqual(['connecting', 'online']);
});

test('a frame of a kind it does not know changes nothing', () => {
  last().welcome();
  last().say({ t: 'drain', in_ms: 1200 });
  expect(frames.map((frame) => frame.t)).toEqual(['welcome']);
  expect(statuses).toEqual(['connecting', 'online']);
});

test('it says what it knows when it comes back, and nothing before', async () => {
  last().welcome();
  expect(last().sent[0]).not.toHaveProperty('seq');
  known = 17;
  last().break();
  await vi.advanceTimersByTimeAsync(10_000);
  last().welcome();
  expect(last().sent[0]).toMatchObject({ t: 'hello', seq: 17 });
});

describe('commands', () => {
  test('are numbered and answered by their number', async () => {
    last().welcome();
    const first = line.command({ play: 'draw', at: 4 });
    const second = line.command({ play: 'discard 4s', at: 5 });
    expect(last().sent.slice(1)).toEqual([
      { t: 'cmd', n: 1, play: 'draw', at: 4 },
      { t: 'cmd', n: 2, play: 'discard 4s', at: 5 },
    ]);
    last().say({ t: 'rej', n: 2, code: 'MIN', have: 65, need: 90 });
    last().say({ t: 'ack', n: 1, seq: 6 });
    expect(await second).toEqual({ ok: false, code: 'MIN', have: 65, need: 90 });
    expect(await first).toEqual({ ok: true, seq: 6 });
  });

  test('wait for the welcome, and are sent again with the same key until answered', async () => {
    let reply: Reply | null = null;
    void line.command({ play: 'draw', at: 4 }).then((answer) => (reply = answer));
    expect(last().sent).toEqual([]);
    last().welcome();
    last().break();
    await vi.advanceTimersByTimeAsync(300);
    expect(sockets.length).toBe(2);
    last().welcome();
    const sent = sockets.map((socket) => socket.sent.find((frame) => frame['t'] === 'cmd'));
    expect(sent[1]).toEqual(sent[0]);
    expect(sockets[0]?.sent[0]?.['inst']).toBe(sockets[1]?.sent[0]?.['inst']);
    last().say({ t: 'ack', n: 1, seq: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(reply).toEqual({ ok: true, seq: 5 });
    last().break();
    await vi.advanceTimersByTimeAsync(300);
    last().welcome();
    expect(last().sent.some((frame) => frame['t'] === 'cmd')).toBe(false);
  });
});

describe('a line that stalls', () => {
  const pings = (): number => last().sent.filter((frame) => frame['t'] === 'ping').length;
  /** The server answers each ping after so long; for so many milliseconds. */
  async function answer(delay: number, total: number): Promise<void> {
    for (let seen = pings(), spent = 0; spent < total; spent += 100) {
      await vi.advanceTimersByTimeAsync(100);
      const socket = last();
      if (pings() > seen) setTimeout(() => socket.say({ t: 'pong' }), delay);
      seen = pings();
    }
  }

  test('is noticed well within four seconds of the last word, by a ping', async () => {
    last().welcome();
    await vi.advanceTimersByTimeAsync(1_600);
    expect(last().sent.at(-1)).toEqual({ t: 'ping' });
    last().say({ t: 'pong' });
    await vi.advanceTimersByTimeAsync(3_100);
    expect(statuses).toEqual(['connecting', 'online']);
    await vi.advanceTimersByTimeAsync(200);
    expect(statuses).toEqual(['connecting', 'online', 'retrying']);
    expect(sockets[0]?.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(250);
    expect(sockets.length).toBe(2);
  });

  test('is not one while pings are answered, and few are sent', async () => {
    last().welcome();
    await answer(100, 60_000);
    expect(sockets.length).toBe(1);
    expect(pings()).toBeLessThanOrEqual(36);
  });

  test('is asked less where nobody looks, unless a command is unanswered', async () => {
    watched = false;
    last().welcome();
    await answer(100, 60_000);
    expect(pings()).toBeLessThanOrEqual(4);
    const reply = line.command({ play: 'draw', at: 4 });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(statuses.at(-1)).toBe('retrying');
    await vi.advanceTimersByTimeAsync(300);
    last().welcome();
    expect(last().sent.filter((frame) => frame['t'] === 'cmd').length).toBe(1);
    last().say({ t: 'ack', n: 1, seq: 5 });
    expect(await reply).toEqual({ ok: true, seq: 5 });
  });

  test('is waited for longer where answers are slow', async () => {
    last().onopen?.({} as Event);
    await vi.advanceTimersByTimeAsync(1_500);
    last().say({ t: 'welcome', v: 1, seat: 0, table: 'T', n: 0 });
    await answer(2_500, 30_000);
    expect(sockets.length).toBe(1);
    await vi.advanceTimersByTimeAsync(13_000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  test('shows it at once when the page is seen again', async () => {
    watched = false;
    last().welcome();
    await vi.advanceTimersByTimeAsync(5_000);
    line.hurry();
    line.hurry();
    expect(pings()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_800);
    expect(statuses.at(-1)).toBe('retrying');
  });

  test('may do so while it is made: it is given up, and the next one waits longer', async () => {
    await vi.advanceTimersByTimeAsync(3_900);
    expect(sockets.length).toBe(1);
    await vi.advanceTimersByTimeAsync(400);
    expect([sockets.length, sockets[0]?.closed]).toEqual([2, true]);
    expect([openTime(0), openTime(1), openTime(50)]).toEqual([4_000, 6_000, 20_000]);
    line.hurry();
    expect(sockets.length).toBe(3);
    last().welcome();
    expect(statuses.at(-1)).toBe('online');
  });

  test('is given long for its welcome, by a server that has much to read', async () => {
    last().onopen?.({} as Event);
    await vi.advanceTimersByTimeAsync(14_000);
    expect([sockets.length, pings()]).toEqual([1, 0]);
  });
});

test('a refused token ends the attempts', async () => {
  last().onopen?.({} as Event);
  const pending = line.command({ play: 'draw', at: 1 });
  last().say({ t: 'rej', code: 'BAD_TOKEN' });
  last().break();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets.length).toBe(1);
  expect(statuses.at(-1)).toBe('refused BAD_TOKEN');
  expect(await pending).toMatchObject({ ok: false, code: 'BAD_TOKEN' });
});

test.each(['STORE', 'FULL'])('a hello refused with %s is tried again by itself', async (code) => {
  const refuse = (): void => {
    last().onopen?.({} as Event);
    last().say({ t: 'rej', code });
  };
  refuse();
  expect(statuses).toEqual(['connecting', `retrying ${code}`]);
  expect([sockets[0]?.closed, frames]).toEqual([true, []]);
  await vi.advanceTimersByTimeAsync(300);
  expect(sockets.length).toBe(2);
  for (let i = 0; i < 20; i++) {
    refuse();
    await vi.advanceTimersByTimeAsync(8_000);
  }
  const pending = line.command({ play: 'draw', at: 1 });
  const tries = sockets.length;
  last().lives = true;
  last().welcome();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(sockets.length).toBe(tries);
  expect(statuses.at(-1)).toBe('online');
  last().say({ t: 'ack', n: 1, seq: 2 });
  expect(await pending).toEqual({ ok: true, seq: 2 });
});

test('on a line that was welcomed they end nothing', () => {
  last().welcome();
  last().say({ t: 'rej', code: 'STORE' });
  expect(statuses.at(-1)).toBe('online');
  expect(frames.at(-1)).toEqual({ t: 'rej', code: 'STORE' });
});

test('a damaged table ends the attempts', async () => {
  last().onopen?.({} as Event);
  last().say({ t: 'rej', code: 'DAMAGED' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets.length).toBe(1);
  expect(statuses.at(-1)).toBe('refused DAMAGED');
});

describe('a command the server is unsure of', () => {
  const commands = (): unknown[] => last().sent.filter((frame) => frame['t'] === 'cmd');
  const unsure = (n: number): void => last().say({ t: 'rej', n, code: 'UNSURE' });
  const first = { t: 'cmd', n: 1, play: 'draw', at: 4 };
  const second = { t: 'cmd', n: 2, do: 'next', at: 4 };
  let reply: Reply | null = null;

  beforeEach(() => {
    reply = null;
    last().lives = true;
    last().welcome();
    void line.command({ play: 'draw', at: 4 }).then((answer) => (reply = answer));
    unsure(1);
  });

  test('is sent again unchanged, each second, until it is answered', async () => {
    await vi.advanceTimersByTimeAsync(900);
    expect(commands()).toEqual([first]);
    await vi.advanceTimersByTimeAsync(200);
    expect(commands()).toEqual([first, first]);
    unsure(1);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(commands()).toEqual([first, first, first]);
    expect(reply).toBeNull();
    expect(frames.at(-1)).toEqual({ t: 'rej', n: 1, code: 'UNSURE' });
    last().say({ t: 'ack', n: 1, seq: 5 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reply).toEqual({ ok: true, seq: 5 });
    expect(commands().length).toBe(3);
  });

  test('is not sent again while the server is at it', async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(commands()).toEqual([first, first]);
  });

  test('is not overtaken by the next one', async () => {
    void line.command({ do: 'next', at: 4 });
    expect(commands()).toEqual([first]);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(commands()).toEqual([first, first, second]);
    unsure(1);
    unsure(2);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(commands().slice(3)).toEqual([first, second]);
  });

  test('may be refused in the end', async () => {
    await vi.advanceTimersByTimeAsync(1_100);
    last().say({ t: 'rej', n: 1, code: 'STALE' });
    await vi.advanceTimersByTimeAsync(0);
    expect(reply).toMatchObject({ ok: false, code: 'STALE' });
  });

  test('is sent once on a new line, and no more after the stop', async () => {
    last().break();
    await vi.advanceTimersByTimeAsync(300);
    last().welcome();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(commands()).toEqual([first]);
    unsure(1);
    line.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('frames that are none are ignored', () => {
  last().welcome();
  last().onmessage?.({ data: 'not json' } as MessageEvent);
  last().onmessage?.({ data: '{"t":"surprise"}' } as MessageEvent);
  expect(statuses).toEqual(['connecting', 'online']);
});

test('the pause between attempts grows, within bounds', () => {
  expect(retryDelay(0, 0)).toBe(125);
  expect(retryDelay(0, 1)).toBe(250);
  expect(retryDelay(3, 1)).toBe(2000);
  expect(retryDelay(50, 1)).toBe(8000);
});
