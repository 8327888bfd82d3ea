import type { RequestBody, Scalar } from './request-body.js';

/**
 * The type of an RFC 7396 merge patch of `T`: any of its fields; `null` removes a field that need not be there, `undefined` leaves one
 * as it is. Lists are replaced whole.
 */
export type MergePatch<T> = T extends Scalar | readonly unknown[]
  ? RequestBody<T>
  : T extends object
    ? { [Key in keyof T]?: (Record<never, never> extends Pick<T, Key> ? MergePatch<T[Key]> | null : MergePatch<T[Key]>) | undefined }
    : T;
