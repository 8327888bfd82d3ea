/** Types that describe the APIs of a mock, and how it supports their methods. */
import type { MethodEvidence } from '../../runtime/behavior.js';

export type { MethodEvidence } from '../../runtime/behavior.js';

/** An API that a mock serves. */
export interface MockApi {
  readonly name: string;
  readonly version: string;
  /** The URLs below which clients find the service, each with a slash at its end. Empty if the description has no address. */
  readonly rootUrls: readonly string[];
  readonly methods: readonly {
    /** The method ID: `dns.managedZones.get`. */
    readonly id: string;
    readonly httpMethod: string;
    /** The path template, without a leading slash: `dns/v1/projects/{project}`. */
    readonly path: string;
  }[];
}

/**
 * How the mock supports a method. `implemented`: the specification states the behavior. `convention`: the mock infers the behavior from the
 * path, the HTTP method, and the schemas. `handler`: a handler responds. `notImplemented`: the mock responds with 501.
 */
export type SupportLevel = 'implemented' | 'convention' | 'handler' | 'notImplemented';

/** How the mock supports one method. */
export interface MethodSupport {
  /** The method ID: `dns.managedZones.get`. */
  readonly id: string;
  readonly support: SupportLevel;
  /** The parameters, and fields of the request body (`requestBody.x`), that have no effect. */
  readonly ignored: readonly string[];
  /** Those of `ignored` that select what the response contains or what the request changes. By default the mock rejects their use with 501. */
  readonly selecting: readonly string[];
  /** What to know about an inferred behavior, or why there is none. */
  readonly note?: string;
  /** What comparing the method with recorded traffic of the service showed. Absent if it was never compared. */
  readonly evidence?: MethodEvidence;
}

/** How the mock supports the methods of one API. */
export interface ApiSupport {
  readonly name: string;
  readonly version: string;
  /** The number of methods with each level. */
  readonly counts: Readonly<Record<SupportLevel, number>>;
  /** Present if the API was compared with recorded traffic. `isOutdated`: its description or discogen have changed since. */
  readonly evidence?: { readonly isOutdated: boolean };
  /** The methods, sorted by id. */
  readonly methods: readonly MethodSupport[];
}

/** How a mock supports each of its APIs. */
export interface MockSupport {
  readonly apis: readonly ApiSupport[];
}
