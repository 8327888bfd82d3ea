import type { Scalar } from './request-body.js';

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
