import type { RequestBody, Scalar } from './request-body.js';

/**
 * The type of an RFC 7396 merge patch of `T`. All fields are optional. `null` removes an optional field, `undefined` leaves a field
 * unchanged. A list replaces the previous one as a whole.
 */
export type MergePatch<T> = T extends Scalar | readonly unknown[]
  ? RequestBody<T>
  : T extends object
    ? { [Key in keyof T]?: (Record<never, never> extends Pick<T, Key> ? MergePatch<T[Key]> | null : MergePatch<T[Key]>) | undefined }
    : T;
