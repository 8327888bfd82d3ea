/** What a field or parameter is bound to, as short sentences: for doc comments and pages. */
import type { EnumValue, Field, Json, MapType, NumericType, Parameter, StringType, Type } from '../model/model.js';

const formats = new Map<string, string>([
  ['int64', 'A signed 64-bit integer, written as a string.'],
  ['uint64', 'An unsigned 64-bit integer, written as a string.'],
  ['int32', 'A signed 32-bit integer.'],
  ['uint32', 'An unsigned 32-bit integer.'],
  ['byte', 'Bytes in base64.'],
  ['date', 'A date such as 2026-01-31.'],
  ['date-time', 'A time in RFC 3339 form.'],
  ['google-datetime', 'A time in RFC 3339 form.'],
  ['google-duration', 'Seconds with the suffix `s`, such as `3.5s`.'],
  ['google-fieldmask', 'Field paths, separated by commas.'],
  ['uuid', 'A UUID.'],
  ['url', 'A URL.'],
  ['cidr-ipv4', 'An IPv4 range in CIDR form.'],
  ['bcp47', 'A BCP 47 language tag.'],
  ['pem', 'PEM text.'],
  ['pem-certificates', 'Certificates in PEM form.'],
  ['pem-private-key', 'A private key in PEM form.'],
]);

type Fact = string | undefined;
const present = (facts: readonly Fact[]): readonly string[] => facts.filter((fact) => fact !== undefined);

function lengthFact(minimum: number | undefined, maximum: number | undefined, unit: string): Fact {
  if (minimum !== undefined && maximum !== undefined) {
    return minimum === maximum ? `Length: ${minimum} ${unit}.` : `Length: ${minimum} to ${maximum} ${unit}.`;
  }
  if (maximum !== undefined) return `Length: at most ${maximum} ${unit}.`;
  return minimum === undefined ? undefined : `Length: at least ${minimum} ${minimum === 1 ? unit.replace(/s$/, '') : unit}.`;
}

function enumFact({ value, description, deprecated }: EnumValue): string {
  const told = description === undefined || description === '' ? '' : `: ${description}`;
  return `\`${value}\`${deprecated ? ' (deprecated)' : ''}${told}`;
}

function refusedFact({ not: refused }: StringType | NumericType): Fact {
  return refused === undefined ? undefined : `Refused: ${refused.map((value) => `\`${value}\``).join(', ')}.`;
}

function stringFacts(type: StringType): readonly Fact[] {
  const told = (type.enum ?? []).filter((value) => value.deprecated || (value.description ?? '') !== '');
  return [
    type.format === undefined ? undefined : formats.get(type.format),
    type.const === undefined ? undefined : `Always \`${type.const}\`.`,
    type.pattern === undefined ? undefined : `Pattern, for the whole text: \`${type.pattern}\`.`,
    lengthFact(type.minLength, type.maxLength, 'characters'),
    lengthFact(undefined, type.maxBytes, 'bytes of UTF-8'),
    type.byteLength === undefined ? undefined : `Decodes to ${type.byteLength} bytes.`,
    refusedFact(type),
    ...told.map(enumFact),
    type.enum !== undefined && type.open ? 'Further values are possible.' : undefined,
  ];
}

function numericFacts(type: NumericType): readonly Fact[] {
  const { minimum, maximum } = type;
  const range = minimum !== undefined && maximum !== undefined ? `Range: ${minimum} to ${maximum}.` : undefined;
  return [
    type.format === undefined ? undefined : formats.get(type.format),
    range ?? (minimum === undefined ? undefined : `At least ${minimum}.`),
    range !== undefined || maximum === undefined ? undefined : `At most ${maximum}.`,
    refusedFact(type),
  ];
}

function mapFacts({ keys, values }: MapType): readonly Fact[] {
  return [
    keys?.pattern === undefined ? undefined : `Keys follow the pattern \`${keys.pattern}\`.`,
    keys?.maxLength === undefined ? undefined : `Keys have at most ${keys.maxLength} characters.`,
    keys?.maxBytes === undefined ? undefined : `Keys have at most ${keys.maxBytes} bytes of UTF-8.`,
    ...typeFacts(values).map((fact) => `Each value: ${fact}`),
  ];
}

/** What a type says beyond its TypeScript form. */
function typeFacts(type: Type): readonly string[] {
  switch (type.kind) {
    case 'string':
      return present(stringFacts(type));
    case 'integer':
    case 'number':
      return present(numericFacts(type));
    case 'array':
      return typeFacts(type.items).map((fact) => `Each element: ${fact}`);
    case 'map':
      return present(mapFacts(type));
    default:
      return [];
  }
}

function defaultFact(value: Json | undefined): Fact {
  return value === undefined ? undefined : `Default: \`${JSON.stringify(value)}\`.`;
}

export function describeField(field: Field): readonly string[] {
  return present([
    field.required ? 'Required.' : undefined,
    field.requiredBy === undefined ? undefined : `Required in requests of ${field.requiredBy.map((id) => `\`${id}\``).join(', ')}.`,
    field.readOnly ? 'Output only: set by the server, ignored in requests.' : undefined,
    field.writeOnly ? 'Input only: never in a response.' : undefined,
    field.immutable ? 'Settable only at creation.' : undefined,
    field.patchable ? 'Can be changed by a patch.' : undefined,
    field.omitEmpty ? 'Left out of responses while unset or empty.' : undefined,
    defaultFact(field.default),
    ...typeFacts(field.type),
  ]);
}

export function describeParameter(parameter: Parameter): readonly string[] {
  return present([parameter.repeated ? 'May be repeated.' : undefined, defaultFact(parameter.default), ...typeFacts(parameter.type)]);
}
