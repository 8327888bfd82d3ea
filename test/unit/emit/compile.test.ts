/**
 * Generated code compiles in strict mode with several compiler settings. Tests of published documents need ../shared/corpus and are skipped
 * without it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPackageFolderName } from '../../../generator/emit/emitter.js';
import { emitFiles, resolveApi } from '../../support/packages.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const specifications = ['dns.v1', 'compute.v1', 'osconfig.v1beta', 'errorreporting.v1beta1'].map((name) =>
  join(root, 'specs', `${name}.yaml`),
);
const published = ['dns-v1', 'compute-v1', 'osconfig-v1beta', 'clouderrorreporting-v1beta1'].map((name) =>
  join(root, '../shared/corpus', `${name}.json`),
);
const sources = [...specifications, ...published.filter((path) => existsSync(path))];
const folder = mkdtempSync(join(tmpdir(), 'discogen-emit-'));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writePackage(source: string): string {
  const api = resolveApi(readFileSync(source, 'utf8'));
  const target = join(folder, source.endsWith('.json') ? 'published' : 'specifications', getPackageFolderName(api));
  for (const { path, text } of emitFiles(api, ['client'])) write(join(target, path), text);
  cpSync(join(root, 'templates/runtime'), join(target, 'src/runtime'), { recursive: true });
  return target;
}

const packages: string[] = [];

beforeAll(() => {
  write(join(folder, 'package.json'), '{ "type": "module" }');
  packages.push(...sources.map(writePackage));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const baseOptions = { target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], strict: true, noEmit: true, declaration: true, types: [] };
const compilerSettings = [
  { module: 'node16', isolatedDeclarations: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  { module: 'esnext', moduleResolution: 'bundler', exactOptionalPropertyTypes: false },
];

test.each(compilerSettings)('compiles with %j', { timeout: 60_000 }, (overrides) => {
  const files = packages.flatMap((name) => [join(name, 'src/index.ts'), join(name, 'src/methods.ts')]);
  write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...baseOptions, ...overrides }, files }));
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

test.each(sources.map((source) => basename(source)))('emits no `any` in the types of %s', (name) => {
  const target = packages[sources.findIndex((source) => source.endsWith(name))] ?? '';
  for (const file of ['types', 'client', 'methods', 'index']) {
    const text = readFileSync(join(target, `src/${file}.ts`), 'utf8');
    const code = text.replace(/\/\*.*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'/gs, '');
    expect(code.match(/.*\bany\b.*/g) ?? []).toEqual([]);
  }
});
