/** The measures of `verify --target`: `npm run prove -- removed-rules`. */
import { mergeConfig } from 'vitest/config';
import shared from '../vitest.config.js';

const { test: settings, ...others } = shared;
export default mergeConfig(others, {
  test: {
    ...settings,
    root: import.meta.dirname,
    include: ['**/*.measure.ts'],
    setupFiles: [],
    globalSetup: [],
    maxWorkers: 1,
    testTimeout: 3_600_000,
    // A mutated mock can leave promises behind.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
