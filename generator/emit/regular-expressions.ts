/** Emits the RE2 engine for filters and expressions. The package contains a copy of the library if the API has any that need it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createDoc } from './doc-comments.js';
import { createFunction, createTypeImport, declareConstant, type ModuleStatement } from '../lib/module-statements.js';
import type { PackagePart } from '../lib/parts.js';
import type { Api } from '../model/model.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { hasRe2Patterns } from './validations.js';

export function hasRegexFilters(api: Api): boolean {
  return api.methods.some(({ rules }) => rules.some(({ rule }) => rule.kind === 'filter' && rule.styles.includes('regex')));
}

/** The path of the library from `src/`. */
export const re2Module = './vendor/re2js.js';

/** Whether the package contains the library: filters of the mock or expressions of the validators need it. */
export function hasRe2Library(api: Api, parts: ReadonlySet<PackagePart>): boolean {
  return (parts.has('mock') && hasRegexFilters(api)) || (parts.has('validators') && hasRe2Patterns(api));
}

/** Emits the library. */
export function emitRe2Library(api: Api, { parts }: EmitContext): readonly EmittedFile[] {
  if (!hasRe2Library(api, parts)) return [];
  const library = readLibraryFile('build/index.js').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  return [
    { path: 'src/vendor/re2js.js', text: library, format: 'ready' },
    { path: 'src/vendor/re2js.d.ts', statements: declarations, format: 'prettier' },
  ];
}

/** Emits the engine for the filters of the mock. */
export function emitRegularExpressions(api: Api): readonly EmittedFile[] {
  return hasRegexFilters(api) ? [{ path: 'src/regular-expressions.ts', statements: engine, format: 'prettier' }] : [];
}

/** Creates the notice for THIRD_PARTY_NOTICES. */
export function createRe2Notice(): string {
  const line = '='.repeat(80);
  const title = 're2js (https://github.com/le0pard/re2js): dist/vendor/re2js.js is\na copy of it.';
  return [line, title, line, '', readLibraryFile('LICENSE')].join('\n');
}

function readLibraryFile(path: string): string {
  const entry = createRequire(import.meta.url).resolve('re2js');
  return readFileSync(join(dirname(dirname(entry)), path), 'utf8').replace(/\r\n/g, '\n');
}

/** The part of the library that TypeScript uses. */
const declarations = [declareConstant('RE2JS', '{ compile(expression: string): { testExact(text: string): boolean } }')];

const engine: readonly ModuleStatement[] = [
  ...createTypeImport(['RegexEngine'], './runtime/mock.js'),
  createFunction({
    name: 'regularExpressions',
    isAsync: true,
    docs: [createDoc('RE2 expressions that match an entire value. The mock loads them for the first filter that needs them.')],
    returnType: 'Promise<RegexEngine>',
    statements: [
      `const { RE2JS } = await import('./vendor/re2js.js');`,
      'return (pattern) => { const expression = RE2JS.compile(pattern); return (text) => expression.testExact(text); };',
    ],
  }),
];
