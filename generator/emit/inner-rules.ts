/** Lists the rules of objects inside a resource, with field paths relative to the resource. */
import type { Lookup } from '../model/schema-lookup.js';
import type { ObjectType, Type } from '../model/model.js';
import type { LocatedRule } from '../../templates/runtime/behavior.js';
import type { EtagRule, StatesRule } from '../../templates/runtime/rule.js';
import type { OmittedRule, ServerDefaultRule } from '../../templates/runtime/resource-rules.js';
import type { InnerRecordDataRule } from '../../templates/runtime/service-rules.js';

type InnerRule = LocatedRule<EtagRule | InnerRecordDataRule | StatesRule | ServerDefaultRule | OmittedRule>;

/** The maximum depth of nested objects. */
const MAX_DEPTH = 6;
/** The maximum number of objects in a resource that are searched for rules, because recursive and branching schemas have exponentially many. */
const MAX_OBJECTS = 2000;

/** Where an object is inside a resource. */
interface Location {
  /** A prefix of field paths, which skip lists. A `*` matches every key of a map. */
  readonly path: string;
  /** Names of fields, and `*` for each element of a list or value of a map. */
  readonly at: readonly string[];
}

interface WalkPosition extends Location {
  /** The objects that contain this one. Schemas can be recursive. */
  readonly ancestors: readonly ObjectType[];
  /** The remaining depth. */
  readonly depthLeft: number;
  readonly budget: { objects: number };
}

export function listInnerRules(type: ObjectType, lookup: Lookup): readonly InnerRule[] {
  let found: readonly InnerRule[] = [];
  for (let depthLeft = 1; depthLeft <= MAX_DEPTH; depthLeft += 1) {
    const budget = { objects: MAX_OBJECTS };
    const rules = listRulesBelow(type, lookup, { path: '', at: [], ancestors: [], depthLeft, budget });
    if (budget.objects < 0) break;
    found = rules;
  }
  return found;
}

function listRulesBelow(type: ObjectType, lookup: Lookup, { path, at, ancestors, depthLeft, budget }: WalkPosition): readonly InnerRule[] {
  if (depthLeft === 0 || budget.objects < 0) return [];
  return type.fields.flatMap((field) => {
    const { object, location } = findObject(field.type, lookup, { path: `${path}${field.name}.`, at: [...at, field.name] });
    if (object === undefined || ancestors.includes(object) || !leadsToRules(object, lookup)) return [];
    budget.objects -= 1;
    return [
      ...listOwnRules(object, location),
      ...listRulesBelow(object, lookup, { ...location, ancestors: [...ancestors, object], depthLeft: depthLeft - 1, budget }),
    ];
  });
}

const ruledObjects = new WeakMap<ObjectType, boolean>();

/** Whether an object or any object inside it has rules. */
function leadsToRules(object: ObjectType, lookup: Lookup): boolean {
  const known = ruledObjects.get(object);
  if (known !== undefined) return known;
  // The set grows while it is searched.
  const objects = new Set([object]);
  for (const { fields } of objects) {
    for (const { type } of fields) {
      const { object: inner } = findObject(type, lookup, { path: '', at: [] });
      if (inner !== undefined) objects.add(inner);
    }
  }
  const isRuled = [...objects].some(({ rules }) => rules.length > 0);
  ruledObjects.set(object, isRuled);
  return isRuled;
}

function findObject(
  type: Type,
  lookup: Lookup,
  { path, at }: Location,
): { readonly object: ObjectType | undefined; readonly location: Location } {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array') return { object: lookup.object(resolved.items), location: { path, at: [...at, '*'] } };
  if (resolved?.kind === 'map') return { object: lookup.object(resolved.values), location: { path: `${path}*.`, at: [...at, '*'] } };
  return { object: lookup.object(resolved), location: { path, at } };
}

function listOwnRules({ rules }: ObjectType, { path, at }: Location): readonly InnerRule[] {
  return rules.flatMap(({ rule }): readonly InnerRule[] => {
    if (rule.kind === 'serverDefault' || rule.kind === 'omitted') return [{ ...rule, at }];
    if (rule.kind === 'states') return [{ ...rule, field: `${path}${rule.field}` }];
    if (rule.kind === 'service' && rule.module === 'dns/record-data')
      return path.includes('*') ? [] : [{ ...rule, within: path.slice(0, -1) }];
    // A resource has one value of each etag field, so the elements of a map have none.
    if (rule.kind !== 'etag' || rule.match !== 'required' || path.includes('*')) return [];
    return [{ ...rule, field: `${path}${rule.field}`, ...(rule.covers && { covers: rule.covers.map((name) => `${path}${name}`) }) }];
  });
}
