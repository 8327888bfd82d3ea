/** Requests with the responses of a mock, as text. */
import { getBody, openReference } from '../../../fidelity/prove/reference-mock.js';
import { toHttpCall, type Scenario } from '../../../fidelity/prove/scenario.js';
import type { ActualResponse } from '../../../fidelity/verify/exchange-result.js';
import { isObject, parseJson, toCanonicalText, type Json } from '../../../generator/lib/json.js';
import type { Mock } from '../../../mock/index.js';
import { origin } from './apis.js';

export interface SentExchange {
  readonly method: string;
  /** With the query, percent-encoded, with a leading slash. */
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  readonly responseBody: string;
}

/** Sends all requests of scenarios, whatever the mock responds. */
export async function sendScenarios(scenarios: readonly Scenario[], mock: Mock, name: string): Promise<readonly SentExchange[]> {
  const exchanges: SentExchange[] = [];
  for (const [at, { steps }] of scenarios.entries()) {
    const session = await openReference(mock, `${name}-${at}`, origin);
    const replies: (Json | undefined)[] = [];
    try {
      for (const step of steps) {
        if (step.kind === 'control') {
          await session.control(step.method, step.path, step.body);
          replies.push(undefined);
          continue;
        }
        const call = toHttpCall(step.template, (index) => replies[index]);
        const reply = await session.send(call);
        replies.push(getBody(reply));
        const { headers: _, ...request } = call;
        exchanges.push({ ...request, status: reply.status, responseBody: formatBody(reply) });
      }
    } finally {
      await session.delete();
    }
  }
  return exchanges;
}

const formatBody = ({ body }: ActualResponse): string =>
  body === undefined ? '' : body.kind === 'json' ? JSON.stringify(body.value) : body.text;

/**
 * Formats responses to compare them. The texts of errors don't matter, as in other comparisons. Page tokens (AIP-158) and etags (AIP-154)
 * are opaque: only whether they repeat matters.
 */
export function formatResponses(exchanges: readonly SentExchange[]): readonly string[] {
  const seen = new Map<string, string>();
  const toOpaque = (value: string): string => {
    const known = seen.get(value) ?? `opaque ${seen.size + 1}`;
    seen.set(value, known);
    return known;
  };
  const format = (value: Json, isError: boolean): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => format(item, isError));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([name]) => !isError || (name !== 'message' && name !== 'description'));
    return Object.fromEntries(
      kept.map(([name, inner]) => [name, typeof inner === 'string' && opaqueName.test(name) ? toOpaque(inner) : format(inner, isError)]),
    );
  };
  return exchanges.map(({ status, responseBody }) => {
    const value = parseJson(responseBody);
    return `${status} ${value === undefined ? responseBody : toCanonicalText(format(value, status >= 400))}`;
  });
}

const opaqueName = /^(?:etag|fingerprint|nextPageToken)$|Fingerprint$/;
