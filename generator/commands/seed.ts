/** Seed files: YAML or JSON. What they say is judged by the mock. */
import type { SeedDocument } from '../../templates/runtime/mock/index.js';
import { hasErrors } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { type NamedFile, readNamed } from '../named-files.js';
import { UsageError } from '../usage-error.js';

/** Throws `UsageError` where it cannot be read or is no mapping. */
export async function readSeed(path: string, effects: Pick<Effects, 'files' | 'cwd'>): Promise<SeedDocument> {
  const file = readNamed(path, effects);
  if ('problem' in file) throw new UsageError(`cannot read the seed ${path}: ${file.problem}`);
  return parseJson(file) ?? parse(file);
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
