/** Prepares rules between fields: which ones a validator can check, and the types of the fields that they name. */
import type { MessageRule, SchemaRule } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../../model/schema-lookup.js';
import type { Field, ObjectType, StatedRule, Type } from '../../model/model.js';
import { listRuleFields } from '../../rules/index.js';
import { getSection } from './check-location.js';

function isMessageRule(rule: SchemaRule): rule is MessageRule {
  return rule.kind === 'nonOverlapping' || (rule.kind === 'service' && rule.module === 'dns/record-data');
}

/** A rule, and the types of its fields. */
export interface PreparedRule {
  readonly rule: MessageRule;
  /** The section of the documentation. */
  readonly source: string | undefined;
  /** Whether it applies to output-only fields, which a server ignores in requests. */
  readonly outputOnly: boolean;
  /** Lists the types of the fields on a path, with references resolved. */
  readonly listTypes: (path: string) => readonly Type[];
}

/** Lists the rules that depend only on the message. */
export function prepareRules(type: ObjectType, lookup: Lookup): PreparedRule[] {
  return type.rules.flatMap((stated) => (isMessageRule(stated.rule) ? [prepareRule(stated, stated.rule, { type, lookup })] : []));
}

interface Owner {
  readonly type: ObjectType;
  readonly lookup: Lookup;
}

function prepareRule(stated: StatedRule<SchemaRule>, rule: MessageRule, owner: Owner): PreparedRule {
  const fields = listRuleFields(rule).flatMap(({ path }) => listFieldsOnPath(path, owner));
  return {
    rule,
    source: getSection(stated),
    outputOnly: fields.some(({ readOnly }) => readOnly),
    listTypes: (path) => listFieldsOnPath(path, owner).flatMap((field) => owner.lookup.resolve(field.type) ?? []),
  };
}

/** Lists the fields on a dotted path, through lists, maps, and references. */
function listFieldsOnPath(path: string, { type, lookup }: Owner): Field[] {
  const found: Field[] = [];
  let current: Type | undefined = type;
  for (const name of path.split('.')) {
    const field: Field | undefined = lookup.field(getElementType(current, lookup), name);
    if (field === undefined) return found;
    found.push(field);
    current = field.type;
  }
  return found;
}

function getElementType(type: Type | undefined, lookup: Lookup): Type | undefined {
  const resolved = lookup.resolve(type);
  if (resolved?.kind === 'array') return getElementType(resolved.items, lookup);
  return resolved?.kind === 'map' ? getElementType(resolved.values, lookup) : resolved;
}
