// Validators of one Subnetwork: ours beside ajv compiled at run time, zod, valibot and typebox. Prints ratios measured in one run.
// `npm ci --prefix bench`, `npm run generate`, `node bench/validators.js`. All judge the same fields with the same functions for
// formats and report all errors (typebox: up to its usual number); ours judges the rules between fields besides, which the others do not.
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { peers } from './validators/peers.js';
import { validateSubnetwork } from '../generated/compute-v1/dist/validators.js';

const root = join(import.meta.dirname, '..');

const accepted = {
  kind: 'compute#subnetwork',
  id: '1234567890',
  creationTimestamp: '2026-01-31T12:00:00.000-08:00',
  name: 'frontend-1',
  description: 'For the proxies of the region',
  network: 'https://compute.example/compute/v1/projects/p/global/networks/n',
  ipCidrRange: '10.0.0.0/20',
  gatewayAddress: '10.0.0.1',
  region: 'https://compute.example/compute/v1/projects/p/regions/r',
  secondaryIpRanges: [
    { rangeName: 'pods', ipCidrRange: '10.4.0.0/14' },
    { rangeName: 'services', ipCidrRange: '10.8.0.0/20' },
  ],
  fingerprint: 'YWJjZGVmZ2g=',
  purpose: 'PRIVATE',
  state: 'READY',
  stackType: 'IPV4_ONLY',
  logConfig: { enable: true, flowSampling: 0.5, metadata: 'CUSTOM_METADATA', metadataFields: ['src_vpc'] },
  selfLink: 'https://compute.example/compute/v1/projects/p/regions/r/subnetworks/frontend-1',
};
const values = {
  'accepts the whole': accepted,
  'accepts a small one': { name: 'a', network: 'networks/n', ipCidrRange: '10.0.0.0/24' },
  'rejects one field': { ...accepted, name: 'Frontend' },
  'rejects one deep inside': { ...accepted, logConfig: { enable: true, flowSampling: 2 } },
  'rejects four': { ...accepted, name: 7, purpose: 'OTHER', ipCidrRange: '10.0.0.0', stackType: null },
  'rejects a broken rule': { ...accepted, role: 'ACTIVE' },
};

const subjects = { discogen: (value) => validateSubnetwork(value), ...peers };

/** Calls a second; the best of several rounds, in which the subjects take turns. */
function measure(value, rounds = 9, milliseconds = 60) {
  const best = Object.fromEntries(Object.keys(subjects).map((name) => [name, 0]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, judge] of Object.entries(subjects)) best[name] = Math.max(best[name], callsPerSecond(judge, value, milliseconds));
  }
  return best;
}

let kept = 0;

function callsPerSecond(judge, value, milliseconds) {
  const start = performance.now();
  let calls = 0;
  let elapsed = 0;
  while (elapsed < milliseconds) {
    for (let i = 0; i < 500; i += 1) if (judge(value)) kept += 1;
    calls += 500;
    elapsed = performance.now() - start;
  }
  return (calls / elapsed) * 1000;
}

async function sizeOf(path, name) {
  const bundle = await rolldown({
    input: 'virtual:entry',
    cwd: root,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'virtual:entry' ? id : null),
        load: (id) => (id === 'virtual:entry' ? `import { ${name} } from ${JSON.stringify(path)}; globalThis.judge = ${name};` : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const code = output.map((file) => file.code ?? '').join('');
  return [code.length, gzipSync(code, { level: 9 }).length];
}

const names = Object.keys(subjects);
const cell = (text) => String(text).padStart(15);
console.log(`${'million calls a second'.padEnd(26)}${names.map(cell).join('')}`);
for (const [what, value] of Object.entries(values)) {
  const verdicts = names.map((name) => (subjects[name](value) ? 'accepts' : 'rejects'));
  const best = measure(value);
  console.log(`${what.padEnd(26)}${names.map((name) => cell((best[name] / 1e6).toFixed(3))).join('')}`);
  console.log(`${'  ours beside it'.padEnd(26)}${names.map((name) => cell(`× ${(best.discogen / best[name]).toFixed(2)}`)).join('')}`);
  const wanted = what.split(' ')[0];
  const others = names.filter((name, at) => verdicts[at] !== wanted);
  if (others.length > 0) console.log(`  (${others.join(', ')}: cannot say the rule)`);
}
console.log(`\n${'bytes'.padEnd(26)}${cell('minified')}${cell('gzipped')}`);
const programs = {
  discogen: ['generated/compute-v1/dist/validators.js', 'validateSubnetwork'],
  ajv: ['bench/validators/ajv.js', 'ajv'],
  zod: ['bench/validators/zod.js', 'zod'],
  valibot: ['bench/validators/valibot.js', 'valibot'],
  typebox: ['bench/validators/typebox.js', 'typebox'],
};
for (const [name, [path, exported]] of Object.entries(programs)) {
  const [minified, gzipped] = await sizeOf(join(root, path), exported);
  console.log(`${name.padEnd(26)}${cell(minified)}${cell(gzipped)}`);
}
if (kept < 0) console.log(kept);
