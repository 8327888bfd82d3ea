/** Reads and validates values of a config, and reports a diagnostic at the position of an invalid one. */
import {
  type DiagnosticCode,
  createDiagnostic,
  type Diagnostic,
  hasErrors,
  type Location,
  type Params,
  sortDiagnostics,
} from '../lib/diagnostics.js';
import { getAt, isObject, type Json, type Pointer } from '../lib/json.js';
import { describeKind, type Specification } from '../language/specification.js';
import { findNearest } from '../lib/suggest.js';
import { readSpecification } from '../read/index.js';
import type { NamedFile } from './named-files.js';

export interface ValuesResult<T> {
  /** Absent if there are errors. */
  readonly value?: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file in YAML or JSON, and its values with `read`. */
export function readValues<T extends object>(file: NamedFile, read: (values: ConfigValues) => T): ValuesResult<T> {
  const { specification, diagnostics: faults } = readSpecification(file);
  if (specification === undefined || hasErrors(faults)) return { diagnostics: faults };
  const values = new ConfigValues(specification);
  const value = read(values);
  const diagnostics = sortDiagnostics([...faults, ...values.diagnostics]);
  return hasErrors(diagnostics) ? { diagnostics } : { value, diagnostics };
}

export class ConfigValues {
  readonly diagnostics: Diagnostic[] = [];

  constructor(private readonly file: Specification) {}

  /** The value at a pointer, if there is one. */
  get(pointer: Pointer): Json | undefined {
    return getAt(this.file.value, pointer);
  }

  /** Reports unknown keys and missing required keys. Returns whether the value is a mapping. An absent value is valid. */
  checkKeys(
    pointer: Pointer,
    keys: { readonly owner: string; readonly required?: readonly string[]; readonly optional?: readonly string[] },
  ): boolean {
    const { owner, required = [], optional = [] } = keys;
    const value = this.get(pointer);
    if (value === undefined) return false;
    if (!isObject(value)) {
      this.report('wrong-type', { what: owner, expected: 'a mapping', found: describeKind(value) }, pointer);
      return false;
    }
    const names = [...required, ...optional];
    for (const key of Object.keys(value)) {
      if (names.includes(key)) continue;
      const place = { ...this.file.at([...pointer, key], 'key'), suggestion: findNearest(key, names) };
      this.diagnostics.push(createDiagnostic('unknown-key', { key, owner }, place));
    }
    for (const key of required) if (!Object.hasOwn(value, key)) this.report('missing-key', { key, owner }, pointer);
    return true;
  }

  /** Reads a string that matches a pattern. */
  readText(pointer: Pointer, form: { readonly expected: string; readonly pattern: RegExp }): string | undefined {
    const value = this.get(pointer);
    if (typeof value !== 'string') return this.reportType(pointer, form.expected);
    if (form.pattern.test(value)) return value;
    this.report('wrong-form', { what: formatPointer(pointer), expected: form.expected, found: JSON.stringify(value) }, pointer);
    return undefined;
  }

  /** Lists pointers to the entries of a list. `nonEmpty` requires at least one entry. */
  readList(pointer: Pointer, nonEmpty = false): readonly Pointer[] {
    const value = this.get(pointer);
    if (!Array.isArray(value)) return this.reportType(pointer, 'a list') ?? [];
    if (nonEmpty && value.length === 0)
      this.report('wrong-count', { what: formatPointer(pointer), expected: 'at least one entry' }, pointer);
    return value.map((_, index) => [...pointer, index]);
  }

  readBoolean(pointer: Pointer): boolean | undefined {
    const value = this.get(pointer);
    return typeof value === 'boolean' ? value : this.reportType(pointer, 'true or false');
  }

  /** Reads a positive integer. */
  readCount(pointer: Pointer): number | undefined {
    const value = this.get(pointer);
    const isCount = typeof value === 'number' && Number.isInteger(value) && value > 0;
    return isCount ? value : this.reportType(pointer, 'an integer of 1 or more');
  }

  /** Reads one of the allowed values. */
  readChoice<T extends string>(pointer: Pointer, allowed: readonly T[]): T | undefined {
    const value = this.get(pointer);
    const choice = allowed.find((candidate) => candidate === value);
    if (value !== undefined && choice === undefined)
      this.report('wrong-value', { what: formatPointer(pointer), allowed, found: JSON.stringify(value) }, pointer);
    return choice;
  }

  getLocation(pointer: Pointer): Location {
    return this.file.at(pointer);
  }

  report<C extends DiagnosticCode>(code: C, params: Params<C>, pointer: Pointer): void {
    this.diagnostics.push(createDiagnostic(code, params, this.file.at(pointer)));
  }

  /** Reports a value of another type. An absent value is valid. */
  private reportType(pointer: Pointer, expected: string): undefined {
    const value = this.get(pointer);
    if (value !== undefined) this.report('wrong-type', { what: formatPointer(pointer), expected, found: describeKind(value) }, pointer);
  }
}

const formatPointer = (pointer: Pointer): string =>
  pointer.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('');
