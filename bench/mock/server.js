// One server in its own process: `node server.js KIND COUNT`. Sends its address to the parent, and its resource usage on request.
import { createServer } from 'node:http';

const [kind, count = '0'] = process.argv.slice(2);
const policies = '/compute/v1/projects/p/global/sslPolicies';
const subnetworks = '/compute/v1/projects/p/regions/r/subnetworks';

function* seeded(total) {
  for (let index = 0; index < total; index += 1) {
    const name = `policy-${String(index).padStart(7, '0')}`;
    yield [`${policies}/${name}`, { name, profile: 'MODERN', minTlsVersion: 'TLS_1_2' }];
  }
  for (let index = 0; index < 64; index += 1) {
    yield [`${subnetworks}/s${index}`, { name: `s${index}`, network: 'https://x.example/n', ipCidrRange: `10.${index}.0.0/24` }];
  }
}

const servers = {
  async bare() {
    const bytes = Buffer.from(process.env.BENCH_BODY ?? '{}');
    const headers = { 'content-type': 'application/json; charset=UTF-8', 'content-length': bytes.length };
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, headers);
      response.end(bytes);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${server.address().port}`;
  },
  async compute() {
    const { createMock } = await import('../../generated/compute-v1/dist/mock.js');
    const mock = createMock({ seed: { resources: Object.fromEntries(seeded(Number(count))) } });
    return (await mock.listen({ port: 0 })).url;
  },
  async dns() {
    const { createMock } = await import('../../generated/dns-v1/dist/mock.js');
    const zones = Array.from({ length: 64 }, (_, index) => [
      `/dns/v1/projects/p/managedZones/z${index}`,
      { name: `z${index}`, dnsName: `z${index}.example.`, description: '' },
    ]);
    return (await createMock({ seed: { resources: Object.fromEntries(zones) } }).listen({ port: 0 })).url;
  },
  async siblings() {
    const { createMock } = await import('../../generated/dns-v1/dist/mock.js');
    const zone = '/dns/v1/projects/p/managedZones/z';
    const recordSets = Array.from({ length: Number(count) }, (_, index) => {
      const name = `s${index}.example.`;
      return [`${zone}/rrsets/${name}/A`, { name, type: 'A', ttl: 60, rrdatas: ['192.0.2.1'] }];
    });
    const resources = { [zone]: { name: 'z', dnsName: 'example.', description: '' }, ...Object.fromEntries(recordSets) };
    return (await createMock({ seed: { resources } }).listen({ port: 0 })).url;
  },
};

const began = performance.now();
const url = await servers[kind]();
process.send?.({ url, took: performance.now() - began });
process.on('message', (kind) => {
  if (kind === 'memory') globalThis.gc?.();
  const { rss, heapUsed: heap } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send({ rss, heap, cpu: user + system });
});
process.on('disconnect', () => process.exit());
