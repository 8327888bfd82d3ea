/** Describes the constraints of a field, a parameter, or a map, one sentence for each key. */
import { isObject, type Json, type JsonObject, getMember } from '../lib/json.js';
import { formatCount } from '../lib/format-count.js';
import { compilePattern } from '../lib/pattern.js';
import { formatAll, formatAny, formatCode, joinWords } from './prose.js';

export interface Facet {
  readonly kind: string;
  /** The key that states the constraint. */
  readonly key: string;
  /** The sentence, without the name of the field. */
  readonly sentence: string;
}

type FacetValue = string | number | boolean;
type DescribeFacet = (element: JsonObject, value: Json) => Omit<Facet, 'key'> | undefined;

const describeFlag =
  (kind: string, sentence: string): DescribeFacet =>
  (_, value) =>
    value === true ? { kind, sentence } : undefined;
const describeValue =
  (kind: string, sentence: (value: FacetValue) => string): DescribeFacet =>
  (_, value) =>
    typeof value === 'object' ? undefined : { kind, sentence: sentence(value) };
const describeList =
  (kind: string, sentence: (values: readonly FacetValue[], element: JsonObject) => string): DescribeFacet =>
  (element, value) =>
    Array.isArray(value) && value.length > 0 ? { kind, sentence: sentence(filterScalars(value), element) } : undefined;

const formats: Readonly<Record<string, string>> = {
  int32: 'A 32-bit integer.',
  uint32: 'An unsigned 32-bit integer.',
  int64: 'A 64-bit integer, encoded as a string.',
  uint64: 'An unsigned 64-bit integer, encoded as a string.',
  float: 'A single-precision number.',
  double: 'A double-precision number.',
  byte: 'Base64-encoded bytes.',
  date: 'A date (RFC 3339).',
  'date-time': 'A timestamp (RFC 3339).',
  'google-datetime': 'A timestamp (RFC 3339).',
  'google-duration': 'A duration in seconds with the suffix `s`.',
  'google-fieldmask': 'A comma-separated list of field paths.',
  uuid: 'A UUID.',
  url: 'A full or partial URL.',
  'cidr-ipv4': 'An IPv4 address range in CIDR notation.',
  'domain-name': "A domain name, whose case doesn't matter.",
  bcp47: 'A BCP 47 language tag.',
  'pem-certificates': 'PEM-encoded certificates.',
  'pem-private-key': 'A PEM-encoded private key.',
};

const format = describeValue('format', (value) => formats[String(value)] ?? `Format: ${formatCode(value)}.`);

/** The descriptions by key, in output order. */
const facets: Readonly<Record<string, DescribeFacet>> = {
  readOnly: describeFlag('output-only', 'Output only. The server ignores it in requests.'),
  required: (element, value) =>
    getMember(element, 'location') === 'path' ? undefined : describeFlag('required', 'Required.')(element, value),
  annotations: (_, value) =>
    describeList('required', (methods) => `Required in requests to ${formatAll(methods)}.`)({}, getMember(value, 'required') ?? null),
  'x-optionalIn': describeList(
    'optional',
    (methods) => `Not required in requests to ${formatAll(methods)}, although the document says so.`,
  ),
  'x-writeOnly': describeFlag('write-only', 'Input only. Never in a response.'),
  'x-immutable': describeFlag('immutable', 'Immutable. A request can set it only at creation.'),
  'x-patchable': describeFlag('patchable', 'A patch request can change it.'),
  'x-omitEmpty': describeFlag('omitted-empty', 'Absent from responses if unset or empty.'),
  'x-const': describeValue('const', (value) => `Always ${formatCode(value)}.`),
  format,
  'x-format': format,
  enum: describeList('values', (values, element) => `Values: ${formatAny(values)}.${isOpen(element) ? ' Other values are possible.' : ''}`),
  'x-notIn': describeList('not', (values) => `Must not be ${formatAny(values)}.`),
  pattern: (_, value) =>
    isPattern(value) ? { kind: 'pattern', sentence: `The entire value must match ${formatCode(value)}.` } : undefined,
  minimum: describeValue('range', (value) => `At least ${value}.`),
  maximum: describeValue('range', (value) => `At most ${value}.`),
  'x-minLength': describeValue('length', (value) => `At least ${formatCount(Number(value), 'character')}.`),
  'x-maxLength': describeValue('length', (value) => `At most ${formatCount(Number(value), 'character')}.`),
  'x-maxBytes': describeValue('length', (value) => `At most ${formatCount(Number(value), 'byte')} of UTF-8.`),
  'x-byteLength': describeValue('length', (value) => `Decodes to ${formatCount(Number(value), 'byte')}.`),
  'x-propertyNames': (_, value) => (isObject(value) ? { kind: 'keys', sentence: describePropertyNames(value) } : undefined),
  default: describeValue('default', (value) => `Default: ${value === '' ? 'empty' : formatCode(value)}.`),
  repeated: describeFlag('repeated', 'Repeatable.'),
  deprecated: describeFlag('deprecated', 'Deprecated.'),
};

/** Lists the facets of a field, parameter, or schema in a fixed order. */
export function listFacets(element: JsonObject): readonly Facet[] {
  return Object.entries(facets).flatMap(([key, describe]) => {
    const value = getMember(element, key);
    const facet = value === undefined ? undefined : describe(element, value);
    return facet === undefined ? [] : [{ key, ...facet }];
  });
}

/** Validators ignore a pattern that isn't valid. */
const isPattern = (value: Json | undefined): value is string => typeof value === 'string' && compilePattern(value).ok;

function describePropertyNames(value: JsonObject): string {
  const { pattern, maxLength, maxBytes } = value;
  const parts = [
    ...(isPattern(pattern) ? [`must match ${formatCode(pattern)}`] : []),
    ...(typeof maxLength === 'number' ? [`have at most ${formatCount(maxLength, 'character')}`] : []),
    ...(typeof maxBytes === 'number' ? [`have at most ${formatCount(maxBytes, 'byte')} of UTF-8`] : []),
  ];
  return `Keys ${joinWords(parts, 'and')}.`;
}

function isOpen(element: JsonObject): boolean {
  const open = getMember(element, 'x-undocumented');
  return Array.isArray(open) && open.includes('values');
}

function filterScalars(values: readonly Json[]): FacetValue[] {
  return values.filter(
    (value): value is FacetValue => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
  );
}
