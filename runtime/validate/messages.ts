/** The messages of validation errors, by keyword. Rules that concern several fields have their own messages. */
import { describeFormat } from './formats.js';
import type { Pattern } from './pattern.js';

/** The message and parameters of a validation error. */
export interface MessageText {
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const quote = (value: unknown): string => JSON.stringify(value);
const count = (limit: number, unit: string): string => `${limit} ${unit}${limit === 1 ? '' : 's'}`;

const formatList = (values: ReadonlySet<string>): string => [...values].map(quote).join(', ');

/** Formats a pattern as the specification writes it, without the anchors that every regular expression has. */
function formatPattern(pattern: Pattern): string {
  if (!(pattern instanceof RegExp)) return pattern.source;
  const body = pattern.source.replace(/^\^\(\?:([^]*)\)\$$/, '$1').replace(/\\\//g, '/');
  return pattern.ignoreCase ? `(?i)${body}` : body;
}

function formatFormatMessage(format: string): string {
  const text = describeFormat(format);
  return `must match format "${format}"${text === undefined ? '' : `: ${text}`}`;
}

export type Keyword =
  | 'type'
  | 'format'
  | 'pattern'
  | 'enum'
  | 'const'
  | 'not'
  | 'minLength'
  | 'maxLength'
  | 'maxBytes'
  | 'byteLength'
  | 'minimum'
  | 'maximum'
  | 'required'
  | 'additionalProperties'
  | 'propertyNames'
  | 'writeOnly'
  | 'oneof'
  | 'path'
  | 'etag';

const detailBuilders: Readonly<Record<Keyword, (parameter: never) => MessageText>> = {
  // A 64-bit integer is a string in JSON. Its format distinguishes it from text.
  type: (type: string) =>
    type.endsWith('int64')
      ? { message: 'must be a string', params: { type: 'string', format: type } }
      : { message: `must be ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`, params: { type } },
  format: (format: string) => ({ message: formatFormatMessage(format), params: { format } }),
  pattern: (pattern: Pattern) => ({
    message: `must match pattern ${quote(formatPattern(pattern))}`,
    params: { pattern: formatPattern(pattern) },
  }),
  enum: (values: ReadonlySet<string>) => ({ message: `must be one of ${formatList(values)}`, params: { allowedValues: [...values] } }),
  const: (allowedValue: string) => ({ message: `must be ${quote(allowedValue)}`, params: { allowedValue } }),
  not: (disallowed: Iterable<string | number>) => ({
    message: `must not be ${[...disallowed].map(quote).join(' or ')}`,
    params: { disallowedValues: [...disallowed] },
  }),
  minLength: (limit: number) => ({ message: `must NOT have fewer than ${count(limit, 'character')}`, params: { limit } }),
  maxLength: (limit: number) => ({ message: `must NOT have more than ${count(limit, 'character')}`, params: { limit } }),
  maxBytes: (limit: number) => ({ message: `must NOT have more than ${count(limit, 'byte')} of UTF-8`, params: { limit } }),
  byteLength: (bytes: number) => ({ message: `must be base64 of exactly ${count(bytes, 'byte')}`, params: { bytes } }),
  minimum: (limit: number) => ({ message: `must be >= ${limit}`, params: { comparison: '>=', limit } }),
  maximum: (limit: number) => ({ message: `must be <= ${limit}`, params: { comparison: '<=', limit } }),
  required: (missingProperty: string) => ({
    message: `must have required property ${quote(missingProperty)}`,
    params: { missingProperty },
  }),
  additionalProperties: (additionalProperty: string) => ({
    message: `must NOT have the unknown property ${quote(additionalProperty)}`,
    params: { additionalProperty },
  }),
  propertyNames: ([propertyName, keyword, limit]: readonly [string, string, Pattern | number]) => {
    const limitText = typeof limit === 'number' ? limit : formatPattern(limit);
    return {
      message: `must NOT have the key ${quote(propertyName)}, which does not match ${keyword} ${quote(limitText)}`,
      params: { propertyName, [keyword]: limitText },
    };
  },
  writeOnly: (field: string) => ({ message: `must NOT have the write-only property ${quote(field)}`, params: { field } }),
  oneof: (fields: readonly string[]) => ({
    message: `must have at most one of ${fields.map(quote).join(', ')}`,
    params: { oneof: fields },
  }),
  path: (parameter: string) => ({ message: `must be equal to the parameter ${quote(parameter)}`, params: { parameter } }),
  etag: (missingProperty: string) => ({
    message: `must have the current ${quote(missingProperty)}, which a GET of the resource returns`,
    params: { missingProperty, rule: 'etag' },
  }),
};

/** Keywords whose parameter may come from the validated value. Their details aren't cached, so that the cache can't grow without limit. */
const uncachedKeywords: ReadonlySet<Keyword> = /* @__PURE__ */ new Set<Keyword>(['additionalProperties', 'propertyNames']);
const detailCache = new Map<Keyword, Map<unknown, Map<string, MessageText>>>();

/**
 * Returns the message and parameters of a violated keyword. Equal arguments return the same object.
 *
 * @param parameter The value of the keyword in the schema.
 * @param source The section of the documentation, or '' if unknown.
 */
export function createErrorDetail(keyword: Keyword, parameter: unknown, source: string): MessageText {
  if (uncachedKeywords.has(keyword)) return buildDetail(keyword, parameter, source);
  let byParameter = detailCache.get(keyword);
  if (byParameter === undefined) detailCache.set(keyword, (byParameter = new Map()));
  let bySource = byParameter.get(parameter);
  if (bySource === undefined) byParameter.set(parameter, (bySource = new Map()));
  let detail = bySource.get(source);
  if (detail === undefined) bySource.set(source, (detail = buildDetail(keyword, parameter, source)));
  return detail;
}

function buildDetail(keyword: Keyword, parameter: unknown, source: string): MessageText {
  const { message, params } = (detailBuilders[keyword] as (parameter: unknown) => MessageText)(parameter);
  return { message, params: source === '' ? params : { ...params, source } };
}
