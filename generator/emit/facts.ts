/** The facts of methods, parameters, and fields as short sentences, for doc comments and pages. */
import { groupByKey } from '../lib/group-by.js';
import { toSingular } from '../lib/singular.js';
import { formatJsonLine, type Json } from '../lib/json.js';
import type { EnumValue, Field, MapType, UploadSupport, Method, NumericType, ObjectType } from '../model/model.js';
import type { Parameter, Permission, StatedRule, StringType, Type } from '../model/model.js';

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
  ['domain-name', "A domain name. Its case doesn't matter."],
  ['bcp47', 'A BCP 47 language tag.'],
  ['pem', 'PEM-encoded text.'],
  ['pem-certificates', 'PEM-encoded certificates.'],
  ['pem-private-key', 'A PEM-encoded private key.'],
]);

const omitFalse = (facts: readonly (string | false | undefined)[]): readonly string[] =>
  facts.filter((fact) => fact !== false && fact !== undefined);

function formatLength(minimum: number | undefined, maximum: number | undefined, unit: string): string | undefined {
  if (minimum !== undefined && maximum !== undefined) {
    return minimum === maximum ? `Length: ${minimum} ${unit}.` : `Length: ${minimum} to ${maximum} ${unit}.`;
  }
  if (maximum !== undefined) return `Length: at most ${maximum} ${unit}.`;
  return minimum === undefined ? undefined : `Length: at least ${minimum} ${minimum === 1 ? unit.replace(/s$/, '') : unit}.`;
}

function formatRange({ minimum, maximum }: NumericType): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `Range: ${minimum} to ${maximum}.`;
  if (maximum !== undefined) return `At most ${maximum}.`;
  return minimum === undefined ? undefined : `At least ${minimum}.`;
}

function formatEnumValue({ value, description = '', deprecated }: EnumValue): string | undefined {
  if (!deprecated && description === '') return undefined;
  return `\`${value}\`${deprecated ? ' (deprecated)' : ''}${description === '' ? '' : `: ${description}`}`;
}

function formatExcludedValues({ not: excluded }: StringType | NumericType): string | undefined {
  return excluded && `Must not be ${excluded.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(' or ')}.`;
}

function describeString(type: StringType): readonly string[] {
  return omitFalse([
    formats.get(type.format ?? ''),
    type.const !== undefined && `Always \`${type.const}\`.`,
    type.pattern !== undefined && `The entire value must match \`${type.pattern}\`.`,
    formatLength(type.minLength, type.maxLength, 'characters'),
    formatLength(undefined, type.maxBytes, 'bytes of UTF-8'),
    type.byteLength !== undefined && `Decodes to ${type.byteLength} bytes.`,
    formatExcludedValues(type),
    ...(type.enum ?? []).map(formatEnumValue),
    type.enum !== undefined && type.open && 'Other values are possible.',
  ]);
}

/** Keeps abbreviations such as `PEM`. */
function lowerFirst(text: string): string {
  return /^[A-Z](?![A-Z])/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

function describeMap({ keys, values }: MapType): readonly string[] {
  return omitFalse([
    keys?.pattern !== undefined && `Keys must match \`${keys.pattern}\`.`,
    keys?.maxLength !== undefined && `Keys have at most ${keys.maxLength} characters.`,
    keys?.maxBytes !== undefined && `Keys have at most ${keys.maxBytes} bytes of UTF-8.`,
    ...describeType(values).map((fact) => `Each value: ${lowerFirst(fact)}`),
  ]);
}

/** The constraints of a type that its TypeScript form doesn't express. */
function describeType(type: Type): readonly string[] {
  switch (type.kind) {
    case 'string':
      return describeString(type);
    case 'integer':
    case 'number':
      return omitFalse([formats.get(type.format ?? ''), formatRange(type), formatExcludedValues(type)]);
    case 'array':
      return describeType(type.items).map((fact) => `Each element: ${lowerFirst(fact)}`);
    case 'map':
      return describeMap(type);
    default:
      return [];
  }
}

function formatDefault(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value === '' ? 'Default: empty.' : `Default: \`${typeof value === 'string' ? value : formatJsonLine(value)}\`.`;
}

/** @param isRequest Whether the field is part of a request, for which facts of responses don't matter. */
export function describeField(field: Field, isRequest: boolean): readonly string[] {
  return omitFalse([
    field.requiredBy && `Required in requests to ${field.requiredBy.map(formatCode).join(', ')}.`,
    field.replacedByMedia && `Not required if a call of ${field.replacedByMedia.map(formatCode).join(', ')} sends media.`,
    field.patchable && 'A patch request can change this field.',
    field.omitEmpty && !isRequest && 'Absent from responses if unset or empty.',
    formatDefault(field.default),
    ...describeType(field.type),
  ]);
}

export function describeParameter({ repeated, default: value, type }: Parameter): readonly string[] {
  return omitFalse([repeated && 'Repeatable.', formatDefault(value), ...describeType(type)]);
}

const formatCode = (text: string): string => `\`${text}\``;

/** `GET dns/v1/projects/{project}` */
export function formatRoute({ httpMethod, route }: Method): string {
  return `${httpMethod} ${route}`;
}

/** Formats a permission and its condition as Markdown. */
export function formatPermission({ permission, when }: Permission, code: (text: string) => string): string {
  return `${code(permission)}${when === undefined ? '' : ` (if the request body has ${code(when)})`}`;
}

/** Formats a route for a comment, which `*\/` would end: `{name=shelves/{shelf}}` instead of `{name=shelves/*}`. */
export function formatCommentRoute(method: Method): string {
  return formatRoute(method).replace(/([\w-]+)\/\*(?=[/}])/g, (_, collection: string) => `${collection}/{${toSingular(collection)}}`);
}

