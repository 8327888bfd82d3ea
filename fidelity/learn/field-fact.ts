/** A fact about a field that the server sets. */
import type { Json } from '../../generator/lib/json.js';
import type { Support } from './evidence.js';
import type { Observation } from './observe.js';

/** The condition of a fact: fields and their values. `null` stands for an absent field. */
export type FactCondition = Readonly<Record<string, readonly Json[]>>;

/** A fact about a field that the server sets. */
export interface FieldFact {
  /** The subject of the observations. */
  readonly subject: string;
  readonly field: string;
  readonly value: Json;
  readonly when?: FactCondition;
  /** The server sets the field whatever the request contains. */
  readonly isForced: boolean;
  /** Requests can set the field, although the value holds only for one method. */
  readonly isSettable?: boolean;
  /** The value of a resource changes with the fields on which it depends. */
  readonly isFollowing?: boolean;
  readonly support: Support;
  /** Where it holds. */
  readonly evidence: readonly Observation[];
  readonly chance: number;
  /** How many values the field can have. */
  readonly values: number;
  /** Other expressions with the same value in all exchanges of the subject, such as the name of the method. */
  readonly aliases?: readonly Json[];
  /** Another explanation of the same values, until an exchange shows which is right. */
  readonly rival?: Json;
  /** The value is a part of the recorded ones, whose other members differ. */
  readonly isPartial?: boolean;
  /** Why it isn't proposed. */
  readonly question?: string;
}
