import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['installed/**', '**/node_modules/**'],
    testTimeout: 30_000,
    // Many tests wait for processes that they start. The default would even leave one processor idle, half of a small machine.
    maxWorkers: '150%',
    // Files share their imports: a test must restore what it sets on the process.
    isolate: false,
    setupFiles: ['support/properties.ts'],
    globalSetup: ['support/shared-servers.ts'],
    // Generated packages are imported like installed ones.
    server: { deps: { external: [/\/generated\/[^/]+\/dist\//] } },
  },
});
