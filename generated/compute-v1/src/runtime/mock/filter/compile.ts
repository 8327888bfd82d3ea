/** Turns a parsed filter into a predicate, checking its fields and values against what is known of the resource. */
import type { FieldBehaviour } from '../../descriptor.js';
import { checkRestriction, checkSingle, elementKind, isAny, kindOf, type Filtered, type Named } from '../../filter/check.js';
import { plainStar } from '../../filter/lexer.js';
import type { Expression, Restriction } from '../../filter/parse.js';
import { isEmpty, isList, isObject, member, type Json, type JsonObject } from '../json.js';
import { isValue, knownBy, membersOf, type Shapes } from '../shape.js';
import type { Fields } from '../world/resource.js';
import { comparison, type Comparison } from './compare.js';

export type Predicate = (resource: JsonObject) => boolean;

/** What is known of the resources: their fields, and the shapes of the objects inside. */
export interface Shown {
  readonly fields: Fields | undefined;
  readonly shapes: Shapes;
}

/** Throws `FilterFault` for a field that is not known, and for a value that a field cannot have. */
export function compile(expression: Expression, shown: Shown): Predicate {
  switch (expression.kind) {
    case 'and': {
      const parts = expression.parts.map((part) => compile(part, shown));
      return (resource) => parts.every((part) => part(resource));
    }
    case 'or': {
      const parts = expression.parts.map((part) => compile(part, shown));
      return (resource) => parts.some((part) => part(resource));
    }
    case 'not': {
      const part = compile(expression.part, shown);
      return (resource) => !part(resource);
    }
    case 'restriction':
      return compileRestriction(expression, shown);
  }
}

function filteredBy({ fields, shapes }: Shown): Filtered<FieldBehaviour> {
  return { fields: knownBy(fields), membersOf: (field) => membersOf(field, shapes), isValue };
}

function compileRestriction(restriction: Restriction, shown: Shown): Predicate {
  const { field, isKey } = checkRestriction(restriction, filteredBy(shown));
  const { path, comparator } = restriction;
  if (isAny(restriction)) return (resource) => valuesOf(resource, path).some((each) => isKey || !isEmpty(each));
  if (comparator === ':') return has(restriction, field);
  const compare = comparison(restriction, kindOf(field));
  return (resource) => {
    const found = single(resource, path);
    return isList(found) || isObject(found) ? false : compare(found);
  };
}

/** Reads the one value that both styles compare. Throws `FilterFault` for a field that is not known, a list or an object. */
export function singleValue(named: Named, shown: Shown): (resource: JsonObject) => Json | undefined {
  checkSingle(named, filteredBy(shown));
  return (resource) => single(resource, named.path);
}

function single(resource: JsonObject, path: readonly string[]): Json | undefined {
  return valuesOf(resource, path, false)[0];
}

/** `:`: a list has the element, a map the key (whatever it holds), a text the part; any other value is equal. */
function has({ path, value }: Restriction, field: FieldBehaviour | undefined): Predicate {
  const kind = elementKind(field);
  const equal: Comparison = comparison({ comparator: '=', value }, kind);
  const part = value.replaceAll(plainStar, '*');
  return (resource) =>
    valuesOf(resource, path).some((found) => {
      if (isList(found)) return found.some((each) => (isObject(each) ? false : equal(each)));
      if (isObject(found)) return field?.type === 'map' ? member(found, value) !== undefined : !isEmpty(member(found, value));
      return typeof found === 'string' && kind === 'any' ? found.includes(part) : found !== undefined && equal(found);
    });
}

/** The values at a path, lists on the way entered (but for the value itself). */
function valuesOf(resource: JsonObject, path: readonly string[], enter = true): readonly Json[] {
  let found: readonly Json[] = [resource];
  for (const name of path) {
    found = found
      .flatMap((each) => (enter && isList(each) ? each : [each]))
      .flatMap((each) => {
        const value = member(each, name);
        return value === undefined ? [] : [value];
      });
  }
  return found;
}
