/** Emits the RE2 engine, if the API has patterns or filters that need it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createDoc } from './doc-comments.js';
import { createConstant, createImport, createTypeImport, declareConstant, type ModuleStatement } from '../lib/module-statements.js';
import type { PackagePart } from '../language/parts.js';
import type { Api } from '../model/model.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { hasRe2FieldPatterns } from './patterns.js';
import { hasRe2Patterns } from './validations.js';

export function hasRegexFilters(api: Api): boolean {
  return api.methods.some(({ rules }) => rules.some(({ rule }) => rule.kind === 'filter' && rule.styles.includes('regex')));
}

/** The module that compiles RE2 expressions, from `src/`. */
export const re2Module = './re2.js';

/** Whether the package contains the engine: filters of the mock or patterns of the validators need it. */
export function hasRe2Engine(api: Api, parts: ReadonlySet<PackagePart>): boolean {
  return (parts.has('mock') && hasRegexFilters(api)) || (parts.has('validators') && (hasRe2Patterns(api) || hasRe2FieldPatterns(api)));
}

/** Emits the engine: a copy of the library, and the function that the validators and the mock call. */
export function emitRe2Engine(api: Api, { parts }: EmitContext): readonly EmittedFile[] {
  if (!hasRe2Engine(api, parts)) return [];
  const library = readLibraryFile('build/index.js').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  return [
    { path: 'src/vendor/re2js.js', text: library, format: 'ready' },
    { path: 'src/vendor/re2js.d.ts', statements: declarations, format: 'prettier' },
    { path: 'src/re2.ts', statements: engine, format: 'prettier' },
  ];
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
const declarations = [
  declareConstant('RE2JS', '{ compile(pattern: string): { test(text: string): boolean; testExact(text: string): boolean } }'),
];

const engine: readonly ModuleStatement[] = [
  createImport(['createRe2'], './runtime/validate.js'),
  ...createTypeImport(['Re2'], './runtime/validate.js'),
  createImport(['RE2JS'], './vendor/re2js.js'),
  createConstant({
    name: 're2',
    type: 'Re2',
    initializer: '/* @__PURE__ */ createRe2(RE2JS)',
    docs: [createDoc('Compiles an RE2 expression, which matches in linear time.')],
  }),
];
