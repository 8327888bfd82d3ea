/** The lists that examples iterate. */
import type { MainResource, Method } from '../model/model.js';
import type { ExampleCall, KnownField } from './example-calls.js';

export interface ListKind {
  readonly isPaged: boolean;
  /** Adds an item to the list. Returns `undefined` if that isn't possible. */
  readonly prepare: (resource: MainResource, call: ExampleCall) => PreparedList | undefined;
}

/** A page token can't be generated, so it must be optional. */
export function isPagedList({ list, parameters }: Method): boolean {
  return list !== undefined && !parameters.some(({ name, required }) => name === list.pageToken && required);
}

/** Whether the response of a list has all items. */
export function isWholeList({ list, listItems }: Method): boolean {
  return list === undefined && listItems?.shape === 'array';
}

export interface PreparedList {
  readonly seed?: string;
  readonly lines: readonly string[];
  /** A known field of the item. */
  readonly known?: PartialKnownField | undefined;
}

/** A field, with its value unless the server generates it. */
export type PartialKnownField = Pick<KnownField, 'field'> & Partial<KnownField>;
