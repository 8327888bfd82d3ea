/** The query language of Cloud Logging, without regular expressions, functions, and words that stand alone. */
import {
  FilterError,
  isList,
  isObject,
  parseFilter,
  parseInstant,
  type FilterExpression,
  type Json,
  type JsonObject,
} from '../../mock/service.js';

export type EntryFilter = (entry: JsonObject) => boolean;

const severities = ['DEFAULT', 'DEBUG', 'INFO', 'NOTICE', 'WARNING', 'ERROR', 'CRITICAL', 'ALERT', 'EMERGENCY'];
const times: readonly string[] = ['timestamp', 'receiveTimestamp'];

/** Compiles a filter. Throws a `FilterError` for one that the mock can't evaluate. */
export function compileEntryFilter(text: string): EntryFilter {
  // Comments end with the line.
  const plain = text.replaceAll(/^\s*--.*$/gm, '').trim();
  return plain === '' ? () => true : compile(parseFilter(plain));
}

function compile(expression: FilterExpression): EntryFilter {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const parts = expression.parts.map(compile);
      return expression.kind === 'and' ? (entry) => parts.every((part) => part(entry)) : (entry) => parts.some((part) => part(entry));
    }
    case 'not': {
      const part = compile(expression.part);
      return (entry) => !part(entry);
    }
    case 'restriction': {
      const { path, comparator, value, quoted, valueAt } = expression;
      if (!quoted && value.startsWith('~')) throw new FilterError(valueAt, 'regular expressions are not implemented');
      const [name = ''] = path;
      const isEquality = comparator === '!=';
      const compare = isEquality ? '=' : comparator;
      const test = (candidate: Json): boolean => compareValue(candidate, compare, { name: path.length === 1 ? name : '', value, quoted });
      return (entry) => listValues(readField(entry, name), path.slice(1)).some(test) !== isEquality;
    }
  }
}

/** An entry without a severity has the default one. */
const readField = (entry: JsonObject, name: string): Json | undefined => entry[name] ?? (name === 'severity' ? 'DEFAULT' : undefined);

/** Returns the values at a path, which goes through lists. */
function listValues(value: Json | undefined, path: readonly string[]): readonly Json[] {
  if (isList(value)) return value.flatMap((item) => listValues(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined || value === null ? [] : [value];
  return isObject(value) && Object.hasOwn(value, name) ? listValues(value[name], rest) : [];
}

function compareValue(
  candidate: Json,
  comparator: '=' | '<' | '<=' | '>' | '>=' | ':',
  { name, value, quoted }: { readonly name: string; readonly value: string; readonly quoted: boolean },
): boolean {
  if (comparator === ':' && value === '*' && !quoted) return true;
  if (isObject(candidate))
    return comparator === ':' && Object.values(candidate).some((inner) => compareValue(inner, ':', { name: '', value, quoted }));
  const text = String(candidate);
  const difference = subtract(text, value, name);
  switch (comparator) {
    case ':':
      return name === 'severity' || times.includes(name) ? difference === 0 : text.toLowerCase().includes(value.toLowerCase());
    case '=':
      return difference === 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
  }
}

/** Compares severities by their order, times and numbers by their values, and text without case. NaN if that isn't possible. */
function subtract(text: string, value: string, name: string): number {
  if (name === 'severity') return rankSeverity(text) - rankSeverity(value);
  if (times.includes(name)) return (parseInstant(text) ?? Number.NaN) - (parseInstant(value) ?? Number.NaN);
  if (text.trim() !== '' && value.trim() !== '' && !Number.isNaN(Number(text)) && !Number.isNaN(Number(value)))
    return Number(text) - Number(value);
  const [one, other] = [text.toLowerCase(), value.toLowerCase()];
  return one < other ? -1 : Number(one > other);
}

/** Numbers are those of the enum: 100 for `DEBUG`. */
function rankSeverity(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const index = severities.indexOf(text.toUpperCase());
  return index < 0 ? Number.NaN : index * 100;
}
