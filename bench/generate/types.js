// Measures how long the compiler takes for ten lines that use generated Compute, compared with an empty program.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, run, scratch } from './measure.js';

const consumer = `import { ApiError, createComputeClient } from '@discogen/compute-v1';

const compute = createComputeClient({ rootUrl: 'https://compute.example.com', auth: 'token' });
for await (const policy of compute.sslPolicies.list({ project: 'p', maxResults: 50 })) console.log(policy.name);
try {
  const operation = await compute.sslPolicies.insert({ project: 'p', requestBody: { name: 's', profile: 'MODERN' } });
  const done = await compute.waitForOperation(operation, { timeout: 60_000 });
  console.log(done.status);
} catch (error) {
  if (error instanceof ApiError) console.log(error.status, error.reason);
}
`;

const options = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'preserve',
  moduleResolution: 'bundler',
  types: [],
};

/** Processor seconds and MiB of both programs for the package in a folder. */
export function typeCheck(folder, rounds = 5) {
  const project = join(scratch, 'types');
  mkdirSync(join(project, 'node_modules/@discogen'), { recursive: true });
  const link = join(project, 'node_modules/@discogen/compute-v1');
  if (!existsSync(link)) symlinkSync(folder, link, 'dir');
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/lib/tsc.js');
  const texts = { empty: 'export {};\n', consumer };
  const measured = { empty: [], consumer: [] };
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(project, `${name}.ts`), text);
    writeFileSync(join(project, `${name}.json`), JSON.stringify({ compilerOptions: options, files: [`${name}.ts`] }));
  }
  for (let round = 0; round < rounds; round += 1)
    for (const name of Object.keys(texts)) measured[name].push(run([compiler, '-p', `${name}.json`], { cwd: project }));
  const getMedian = (name, field) => median(measured[name].map((run) => run[field]));
  return Object.fromEntries(
    Object.keys(texts).map((name) => [name, { processor: getMedian(name, 'processor'), memory: getMedian(name, 'memory') }]),
  );
}
