/** Calls of the methods that create, change, and delete resources. */
import { signal } from '@preact/signals';
import type { DryRun, DryRunError, PlannedCall, ResourceTypeSummary } from '../../runtime/mock/types/control.js';
import { toResourcePath } from '../lib/location.js';
import { callApi, sendControl } from '../lib/requests.js';
import { getMember } from './values.js';

export type CallResult =
  | { readonly errors: readonly DryRunError[] }
  | { readonly errors?: never; readonly body: unknown; readonly path: string };

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
  return { body: response.body, path: path.replace(/\?.*/, '') };
}

export const joinMessages = (errors: readonly DryRunError[]): string => errors.map(({ message }) => message).join(' ');

const isOperation = (body: unknown): boolean =>
  getMember(body, 'operationType') !== undefined || typeof getMember(body, 'done') === 'boolean';

/** The path of the resource that a response shows or that its operation changes. `collection`: where it is, without a link in the response. */
export function findResourcePath({ type, rootPath }: ResourceTypeSummary, body: unknown, collection: string): string | undefined {
  const link = getMember(body, isOperation(body) ? 'targetLink' : 'selfLink');
  const path = typeof link === 'string' ? link.replace(/^https?:\/\/[^/]+/, '') : '';
  if (path.startsWith('/')) return toResourcePath(path, rootPath);
  if (isOperation(body)) return undefined;
  const rest = `/${type}`.split('/').slice(collection.split('/').length);
  const name = getMember(body, 'name') ?? getMember(body, 'id');
  // Several names are those of fields, such as `{name}/{type}`.
  const names =
    rest.length === 1
      ? [name === undefined ? undefined : String(name).split('/').at(-1)]
      : rest.map((part) => getMember(body, part.slice(1, -1)));
  return names.every((each) => typeof each === 'string') ? [collection, ...names.map(encodeURIComponent)].join('/') : undefined;
}

/** The names of operations that the page has started. Their statuses stay visible until they are dismissed. */
export const watchedOperations = signal<readonly string[]>([]);

/** Watches the operation in a response. Returns whether there is one. */
export function watchOperation(body: unknown): boolean {
  const name = getMember(body, 'name');
  if (!isOperation(body) || typeof name !== 'string') return false;
  watchedOperations.value = [...watchedOperations.value.slice(-4), name];
  return true;
}
