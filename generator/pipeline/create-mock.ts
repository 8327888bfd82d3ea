/** The implementation of `createMock`: a mock of APIs by configured names and files. */
import type { ApiBehavior } from '../../templates/runtime/behavior.js';
import type { Mock, MockOptions, Peers } from '../../templates/runtime/mock/index.js';
import { type Diagnostic, formatDiagnostic, hasErrors } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { loadMockApis } from './mock-apis.js';
import type { SourceOptions } from '../config/select-sources.js';
import { UsageError } from '../lib/usage-error.js';

type Runtime = typeof import('../../templates/runtime/mock/index.js');

export interface CreateMockOptions extends SourceOptions, MockOptions {}

export interface CreatedMock {
  /** Absent if there are errors. */
  readonly mock?: Mock;
  /** The names and versions of the APIs: `dns v1`. */
  readonly apis: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The options that select the APIs. */
const sourceOptions: Readonly<Record<keyof SourceOptions, true>> = { config: true, overlays: true, variables: true };

/** Throws `UsageError` for a name that is neither configured nor a file, an invalid option or seed, or two APIs with the same route. */
export async function createMockForApis(names: readonly string[], options: CreateMockOptions, effects: Effects): Promise<CreatedMock> {
  const runtime = await import('../../templates/runtime/mock/index.js');
  const { config: _, overlays: __, variables: ___, ...mockOptions } = checkOptions(runtime, options);
  const { behaviors, diagnostics } = await loadMockApis(names, options, effects);
  if (hasErrors(diagnostics)) return { apis: [], diagnostics };
  return {
    mock: startMock(runtime, behaviors, { options: { parseYaml, ...mockOptions }, peers: effects.worker?.peers }),
    apis: behaviors.map(({ name, version }) => `${name} ${version}`),
    diagnostics,
  };
}

function checkOptions({ checkMockOptions, ParameterError }: Runtime, options: CreateMockOptions): CreateMockOptions {
  try {
    checkMockOptions(options, Object.keys(sourceOptions));
    return options;
  } catch (error) {
    throw error instanceof ParameterError ? new UsageError(error.message, [], { cause: error }) : error;
  }
}

/** Parses the YAML body of an admin request, which must be a mapping. */
async function parseYaml(text: string): Promise<unknown> {
  const { readSpecification } = await import('../read/index.js');
  const { specification, diagnostics } = readSpecification({ path: 'body.yaml', text });
  if (specification === undefined || hasErrors(diagnostics)) throw new Error(formatErrors(diagnostics));
  return specification.value;
}

/** The runtime throws a `SeedError` for a seed and a plain `Error` for APIs with colliding routes. Any other error is internal. */
function startMock(
  { createMockServer, ParameterError, SeedError }: Runtime,
  behaviors: readonly ApiBehavior[],
  { options, peers }: { readonly options: MockOptions; readonly peers: Peers | undefined },
): Mock {
  try {
    return createMockServer(behaviors, options, peers);
  } catch (error) {
    if (error instanceof ParameterError) throw new UsageError(error.message, [], { cause: error });
    if (error instanceof SeedError) throw new UsageError(error.message, [], { cause: error });
    throw error instanceof Error && error.constructor === Error ? new UsageError(error.message) : error;
  }
}

/** Formats the errors of specifications as one text. */
export const formatErrors = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(formatDiagnostic)
    .join('\n');
