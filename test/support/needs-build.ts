/** The tests that need a build. All others import only sources. */
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';

/** Files and folders of `test/`, by the reason why they need `dist/`, or the `dist/` of packages in `generated/`. */
export const testsThatNeedBuild: Readonly<Record<string, readonly string[]>> = {
  'They run the command line, or import discogen, as users do.': [
    'behavior/accepted-requests.test.ts',
    'behavior/process.test.ts',
    'behavior/tls.test.ts',
    'behavior/workers.test.ts',
    'docs.test.ts',
    'no-overlays.test.ts',
    'packages/discovery.test.ts',
    'scenarios/mock',
    'snapshots.test.ts',
    'store',
    'unit/cli/mock-process.test.ts',
    'unit/cli/mock-run.test.ts',
    'unit/cli/process.test.ts',
    'unit/cli/threads.test.ts',
    'unit/cli/verify-process.test.ts',
    'unit/cli/watch-process.test.ts',
    'unit/library.test.ts',
    'unit/mock/stores/damaged-store.test.ts',
    'unit/mock/stores/full-disk.test.ts',
    'vendor',
  ],
  'They write whole packages, which contain the built runtime, and use them.': [
    'behavior/account',
    'behavior/bigquery',
    'behavior/cloudkms',
    'behavior/cloudscheduler',
    'behavior/cloudtasks',
    'behavior/deliveries.test.ts',
    'behavior/handlers.test.ts',
    'behavior/logging',
    'behavior/pubsub',
    'behavior/secretmanager',
    'behavior/services.test.ts',
    'behavior/calendar',
    'behavior/gmail',
    'behavior/people',
    'behavior/storage',
    'behavior/validate-only.test.ts',
    'corpus',
    'exchanges',
    'fuzz',
    'load',
    'long-running.test.ts',
    'media',
    'oddities.test.ts',
    'packages/runtime.test.ts',
    'unit/cli/mock-seeds.test.ts',
    'unit/cli/mock-store.test.ts',
    'unit/cli/proxy.test.ts',
    'unit/emit/examples.test.ts',
    'unit/emit/injection.test.ts',
    'unit/emit/validators/compile-validators.test.ts',
    'unit/pipeline/generate.test.ts',
    'unit/pipeline/runtime-package.test.ts',
    'unit/mock/server/http/budgets.test.ts',
  ],
  'They compare or compile what the packages in `generated/` publish.': [
    'conformance/packages.test.ts',
    'packages/published.test.ts',
    'ui',
    'unit/emit/compile.test.ts',
    'unit/release/classify-bump.test.ts',
    'unit/release/compare-declarations.test.ts',
    'unit/release/plan-release.test.ts',
  ],
};

const root = join(import.meta.dirname, '../..');

/** Builds what isn't current, if one of the test files needs it. */
export function buildFor(files: readonly string[]): void {
  const names = files.map((file) => relative(join(root, 'test'), file).replaceAll('\\', '/'));
  const paths = Object.values(testsThatNeedBuild).flat();
  if (!names.some((name) => paths.some((path) => name === path || name.startsWith(`${path}/`)))) return;
  const { status } = spawnSync(process.execPath, [join(root, 'generator/build.js'), '--packages', '--if-changed'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
}
