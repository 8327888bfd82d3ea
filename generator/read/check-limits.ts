/** Checks the sizes of parts of a specification. */
import { createDiagnostic, type Diagnostic } from '../lib/diagnostics.js';
import type { Limits, Specification } from '../language/specification.js';
import type { Pointer } from '../lib/json.js';
import { visitParts } from '../language/element-roles.js';

const defaultText = 1024 * 1024;
const defaultEnum = 50_000;
const defaultPattern = 10_000;
const defaultMethods = 10_000;
const defaultSchemas = 10_000;
type LimitCode = 'text-too-long' | 'pattern-too-long' | 'path-too-long' | 'enum-too-large';
/** Bounds the number of diagnostics if a limit is low. */
const maxDiagnostics = 50;

/** Reports each string, pattern, path, and enum that exceeds its limit, up to 50, and too many methods or schemas. */
export function checkLimits(specification: Specification, limits: Limits): readonly Diagnostic[] {
  const { text = defaultText, enum: values = defaultEnum, pattern = defaultPattern } = limits;
  const found: Diagnostic[] = [];
  visitParts(specification.value, ({ key, value, pointer }) => {
    const report = (code: LimitCode, [size, limit]: readonly [number, number], at = pointer): void => {
      if (size > limit && found.length < maxDiagnostics) found.push(createDiagnostic(code, { size, limit }, specification.at(at)));
    };
    if (typeof key === 'string' && key.length > text) report('text-too-long', [key.length, text], pointer.slice(0, -1));
    if (typeof value === 'string' && isPatternKey(key) && value.length > pattern) report('pattern-too-long', [value.length, pattern]);
    else if (typeof value === 'string' && isPathKey(key) && value.length > pattern) report('path-too-long', [value.length, pattern]);
    else if (typeof value === 'string') report('text-too-long', [value.length, text]);
    if (key !== 'enum' || !Array.isArray(value) || value.length <= values) return true;
    report('enum-too-large', [value.length, values]);
    return false;
  });
  return [...checkCounts(specification, limits), ...found];
}

const isPatternKey = (key: string | number): boolean => key === 'pattern' || key === 'x-valuePattern';
const isPathKey = (key: string | number): boolean => key === 'path' || key === 'flatPath';

interface Count {
  readonly code: 'too-many-methods' | 'too-many-schemas';
  readonly limit: number;
  size: number;
  /** The first one beyond the limit. */
  first?: Pointer;
}

/** Reports the first method, and the first schema, that exceed the limits. */
function checkCounts(specification: Specification, { methods = defaultMethods, schemas = defaultSchemas }: Limits): readonly Diagnostic[] {
  const counts = new Map<string, Count>([
    ['methods', { code: 'too-many-methods', limit: methods, size: 0 }],
    ['schemas', { code: 'too-many-schemas', limit: schemas, size: 0 }],
  ]);
  visitParts(specification.value, ({ pointer, role, owner }) => {
    const count = role === 'container' ? counts.get(owner) : undefined;
    if (count === undefined) return role !== 'plain';
    count.size += 1;
    if (count.size > count.limit) count.first ??= [...pointer];
    return false;
  });
  return [...counts.values()].flatMap(({ code, size, limit, first }) =>
    first === undefined ? [] : [createDiagnostic(code, { size, limit }, specification.at(first, 'key'))],
  );
}
