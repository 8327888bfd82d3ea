/** Reads and validates values of a config, and reports a diagnostic at the position of an invalid one. */
import { type Code, createDiagnostic, type Diagnostic, type Location, type Params } from '../lib/diagnostics.js';
import { getAt, isObject, type Json, type Pointer } from '../lib/json.js';
import { describeKind, type Specification } from '../lib/specification.js';
import { findNearest } from '../lib/suggest.js';

export class ConfigValues {
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: Specification;

  constructor(file: Specification) {
    this.#file = file;
  }

  /** The value at a pointer, if there is one. */
  get(pointer: Pointer): Json | undefined {
    return getAt(this.#file.value, pointer);
  }

  /** Reports unknown keys and missing required keys. Returns whether the value is a mapping. */
  checkKeys(
    pointer: Pointer,
    keys: { readonly owner: string; readonly required: readonly string[]; readonly optional: readonly string[] },
  ): boolean {
    const value = this.get(pointer);
    if (!isObject(value)) {
      this.report('wrong-type', { what: keys.owner, expected: 'a mapping', found: describeKind(value) }, pointer);
      return false;
    }
    const names = [...keys.required, ...keys.optional];
    for (const key of Object.keys(value)) {
      if (names.includes(key)) continue;
      const { file, line, column } = this.#file.at([...pointer, key], 'key');
      this.diagnostics.push(
        createDiagnostic('unknown-key', { key, owner: keys.owner }, { file, line, column, suggestion: findNearest(key, names) }),
      );
    }
    for (const key of keys.required) if (!Object.hasOwn(value, key)) this.report('missing-key', { key, owner: keys.owner }, pointer);
    return true;
  }

  /** Reads a string that matches a pattern. */
  readText(pointer: Pointer, form: { readonly expected: string; readonly pattern: RegExp }): string | undefined {
    const value = this.get(pointer);
    if (value === undefined) return undefined;
    if (typeof value === 'string' && form.pattern.test(value)) return value;
    this.report(
      typeof value === 'string' ? 'wrong-form' : 'wrong-type',
      {
        what: formatPointer(pointer),
        expected: form.expected,
        found: typeof value === 'string' ? JSON.stringify(value) : describeKind(value),
      },
      pointer,
    );
    return undefined;
  }

  /** Lists pointers to the entries of a list. `nonEmpty` requires at least one entry. */
  readList(pointer: Pointer, nonEmpty = false): readonly Pointer[] {
    const value = this.get(pointer);
    if (value === undefined) return [];
    if (nonEmpty && Array.isArray(value) && value.length === 0)
      this.report('wrong-count', { what: formatPointer(pointer), expected: 'at least one entry' }, pointer);
    if (Array.isArray(value)) return value.map((_, index) => [...pointer, index]);
    this.report('wrong-type', { what: formatPointer(pointer), expected: 'a list', found: describeKind(value) }, pointer);
    return [];
  }

  readBoolean(pointer: Pointer): boolean | undefined {
    const value = this.get(pointer);
    if (value === undefined || typeof value === 'boolean') return value;
    this.report('wrong-type', { what: formatPointer(pointer), expected: 'true or false', found: describeKind(value) }, pointer);
    return undefined;
  }

  /** Reads a positive integer. */
  readCount(pointer: Pointer): number | undefined {
    const value = this.get(pointer);
    if (value === undefined || (typeof value === 'number' && Number.isInteger(value) && value > 0)) return value;
    this.report('wrong-type', { what: formatPointer(pointer), expected: 'an integer of 1 or more', found: describeKind(value) }, pointer);
    return undefined;
  }

  /** Reads one of the allowed values. */
  readChoice<T extends string>(pointer: Pointer, allowed: readonly T[]): T | undefined {
    const value = this.get(pointer);
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) this.report('wrong-value', { what: formatPointer(pointer), allowed, found: JSON.stringify(value) }, pointer);
    return found;
  }

  getLocation(pointer: Pointer): Location {
    return this.#file.at(pointer);
  }

  report<C extends Code>(code: C, params: Params<C>, pointer: Pointer): void {
    this.diagnostics.push(createDiagnostic(code, params, this.#file.at(pointer)));
  }
}

const formatPointer = (pointer: Pointer): string =>
  pointer.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('');
