/** Validation at the border, as far as the client knows it: the code comes with the validators. */
import type { ValidationError } from '../descriptor.js';
import type { Transport } from './client-types.js';

/** Validators of an API's messages, as they watch over the calls of a client: the export `validators` of a package's entry `./validators`. */
export type Validation = (call: Transport['call'], options: ValidationOptions) => Transport['call'];

/** `validators`, or the module that exports it, with or without what to do about answers. */
export type Validate = Validation | ({ readonly validators: Validation } & ValidationOptions);

export interface ValidationOptions {
  /** Called for each response that is not as described. Default: writes a line to the console. */
  readonly onInvalid?: ((invalid: InvalidResponse) => void) | undefined;
  /** True: the call fails, with an `ApiError` of reason `invalidResponse`. Default: it goes on. */
  readonly fatal?: boolean | undefined;
}

export interface InvalidResponse {
  readonly methodId: string;
  readonly errors: readonly ValidationError[];
}
