// Tests in Chromium against the real server (e2e/). They need `npm run build` and build/canasta.
// Not here: unit tests.
// Invariant: a few files at a time, each with a server and a data file of its own.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The file that takes longest goes first: begun last it would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (file: TestSpecification): boolean => file.moduleId.includes('rule_sets');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: [
      process.env['CANASTA_RUN'] === undefined
        ? 'e2e/**/*.test.ts'
        : `e2e/${process.env['CANASTA_RUN']}.ts`, // pictures, bench
    ],
    environment: 'node',
    fileParallelism: true,
    maxWorkers: 3, // on two processors: they wait for each other's pages and servers
    sequence: { sequencer: LongestFirst },
    maxConcurrency: 2, // hands of rule_sets.test.ts
    expect: { poll: { timeout: 15_000 } }, // a busy machine is no fault
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
