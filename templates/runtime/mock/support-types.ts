/** The types of the support report. */

/**
 * The support level of a method. `implemented`: a specification defines the behavior. `convention`: the behavior is inferred from the shape
 * of a method in a Discovery document. `handler`: a user-defined handler responds. `notImplemented`: the response is 501.
 */
export type SupportLevel = 'implemented' | 'convention' | 'handler' | 'notImplemented';

export interface MethodSupport {
  /** `dns.managedZones.get` */
  readonly id: string;
  readonly support: SupportLevel;
  /** The parameters and body fields (`requestBody.x`) that have no effect. */
  readonly ignored: readonly string[];
}

export interface ApiSupport {
  readonly name: string;
  readonly version: string;
  /** The number of methods by support level. */
  readonly counts: Readonly<Record<SupportLevel, number>>;
  /** The methods in the order of the API. */
  readonly methods: readonly MethodSupport[];
}

/** The support report of a mock. */
export interface MockSupport {
  readonly apis: readonly ApiSupport[];
}
