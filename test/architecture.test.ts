/** The location of a file determines which files it may import and how large it may be. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { serviceManifests } from '../services/index.js';
import { testsThatNeedBuild } from './support/needs-build.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

interface Row {
  /** Folders and files whose modules it may load. Every folder may load its own modules. */
  readonly imports: readonly string[];
  /** Folders and files of which it may import types only. */
  readonly types?: readonly string[];
  /** Packages that it may load. */
  readonly packages?: readonly string[];
}

/** Helpers without knowledge of the domain. */
const lib = 'generator/lib';
/** The parts of the runtime that the generator runs, because both must agree on them. */
const sharedRuntime = [
  'runtime/paths',
  'runtime/patterns',
  'runtime/validate',
  'runtime/values',
  'runtime/call-kind.ts',
  'runtime/error-text.ts',
  'runtime/descriptor.ts',
];
/** Modules that look up and walk the types of the model. They are part of its interface, like the types. */
const modelInterface = ['generator/model/schema-lookup.ts', 'generator/model/walk-types.ts'];

/** Adds a row of the generator, whose folders share helpers, the language, a part of the runtime, and types. */
const stage = (imports: readonly string[], packages: readonly string[] = []): Row => ({
  imports: [lib, 'generator/language', ...modelInterface, ...sharedRuntime, ...imports],
  types: ['generator/model', 'generator/emit', 'runtime', 'mock', 'services/manifest.ts'],
  packages,
});
/** Adds a row of the layers of the mock, from the lowest to the highest. */
const layer = (...lower: readonly string[]): Row => ({
  imports: ['runtime', 'mock/types', 'mock/lib', ...lower.map((name) => `mock/${name}`)],
});
/** Adds a row of the tools that compare mocks with services. */
const tool = (...imports: readonly string[]): Row => ({
  imports: [lib, 'generator/language', ...modelInterface, 'mock/shared.ts', 'runtime', ...imports],
  types: ['generator/model', 'mock'],
});

/** One row per room, and per folder of the large rooms. `docs/architecture.md` explains what belongs in each of them. */
const rows: Readonly<Record<string, Row>> = {
  runtime: { imports: [] },
  // A bundled entry point of its own, because the library is large.
  'runtime/re2.ts': { imports: ['runtime'], packages: ['re2js'] },

  'mock/types': { imports: ['mock/lib'], types: ['runtime'] },
  'mock/lib': { imports: ['runtime', 'mock/types'] },
  'mock/catalog': layer(),
  'mock/store': layer(),
  'mock/state': layer('catalog', 'store'),
  'mock/engine': layer('catalog', 'store', 'state'),
  'mock/api': layer('catalog', 'state', 'engine'),
  'mock/server/admin': layer('catalog', 'state', 'engine', 'server/request-kinds.ts', 'ui.js'),
  'mock/server/oauth': layer('state', 'engine', 'api'),
  'mock/server/http': layer('state', 'engine', 'server/admin', 'server/request-kinds.ts', 'server/http-response.ts'),
  'mock/server': layer('catalog', 'state', 'engine', 'api', 'server/admin', 'server/http', 'server/oauth'),
  // Stores run only in the processes of discogen, and report the same errors as its commands.
  'mock/stores': { imports: ['mock/lib', lib], types: ['mock'], packages: ['lmdb', 'pg'] },
  mock: { imports: ['runtime', 'mock'] },

  // The libraries are bundled.
  services: { imports: ['mock/service.ts'], packages: ['@noble/curves', 'croner', 'postal-mime', 'rrule'] },
  // What validators contain without the mock.
  'services/dns/validate': { imports: ['runtime'], types: ['services/dns'] },

  'generator/lib': { imports: sharedRuntime, types: ['mock'], packages: ['@eslint-community/regexpp', 'node-forge', 're2js', 'ts-morph'] },
  'generator/language': { ...stage(['services/index.ts'], ['@marcbachmann/cel-js']) },
  'generator/read': stage([], ['jsonc-parser', 'yaml']),
  'generator/check': { ...stage(['generator/model'], ['ajv']), types: ['generator/read', 'runtime'] },
  'generator/model': stage([]),
  'generator/emit': stage([], ['handlebars']),
  'generator/write': stage([], ['ts-morph', 'oxfmt', 'rolldown']),
  'generator/diff': stage([]),
  'generator/protos': stage(['generator/read'], ['protobufjs', 'yaml']),
  'generator/config': stage(['generator/read'], ['yaml']),
  'generator/pipeline': {
    imports: ['config', 'read', 'check', 'language', 'model', 'emit', 'write', 'diff', 'protos', 'lib']
      .map((name) => `generator/${name}`)
      .concat('fidelity', 'mock', ...sharedRuntime),
    types: ['runtime'],
    packages: ['yaml'],
  },
  'generator/project': stage(
    ['config', 'read', 'model', 'emit', 'write', 'diff', 'protos', 'pipeline'].map((name) => `generator/${name}`),
    ['jsonc-parser', 'yaml'],
  ),
  'generator/release': stage(
    ['config', 'read', 'check', 'model', 'diff', 'write', 'pipeline'].map((name) => `generator/${name}`),
    ['ts-morph', 'publint', '@arethetypeswrong/core'],
  ),
  'generator/cli': {
    ...stage(
      ['config', 'pipeline', 'project', 'diff', 'protos', 'release']
        .map((name) => `generator/${name}`)
        .concat('fidelity', 'mock/shared.ts', 'mock/lib/option-table.ts', 'mock/stores'),
      ['string-width'],
    ),
  },
  generator: { imports: ['generator'], types: ['fidelity/recordings', 'fidelity/verify', 'mock'] },

  'fidelity/recordings': { ...tool('generator/read'), packages: ['yaml'] },
  'fidelity/verify': tool('fidelity/recordings'),
  'fidelity/learn': { ...tool('fidelity/recordings'), types: ['generator/model', 'fidelity/verify'], packages: ['yaml'] },
  'fidelity/prove': { ...tool('fidelity/verify'), types: ['generator/model', 'mock', 'fidelity/recordings', 'services'] },
  'fidelity/proxy': tool('fidelity/recordings', 'fidelity/verify'),
  'fidelity/usage': { ...tool('fidelity/recordings'), packages: ['ts-morph'] },

  testing: { ...tool('fidelity/verify'), packages: ['vitest', '@playwright/test', 'msw'] },
  'control-page': { imports: ['runtime/values/json.ts'], types: ['mock/types'], packages: ['preact', '@preact/signals'] },
};

