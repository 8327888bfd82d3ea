// One mock in its own process, on a store: `node server.js STORE COUNT` (`memory`, a folder, or an address). Seeds COUNT resources in
// chunks. Sends its address and its times in milliseconds to the parent, and its memory on request.
import { createMock } from '../../generated/compute-v1/dist/mock.js';
import { openStore } from '../../dist/store.js';

const [name = 'memory', count = '0'] = process.argv.slice(2);
const chunk = 10_000;
const policies = '/compute/v1/projects/p/global/sslPolicies';

const seed = (from, to) => {
  const names = Array.from({ length: to - from }, (_, index) => `policy-${String(from + index).padStart(7, '0')}`);
  return { resources: Object.fromEntries(names.map((each) => [`${policies}/${each}`, { name: each, profile: 'MODERN' }])) };
};

const store = name === 'memory' ? undefined : await openStore(name);
const mock = createMock({ store });
let began = performance.now();
await mock.sequence();
const opened = performance.now() - began;
began = performance.now();
for (let from = 0; from < Number(count); from += chunk) await mock.seed(seed(from, Math.min(Number(count), from + chunk)));
const seeded = performance.now() - began;
const { url } = await mock.listen();
process.send({ url, opened, seeded });
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed: heap } = process.memoryUsage();
  process.send({ rss, heap });
});
process.on('disconnect', async () => {
  await store?.close();
  process.exit();
});
