/** The result of reading a file: plain data with the positions of its parts. */
import { quote, type Diagnostic, type Location } from '../lib/diagnostics.js';
import { isObject, type Json, type JsonObject, type Pointer } from '../lib/json.js';

export interface Specification {
  /** The path as given, for diagnostics. */
  readonly path: string;
  /** Plain data. A key `__proto__` is an own property like any other. */
  readonly value: JsonObject;
  /**
   * Locates the value of a part, or its key. For a part that doesn't exist, locates the nearest existing one.
   *
   * @param index The index of a character in a string (UTF-16 units from 0) to locate.
   */
  at(pointer: Pointer, part?: 'key' | 'value', index?: number): Location;
}

/** Limits on the size of the input. */
export interface Limits {
  /** Characters of a file. Default: 64 Mi. */
  readonly size?: number;
  /** Levels of nesting. Default: 200. */
  readonly depth?: number;
  /** Values, including mappings and lists. Default: 500,000. */
  readonly elements?: number;
  /** Characters of a string or a key. Default: 1 Mi. */
  readonly text?: number;
  /** Characters of a pattern or a path. Default: 10,000. */
  readonly pattern?: number;
  /** Values of an enum. Default: 50,000. */
  readonly enum?: number;
  /** Methods. Default: 10,000. */
  readonly methods?: number;
  /** Schemas. Default: 10,000. */
  readonly schemas?: number;
  /** Exchanges of a recording. Default: 20,000. */
  readonly exchanges?: number;
  /** Bytes of a body in a recording, without its content encoding. Default: 16 Mi. */
  readonly body?: number;
}

/** `specification` is absent if the text can't be processed further. */
export interface ReadResult {
  readonly specification?: Specification;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file, as passed to the readers of the formats. */
export interface SourceText {
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly depth: number;
  readonly elements: number;
  /** The maximum number of characters that YAML has with those that aliases repeat. Default: unlimited, because aliases are errors. */
  readonly size?: number;
  readonly locate: (offset: number) => Location;
  /** Converts the base64 of a scalar with the tag `!!binary` in YAML. Absent if no tags and aliases are allowed. */
  readonly readBinary?: (base64: string) => Json;
}

/** Describes the type of a value for messages. */
export function describeKind(value: Json | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'a string';
  return `the ${typeof value} ${String(value)}`;
}

/** Formats a value for messages: short and on one line. */
export function formatValue(value: Json): string {
  return typeof value === 'string' ? quote(value) : Array.isArray(value) || isObject(value) ? describeKind(value) : String(value);
}
