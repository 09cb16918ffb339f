// Unit tests: everything in tests/, without a browser and without a server.
// Not here: the tests in a real browser (vitest.e2e.config.ts).
// Invariant: Svelte's browser build is used, so that runes behave as in the page.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  // No test fails because the machine is slow: the limit is for what hangs.
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
