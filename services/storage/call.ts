/** What the parts of the module share: the calls that they get, and the paths of buckets and objects. */
import type { HandlerCall, JsonObject } from '../../mock/service.js';

/** What handlers and routes have in common. */
export type StorageCall = Pick<HandlerCall, 'state' | 'content' | 'rows' | 'now' | 'user' | 'reject'>;

export interface ObjectName {
  readonly bucket: string;
  readonly name: string;
}

export const getBucketPath = (bucket: string): string => `/storage/v1/b/${encodeURIComponent(bucket)}`;
export const getObjectPath = ({ bucket, name }: ObjectName): string => `${getBucketPath(bucket)}/o/${encodeURIComponent(name)}`;

/** Throws 404. */
export function requireBucket(call: StorageCall, bucket: string): JsonObject {
  return call.state.get(getBucketPath(bucket)) ?? call.reject('notFound', 'The specified bucket does not exist.');
}

/** Throws 404. */
export function rejectMissing(call: StorageCall, { bucket, name }: ObjectName): never {
  requireBucket(call, bucket);
  return call.reject('notFound', `No such object: ${bucket}/${name}`);
}

/** Returns a parameter as text. Returns `undefined` for an absent or empty one. */
export function getText({ parameters }: Pick<HandlerCall, 'parameters'>, name: string): string | undefined {
  const value = parameters[name];
  return value === undefined || value === '' ? undefined : String(value);
}

export const getBucketName = (call: Pick<HandlerCall, 'parameters'>): string => getText(call, 'bucket') ?? '';
export const getObjectName = (call: Pick<HandlerCall, 'parameters'>): ObjectName => ({
  bucket: getBucketName(call),
  name: getText(call, 'object') ?? '',
});
