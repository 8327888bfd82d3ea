/** Learns from the recordings: see `run.js`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({ cacheDir: '../../node_modules/.vite', test: { root: import.meta.dirname, include: ['measure.loop.ts'] } });
