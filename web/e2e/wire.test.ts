// What a table costs on the wire: bytes and requests from nothing to the table on the screen.
// Not here: how files are packed (tests/server/test_page.py).
// Invariant: counted is what the browser received, headers too, of the page in the program.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from './browser';
import { ONE_HAND } from './clicks';
import { setUp } from './setup';

const { server, person } = setUp('leave', [], true);

const MOST_BYTES = 220_000;
const MOST_REQUESTS = 8;
const CHANGES = /^\/ws$|^\/v1\/(me|tables)/; // asked anew because it may be another answer

interface Request {
  path: string;
  bytes: number;
  packed: string; // content-encoding
}

/** All that the browser asks for from now on; bytes are known when it has all of an answer. */
async function listen(page: Page): Promise<Request[]> {
  const requests = new Map<string, Request>();
  const all: Request[] = [];
  const add = (id: string, url: string): void => {
    const request = { path: new URL(url).pathname, bytes: 0, packed: '' };
    requests.set(id, request);
    all.push(request);
  };
  const line = await page.context().newCDPSession(page);
  line.on('Network.requestWillBeSent', ({ requestId, request }) => add(requestId, request.url));
  line.on('Network.webSocketCreated', ({ requestId, url }) => add(requestId, url));
  line.on('Network.responseReceived', ({ requestId, response }) => {
    const found = requests.get(requestId);
    if (found !== undefined) found.packed = response.headers['content-encoding'] ?? '';
  });
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = requests.get(requestId);
    if (found !== undefined) found.bytes = encodedDataLength;
  });
  await line.send('Network.enable');
  return all;
}

/** A table of its own in the server, and the key to the first seat. */
async function makeTable(): Promise<Record<string, unknown>> {
  const wish = { rules: 'classic_pagat', players: 4, overrides: ONE_HAND, name: 'Anna' };
  const answer = await fetch(`${server.address}v1/tables`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...wish, pace_ms: 0, join: 'now', deal: 'now' }),
  });
  return { ...wish, ...((await answer.json()) as object), at: 0 };
}

/** Comes to the table by the key that this browser keeps, with nothing else kept. */
async function come(page: Page): Promise<Request[]> {
  const game = await makeTable();
  await page.addInitScript(
    (own) => localStorage.setItem('canasta.games', JSON.stringify([own])),
    game,
  );
  const requests = await listen(page);
  await page.goto(`${server.address}#t=${String(game['table'])}`);
  await page.locator('button.own').first().waitFor();
  await page.waitForTimeout(1_500); // for what comes late
  return requests;
}

const twice = (paths: readonly string[]): string[] =>
  paths.filter((path, i) => paths.indexOf(path) !== i);

test('a table comes with few bytes and requests, and nothing is fetched twice', async () => {
  const { page, errors } = await person(PHONE);
  const requests = await come(page);
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  const said = requests.map(({ path, bytes: n, packed }) => `${n} ${path} ${packed}`).join('\n');
  console.log(`${bytes} bytes in ${requests.length} requests\n${said}`);
  expect(twice(requests.map(({ path }) => path)), said).toEqual([]);
  expect(requests.length, said).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(bytes, said).toBeLessThanOrEqual(MOST_BYTES);
  for (const { path, packed } of requests)
    if (/\.(js|css|wasm)$/.test(path)) expect(packed, path).toBe('br');
  expect(errors).toEqual([]);
});

test('who goes through the whole page fetches no file, and no list of rules, twice', async () => {
  const { page } = await person(PHONE);
  const game = await makeTable();
  await page.addInitScript(
    (own) => localStorage.setItem('canasta.games', JSON.stringify([own])),
    game,
  );
  const requests = await listen(page);
  const table = `#t=${String(game['table'])}`;
  for (const place of ['#', '#which', '#house', '#play=samba', table, '#', table]) {
    await page.goto(`${server.address}${place}`);
    await page
      .locator(place === table ? 'button.own' : '#app button')
      .first()
      .waitFor();
    await page.waitForTimeout(500);
  }
  const kept = requests.map(({ path }) => path).filter((path) => !CHANGES.test(path));
  expect(twice(kept)).toEqual([]);
  for (const wanted of [
    /index-.*js$/,
    /table-.*js$/,
    /start-.*js$/,
    /house-.*js$/,
    /engine.wasm$/,
    /rules.wasm$/,
  ])
    expect(kept.filter((path) => wanted.test(path)).length, String(wanted)).toBe(1);
});

test('a part that does not come through says so, and comes at the next try', async () => {
  const { page } = await person(PHONE);
  let broken = true;
  await page.route(/\/assets\/house-/, (route) => (broken ? route.abort() : route.continue()));
  await page.goto(`${server.address}#which`);
  const failed = page.locator('[data-part="failed"]');
  await failed.waitFor();
  expect(await failed.innerText()).toContain('did not come through');
  broken = false;
  await failed.locator('button').first().click();
  await page.locator('[data-action="back"]').waitFor();
  expect(await page.locator('[data-part]').count()).toBe(0);
});
