/** Addresses of a service by location. */
import type { Endpoint } from '../descriptor.js';
import { ParameterError, describeValue } from '../errors.js';
import { checkOptions, clientOptions } from './options.js';
import type { ClientOptions } from './client-types.js';

/** Options of a client of a service that has addresses for some locations. */
export interface RegionalOptions<Location extends string> extends ClientOptions {
  /** Uses the service's address there. `rootUrl` wins over it. */
  readonly location?: Location | undefined;
}

/** The options with the address of the location. Throws `ParameterError` for one that is not known. */
export function selectEndpoint(endpoints: readonly Endpoint[], given: RegionalOptions<string>): ClientOptions {
  checkOptions('createClient', given, { ...clientOptions, location: 1 });
  const { location, ...options } = given;
  if (location === undefined || options.rootUrl !== undefined) return options;
  const found = endpoints.find((endpoint) => endpoint.location === location);
  if (found) return { ...options, rootUrl: found.url };
  const expected = `one of ${endpoints.map((endpoint) => endpoint.location).join(', ')}`;
  throw new ParameterError('location', expected, describeValue(location), 'createClient');
}
