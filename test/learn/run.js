// Measures what `discogen learn` predicts of recordings that it didn't see: `npm run learn:folds`. With `--random N`, also how much it
// proposes if the values of all responses are replaced N times by random ones. Skips if there are no recordings beside the repository.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '../..');
const recorded = join(root, '../shared/recorded');

async function run() {
  const folder = join(root, 'node_modules/.cache/learn-folds');
  mkdirSync(folder, { recursive: true });
  const external = [/^node:/, /^(?:@eslint-community|@marcbachmann|jsonc-parser|re2js|yaml)/];
  const build = await rolldown({ input: join(import.meta.dirname, 'folds.ts'), external, platform: 'node' });
  await build.write({ file: join(folder, 'folds.js'), format: 'esm', codeSplitting: false });
  await build.close();
  const { status } = spawnSync(process.execPath, [join(folder, 'folds.js'), recorded, ...process.argv.slice(2)], { stdio: 'inherit' });
  rmSync(folder, { recursive: true });
  process.exitCode = status ?? 1;
}

if (existsSync(recorded)) await run();
else process.stdout.write('SKIP: there are no recordings beside the repository (../shared/recorded)\n');
