// Prints the figures of the comparison in the README as rows of its table, from one run. `npm ci --prefix bench`, `npm ci --prefix
// bench/client`, `npm ci --prefix bench/generate`, `npm run generate`, `node bench/comparison.js`. Times and memory are ratios to discogen.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundleSize, coldImport, countBytes, installation, linkPackage, typeCheck } from './client/measure.js';
import { cache, listPeers } from './client/peers.js';

const columns = ['discogen', 'googleapis', 'hey-api', 'orval', 'Prism'];
const none = '—';
const inProject = 'source in your project';

linkPackage();
const peers = await listPeers();
const compared = ['discogen', 'googleapis', 'hey-api'];
const measure = (function_) => Object.fromEntries(compared.map((name) => [name, function_(name, peers[name])]));

/** Formats a value relative to that of discogen, with two digits. */
const formatRatio = (value, base) =>
  value === undefined || base === undefined ? 'not measured' : `× ${Number((value / base).toPrecision(2))}`;

/** Runs another benchmark, and returns what it prints. */
function run(...words) {
  const { stdout, status, stderr } = spawnSync(process.execPath, words, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Reads the number in a column of the row with a name. */
function readCell(output, name, column) {
  const line = output.split('\n').find((text) => text.startsWith(name.padEnd(24)) || text.startsWith(name.padEnd(36)));
  const value = Number(line?.slice(name.length).trim().split(/\s+/)[column]);
  return Number.isFinite(value) ? value : undefined;
}

function printRow(title, cells) {
  console.log(`| ${[title, ...columns.map((name) => cells[name] ?? none)].join(' | ')} |`);
}

/** A package with the runtime compiled in, as `generate` writes it by default. */
function measureInlinePackage() {
  const folder = join(cache, 'inline');
  run('generator/bin.js', 'generate', 'specs/dns.v1.yaml', '--out', folder, '--quiet');
  return { packages: 1, megabytes: countBytes(join(folder, 'dns-v1')) / 1e6 };
}

const formatSize = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const formatInstalled = ({ packages, megabytes }) => `${formatSize(megabytes)} MB, ${packages} package${packages === 1 ? '' : 's'}`;
printRow('Installed size, DNS', {
  discogen: formatInstalled(measureInlinePackage()),
  googleapis: formatInstalled(installation(peers.googleapis)),
  'hey-api': inProject,
  orval: inProject,
});

const sizes = {};
for (const name of compared) sizes[name] = `${formatSize(await bundleSize(name, peers[name]))} KB`;
printRow('Bundle of one call, gzipped', { ...sizes, orval: 'not measured' });

const imports = measure(coldImport);
printRow('Import, CPU time', { ...ratios(imports, 'processor'), orval: 'not measured' });

const checks = measure(typeCheck);
printRow('`tsc` of one call, CPU time', { ...ratios(checks, 'seconds'), orval: 'not measured' });
printRow('`tsc` of one call, memory', { ...ratios(checks, 'megabytes'), orval: 'not measured' });

const generation = run('bench/generate.js', 'compute', '--rounds', '3');
const generate = (name) => readCell(generation, name, 1);
printRow('CPU time to generate Compute', {
  discogen: '1, with a mock',
  'hey-api': `${formatRatio(generate('hey-api with zod'), generate('discogen'))}, with zod`,
  orval: `${formatRatio(generate('orval, then zod'), generate('discogen'))}, with zod`,
});

const mock = run('bench/mock.js', '--quick');
printRow('Reads from the mock per second', {
  discogen: '1',
  orval: 'not measured',
  Prism: formatRatio(readCell(mock, 'get: Prism', 0), readCell(mock, 'get: mock', 0)),
});
const cpu = /^get: mock .*× [\d.]+\s+× ([\d.]+)/m.exec(mock)?.[1];
if (cpu !== undefined) console.log(`\nCPU time of a read: ${(1 / Number(cpu)).toFixed(1)} times that of a bare node:http server.`);

function ratios(measured, field) {
  const base = measured.discogen[field];
  return Object.fromEntries(compared.map((name) => [name, name === 'discogen' ? '1' : formatRatio(measured[name]?.[field], base)]));
}
