// Compares our validators of one Subnetwork with ajv compiled at run time, zod, valibot, and typebox. Prints ratios measured in one run.
// `npm ci --prefix bench`, `npm run generate`, `node bench/validators.js`. All validate the same fields with the same format functions and
// find all errors (typebox: up to its default number, and only when they are read). Ours also validates the rules between fields; of the
// others only `ajv and rules` does, with JSON Schema where possible and our functions otherwise, so it is the one that does the same work.
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
  'accepts a complete value': accepted,
  'accepts a minimal value': { name: 'a', network: 'networks/n', ipCidrRange: '10.0.0.0/24' },
  'rejects one field': { ...accepted, name: 'Frontend' },
  'rejects a nested field': { ...accepted, logConfig: { enable: true, flowSampling: 2 } },
  'rejects four fields': { ...accepted, name: 7, purpose: 'OTHER', ipCidrRange: '10.0.0.0', stackType: null },
  'rejects a rule violation': { ...accepted, role: 'ACTIVE' },
};

const ours = {
  validate: (value) => validateSubnetwork(value),
  read: (value) => (validateSubnetwork(value) ? [] : validateSubnetwork.errors),
};
const subjects = { discogen: ours, ...peers };
const names = Object.keys(subjects);

let kept = 0;
const actions = {
  validate: (validate, value) => {
    if (validate(value)) kept += 1;
  },
  read: (read, value) => {
    for (const { message } of read(value)) kept += message.length;
  },
};

/** Nanoseconds per call over several rounds in which the subjects take turns. */
function measure(action, value, rounds = 21) {
  const found = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -2; round < rounds; round += 1) {
    for (const name of names) {
      const time = callTime(() => actions[action](subjects[name][action], value), 15);
      if (round >= 0) found[name].push(time);
    }
  }
  return found;
}

function callTime(call, milliseconds) {
  const start = performance.now();
  let calls = 0;
  let elapsed = 0;
  while (elapsed < milliseconds) {
    for (let i = 0; i < 200; i += 1) call();
    calls += 200;
    elapsed = performance.now() - start;
  }
  return (elapsed / calls) * 1e6;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function measureSize(path, name) {
  const bundle = await rolldown({
    input: 'virtual:entry',
    cwd: root,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'virtual:entry' ? id : null),
        load: (id) => (id === 'virtual:entry' ? `import { ${name} } from ${JSON.stringify(path)}; globalThis.validate = ${name};` : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const code = output.map((file) => file.code ?? '').join('');
  return [code.length, gzipSync(code, { level: 9 }).length];
}

const cell = (text) => String(text).padStart(15);
const line = (title, texts) => console.log(`${title.padEnd(36)}${texts.map(cell).join('')}`);

function print(action, title, value) {
  const found = measure(action, value);
  line(
    title,
    names.map((name) => median(found[name]).toFixed(0)),
  );
  // Takes turns so that a slow machine affects all alike.
  const faster = (name) => median(found[name].map((time, round) => time / found.discogen[round]));
  line(
    '  relative to ours',
    names.map((name) => `× ${faster(name).toFixed(2)}`),
  );
}

line('nanoseconds a call (median)', names);
for (const [title, value] of Object.entries(values)) {
  print('validate', title, value);
  const isRejected = title.startsWith('rejects');
  const others = names.filter((name) => subjects[name].validate(value) === isRejected);
  if (others.length > 0) console.log(`  (${others.join(', ')}: can't express the rule)`);
  if (isRejected) print('read', `${title}, with errors read`, value);
}
console.log(`\n${'bytes'.padEnd(36)}${cell('minified')}${cell('gzipped')}`);
const programs = {
  discogen: ['generated/compute-v1/dist/validators.js', 'validateSubnetwork'],
  ajv: ['bench/validators/ajv.js', 'ajv'],
  zod: ['bench/validators/zod.js', 'zod'],
  valibot: ['bench/validators/valibot.js', 'valibot'],
  typebox: ['bench/validators/typebox.js', 'typebox'],
};
for (const [name, [path, exported]] of Object.entries(programs)) {
  const [minified, gzipped] = await measureSize(join(root, path), exported);
  console.log(`${name.padEnd(36)}${cell(minified)}${cell(gzipped)}`);
}
if (kept < 0) console.log(kept);
