/** Handler files: ES modules whose default export maps method IDs to handlers. */
import { resolve } from 'node:path';
import type { Handlers } from '../../mock/index.js';
import { requireFiles } from '../config/named-files.js';
import type { Effects } from '../lib/effects.js';
import { UsageError } from '../lib/usage-error.js';

/** Throws `UsageError` if a file can't be loaded or exports something else, and if two files handle one method. */
export async function readHandlers(paths: readonly string[], effects: Pick<Effects, 'cwd' | 'files' | 'importModule'>): Promise<Handlers> {
  requireFiles(paths, effects);
  const { cwd, importModule } = effects;
  const handlers: Record<string, NonNullable<Handlers[string]>> = {};
  for (const path of paths) {
    const exported = await importModule(resolve(cwd, path)).catch((error: unknown) => {
      throw new UsageError(`cannot load the handlers ${path}: ${error instanceof Error ? error.message : String(error)}`);
    });
    for (const [methodId, handler] of Object.entries(readDefaultExport(path, exported))) {
      if (typeof handler !== 'function')
        throw new UsageError(`${path}: the handler of ${methodId} must be a function (received ${typeof handler})`);
      if (Object.hasOwn(handlers, methodId)) throw new UsageError(`${path}: another file already has a handler of ${methodId}`);
      handlers[methodId] = handler as NonNullable<Handlers[string]>;
    }
  }
  return handlers;
}

function readDefaultExport(path: string, exported: unknown): object {
  const value: unknown = typeof exported === 'object' && exported !== null && 'default' in exported ? exported.default : undefined;
  if (typeof value === 'object' && value !== null) return value;
  throw new UsageError(
    `${path}: the default export must map method IDs to functions: export default { 'shop.shelves.archive': (call) => … }`,
  );
}
