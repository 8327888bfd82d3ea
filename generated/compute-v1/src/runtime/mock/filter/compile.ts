/** Turns a parsed filter into a predicate, checking its fields and values against what is known of the resource. */
import type { FieldBehavior } from '../../descriptor.js';
import {
  checkRestriction,
  checkSingleValueField,
  getElementValueKind,
  isPresenceTest,
  getValueKind,
  type FilterTarget,
  type NamedField,
} from '../../filter/check-filter.js';
import { escapedStar } from '../../filter/lexer.js';
import type { Expression, Restriction } from '../../filter/parse-filter.js';
import { isEmpty, isList, isObject, getMember, type Json, type JsonObject } from '../json.js';
import { isScalarField, knownFields, knownMembers, type Shapes } from '../field-tables.js';
import type { Fields } from '../world/resource.js';
import { createComparison, type CompareValue } from './compare.js';

export type Predicate = (resource: JsonObject) => boolean;

/** What is known of the resources: their fields, and the shapes of the objects inside. */
export interface FilterSubject {
  readonly fields: Fields | undefined;
  readonly shapes: Shapes;
}

/** Throws `FilterError` for a field that is not known, and for a value that a field cannot have. */
export function compileExpression(expression: Expression, shown: FilterSubject): Predicate {
  switch (expression.kind) {
    case 'and': {
      const parts = expression.parts.map((part) => compileExpression(part, shown));
      return (resource) => parts.every((part) => part(resource));
    }
    case 'or': {
      const parts = expression.parts.map((part) => compileExpression(part, shown));
      return (resource) => parts.some((part) => part(resource));
    }
    case 'not': {
      const part = compileExpression(expression.part, shown);
      return (resource) => !part(resource);
    }
    case 'restriction':
      return compileRestriction(expression, shown);
  }
}

function createFilterTarget({ fields, shapes }: FilterSubject): FilterTarget<FieldBehavior> {
  return { fields: knownFields(fields), getMembers: (field) => knownMembers(field, shapes), isValue: isScalarField };
}

function compileRestriction(restriction: Restriction, shown: FilterSubject): Predicate {
  const { field, isKey } = checkRestriction(restriction, createFilterTarget(shown));
  const { path, comparator } = restriction;
  if (isPresenceTest(restriction)) return (resource) => getValues(resource, path).some((each) => isKey || !isEmpty(each));
  if (comparator === ':') return compileHas(restriction, field);
  const compare = createComparison(restriction, getValueKind(field));
  return (resource) => {
    const found = getSingleValue(resource, path);
    return isList(found) || isObject(found) ? false : compare(found);
  };
}

/** Reads the one value that both styles compare. Throws `FilterError` for a field that is not known, a list or an object. */
export function readSingleValue(named: NamedField, shown: FilterSubject): (resource: JsonObject) => Json | undefined {
  checkSingleValueField(named, createFilterTarget(shown));
  return (resource) => getSingleValue(resource, named.path);
}

function getSingleValue(resource: JsonObject, path: readonly string[]): Json | undefined {
  return getValues(resource, path, false)[0];
}

/** `:`: a list has the element, a map the key (whatever it holds), a text the part; any other value is equal. */
function compileHas({ path, value }: Restriction, field: FieldBehavior | undefined): Predicate {
  const kind = getElementValueKind(field);
  const equal: CompareValue = createComparison({ comparator: '=', value }, kind);
  const part = value.replaceAll(escapedStar, '*');
  return (resource) =>
    getValues(resource, path).some((found) => {
      if (isList(found)) return found.some((each) => (isObject(each) ? false : equal(each)));
      if (isObject(found)) return field?.type === 'map' ? getMember(found, value) !== undefined : !isEmpty(getMember(found, value));
      return typeof found === 'string' && kind === 'any' ? found.includes(part) : found !== undefined && equal(found);
    });
}

/** The values at a path, lists on the way entered (but for the value itself). */
function getValues(resource: JsonObject, path: readonly string[], enter = true): readonly Json[] {
  let found: readonly Json[] = [resource];
  for (const name of path) {
    found = found
      .flatMap((each) => (enter && isList(each) ? each : [each]))
      .flatMap((each) => {
        const value = getMember(each, name);
        return value === undefined ? [] : [value];
      });
  }
  return found;
}
