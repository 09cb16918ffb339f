// The line: keys, resending, backoff, giving up. Not here: a real socket (e2e).
// Invariant: time is the test's; nothing waits for real.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerFrame } from '../src/frames';
import { Connection, retryDelay, type Reply, type Socket, type Status } from '../src/net';

class FakeSocket implements Socket {
  onopen: ((event: Event) => unknown) | null = null;
  onmessage: ((event: MessageEvent) => unknown) | null = null;
  onclose: ((event: CloseEvent) => unknown) | null = null;
  onerror: ((event: Event) => unknown) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
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
const last = (): FakeSocket => sockets.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  statuses = [];
  frames = [];
  known = 0;
  line = new Connection({
    table: 'T',
    token: 'secret',
    known: () => known,
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
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sockets.length).toBe(2);
    last().welcome();
    const sent = sockets.map((socket) => socket.sent.find((frame) => frame['t'] === 'cmd'));
    expect(sent[1]).toEqual(sent[0]);
    expect(sockets[0]?.sent[0]?.['inst']).toBe(sockets[1]?.sent[0]?.['inst']);
    last().say({ t: 'ack', n: 1, seq: 5 });
    await vi.advanceTimersByTimeAsync(0);
    expect(reply).toEqual({ ok: true, seq: 5 });
    last().break();
    await vi.advanceTimersByTimeAsync(10_000);
    last().welcome();
    expect(last().sent.some((frame) => frame['t'] === 'cmd')).toBe(false);
  });
});

test('silence is taken for a lost line', async () => {
  last().welcome();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(last().sent.at(-1)).toEqual({ t: 'ping' });
  last().say({ t: 'pong' });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(sockets.length).toBe(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sockets.length).toBeGreaterThan(1);
  expect(sockets[0]?.closed).toBe(true);
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
