/** Where in seed files the faults stand that the mock found. */
import { diagnostic, type Diagnostic, sortDiagnostics } from '../diagnostics.js';
import type { NamedFile } from '../named-files.js';
import { readSpecification } from '../read/index.js';
import { isObject, type Pointer, type Specification } from '../read/specification.js';

/** Each fault where it stands; one that stands in none of the files, at the beginning of the last. */
export function seedFindings(faults: readonly string[], files: readonly NamedFile[]): readonly Diagnostic[] {
  const read = files.flatMap((file) => readSpecification(file).specification ?? []);
  return sortDiagnostics(faults.flatMap((fault) => find(fault, read)));
}

function find(fault: string, read: readonly Specification[]): readonly Diagnostic[] {
  const found = read.flatMap((file) => {
    const pointer = pointerOf(fault, file);
    return pointer ? [{ file, pointer }] : [];
  });
  // The last of the files that hold the same is the one that counts; a file may hold just the member.
  const deepest = Math.max(...found.map(({ pointer }) => pointer.length));
  const { file, pointer } = found.findLast((each) => each.pointer.length === deepest) ?? { file: read.at(-1), pointer: [] };
  return file ? [diagnostic('seed-fault', { fault }, file.at(pointer, pointer.length <= 2 ? 'key' : 'value'))] : [];
}

/** A fault begins with the names that lead to it (`resources./dns/v1/…: `), and may name a field behind them. */
function pointerOf(fault: string, { value }: Specification): Pointer | undefined {
  const name = Object.keys(value).find((each) => beginsWith(fault, each));
  if (name === undefined) return undefined;
  const inner = value[name];
  const key = isObject(inner) ? longest(Object.keys(inner).filter((each) => beginsWith(fault, `${name}.${each}`))) : undefined;
  if (key === undefined) return [name];
  const field = /(?:value for|value) '([^']+)'/.exec(fault.slice(name.length + key.length + 1))?.[1];
  return [name, key, ...(field === undefined ? [] : partsOf(field))];
}

function beginsWith(fault: string, name: string): boolean {
  return fault.startsWith(name) && /^[.:[]/.test(fault.slice(name.length));
}

function longest(texts: readonly string[]): string | undefined {
  return [...texts].sort((one, other) => other.length - one.length)[0];
}

/** `rrdatas[0].a` */
function partsOf(field: string): Pointer {
  return field
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
