/** Types of request and response validation. The implementation is in the validators, so that clients without validation don't load it. */
import type { ValidationError } from '../descriptor.js';
import type { Transport } from './client-types.js';

/** Wraps the calls of a client with validation. A package exports it as `validators` from `./validators`. */
export type Validation = (call: Transport['call'], options: ValidationOptions) => Transport['call'];

/** `validators`, or the module that exports it, optionally with `ValidationOptions`. */
export type Validate = Validation | ({ readonly validators: Validation } & ValidationOptions);

/**
 * What happens to invalid responses. An invalid request always throws `ParameterError`.
 *
 * ```ts
 * import { validators } from '@discogen/dns-v1/validators';
 * const dns = createDnsClient({ validate: { validators, fatal: true } });
 * ```
 */
export interface ValidationOptions {
  /** Called for each response that doesn't match the description. Default: writes a warning to the console. */
  readonly onInvalid?: ((invalid: InvalidResponse) => void) | undefined;
  /** True rejects the call with an `ApiError` with the reason `invalidResponse`. Default: false. */
  readonly fatal?: boolean | undefined;
}

/** A response that doesn't match the description. */
export interface InvalidResponse {
  readonly methodId: string;
  readonly errors: readonly ValidationError[];
}
