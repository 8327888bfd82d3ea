/** The values of a field in all observations of a subject. */
import type { Json } from '../../generator/lib/json.js';
import type { Observation } from './observe.js';

/** A field in all observations of a subject. */
export interface ObservedField {
  readonly path: string;
  readonly name: string;
  readonly entries: readonly FieldEntry[];
  /** Whether a request set the field or a part of it. */
  readonly isSent: boolean;
}

/** Entries by the value of a field. */
export interface FieldGroups {
  readonly path: string;
  readonly groups: ReadonlyMap<string, readonly FieldEntry[]>;
}

export interface FieldEntry {
  readonly observation: Observation;
  readonly value: Json | undefined;
  readonly sent: Json | undefined;
}

/** Whether one of two fields is in the other. */
export const areRelated = (left: string, right: string): boolean =>
  left === right || left.startsWith(`${right}.`) || right.startsWith(`${left}.`);

/** Whether an expression contains the name of the method, which is a constant for one method. */
export const isOfMethod = (value: Json): boolean => typeof value === 'string' && /\{(?:api|method|resource|schema)\.\w+\}/.test(value);
