// hey-api with types, client and zod: `OUT FILE...`, the files OpenAPI.
import { basename, join, resolve } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

const [out, ...files] = process.argv.slice(2);
for (const file of files) {
  await createClient({
    input: resolve(file),
    output: { path: join(out, basename(file, '.json')) },
    logs: { level: 'silent' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod'],
  });
}
