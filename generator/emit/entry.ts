/** `src/index.ts`: the client, all types and the errors. */
import type { Api } from '../model/model.js';
import { createClientDeclarations } from './client.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { listFeatureHelpers, listFeatureTypes } from './features.js';
import { createExport } from '../lib/module-statements.js';
import { clientTypes, errorClasses, helpers } from './symbols.js';

/** The entry points whose content doesn't depend on the API. In a package that contains the runtime, they are modules of it. */
export const runtimeEntries: readonly string[] = ['values', 'otel', 'undici'];

export function emitEntry(api: Api, { parts, names, runtime }: EmitContext): EmittedFile[] {
  const hasClient = parts.has('client');
  const runtimeTypes = ['MergePatch', 'Open', 'RequestBody', ...(hasClient ? [...clientTypes, ...listFeatureTypes(api)] : [])];
  const statements = [
    ...(hasClient ? createClientDeclarations(api, names) : []),
    ...(hasClient ? [createExport([...errorClasses, ...listFeatureHelpers(api), ...helpers], '../runtime/client.js')] : []),
    createExport(runtimeTypes.sort(), '../runtime/client.js', true),
    createExport([], './types.js', true),
  ];
  const extras = hasClient && runtime === 'package' ? runtimeEntries : [];
  return [
    { path: 'src/index.ts', statements, format: 'prettier' },
    ...extras.map((name): EmittedFile => {
      return { path: `src/${name}.ts`, statements: [createExport([], `../runtime/${name}.js`)], format: 'ready' };
    }),
  ];
}
