/** Whether the fields that a filter names are there, and can have the values that it compares them with. */
import { isDateTime } from '../validate/time-formats.js';
import { FilterError } from './lexer.js';
import type { Expression, Restriction } from './parse-filter.js';
import { isRe2 } from './re2.js';
import type { RegexFilter } from './regex-style.js';

/** What is known of a field; without a type it may hold anything. */
export interface FilterField {
  readonly type?: string;
  readonly format?: string;
  readonly writeOnly?: boolean;
}

/** The field with a name, `null` where there is none. Nothing is known where the shape is not shown. */
export type KnownFields<F> = ((name: string) => F | null) | undefined;

/** What is known of the resources that a filter selects from. */
export interface FilterTarget<F extends FilterField> {
  readonly fields: KnownFields<F>;
  /** The members of an object, of the objects in a list, or of a map. */
  readonly getMembers: (field: F | undefined) => KnownFields<F>;
  /** Whether a field holds a single value, which has no members. */
  readonly isValue: (field: F | undefined) => boolean;
}

/** A field, and where the filter names it. */
export type NamedField = Pick<Restriction, 'path' | 'at'>;

export interface ResolvedField<F> {
  /** Of the last field; absent where it is not known. */
  readonly field: F | undefined;
  /** The last name is a key of a map. */
  readonly isKey: boolean;
  /** A list stands on the way, before the last field. */
  readonly throughList: boolean;
}

export type ValueKind = 'number' | 'big' | 'boolean' | 'time' | 'any';

export function getValueKind(field: FilterField | undefined): ValueKind {
  if (!field) return 'any';
  if (field.format === 'uint64' || field.format === 'int64') return 'big';
  if (field.format === 'date-time' || field.format === 'google-datetime') return 'time';
  if (field.type === 'integer' || field.type === 'number') return 'number';
  return field.type === 'boolean' ? 'boolean' : 'any';
}

/** Throws `FilterError` for a filter that asks for what cannot be. */
export function checkFilter<F extends FilterField>(filter: Expression | RegexFilter, target: FilterTarget<F>): void {
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
      for (const { pattern, at } of filter.parts) if (!isRe2(pattern)) throw new FilterError(at, 'an RE2 expression is expected');
  }
}

export function getRegexFilterField({ field, at }: RegexFilter): NamedField {
  return { path: field.split('.'), at };
}

/** Throws `FilterError` for a field that is not known, and for a value that it cannot have. */
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

/** `field:*` */
export function isPresenceTest({ comparator, value, quoted }: Restriction): boolean {
  return comparator === ':' && value === '*' && !quoted;
}

/** What the elements of a list are is not told. */
export function getElementValueKind(field: FilterField | undefined): ValueKind {
  return getValueKind(field?.type === 'array' ? undefined : field);
}

/** Throws `FilterError` for a field that is not known, or is none that holds one value. */
export function checkSingleValueField<F extends FilterField>(named: NamedField, target: FilterTarget<F>): ResolvedField<F> {
  const resolved = resolveField(named, target);
  const type = resolved.field?.type;
  const name = `'${named.path.join('.')}'`;
  if (resolved.throughList || type === 'array') throw new FilterError(named.at, `${name} is in a list, which only ':' looks into`);
  if (type === 'object' || type === 'map') throw new FilterError(named.at, `${name} is no single value`);
  return resolved;
}

/** Fields are known as deep as the shape is shown. */
function resolveField<F extends FilterField>({ path, at }: NamedField, { fields, getMembers: membersOf, isValue }: FilterTarget<F>): ResolvedField<F> {
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
    if (found === null || found?.writeOnly) throw new FilterError(at, `there is no field '${path.slice(0, index + 1).join('.')}'`);
    field = found;
    known = membersOf(field);
  }
  return { field, throughList, isKey };
}

const whole = /^-?\d+$/;

/** Throws `FilterError` for a literal that such a field cannot have. */
function checkLiteral({ comparator, value, valueAt }: Restriction, kind: ValueKind): void {
  if (kind === 'number' && !isNumberText(value)) throw new FilterError(valueAt, 'a number is expected');
  if (kind === 'big' && !whole.test(value)) throw new FilterError(valueAt, 'a whole number is expected');
  if (kind === 'time' && !isDateTime(value)) throw new FilterError(valueAt, 'an RFC 3339 time is expected');
  if (kind !== 'boolean') return;
  if (!/^(?:true|false)$/i.test(value)) throw new FilterError(valueAt, 'true or false is expected');
  if (comparator !== '=' && comparator !== '!=') throw new FilterError(valueAt, "true and false compare only with '=' and '!='");
}

export function isNumberText(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}
