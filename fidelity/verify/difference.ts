/** A difference between a recorded response and that of the mock. */
import type { Json, Pointer } from '../../generator/lib/json.js';

/**
 * `rejected`: the mock rejects a request that the service accepts. `accepted`: the reverse. `notImplemented`: the mock responds with 501.
 * `status`: another HTTP status with the same outcome. `value`: another value. `type`: another JSON type. `missing`: only the service sends the
 * field. `extra`: only the mock does. `order`: the same elements in another order. `inconsistent`: a generated value repeats or changes
 * otherwise than the service's.
 */
export type DifferenceKind =
  | 'rejected'
  | 'accepted'
  | 'notImplemented'
  | 'status'
  | 'value'
  | 'type'
  | 'missing'
  | 'extra'
  | 'order'
  | 'inconsistent';

export const differenceKinds: readonly DifferenceKind[] = [
  'rejected',
  'accepted',
  'notImplemented',
  'status',
  'value',
  'type',
  'missing',
  'extra',
  'order',
  'inconsistent',
];

export interface Difference {
  readonly kind: DifferenceKind;
  /** The path of the field: `items[].name`, `labels.*`, `headers.etag`, `error.code`. Empty for the whole response. */
  readonly field: string;
  /** What the service sent. Absent if it sent nothing. */
  readonly expected?: Json;
  /** What the mock sent. Absent if it sent nothing. */
  readonly actual?: Json;
  /** Where the field is in the body: of the service, or of the mock if the difference is `extra`. */
  readonly pointer?: Pointer;
  /** The rule of the mock that rejected the request, and its message. */
  readonly rule?: string;
  readonly message?: string;
}