/** Rooms without TypeScript: data, output, pages, and what isn't part of the product. */
const otherFolders = ['bench', 'docs', 'generated', 'specs', 'templates', 'test', 'tools'];

/** Tables, whose length comes from data. */
const tables: readonly string[] = ['generator/lib/diagnostics.ts'];

interface Import {
  readonly from: string;
  /** Path in the repository, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
  readonly isDynamic: boolean;
}

const importStatement = /^\s*(?:import|export)\s+(type\s)?\s*(?:([^;'"]*?)\s*from\s+)?'([^']+)'|(?<!typeof )\bimport\('([^']+)'\)/gm;

function listFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

const isFile = (path: string): boolean => existsSync(join(root, path));

function listImports(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(importStatement)].map(([, type, names, from, dynamic]) => {
    const target = (from ?? dynamic) as string;
    const path = posix.join(posix.dirname(file), target);
    const to = target.startsWith('.') ? ([path.replace(/\.js$/, '.tsx'), path.replace(/\.js$/, '.ts')].find(isFile) ?? path) : target;
    const namedImports = /^\{([\s\S]*)\}$/.exec(names?.trim() ?? '')?.[1];
    const allTypes =
      namedImports !== undefined && namedImports.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
    return { from: file, to, typeOnly: type !== undefined || allTypes, isDynamic: dynamic !== undefined };
  });
}

const isIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
const names = Object.keys(rows);
/** Returns the name of the most specific row that contains a file. */
const findRow = (path: string): string | undefined =>
  names.filter((name) => isIn(path, name)).sort((one, other) => other.length - one.length)[0];

/** Source text without the content of its string literals, because printed programs have their own effects. */
const readWithoutStrings = (file: string): string => readFileSync(join(root, file), 'utf8').replace(/'(?:\\.|[^'\\\n])*'|`[^`]*`/g, "''");

const formatImport = ({ from, to }: Import): string => `${from} imports ${to}`;

const rooms = [...new Set(names.map((name) => name.split('/')[0] as string))];
const files = rooms.flatMap(listFiles);
const imports = files.flatMap(listImports);
const isInside = (path: string): boolean => findRow(path) !== undefined;

describe('a folder loads only its own modules and those in its row, and imports types only from where its row allows', () => {
  test.each(Object.entries(rows))('%s', (name, { imports: loaded, types = [] }) => {
    const violations = imports.filter(({ from, to, typeOnly }) => {
      if (findRow(from) !== name || !isInside(to)) return false;
      const allowed = [name, ...loaded, ...(typeOnly ? types : [])];
      return !allowed.some((place) => isIn(to, place));
    });
    expect(violations.map(formatImport)).toEqual([]);
  });
});

test('only the folder that needs a package loads it', () => {
  const violations = imports.filter(({ from, to, typeOnly }) => {
    if (isInside(to) || to.startsWith('node:') || to.startsWith('.')) return false;
    const packageName = to.split('/', to.startsWith('@') ? 2 : 1).join('/');
    return !typeOnly && !rows[findRow(from) ?? '']?.packages?.includes(packageName);
  });
  expect(violations.map(formatImport)).toEqual([]);
});

