/** Runs the tests of DNS and Compute, and records their mocks: see `run.js`. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '..');

export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    root,
    include: ['conformance/**/*.test.ts', 'behavior/{compute,dns}/**/*.test.ts', 'behavior/{order,seeds}.test.ts'],
    testTimeout: 60_000,
    isolate: false,
    setupFiles: [join(root, 'support/properties.ts')],
    server: { deps: { external: [/\/generated\/[^/]+\/dist\//] } },
  },
  resolve: { alias: [{ find: /^@discogen\/runtime\/mock$/, replacement: join(import.meta.dirname, 'recording-mock.ts') }] },
});
