/** Lists the rules of objects inside a resource, with field paths relative to the resource. */
import { limitDepth } from './type-queries.js';
import type { Lookup } from '../model/schema-lookup.js';
import type { ObjectType, Type } from '../model/model.js';
import type { EtagRule, StatesRule } from '../../templates/runtime/rule.js';
import type { InnerRecordDataRule } from '../../templates/runtime/service-rules.js';

type InnerRule = EtagRule | InnerRecordDataRule | StatesRule;

/** The maximum depth of nested objects. */
const DEPTH = 6;

interface WalkPosition {
  readonly path: string;
  /** The objects that contain this one. Schemas can be recursive. */
  readonly ancestors: readonly ObjectType[];
  /** The remaining depth. */
  readonly depthLeft: number;
}

/** A `*` in a path matches every key of a map. Paths skip lists. */
export function listInnerRules(type: ObjectType, lookup: Lookup): readonly InnerRule[] {
  return listRulesBelow(type, lookup, { path: '', ancestors: [], depthLeft: limitDepth(type, lookup, DEPTH) });
}

function listRulesBelow(type: ObjectType, lookup: Lookup, { path, ancestors, depthLeft }: WalkPosition): readonly InnerRule[] {
  if (depthLeft === 0) return [];
  return type.fields.flatMap((field) => {
    const { object, path: objectPath } = findObject(field.type, lookup, `${path}${field.name}.`);
    if (object === undefined || ancestors.includes(object)) return [];
    return [
      ...listOwnRules(object, objectPath),
      ...listRulesBelow(object, lookup, { path: objectPath, ancestors: [...ancestors, object], depthLeft: depthLeft - 1 }),
    ];
  });
}

function findObject(type: Type, lookup: Lookup, path: string): { readonly object: ObjectType | undefined; readonly path: string } {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array') return { object: lookup.object(resolved.items), path };
  if (resolved?.kind === 'map') return { object: lookup.object(resolved.values), path: `${path}*.` };
  return { object: lookup.object(resolved), path };
}

function listOwnRules({ rules }: ObjectType, path: string): readonly InnerRule[] {
  return rules.flatMap(({ rule }): readonly InnerRule[] => {
    if (rule.kind === 'states') return [{ ...rule, field: `${path}${rule.field}` }];
    if (rule.kind === 'service' && rule.module === 'dns/record-data')
      return path.includes('*') ? [] : [{ ...rule, within: path.slice(0, -1) }];
    // A resource has one value of each etag field, so the elements of a map have none.
    if (rule.kind !== 'etag' || rule.match !== 'required' || path.includes('*')) return [];
    return [{ ...rule, field: `${path}${rule.field}`, ...(rule.covers && { covers: rule.covers.map((name) => `${path}${name}`) }) }];
  });
}
