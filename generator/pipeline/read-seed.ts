/** Reads seed files in YAML or JSON. The mock validates their content. */
import type { SeedDocument, SeedFault } from '../../mock/index.js';
import { createDiagnostic, type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { getPart, type Json, type Pointer } from '../lib/json.js';
import type { ReadResult, Specification } from '../language/specification.js';
import { type NamedFile, readNamedFile } from '../config/named-files.js';
import { UsageError } from '../lib/usage-error.js';

export interface Seed {
  readonly file: NamedFile;
  readonly document: SeedDocument;
}

/** Reads seed files. Throws `UsageError` with the errors of all files if one can't be read or isn't a mapping. */
export async function readSeeds(paths: readonly string[], effects: FileEffects): Promise<readonly Seed[]> {
  const results = await Promise.all(paths.map((path) => readSeed(path, effects)));
  const diagnostics = results.flatMap((result) => result.diagnostics);
  const invalid = paths.filter((_, index) => results[index]?.seed === undefined);
  if (invalid.length > 0) throw createInvalidSeedError(invalid, diagnostics);
  return results.flatMap(({ seed }) => seed ?? []);
}

async function readSeed(
  path: string,
  effects: FileEffects,
): Promise<{ readonly seed?: Seed; readonly diagnostics: readonly Diagnostic[] }> {
  const file = readNamedFile(path, effects);
  if ('problem' in file) throw new UsageError(`cannot read the seed ${path}: ${file.problem}`);
  const { specification, diagnostics } = await parseSeed(file);
  if (specification === undefined || hasErrors(diagnostics)) return { diagnostics };
  return { seed: { file, document: specification.value as SeedDocument }, diagnostics };
}

function createInvalidSeedError(paths: readonly string[], diagnostics: readonly Diagnostic[]): UsageError {
  return new UsageError(`the seed ${paths.join(' and ')} is invalid`, sortDiagnostics(diagnostics));
}

/** Adds positions in the seed files to an error about seed faults. Returns any other error as it is. */
export async function addSeedDiagnostics(error: unknown, seeds: readonly Seed[]): Promise<unknown> {
  const cause = error instanceof UsageError ? error.cause : undefined;
  if (!(cause instanceof Error) || !('faults' in cause) || seeds.length === 0) return error;
  const { readSpecification } = await import('../read/index.js');
  const specifications = seeds.flatMap(({ file }) => readSpecification(file).specification ?? []);
  const diagnostics = toSeedDiagnostics(cause.faults as readonly SeedFault[], specifications);
  return createInvalidSeedError([...new Set(diagnostics.map(({ file }) => file))], diagnostics);
}

/** Creates a diagnostic for each fault at its position. A fault that is in none of the files gets the start of the last file. */
export function toSeedDiagnostics(faults: readonly SeedFault[], specifications: readonly Specification[]): readonly Diagnostic[] {
  return sortDiagnostics(faults.flatMap((fault) => locateFault(fault, specifications)));
}

function locateFault({ path, field = '', message, isName }: SeedFault, seeds: readonly Specification[]): readonly Diagnostic[] {
  // `rrdatas[0].a`
  const fieldPath = field.split(/[.[\]]+/).filter((part) => part !== '');
  const found = seeds.map((seed) => ({ seed, pointer: findExistingPrefix(seed.value, [...path, ...fieldPath]) }));
  // The last file that holds the path wins. A file may hold just part of the path.
  const deepest = Math.max(...found.map(({ pointer }) => pointer.length));
  const last = found.findLast(({ pointer }) => pointer.length === deepest);
  return last
    ? [createDiagnostic('invalid-seed', { fault: message }, last.seed.at(last.pointer, deepest <= 2 || isName ? 'key' : 'value'))]
    : [];
}

/** The longest prefix of the path that exists. */
function findExistingPrefix(value: Json, path: Pointer): Pointer {
  let inner: Json | undefined = value;
  const end = path.findIndex((part) => (inner = getPart(inner, part)) === undefined);
  return end < 0 ? path : path.slice(0, end);
}

/** The maximum nesting depth of a JSON seed, the same as over HTTP. */
const maxDepth = 1000;

/** Reads JSON without loading the YAML reader, and without a size limit, because a state can be large. */
async function parseSeed(file: NamedFile): Promise<ReadResult> {
  const { path, text } = file;
  if (text.trimStart().startsWith('{')) {
    const [{ readJson }, { createLocator }] = await Promise.all([import('../read/read-json.js'), import('../read/locator.js')]);
    const result = readJson({ path, text, depth: maxDepth, elements: Infinity, locate: createLocator(path, text) });
    // Otherwise, the text may be YAML, whose reader reports why it isn't.
    if (result.specification !== undefined) return result;
  }
  const { readSpecification } = await import('../read/index.js');
  return readSpecification(file);
}
