/** Values of table columns: from JSON and CSV to what is stored, and to the form of responses. */
import { isList, isObject, listStrings, type Json, type JsonObject } from '../../mock/service.js';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly mode: string;
  readonly fields: readonly Column[];
}

const typeNames: Readonly<Record<string, string>> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
  STRUCT: 'RECORD',
  DECIMAL: 'NUMERIC',
  BIGDECIMAL: 'BIGNUMERIC',
};

/** Returns the columns of a schema `{ fields }`. */
export function readColumns(schema: Json | undefined): readonly Column[] {
  const fields = isObject(schema) ? schema['fields'] : undefined;
  if (!isList(fields)) return [];
  return fields.flatMap((field) => {
    if (!isObject(field)) return [];
    const type = String(field['type'] ?? 'STRING').toUpperCase();
    return [
      {
        name: String(field['name']),
        type: typeNames[type] ?? type,
        mode: String(field['mode'] ?? 'NULLABLE').toUpperCase(),
        fields: readColumns(field),
      },
    ];
  });
}

/** The value of a row can't be stored. */
export class RowError extends Error {
  /** The name of the field. */
  readonly location: string;
  constructor(message: string, location: string) {
    super(message);
    this.location = location;
  }
}

export interface RowOptions {
  readonly ignoresUnknown: boolean;
  /** What precedes the names of fields in errors. */
  readonly path?: string;
}

/** Converts a JSON object to a row: the values of the columns by their names. Throws a RowError. */
export function toRow(columns: readonly Column[], object: JsonObject, { ignoresUnknown, path = '' }: RowOptions): JsonObject {
  const byName = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
  const row: Record<string, Json> = {};
  for (const [name, value] of Object.entries(object)) {
    const column = byName.get(name.toLowerCase());
    if (column) row[column.name] = toValue(column, value, { ignoresUnknown, path: path + name });
    else if (!ignoresUnknown) throw new RowError(`no such field: ${path}${name}.`, path + name);
  }
  for (const { name, mode } of columns)
    if (mode === 'REQUIRED' && (row[name] ?? null) === null) throw new RowError(`Missing required field: ${path}${name}.`, path + name);
  return row;
}

function toValue(column: Column, value: Json, options: RowOptions & { readonly path: string }): Json {
  const { path } = options;
  if (column.mode === 'REPEATED') {
    if (value === null) return [];
    if (!isList(value)) throw new RowError(`Field ${path} is repeated, so its value must be a list.`, path);
    return value.map((item) => toSingle(column, item, options));
  }
  if (isList(value)) throw new RowError(`Array specified for non-repeated field: ${path}.`, path);
  return value === null ? null : toSingle(column, value, options);
}

