/** Turns a parsed filter into a predicate, checking its fields and values against what is known of the resource. */
import type { FieldBehaviour } from '../../descriptor.js';
import { isEmpty, isList, isObject, member, type Json, type JsonObject } from '../json.js';
import { isValue, knownBy, membersOf, type Known, type Shapes } from '../shape.js';
import type { Fields } from '../world/resource.js';
import { comparison, kindOf, type Comparison } from './compare.js';
import { FilterFault, plainStar } from './lexer.js';
import type { Expression, Restriction } from './parse.js';

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

/** A field, and where the filter names it. */
type Named = Pick<Restriction, 'path' | 'at'>;

interface Resolved {
  /** Of the last field; absent where it is not known. */
  readonly field: FieldBehaviour | undefined;
  /** A list stands on the way, before the last field. */
  readonly throughList: boolean;
  /** The last name is a key of a map. */
  readonly isKey: boolean;
}

/** Fields are known as deep as the shape is shown. */
function resolve({ path, at }: Named, { fields, shapes }: Shown): Resolved {
  let known: Known = knownBy(fields);
  let field: FieldBehaviour | null | undefined;
  let throughList = false;
  let isKey = false;
  for (const [index, name] of path.entries()) {
    throughList ||= field?.type === 'array';
    if (isValue(field)) throw new FilterFault(at, `'${path.slice(0, index).join('.')}' has no fields`);
    isKey = field?.type === 'map';
    field = known?.(name);
    if (field === null || field?.writeOnly) throw new FilterFault(at, `there is no field '${path.slice(0, index + 1).join('.')}'`);
    known = membersOf(field, shapes);
  }
  return { field: field ?? undefined, throughList, isKey };
}

function compileRestriction(restriction: Restriction, shown: Shown): Predicate {
  const { field, throughList, isKey } = resolve(restriction, shown);
  const { path, comparator, value, quoted, at } = restriction;
  if (comparator === ':' && value === '*' && !quoted) return (resource) => valuesOf(resource, path).some((each) => isKey || !isEmpty(each));
  if (comparator === ':') return has(restriction, field);
  const single = compileSingle({ path, at }, { field, throughList });
  const compare = comparison(restriction, kindOf(field));
  return (resource) => {
    const found = single(resource);
    return isList(found) || isObject(found) ? false : compare(found);
  };
}

/** Reads the one value that both styles compare. Throws `FilterFault` for a field that is not known, a list or an object. */
export function singleValue(named: Named, shown: Shown): (resource: JsonObject) => Json | undefined {
  return compileSingle(named, resolve(named, shown));
}

function compileSingle({ path, at }: Named, { field, throughList }: Omit<Resolved, 'isKey'>): (resource: JsonObject) => Json | undefined {
  if (throughList || field?.type === 'array') throw new FilterFault(at, `'${path.join('.')}' is in a list, which only ':' looks into`);
  if (field?.type === 'object' || field?.type === 'map') throw new FilterFault(at, `'${path.join('.')}' is no single value`);
  return (resource) => valuesOf(resource, path, false)[0];
}

/** `:`: a list has the element, a map the key (whatever it holds), a text the part; any other value is equal. */
function has(restriction: Restriction, field: FieldBehaviour | undefined): Predicate {
  const { path, value } = restriction;
  const kind = kindOf(field?.type === 'array' ? undefined : field);
  const equal: Comparison = comparison({ ...restriction, comparator: '=' }, kind);
  const part = value.replaceAll(plainStar, '*');
  return (resource) =>
    valuesOf(resource, path).some((found) => {
      if (isList(found)) return found.some((each) => (isObject(each) ? false : equal(each)));
      if (isObject(found)) return field?.type === 'map' ? member(found, value) !== undefined : !isEmpty(member(found, value));
      return typeof found === 'string' && (kind === 'text' || kind === 'any') ? found.includes(part) : found !== undefined && equal(found);
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
