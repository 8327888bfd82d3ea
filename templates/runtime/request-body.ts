/** Types without members. `string & {}`, the type of an open enum, would otherwise count as an object. */
export type Scalar = string | number | boolean | null | undefined;

/**
 * The type of a request body for the schema type `T`. An optional field may be `undefined`, which counts as absent, and lists may be
 * read-only, such as those of `as const`. Every `T` is assignable to it.
 */
export type RequestBody<T> = T extends Scalar
  ? T
  : T extends readonly (infer Item)[]
    ? readonly RequestBody<Item>[]
    : T extends object
      ? { [Key in keyof T]: Record<never, never> extends Pick<T, Key> ? RequestBody<T[Key]> | undefined : RequestBody<T[Key]> }
      : T;
