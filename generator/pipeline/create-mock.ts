/** The implementation of `createMock`: a mock of APIs by configured names and files. */
import type { Mock, MockOptions } from '../../mock/index.js';
import { type Diagnostic, formatDiagnostic, hasErrors, isError } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { loadMockApis } from './mock-apis.js';
import type { SourceOptions } from '../config/select-sources.js';
import { UsageError } from '../lib/usage-error.js';

type MockModule = typeof import('../../mock/index.js');

export interface CreateMockOptions extends SourceOptions, MockOptions {}

export interface CreatedMock {
  /** Absent if there are errors. */
  readonly mock?: Mock;
  /** The names and versions of the APIs: `dns v1`. */
  readonly apis: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The options that select the APIs. */
const sourceOptions: readonly (keyof SourceOptions)[] = ['config', 'overlays', 'services', 'variables'];

/** Throws `UsageError` for a name that is neither configured nor a file, an invalid option or seed, or two APIs with the same route and host. */
export async function createMockForApis(names: readonly string[], options: CreateMockOptions, effects: Effects): Promise<CreatedMock> {
  const runtime = await import('../../mock/index.js');
  convertErrors(runtime, () => runtime.checkMockOptions(options, sourceOptions));
  const { config: _, overlays: __, services: ___, variables: ____, ...mockOptions } = options;
  const { behaviors, diagnostics } = await loadMockApis(names, options, effects);
  if (hasErrors(diagnostics)) return { apis: [], diagnostics };
  return {
    mock: convertErrors(runtime, () => runtime.createMockServer(behaviors, { parseYaml, ...mockOptions }, effects.worker?.peers)),
    apis: behaviors.map(({ name, version }) => `${name} ${version}`),
    diagnostics,
  };
}

/**
 * Converts the errors for which the user is responsible: invalid options and seeds, and APIs with colliding routes, for which the runtime
 * throws a plain `Error`. Any other error is internal.
 */
function convertErrors<T>({ ParameterError, SeedError }: MockModule, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof ParameterError || error instanceof SeedError) throw new UsageError(error.message, [], { cause: error });
    throw error instanceof Error && error.constructor === Error ? new UsageError(error.message) : error;
  }
}

/** Parses the YAML body of an admin request, which must be a mapping. */
async function parseYaml(text: string): Promise<unknown> {
  const { readSpecification } = await import('../read/index.js');
  const { specification, diagnostics } = readSpecification({ path: 'body.yaml', text });
  if (specification === undefined || hasErrors(diagnostics)) throw new Error(formatErrors(diagnostics));
  return specification.value;
}

/** Formats the errors of specifications as one text. */
export const formatErrors = (diagnostics: readonly Diagnostic[]): string => diagnostics.filter(isError).map(formatDiagnostic).join('\n');
