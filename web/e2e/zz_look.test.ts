import { test } from 'vitest';
import { setUp } from './setup';
const { server, person } = setUp();
const SIZES = [[320,568],[390,844],[844,390],[1440,900]];
test('look', async () => {
  for (const [width=0,height=0] of SIZES) {
    const { page, errors } = await person({width,height});
    await page.goto(server.address);
    await page.locator('[data-action="lesson"]').waitFor();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/shots/${width}-start.png` });
    await page.locator('[data-action="lesson"]').click();
    await page.locator('main.table').waitFor();
    let last = '';
    for (let i = 0; i < 60; i++) {
      await page.waitForTimeout(250);
      const sheet = page.locator('[data-sheet]');
      if (await sheet.count()) { await page.waitForTimeout(300); await page.screenshot({ path: `/tmp/shots/${width}-z-sheet.png` }); break; }
      const stop = page.locator('section[data-stop]');
      if (await stop.count()) {
        const id = await stop.getAttribute('data-stop') ?? '';
        if (id !== last) { console.log(width, id, (await stop.innerText()).replaceAll('\n',' | ')); 
          console.log(await page.evaluate(() => { const s = document.querySelector('[data-says]'); return s ? [s.scrollHeight, s.clientHeight, document.querySelectorAll('[data-taught]').length].join(' ') : '' }));
          await page.screenshot({ path: `/tmp/shots/${width}-${i}-${id}.png` }); last = id; }
        await page.locator('[data-action="go-on"]').click();
        if (width === 320 || width === 1440) await page.screenshot({ path: `/tmp/shots/${width}-${i}-${id}-after.png` });
        continue;
      }
      const f = page.locator('[data-action="follow"]:enabled');
      if (await f.count()) await f.click().catch(() => {});
    }
    console.log(width, errors);
  }
});
