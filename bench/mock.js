// Compares the mock with a bare node:http server that returns fixed bytes and with Prism on the exported OpenAPI. Prints ratios measured in
// one run. `npm ci --prefix bench`, `npm run generate`, `node bench/mock.js` (`--quick`: shorter, without the million).
import { fork, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { load, formatRequest } from './mock/load.js';

const quick = process.argv.includes('--quick');
/** Number and length of the load slices. */
const rounds = quick ? 7 : 15;
const milliseconds = quick ? 200 : 500;
/** Number of requests before the first slice. A busy machine needs more time to compile all code, but not more requests. */
const warmUpRequests = 10_000;
const root = join(import.meta.dirname, '..');
const policies = '/compute/v1/projects/p/global/sslPolicies';
const subnetworks = '/compute/v1/projects/p/regions/r/subnetworks';
const cell = (text, width = 13) => String(text).padStart(width);
const row = (name, ...cells) => console.log(name.padEnd(36) + cells.map((each) => cell(each)).join(''));

async function startServer(kind, count = 0, env = {}) {
  const child = fork(join(import.meta.dirname, 'mock/server.js'), [kind, String(count)], {
    execArgv: ['--expose-gc', '--max-old-space-size=6000'],
    env: { ...process.env, ...env },
  });
  const first = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error(`${kind} ended`)));
  });
  return {
    ...first,
    /** Memory in bytes, processor time in microseconds. */
    used(kind = 'memory') {
      return new Promise((resolve) => {
        child.once('message', resolve);
        child.send(kind);
      });
    },
    end: () => new Promise((resolve) => (child.once('exit', resolve), child.disconnect())),
  };
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

const warmUp = ({ server, next, options }) => load(server.url, next, { ...options, requests: warmUpRequests });

/** One slice of load, with the server's processor time per request in microseconds. */
async function slice({ server, next, options }) {
  const before = await server.used('time');
  const found = await load(server.url, next, { ...options, milliseconds });
  return { ...found, cpu: ((await server.used('time')).cpu - before.cpu) / found.count };
}

/**
 * Takes turns in short slices, because other work on the machine affects both servers. A ratio is the median over all turns; that of the
 * processor time excludes the client.
 */
async function compareServers(name, bare, mock) {
  const turns = [];
  for (const each of [bare, mock]) await warmUp(each);
  for (let turn = 0; turn < rounds; turn += 1) turns.push([await slice(bare), await slice(mock)]);
  const summarize = (index) => {
    const of = (value) => median(turns.map((each) => value(each[index])));
    const numbers = [Math.round(of(({ perSecond }) => perSecond)), of(({ p50 }) => p50).toFixed(2), of(({ p99 }) => p99).toFixed(2)];
    return [...numbers, of(({ cpu }) => cpu).toFixed(1)];
  };
  const rate = median(turns.map(([one, other]) => other.perSecond / one.perSecond));
  const cpu = median(turns.map(([one, other]) => one.cpu / other.cpu));
  const failed = turns.flat().reduce((sum, each) => sum + each.failed, 0);
  row(`${name}: bare`, ...summarize(0));
  row(`${name}: mock`, ...summarize(1), `× ${rate.toFixed(2)}`, `× ${cpu.toFixed(2)}`, failed > 0 ? `${failed} failed` : '');
  return { perSecond: median(turns.map(([, { perSecond }]) => perSecond)) };
}

/** Compares with a bare server that returns the same bytes. */
async function compareWithSameBytes(name, server, path) {
  const bare = await startServer('bare', 0, { BENCH_BODY: await (await fetch(server.url + path)).text() });
  const next = () => formatRequest('GET', path);
  const found = await compareServers(name, { server: bare, next }, { server, next });
  await bare.end();
  return found;
}

row('', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'rate', 'CPU');
const compute = await startServer('compute', 100_000);
const get = await compareWithSameBytes('get', compute, '/compute/v1/projects/p');
await compareWithSameBytes('list (50 of 100,000)', compute, `${policies}?maxResults=50`);

