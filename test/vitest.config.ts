import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts with the files that take longest, so that no worker waits for them at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow = /\/test\/(?:docs|ui|store|packages|fuzz|rules\/state|behavior\/(?:workers|process)|unit\/(?:cli|pipeline|write))/;
    const isSlow = ({ moduleId }: TestSpecification): number => Number(slow.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => isSlow(other) - isSlow(one));
  }
}

export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['installed/**', '**/node_modules/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for processes that they start. The default would even leave one processor idle, half of a small machine.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: SlowestFirst },
    // Files share their imports: a test must restore what it sets on the process.
    isolate: false,
    setupFiles: ['support/properties.ts'],
    globalSetup: ['support/shared-servers.ts'],
    // Generated packages are imported like installed ones.
    server: { deps: { external: [/\/generated\/[^/]+\/dist\//] } },
  },
});
