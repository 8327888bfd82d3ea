// Serves the depot in its own process, and reports its memory to the parent on request.
import { join } from 'node:path';
import { createMock } from '../../dist/index.js';

const mock = await createMock([join(import.meta.dirname, 'depot.json')], {
  seed: { resources: { '/depot/v1/buckets/b': { name: 'b' } } },
  warn: () => undefined,
});
const { url } = await mock.listen();

process.on('message', (message) => {
  if (message === 'collect') globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ rss, heap: heapUsed + external });
});
process.on('disconnect', () => process.exit());
process.send({ url });
