/** The type of an RFC 7396 merge patch of `T`: any of its fields; `null` removes a field that need not be there. Lists are replaced whole. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: Record<never, never> extends Pick<T, Key> ? MergePatch<T[Key]> | null : MergePatch<T[Key]> }
    : T;
