// Learns the defaults, constants, states, and templates of DNS and Compute back from recordings of their own mocks:
// `npm run learn:loop [-- FOLDER]`. Records the tests of both APIs and random scenarios (`random-scenarios.ts`), takes these facts out of the overlays
// (`removed-facts.ts`), learns from the recordings (`measure.loop.ts`), and prints how much is found and wrong (`score.ts`). FOLDER receives the
// recordings, the overlays, and the report.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';

const root = join(import.meta.dirname, '../..');
const [named] = process.argv.slice(2);
const folder = named === undefined ? mkdtempSync(join(tmpdir(), 'discogen-loop-')) : resolve(named);
mkdirSync(folder, { recursive: true });
if (readdirSync(folder).length > 0) throw new Error(`${folder} isn't empty`);

/** Runs test files. Prints what they print only if they fail. */
function run(config) {
  const words = ['vitest.mjs', 'run', '--config', join(import.meta.dirname, config)];
  const [script, ...rest] = [join(root, 'node_modules/vitest', words[0]), ...words.slice(1)];
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...rest], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DISCOGEN_TAPES: folder },
    maxBuffer: 1e9,
  });
  if (status === 0) return true;
  process.stdout.write(stdout + stderr);
  process.exitCode = 1;
  return false;
}

try {
  if (run('record.config.ts') && run('measure.config.ts')) process.stdout.write(readFileSync(join(folder, 'report.txt')));
} finally {
  if (named === undefined) rmSync(folder, { recursive: true, force: true });
}
