/** Rules of the objects inside a resource that concern what is kept of it, with the fields' paths from the resource. */
import { limitDepth } from './field-depth.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { ObjectType, Type } from '../model/model.js';
import type { EtagRule, StatesRule } from '../../templates/runtime/rule.js';
import type { InnerRecordDataRule } from '../../templates/runtime/service-rules.js';

type InnerRule = EtagRule | InnerRecordDataRule | StatesRule;

/** Objects inside objects. */
const DEPTH = 6;

interface Way {
  readonly path: string;
  /** Objects on the way: schemas may recurse. */
  readonly passed: readonly ObjectType[];
  /** Objects that may be inside. */
  readonly left: number;
}

/** `*` in a path stands for each key of a map; lists are passed through. */
export function listInnerRules(type: ObjectType, lookup: Lookup): readonly InnerRule[] {
  return rulesBelow(type, lookup, { path: '', passed: [], left: limitDepth(type, lookup, DEPTH) });
}

function rulesBelow(type: ObjectType, lookup: Lookup, { path, passed, left }: Way): readonly InnerRule[] {
  if (left === 0) return [];
  return type.fields.flatMap((field) => {
    const at = `${path}${field.name}.`;
    const { object, way } = objectIn(field.type, lookup, at);
    if (object === undefined || passed.includes(object)) return [];
    return [...ownRules(object, way), ...rulesBelow(object, lookup, { path: way, passed: [...passed, object], left: left - 1 })];
  });
}

function objectIn(type: Type, lookup: Lookup, path: string): { readonly object: ObjectType | undefined; readonly way: string } {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array') return { object: lookup.object(resolved.items), way: path };
  if (resolved?.kind === 'map') return { object: lookup.object(resolved.values), way: `${path}*.` };
  return { object: lookup.object(resolved), way: path };
}

function ownRules({ rules }: ObjectType, path: string): readonly InnerRule[] {
  return rules.flatMap(({ rule }): readonly InnerRule[] => {
    if (rule.kind === 'states') return [{ ...rule, field: `${path}${rule.field}` }];
    if (rule.kind === 'service' && rule.module === 'dns/record-data')
      return path.includes('*') ? [] : [{ ...rule, within: path.slice(0, -1) }];
    // A resource has one value of each etag field, so the elements of a map have none.
    if (rule.kind !== 'etag' || rule.match !== 'required' || path.includes('*')) return [];
    return [{ ...rule, field: `${path}${rule.field}`, ...(rule.covers && { covers: rule.covers.map((name) => `${path}${name}`) }) }];
  });
}