export function describeMethod(method: Method): readonly string[] {
  const { mediaUpload, mediaDownload, returnsEvents, rules } = method;
  const scopes = method.scopes.map(formatCode).join(', ');
  const permissions = method.permissions.map((permission) => formatPermission(permission, formatCode)).join(', ');
  return omitFalse([
    formatCode(formatCommentRoute(method)),
    ...rules.map(({ sentence }) => sentence),
    describeRequestId(method),
    scopes !== '' && `Requires ${method.scopes.length === 1 ? 'the scope' : 'one of these scopes:'} ${scopes}.`,
    permissions !== '' && `Requires ${method.permissions.length === 1 ? 'the permission' : 'these permissions:'} ${permissions}.`,
    mediaUpload && describeUpload(mediaUpload),
    returnsEvents && "With `alt: 'sse'` it returns an `EventStream` of messages, which arrive one by one.",
    mediaDownload && 'To download the content, call the `Media` variant of the method.',
  ]);
}

/** Describes the request ID, unless a rule describes it. */
function describeRequestId({ requestId, rules, operation }: Method): string | undefined {
  if (requestId === undefined || rules.some(({ rule }) => rule.kind === 'requestId')) return undefined;
  const effect = operation === undefined ? 'changes nothing and returns the first response' : 'returns the original operation';
  return `The client generates a ${formatCode(requestId.name)}. A request that repeats it ${effect}.`;
}

function describeUpload({ maxSize, accept, resumable }: UploadSupport): string {
  return omitFalse([
    'Uploads the content of the `media` option.',
    accept.length > 0 && !accept.includes('*/*') && `Accepted types: ${accept.map(formatCode).join(', ')}.`,
    maxSize !== undefined && `Maximum size: ${formatCode(maxSize)}.`,
    resumable && 'Uploads large content in chunks.',
  ]).join(' ');
}

/** Describes which fields exclude each other. A union of types would break callers that assign the fields of an object one by one. */
export function describeOneofs(type: ObjectType): readonly string[] {
  return listOneofs(type).map((fields) => `At most one of ${fields.map(({ name }) => formatCode(name)).join(', ')} can be set.`);
}

/** Lists the validations and the rules of an object. */
export function listObjectRules({ rules, validations = [] }: ObjectType): readonly StatedRule<unknown>[] {
  return [...validations, ...rules];
}

/** Lists the groups of fields that a request can set, of which at most one can be set. */
export function listOneofs({ fields }: Pick<ObjectType, 'fields'>): readonly (readonly Field[])[] {
  const members = fields.flatMap((field) => (field.oneof === undefined || field.readOnly ? [] : [[field.oneof, field] as const]));
  return [...groupByKey(members).values()].filter(({ length }) => length > 1);
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

/** Returns the first sentence of the description, or the ID of a method without one, and the rest of the description. */
export function splitDescription({ id, description = '' }: Pick<Method, 'id' | 'description'>): {
  readonly summary: string;
  readonly rest: string;
} {
  const first = /^[^]*?[.!?](?=\s|$)/.exec(description)?.[0] ?? description;
  return { summary: first.replace(/\s+/g, ' ').trim() || id, rest: description.slice(first.length).trim() };
}
