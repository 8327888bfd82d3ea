/** The location of a file determines which files it may import and how large it may be. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { testsThatNeedBuild } from './support/needs-build.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

interface Folder {
  /** Folders whose modules it may import. Every folder may import its own modules, and every folder but `lib` those of `lib`. */
  readonly imports: readonly string[];
  /** Folders of which it may import types only. */
  readonly types: readonly string[];
  /** Packages that it may load. */
  readonly packages: readonly string[];
}

/** The folders of the generator. `rules` holds the definitions of the language, which several stages use. */
const folders: Readonly<Record<string, Folder>> = {
  lib: { imports: [], types: [], packages: ['@eslint-community/regexpp', 'node-forge', 're2js', 'ts-morph'] },
  rules: { imports: [], types: ['model'], packages: ['@marcbachmann/cel-js'] },
  read: { imports: [], types: [], packages: ['jsonc-parser', 'yaml'] },
  validate: { imports: ['rules', 'model'], types: ['read'], packages: ['ajv'] },
  model: { imports: ['rules'], types: [], packages: [] },
  emit: { imports: ['rules'], types: ['model'], packages: ['handlebars', 're2js'] },
  write: { imports: [], types: ['emit'], packages: ['ts-morph', 'oxfmt', 'rolldown'] },
  diff: { imports: ['rules'], types: ['model'], packages: [] },
  config: { imports: ['read'], types: [], packages: ['yaml'] },
  pipeline: {
    imports: ['config', 'read', 'validate', 'rules', 'model', 'emit', 'write', 'diff', 'traffic', 'runtime'],
    types: [],
    packages: ['yaml'],
  },
  project: { imports: ['config', 'read', 'model', 'emit', 'write', 'diff', 'pipeline'], types: [], packages: ['jsonc-parser', 'yaml'] },
  release: {
    imports: ['config', 'read', 'validate', 'model', 'diff', 'write', 'pipeline'],
    types: [],
    packages: ['ts-morph', 'publint', '@arethetypeswrong/core'],
  },
  traffic: { imports: ['read', 'runtime'], types: ['model'], packages: ['yaml'] },
  proxy: { imports: ['traffic', 'runtime'], types: ['model'], packages: [] },
  store: { imports: ['runtime'], types: [], packages: ['lmdb', 'pg'] },
  testing: { imports: ['traffic', 'runtime'], types: [], packages: ['vitest', '@playwright/test', 'msw'] },
  cli: {
    imports: ['config', 'pipeline', 'project', 'diff', 'release', 'store', 'traffic', 'proxy', 'runtime'],
    types: [],
    packages: ['string-width'],
  },
};

/** These modules look up and walk the types of the model. They are part of its interface, like the types. */
const modelInterface = ['generator/model/schema-lookup.ts', 'generator/model/walk-types.ts'];
/** The definition of path templates, which the stages of the generator and the packages share. */
const pathTemplates = 'templates/runtime/paths/';
/** The only modules of the generator's stages that run other code of the runtime: the generator and the packages must agree on it. */
const sharedWithRuntime = [
  'generator/lib/default-problem.ts',
  'generator/lib/suggest.ts',
  'generator/lib/system-parameters.ts',
  'generator/testing/checks.ts',
];

/** Tables, whose length comes from data. */
const tables: readonly string[] = ['generator/lib/diagnostics.ts'];

interface Import {
  readonly from: string;
  /** Path in the repository, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
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
    return { from: file, to, typeOnly: type !== undefined || allTypes };
  });
}

/** The folder of a file of the generator, `runtime`, or `.` for the root of the generator. */
const findFolder = (path: string): string =>
  path.startsWith('templates/runtime/') ? 'runtime' : path.split('/').length > 2 ? (path.split('/')[1] as string) : '.';

/** Source text without the content of its string literals, because printed programs have their own effects. */
const readWithoutStrings = (file: string): string => readFileSync(join(root, file), 'utf8').replace(/'(?:\\.|[^'\\\n])*'|`[^`]*`/g, "''");

const formatImport = ({ from, to }: Import): string => `${from} imports ${to}`;

const generator = listFiles('generator').flatMap(listImports);
const runtime = listFiles('templates/runtime').flatMap(listImports);
const controlPage = listFiles('templates/ui').flatMap(listImports);
const isInside = (path: string): boolean => path.startsWith('generator/') || path.startsWith('templates/');

describe('a folder imports only itself, `lib`, and the folders in its row', () => {
  test.each(Object.keys(folders))('%s', (name) => {
    const { imports, types } = folders[name] as Folder;
    const allowed = [name, ...(name === 'lib' ? [] : ['lib']), ...imports];
    const violations = generator.filter(({ from, to, typeOnly }) => {
      if (findFolder(from) !== name || !isInside(to) || allowed.includes(findFolder(to))) return false;
      if (findFolder(to) === 'runtime') return !typeOnly && !to.startsWith(pathTemplates) && !sharedWithRuntime.includes(from);
      return !(types.includes(findFolder(to)) && (typeOnly || modelInterface.includes(to)));
    });
    expect(violations.map(formatImport)).toEqual([]);
  });
});

