/** What checking a learned overlay finds. */
import type { Json, Pointer } from '../../generator/lib/json.js';

/** An entry of an overlay that recordings contradict. */
export interface Contradiction {
  readonly id: string;
  /** The place of the entry in the overlay. */
  readonly pointer: Pointer;
  readonly field: string;
  /** The value of the entry. Absent if the entry says that responses lack the field. */
  readonly stated?: Json;
  /** A method and a status whose response contradicts it. */
  readonly method: string;
  /** The number of scenarios that contradict it. */
  readonly scenarios: number;
}
