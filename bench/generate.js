// Compares the generator with hey-api, orval, kubb, the vendor's generator, and the minimum of reading and writing, in one run. `npm run
// build`, `npm ci --prefix bench/generate`, `node bench/generate.js [four|compute|corpus|nothing|stages|types …] [--rounds N]`. Peers run
// on the Node version that they require; a peer that cannot run is SKIP with a reason. BENCH_FOLDER sets the output folder.
// BENCH_VENDOR_GENERATOR is a built checkout of the vendor's generator. Ratios use processor time, which depends least on other work of the
// machine. Each run writes to its own folder, and nothing is deleted before the end.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { filesBelow, median, run, scratch } from './generate/measure.js';
import { typeCheck } from './generate/types.js';

const words = process.argv.slice(2);
const rounds = words.includes('--rounds') ? Number(words[words.indexOf('--rounds') + 1]) : 3;
const parts = words.filter((word) => /^[a-z]+$/.test(word));
const wants = (part) => parts.length === 0 || parts.includes(part);

const root = join(import.meta.dirname, '..');
const here = join(import.meta.dirname, 'generate');
const bin = join(root, 'generator/bin.js');
const corpus = join(root, '../shared/corpus');
const documents = existsSync(corpus) ? readdirSync(corpus).filter((name) => name.endsWith('.json')) : [];
const published = documents.map((name) => join(corpus, name));
const node = join(here, 'node_modules/node/bin/node');
const vendor = process.env.BENCH_VENDOR_GENERATOR;
const installed = existsSync(node) ? undefined : 'not installed: npm ci --prefix bench/generate';

let folders = 0;
function fresh(name) {
  folders += 1;
  const folder = join(scratch, `${name}-${folders}`);
  mkdirSync(folder);
  return folder;
}

/** The specifications as OpenAPI and as Discovery JSON from our own export. */
function exported(files, format) {
  const folder = fresh(format);
  return files.map((file) => {
    const path = join(folder, `${basename(file).replace(/\.(json|yaml)$/, '')}.json`);
    writeFileSync(path, run([bin, 'export', file, '--to', format], { cwd: root, failing: true }).stdout);
    return path;
  });
}

const main = ['--only', 'types,client,validators,mock'];
const ours = (files, out, more = []) => run([bin, 'generate', ...files, '--out', out, '--quiet', ...more], { failing: true });

/** The measurements, each a function of its output folder. */
function contestants(files) {
  const openapi = exported(files, 'openapi');
  const discovery = exported(files, 'discovery');
  const sizes = join(fresh('sizes'), 'sizes.json');
  const sample = fresh('sample');
  ours(files, sample);
  writeFileSync(sizes, JSON.stringify(filesBelow(sample)));
  const peer = (script) => installed ?? ((out) => run([join(here, script), out, ...openapi], { node }));
  return {
    discogen: (out) => ours(files, out, main),
    'discogen with docs': (out) => ours(files, out),
    floor: (out) => run([join(here, 'floor.js'), sizes, out, ...discovery]),
    'hey-api with zod': peer('hey-api.js'),
    'orval, then zod': peer('orval.js'),
    kubb: peer('kubb.js'),
    'vendor (types, client)':
      vendor === undefined
        ? 'BENCH_VENDOR_GENERATOR names no built checkout of the vendor’s generator'
        : () => run([join(here, 'vendor.js'), vendor, ...discovery], { failing: true }),
  };
}

const cell = (value, digits = 0) => (value === undefined ? '-' : value.toFixed(digits)).padStart(12);

function table(title, rows) {
  console.log(
    `\n${title}\n${''.padEnd(24)}${['s', 'CPU s', 'relative', 'peak MiB', 'MB', 'files'].map((head) => head.padStart(12)).join('')}`,
  );
  const base = rows.find(([name]) => name === 'discogen')[1].processor;
  for (const [name, row] of rows) {
    if (typeof row === 'string') console.log(`${name.padEnd(24)}  SKIP ${row}`);
    else
      console.log(
        name.padEnd(24) +
          [
            cell(row.clock, 2),
            cell(row.processor, 2),
            cell(row.processor / base, 2),
            cell(row.memory),
            cell(row.megabytes, 1),
            cell(row.files),
          ].join(''),
      );
  }
}

