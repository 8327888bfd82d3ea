/** `src/index.ts`: the client, all types and the errors. */
import type { Api } from '../model/model.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { withHeader } from './print.js';
import { runtimeErrors, runtimeTypes } from './symbols.js';

function clientExports(): readonly string[] {
  return [
    `export * from './client.js';`,
    `export { ${runtimeErrors.join(', ')} } from './runtime/errors.js';`,
    `export type { ApiResponse, ErrorItem } from './runtime/errors.js';`,
    `export type { ${runtimeTypes.join(', ')} } from './runtime/client/index.js';`,
  ];
}

function emitEntry(_api: Api, { parts }: EmitContext): EmittedFile[] {
  const lines = [
    ...(parts.has('client') ? clientExports() : []),
    `export type * from './types.js';`,
    `export type { MergePatch } from './runtime/merge-patch.js';`,
  ];
  return [{ path: 'src/index.ts', text: withHeader(`${lines.join('\n')}\n`), format: 'prettier' }];
}

export const entry: Emitter = { name: 'entry', part: 'types', emit: emitEntry };
