/** Compiles list filters to predicates over the visible form of a resource. Parsing determines the filter style. */
import type { FieldBehavior } from '../../../runtime/behavior.js';
import type { Re2 } from '../../../runtime/validate/pattern.js';
import {
  checkRestriction,
  checkSingleValueField,
  getElementValueKind,
  getRegexFilterField,
  isPresenceTest,
  getValueKind,
  type FilterTarget,
  type NamedField,
} from '../../../runtime/filter/check-filter.js';
import { escapedStar, FilterError } from '../../../runtime/filter/lexer.js';
import type { FilterExpression, Restriction } from '../../../runtime/filter/parse-filter.js';
import { formatFilterError, readFilter, type RegexFilter, type WordFilter } from '../../../runtime/filter/read-filter.js';
import type { FilterRule } from '../../../runtime/rule.js';
import { HttpError } from '../../lib/http-error.js';
import { isEmpty, isList, isObject, getMember, type Json, type JsonObject } from '../../lib/json.js';
import { isScalarField, createFieldLookup, createMemberLookup, type ObjectTypes } from '../../catalog/field-tables.js';
import type { ResourceFields } from '../../catalog/resource.js';
import { createComparison, type CompareValue } from './compare.js';

export type Predicate = (resource: JsonObject) => boolean;

/** The schema of the resources: their fields, and the object types of nested objects. */
interface FilterSubject {
  /** Absent if the schema is unknown: then any field is valid. */
  readonly fields: ResourceFields | undefined;
  readonly objectTypes: ObjectTypes;
}

interface FilterContext extends FilterSubject {
  readonly rule: FilterRule;
  /** Absent if the mock rejects filters with regular expressions. */
  readonly loadRe2: (() => Promise<Re2>) | undefined;
}

/** Compiles a filter. Throws 400 with the position of a syntax error or an unknown field. */
export async function compileFilter(text: string, context: FilterContext): Promise<Predicate> {
  const { rule } = context;
  try {
    if (text.trim() === '') return () => true;
    const parsed = readFilter(text, rule.styles);
    if (parsed.kind === 'words') return compileWords(parsed);
    return parsed.kind === 'regex' ? await compileRegex(parsed, context) : compileExpression(parsed, context);
  } catch (error) {
    if (error instanceof FilterError) throw createInvalidFilterError(text, rule, error);
    throw error;
  }
}

/** Each word must occur in a text of the resource, in any case. */
function compileWords({ words }: WordFilter): Predicate {
  return (resource) => words.every((word) => hasWord(resource, word));
}

function hasWord(value: Json, word: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(word);
  if (isList(value)) return value.some((element) => hasWord(element, word));
  return isObject(value) && Object.values(value).some((member) => hasWord(member, word));
}

async function compileRegex(filter: RegexFilter, context: FilterContext): Promise<Predicate> {
  const { at, parts } = filter;
  const readValue = readSingleValue(getRegexFilterField(filter), context);
  if (!context.loadRe2) throw new FilterError(at, 'regular expressions are not supported');
  const re2 = await context.loadRe2();
  const tests = parts.map(({ pattern, negated, at: position }) => ({ negated, test: compilePattern(re2, pattern, position) }));
  return (resource) => {
    const value = readValue(resource);
    const text = typeof value === 'object' || value === undefined ? '' : String(value);
    return tests.every(({ negated, test }) => test(text) !== negated);
  };
}

function compilePattern(re2: Re2, pattern: string, at: number): (text: string) => boolean {
  try {
    const expression = re2(pattern);
    return (text) => expression.testExact(text);
  } catch (error) {
    throw new FilterError(at, `expected an RE2 expression${error instanceof Error ? ` (${error.message})` : ''}`);
  }
}

function createInvalidFilterError(text: string, rule: FilterRule, error: FilterError): HttpError {
  return new HttpError('invalid', {
    message: `Invalid value for field 'filter': '${text}'. ${formatFilterError(error)}.`,
    location: rule.parameter,
    locationType: 'parameter',
    rule: 'filter',
  });
}

/** Throws `FilterError` for an unknown field, and for a value that is invalid for its field. */
function compileExpression(expression: FilterExpression, subject: FilterSubject): Predicate {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const parts = expression.parts.map((part) => compileExpression(part, subject));
      return expression.kind === 'and'
        ? (resource) => parts.every((part) => part(resource))
        : (resource) => parts.some((part) => part(resource));
    }
    case 'not': {
      const part = compileExpression(expression.part, subject);
      return (resource) => !part(resource);
    }
    case 'restriction':
      return compileRestriction(expression, subject);
  }
}

function createFilterTarget({ fields, objectTypes }: FilterSubject): FilterTarget<FieldBehavior> {
  return { fields: createFieldLookup(fields), getMembers: (field) => createMemberLookup(field, objectTypes), isValue: isScalarField };
}

function compileRestriction(restriction: Restriction, subject: FilterSubject): Predicate {
  const { field, isKey } = checkRestriction(restriction, createFilterTarget(subject));
  const { path, comparator } = restriction;
  if (isPresenceTest(restriction)) return (resource) => getValues(resource, path).some((value) => isKey || !isEmpty(value));
  if (comparator === ':') return compileHas(restriction, field);
  const compare = createComparison(restriction, getValueKind(field));
  return (resource) => {
    const value = getSingleValue(resource, path);
    return isList(value) || isObject(value) ? false : compare(value);
  };
}

/** Returns a function that reads a scalar field. Throws `FilterError` if the field is unknown, an array, or an object. */
function readSingleValue(named: NamedField, subject: FilterSubject): (resource: JsonObject) => Json | undefined {
  checkSingleValueField(named, createFilterTarget(subject));
  return (resource) => getSingleValue(resource, named.path);
}

function getSingleValue(resource: JsonObject, path: readonly string[]): Json | undefined {
  return getValues(resource, path, false)[0];
}

/**
 * Compiles `:`, which tests whether an array has the element, a map has the key, or a text has the substring. Other values must be equal.
 */
function compileHas({ path, value: literal }: Restriction, field: FieldBehavior | undefined): Predicate {
  const kind = getElementValueKind(field);
  const isEqual: CompareValue = createComparison({ comparator: '=', value: literal }, kind);
  const substring = literal.replaceAll(escapedStar, '*');
  return (resource) =>
    getValues(resource, path).some((value) => {
      if (isList(value)) return value.some((element) => (isObject(element) ? false : isEqual(element)));
      if (isObject(value)) return field?.type === 'map' ? getMember(value, literal) !== undefined : !isEmpty(getMember(value, literal));
      return typeof value === 'string' && kind === 'any' ? value.includes(substring) : value !== undefined && isEqual(value);
    });
}

/** Returns the values at a path. With `entersArrays`, the path goes through the elements of arrays. */
function getValues(resource: JsonObject, path: readonly string[], entersArrays = true): readonly Json[] {
  let values: readonly Json[] = [resource];
  for (const name of path) {
    values = values
      .flatMap((parent) => (entersArrays && isList(parent) ? parent : [parent]))
      .flatMap((parent) => {
        const value = getMember(parent, name);
        return value === undefined ? [] : [value];
      });
  }
  return values;
}
