/** Updates a resource with optimistic locking. */
import { describeValue } from '../error-text.js';
import { ApiError, ParameterError } from '../errors.js';

/** The change together with the fingerprint that was read. A field named by `guard` is required. */
export type GuardedChange<Body, Resource, Guard extends keyof Resource> = Body &
  Partial<Resource> & { readonly [Field in Guard]-?: NonNullable<Resource[Field]> };

/** How to read, change, and send a resource. */
export interface Modification<Resource extends object, Body extends object, Result, Guard extends keyof Resource & string = never> {
  /** Reads the current resource. */
  readonly get: () => Resource | PromiseLike<Resource>;
  /** Returns the body to send, or `undefined` to send nothing. Called again after each read. */
  readonly change: (resource: Resource) => Body | undefined | PromiseLike<Body | undefined>;
  /** Sends the body, which contains the fingerprint. It may also wait for the operation of the change. */
  readonly send: (body: GuardedChange<Body, Resource, Guard>) => Result | PromiseLike<Result>;
  /** The field that holds the etag, which the resource must have. Default: the first of `fingerprint`, `etag`, and `labelFingerprint` that it has. */
  readonly guard?: Guard | undefined;
  /** The maximum number of attempts. Default: 5. */
  readonly attempts?: number | undefined;
  /** Stops before the next request. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a resource, changes it, and sends it with its fingerprint. Starts again if the resource changed in between (status 412, or 409 for
 * an `etag`).
 *
 * ```ts
 * await readModifyWrite({
 *   get: () => compute.sslPolicies.get({ project, sslPolicy }),
 *   change: () => ({ minTlsVersion: 'TLS_1_2' }),
 *   send: (requestBody) => compute.sslPolicies.patch({ project, sslPolicy, requestBody }),
 * });
 * ```
 *
 * @returns The result of `send`, or `undefined` if there was nothing to send.
 * @throws ApiError The conflict of the last attempt, or any other error immediately.
 */
export async function readModifyWrite<Resource extends object, Body extends object, Result, Guard extends keyof Resource & string = never>({
  get,
  change,
  send,
  guard,
  attempts = 5,
  signal,
}: Modification<Resource, Body, Result, Guard>): Promise<Result | undefined> {
  if (!(attempts >= 1)) throw new ParameterError('attempts', 'a number >= 1', describeValue(attempts));
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const resource = await get();
    const field: string = guard ?? ['fingerprint', 'etag', 'labelFingerprint'].find((name) => name in resource) ?? 'fingerprint';
    const body = await change(resource);
    if (body === undefined) return undefined;
    signal?.throwIfAborted();
    const value = (resource as Record<string, unknown>)[field];
    if (guard && value === undefined) throw new ParameterError('guard', 'a field of the resource that was read', describeValue(guard));
    try {
      const guardValue = (body as Record<string, unknown>)[field] ?? value;
      return await send({ ...body, ...(guardValue !== undefined && { [field]: guardValue }) } as GuardedChange<Body, Resource, Guard>);
    } catch (error) {
      const isConflict = error instanceof ApiError && (error.status === 412 || (error.status === 409 && field === 'etag'));
      if (!isConflict || attempt >= attempts) throw error;
    }
  }
}