const bare = { server: await startServer('bare'), next: () => formatRequest('GET', '/') };
/** Takes turns: reads the current fingerprint and sends it with a change. */
let turn = 0;
const hasReadFingerprint = Array.from({ length: 64 }, () => false);
const patch = (worker, response) => {
  const path = `${subnetworks}/s${worker}`;
  hasReadFingerprint[worker] = response === undefined || !hasReadFingerprint[worker];
  if (hasReadFingerprint[worker]) return formatRequest('GET', `${path}?fields=fingerprint`);
  turn += 1;
  return formatRequest('PATCH', path, { privateIpv6ProviderAccess: `X${turn}`, ...JSON.parse(response) });
};
await compareServers('get + patch with fingerprint', bare, { server: compute, next: patch, options: { reads: true } });
await compute.end();

const dns = await startServer('dns');
let changes = 0;
const change = (worker) => {
  changes += 1;
  const additions = [{ name: `n${changes}.z${worker}.example.`, type: 'A', ttl: 60, rrdatas: ['192.0.2.1'] }];
  return formatRequest('POST', `/dns/v1/projects/p/managedZones/z${worker}/changes`, { additions });
};
await compareServers('DNS change', bare, { server: dns, next: change });
await dns.end();

/** A rule about siblings reads only those that an index finds, so both must cost about the same. */
async function compareSiblingCounts() {
  const path = '/dns/v1/projects/p/managedZones/z/rrsets';
  // Each creation is followed by a deletion, so that the number of siblings stays.
  const createNext = () => {
    const exists = new Set();
    return (worker) => {
      const name = `n${worker}.example.`;
      if (exists.delete(name)) return formatRequest('DELETE', `${path}/${name}/A`);
      exists.add(name);
      return formatRequest('POST', path, { name, type: 'A', ttl: 60, rrdatas: ['192.0.2.1'] });
    };
  };
  const servers = [await startServer('siblings', 10), await startServer('siblings', 10_000)];
  const [few, many] = servers.map((server) => ({ server, next: createNext() }));
  const turns = [];
  for (const each of [few, many]) await warmUp(each);
  for (let turn = 0; turn < rounds; turn += 1) turns.push([await slice(few), await slice(many)]);
  const ratio = median(turns.map(([one, other]) => other.cpu / one.cpu));
  row('create and delete among 10,000', '', '', '', median(turns.map(([, { cpu }]) => cpu)).toFixed(1), '', `× ${ratio.toFixed(2)} of 10`);
  for (const server of servers) await server.end();
}
await compareSiblingCounts();
await bare.server.end();

