import { test } from 'vitest';
import { dealTable } from './dealt';
import { setUp } from './setup';
import { shifts, watchShifts } from './shifts';
const { server, person } = setUp();
const DEAL = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9sQcQdQsKcKdKh2c';
const DEAL2 = 'deal 1 dealer 3 turned 9d hand 0:4c5d7h9s9hQcQsKcKdKh2c';
test.each([[320, 568], [390, 844], [844, 390], [1440, 900]])('%ix%i', async (width, height) => {
  for (const [name, events] of Object.entries({ meld: [DEAL, '0 draw gets 8c'], draw: [DEAL2] })) {
  const { page } = await dealTable(person, server.address, { size: { width, height }, rules: 'classic_pagat', events }, 'usual');
  page.on('console', (one) => console.log(one.text()));
  await page.waitForTimeout(800);
  await watchShifts(page);
  await page.locator('[data-action="hint"]').click();
  await page.waitForTimeout(30);
  await page.screenshot({ path: `/tmp/h-hint-scratch/${name}-${width}-a.png` });
  const t = Date.now();
  await page.locator('[data-second="differs"], [data-second="stands"]').waitFor();
  console.log(name, width, Date.now() - t, 'ms', await page.locator('[data-advice]').innerText(), JSON.stringify(await shifts(page)));
  await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/h-hint-scratch/${name}-${width}-b.png` });
  }
});
