/** The package metadata: package.json, license, and notices. */
import type { Api } from '../model/model.js';
import { type Part } from '../lib/parts.js';
import { getPackageFolderName, getRuntimeName, type EmitContext, type EmittedFile, type Emitter } from './emitter.js';
import { hasRegularExpressions, createRe2Notice } from './regular-expressions.js';
import { readTemplate } from './templates.js';

type Exports = Record<string, string | { readonly types: string; readonly default: string }>;

export const createEntryPoint = (name: string): Exports[string] => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });

/** The entry points, with the part that each requires. */
const entries: readonly (readonly [path: string, part: Part, target: Exports[string]])[] = [
  ['.', 'types', createEntryPoint('index')],
  ['./methods', 'client', createEntryPoint('methods')],
  ['./values', 'client', createEntryPoint('values')],
  ['./otel', 'client', createEntryPoint('otel')],
  ['./undici', 'client', createEntryPoint('undici')],
  ['./validators', 'validators', createEntryPoint('validators')],
  ['./mock', 'mock', createEntryPoint('mock')],
  ['./spec.json', 'docs', './spec.json'],
  ['./openapi.json', 'docs', './openapi.json'],
  ['./package.json', 'package', './package.json'],
];

/** The members that all packages have. */
export const packageBase = {
  license: 'Apache-2.0',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.19' },
} as const;

export const formatJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the npm name: `@discogen/dns-v1`. */
export function toPackageName(api: Api, { scope }: Pick<EmitContext, 'scope'>): string {
  return `${scope}/${getPackageFolderName(api)}`;
}

function createPackageJson(api: Api, context: EmitContext): object {
  const { parts, version } = context;
  const has = (part: Part): readonly [] | readonly [Part] => (parts.has(part) ? [part] : []);
  return {
    name: toPackageName(api, context),
    version,
    description: `${api.title} ${api.version}: typed client, validators and mock server`,
    ...packageBase,
    exports: Object.fromEntries(entries.filter(([, part]) => parts.has(part)).map(([path, , target]) => [path, target])),
    files: [
      'dist',
      '!dist/**/*.map',
      ...has('docs').flatMap(() => ['docs', 'openapi.json']),
      ...(parts.has('docs') || parts.has('mock') ? ['spec.json'] : []),
      ...has('validators').flatMap(() => ['THIRD_PARTY_NOTICES']),
    ],
    ...(context.runtime === 'package' && { dependencies: { [getRuntimeName(context)]: `^${version}` } }),
  };
}

function emitPackage(api: Api, context: EmitContext): EmittedFile[] {
  const containsRe2 = context.parts.has('mock') && hasRegularExpressions(api);
  const text = containsRe2 ? createRe2Notice() : 'This package contains no code of third parties.\n';
  const notices: EmittedFile = { path: 'THIRD_PARTY_NOTICES', text, format: 'ready' };
  return [
    { path: 'package.json', text: formatJson(createPackageJson(api, context)), format: 'ready' },
    { path: 'LICENSE', text: readTemplate('LICENSE'), format: 'ready' },
    ...(context.parts.has('validators') ? [notices] : []),
  ];
}

export const packageFiles: Emitter = { name: 'package', part: 'package', emit: emitPackage };
