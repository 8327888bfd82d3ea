/** Emits checks of the fields that only one method requires in its body. */
import { _, type Code } from './code.js';
import { limitDepth, listRequiredEtags } from '../type-queries.js';
import { findObjectType, listInnerTypes } from '../../model/walk-types.js';
import type { Lookup } from '../../model/schema-lookup.js';
import type { Field, Method, ObjectType, Type } from '../../model/model.js';
import { createElementSite, createFieldSite, createMapValueSite, emitMissingCheck } from './type-checks.js';
import type { CheckLocation } from './check-location.js';

/** The maximum depth of nested objects. */
const maxDepth = 8;

export function emitRequiredFields(site: CheckLocation, method: Method): void {
  const { lookup } = site.compilation;
  const { id, request } = method;
  const typesWithRequiredFields = findTypesWithRequiredFields(method, lookup);
  if (typesWithRequiredFields.size === 0) return;
  const depthLeft = limitDepth(findObjectType(request, lookup), lookup, maxDepth);
  // Partial bodies must have the fields of the top level, too. Nested fields are required if the nested object is whole.
  emitChecksBelow(site, request, {
    method: id,
    condition: _`!${site.mode}.lenient`,
    typesWithRequiredFields,
    ancestors: [],
    depthLeft,
  });
}

interface Walk {
  readonly method: string;
  /** The condition under which the fields are required. */
  readonly condition: Code;
  /** The objects that contain required fields, directly or nested. */
  readonly typesWithRequiredFields: ReadonlySet<Type>;
  /** The types that contain this one. Recursive types are checked once. */
  readonly ancestors: readonly Type[];
  /** The remaining depth. */
  readonly depthLeft: number;
}

function isRequiredByMethod({ readOnly, requiredBy }: Field, method: string): boolean {
  return !readOnly && requiredBy?.includes(method) === true;
}

/** Finds the types that contain required fields, directly or nested. */
function findTypesWithRequiredFields({ id, request }: Method, lookup: Lookup): ReadonlySet<Type> {
  const users = new Map<Type, Set<Type>>();
  const queue = [lookup.resolve(request)];
  const typesWithRequiredFields = new Set<Type>();
  for (let type = queue.pop(); type !== undefined; type = queue.pop()) {
    if (type.kind === 'object' && type.fields.some((field) => isRequiredByMethod(field, id))) typesWithRequiredFields.add(type);
    for (const inner of listInnerTypes(type)) {
      const resolved = lookup.resolve(inner);
      if (resolved === undefined) continue;
      const existing = users.get(resolved);
      if (existing === undefined) queue.push(resolved);
      users.set(resolved, (existing ?? new Set()).add(type));
    }
  }
  // The iteration includes the types that it adds to the set.
  for (const type of typesWithRequiredFields) for (const user of users.get(type) ?? []) typesWithRequiredFields.add(user);
  return typesWithRequiredFields;
}

function emitChecksBelow(site: CheckLocation, type: Type | undefined, walk: Walk): void {
  const { gen, value, compilation } = site;
  const resolved = compilation.lookup.resolve(type);
  if (resolved === undefined || !walk.typesWithRequiredFields.has(resolved) || walk.ancestors.includes(resolved) || walk.depthLeft < 0)
    return;
  const depthLeft = walk.depthLeft - (resolved.kind === 'object' ? 1 : 0);
  const ancestors = [...walk.ancestors, resolved];
  const descend = (innerSite: CheckLocation, inner: Type): void =>
    emitChecksBelow(innerSite, inner, { ...walk, ancestors, depthLeft, condition: _`${innerSite.mode}.whole` });
  if (resolved.kind === 'array') {
    gen.if(_`Array.isArray(${value})`, () =>
      gen.forEachIndex('i', [0, _`${value}.length`], (index) => descend(createElementSite(site, index), resolved.items)),
    );
  } else if (resolved.kind === 'object' || resolved.kind === 'map') {
    gen.if(_`${compilation.tables.useSymbol('isObject')}(${value})`, () => {
      if (resolved.kind === 'object') emitObjectChecks(site, resolved, { ...walk, descend });
      else gen.forEachElement('key', _`Object.keys(${value})`, (key) => descend(createMapValueSite(site, key), resolved.values));
    });
  }
}

type Descend = (innerSite: CheckLocation, inner: Type) => void;

function emitObjectChecks(site: CheckLocation, type: ObjectType, { descend, ...walk }: Walk & { readonly descend: Descend }): void {
  const etags = new Set(listRequiredEtags(type.rules));
  const requiredFields = type.fields.filter((field) => isRequiredByMethod(field, walk.method) && !etags.has(field.name));
  const isReplaced = ({ replacedByMedia }: Field): boolean => replacedByMedia?.includes(walk.method) === true;
  const emitCheck = (fields: readonly Field[], condition: Code): void => {
    const names = fields.map(({ name }) => name);
    emitMissingCheck(site, names, condition);
  };
  emitCheck(
    requiredFields.filter((field) => !isReplaced(field)),
    walk.condition,
  );
  emitCheck(requiredFields.filter(isReplaced), _`${walk.condition} && !${site.mode}.media`);
  for (const field of type.fields) {
    const inner = site.compilation.lookup.resolve(field.type);
    if (!field.readOnly && inner !== undefined && walk.typesWithRequiredFields.has(inner)) descend(createFieldSite(site, field), inner);
  }
}