test('the root of the generator holds at most five files, and every folder has a row', () => {
  const entries = readdirSync(join(root, 'generator'), { withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(5);
  expect(entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()).toEqual(Object.keys(folders).sort());
});

test('no import cycles', () => {
  const targets = new Map<string, string[]>();
  for (const { from, to } of [...generator, ...runtime, ...controlPage]) targets.set(from, [...(targets.get(from) ?? []), to]);
  const reaches = (from: string, target: string, seen = new Set<string>()): boolean =>
    (targets.get(from) ?? []).some((to) => to === target || (!seen.has(to) && reaches(to, target, seen.add(to))));
  expect([...targets.keys()].filter((file) => reaches(file, file))).toEqual([]);
});

test('only the folder that needs a package loads it', () => {
  const violations = generator.filter(({ from, to }) => {
    if (isInside(to) || to.startsWith('node:')) return false;
    const name = to.split('/', to.startsWith('@') ? 2 : 1).join('/');
    return !folders[findFolder(from)]?.packages.includes(name);
  });
  expect(violations.map(formatImport)).toEqual([]);
});

test('of the entries for tests, only that for node:test imports modules of Node', () => {
  const violations = generator.filter(({ from, to }) => from.startsWith('generator/testing/') && to.startsWith('node:'));
  expect(violations.map(({ from }) => from)).toEqual(['generator/testing/node-test.ts']);
});

test('the runtime imports neither the generator nor a dependency', () => {
  const violations = runtime.filter(
    ({ from, to }) => !to.startsWith('templates/runtime/') && !(to.startsWith('node:') && from === 'templates/runtime/mock/http/listen.ts'),
  );
  expect(violations.map(formatImport)).toEqual([]);
});

test('the control page imports its libraries, and types of the mock that describe control routes', () => {
  const violations = controlPage.filter(
    ({ to, typeOnly }) =>
      !/^preact(\/hooks)?$|^@preact\/signals$/.test(to) &&
      !to.startsWith('templates/ui/') &&
      !(typeOnly && to.startsWith('templates/runtime/mock/types/')),
  );
  expect(violations.map(formatImport)).toEqual([]);
});

/** The layers of the mock, with those that each may import. */
const mockLayers: Readonly<Record<string, readonly string[]>> = {
  // Public types, and helpers that know nothing of the mock.
  types: ['lib'],
  lib: ['types'],
  // The compiled APIs: routes, methods, and resource types.
  world: ['types', 'lib'],
  store: ['types', 'lib'],
  state: ['types', 'lib', 'world', 'store'],
  engine: ['types', 'lib', 'world', 'store', 'state'],
  api: ['types', 'lib', 'world', 'state', 'engine'],
  admin: ['types', 'lib', 'world', 'state', 'engine'],
  http: ['types', 'lib', 'state', 'engine', 'api', 'admin'],
};
const mockFolder = 'templates/runtime/mock/';

describe('a layer of the mock imports only lower layers', () => {
  const findLayer = (path: string): string | undefined =>
    path.startsWith('templates/runtime/services/') ? 'engine' : path.startsWith(mockFolder) ? path.split('/')[3] : undefined;
  test.each(Object.entries(mockLayers))('%s', (layer, allowed) => {
    const violations = runtime.filter(({ from, to }) => {
      const other = findLayer(to);
      return findLayer(from) === layer && other !== undefined && other !== layer && !allowed.includes(other);
    });
    expect(violations.map(formatImport)).toEqual([]);
  });

  test('the mock knows service modules only by their interface', () => {
    const services = 'templates/runtime/services/';
    const isInterface = (path: string): boolean => path === `${services}service-module.ts`;
    const violations = runtime.filter(({ from, to }) => from.startsWith(mockFolder) && to.startsWith(services) && !isInterface(to));
    expect(violations.map(formatImport)).toEqual([]);
    const tables = listFiles(services).filter((file) => file.endsWith('/index.ts'));
    const modules = tables.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/'([\w-]+\/[\w-]+)': /g)].map(([, name]) => name as string),
    );
    expect(modules.length).toBeGreaterThan(0);
    const texts = listFiles(mockFolder)
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    expect(modules.filter((name) => texts.includes(name))).toEqual([]);
  });

  test('each folder is a layer', () => {
    const folders = readdirSync(join(root, mockFolder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(mockLayers).sort());
  });
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
    'generator/store/lmdb-log.ts',
    'generator/store/postgres-database.ts',
    'generator/testing/vitest.ts',
  ];
  expect(listFiles('generator').filter((file) => !allowed.includes(file) && effects.test(readWithoutStrings(file)))).toEqual([]);
});

test('no hand-written file is longer than 500 lines', () => {
  const files = ['generator', 'templates/runtime', 'templates/ui', 'test'].flatMap(listFiles).filter((file) => !tables.includes(file));
  const longFiles = files
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > 500);
  expect(longFiles).toEqual([]);
});

test('the list of tests that need a build names files and folders that exist', () => {
  const paths = Object.values(testsThatNeedBuild).flat();
  expect(paths.filter((path) => !existsSync(join(root, 'test', path)))).toEqual([]);
});
