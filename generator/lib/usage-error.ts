import type { Diagnostic } from './diagnostics.js';

/** Wrong use of a command or a function. The message states what was received and what is expected. `diagnostics` is set if a file (a config or a seed) is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = [], options: ErrorOptions = {}) {
    super(message, options);
    this.diagnostics = diagnostics;
  }
}

/** Loads packages that users install themselves. Rejects with `UsageError` if they aren't installed. */
export async function loadOptionalPackages<T>(load: () => Promise<T>, message: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new UsageError(message, [], { cause: error });
  }
}
