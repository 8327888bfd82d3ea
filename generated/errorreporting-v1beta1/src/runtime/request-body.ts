/** What no member is looked for in; `string & {}` of an open enum would pass for an object. */
export type Scalar = string | number | boolean | null | undefined;

/**
 * What a request accepts where `T` describes its body: an optional field may be `undefined` (it counts as absent), and lists may be
 * read-only, such as those of `as const`. A `T` that was received is always accepted.
 */
export type RequestBody<T> = T extends Scalar
  ? T
  : T extends readonly (infer Item)[]
    ? readonly RequestBody<Item>[]
    : T extends object
      ? { [Key in keyof T]: Record<never, never> extends Pick<T, Key> ? RequestBody<T[Key]> | undefined : RequestBody<T[Key]> }
      : T;
