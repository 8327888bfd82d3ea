/** The location of a file determines which files it may import and how large it may be. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Stages in the order of the pipeline, with the packages that each may load. */
const stages: Readonly<Record<string, readonly string[]>> = {
  read: ['jsonc-parser', 'yaml'],
  validate: ['ajv'],
  model: [],
  emit: ['handlebars', 'ajv', 're2js'],
  write: ['ts-morph', 'oxfmt', 'oxc-transform', 'rolldown'],
};
const order = Object.keys(stages);
/** Packages that leaves may load. */
const leafPackages: Readonly<Record<string, readonly string[]>> = {
  'generator/backtracking/automaton.ts': ['@eslint-community/regexpp'],
  'generator/cel/parse-expression.ts': ['@marcbachmann/cel-js'],
  'generator/emit/statements.ts': ['ts-morph'],
};

/** Leaves that every stage may use: diagnostics, rule kinds, and helpers for plain data, statements, routes, and references. */
const leaves = [
  /^generator\/(diagnostics|suggest|sha256|effects|root|pattern|system-parameters)\.ts$/,
  /^generator\/(rules|backtracking|cel)\//,
  /^generator\/emit\/(literals|statements)\.ts$/,
  /^generator\/read\/(specification|element-roles|substitute-variables)\.ts$/,
  /^generator\/model\/(route|route-shape|schema-lookup|json-access|description-flags)\.ts$/,
];
/** The types of the model that expressions and their checks share. */
const modelTypes = 'generator/model/model.ts';

/** Stages that must not import from any other stage, not even types. */
const forbiddenStages: Readonly<Record<string, readonly string[]>> = { emit: ['read', 'validate'], write: ['read', 'validate', 'model'] };

/** Tables, whose length comes from data. */
const tables: readonly string[] = [];

interface Import {
  readonly from: string;
  /** Path in the repository, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const importStatement = /^\s*(?:import|export)\s+(type\s)?\s*(?:([^;'"]*?)\s*from\s+)?'([^']+)'|(?<!typeof )\bimport\('([^']+)'\)/gm;

function listFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

function listImports(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(importStatement)].map(([, type, names, from, dynamic]) => {
    const target = (from ?? dynamic) as string;
    const to = target.startsWith('.') ? posix.join(posix.dirname(file), target).replace(/\.js$/, '.ts') : target;
    const namedImports = /^\{([\s\S]*)\}$/.exec(names?.trim() ?? '')?.[1];
    const allTypes =
      namedImports !== undefined && namedImports.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
    return { from: file, to, typeOnly: type !== undefined || allTypes };
  });
}

/** Source text without the content of its string literals, because printed programs have their own effects. */
const readWithoutStrings = (file: string): string => readFileSync(join(root, file), 'utf8').replace(/'(?:\\.|[^'\\\n])*'|`[^`]*`/g, "''");

const findStage = (path: string): string | undefined => order.find((stage) => path.startsWith(`generator/${stage}/`));
const isLeaf = (path: string): boolean => leaves.some((leaf) => leaf.test(path));
const formatImport = ({ from, to }: Import): string => `${from} imports ${to}`;

const generator = listFiles('generator').flatMap(listImports);
const runtime = listFiles('templates/runtime').flatMap(listImports);
const stageImports = generator.filter(({ from }) => findStage(from) !== undefined && !isLeaf(from));
const isInside = (path: string): boolean => path.startsWith('generator/') || path.startsWith('templates/');

describe('a stage imports only itself, types of earlier stages, and leaves', () => {
  test.each(order)('%s', (stage) => {
    const violations = stageImports.filter(({ from, to, typeOnly }) => {
      if (findStage(from) !== stage || !isInside(to) || isLeaf(to) || findStage(to) === stage) return false;
      const otherStage = findStage(to);
      if (to.startsWith('templates/runtime/') || (to === modelTypes && stage === 'validate')) return !typeOnly;
      if (otherStage === undefined || forbiddenStages[stage]?.includes(otherStage)) return true;
      return !typeOnly || order.indexOf(otherStage) > order.indexOf(stage);
    });
    expect(violations.map(formatImport)).toEqual([]);
  });
});

test('leaves import no stage', () => {
  const violations = generator.filter(
    ({ from, to }) => isLeaf(from) && isInside(to) && !isLeaf(to) && to !== modelTypes && !to.startsWith('templates/runtime/'),
  );
  expect(violations.filter(({ from, to, typeOnly }) => !(typeOnly && findStage(from) === findStage(to))).map(formatImport)).toEqual([]);
});

test('only the stage that needs a dependency imports it', () => {
  const violations = generator.filter(({ from, to }) => {
    if (isInside(to) || to.startsWith('node:')) return false;
    const name = to.split('/', to.startsWith('@') ? 2 : 1).join('/');
    return ![...(stages[findStage(from) ?? ''] ?? []), ...(leafPackages[from] ?? [])].includes(name);
  });
  expect(violations.map(formatImport)).toEqual([]);
});

test('the runtime imports neither the generator nor a dependency', () => {
  const violations = runtime.filter(
    ({ from, to }) => !to.startsWith('templates/runtime/') && !(to.startsWith('node:') && from === 'templates/runtime/mock/http/listen.ts'),
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
  store: ['lib'],
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

  test('each folder is a layer', () => {
    const folders = readdirSync(join(root, mockFolder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(mockLayers).sort());
  });
});

/** Folders whose modules must not import each other in a circle. */
const acyclicFolders = [mockFolder];

test.each(acyclicFolders)('no import cycles in %s', (folder) => {
  const imports = new Map<string, readonly string[]>();
  for (const { from, to } of [...generator, ...runtime]) imports.set(from, [...(imports.get(from) ?? []), to]);
  const isInCycle = (file: string): boolean => {
    const reached = new Set<string>();
    const pending = [...(imports.get(file) ?? [])];
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (!reached.has(path)) pending.push(...(imports.get(path) ?? []));
      reached.add(path);
    }
    return reached.has(file);
  };
  expect([...imports.keys()].filter((file) => file.startsWith(folder) && isInCycle(file))).toEqual([]);
});

test('only the process creates real effects', () => {
  const effects = /\bprocess\.|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bconsole\./;
  const allowed = ['generator/main.ts', 'generator/node-effects.ts', 'generator/write/file-system.ts'];
  expect(listFiles('generator').filter((file) => !allowed.includes(file) && effects.test(readWithoutStrings(file)))).toEqual([]);
});

test('the steps of a command import in one direction', () => {
  const steps = new Map<string, string[]>();
  for (const { from, to } of generator) if (/^generator\/[^/]+\.ts$/.test(from)) steps.set(from, [...(steps.get(from) ?? []), to]);
  const reaches = (from: string, target: string, seen = new Set<string>()): boolean =>
    (steps.get(from) ?? []).some((to) => to === target || (!seen.has(to) && reaches(to, target, seen.add(to))));
  expect([...steps.keys()].filter((file) => reaches(file, file))).toEqual([]);
});

test('no hand-written file is longer than 300 lines', () => {
  const files = ['generator', 'templates/runtime', 'test'].flatMap(listFiles).filter((file) => !tables.includes(file));
  const longFiles = files
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > 300);
  expect(longFiles).toEqual([]);
});
