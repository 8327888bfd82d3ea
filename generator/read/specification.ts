/** What reading a file yields: plain data, and where each part of it stands. */
import { quote, type Diagnostic, type Location } from '../diagnostics.js';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Keys and indexes from the root to a part. */
export type Pointer = readonly (string | number)[];

export interface Specification {
  /** As it was given; stands in findings. */
  readonly path: string;
  /** Plain data. A key `__proto__` is an own property like any other. */
  readonly value: JsonObject;
  /**
   * Where a part stands: its value, or the key that leads to it. For a part that is not there: the nearest that is.
   *
   * @param index Of a character in a text (UTF-16 units from 0): where that stands.
   */
  at(pointer: Pointer, part?: 'key' | 'value', index?: number): Location;
}

/** How large what is read may be. */
export interface Limits {
  /** Characters of one file; default 64 Mi. */
  readonly size?: number;
  /** Levels of nesting; default 200. */
  readonly depth?: number;
  /** Values: mappings, lists, and what is in them; default 500,000. */
  readonly elements?: number;
  /** Characters of one text, or of one name; default 1 Mi. */
  readonly text?: number;
  /** Characters of one pattern; default 10,000. */
  readonly pattern?: number;
  /** Values of one enumeration; default 50,000. */
  readonly enum?: number;
}

/** `specification` is absent where there is nothing to go on with. */
export interface ReadResult {
  readonly specification?: Specification;
  readonly diagnostics: readonly Diagnostic[];
}

/** One file, as the readers of the formats get it. */
export interface SourceText {
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly depth: number;
  readonly elements: number;
  readonly locate: (offset: number) => Location;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own property `key`, whatever it is called. */
export function getMember(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets a property that may have any name, `__proto__` too, without touching the prototype. */
export function setMember(target: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

/** What a value is, for messages. */
export function describeKind(value: Json | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'a string';
  return `the ${typeof value} ${String(value)}`;
}

/** A value as a message shows it: short, on one line. */
export function formatValue(value: Json): string {
  return typeof value === 'string' ? quote(value) : Array.isArray(value) || isObject(value) ? describeKind(value) : String(value);
}
