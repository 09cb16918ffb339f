// What a page shows while something is done there, as an animated picture. It needs `img2webp`, of
// Debian's package webp. Not here: what is done.
// Invariant: each picture is shown for as long as the page showed it, or LONGEST_MS.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const LONGEST_MS = 900; // nobody wants to see somebody think
const LAST_MS = 2000;
const QUALITY = 55;

interface Shot {
  file: string;
  at: number; // seconds
}

export async function film(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'canasta-film-'));
  const shots: Shot[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${shots.length}.png`);
    writeFileSync(file, Buffer.from(data, 'base64'));
    shots.push({ file, at: metadata.timestamp ?? 0 });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
  await act();
  await session.send('Page.stopScreencast');
  const lasts = shots.map(({ at }, i) => {
    const next = shots[i + 1]?.at;
    const ms = next === undefined ? LAST_MS : Math.min(LONGEST_MS, Math.round(1000 * (next - at)));
    return Math.max(1, ms);
  });
  const frames = shots.flatMap(({ file }, i) => ['-d', `${lasts[i]}`, file]);
  const how = ['-loop', '0', '-lossy', '-q', `${QUALITY}`, '-m', '6', '-min_size'];
  execFileSync('img2webp', ['-o', path, ...how, ...frames], { stdio: 'inherit' });
  rmSync(folder, { recursive: true });
}
