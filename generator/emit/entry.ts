/** `src/index.ts`: the client, all types and the errors. */
import type { Api } from '../model/model.js';
import { createClientDeclarations } from './client.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import { listFeatureHelpers, listFeatureTypes } from './features.js';
import { createExport, type ModuleStatement } from '../lib/module-statements.js';
import { clientTypes, errorClasses, helpers } from './symbols.js';

function createClientExports(api: Api): readonly ModuleStatement[] {
  return [
    createExport([...errorClasses, ...listFeatureHelpers(api), ...helpers], './runtime/client.js'),
    createExport([...clientTypes, ...listFeatureTypes(api)].sort(), './runtime/client.js', true),
  ];
}

export function emitEntry(api: Api, { parts, names }: EmitContext): EmittedFile[] {
  const statements = [
    ...(parts.has('client') ? [...createClientDeclarations(api, names), ...createClientExports(api)] : []),
    createExport([], './types.js', true),
    createExport(['MergePatch', 'Open', 'RequestBody'], './runtime/client.js', true),
  ];
  // The content of these entry points doesn't depend on the API.
  const extras = parts.has('client') ? ['values', 'otel', 'undici'] : [];
  return [
    { path: 'src/index.ts', statements, format: 'prettier' },
    ...extras.map((name): EmittedFile => {
      return { path: `src/${name}.ts`, statements: [createExport([], `./runtime/${name}.js`)], format: 'ready' };
    }),
  ];
}
