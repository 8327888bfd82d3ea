// Builds after each change of a source: `npm run dev`. `npm run dev -- mock dns` also runs that command of discogen after each build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
/** Editors write in several steps, which are one change. Milliseconds. */
const debounceDelay = 100;

const run = (script, options) => spawn(process.execPath, [join(root, script), ...options], { cwd: root, stdio: 'inherit' });

let command;

async function stopCommand() {
  if (command === undefined || command.exitCode !== null || command.signalCode !== null) return;
  command.kill('SIGTERM');
  await once(command, 'exit');
}

async function build() {
  const [status] = await once(run('generator/build.js', ['--packages', '--if-changed']), 'exit');
  console.log(status === 0 ? 'dev: built' : 'dev: the build failed');
  if (status !== 0 || words.length === 0) return;
  await stopCommand();
  command = run('generator/bin.js', words);
}

let isBuilding = false;
let isChanged = true;

/** Builds until no source has changed since the last build began. */
async function buildChanges() {
  if (isBuilding) return;
  isBuilding = true;
  while (isChanged) {
    isChanged = false;
    await build();
  }
  isBuilding = false;
}

let timer;
for (const folder of ['generator', 'templates']) {
  watch(join(root, folder), { recursive: true }, () => {
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(buildChanges, debounceDelay);
  });
}
await buildChanges();
