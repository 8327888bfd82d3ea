/**
 * Infers the values that the server sets in fields that no request sets, from sentences of their descriptions: `Defaults to 3.`, `The default
 * is NONE.`, `The default value is 1000.`, `If not specified at creation time, the default duration is 30 days.` Other sentences, such as `If
 * unspecified, defaults to 1460` and `The default value is true if unspecified`, often describe what an absent field means, so they say
 * nothing about responses.
 */
import type { Api, Field, Schema, Type } from '../model.js';
import type { Json } from '../../lib/json.js';

/** A value that is quoted, a number, or a constant, and its unit. */
const value = String.raw`(?:${'`'}([^${'`'}]+)${'`'}|"([^"]+)"|'([^']+)'|(-?\d+(?:\.\d+)?|[A-Za-z]\w*(?:\.\w+)?))(?: (second|minute|hour|day)s?)?`;

const defaultSentences = [
  new RegExp(`^Defaults? to ${value}(?: if (?:it|the field|this field) is (?:not specified|not set|unspecified))?$`),
  new RegExp(`^The default is ${value}$`),
];
/** Also said of texts that stay absent: `The default value is CSV.` */
const defaultValueSentence = new RegExp(`^The default value is ${value}$`);

/** The default of a sentence about creations. */
const creationDefaults = [
  new RegExp(String.raw`\b(?:[Dd]efaults? to|be set to|[Dd]efault(?: \w+)? is) ${value}(?= if\b|,|$)`),
  new RegExp(`, ${value} (?:is|will be) used$`),
];
const absencePattern = /\b(?:not (?:specified|provided|set)|unspecified|unset|omitted)\b/;
const creationPattern = /\bcreat(?:ion|ing|ed)\b/;

const anyDefault = /\bdefaults? to\b|\bdefault(?: value)? is\b/gi;

const secondsByUnit: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

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
  // Several defaults depend on something else.
  if ((description.match(anyDefault) ?? []).length > 1) return undefined;
  const values = description.split(/[.;!?](?:\s|$)|\n/).flatMap((sentence) => findValue(sentence.trim(), type.kind === 'string') ?? []);
  const [found, ...others] = values;
  return found && others.length === 0 ? toJson(type, found, { isInSeconds: /sec/i.test(name) }) : undefined;
}

/** A value in a description. */
interface DescribedValue {
  readonly text: string;
  readonly isQuoted: boolean;
  /** The number of seconds of the unit, if there is one. */
  readonly seconds?: number;
}

function findValue(sentence: string, isText: boolean): DescribedValue | undefined {
  const isAboutCreation = absencePattern.test(sentence) && creationPattern.test(sentence);
  const patterns = isAboutCreation ? creationDefaults : isText ? defaultSentences : [...defaultSentences, defaultValueSentence];
  const match = patterns.map((pattern) => pattern.exec(sentence)).find((found) => found !== null);
  if (!match) return undefined;
  const [, code, double, single, bare, unit] = match;
  // Services don't return other durations as described, unless they set them at the creation.
  if (unit !== undefined && unit !== 'second' && !isAboutCreation) return undefined;
  const seconds = unit === undefined ? undefined : secondsByUnit[unit];
  return { text: code ?? double ?? single ?? bare ?? '', isQuoted: bare === undefined, ...(seconds !== undefined && { seconds }) };
}

/** Returns the value of the type, except for the values of absent fields in ProtoJSON, which responses omit. */
function toJson(
  type: Type,
  { text, isQuoted, seconds }: DescribedValue,
  { isInSeconds }: { readonly isInSeconds: boolean },
): Json | undefined {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) !== 0;
  const isPlainNumber = isNumber && (seconds === undefined || (seconds === 1 && isInSeconds));
  if (type.kind === 'boolean') return text.toLowerCase() === 'true' ? true : undefined;
  if (type.kind === 'integer' || type.kind === 'number') return isPlainNumber ? Number(text) : undefined;
  if (type.kind !== 'string') return undefined;
  if (type.format === 'google-duration') return isNumber && seconds !== undefined ? `${String(Number(text) * seconds)}s` : undefined;
  if (type.format === 'int64' || type.format === 'uint64') return isPlainNumber && !text.includes('.') ? text : undefined;
  if (type.format !== undefined || seconds !== undefined) return undefined;
  // `Mode.AUTO` is the value `AUTO` of the enum `Mode`.
  if (type.enum !== undefined) return type.enum.find((known) => known.value === text.slice(text.lastIndexOf('.') + 1))?.value;
  return isQuoted || /^[A-Z][A-Z\d_]+$/.test(text) ? text : undefined;
}
