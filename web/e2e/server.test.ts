// The server of a test is gone when those who started it are.
// Not here: what it serves. Invariant: nothing is ended here but what is started here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const STARTER = `
  const { Server } = await import(${JSON.stringify(
    pathToFileURL(join(import.meta.dirname, 'server.ts')).href,
  )});
  const server = new Server();
  await server.start();
  console.log(server.address);
  setInterval(() => undefined, 1000);
`;

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    (answer) => answer.ok,
    () => false,
  );

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a server ends with those who started it: %s',
  async (signal) => {
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', STARTER], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(starter.stdout, 'data')) as [Buffer];
    const address = said.toString().trim();
    expect(await answers(address)).toBe(true);
    starter.kill(signal);
    await once(starter, 'exit');
    await expect.poll(() => answers(address)).toBe(false);
  },
);
