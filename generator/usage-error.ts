import type { Diagnostic } from './diagnostics.js';

/** Wrong use of a command or a function: the message says what was given and what would do. `diagnostics` where a file (a config, a seed) is at fault. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = [], options: ErrorOptions = {}) {
    super(message, options);
    this.diagnostics = diagnostics;
  }
}
