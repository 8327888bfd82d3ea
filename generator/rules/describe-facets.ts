/** What single keys of a field, a parameter or a map say, each as a sentence. */
import { isObject, type Json, type JsonObject, getMember } from '../read/specification.js';
import { formatAll, formatAny, formatCode, formatCount, joinWords } from './rule-prose.js';

export interface Facet {
  readonly kind: string;
  /** The key that states it. */
  readonly key: string;
  /** About the field, which is not named in it. */
  readonly sentence: string;
}

type Scalar = string | number | boolean;
type Say = (element: JsonObject, value: Json) => Omit<Facet, 'key'> | undefined;

const when =
  (kind: string, sentence: string): Say =>
  (_, value) =>
    value === true ? { kind, sentence } : undefined;
const say =
  (kind: string, sentence: (value: Scalar) => string): Say =>
  (_, value) =>
    typeof value === 'object' ? undefined : { kind, sentence: sentence(value) };
const list =
  (kind: string, sentence: (values: readonly Scalar[], element: JsonObject) => string): Say =>
  (element, value) =>
    Array.isArray(value) && value.length > 0 ? { kind, sentence: sentence(scalars(value), element) } : undefined;

const formats: Readonly<Record<string, string>> = {
  int32: 'Is a 32-bit integer.',
  uint32: 'Is an unsigned 32-bit integer.',
  int64: 'Is a 64-bit integer in decimal digits.',
  uint64: 'Is an unsigned 64-bit integer in decimal digits.',
  float: 'Is a number of single precision.',
  double: 'Is a number of double precision.',
  byte: 'Is base64.',
  date: 'Is a date (RFC 3339).',
  'date-time': 'Is a time (RFC 3339).',
  'google-datetime': 'Is a time (RFC 3339).',
  'google-duration': 'Is a duration in seconds that ends in `s`.',
  'google-fieldmask': 'Is a list of field names, separated by commas.',
  uuid: 'Is a UUID.',
  url: 'Is a URL, whole or partial.',
  'cidr-ipv4': 'Is an IPv4 address range in CIDR notation.',
  bcp47: 'Is a BCP 47 language tag.',
  'pem-certificates': 'Is certificates in PEM.',
  'pem-private-key': 'Is a private key in PEM.',
};

const format = say('format', (value) => formats[String(value)] ?? `Has the format ${formatCode(value)}.`);

/** By key, in the order in which they are listed. */
const facets: Readonly<Record<string, Say>> = {
  readOnly: when('output-only', 'Is output-only: set by the server, ignored in requests.'),
  required: (element, value) =>
    getMember(element, 'location') === 'path' ? undefined : when('required', 'Must be given.')(element, value),
  annotations: (_, value) =>
    list('required', (methods) => `Must be given to ${formatAll(methods)}.`)({}, getMember(value, 'required') ?? null),
  'x-writeOnly': when('write-only', 'Is never in a response.'),
  'x-immutable': when('immutable', 'Can be set at creation only.'),
  'x-patchable': when('patchable', 'Can be changed by a patch.'),
  'x-omitEmpty': when('omitted-empty', 'Is absent from responses while unset or empty.'),
  'x-const': say('const', (value) => `Is always ${formatCode(value)}.`),
  format,
  'x-format': format,
  enum: list('values', (values, element) => `Is ${formatAny(values)}${isOpen(element) ? '; further values are possible' : ''}.`),
  'x-notIn': list('not', (values) => `Must not be ${formatAny(values)}.`),
  pattern: say('pattern', (value) => `Matches ${formatCode(value)} as a whole.`),
  minimum: say('range', (value) => `Is at least ${value}.`),
  maximum: say('range', (value) => `Is at most ${value}.`),
  'x-minLength': say('length', (value) => `Has at least ${formatCount(Number(value), 'character')}.`),
  'x-maxLength': say('length', (value) => `Has at most ${formatCount(Number(value), 'character')}.`),
  'x-maxBytes': say('length', (value) => `Has at most ${formatCount(Number(value), 'byte')} of UTF-8.`),
  'x-byteLength': say('length', (value) => `Has ${formatCount(Number(value), 'byte')} once it is decoded.`),
  'x-propertyNames': (_, value) => (isObject(value) ? { kind: 'keys', sentence: keys(value) } : undefined),
  default: say('default', (value) => `Is ${value === '' ? 'empty' : formatCode(value)} where absent.`),
  repeated: when('repeated', 'May be given several times.'),
  deprecated: when('deprecated', 'Is deprecated.'),
};

/** The facets of a field, parameter or schema, in a fixed order. */
export function listFacets(element: JsonObject): readonly Facet[] {
  return Object.entries(facets).flatMap(([key, describe]) => {
    const value = getMember(element, key);
    const facet = value === undefined ? undefined : describe(element, value);
    return facet === undefined ? [] : [{ key, ...facet }];
  });
}

function keys(value: JsonObject): string {
  const { pattern, maxLength, maxBytes } = value;
  const parts = [
    ...(typeof pattern === 'string' ? [`match ${formatCode(pattern)} as a whole`] : []),
    ...(typeof maxLength === 'number' ? [`have at most ${formatCount(maxLength, 'character')}`] : []),
    ...(typeof maxBytes === 'number' ? [`have at most ${formatCount(maxBytes, 'byte')} of UTF-8`] : []),
  ];
  return `Has keys that ${joinWords(parts, 'and')}.`;
}

function isOpen(element: JsonObject): boolean {
  const open = getMember(element, 'x-undocumented');
  return Array.isArray(open) && open.includes('values');
}

function scalars(values: readonly Json[]): Scalar[] {
  return values.filter((value): value is Scalar => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
}
