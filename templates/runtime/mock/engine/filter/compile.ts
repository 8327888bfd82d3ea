/** Compiles a parsed filter to a predicate. Checks its fields and values against the schema of the resource. */
import type { FieldBehavior } from '../../../behavior.js';
import {
  checkRestriction,
  checkSingleValueField,
  getElementValueKind,
  isPresenceTest,
  getValueKind,
  type FilterTarget,
  type NamedField,
} from '../../../filter/check-filter.js';
import { escapedStar } from '../../../filter/lexer.js';
import type { Expression, Restriction } from '../../../filter/parse-filter.js';
import { isEmpty, isList, isObject, getMember, type Json, type JsonObject } from '../../lib/json.js';
import { isScalarField, createFieldLookup, createMemberLookup, type Shapes } from '../../world/field-tables.js';
import type { Fields } from '../../world/resource.js';
import { createComparison, type CompareValue } from './compare.js';

export type Predicate = (resource: JsonObject) => boolean;

/** The schema of the resources: their fields, and the shapes of nested objects. */
export interface FilterSubject {
  readonly fields: Fields | undefined;
  readonly shapes: Shapes;
}

/** Throws `FilterError` for an unknown field, and for a value that is invalid for its field. */
export function compileExpression(expression: Expression, subject: FilterSubject): Predicate {
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

function createFilterTarget({ fields, shapes }: FilterSubject): FilterTarget<FieldBehavior> {
  return { fields: createFieldLookup(fields), getMembers: (field) => createMemberLookup(field, shapes), isValue: isScalarField };
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
export function readSingleValue(named: NamedField, subject: FilterSubject): (resource: JsonObject) => Json | undefined {
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
