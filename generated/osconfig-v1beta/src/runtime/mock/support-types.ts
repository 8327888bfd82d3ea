/** What a mock supports of its APIs. */

/**
 * What the mock does of a method. `implemented`: a specification states it; `convention`: inferred from the shape of the method in a
 * published document; `handler`: a handler of the mock responds; `notImplementedError`: the response is 501.
 */
export type SupportLevel = 'implemented' | 'convention' | 'handler' | 'notImplemented';

export interface MethodSupport {
  /** `dns.managedZones.get` */
  readonly id: string;
  readonly support: SupportLevel;
  /** Parameters, and fields of the body (`requestBody.x`), that have no effect. */
  readonly ignored: readonly string[];
}

export interface ApiSupport {
  readonly name: string;
  readonly version: string;
  /** How many methods have each level. */
  readonly counts: Readonly<Record<SupportLevel, number>>;
  /** By id. */
  readonly methods: readonly MethodSupport[];
}

/** What a mock supports of each API that it serves. */
export interface MockSupport {
  readonly apis: readonly ApiSupport[];
}
