/** What the comparison of one exchange shows. */
import type { Location } from '../../generator/lib/diagnostics.js';
import type { Json } from '../../generator/lib/json.js';
import type { Exchange } from '../recordings/exchange.js';
import type { ValueVerdicts } from './assumed-values.js';
import type { Difference } from './difference.js';
import type { RewrittenRequest } from './rewrite-request.js';

/**
 * Why an exchange isn't compared. `unsupported`: it is a gRPC call, a batch, or malformed. `noApi`: no given API is at the host. `noMethod`:
 * the API has no such method. `noResponse`: the recording has no response. `environment`: the response depends on credentials, quotas, or
 * the health of the service. `repeated`: a later read of the same URL replaces it, such as a poll of an operation. `follows`: an earlier
 * request had another outcome. `existed`: the resource was there before the recording began, and can't be reconstructed. `noBody`: the recorder
 * left out the body, and the status is the same. `incomplete`: the recorder lost the body of the request. `unknownValue`: a value in the request is unknown, because the recording has a placeholder for it. `notAllowed`: the request must
 * not be sent to the server.
 */
export type SkipReason =
  | 'unsupported'
  | 'noApi'
  | 'noMethod'
  | 'noResponse'
  | 'environment'
  | 'repeated'
  | 'follows'
  | 'existed'
  | 'noBody'
  | 'incomplete'
  | 'unknownValue'
  | 'notAllowed';

interface ReplayedExchange {
  readonly exchange: Exchange;
  /** The API as `name version`. */
  readonly api?: string;
  /** The method ID. */
  readonly method?: string;
}

export interface ComparedExchange extends ReplayedExchange {
  readonly kind: 'compared';
  readonly api: string;
  readonly method: string;
  /** Empty if the responses agree, or the response contains nothing but what was assumed. */
  readonly differences: readonly Difference[];
  /** The verdicts of the values without a difference. */
  readonly values: ValueVerdicts;
  /** The fields that the service sent and the description of the API lacks. */
  readonly undocumented: readonly string[];
  readonly request: RewrittenRequest;
  readonly actual: ActualResponse;
}

export interface SkippedExchange extends ReplayedExchange {
  readonly kind: 'skipped';
  readonly reason: SkipReason;
  /** Details: the host, the path, or the placeholder. */
  readonly detail?: string;
  /** The exchange that it follows. */
  readonly cause?: Location;
}

export type ExchangeResult = ComparedExchange | SkippedExchange;

/** The response of the mock, or of another server. */
export interface ActualResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent if it is empty. */
  readonly body?: { readonly kind: 'json'; readonly value: Json } | { readonly kind: 'text'; readonly text: string };
  /** Whether the response shows, apart from its status, that the server doesn't have the method. */
  readonly lacksMethod?: true;
  /** The rule that rejected the request. */
  readonly rejection?: { readonly rule: string; readonly reason: string; readonly message: string };
}
