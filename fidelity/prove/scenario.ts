/** A scenario as data: the requests that show whether a target follows a rule, with the responses of the mock. */
import type { Json } from '../../generator/lib/json.js';
import { mapMembers } from '../../generator/lib/json.js';
import type { Method } from '../../generator/model/model.js';
import { percentEncode } from '../../runtime/paths/expand.js';
import type { ActualResponse } from '../verify/exchange-result.js';
import { resolveText, resolveValue, type GetBody } from './references.js';

/** A call. Its path, query, and body can contain references to earlier responses. */
export interface CallTemplate {
  readonly method: Method;
  /** Not encoded, without a leading slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, Json>>;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What a response shows about the rule: always whether the target accepts the request, and otherwise the error. `fields`: also the values of
 * these fields and of those inside, such as `items[].name`. An empty path is the whole body.
 */
export interface Probe {
  readonly fields: readonly string[];
}

export interface CallStep {
  readonly kind: 'call';
  readonly template: CallTemplate;
  /** Absent for a request that only prepares others. */
  readonly probe?: Probe;
  /** The response of the mock. */
  readonly reply: ActualResponse;
  /** The path of the resource that the call creates, which can contain references. */
  readonly creates?: string;
  /** Whether the next step is sent at the same time. */
  readonly isConcurrent?: true;
}

/** A request to a control route, which only mocks have. */
export interface ControlStep {
  readonly kind: 'control';
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Json;
  /** Whether the mock rejects the request because of the rule. */
  readonly isRejected?: true;
}

export type Step = CallStep | ControlStep;

export interface Scenario {
  readonly steps: readonly Step[];
  /** The beginning of the names of its resources. */
  readonly prefix: string;
  /** Whether other resources of the project would change its responses. */
  readonly isIsolated: boolean;
  /** Why what it creates can't be deleted, without a period. Absent if it can be, or if nothing has to be deleted. */
  readonly irreversible?: string;
}

/** An encoded request without references. */
export interface HttpCall {
  readonly method: string;
  /** The path and the query, with a leading slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Replaces the references of a call, and encodes it. */
export function toHttpCall({ method, path, query, body, headers = {} }: CallTemplate, getBody: GetBody): HttpCall {
  const segments = resolveText(path, getBody).split('/').map(encodeSegment).join('/');
  const pairs = Object.entries(mapMembers(query, (value) => resolveValue(value, getBody))).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).map(
      (item) => `${percentEncode(name)}=${percentEncode(typeof item === 'string' ? item : JSON.stringify(item))}`,
    ),
  );
  return {
    method: method.httpMethod,
    path: `/${segments}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(resolveValue(body, getBody)) }),
  };
}

/** Keeps the colon of a custom verb. */
const encodeSegment = (segment: string): string => percentEncode(segment).replaceAll('%3A', ':');
