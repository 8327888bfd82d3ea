/** The behavior of a resource for one client. */
import type { Model } from './linearizability.js';

/** A request that creates, reads, changes, or deletes a resource, with its response. */
export interface ResourceCall {
  readonly kind: 'create' | 'read' | 'patch' | 'delete';
  /** The content that the request sets, or that the response contains. */
  readonly value?: string | undefined;
  /** The content that the resource must have for a conditional change. */
  readonly expected?: string | undefined;
  /** The status of the response. `undefined` if the client doesn't know whether the request had an effect. */
  readonly status?: number | undefined;
}

/** The state of a resource that doesn't exist. */
const absent = '';

export const resourceModel: Model<ResourceCall> = {
  initial: absent,
  apply: (state, call) => {
    const [status, next] = respond(state, call);
    if (call.kind === 'read' && status === 200 && call.value !== state) return undefined;
    return status === (call.status ?? 200) ? next : undefined;
  },
};

/** Returns the status of the response, and the state after the call. */
function respond(state: string, { kind, value = '', expected = state }: ResourceCall): readonly [status: number, next: string] {
  if (kind === 'create') return state === absent ? [200, value] : [409, state];
  if (state === absent) return [404, state];
  if (kind === 'read') return [200, state];
  if (state !== expected) return [412, state];
  return [200, kind === 'delete' ? absent : value];
}
