/** Locates the faults that the mock reports in the seed files. */
import type { SeedFault } from '../../templates/runtime/mock/index.js';
import { createDiagnostic, type Diagnostic, sortDiagnostics } from '../lib/diagnostics.js';
import type { NamedFile } from '../config/named-files.js';
import { readSpecification } from '../read/index.js';
import { type Json, getMember, type Pointer } from '../lib/json.js';
import type { Specification } from '../lib/specification.js';

/** Creates a diagnostic for each fault at its position. A fault that is in none of the files gets the start of the last file. */
export function toSeedDiagnostics(faults: readonly SeedFault[], files: readonly NamedFile[]): readonly Diagnostic[] {
  const specifications = files.flatMap((file) => readSpecification(file).specification ?? []);
  return sortDiagnostics(faults.flatMap((fault) => locateFault(fault, specifications)));
}

function locateFault({ path, field = '', message }: SeedFault, specifications: readonly Specification[]): readonly Diagnostic[] {
  const found = specifications.map((file) => ({ file, pointer: findExistingPrefix(file.value, [...path, ...parseFieldPath(field)]) }));
  // The last file that holds the path wins. A file may hold just part of the path.
  const deepest = Math.max(...found.map(({ pointer }) => pointer.length));
  const last = found.findLast(({ pointer }) => pointer.length === deepest);
  return last ? [createDiagnostic('invalid-seed', { fault: message }, last.file.at(last.pointer, deepest <= 2 ? 'key' : 'value'))] : [];
}

/** The longest prefix of the path that exists. */
function findExistingPrefix(value: Json, path: Pointer): Pointer {
  let inner: Json | undefined = value;
  const end = path.findIndex((part) => (inner = getPart(inner, part)) === undefined);
  return end < 0 ? path : path.slice(0, end);
}

function getPart(value: Json | undefined, part: string | number): Json | undefined {
  if (typeof part === 'string') return getMember(value, part);
  return Array.isArray(value) ? (value[part] as Json | undefined) : undefined;
}

/** `rrdatas[0].a` */
function parseFieldPath(field: string): Pointer {
  return field
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
