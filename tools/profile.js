// Shows where the time goes: `npm run profile -- generate FILE` for a run of a command, `npm run profile -- mock` for a mock under load.
// Prints two tables of processor time, by folder and by function, and the path of the profile for a flame graph.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatRequest, load } from '../bench/mock/load.js';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'discogen-profile-'));
const profiles = join(folder, 'profiles');
mkdirSync(profiles);

/** Microseconds of the clock that V8 uses. */
const now = () => Number(process.hrtime.bigint() / 1000n);
/** The samples before this time aren't counted. */
let countedFrom = 0;

const maxAreas = 12;
const maxFunctions = 20;

function start(words, stdio) {
  const options = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, join(root, 'generator/bin.js')];
  return spawn(process.execPath, [...options, ...words], { cwd: root, stdio });
}

/** Runs a command. The packages of `generate` go to a temporary folder, unless the command names one. */
async function profileCommand(words) {
  const isGenerate = words[0] === 'generate' && !words.includes('--out');
  const child = start([...words, ...(isGenerate ? ['--out', join(folder, 'packages')] : [])], 'inherit');
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`the command failed with status ${status}`);
}

const zones = '/dns/v1/projects/p/managedZones';

/** Sends the requests of 16 clients to the mock of DNS for five seconds: reads, lists, and changes, in turn. The start isn't counted. */
async function profileMock() {
  const child = start(['mock', 'dns', '--port', '0', '--quiet'], ['ignore', 'pipe', 'inherit']);
  const [line] = await once(child.stdout, 'data');
  const url = /https?:\S+/.exec(String(line))[0];
  for (let index = 0; index < 16; index += 1) {
    const body = JSON.stringify({ name: `z${index}`, dnsName: `z${index}.example.`, description: '' });
    await fetch(url + zones, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }
  let count = 0;
  const next = (worker) => {
    count += 1;
    if (count % 3 === 0) return formatRequest('GET', `${zones}/z${worker}`);
    if (count % 3 === 1) return formatRequest('GET', `${zones}?maxResults=10`);
    const additions = [{ name: `n${count}.z${worker}.example.`, type: 'A', ttl: 60, rrdatas: ['192.0.2.1'] }];
    return formatRequest('POST', `${zones}/z${worker}/changes`, { additions });
  };
  countedFrom = now();
  const { perSecond, failed } = await load(url, next, { milliseconds: 5000 });
  console.log(`${Math.round(perSecond)} requests per second, ${failed} failed`);
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The source maps of the build, by the name of the script. */
const maps = new Map();

function findMap(script) {
  if (!maps.has(script)) {
    const path = join(root, 'dist/maps', `${script}.map`);
    maps.set(script, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined);
  }
  return maps.get(script);
}

const specialFrames = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'native code'],
]);

/** Finds the source of a function: its path in the repository with its line, the name of a package, or a part of Node. */
function locate({ functionName, url, lineNumber, columnNumber }) {
  if (specialFrames.has(functionName)) return { source: specialFrames.get(functionName) };
  if (url.startsWith('node:')) return { source: 'node' };
  if (url === '') return { source: 'native code' };
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const entry = /[\\/]dist[\\/]/.test(path) ? findMap(basename(path))?.findEntry(lineNumber, columnNumber) : undefined;
  const source = (entry?.originalSource ?? relative(root, path)).replaceAll('\\', '/');
  return { source, line: (entry?.originalLine ?? lineNumber) + 1 };
}

/** `generator/emit/x.ts` belongs to `generator/emit`, and a file of a package to the package. */
function findArea(source) {
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? /^dist\/chunks\/(.+)-[^-]{8}\.js$/.exec(source)?.[1];
  if (library !== undefined) return `package ${library}`;
  if (!source.includes('/')) return source;
  const folders = source.split('/').slice(0, -1);
  return folders.slice(0, folders[0] === 'templates' ? 4 : 2).join('/');
}

/** Adds up the processor time of all threads, in microseconds, by area and by function. */
function summarize() {
  const [areas, functions] = [new Map(), new Map()];
  const add = (times, name, time) => times.set(name, (times.get(name) ?? 0) + time);
  for (const file of readdirSync(profiles)) {
    const { nodes, samples, startTime, timeDeltas } = JSON.parse(readFileSync(join(profiles, file), 'utf8'));
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    const times = new Map();
    let time = startTime;
    samples.forEach((id, index) => {
      time += timeDeltas[index];
      if (time >= countedFrom) add(times, id, timeDeltas[index]);
    });
    for (const [id, time] of times) {
      const frame = frames.get(id);
      if (frame.functionName === '(idle)' || frame.functionName === '(root)') continue;
      const { source, line } = locate(frame);
      add(areas, findArea(source), time);
      if (line !== undefined) add(functions, `${frame.functionName || '(anonymous)'}  ${source}:${line}`, time);
    }
  }
  return { areas, functions };
}

function printTable(title, times, { total, limit }) {
  console.log(`\n${title}`);
  const rows = [...times].sort(([, one], [, other]) => other - one);
  for (const [name, time] of rows.slice(0, limit)) {
    const share = ((100 * time) / total).toFixed(1).padStart(5);
    console.log(`${(time / 1000).toFixed(0).padStart(7)} ms ${share} %  ${name}`);
  }
}

const words = process.argv.slice(2);
if (words.length === 0) {
  console.error('usage: npm run profile -- mock | COMMAND [options]');
  process.exit(2);
}
await (words.join(' ') === 'mock' ? profileMock() : profileCommand(words));
const { areas, functions } = summarize();
const total = [...areas.values()].reduce((sum, time) => sum + time, 0);
printTable('Processor time by folder', areas, { total, limit: maxAreas });
printTable('Processor time by function, without its calls', functions, { total, limit: maxFunctions });
console.log(`\nFlame graph: open the files in ${profiles} in VS Code or in the Performance panel of Chrome DevTools.`);