async function compareWithPrism() {
  const node = join(import.meta.dirname, 'node_modules/node/bin/node');
  const prism = join(import.meta.dirname, 'node_modules/@stoplight/prism-cli/dist/index.js');
  if (!existsSync(node) || !existsSync(prism)) return console.log('Prism: skipped, not installed (npm ci --prefix bench)');
  const port = 20_000 + (process.pid % 20_000);
  const child = spawn(node, [prism, 'mock', '-p', String(port), '-h', '127.0.0.1', join(root, 'generated/compute-v1/openapi.json')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise((resolve, reject) => {
    const collect = (part) => {
      output += part;
      if (/listening/i.test(output)) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', () => reject(new Error(output)));
  });
  try {
    await ready;
    const found = await load(`http://127.0.0.1:${port}`, () => prismRequest(), { milliseconds: milliseconds * rounds });
    row(
      'get: Prism',
      Math.round(found.perSecond),
      found.p50.toFixed(2),
      found.p99.toFixed(2),
      '',
      found.failed > 0 ? `${found.failed} failed` : '',
    );
    console.log(`get: the mock relative to Prism     × ${(get.perSecond / found.perSecond).toFixed(1)}`);
  } catch (error) {
    console.log(`Prism: skipped, failed to start: ${error.message.slice(0, 300)}`);
  } finally {
    child.kill();
  }
}

/** Prism requires a credential. */
function prismRequest() {
  return formatRequest('GET', '/compute/v1/projects/p').replace('\r\n\r\n', '\r\nauthorization: Bearer t\r\n\r\n');
}

async function starts() {
  const starts = quick ? 3 : 9;
  const generated = `import { createMock } from '${root}/generated/compute-v1/dist/mock.js'; console.log((await createMock().listen()).url);`;
  const words = {
    'empty node': ['-e', 'console.log()'],
    'bare node:http': ['-e', bareServer],
    'a generated mock': ['--input-type=module', '-e', generated],
    'discogen mock (all four)': ['generator/bin.js', 'mock', '--port', '0'],
  };
  const times = Object.fromEntries(Object.keys(words).map((name) => [name, []]));
  for (let round = 0; round < starts; round += 1) {
    for (const [name, each] of Object.entries(words)) times[name].push(await measureStart(each));
  }
  console.log();
  row('start-up, ms', 'first response', 'above empty');
  const empty = median(times['empty node']);
  for (const name of Object.keys(words)) row(name, median(times[name]).toFixed(0), (median(times[name]) - empty).toFixed(0));
}

const bareServer = `const server = require('node:http').createServer((request, response) => response.end('{}'));
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

/** Waits for the first response, or for the first output of a program that serves nothing. */
async function measureStart(words) {
  const began = performance.now();
  const child = spawn(process.execPath, words, { cwd: root });
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text)));
    child.once('exit', () => reject(new Error(`${words.join(' ')} ended without a word`)));
  });
  const url = /http:\S+/.exec(line)?.[0];
  if (url !== undefined) await load(url, () => formatRequest('GET', '/compute/v1/projects/p'), { connections: 1, milliseconds: 0 });
  const took = performance.now() - began;
  child.kill();
  return took;
}

async function memory() {
  const megabytes = async (server) => {
    await (await fetch(`${server.url}/compute/v1/projects/p`)).text();
    const { rss, heap } = await server.used();
    return [rss / 1e6, heap / 1e6];
  };
  console.log();
  row('memory, MB', 'resident', 'heap', 'above bare');
  const bare = await startServer('bare');
  const [least, leastHeap] = await megabytes(bare);
  row('bare, idle', least.toFixed(1), leastHeap.toFixed(1));
  await bare.end();
  const idle = await startServer('compute');
  const [rss, heap] = await megabytes(idle);
  row('mock, idle', rss.toFixed(1), heap.toFixed(1), (rss - least).toFixed(1));
  await idle.end();
}

async function lists() {
  console.log();
  row('list of 50', 'ms', '× 1,000', 'seeding µs', 'heap B each');
  let base;
  for (const count of quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]) {
    const server = await startServer('compute', count);
    const first = await (await fetch(`${server.url}${policies}?maxResults=50`)).json();
    const { heap, rss } = await server.used();
    const path = `${policies}?maxResults=50&pageToken=${first.nextPageToken}`;
    await load(server.url, () => formatRequest('GET', path), { connections: 1, requests: warmUpRequests });
    const { p50 } = await load(server.url, () => formatRequest('GET', path), { connections: 1, milliseconds: milliseconds * 4 });
    base ??= p50;
    row(
      `${count.toLocaleString('en')}`,
      p50.toFixed(3),
      `× ${(p50 / base).toFixed(2)}`,
      ((server.took * 1000) / count).toFixed(1),
      (heap / count).toFixed(0),
      `${(rss / 1e6).toFixed(0)} MB`,
    );
    await server.end();
  }
}

/** Memory after each round of requests with new session names and large bodies: it stays constant. */
async function measureMemoryLimit() {
  console.log();
  const server = await startServer('dns');
  const body = { name: 'x', dnsName: 'x.example.', description: 'x'.repeat(20_000) };
  let sent = 0;
  const next = () => {
    sent += 1;
    return formatRequest('POST', '/dns/v1/projects/p/managedZones', body).replace('\r\n\r\n', `\r\nx-mock-session: s${sent}\r\n\r\n`);
  };
  const heaps = [];
  for (let round = 0; round < (quick ? 3 : 6); round += 1) {
    for (let count = 0; count < 10_000;) count += (await load(server.url, next, { milliseconds })).count;
    const { heap, rss } = await server.used();
    heaps.push(`${(heap / 1e6).toFixed(0)} of ${(rss / 1e6).toFixed(0)} MB`);
  }
  row('heap, 10,000 new sessions each', ...heaps);
  await server.end();
}

await compareWithPrism();
await starts();
await memory();
await measureMemoryLimit();
await lists();
