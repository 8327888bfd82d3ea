/** Validates values against the schemas of Discovery documents while the user types. The mock validates the whole request. */
import { resolveSchema, type ApiDocument, type Schema } from '../lib/api-documents.js';
import { matchesPattern } from './match-pattern.js';
import { getMember, isObject, isOutputOnly } from './resource-types.js';

/** Messages by field: `rules.0.name`. */
export type Errors = ReadonlyMap<string, string>;

export interface ValidationContext {
  readonly document: ApiDocument;
  /** The method whose request is validated. */
  readonly methodId: string;
  /** Whether absent fields that the method requires are errors. */
  readonly hasAllFields: boolean;
}

export const toKey = (path: readonly (string | number)[]): string => path.join('.');

/** Returns the value of the field with a key. The names of map entries can contain dots. */
export function getField(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    if (name === key) return item;
    const found: unknown = key.startsWith(`${name}.`) ? getField(item, key.slice(name.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the errors of a value, and of the fields in it. `path` is the place of the value in the form. */
export function validateValue(
  context: ValidationContext,
  { schema: given, value, path = [] }: { readonly schema: Schema; readonly value: unknown; readonly path?: readonly string[] },
): Errors {
  const schema: Schema = { ...resolveSchema(context.document, given), ...given };
  if (isOutputOnly(schema)) return new Map();
  const children = listChildren(context, schema, value);
  if (!children) {
    const message = describeProblem(schema, value);
    return new Map(message === undefined ? [] : [[toKey(path), message]]);
  }
  return new Map(
    children.flatMap(([name, child, item]): readonly (readonly [string, string])[] => {
      const place = [...path, name];
      if (item !== undefined) return [...validateValue(context, { schema: child, value: item, path: place })];
      return context.hasAllFields && mustBePresent(child, context.methodId) ? [[toKey(place), 'Enter a value.']] : [];
    }),
  );
}

/** Whether a form shows the field as required. Services accept many requests without fields that only their description calls required. */
export function isRequired(schema: Schema, methodId: string): boolean {
  return mustBePresent(schema, methodId) || (!schema.annotations?.required && /^required\b/i.test(schema.description ?? ''));
}

function mustBePresent({ required, annotations }: Schema, methodId: string): boolean {
  return annotations?.required ? annotations.required.includes(methodId) : required === true;
}

type Child = readonly [name: string, schema: Schema, value: unknown];

/** The fields, entries, or items of a value. Undefined for others. */
function listChildren({ document }: ValidationContext, schema: Schema, value: unknown): readonly Child[] | undefined {
  const { properties, additionalProperties, items } = { ...resolveSchema(document, schema), ...schema } as Schema;
  if (Array.isArray(value)) return items && value.map((item: unknown, index) => [String(index), items, item]);
  if (!isObject(value)) return undefined;
  if (properties) return Object.entries(properties).map(([name, child]) => [name, child, getMember(value, name)]);
  return additionalProperties && Object.entries(value).map(([name, item]) => [name, additionalProperties, item]);
}

const bounds: Readonly<Record<string, readonly [minimum: bigint, maximum: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

const formats: Readonly<Record<string, readonly [pattern: RegExp, text: string]>> = {
  byte: [/^[\w+/-]*={0,2}$/, 'Must be base64'],
  date: [/^\d{4}-\d\d-\d\d$/, 'Must be a date such as 2026-01-31'],
  'date-time': [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i, 'Must be a time such as 2026-01-31T12:00:00Z'],
  'google-datetime': [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i, 'Must be a time such as 2026-01-31T12:00:00Z'],
  'google-duration': [/^-?\d+(\.\d{1,9})?s$/, 'Must be a duration such as 3.5s'],
};

/** Says what is wrong with a value without fields. */
function describeProblem(schema: Schema, value: unknown): string | undefined {
  const { type, format = '', minimum, maximum } = schema;
  if (type === 'array' || type === 'object')
    return isObject(value) === (type === 'object') && Array.isArray(value) === (type === 'array') ? undefined : `Must be an ${type}`;
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'Must be true or false';
  if (type === 'number' || type === 'integer' || Object.hasOwn(bounds, format)) {
    const text = String(value);
    const isInteger = type !== 'number';
    if (!(isInteger ? /^-?\d+$/ : /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i).test(text)) return isInteger ? 'Must be an integer' : 'Must be a number';
    const [least, most] = bounds[format] ?? [];
    const toNumber = (bound: string | bigint | undefined, otherwise: number): number => (bound === undefined ? otherwise : Number(bound));
    const isBelow = isInteger && least !== undefined ? BigInt(text) < least : false;
    const isAbove = isInteger && most !== undefined ? BigInt(text) > most : false;
    if (isBelow || Number(text) < toNumber(minimum, -Infinity)) return `Must be at least ${minimum ?? String(least)}`;
    if (isAbove || Number(text) > toNumber(maximum, Infinity)) return `Must be at most ${maximum ?? String(most)}`;
    return undefined;
  }
  return type === 'string' ? describeTextProblem(schema, value) : undefined;
}

function describeTextProblem(schema: Schema, value: unknown): string | undefined {
  const { format = '', enum: values, pattern, 'x-undocumented': undocumented } = schema;
  if (typeof value !== 'string') return 'Must be text';
  if (values && !undocumented?.includes('values') && !values.includes(value)) return `Must be one of ${values.join(', ')}`;
  const length = [...value].length;
  const { 'x-minLength': least = 0, 'x-maxLength': most = Infinity } = schema;
  if (length < least) return `Must have at least ${least} characters`;
  if (length > most) return `Must have at most ${most} characters (has ${length})`;
  const [expression, text] = Object.hasOwn(formats, format) ? (formats[format] ?? []) : [];
  if (expression && !expression.test(value)) return text;
  return pattern !== undefined && matchesPattern(pattern, value) === false ? `Must match ${pattern}` : undefined;
}

/** An error of a response, at the place that it names. */
export interface ServerError {
  readonly location?: string;
  readonly isParameter: boolean;
  readonly message: string;
}

/** Reads the errors of a response: their locations, or the fields of a `BadRequest`. */
export function readServerErrors(body: unknown, message: string): readonly ServerError[] {
  const error = getMember(body, 'error');
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
  const toServerError = (location: unknown, text: unknown, isParameter = false): readonly ServerError[] => {
    if (typeof location !== 'string') return [];
    const field = location.replaceAll(/\[(\d+)\]/g, '.$1').replace(/^requestBody\./, '');
    return [{ location: field, isParameter, message: typeof text === 'string' ? text : message }];
  };
  const errors = list(getMember(error, 'errors')).flatMap((each) =>
    toServerError(getMember(each, 'location'), getMember(each, 'message'), getMember(each, 'locationType') === 'parameter'),
  );
  const violations = list(getMember(error, 'details')).flatMap((detail) => list(getMember(detail, 'fieldViolations')));
  const named = [...errors, ...violations.flatMap((each) => toServerError(getMember(each, 'field'), getMember(each, 'description')))];
  return named.length > 0 ? named : [{ isParameter: false, message }];
}

/** Returns the field of a form at a location, or the nearest one that contains it. Undefined if the form has none. */
export function findField(
  document: ApiDocument,
  form: { readonly schema: Schema; readonly value: unknown },
  location: string,
): string | undefined {
  const path: string[] = [];
  let schema: Schema | undefined = form.schema;
  let current = form.value;
  for (const name of location.split('.')) {
    const resolved: Schema = { ...resolveSchema(document, schema), ...schema };
    const child =
      resolved.properties && Object.hasOwn(resolved.properties, name)
        ? resolved.properties[name]
        : (resolved.additionalProperties ?? resolved.items);
    const isKnown = resolved.properties ? Object.hasOwn(resolved.properties, name) : getMember(current, name) !== undefined;
    if (!isKnown) break;
    path.push(name);
    schema = child;
    current = getMember(current, name);
  }
  return path.length === 0 ? undefined : toKey(path);
}
