// Runs one program once and reports its cost.
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';

export const scratch = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'discogen-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Wall-clock seconds, processor seconds, peak MiB, and the standard output of the program. */
export function run(words, { node = process.execPath, cwd = scratch, failing = false } = {}) {
  const used = join(scratch, 'used.json');
  const begun = performance.now();
  const child = spawnSync(node, ['--import', join(import.meta.dirname, 'probe.js'), ...words], {
    cwd,
    env: { ...process.env, BENCH_USED: used },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const clock = (performance.now() - begun) / 1000;
  if (child.status !== 0 && !failing) throw new Error(`${words[0]} failed: ${child.stderr.slice(-2000)}`);
  return { clock, ...JSON.parse(readFileSync(used, 'utf8')), stdout: child.stdout };
}

/** Paths and sizes of all files below a folder. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.cache'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path), lstatSync(path).size]);
}
