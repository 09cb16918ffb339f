// Debian's Chromium without its window, and pages in it. Not here: what is done in them.
// Invariant: a page that reports an error of its own fails the test that looks at `errors`.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Size {
  width: number;
  height: number;
}

export const DESKTOP: Size = { width: 1440, height: 900 };
export const PHONE: Size = { width: 360, height: 740 };

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

export interface Person {
  context: BrowserContext;
  page: Page;
  errors: string[];
}

/** `hasty` people wait for nothing: cards do not fly, a discard goes out at once, and a control
    that has just come answers. The others have the page as it is. */
export type Manner = 'hasty' | 'usual';

/** A person with a browser of their own: nothing is shared with the others. */
export async function person(
  browser: Browser,
  size: Size,
  manner: Manner = 'hasty',
): Promise<Person> {
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: manner === 'hasty' ? 'reduce' : 'no-preference',
    hasTouch: size.width < 600,
  });
  const page = await context.newPage();
  if (manner === 'hasty') await page.addInitScript(hasten);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // While a server is down the browser itself reports each failed attempt.
    if (message.type() === 'error' && !/WebSocket|Failed to load resource/.test(message.text()))
      errors.push(message.text());
  });
  return { context, page, errors };
}

function hasten(): void {
  const KEY = 'canasta.settings';
  const wish = { takeBackMs: 0, askDiscard: false };
  if (localStorage.getItem(KEY) === null) localStorage.setItem(KEY, JSON.stringify(wish));
  document.addEventListener('DOMContentLoaded', () =>
    document.documentElement.style.setProperty('--dead', '0ms'),
  );
}
