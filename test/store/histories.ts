/** Clients that use a few resources at the same time, and record what they send and receive. */
import fc from 'fast-check';
import type { Response, Send } from './http-client.js';
import type { Operation } from './linearizability.js';
import type { ResourceCall } from './resource-model.js';
import { rounds } from './rounds.js';

export interface HistoryOptions {
  /** The path of the collection. */
  readonly folder: string;
  /** Selects the requests. */
  readonly seed: number;
  /** Runs once, after a number of responses. */
  readonly interruption?: { readonly after: number; readonly run: () => Promise<void> };
}

export type History = readonly Operation<ResourceCall>[];

const clientCount = 6;
const resourceCount = 3;

interface Step {
  readonly resource: number;
  readonly kind: ResourceCall['kind'];
  /** Whether a change first reads the resource, and applies only if it is still the same. */
  readonly isConditional: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  resource: fc.nat(resourceCount - 1),
  kind: fc.constantFrom('create', 'create', 'read', 'patch', 'patch', 'patch', 'delete'),
  isConditional: fc.boolean(),
});
const script = fc.array(step, { minLength: rounds.historyLength, maxLength: rounds.historyLength, size: 'max' });

/** Returns the history of each resource. */
export async function recordHistories(send: Send, { folder, seed, interruption }: HistoryOptions): Promise<readonly History[]> {
  const histories = Array.from({ length: resourceCount }, (): Operation<ResourceCall>[] => []);
  let calls = 0;
  let interrupted: Promise<void> | undefined;

  const call = async (resource: number, { kind, value, expected }: ResourceCall, etag?: string): Promise<Response> => {
    const path = `${folder}/check-${resource}`;
    const headers = etag === undefined ? {} : { 'if-match': etag };
    const start = performance.now();
    const response = await {
      create: () => send(`POST ${folder}`, { name: `check-${resource}`, description: value }),
      read: () => send(`GET ${path}`),
      patch: () => send(`PATCH ${path}`, { description: value }, headers),
      delete: () => send(`DELETE ${path}`, undefined, headers),
    }[kind]();
    // After a cut connection or 503, the request may have had an effect.
    const status = response.status === 503 ? undefined : response.status;
    const end = status === undefined ? Infinity : performance.now();
    histories[resource]?.push({ call: { kind, value: kind === 'read' ? response.body.description : value, expected, status }, start, end });
    if (++calls === interruption?.after) interrupted = interruption.run();
    return response;
  };

  const runClient = async (steps: readonly Step[], client: number): Promise<void> => {
    for (const [index, { resource, kind, isConditional }] of steps.entries()) {
      // No two requests set the same content.
      const change = { kind, value: `${client}-${index}` };
      if (!isConditional || kind === 'create' || kind === 'read') await call(resource, change);
      else {
        const { status, headers, body } = await call(resource, { kind: 'read' });
        if (status === 200) await call(resource, { ...change, expected: body.description }, headers.etag);
      }
    }
  };
  await Promise.all(fc.sample(script, { numRuns: clientCount, seed }).map(runClient));
  await interrupted;
  return histories;
}
