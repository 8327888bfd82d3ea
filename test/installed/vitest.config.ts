import { defineConfig } from 'vitest/config';

/** What users do with the packed packages, in empty folders outside the repository. They install from the npm registry. */
export default defineConfig({
  cacheDir: '../../node_modules/.vite-installed',
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    globalSetup: ['pack.ts'],
  },
});