test('every folder of the repository is a room, and every folder of the generator has a row', () => {
  const listFolders = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const ignored = (folder: string): boolean => folder.startsWith('.') || folder === 'node_modules' || folder === 'dist';
  expect(
    listFolders('.')
      .filter((folder) => !ignored(folder))
      .sort(),
  ).toEqual([...rooms, ...otherFolders].sort());
  for (const room of ['generator', 'fidelity']) expect(listFolders(room).filter((folder) => !rows[`${room}/${folder}`])).toEqual([]);
  expect(listFolders('mock').filter((folder) => !names.some((name) => isIn(name, `mock/${folder}`)))).toEqual([]);
});

test('the root of the generator holds at most five files', () => {
  expect(readdirSync(join(root, 'generator'), { withFileTypes: true }).filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(5);
});

test('no import cycles', () => {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const reaches = (from: string, target: string, seen = new Set<string>()): boolean =>
    (targets.get(from) ?? []).some((to) => to === target || (!seen.has(to) && reaches(to, target, seen.add(to))));
  expect([...targets.keys()].filter((file) => reaches(file, file))).toEqual([]);
});

test('importing a mock loads no part that it loads at first use', () => {
  const loaded = new Set(['mock/index.ts']);
  for (const file of loaded)
    for (const { from, to, typeOnly, isDynamic } of imports) if (from === file && !typeOnly && !isDynamic) loaded.add(to);
  expect([...loaded].filter((file) => /^mock\/(?:server\/(?:admin|http|oauth)|stores)\/|log-store/.test(file))).toEqual([]);
});

test('of what packages contain, only the HTTP server imports modules of Node', () => {
  const violations = imports.filter(
    ({ from, to }) => /^(runtime|mock|services)\//.test(from) && !isIn(from, 'mock/stores') && to.startsWith('node:'),
  );
  expect([...new Set(violations.map(({ from }) => from))]).toEqual(['mock/server/http/listen.ts']);
});

test('of the entries for tests, only that for node:test imports modules of Node', () => {
  const violations = imports.filter(({ from, to }) => isIn(from, 'testing') && to.startsWith('node:'));
  expect(violations.map(({ from }) => from)).toEqual(['testing/node-test.ts']);
});

test('only `pipeline/`, `cli/`, and the entries for tests run what compares mocks with services', () => {
  const runners = imports.filter(({ from, to, typeOnly }) => !typeOnly && isIn(to, 'fidelity') && !isIn(from, 'fidelity'));
  const folders = new Set(runners.map(({ from }) => findRow(from)));
  expect([...folders].sort()).toEqual(['generator/cli', 'generator/pipeline', 'testing']);
});

test('the generator, the runtime, and the mock name no part of a service module', () => {
  const parts = Object.entries(serviceManifests).flatMap(([service, { rules, actions }]) =>
    Object.keys({ ...rules, ...actions }).map((name) => `${service}/${name}`),
  );
  expect(parts.length).toBeGreaterThan(0);
  const named = ['generator', 'runtime', 'mock'].flatMap(listFiles).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return parts.filter((name) => text.includes(`'${name}'`) || text.includes(`\`${name}\``)).map((name) => `${file} names ${name}`);
  });
  expect(named).toEqual([]);
});

test('only the process creates real effects', () => {
  const effects = /\bprocess\.|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bconsole\./;
  const allowed = [
    'generator/cli/main.ts',
    // Runs in the processes of the user.
    'generator/cli/redirect.ts',
    'generator/cli/proxy-preload.ts',
    'generator/lib/node-effects.ts',
    'generator/lib/parent-exit.ts',
    'generator/lib/run-process.ts',
    'generator/lib/run-program.ts',
    'generator/lib/file-system.ts',
    // Also runs in a process of its own.
    'generator/lib/node-threads.ts',
    'mock/stores/lmdb-log.ts',
    'mock/stores/postgres-database.ts',
    'testing/vitest.ts',
  ];
  const inProcess = ['generator', 'fidelity', 'testing', 'mock/stores'].flatMap(listFiles);
  expect(inProcess.filter((file) => !allowed.includes(file) && effects.test(readWithoutStrings(file)))).toEqual([]);
});

test('no hand-written file is longer than 500 lines', () => {
  const longFiles = [...files, ...listFiles('test')]
    .filter((file) => !tables.includes(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > 500);
  expect(longFiles).toEqual([]);
});

test('the list of tests that need a build names files and folders that exist', () => {
  const paths = Object.values(testsThatNeedBuild).flat();
  expect(paths.filter((path) => !existsSync(join(root, 'test', path)))).toEqual([]);
});