const patterns: Readonly<Record<string, RegExp>> = {
  INTEGER: /^[-+]?\d+$/,
  FLOAT: /^[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|inf(?:inity)?|nan)$/i,
  NUMERIC: /^[-+]?\d*\.?\d+(?:e[-+]?\d+)?$/i,
  BIGNUMERIC: /^[-+]?\d*\.?\d+(?:e[-+]?\d+)?$/i,
  BOOLEAN: /^(?:true|false|t|f|yes|no|y|n|1|0)$/i,
  DATE: /^\d{4}-\d{1,2}-\d{1,2}$/,
  TIME: /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?$/,
  DATETIME: /^\d{4}-\d{1,2}-\d{1,2}(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?$/,
  BYTES: /^[A-Za-z0-9+/_-]*={0,2}$/,
};

/** Types whose values are texts of any form. */
const textTypes = new Set(['STRING', 'GEOGRAPHY', 'INTERVAL', 'RANGE']);

function toSingle(column: Column, value: Json, options: RowOptions & { readonly path: string }): Json {
  const { type, fields } = column;
  const { path } = options;
  if (type === 'RECORD') {
    if (!isObject(value)) throw new RowError(`This field: ${path} is not a record.`, path);
    return toRow(fields, value, { ...options, path: `${path}.` });
  }
  if (type === 'JSON') return typeof value === 'string' ? value : JSON.stringify(value);
  if (isObject(value)) throw new RowError(`This field: ${path} is not a record.`, path);
  const text = String(value);
  if (type === 'TIMESTAMP') return toMicroseconds(text, path);
  if (textTypes.has(type)) return text;
  const isValid = patterns[type]?.test(text) ?? true;
  if (!isValid) throw new RowError(`Cannot convert value to ${type.toLowerCase()} (bad value): ${text}`, path);
  if (type === 'BOOLEAN') return String(/^(?:t|y|1)/i.test(text));
  if (type === 'INTEGER') return BigInt(text.replace(/^\+/, '')).toString();
  return type === 'FLOAT' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

/** Returns a time in microseconds since 1970. The text is RFC 3339 or similar, or a number of seconds. */
function toMicroseconds(text: string, path: string): string {
  if (/^-?\d+(?:\.\d+)?(?:e\d+)?$/i.test(text)) return String(Math.round(Number(text) * 1_000_000));
  const [, day = '', time = '00:00:00', fraction = '', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?)?\s*(Z|UTC|[-+]\d{2}(?::?\d{2})?)?$/i.exec(text) ?? [];
  const offset = /^[-+]\d{2}$/.test(zone) ? `${zone}:00` : /^UTC$/i.test(zone) ? 'Z' : zone;
  const milliseconds = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${offset}`);
  if (Number.isNaN(milliseconds)) throw new RowError(`Cannot convert value to timestamp (bad value): ${text}`, path);
  return String(BigInt(milliseconds) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6)));
}

/** Returns a row in the form of responses. `usesMicroseconds`: shows times as microseconds, and otherwise as seconds. */
export function formatRow(columns: readonly Column[], row: JsonObject, usesMicroseconds: boolean): JsonObject {
  return { f: columns.map((column) => ({ v: formatValue(column, row[column.name] ?? null, usesMicroseconds) })) };
}

function formatValue(column: Column, value: Json, usesMicroseconds: boolean): Json {
  if (column.mode === 'REPEATED') return (isList(value) ? value : []).map((item) => ({ v: formatSingle(column, item, usesMicroseconds) }));
  return formatSingle(column, value, usesMicroseconds);
}

function formatSingle({ type, fields }: Column, value: Json, usesMicroseconds: boolean): Json {
  if (isObject(value)) return formatRow(fields, value, usesMicroseconds);
  if (value === null || type !== 'TIMESTAMP' || usesMicroseconds) return value;
  const seconds = Number(value) / 1_000_000;
  const [mantissa = '0', exponent = '0'] = seconds.toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}

const sizes: Readonly<Record<string, number>> = {
  INTEGER: 8,
  FLOAT: 8,
  BOOLEAN: 1,
  NUMERIC: 16,
  BIGNUMERIC: 32,
  DATE: 8,
  TIME: 8,
  DATETIME: 8,
  TIMESTAMP: 8,
  INTERVAL: 16,
  RANGE: 16,
};

/** Returns the logical size of a row in bytes. */
export function measureRow(columns: readonly Column[], row: JsonObject): number {
  return columns.reduce((sum, column) => sum + measureValue(column, row[column.name] ?? null), 0);
}

function measureValue(column: Column, value: Json): number {
  if (value === null) return 0;
  if (isList(value)) return value.reduce<number>((sum, item) => sum + measureValue(column, item), 0);
  if (isObject(value)) return measureRow(column.fields, value);
  return sizes[column.type] ?? 2 + new TextEncoder().encode(String(value)).length;
}

/** Returns the columns that a list of names selects: `name,rec.bool`. */
export function selectColumns(columns: readonly Column[], names: string): readonly Column[] {
  const selected = names.split(',').map((name) => name.trim().toLowerCase());
  return columns.flatMap((column) => {
    const name = column.name.toLowerCase();
    if (selected.includes(name)) return [column];
    const inner = listStrings(selected.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1)));
    return inner.length > 0 ? [{ ...column, fields: selectColumns(column.fields, inner.join(',')) }] : [];
  });
}
