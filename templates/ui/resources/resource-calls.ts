/** Calls of the methods that create, change, and delete resources. */
import { signal } from '@preact/signals';
import type {
  DryRun,
  DryRunError,
  OperationList,
  OperationSummary,
  PlannedCall,
  ResourceTypeSummary,
} from '../../runtime/mock/types/control.js';
import { toResourcePath } from '../lib/location.js';
import { callApi, getControl, sendControl } from '../lib/requests.js';
import { getMember } from './values.js';

export interface CallSuccess {
  readonly errors?: never;
  readonly body: unknown;
  readonly path: string;
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
  return { body: response.body, path: path.replace(/\?.*/, ''), operation: await findOperation(response.body) };
}

/** Finds the operation in a response. */
async function findOperation(body: unknown): Promise<OperationSummary | undefined> {
  const name = getMember(body, 'name');
  if (typeof name !== 'string') return undefined;
  const { operations } = await getControl<OperationList>('operations');
  return operations.find(({ path }) => path.endsWith(`/${name}`));
}

export const joinMessages = (errors: readonly DryRunError[]): string => errors.map(({ message }) => message).join(' ');

/** Returns the path of a resource: that of its link, or else that of its IDs in a collection. */
export function findResourcePath({ type, rootPath, idFields }: ResourceTypeSummary, body: unknown, collection: string): string | undefined {
  const link = getMember(body, 'selfLink');
  const path = typeof link === 'string' ? link.replace(/^https?:\/\/[^/]+/, '') : '';
  if (path.startsWith('/')) return toResourcePath(path, rootPath);
  const ids = idFields.map((field) => {
    const value = field.split('.').reduce<unknown>(getMember, body);
    // A name can be the full name of the resource.
    return idFields.length === 1 && typeof value === 'string' ? value.split('/').at(-1) : value;
  });
  const isComplete = ids.length === `/${type}`.split('/').length - collection.split('/').length;
  return isComplete && ids.every((id) => typeof id === 'string' || typeof id === 'number')
    ? [collection, ...ids.map(encodeURIComponent)].join('/')
    : undefined;
}

/** The paths of operations that the page has started. Their statuses stay visible until they are dismissed. */
export const watchedOperations = signal<readonly string[]>([]);

export function watchOperation({ path }: OperationSummary): void {
  watchedOperations.value = [...watchedOperations.value.slice(-4), path];
}
