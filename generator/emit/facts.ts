/** The constraints of a field or parameter as short sentences, for doc comments. */
import type { EnumValue, Field, Json, MapType, NumericType, Parameter, StringType, Type } from '../model/model.js';

const formats = new Map<string, string>([
  ['int64', 'A signed 64-bit integer, encoded as a string.'],
  ['uint64', 'An unsigned 64-bit integer, encoded as a string.'],
  ['int32', 'A signed 32-bit integer.'],
  ['uint32', 'An unsigned 32-bit integer.'],
  ['byte', 'Base64-encoded bytes.'],
  ['date', 'A date in the format `YYYY-MM-DD`.'],
  ['date-time', 'A timestamp in RFC 3339 format.'],
  ['google-datetime', 'A timestamp in RFC 3339 format.'],
  ['google-duration', 'A duration in seconds with the suffix `s`, such as `3.5s`.'],
  ['google-fieldmask', 'A comma-separated list of field paths.'],
  ['uuid', 'A UUID.'],
  ['url', 'A URL.'],
  ['cidr-ipv4', 'An IPv4 address range in CIDR notation.'],
  ['bcp47', 'A BCP 47 language tag.'],
  ['pem', 'PEM-encoded text.'],
  ['pem-certificates', 'PEM-encoded certificates.'],
  ['pem-private-key', 'A PEM-encoded private key.'],
]);

type Fact = string | undefined;
const omitUndefined = (facts: readonly Fact[]): readonly string[] => facts.filter((fact) => fact !== undefined);

function formatLength(minimum: number | undefined, maximum: number | undefined, unit: string): Fact {
  if (minimum !== undefined && maximum !== undefined) {
    return minimum === maximum ? `Length: ${minimum} ${unit}.` : `Length: ${minimum} to ${maximum} ${unit}.`;
  }
  if (maximum !== undefined) return `Length: at most ${maximum} ${unit}.`;
  return minimum === undefined ? undefined : `Length: at least ${minimum} ${minimum === 1 ? unit.replace(/s$/, '') : unit}.`;
}

function formatEnumValue({ value, description, deprecated }: EnumValue): string {
  const text = description === undefined || description === '' ? '' : `: ${description}`;
  return `\`${value}\`${deprecated ? ' (deprecated)' : ''}${text}`;
}

function formatExcludedValues({ not: excluded }: StringType | NumericType): Fact {
  return excluded === undefined
    ? undefined
    : `Must not be ${excluded.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(' or ')}.`;
}

function listStringFacts(type: StringType): readonly Fact[] {
  const described = (type.enum ?? []).filter((value) => value.deprecated || (value.description ?? '') !== '');
  return [
    type.format === undefined ? undefined : formats.get(type.format),
    type.const === undefined ? undefined : `Always \`${type.const}\`.`,
    type.pattern === undefined ? undefined : `The entire value must match \`${type.pattern}\`.`,
    formatLength(type.minLength, type.maxLength, 'characters'),
    formatLength(undefined, type.maxBytes, 'bytes of UTF-8'),
    type.byteLength === undefined ? undefined : `Decodes to ${type.byteLength} bytes.`,
    formatExcludedValues(type),
    ...described.map(formatEnumValue),
    type.enum !== undefined && type.open ? 'Other values are possible.' : undefined,
  ];
}

function listNumericFacts(type: NumericType): readonly Fact[] {
  const { minimum, maximum } = type;
  const range = minimum !== undefined && maximum !== undefined ? `Range: ${minimum} to ${maximum}.` : undefined;
  return [
    type.format === undefined ? undefined : formats.get(type.format),
    range ?? (minimum === undefined ? undefined : `At least ${minimum}.`),
    range !== undefined || maximum === undefined ? undefined : `At most ${maximum}.`,
    formatExcludedValues(type),
  ];
}

/** Keeps abbreviations such as `PEM`. */
function lowerFirst(text: string): string {
  return /^[A-Z](?![A-Z])/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

function listMapFacts({ keys, values }: MapType): readonly Fact[] {
  return [
    keys?.pattern === undefined ? undefined : `Keys must match \`${keys.pattern}\`.`,
    keys?.maxLength === undefined ? undefined : `Keys have at most ${keys.maxLength} characters.`,
    keys?.maxBytes === undefined ? undefined : `Keys have at most ${keys.maxBytes} bytes of UTF-8.`,
    ...listTypeFacts(values).map((fact) => `Each value: ${lowerFirst(fact)}`),
  ];
}

/** The constraints of a type that its TypeScript form doesn't express. */
function listTypeFacts(type: Type): readonly string[] {
  switch (type.kind) {
    case 'string':
      return omitUndefined(listStringFacts(type));
    case 'integer':
    case 'number':
      return omitUndefined(listNumericFacts(type));
    case 'array':
      return listTypeFacts(type.items).map((fact) => `Each element: ${lowerFirst(fact)}`);
    case 'map':
      return omitUndefined(listMapFacts(type));
    default:
      return [];
  }
}

function formatDefault(value: Json | undefined): Fact {
  if (value === undefined) return undefined;
  return value === '' ? 'Default: empty.' : `Default: \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`;
}

export function describeField(field: Field): readonly string[] {
  return omitUndefined([
    field.requiredBy === undefined ? undefined : `Required in requests to ${field.requiredBy.map((id) => `\`${id}\``).join(', ')}.`,
    field.patchable ? 'A patch request can change this field.' : undefined,
    field.omitEmpty ? 'Absent from responses if unset or empty.' : undefined,
    formatDefault(field.default),
    ...listTypeFacts(field.type),
  ]);
}

export function describeParameter(parameter: Parameter): readonly string[] {
  return omitUndefined([
    parameter.repeated ? 'Repeatable.' : undefined,
    formatDefault(parameter.default),
    ...listTypeFacts(parameter.type),
  ]);
}

/** The field behavior (AIP-203) that descriptions begin with, in the customary order. */
const behaviors = [
  ['required', 'Required.'],
  ['readOnly', 'Output only.'],
  ['writeOnly', 'Input only.'],
  ['immutable', 'Immutable.'],
] as const;

/** A field's description that begins with its behavior: `Output only. The creation time.` */
export function formatFieldDescription(field: Field): string {
  const description = field.description ?? '';
  const missing = behaviors.flatMap(([key, sentence]) =>
    field[key] && !field.described.includes(key) && !(key === 'required' && field.readOnly) ? [sentence] : [],
  );
  return [...missing, ...(description === '' ? [] : [description])].join(' ');
}

/** The facts that the description doesn't state. */
export function omitRepeatedFacts(facts: readonly string[], description: string): readonly string[] {
  const text = normalizeText(description);
  return facts.filter((fact) => {
    const [, label, statement = ''] = /^(length: |default: )?(.*?)\.?$/s.exec(normalizeText(fact)) ?? [];
    return !text.includes(statement) || (label === 'default: ' && !/\bdefault/.test(text));
  });
}

const normalizeText = (text: string): string => text.replace(/[`"]/g, '').toLowerCase();
