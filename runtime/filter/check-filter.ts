/** Checks that the fields of a filter exist and can have the values that it compares them with. */
import { isInt64Format, toWholeDigits } from '../proto-number.js';
import { isDateTime, isDuration } from '../validate/time-formats.js';
import { FilterError } from './lexer.js';
import type { FilterExpression, Restriction } from './parse-filter.js';
import { isRe2 } from '../patterns/re2.js';
import type { RegexFilter, WordFilter } from './read-filter.js';

/** A field that a filter can name. Without a type it may hold any value. */
export interface FilterField {
  readonly type?: string;
  readonly format?: string;
  readonly writeOnly?: boolean;
  /** The elements of a list, if they have a type or a format. */
  readonly items?: FilterField;
}

/** Looks up a field by name. Returns `null` if there is no such field. `undefined` if the fields are unknown. */
export type KnownFields<F> = ((name: string) => F | null) | undefined;

/** The resources that a filter selects from. */
export interface FilterTarget<F extends FilterField> {
  readonly fields: KnownFields<F>;
  /** Returns the members of an object, of the objects in a list, or of a map. */
  readonly getMembers: (field: F | undefined) => KnownFields<F>;
  /** Whether a field holds a single value, which has no members. */
  readonly isValue: (field: F | undefined) => boolean;
}

/** A field path, and its position in the filter. */
export type NamedField = Pick<Restriction, 'path' | 'at'>;

/** The field at the end of a path. */
export interface ResolvedField<F> {
  /** The field, or `undefined` if it is unknown. */
  readonly field: F | undefined;
  /** The last name is a key of a map. */
  readonly isKey: boolean;
  /** The path leads through a list before the last field. */
  readonly throughList: boolean;
}

export type ValueKind = 'number' | 'big' | 'boolean' | 'time' | 'duration' | 'any';

export function getValueKind(field: FilterField | undefined): ValueKind {
  if (!field) return 'any';
  if (isInt64Format(field.format)) return 'big';
  if (field.format === 'date-time' || field.format === 'google-datetime') return 'time';
  if (field.format === 'google-duration') return 'duration';
  if (field.type === 'integer' || field.type === 'number') return 'number';
  return field.type === 'boolean' ? 'boolean' : 'any';
}

/** Throws `FilterError` if a field doesn't exist or can't be compared with the value. */
export function checkFilter<F extends FilterField>(filter: FilterExpression | RegexFilter | WordFilter, target: FilterTarget<F>): void {
  switch (filter.kind) {
    case 'and':
    case 'or':
      for (const part of filter.parts) checkFilter(part, target);
      return;
    case 'not':
      return checkFilter(filter.part, target);
    case 'restriction':
      checkRestriction(filter, target);
      return;
    case 'regex':
      checkSingleValueField(getRegexFilterField(filter), target);
      for (const { pattern, at } of filter.parts) if (!isRe2(pattern)) throw new FilterError(at, 'expected an RE2 expression');
  }
}

export function getRegexFilterField({ field, at }: RegexFilter): NamedField {
  return { path: field.split('.'), at };
}

/** Throws `FilterError` for an unknown field, or for a value that the field can't have. */
export function checkRestriction<F extends FilterField>(restriction: Restriction, target: FilterTarget<F>): ResolvedField<F> {
  const { comparator } = restriction;
  if (comparator !== ':') {
    const resolved = checkSingleValueField(restriction, target);
    checkLiteral(restriction, getValueKind(resolved.field));
    return resolved;
  }
  const resolved = resolveField(restriction, target);
  if (!isPresenceTest(restriction)) checkLiteral({ ...restriction, comparator: '=' }, getElementValueKind(resolved.field));
  return resolved;
}

/** Whether the restriction is `field:*`. */
export function isPresenceTest({ comparator, value, quoted }: Restriction): boolean {
  return comparator === ':' && value === '*' && !quoted;
}

/** Returns the kind of the value, or of the elements of a list. */
export function getElementValueKind(field: FilterField | undefined): ValueKind {
  return getValueKind(field?.type === 'array' ? field.items : field);
}

/** Throws `FilterError` for an unknown field, or for one that doesn't hold a single value. */
export function checkSingleValueField<F extends FilterField>(named: NamedField, target: FilterTarget<F>): ResolvedField<F> {
  const resolved = resolveField(named, target);
  const type = resolved.field?.type;
  const name = `'${named.path.join('.')}'`;
  if (resolved.throughList || type === 'array') throw new FilterError(named.at, `${name} is in a list, which only ':' can test`);
  if (type === 'object' || type === 'map') throw new FilterError(named.at, `${name} is not a single value`);
  return resolved;
}

/** Resolves a field path as far as the fields are known. */
function resolveField<F extends FilterField>({ path, at }: NamedField, { fields, getMembers, isValue }: FilterTarget<F>): ResolvedField<F> {
  let known = fields;
  let field: F | undefined;
  let throughList = false;
  let isKey = false;
  for (const [index, name] of path.entries()) {
    const type = field?.type;
    throughList ||= type === 'array';
    if (isValue(field)) throw new FilterError(at, `'${path.slice(0, index).join('.')}' has no fields`);
    isKey = type === 'map';
    const found = known?.(name);
    if (found === null || found?.writeOnly) throw new FilterError(at, `unknown field '${path.slice(0, index + 1).join('.')}'`);
    field = found;
    known = getMembers(field);
  }
  return { field, throughList, isKey };
}

/** Throws `FilterError` for a literal that the field can't have. */
function checkLiteral({ comparator, value, valueAt }: Restriction, kind: ValueKind): void {
  if (kind === 'number' && !isNumberText(value)) throw new FilterError(valueAt, 'a number is expected');
  if (kind === 'big' && toWholeDigits(value) === undefined) throw new FilterError(valueAt, 'a whole number is expected');
  if (kind === 'time' && !isDateTime(value)) throw new FilterError(valueAt, 'an RFC 3339 time is expected');
  if (kind === 'duration' && !isDuration(value)) throw new FilterError(valueAt, 'a duration in seconds is expected, such as 3.5s');
  if (kind !== 'boolean') return;
  if (!/^(?:true|false)$/i.test(value)) throw new FilterError(valueAt, 'true or false is expected');
  if (comparator !== '=' && comparator !== '!=') throw new FilterError(valueAt, "true and false compare only with '=' and '!='");
}

export function isNumberText(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}
