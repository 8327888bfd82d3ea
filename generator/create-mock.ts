/** `createMock` as users call it: a mock of APIs by configured names and files. */
import type { Mock, MockOptions } from '../templates/runtime/mock/index.js';
import { type Diagnostic, format, hasErrors } from './diagnostics.js';
import type { Effects } from './effects.js';
import { mockApis } from './mock-apis.js';
import type { SourceOptions } from './sources.js';

export interface CreateMockOptions extends SourceOptions, MockOptions {}

export interface CreatedMock {
  /** Absent where there are errors. */
  readonly mock?: Mock;
  /** `dns v1`, as the specifications call them. */
  readonly apis: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` for a name that is neither configured nor a file, `SeedError` for a faulty seed, and an `Error` where two APIs have the same route. */
export async function createMockOf(names: readonly string[], options: CreateMockOptions, effects: Effects): Promise<CreatedMock> {
  const { behaviours, diagnostics } = await mockApis(names, options, effects);
  if (hasErrors(diagnostics)) return { apis: [], diagnostics };
  const { createMockServer } = await import('../templates/runtime/mock/index.js');
  return { mock: createMockServer(behaviours, options), apis: behaviours.map(({ name, version }) => `${name} ${version}`), diagnostics };
}

/** The errors of specifications, in one text. */
export const errorText = (diagnostics: readonly Diagnostic[]): string => diagnostics.filter(({ severity }) => severity === 'error').map(format).join('\n');
