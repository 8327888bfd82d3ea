/**
 * Infers the values that the server sets in fields that no request sets, from sentences of their descriptions: `Defaults to 3.`, `The default
 * is NONE.`, `The default value is 1000.` Other sentences, such as `If unspecified, defaults to 1460` and `The default value is true if
 * unspecified`, often describe what an absent field means, so they say nothing about responses.
 */
import type { Api, Field, Schema, Type } from '../model.js';
import type { Json } from '../../lib/json.js';

/** A whole sentence. The value is quoted, a number, or a constant. */
const defaultSentence = new RegExp(
  [
    String.raw`(?:^|[.;!?)\]\n]\s{1,9})`,
    String.raw`(?<verb>Defaults? to|The default(?: value)? is) `,
    String.raw`(?:\x60(?<code>[^\x60]{1,99})\x60|"(?<double>[^"]{1,99})"|'(?<single>[^']{1,99})'|(?<bare>-?\d+(?:\.\d+)?|[A-Za-z]\w*(?:\.\w+)?))`,
    String.raw`(?<unit> seconds?)?`,
    String.raw`(?<condition> if (?:it|the field|this field|the value|this value) is (?:not specified|not set|unspecified))?`,
    String.raw`(?=[.;]?(?:$|\n)|[.;]\s)`,
  ].join(''),
);

const anyDefault = /\bdefaults? to\b|\bdefault(?: value)? is\b/gi;

/** Adds the described defaults to the fields that clients can set. A default of the document and a rule about the field take precedence. */
export function inferDescribedDefaults({ schemas, isPublished }: Pick<Api, 'schemas' | 'isPublished'>): readonly Schema[] {
  if (!isPublished) return schemas;
  return schemas.map((schema) => {
    if (schema.type.kind !== 'object') return schema;
    const fields = schema.type.fields.map((field): Field => {
      const describedDefault = findDescribedDefault(field);
      return describedDefault === undefined ? field : { ...field, describedDefault };
    });
    return { ...schema, type: { ...schema.type, fields } };
  });
}

function findDescribedDefault(field: Field): Json | undefined {
  const { name, type, description = '', source, readOnly, writeOnly, stated, deprecated } = field;
  if (source.kind !== 'published' || readOnly || writeOnly || stated || field.default !== undefined) return undefined;
  if (deprecated || /^\W*deprecated\b/i.test(description)) return undefined;
  const sentence = defaultSentence.exec(description);
  // Several defaults depend on something else.
  if (sentence?.groups === undefined || (description.match(anyDefault) ?? []).length > 1) return undefined;
  const { verb = '', code, double, single, bare, unit, condition } = sentence.groups;
  // `The default value is CSV.` is also said of texts that stay absent.
  const isAbsentText = verb.endsWith('value is') && type.kind === 'string';
  if (isAbsentText || (condition !== undefined && !verb.endsWith('to'))) return undefined;
  const form = { isQuoted: bare === undefined, hasUnit: unit !== undefined, isInSeconds: /sec/i.test(name) };
  return toValue(type, code ?? double ?? single ?? bare ?? '', form);
}

interface ValueForm {
  readonly isQuoted: boolean;
  /** Whether `seconds` follows the value. */
  readonly hasUnit: boolean;
  /** Whether the name of the field says that its number is one of seconds. */
  readonly isInSeconds: boolean;
}

/** Returns the value of the type, except for the values of absent fields in ProtoJSON, which responses omit. */
function toValue(type: Type, text: string, { isQuoted, hasUnit, isInSeconds }: ValueForm): Json | undefined {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) !== 0;
  if (type.kind === 'boolean') return text.toLowerCase() === 'true' ? true : undefined;
  if (type.kind === 'integer' || type.kind === 'number') return isNumber && (!hasUnit || isInSeconds) ? Number(text) : undefined;
  if (type.kind !== 'string') return undefined;
  if (type.format === 'google-duration') return isNumber && hasUnit ? `${text}s` : undefined;
  if (type.format === 'int64' || type.format === 'uint64') return isNumber && !text.includes('.') && (!hasUnit || isInSeconds) ? text : undefined;
  if (type.format !== undefined || hasUnit) return undefined;
  // `Mode.AUTO` is the value `AUTO` of the enum `Mode`.
  if (type.enum !== undefined) return type.enum.find((known) => known.value === text.slice(text.lastIndexOf('.') + 1))?.value;
  return isQuoted || /^[A-Z][A-Z\d_]+$/.test(text) ? text : undefined;
}
