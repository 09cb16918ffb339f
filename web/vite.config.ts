// How the page is built. Not here: tests (vitest.config.ts, vitest.e2e.config.ts).
// Invariant: dist/ holds all the page needs; nothing is fetched from another host, and nothing is
// inlined that a strict content security policy would refuse.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { chunkOf } from './chunks.ts';
import { packed } from './packed.ts';

const codeSplitting = { groups: [{ debugName: 'chunks.ts', name: chunkOf }] };
const server = process.env['CANASTA_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: './',
  plugins: [svelte(), packed()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting } },
  },
  server: {
    port: 5173,
    proxy: { '/v1': server, '/healthz': server, '/ws': { target: server, ws: true } },
  },
});
