/** Calls of the methods that create, change, and delete resources. */
import { signal } from '@preact/signals';
import type {
  DryRun,
  DryRunError,
  IndexedEntry,
  OperationList,
  OperationSummary,
  PlannedCall,
  RequestPage,
} from '../../mock/types/control.js';
import { callApi, getControl, sendControl } from '../lib/requests.js';
import { getMember } from '../../runtime/values/json.js';

export interface CallSuccess {
  readonly errors?: never;
  /** The operation that the call started. */
  readonly operation: OperationSummary | undefined;
}

export type CallResult = CallSuccess | { readonly errors: readonly DryRunError[] };

/** Returns the request of a call, and why the mock would reject it. */
export const dryRun = (call: PlannedCall, signal?: AbortSignal): Promise<DryRun> =>
  sendControl<DryRun>('POST', 'dry-run', { body: call, ...(signal && { signal }) });

/** Calls a method of an API, unless the mock would reject the call. */
export async function callMethod(call: PlannedCall): Promise<CallResult> {
  const { request, errors } = await dryRun(call);
  if (!request || errors.length > 0) return { errors };
  const { method, path, body } = request;
  const headers = { 'content-type': 'application/json' };
  const response = await callApi({ method, path, ...(body && { headers, body: JSON.stringify(body) }) });
  if (response.error !== undefined) return { errors: [{ reason: 'invalid', message: response.error }] };
  return { operation: await findOperation(response.body) };
}

/** Finds the operation in a response. */
async function findOperation(body: unknown): Promise<OperationSummary | undefined> {
  const name = getMember(body, 'name');
  if (typeof name !== 'string') return undefined;
  const { operations } = await getControl<OperationList>('operations');
  return operations.find(({ path }) => path.endsWith(`/${name}`));
}

export const joinMessages = (errors: readonly DryRunError[]): string => errors.map(({ message }) => message).join(' ');

/** Finds the path of the resource that the last call of a method created, in the journal of the mock. */
export async function findCreatedPath(methodId: string): Promise<string | undefined> {
  const { requests } = await getControl<RequestPage>('requests', { query: { methodId, limit: 1 } });
  if (!requests[0]) return undefined;
  const { seed } = await getControl<IndexedEntry>(`requests/${requests[0].index}`);
  return Object.keys(seed?.resources ?? {})[0];
}

/** The paths of operations that the page has started. Their statuses stay visible until they are dismissed. */
export const watchedOperations = signal<readonly string[]>([]);

export function watchOperation({ path }: OperationSummary): void {
  watchedOperations.value = [...watchedOperations.value.slice(-4), path];
}
