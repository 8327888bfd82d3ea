/** What learning reads of recorded traffic: calls of the methods of one API, in scenarios. */
import type { Json, JsonObject } from '../../generator/lib/json.js';
import type { Method } from '../../generator/model/model.js';
import type { Difference } from '../verify/difference.js';
import type { ActualResponse } from '../verify/exchange-result.js';

/** A request to a method of the API, with its response. */
export interface ObservedCall {
  readonly method: Method;
  /** The path without a leading slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly request?: Json;
  readonly status: number;
  readonly response?: Json;
  /** How the response of the mock differs. Absent if it wasn't compared. */
  readonly differences?: readonly Difference[];
  /** The fields whose values reconstructed the state before the recording: `items[].name`. Their equality shows nothing of the mock. */
  readonly assumed?: readonly string[];
  /** The response of the mock, if it was compared. */
  readonly actual?: ActualResponse;
}

/** The calls of one recorded scenario, in the order of their requests. */
export interface CallScenario {
  /** The digest of the recording. */
  readonly digest: string;
  /** Unique among all scenarios. */
  readonly name: string;
  /** Equal for scenarios whose requests differ only in names. */
  readonly signature: string;
  /** Whether the recording contains placeholders and normalized values. */
  readonly isNormalized: boolean;
  readonly calls: readonly ObservedCall[];
}

export const isSuccess = ({ status }: ObservedCall): boolean => status >= 200 && status < 300;

export const isWrite = ({ method }: ObservedCall): boolean => method.httpMethod !== 'GET' && method.httpMethod !== 'HEAD';

export const asObject = (value: Json | undefined): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
