// The measurements. Each returns a number, or `undefined` if it does not apply.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { cache, here, written } from './peers.js';

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Makes the generated DNS package available to the compared programs. */
export function linkPackage() {
  const scope = join(here, 'node_modules/@discogen');
  mkdirSync(scope, { recursive: true });
  if (!existsSync(join(scope, 'dns-v1'))) symlinkSync(join(here, '../../generated/dns-v1'), join(scope, 'dns-v1'), 'dir');
}

/** Resolves the folder of a package from another package. */
function findPackageFolder(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
    if (at === dirname(at)) return undefined;
  }
}

/** Packages with all their dependencies. */
function closure(names, from = here, found = new Set()) {
  for (const name of names) {
    const folder = findPackageFolder(name, from);
    if (!folder || found.has(folder)) continue;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    closure([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], folder, found);
  }
  return found;
}

/** Size in bytes of the published files of a package. */
export function countBytes(folder) {
  if (folder.includes('/generated/') || folder.startsWith(cache)) {
    const [{ unpackedSize }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], { cwd: folder, encoding: 'utf8' }),
    );
    return unpackedSize;
  }
  const sum = (path) =>
    readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => name !== 'node_modules')
      .reduce((total, entry) => total + (entry.isDirectory() ? sum(join(path, entry.name)) : lstatSync(join(path, entry.name)).size), 0);
  return sum(folder);
}

export function installation({ packages }) {
  const folders = [...closure(packages)];
  return { packages: folders.length, megabytes: folders.reduce((sum, folder) => sum + countBytes(folder), 0) / 1e6 };
}

export function coldImport(name, peer) {
  const path = written(name, peer);
  const script = `const before = process.memoryUsage().rss, from = performance.now(), used = process.cpuUsage(); await import(${JSON.stringify(path)});
    const { user, system } = process.cpuUsage(used);
    console.log(JSON.stringify([performance.now() - from, (process.memoryUsage().rss - before) / 1e6, (user + system) / 1e3]));`;
  const runs = Array.from({ length: 5 }, () =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim()),
  );
  const [milliseconds, megabytes, processor] = [0, 1, 2].map((index) => median(runs.map((values) => values[index])));
  return { milliseconds, megabytes, processor };
}

/** Size in KB of a program with everything that it loads except platform modules. */
export async function bundleSize(name, peer, following) {
  const external = [/^node:/, ...builtinModules];
  const bundle = await rolldown({ input: written(name, peer, following), cwd: here, external, platform: 'node', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output.reduce((sum, { type, code }) => sum + (type === 'chunk' ? gzipSync(code, { level: 9 }).length : 0), 0) / 1024;
}

export function typeCheck(name, { consumer }) {
  if (!consumer) return undefined;
  const file = `${name.replaceAll(/\W+/g, '-')}.consumer.ts`;
  writeFileSync(join(cache, file), `${consumer}\nexport {};\n`);
  const options = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    strict: true,
  };
  const project = join(cache, `${file}.json`);
  const compilerOptions = {
    ...options,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(here, '../../node_modules/@types')],
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [file] }));
  // Processor time, because wall-clock time includes other work on the machine.
  const meter = join(cache, 'cpu.cjs');
  writeFileSync(
    meter,
    `process.on('exit', () => { const { user, system } = process.cpuUsage(); console.error('cpu ' + (user + system) / 1e6); });`,
  );
  const tsc = [join(here, 'node_modules/typescript/bin/tsc'), '-p', project, '--extendedDiagnostics'];
  const runs = Array.from({ length: 5 }, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['-r', meter, ...tsc], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} does not compile:\n${stdout.slice(0, 600)}`);
    return [Number(/cpu ([\d.]+)/.exec(stderr)[1]), Number(/Memory used:\s*(\d+)K/.exec(stdout)[1]) / 1024];
  });
  return { seconds: median(runs.map(([time]) => time)), megabytes: median(runs.map(([, memory]) => memory)) };
}

/** Runs calls in a separate process that prints calls per second and the processor time of one call in microseconds. */
function createCaller(name, peer, { rootUrl, concurrency }) {
  const program = [join(here, 'caller.js'), written(name, peer), rootUrl, String(concurrency)];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'], cwd: here });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const calls = async (count) => {
    child.stdin.write(`${count}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${name} ended`);
    return JSON.parse(value);
  };
  return { calls, end: () => child.stdin.end() };
}

/**
 * The cost of calls over several rounds. The clients take turns because the speed of a machine varies over time. Every client gets several
 * new processes because the compiled code differs between them.
 */
export async function callRounds(peers, options) {
  const rounds = [];
  for (let processes = 0; processes < 4; processes += 1) {
    const callers = Object.entries(peers).map(([name, peer]) => [name, createCaller(name, peer, options)]);
    // Warms up until frequently called code is compiled, which is part of a start and not of a call.
    for (const [, { calls }] of callers) await calls(5000);
    for (let round = 0; round < 12; round += 1) {
      const found = {};
      for (const [name, { calls }] of round % 2 ? callers.toReversed() : callers) found[name] = await calls(800);
      rounds.push(found);
    }
    for (const [, { end }] of callers) end();
  }
  return rounds;
}
