/** Compares single changes of declarations with what the compiler says of code that uses them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../generator/lib/root.js';
import { getLargestBump } from '../../../generator/diff/changes.js';
import { compareDeclarations } from '../../../generator/release/compare-declarations.js';
import { casesByArea, type Case } from './cases.js';

const manifest = JSON.stringify({ type: 'module', exports: { '.': { types: './index.d.ts', default: './index.js' } } });
const createPackage = (text: string): ReadonlyMap<string, string> =>
  new Map([
    ['package.json', manifest],
    ['index.d.ts', text],
  ]);

const libraries = ['es5', 'es2015.promise', 'es2015.symbol', 'es2015.symbol.wellknown', 'es2015.iterable'];
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  lib: libraries.map((name) => `lib.${name}.d.ts`),
  types: [],
};

/** Lists the cases whose code doesn't compile with each version. One program contains all cases. */
function findErrors(cases: readonly Case[]): Record<'old' | 'new', readonly Case[]> {
  const versions = ['old', 'new'] as const;
  const files = new Map([['/package.json', '{"type":"module"}']]);
  for (const [index, each] of cases.entries())
    for (const version of versions) {
      files.set(`/${version}/${index}/package.d.ts`, each[version]);
      files.set(`/${version}/${index}/code.ts`, `import * as p from './package.js';\n${each.code}\n`);
    }
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.directoryExists = () => true;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, languageVersion) => {
    const text = files.get(path);
    return text === undefined ? getSourceFile(path, languageVersion) : ts.createSourceFile(path, text, languageVersion);
  };
  const program = ts.createProgram({ rootNames: [...files.keys()].filter((path) => path.endsWith('code.ts')), options, host });
  const hasErrors = (path: string): boolean => program.getSemanticDiagnostics(program.getSourceFile(path)).length > 0;
  const find = (version: 'old' | 'new'): readonly Case[] => cases.filter((_, index) => hasErrors(`/${version}/${index}/code.ts`));
  return { old: find('old'), new: find('new') };
}

const all = Object.values(casesByArea).flat();

describe.each(Object.entries(casesByArea))('%s', (_, cases) => {
  test.each(cases)('$name: $bump', ({ old, new: next, bump }) => {
    const changes = compareDeclarations(createPackage(old), createPackage(next));
    expect({ bump: getLargestBump(changes), breaking: changes.some(({ breaking }) => breaking) }).toEqual({
      bump,
      breaking: bump === 'major',
    });
  });
});

test('the code of each case compiles, and with the new version unless the bump is major', () => {
  const errors = findErrors(all);
  expect(errors.old.map(({ name }) => name)).toEqual([]);
  expect(errors.new.map(({ name }) => name)).toEqual(all.filter(({ bump }) => bump === 'major').map(({ name }) => name));
});

describe('entry points', () => {
  const exportsTwo = JSON.stringify({ exports: { '.': { types: './index.d.ts' }, './b': './b.d.ts', './spec.json': './spec.json' } });
  const two = new Map([
    ['package.json', exportsTwo],
    ['index.d.ts', 'export type A = 1;'],
    ['b.d.ts', "export type { A } from './index.js';"],
  ]);
  const one = new Map([
    ['package.json', '{ "exports": "./index.d.ts" }'],
    ['index.d.ts', 'export type A = 1;'],
  ]);

  test('removing one is breaking, adding one is not', () => {
    expect(compareDeclarations(two, one).map(({ entry, kind, step }) => `${entry} ${kind} ${step}`)).toEqual([
      './b entry-removed major',
      './spec.json entry-removed major',
    ]);
    expect(compareDeclarations(one, two).map(({ entry, kind, step }) => `${entry} ${kind} ${step}`)).toEqual([
      './b entry-added minor',
      './spec.json entry-added minor',
    ]);
  });

  test('a breaking change names the entry point whose users it affects', () => {
    const createVersion = (name: string): ReadonlyMap<string, string> =>
      new Map([...two, ['b.d.ts', `export type { A as ${name} } from './index.js';`]]);
    const [change] = compareDeclarations(createVersion('A'), createVersion('B'));
    expect(change).toMatchObject({ entry: './b', subject: 'A', message: 'is no longer exported', breaking: true });
  });

  test('re-exports of a package whose declarations are absent are compared by name', () => {
    const createVersion = (text: string): ReadonlyMap<string, string> => new Map([...one, ['index.d.ts', text]]);
    const old = createVersion("export * from 'runtime/otel'; export { A } from 'runtime';");
    expect(getLargestBump(compareDeclarations(old, createVersion("export { A } from 'runtime'; export * from 'runtime/otel';")))).toBe(
      'patch',
    );
    expect(getLargestBump(compareDeclarations(old, createVersion("export { A } from 'runtime';")))).toBe('major');
    expect(getLargestBump(compareDeclarations(old, createVersion("export * from 'runtime/otel'; export { A } from 'other';")))).toBe(
      'major',
    );
  });

  test('with the declarations of the package, their changes count', () => {
    const createVersion = (type: string): ReadonlyMap<string, string> =>
      new Map([
        ...one,
        ['index.d.ts', "export { f } from 'runtime';"],
        ['node_modules/runtime/package.json', '{ "exports": "./index.d.ts" }'],
        ['node_modules/runtime/index.d.ts', `export declare function f(): ${type};`],
      ]);
    expect(compareDeclarations(createVersion('1'), createVersion('2')).map(({ subject }) => subject)).toEqual(['f()']);
  });
});

describe('a generated package', () => {
  const folder = join(packageRoot, 'generated/errorreporting-v1beta1');
  const names = readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.d.ts'));
  const files = new Map(
    ['package.json', ...names.map((name) => `dist/${name}`)].map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
  const edit = (search: RegExp, replacement: string): ReadonlyMap<string, string> =>
    new Map([...files].map(([path, text]) => [path, path.endsWith('.d.ts') ? text.replace(search, replacement) : text]));

  test.each([
    ['without comments', /\/\*\*[^]*?\*\//g, '', 'patch'],
    ['with another result', /: BoundUnaryMethod<([\w.]+), [\w.]+>;/, ': BoundUnaryMethod<$1, string>;', 'major'],
    [
      'without a common option',
      /: BoundUnaryMethod<([\w.]+), ([\w.]+)>;/,
      ': BoundUnaryMethod<$1, $2, { readonly timeout?: number }>;',
      'major',
    ],
    ['with an added method of the client', /(export interface \w+Client extends Client \{)/, '$1 added(): void;', 'minor'],
    [
      'with an added method of the mock',
      /(export interface MockMethods \{)/,
      '$1 "added": { readonly request: 1; readonly response: 2 };',
      'minor',
    ],
    ['without a method of the mock', /(export interface MockMethods \{)\s*"[^"]+": \{[^}]*\};?/, '$1', 'major'],
  ] as const)('%s', (_, search, replacement, bump) => {
    const changes = compareDeclarations(files, edit(search, replacement));
    expect(getLargestBump(changes), JSON.stringify(changes)).toBe(bump);
  });
});
