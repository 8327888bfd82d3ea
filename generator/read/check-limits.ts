/** Checks the sizes of parts of a specification. */
import { createDiagnostic, type Diagnostic } from '../lib/diagnostics.js';
import { isObject, type Json } from '../lib/json.js';
import type { Limits, Specification } from '../lib/specification.js';

const defaultText = 1024 * 1024;
const defaultEnum = 50_000;
const defaultPattern = 10_000;
/** Bounds the number of diagnostics if a limit is low. */
const maxDiagnostics = 50;

/** Reports each string, pattern, and enum that exceeds its limit, up to 50. */
export function checkLimits(specification: Specification, limits: Limits): readonly Diagnostic[] {
  const { text = defaultText, enum: values = defaultEnum, pattern = defaultPattern } = limits;
  const found: Diagnostic[] = [];
  const pointer: (string | number)[] = [];
  const report = (code: 'text-too-long' | 'pattern-too-long' | 'enum-too-large', size: number, limit: number): void => {
    if (found.length < maxDiagnostics) found.push(createDiagnostic(code, { size, limit }, specification.at(pointer)));
  };
  const visit = (value: Json, key: string | number): void => {
    if (typeof value === 'string') {
      if (key === 'pattern' && value.length > pattern) report('pattern-too-long', value.length, pattern);
      else if (value.length > text) report('text-too-long', value.length, text);
    } else if (Array.isArray(value)) {
      if (key === 'enum' && value.length > values) report('enum-too-large', value.length, values);
      else value.forEach((item: Json, index) => enter(item, index));
    } else if (isObject(value)) {
      for (const name of Object.keys(value)) {
        if (name.length > text) report('text-too-long', name.length, text);
        enter(value[name] as Json, name);
      }
    }
  };
  const enter = (value: Json, key: string | number): void => {
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return;
    pointer.push(key);
    visit(value, key);
    pointer.pop();
  };
  visit(specification.value, '');
  return found;
}
