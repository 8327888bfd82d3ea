// `npm run matrix` checks the generated packages on every supported platform and compiler. Each cell prints PASS, FAIL, or SKIP with its
// reason; any FAIL fails the run. `npm run matrix -- deno typescript` runs the cells whose names contain one of the words.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { browserCells } from './browser.js';
import { compilerCells } from './compilers.js';
import { frameworkCells } from './frameworks.js';
import { generateCommonJs, project, Skip } from './install.js';
import { runtimeCells } from './runtimes.js';

const root = join(import.meta.dirname, '../..');
const words = process.argv.slice(2);

/** Starts the mock of all services in its own process. */
async function startMock() {
  const child = spawn(process.execPath, [join(root, 'generator/bin.js'), 'mock', '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { rootUrl: /http:\S+/.exec(String(line))[0], end: () => child.kill() };
}

/** Runs a cell and returns `[verdict, message]`. */
async function verdict(cell, context) {
  try {
    const { count, failures = [], note } = await cell.run(context);
    const said = [note, count === undefined ? '' : `${count} checks`].filter(Boolean).join(', ');
    return failures.length === 0 ? ['PASS', said] : ['FAIL', failures.join('\n  ')];
  } catch (error) {
    return error instanceof Skip ? ['SKIP', error.message] : ['FAIL', String(error.stderr || error.stdout || error.stack || error)];
  }
}

const cells = [...runtimeCells, ...browserCells, ...compilerCells, ...frameworkCells].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const width = Math.max(0, ...cells.map(({ name }) => name.length));
const mock = await startMock();
const counts = { PASS: 0, FAIL: 0, SKIP: 0 };
try {
  const folder = await project(['runtime', 'dns-v1', 'compute-v1'], { name: 'project', source: join(root, 'generated') });
  const commonJs = await project(['runtime', 'dns-v1'], { name: 'common-js-project', source: await generateCommonJs() });
  const folders = { esm: folder, cjs: commonJs };
  for (const cell of cells) {
    const [result, said] = await verdict(cell, { folder, folders, rootUrl: mock.rootUrl, session: cell.name.replaceAll(/\W+/g, '-') });
    counts[result] += 1;
    console.log(`${result}  ${cell.name.padEnd(width)}  ${said}`.trimEnd());
  }
} finally {
  mock.end();
}
console.log(`${counts.PASS} passed, ${counts.FAIL} failed, ${counts.SKIP} skipped`);
if (counts.FAIL > 0) process.exitCode = 1;
