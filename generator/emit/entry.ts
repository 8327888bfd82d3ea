/** `src/index.ts`: the client, all types and the errors. */
import type { Api } from '../model/model.js';
import type { EmitContext, EmittedFile, Emitter } from './emitter.js';
import { withHeader } from './print.js';
import { clientTypes, errorClasses } from './symbols.js';

function clientExports(): readonly string[] {
  return [
    `export * from './client.js';`,
    `export { ${errorClasses.join(', ')} } from './runtime/errors.js';`,
    `export type { ${clientTypes.join(', ')} } from './runtime/client/index.js';`,
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