/** Interleaves the contestants so that other work on the machine affects all alike. */
function compare(title, files, times = rounds) {
  const all = Object.entries(contestants(files));
  const measured = new Map(all.map(([name]) => [name, []]));
  for (let round = 0; round < times; round += 1) {
    for (const [name, contestant] of all) {
      if (typeof contestant === 'string') continue;
      const out = fresh('out');
      try {
        const used = contestant(out);
        const made = filesBelow(out);
        const megabytes = made.length === 0 ? undefined : made.reduce((sum, [, size]) => sum + size, 0) / 1e6;
        measured.get(name).push({ ...used, megabytes, files: made.length || undefined });
      } catch (error) {
        measured.set(name, error.message.replace(/\s+/g, ' ').slice(0, 100));
        break;
      }
    }
  }
  const rows = all.map(([name, contestant]) => {
    const runs = measured.get(name);
    if (typeof contestant === 'string' || typeof runs === 'string') return [name, typeof runs === 'string' ? runs : contestant];
    const getMedian = (field) => median(runs.map((run) => run[field]));
    const { megabytes, files: count } = runs[0];
    return [name, { clock: getMedian('clock'), processor: getMedian('processor'), memory: getMedian('memory'), megabytes, files: count }];
  });
  table(title, rows);
}

const skip = (title) => console.log(`\n${title}: SKIP, no ${corpus}`);
const compute = published.find((file) => basename(file) === 'compute-v1.json');

console.log(
  `${availableParallelism()} cores, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}, Node ${process.version}, ${rounds} rounds`,
);
if (wants('four')) {
  const specifications = readdirSync(join(root, 'specs')).filter((name) => name.endsWith('.yaml'));
  compare(
    'The four specifications',
    specifications.map((name) => join(root, 'specs', name)),
  );
}
if (wants('compute')) {
  if (compute === undefined) skip('Compute as published');
  else compare('Compute as published (3.9 MB)', [compute]);
}
if (wants('corpus')) {
  if (published.length === 0) skip('The corpus');
  else compare(`The corpus (${published.length} documents)`, published, Math.min(rounds, 2));
}
if (wants('nothing')) {
  const folder = fresh('many');
  const files = Array.from({ length: 300 }, (_, index) => join(folder, `small${index}.json`));
  const small = { name: 'small', version: 'v1', title: 'Small', rootUrl: 'https://small.example.com/', servicePath: 'small/v1/' };
  const methods = {
    get: {
      id: 'small.things.get',
      httpMethod: 'GET',
      path: 'things/{name}',
      parameters: { name: { type: 'string', location: 'path', required: true } },
      response: { $ref: 'Thing' },
    },
  };
  const schemas = { Thing: { id: 'Thing', type: 'object', properties: { name: { type: 'string' } } } };
  files.forEach((file, index) =>
    writeFileSync(file, JSON.stringify({ ...small, name: `small${index}`, schemas, resources: { things: { methods } } })),
  );
  const out = fresh('out');
  const first = ours(files, out);
  const again = Array.from({ length: 5 }, () => ours(files, out));
  writeFileSync(files[7], JSON.stringify({ ...small, name: 'small7', title: 'Changed', schemas, resources: { things: { methods } } }));
  const one = ours(files, out);
  const took = ({ clock, processor, memory }) => `${cell(clock, 2)}${cell(processor, 2)}${cell(memory)}`;
  console.log(`\n300 small documents\n${''.padEnd(24)}${['s', 'CPU s', 'peak MiB'].map((head) => head.padStart(12)).join('')}`);
  console.log(`${'all documents'.padEnd(24)}${took(first)}`);
  const getMedian = (field) => median(again.map((run) => run[field]));
  console.log(
    `${'nothing to do'.padEnd(24)}${took({ clock: getMedian('clock'), processor: getMedian('processor'), memory: getMedian('memory') })}`,
  );
  console.log(`${'one changed'.padEnd(24)}${took(one)}`);
}
if (wants('stages')) {
  const files = [join(root, 'specs/dns.v1.yaml'), ...(compute === undefined ? [] : [compute])];
  for (const file of files) {
    const runs = Array.from({ length: rounds }, () => JSON.parse(run([join(here, 'stages.js'), file, fresh('out')]).stdout));
    console.log(`\nStages of ${basename(file)}, CPU ms`);
    for (const stage of Object.keys(runs[0])) console.log(stage.padEnd(24) + cell(median(runs.map((one) => one[stage]))));
  }
}
if (wants('types')) {
  if (compute === undefined) skip('Type check');
  else {
    const out = fresh('out');
    ours([compute], out);
    const { empty, consumer } = typeCheck(join(out, 'compute-v1'), rounds + 2);
    console.log(
      `\nType check of ten lines that use Compute (TypeScript 5.9)\n${''.padEnd(24)}${['CPU s', 'peak MiB', 'relative'].map((head) => head.padStart(12)).join('')}`,
    );
    console.log(`${'an empty program'.padEnd(24)}${cell(empty.processor, 2)}${cell(empty.memory)}${cell(1, 2)}`);
    console.log(
      `${'a consumer'.padEnd(24)}${cell(consumer.processor, 2)}${cell(consumer.memory)}${cell(consumer.processor / empty.processor, 2)}`,
    );
  }
}
