// orval, its client, then its zod schemas: `OUT FILE...`, the files OpenAPI.
import { basename, join, resolve } from 'node:path';
import { generate } from 'orval';

const [out, ...files] = process.argv.slice(2);
for (const file of files) {
  for (const client of ['fetch', 'zod']) {
    const target = join(out, client, `${basename(file, '.json')}.ts`);
    await generate({ input: { target: resolve(file) }, output: { target, client, mode: 'single' } });
  }
}
