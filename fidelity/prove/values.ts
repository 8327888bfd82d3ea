/** Small sets of candidate values of a type. The mock decides which of them a rule accepts. */
import type { Json } from '../../generator/lib/json.js';
import { isPatternMatch } from '../../generator/lib/pattern.js';
import type { Field, NumericType, StringType, Type } from '../../generator/model/model.js';
import type { Lookup } from '../../generator/model/schema-lookup.js';
import { mapKey } from './field-paths.js';

/** Texts of formats, the first of them valid. */
const formatTexts: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-01-31T12:00:00Z', '2026-01-31T13:00:00Z', 'yesterday', '2026-13-31T12:00:00Z'],
  'google-datetime': ['2026-01-31T12:00:00Z', '2026-01-31T13:00:00Z', 'yesterday', '2026-13-31T12:00:00Z'],
  'google-duration': ['3.5s', '4s', '3.5', 'long'],
  'google-fieldmask': ['name', 'description', 'name description', 'a..b', '1 2'],
  date: ['2026-01-31', '2026-02-01', '2026-01-32', 'today'],
  int64: ['1', '2', '-1', '9223372036854775808', '1.5', 'one', ''],
  uint64: ['1', '2', '-1', '18446744073709551616', '1.5', 'one', ''],
  byte: ['AAAA', 'AAAB', 'A', '***'],
  uuid: ['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174001', '123e4567', ''],
  url: ['https://www.example.com/', 'projects/p/global/networks/x', 'http://', 'a b', 'https://exa mple/', '::'],
  'cidr-ipv4': ['10.0.0.0/24', '10.1.0.0/24', '10.0.0.0', '10.0.0.0/33', '10.0.0.1/24', '300.0.0.0/24'],
  'domain-name': ['example.com.', 'www.example.com.'],
  bcp47: ['en', 'de-CH', 'e', 'en_US', '1'],
};

const createPem = (label: string): string => `-----BEGIN ${label}-----\nMIIBszCCAVmgAwIBAgIUZpmVfK0=\n-----END ${label}-----\n`;
const pemTexts: Readonly<Record<string, readonly string[]>> = {
  'pem-certificates': [createPem('CERTIFICATE').repeat(2), createPem('CERTIFICATE').repeat(3), createPem('PRIVATE KEY'), 'certificate'],
  'pem-private-key': [createPem('PRIVATE KEY'), createPem('RSA PRIVATE KEY'), createPem('CERTIFICATE'), 'key'],
};

/** Texts that fit common patterns, or don't. */
const texts: readonly string[] = [
  'example',
  'a-b1',
  'other',
  'Example',
  'EXAMPLE_TEXT',
  'EXAMPLE',
  '/',
  '/path/a',
  'example.com.',
  'a/b',
  'guest/',
  'gs://my-bucket',
  'my-bucket',
  'type.googleapis.com/google.rpc.ErrorInfo',
  '192.0.2.1',
  '2001:db8::1',
  '"text"',
  '1',
  'a b',
  'a..',
  '*',
  '-a',
  'a-',
  'ä',
  ' ',
  '',
];

/** The limits of integer formats. */
const integerLimits: Readonly<Record<string, readonly number[]>> = {
  int32: [-2_147_483_648, 2_147_483_647, -2_147_483_649, 2_147_483_648],
  uint32: [0, 4_294_967_295, -1, 4_294_967_296],
};

/** The maximum length of a generated text. */
const maxLength = 1_000_000;

/** Returns candidates, those that are probably valid first. `hints`: texts and numbers to try before others. */
export const listCandidates = (type: Type | undefined, lookup: Lookup, hints: readonly Json[] = []): readonly Json[] =>
  listAt(type, { lookup, hints, depth: 0 });

interface ValueContext {
  readonly lookup: Lookup;
  readonly hints: readonly Json[];
  readonly depth: number;
}

