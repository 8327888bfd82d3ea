import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildFor } from './support/needs-build.js';
import { isQuickRun } from './support/quick-run.js';

const root = join(import.meta.dirname, '..');

/** What `npm test` leaves out. Each of these areas also has tests in `npm test`. */
const slowTests = [
  'behavior/process.test.ts',
  'corpus/corpus.test.ts',
  'fuzz/sizes.test.ts',
  'load/**',
  'packages/{discovery,openapi,published,tarball}.test.ts',
  'recipes.test.ts',
  'rules/{mutation,state}.test.ts',
  'store/{crashes,replicas}.test.ts',
  'ui/{clock,faults,overview,requests,resources,snapshots}.test.ts',
  'unit/cli/{process,threads}.test.ts',
  'unit/emit/examples.test.ts',
  'unit/pipeline/killed.test.ts',
];
if (isQuickRun) process.stdout.write("The slow tests of test/vitest.config.ts don't run. `npm run test:all` runs them.\n");

/** Builds what the files need, and starts with those that take longest, so that no worker waits for them at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    buildFor(files.map(({ moduleId }) => moduleId));
    const slow =
      /\/test\/(?:docs|ui|store|packages|fuzz|rules\/(?:state|mutation)|behavior\/(?:workers|process)|unit\/(?:cli|pipeline|write))/;
    const isSlow = ({ moduleId }: TestSpecification): number => Number(slow.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => isSlow(other) - isSlow(one));
  }
}

export default defineConfig({
  cacheDir: '../node_modules/.vite',
  resolve: {
    alias: [
      // The sources of generated packages use the sources of the runtime, so that tests of them need no build.
      { find: /^@discogen\/runtime\/(client|validate|values)$/, replacement: join(root, 'runtime/$1/index.ts') },
      { find: '@discogen/runtime/mock', replacement: join(root, 'mock/index.ts') },
      { find: '@discogen/runtime/media', replacement: join(root, 'mock/media-entry.ts') },
      { find: '@discogen/runtime/re2', replacement: join(root, 'runtime/re2.ts') },
      { find: /^@discogen\/runtime\/(otel|undici)$/, replacement: join(root, 'runtime/client/$1.ts') },
    ],
  },
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['installed/**', '**/node_modules/**', ...(isQuickRun ? slowTests : [])],
    // These limits end tests that hang. No test sets a shorter one, because the machine can be busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Many tests wait for processes that they start. The default would even leave one processor idle, half of a small machine.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: SlowestFirst },
    // In megabytes. More room for short-lived objects, whose garbage collection otherwise takes a tenth of the time.
    execArgv: ['--max-semi-space-size=64'],
    // Files share their imports: a test must restore what it sets on the process.
    isolate: false,
    setupFiles: ['support/properties.ts'],
    globalSetup: ['support/shared-servers.ts'],
    // Node imports built files like an installed package. Vite would transform their chunks, which are megabytes large.
    server: { deps: { external: [/\/dist\/(?:[^/]+\/)*[^/]+\.js$/] } },
  },
});
