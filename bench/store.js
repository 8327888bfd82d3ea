// Measures the stores of a mock, and several worker processes on one store. `npm run generate`, `node bench/store.js` (`--quick`: shorter,
// 100,000 instead of 1,000,000 resources; `--postgres ADDRESS`: also measures writes to an empty PostgreSQL database). Needs Linux: the
// processor time of the servers comes from /proc.
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatRequest, load } from './mock/load.js';

const quick = process.argv.includes('--quick');
const postgres = process.argv.includes('--postgres') ? process.argv[process.argv.indexOf('--postgres') + 1] : undefined;
const rounds = quick ? 5 : 9;
const milliseconds = quick ? 500 : 2000;
const root = join(import.meta.dirname, '..');
const policies = '/compute/v1/projects/p/global/sslPolicies';
const folder = mkdtempSync(join(tmpdir(), 'discogen-bench-'));
const seedFile = join(folder, 'seed.json');
const seeded = Array.from({ length: 1000 }, (_, index) => [`${policies}/p${index}`, { name: `p${index}` }]);
writeFileSync(seedFile, JSON.stringify({ resources: Object.fromEntries(seeded) }));
const row = (name, ...cells) => console.log(name.padEnd(36) + cells.map((cell) => String(cell).padStart(16)).join(''));

/** Starts `discogen mock`, whose processes `cpu` measures. */
async function startMock(...options) {
  const words = ['generator/bin.js', 'mock', 'compute', '--port', '0', '--quiet', '--seed', seedFile, ...options];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text)));
    child.once('exit', () => reject(new Error(`${options.join(' ')} ended`)));
  });
  return { url: /http:\S+/.exec(line)[0], cpu: () => readTimes(child.pid), end: () => (child.kill(), ended) };
}

/** Returns the processor times of a process and of its children, in microseconds. A tick is 10 ms. */
function readTimes(parent) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readTime);
  return processes.filter(({ id, parent: own }) => id === parent || own === parent);
}

function readTime(id) {
  try {
    // The name of the process, in parentheses, may contain spaces.
    const [, own, ...fields] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return [{ id: Number(id), parent: Number(own), time: (Number(fields[9]) + Number(fields[10])) * 10_000 }];
  } catch {
    return [];
  }
}

/** One slice of load, with the processor time per request of each process, highest first. */
async function slice({ url, cpu }, next, options) {
  const before = new Map(cpu().map(({ id, time }) => [id, time]));
  const found = await load(url, next, { milliseconds, ...options });
  const times = cpu().map(({ id, time }) => (time - (before.get(id) ?? 0)) / found.count);
  return { ...found, times: times.toSorted((one, other) => other - one) };
}

/**
 * Gets of one resource. The load generator takes a core itself, so the ratio isn't that of the measured requests per second: it is that of
 * the processor time per request on the busiest of two cores, which a generator on another machine would find. All servers get 128
 * connections, so that a worker always has requests to answer, even while the load generator has its core.
 */
async function compareGets() {
  const servers = [
    ['memory, 1 process', await startMock(), 1],
    ['folder, 1 process', await startMock('--store', join(folder, 'get')), 1],
    ['temporary folder, 2 workers', await startMock('--workers', '2'), 2],
  ];
  const next = () => formatRequest('GET', `${policies}/p7`);
  for (const [, server] of servers) await load(server.url, next, { milliseconds: 2000, connections: 128 });
  const best = servers.map(() => undefined);
  // The lowest of several, because other work on the machine only adds to it.
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [, server, cores]] of servers.entries()) {
      const { times, perSecond, failed } = await slice(server, next, { connections: 128 });
      const total = times.reduce((sum, time) => sum + time, 0);
      const busiest = Math.max(times[0], total / cores);
      if (best[index] === undefined || busiest < best[index].busiest) best[index] = { total, busiest, perSecond, failed };
    }
  }
  row('get', 'CPU µs, all', 'busiest core', 'relative', 'requests/s here');
  for (const [index, [name]] of servers.entries()) {
    const { total, busiest, perSecond, failed } = best[index];
    const ratio = `× ${(best[0].busiest / busiest).toFixed(2)}`;
    row(name, total.toFixed(1), busiest.toFixed(1), ratio, Math.round(perSecond), failed > 0 ? `${failed} failed` : '');
  }
  for (const [, server] of servers) await server.end();
}

/** The latency of inserts over one connection and over 16. */
async function compareWrites() {
  console.log();
  row('insert', 'p50 ms', 'p99 ms', '16: p50 ms', '16: p99 ms', '16: writes/s');
  const stores = [
    ['memory', []],
    ['folder', ['--store', join(folder, 'insert')]],
    ['temporary folder, 2 workers', ['--workers', '2']],
    ...(postgres === undefined ? [] : [['PostgreSQL', ['--store', postgres]]]),
  ];
  let created = 0;
  const next = () => formatRequest('POST', policies, { name: `n${(created += 1)}` });
  for (const [name, options] of stores) {
    const server = await startMock(...options);
    await load(server.url, next, { milliseconds, connections: 1 });
    const single = await load(server.url, next, { milliseconds: milliseconds * 3, connections: 1 });
    const many = await load(server.url, next, { milliseconds: milliseconds * 3 });
    const failed = single.failed + many.failed;
    const numbers = [single.p50, single.p99, many.p50, many.p99].map((number) => number.toFixed(2));
    row(name, ...numbers, Math.round(many.perSecond), failed > 0 ? `${failed} failed` : '');
    await server.end();
  }
  if (postgres === undefined) console.log('PostgreSQL: skipped (--postgres ADDRESS)');
}

async function startServer(store, count) {
  const execArgv = ['--expose-gc', '--max-old-space-size=6000'];
  const child = fork(join(import.meta.dirname, 'store/server.js'), [store, String(count)], { execArgv });
  const receive = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error(`${store} ended`)));
    });
  const first = await receive();
  return {
    ...first,
    used: () => (child.send('memory'), receive()),
    end: () => new Promise((resolve) => (child.once('exit', resolve), child.disconnect())),
  };
}

/** Many resources: seeding them in chunks of 10,000, the start on a store that contains them, memory, and the cost of reads. */
async function measureSize() {
  const count = quick ? 100_000 : 1_000_000;
  console.log();
  row(`${count.toLocaleString('en')} resources`, 'seeding s', 'start s', 'RSS MB', 'heap MB', 'list of 50 ms', 'get ms');
  const store = join(folder, 'size');
  const servers = [
    ['memory', 'memory', count],
    ['folder, seeded', store, count],
    ['folder, restarted', store, 0],
  ];
  for (const [name, place, seeds] of servers) {
    const server = await startServer(place, seeds);
    const measure = async (path) => {
      const next = () => formatRequest('GET', path);
      await load(server.url, next, { connections: 1, milliseconds: 1000 });
      return (await load(server.url, next, { connections: 1, milliseconds })).p50.toFixed(3);
    };
    const page = await (await fetch(`${server.url}${policies}?maxResults=50`)).json();
    const list = await measure(`${policies}?maxResults=50&pageToken=${page.nextPageToken}`);
    const get = await measure(`${policies}/policy-0000007`);
    const { rss, heap } = await server.used();
    const seconds = seeds === 0 ? '' : (server.seeded / 1000).toFixed(1);
    row(name, seconds, (server.opened / 1000).toFixed(2), (rss / 1e6).toFixed(0), (heap / 1e6).toFixed(0), list, get);
    await server.end();
  }
}

try {
  await compareGets();
  await compareWrites();
  await measureSize();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
