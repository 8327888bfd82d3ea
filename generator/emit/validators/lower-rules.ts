/** Rules between fields as the runtime judges them: with the defaults of the fields that they name. */
import type { RuleStatement } from '../../../templates/runtime/rules/validate-rule.js';
import type { MessageRule, SchemaRule } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../../model/schema-lookup.js';
import type { Field, Json, ObjectType, StatedRule, Type } from '../../model/model.js';
import { listRuleFields } from '../../rules/index.js';
import { getSection } from './site.js';

function isMessageRule(rule: SchemaRule): rule is MessageRule {
  return rule.kind === 'nonOverlapping' || (rule.kind === 'service' && rule.module === 'dns/record-data');
}

/** A rule, what the runtime needs to judge it, and what is known of the fields that it names. */
export interface LoweredRule {
  readonly ruling: RuleStatement;
  /** It concerns output-only fields, which a request's server ignores. */
  readonly outputOnly: boolean;
  /** The types of the fields on a path that it names, references resolved. */
  readonly types: (path: string) => readonly Type[];
}

/** The rules of an object that are judged on a message alone. */
export function lowerRules(type: ObjectType, lookup: Lookup): LoweredRule[] {
  return type.rules.flatMap((stated) => (isMessageRule(stated.rule) ? [loweredRule(stated, stated.rule, { type, lookup })] : []));
}

interface Owner {
  readonly type: ObjectType;
  readonly lookup: Lookup;
}

function loweredRule(stated: StatedRule<SchemaRule>, rule: MessageRule, owner: Owner): LoweredRule {
  const ways = listRuleFields(rule).map(({ path }) => [path, fieldsOn(path, owner)] as const);
  const defaults = ways.flatMap(([path, fields]): [string, Json][] => {
    const value = fields.at(-1)?.default;
    return value === undefined ? [] : [[path, value]];
  });
  const source = getSection(stated);
  return {
    ruling: {
      rule,
      ...(defaults.length > 0 && { defaults: Object.fromEntries(defaults) }),
      ...(source !== undefined && { source }),
    },
    outputOnly: ways.some(([, fields]) => fields.some(({ readOnly }) => readOnly)),
    types: (path) => fieldsOn(path, owner).flatMap((field) => owner.lookup.resolve(field.type) ?? []),
  };
}

/** The fields on a dotted path, through lists, maps and references. */
function fieldsOn(path: string, { type, lookup }: Owner): Field[] {
  const found: Field[] = [];
  let current: Type | undefined = type;
  for (const name of path.split('.')) {
    const field: Field | undefined = lookup.field(elementOf(current, lookup), name);
    if (field === undefined) return found;
    found.push(field);
    current = field.type;
  }
  return found;
}

function elementOf(type: Type | undefined, lookup: Lookup): Type | undefined {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array') return elementOf(resolved.items, lookup);
  return resolved?.kind === 'map' ? elementOf(resolved.values, lookup) : resolved;
}
