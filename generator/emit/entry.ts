/** `src/index.ts`: the client, all types and the errors. */
import type { Api } from '../model/model.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { listFeatureHelpers, listFeatureTypes } from './features.js';
import { addHeader } from './print-file.js';
import { clientTypes, errorClasses, helpers } from './symbols.js';

function formatClientExports(api: Api): readonly string[] {
  return [
    `export * from './client.js';`,
    `export { ${errorClasses.join(', ')} } from './runtime/errors.js';`,
    `export { ${[...listFeatureHelpers(api), ...helpers].join(', ')} } from './runtime/client/index.js';`,
    `export type { ${[...clientTypes, ...listFeatureTypes(api)].sort().join(', ')} } from './runtime/client/index.js';`,
  ];
}

/** The entry points whose content doesn't depend on the API. */
const extras: readonly (readonly [path: string, module: string])[] = [
  ['src/values.ts', './runtime/values/index.js'],
  ['src/otel.ts', './runtime/client/otel.js'],
  ['src/undici.ts', './runtime/client/undici.js'],
];

function emitEntry(api: Api, { parts }: EmitContext): EmittedFile[] {
  const lines = [
    ...(parts.has('client') ? formatClientExports(api) : []),
    `export type * from './types.js';`,
    `export type { MergePatch } from './runtime/merge-patch-type.js';`,
    `export type { Open } from './runtime/open.js';`,
    `export type { RequestBody } from './runtime/request-body.js';`,
  ];
  const extraModules = parts.has('client') ? extras : [];
  return [
    { path: 'src/index.ts', text: addHeader(`${lines.join('\n')}\n`), format: 'prettier' },
    ...extraModules.map(([path, module]): EmittedFile => ({ path, text: addHeader(`export * from '${module}';\n`), format: 'ready' })),
  ];
}

export const entry: Emitter = { name: 'entry', part: 'types', emit: emitEntry };
