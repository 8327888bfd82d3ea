/** Lists the rules of objects inside a resource, with field paths relative to the resource. */
import type { Lookup } from '../model/schema-lookup.js';
import type { ObjectType } from '../model/model.js';
import { listInnerObjects, type InnerObject } from './inner-objects.js';
import type { LocatedRule } from '../../runtime/behavior.js';
import type { EtagRule, StatesRule } from '../../runtime/rule.js';
import type { OmittedRule, ServerDefaultRule } from '../../runtime/resource-rules.js';
import { findRuleValidator } from '../language/service.js';
import type { InnerServiceRule } from '../../runtime/services.js';

type InnerRule = LocatedRule<EtagRule | InnerServiceRule | StatesRule | ServerDefaultRule | OmittedRule>;

export function listInnerRules(type: ObjectType, lookup: Lookup): readonly InnerRule[] {
  return listInnerObjects(type, lookup, hasRules).flatMap(listOwnRules);
}

function hasRules({ rules }: ObjectType): boolean {
  return rules.length > 0;
}

function listOwnRules({ object, path, at }: InnerObject): readonly InnerRule[] {
  return object.rules.flatMap(({ rule }): readonly InnerRule[] => {
    if (rule.kind === 'serverDefault' || rule.kind === 'omitted') return [{ ...rule, at }];
    if (rule.kind === 'states') return [{ ...rule, field: `${path}${rule.field}` }];
    if (rule.kind === 'service' && findRuleValidator(rule) !== undefined)
      return path.includes('*') ? [] : [{ ...rule, within: path.slice(0, -1) }];
    // A resource has one value of each etag field, so the elements of a map have none.
    if (rule.kind !== 'etag' || rule.match !== 'required' || path.includes('*')) return [];
    return [{ ...rule, field: `${path}${rule.field}`, ...(rule.covers && { covers: rule.covers.map((name) => `${path}${name}`) }) }];
  });
}
