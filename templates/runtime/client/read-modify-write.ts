/** Reading a resource, changing it, and sending it with the fingerprint that was read. */
import { ApiError, ParameterError, describeValue } from '../errors.js';

/** What is sent: the change, with the fingerprint that was read; where `guard` names it, it is there. */
export type GuardedChange<Body, Resource, Guard extends keyof Resource> = Body &
  Partial<Resource> & { readonly [Field in Guard]-?: NonNullable<Resource[Field]> };

/** What to read, change and send. */
export interface Modification<Resource extends object, Body extends object, Result, Guard extends keyof Resource & string = never> {
  /** Reads the resource as it is now. */
  readonly get: () => Resource | PromiseLike<Resource>;
  /** What is to be sent; `undefined`: nothing, it is as it should be. Called anew with each reading. */
  readonly change: (resource: Resource) => Body | undefined | PromiseLike<Body | undefined>;
  /** Sends it, with the fingerprint in it. Where the change is an operation, this may wait for it. */
  readonly send: (body: GuardedChange<Body, Resource, Guard>) => Result | PromiseLike<Result>;
  /** The field that guards the resource; it must be there. Default: `fingerprint`, `etag` or `labelFingerprint`, the first that was read, if any. */
  readonly guard?: Guard | undefined;
  /** How often it is tried, at most. Default 5. */
  readonly attempts?: number | undefined;
  /** Ends it between two requests. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads, changes, sends; where somebody else was faster (412, or 409 for an `etag`), again with what is there then. Answers what `send`
 * answered, or `undefined` where nothing was to be sent. Throws the last refusal after so many attempts, and at once whatever else goes wrong.
 */
export async function readModifyWrite<Resource extends object, Body extends object, Result, Guard extends keyof Resource & string = never>({
  get,
  change,
  send,
  guard,
  attempts = 5,
  signal,
}: Modification<Resource, Body, Result, Guard>): Promise<Result | undefined> {
  if (!(attempts >= 1)) throw new ParameterError('attempts', 'a number from 1', describeValue(attempts));
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const resource = await get();
    const field: string = guard ?? ['fingerprint', 'etag', 'labelFingerprint'].find((name) => name in resource) ?? 'fingerprint';
    const body = await change(resource);
    if (body === undefined) return undefined;
    signal?.throwIfAborted();
    const value = (resource as Record<string, unknown>)[field];
    if (guard && value === undefined) throw new ParameterError('guard', 'a field that was read', describeValue(guard));
    try {
      const given = (body as Record<string, unknown>)[field] ?? value;
      return await send({ ...body, ...(given !== undefined && { [field]: given }) } as GuardedChange<Body, Resource, Guard>);
    } catch (error) {
      const outdated = error instanceof ApiError && (error.status === 412 || (error.status === 409 && field === 'etag'));
      if (!outdated || attempt >= attempts) throw error;
    }
  }
}
