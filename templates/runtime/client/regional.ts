/** Regional endpoints. */
import type { Endpoint } from '../descriptor.js';
import { ParameterError } from '../errors.js';
import { describeValue } from '../error-text.js';
import { checkOptions, clientOptionNames } from './options.js';
import type { ClientOptions } from './client-types.js';

/** The options of a client whose service has regional endpoints. */
export interface RegionalOptions<Location extends string> extends ClientOptions {
  /** Selects the regional endpoint. `rootUrl` overrides it. */
  readonly location?: Location | undefined;
}

/** Replaces the location in the options with its `rootUrl`. Throws `ParameterError` for an unknown location. */
export function selectEndpoint(endpoints: readonly Endpoint[], options: RegionalOptions<string>): ClientOptions {
  checkOptions('createClient', options, { ...clientOptionNames, location: 1 });
  const { location, ...clientOptions } = options;
  if (location === undefined || options.rootUrl !== undefined) return clientOptions;
  const found = endpoints.find((endpoint) => endpoint.location === location);
  if (found) return { ...clientOptions, rootUrl: found.url };
  const expected = `one of ${endpoints.map((endpoint) => endpoint.location).join(', ')}`;
  throw new ParameterError('location', expected, describeValue(location), 'createClient');
}
