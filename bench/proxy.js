// Measures what `discogen proxy` adds to a request: the median time of requests on one kept connection, directly and through the proxy, in
// turns. `npm run build`, `node bench/proxy.js` (`--quick`: shorter).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const quick = process.argv.includes('--quick');
const [rounds, count] = quick ? [5, 300] : [15, 1000];
const bin = join(import.meta.dirname, '../generator/bin.js');
const folder = mkdtempSync(join(tmpdir(), 'discogen-bench-'));
const body = JSON.stringify({
  kind: 'thing',
  name: 'projects/acme-prod/things/a',
  owner: 'jane.doe@acme.example',
  labels: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`label-${index}`, `value-${index}`])),
});

const service = createServer((incoming, response) => {
  incoming.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});
await once(service.listen(0, '127.0.0.1'), 'listening');
const direct = `http://127.0.0.1:${service.address().port}`;

async function startProxy(options) {
  const child = spawn(process.execPath, [bin, 'proxy', '--target', direct, '--port', '0', '--json', ...options], { cwd: folder });
  child.stderr.resume();
  const [line] = await once(child.stdout, 'data');
  return { url: JSON.parse(String(line)).url, end: () => (child.kill('SIGTERM'), once(child, 'exit')) };
}

const agents = new Map();

/** Returns the time of each request in milliseconds. */
async function measure(url, requests) {
  const agent = agents.get(url) ?? new Agent({ keepAlive: true, maxSockets: 1 });
  agents.set(url, agent);
  const times = [];
  for (let index = 0; index < requests; index += 1) {
    const start = performance.now();
    await new Promise((resolve, reject) => {
      const sent = request(
        `${url}/v1/projects/acme-prod/things/a`,
        { agent, headers: { authorization: 'Bearer my-secret-token' } },
        (response) => response.resume().on('end', resolve),
      );
      sent.on('error', reject).end();
    });
    times.push(performance.now() - start);
  }
  return times;
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

console.log('median time of a request in milliseconds, without and with the proxy, and the difference');
const proxies = { 'passing on and recording': ['--record', 'bench.tape'] };
for (const [name, options] of Object.entries(proxies)) {
  const proxy = await startProxy(options);
  for (const url of [direct, proxy.url]) await measure(url, count);
  const turns = [];
  for (let round = 0; round < rounds; round += 1)
    turns.push([median(await measure(direct, count)), median(await measure(proxy.url, count))]);
  const [without, through] = [0, 1].map((index) => median(turns.map((turn) => turn[index])));
  const added = median(turns.map(([one, other]) => other - one));
  console.log(`${name.padEnd(28)}${without.toFixed(3).padStart(8)}${through.toFixed(3).padStart(8)}${added.toFixed(3).padStart(8)}`);
  await proxy.end();
}
for (const agent of agents.values()) agent.destroy();
service.close();
rmSync(folder, { recursive: true, force: true });
