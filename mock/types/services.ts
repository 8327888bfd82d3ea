/** The types of service modules: code of one service, which a config names. */

/** The part of a service's behavior that its description doesn't contain. */
export interface ServiceDefinition {
  /** The name of the API, such as `storage`. */
  readonly api: string;
}
