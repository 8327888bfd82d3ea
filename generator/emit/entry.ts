/** `src/index.ts`: the client, all types and the errors. */
import type { Api } from '../model/model.js';
import { createClientDeclarations } from './client.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { listFeatureHelpers, listFeatureTypes } from './features.js';
import { createExport } from '../lib/module-statements.js';
import { clientTypes, errorClasses, helpers } from './symbols.js';

export function emitEntry(api: Api, { parts, names }: EmitContext): EmittedFile[] {
  const hasClient = parts.has('client');
  const runtimeTypes = ['MergePatch', 'Open', 'RequestBody', ...(hasClient ? [...clientTypes, ...listFeatureTypes(api)] : [])];
  const statements = [
    ...(hasClient ? createClientDeclarations(api, names) : []),
    ...(hasClient ? [createExport([...errorClasses, ...listFeatureHelpers(api), ...helpers], '../runtime/client.js')] : []),
    createExport(runtimeTypes.sort(), '../runtime/client.js', true),
    createExport([], './types.js', true),
  ];
  // The content of these entry points doesn't depend on the API.
  const extras = hasClient ? ['values', 'otel', 'undici'] : [];
  return [
    { path: 'src/index.ts', statements, format: 'prettier' },
    ...extras.map((name): EmittedFile => {
      return { path: `src/${name}.ts`, statements: [createExport([], `../runtime/${name}.js`)], format: 'ready' };
    }),
  ];
}