function listAt(type: Type | undefined, { lookup, hints, depth }: ValueContext): readonly Json[] {
  const resolved = lookup.resolve(type);
  switch (resolved?.kind) {
    case 'string':
      return removeEqualValues([...hints.filter((hint) => typeof hint === 'string'), ...listTexts(resolved)]);
    case 'integer':
    case 'number':
      return removeEqualValues([...listNumbers(resolved), ...hints.filter((hint) => typeof hint === 'number')]);
    case 'boolean':
      return [true, false];
    case 'array':
      return [
        ...listAt(resolved.items, { lookup, hints, depth: depth + 1 })
          .slice(0, 6)
          .map((item) => [item]),
        [],
      ];
    case 'map':
      return listAt(resolved.values, { lookup, hints, depth: depth + 1 })
        .slice(0, 3)
        .map((value) => ({ [mapKey]: value }));
    case 'object':
      return depth > 4 ? [{}] : [createObject(resolved.fields, lookup, depth), {}];
    default:
      return [{ a: 'b' }, 'example', 1];
  }
}

/** Creates an object with its required fields, or else with its first settable one. */
function createObject(fields: readonly Field[], lookup: Lookup, depth: number): Json {
  const settable = fields.filter(({ readOnly, deprecated }) => !readOnly && !deprecated);
  const required = settable.filter((field) => field.required || field.expected);
  const chosen = required.length > 0 ? required : settable.filter(({ type }) => lookup.resolve(type)?.kind !== 'object').slice(0, 1);
  return Object.fromEntries(
    chosen.flatMap(({ name, type, default: value }) => {
      const [first] = value === undefined ? listAt(type, { lookup, hints: [], depth: depth + 1 }) : [value];
      return first === undefined ? [] : [[name, first] as const];
    }),
  );
}

function listTexts(type: StringType): readonly string[] {
  const { format = '', pattern, minLength, maxLength: longest, maxBytes, byteLength, enum: values, const: constant, not = [] } = type;
  const base = [
    ...(constant === undefined ? [] : [constant, `${constant}s`]),
    ...(values ?? []).filter(({ deprecated }) => !deprecated).map(({ value }) => value),
    ...(values ?? []).filter(({ deprecated }) => deprecated).map(({ value }) => value),
    ...(values === undefined ? [] : ['ANOTHER']),
    ...(byteLength === undefined
      ? []
      : [byteLength, byteLength + 1, byteLength - 1]
          .filter((bytes) => bytes >= 0 && bytes <= maxLength)
          .map((bytes) => Buffer.alloc(bytes, 'k').toString('base64'))),
    ...(Object.hasOwn(formatTexts, format) ? (formatTexts[format] ?? []) : (pemTexts[format] ?? [])),
  ];
  const lengths = [
    longest,
    longest === undefined ? undefined : longest + 1,
    maxBytes,
    maxBytes === undefined ? undefined : maxBytes + 1,
    minLength,
  ];
  const long = lengths.flatMap((length) => (length === undefined ? [] : createTexts(length)));
  const fitting = texts.filter((text) => pattern === undefined || isPatternMatch(pattern, text));
  return [...base, ...fitting, ...long, ...texts, ...not];
}

/** Texts of a length in characters, or in bytes: names, labels, domain names, and letters of two bytes. */
export function createTexts(length: number): readonly string[] {
  if (length > maxLength) return [];
  const domain = `${length % 2 === 0 ? '' : 'a'}${'a.'.repeat(Math.floor(length / 2))}`;
  return [repeatTo('a', length), repeatTo('A', length), domain, repeatTo('\u00e4', Math.ceil(length / 2))];
}

const repeatTo = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);

function listNumbers({ kind, format = '', minimum, maximum, not = [] }: NumericType): readonly number[] {
  const step = kind === 'integer' ? 1 : 0.001;
  const near = [minimum, maximum].flatMap((bound, at) => (bound === undefined ? [] : [bound, at === 0 ? bound - step : bound + step]));
  const inside = minimum === undefined ? [] : [minimum + step];
  return [...inside, 1, 2, ...near, ...(integerLimits[format] ?? []), 0, 10, -1, ...(kind === 'integer' ? [1.5] : []), ...not];
}

/** The values of another JSON type. */
export const listMistyped = (type: Type | undefined, lookup: Lookup): readonly Json[] => {
  switch (lookup.resolve(type)?.kind) {
    case 'string':
      return [{ a: 'b' }, ['a'], true];
    case 'integer':
    case 'number':
      return ['one', { a: 1 }];
    case 'boolean':
      return ['maybe', { a: true }];
    default:
      return ['text', 1];
  }
};

function removeEqualValues(values: readonly Json[]): readonly Json[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = JSON.stringify(value);
    return !seen.has(key) && seen.add(key);
  });
}
