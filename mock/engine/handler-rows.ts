/** Values of a service that aren't resources, as handlers read and change them. */
import type { HandlerRows } from '../types/handlers.js';
import type { HandlerAccess } from './handler-access.js';
import { copyJson, type Json } from '../lib/json.js';
import { createKey, getKeyRange, getPrefixRange, parseKey } from '../state/keys.js';
import type { State } from '../state/state.js';

/** Creates the access of a handler to the rows of an API. */
export function createHandlerRows({ transaction }: State, access: HandlerAccess, api: string): HandlerRows {
  const toKey = (key: string): string => createKey('row', api, requireRowKey(key));
  return {
    get: access.guard('rows.get', (key: string) => {
      const value = transaction.get(toKey(key));
      return value === undefined ? undefined : copyJson(value);
    }),
    put: access.guard('rows.put', (key: string, value: unknown) => {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) throw new TypeError(`rows.put: the value of ${key} must be JSON`);
      transaction.put(toKey(key), JSON.parse(text) as Json);
    }),
    delete: access.guard('rows.delete', (key: string) => {
      const exists = transaction.get(toKey(key)) !== undefined;
      transaction.delete(toKey(key));
      return exists;
    }),
    list: access.guard('rows.list', (prefix = '') => {
      const range = prefix === '' ? getKeyRange('row', api) : getPrefixRange(toKey(prefix));
      return transaction.range(range).map(([key, value]) => [parseKey(key)[1] ?? '', copyJson(value)] as const);
    }),
  } as HandlerRows;
}

/** Throws a TypeError for a key that can't be stored. */
export function requireRowKey(key: string): string {
  if (isRowKey(key)) return key;
  throw new TypeError(`rows: a key must be a text without control characters (received ${JSON.stringify(key)})`);
}

export const isRowKey = (key: unknown): boolean => typeof key === 'string' && key !== '' && !/[\u0000-\u001f]/.test(key);
