/** Types of bodies, derived from the types of schemas. */

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
      ? ObjectBody<T>
      : T;

/** A type of its own, so that the messages of compilers name `T`, and don't list its fields. */
export type ObjectBody<T> = {
  [Key in keyof T]: Record<never, never> extends Pick<T, Key> ? RequestBody<T[Key]> | undefined : RequestBody<T[Key]>;
};

/**
 * The type of an RFC 7396 merge patch of `T`. All fields are optional. `null` removes an optional field, `undefined` leaves a field
 * unchanged. A list replaces the previous one as a whole.
 */
export type MergePatch<T> = T extends Scalar | readonly unknown[] ? RequestBody<T> : T extends object ? ObjectPatch<T> : T;

/** A type of its own, as `ObjectBody`. */
export type ObjectPatch<T> = {
  [Key in keyof T]?: (Record<never, never> extends Pick<T, Key> ? MergePatch<T[Key]> | null : MergePatch<T[Key]>) | undefined;
};

/**
 * `T` with an index signature in each object, for fields that the description doesn't have. The client keeps such fields at run time:
 *
 * ```ts
 * const zone = (await dns.managedZones.get({ project, managedZone })) as Open<ManagedZone>;
 * zone.newField; // unknown
 * ```
 */
export type Open<T> = T extends Scalar
  ? T
  : T extends readonly unknown[]
    ? { [At in keyof T]: Open<T[At]> }
    : T extends object
      ? { [Key in keyof T]: Open<T[Key]> } & { [field: string]: unknown }
      : T;
