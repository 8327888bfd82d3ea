/** Checks the sizes of parts of a specification. */
import { createDiagnostic, type Diagnostic } from '../lib/diagnostics.js';
import type { Limits, Specification } from '../lib/specification.js';
import { visitParts } from '../lib/element-roles.js';

const defaultText = 1024 * 1024;
const defaultEnum = 50_000;
const defaultPattern = 10_000;
type Code = 'text-too-long' | 'pattern-too-long' | 'enum-too-large';
/** Bounds the number of diagnostics if a limit is low. */
const maxDiagnostics = 50;

/** Reports each string, pattern, and enum that exceeds its limit, up to 50. */
export function checkLimits(specification: Specification, limits: Limits): readonly Diagnostic[] {
  const { text = defaultText, enum: values = defaultEnum, pattern = defaultPattern } = limits;
  const found: Diagnostic[] = [];
  visitParts(specification.value, ({ key, value, pointer }) => {
    const report = (code: Code, [size, limit]: readonly [number, number], at = pointer): void => {
      if (size > limit && found.length < maxDiagnostics) found.push(createDiagnostic(code, { size, limit }, specification.at(at)));
    };
    if (typeof key === 'string' && key.length > text) report('text-too-long', [key.length, text], pointer.slice(0, -1));
    if (typeof value === 'string' && key === 'pattern' && value.length > pattern) report('pattern-too-long', [value.length, pattern]);
    else if (typeof value === 'string') report('text-too-long', [value.length, text]);
    if (key !== 'enum' || !Array.isArray(value) || value.length <= values) return true;
    report('enum-too-large', [value.length, values]);
    return false;
  });
  return found;
}
