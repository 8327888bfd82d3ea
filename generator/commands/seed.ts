/** Seed files: YAML or JSON. What they say is judged by the mock. */
import type { SeedDocument, SeedFault } from '../../templates/runtime/mock/index.js';
import { hasErrors } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { type NamedFile, readNamed } from '../named-files.js';
import { UsageError } from '../usage-error.js';

export interface Seed {
  readonly file: NamedFile;
  readonly document: SeedDocument;
}

/** Throws `UsageError` where it cannot be read or is no mapping. */
export async function readSeed(path: string, effects: Pick<Effects, 'files' | 'cwd'>): Promise<Seed> {
  const file = readNamed(path, effects);
  if ('problem' in file) throw new UsageError(`cannot read the seed ${path}: ${file.problem}`);
  return { file, document: parseJson(file) ?? (await parse(file)) };
}

/** The same error, with the places of a seed's faults where it is about those. */
export async function withPlaces(error: unknown, seeds: readonly Seed[]): Promise<unknown> {
  const cause = error instanceof UsageError ? error.cause : undefined;
  if (!(cause instanceof Error) || !('faults' in cause) || seeds.length === 0) return error;
  const { seedFindings } = await import('./seed-faults.js');
  const files = seeds.map(({ file }) => file);
  const findings = seedFindings(cause.faults as readonly SeedFault[], files);
  const names = [...new Set(findings.map(({ file }) => file))].join(' and ');
  return new UsageError(`the seed ${names} is faulty`, findings);
}

/** JSON is read without loading the reader of YAML; what is no JSON, or no mapping, gets its findings there. */
function parseJson({ text }: NamedFile): SeedDocument | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as SeedDocument;
  } catch {
    return undefined;
  }
}

async function parse(file: NamedFile): Promise<SeedDocument> {
  const { readSpecification } = await import('../read/index.js');
  const { specification, diagnostics } = readSpecification(file);
  if (specification === undefined || hasErrors(diagnostics)) throw new UsageError(`the seed ${file.path} is faulty`, diagnostics);
  return specification.value as SeedDocument;
}
