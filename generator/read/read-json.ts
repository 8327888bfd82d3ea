/** Reads JSON with JSON.parse, which is fast. Positions are computed on demand. */
import { createDiagnostic, type Diagnostic } from '../diagnostics.js';
import { scanJson, type JsonNode, type JsonScan } from './scan-json.js';
import { findOffsetInText } from './text-offset.js';
import { isObject, describeKind, type Json, type Pointer, type ReadResult, type SourceText, type Specification } from './specification.js';

export function readJson(source: SourceText): ReadResult {
  const parsed = tryParseJson(source.text);
  if (parsed === undefined) return { diagnostics: reportScanProblems(source, scanJson(source.text, source.depth)) };
  const { value } = parsed;
  const measured = measure(value, source.depth);
  if (measured.tooDeep) return { diagnostics: reportScanProblems(source, scanJson(source.text, source.depth)) };
  const { elements } = measured;
  if (elements > source.elements)
    return { diagnostics: [createDiagnostic('too-many', { elements, limit: source.elements }, source.locate(0))] };
  if (!isObject(value)) return { diagnostics: [createDiagnostic('not-a-mapping', { found: describeKind(value) }, source.locate(0))] };
  // JSON.parse silently keeps the last of duplicate keys. Fewer keys in the data than in the text reveal duplicates.
  const diagnostics = measured.keys === countKeys(source.text) ? [] : reportScanProblems(source, scanJson(source.text, source.depth));
  return { specification: createJsonSpecification(source, value), diagnostics };
}

function tryParseJson(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

function reportScanProblems(source: SourceText, scan: JsonScan): Diagnostic[] {
  const found: Diagnostic[] = scan.duplicates.map(({ key, offset, first }) =>
    createDiagnostic('duplicate-key', { key, line: source.locate(first).line }, source.locate(offset)),
  );
  if (scan.tooDeepAt !== undefined) found.push(createDiagnostic('too-deep', { limit: source.depth }, source.locate(scan.tooDeepAt)));
  else if (scan.problem !== undefined)
    found.push(createDiagnostic('syntax', { problem: scan.problem.text }, source.locate(scan.problem.offset)));
  return found;
}

function createJsonSpecification(source: SourceText, value: Specification['value']): Specification {
  let root: JsonNode | undefined;
  return {
    path: source.path,
    value,
    at(pointer, part = 'value', index?: number) {
      root ??= scanJson(source.text, source.depth).root;
      const offset = root === undefined ? 0 : findOffset(root, pointer, part);
      return source.locate(offset + (part === 'value' && index !== undefined ? findOffsetInString(source.text, offset, index) : 0));
    },
  };
}

function findOffsetInString(text: string, start: number, index: number): number {
  if (text[start] !== '"') return 0;
  const written = text.slice(start, findClosingQuote(text, start) + 1);
  return findOffsetInText({ source: written, style: 'double', value: JSON.parse(written) as string }, index);
}

function findOffset(root: JsonNode, pointer: Pointer, part: 'key' | 'value'): number {
  let node = root;
  let key = root.offset;
  for (const segment of pointer) {
    const entry = node.members?.get(String(segment));
    const next = entry?.node ?? node.items?.[Number(segment)];
    if (next === undefined) return key;
    key = entry?.offset ?? next.offset;
    node = next;
  }
  return part === 'key' ? key : node.offset;
}

interface Measure {
  readonly keys: number;
  readonly elements: number;
  readonly tooDeep: boolean;
}

function measure(root: Json, limit: number): Measure {
  let keys = 0;
  let elements = 0;
  const tooDeep = (value: Json, depth: number): boolean => {
    elements += 1;
    if (typeof value !== 'object' || value === null) return false;
    if (depth >= limit) return true;
    if (Array.isArray(value)) return value.some((item: Json) => tooDeep(item, depth + 1));
    const members = value as { readonly [key: string]: Json };
    for (const key of Object.keys(members)) {
      keys += 1;
      if (tooDeep(members[key]!, depth + 1)) return true;
    }
    return false;
  };
  return { tooDeep: tooDeep(root, 0), keys, elements };
}

/** Counts the keys of a valid JSON text: its colons outside strings. */
function countKeys(text: string): number {
  let keys = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 58) keys += 1;
    else if (unit === 34) i = findClosingQuote(text, i);
  }
  return keys;
}

/** The offset of the quote that ends the string which begins at `start`. */
function findClosingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, offset: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(offset - 1 - backslashes) === 92) backslashes += 1;
  return backslashes % 2 === 1;
}
