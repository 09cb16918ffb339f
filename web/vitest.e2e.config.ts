// Tests in Chromium against the real server (e2e/). They need `npm run build` and build/canasta.
// Not here: unit tests.
// Invariant: two files at a time, each with a server and a data file of its own.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      process.env['CANASTA_PICTURES'] === undefined ? 'e2e/**/*.test.ts' : 'e2e/pictures.ts',
    ],
    environment: 'node',
    fileParallelism: true,
    maxWorkers: 2,
    maxConcurrency: 2, // hands of rule_sets.test.ts
    expect: { poll: { timeout: 15_000 } }, // a busy machine is no fault
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
