/** Emits checks of rules between fields. The runtime evaluates a rule only if a guard holds. */
import { _, type Code, joinCode, joinList } from './code.js';
import type { MessageRule, SchemaRule } from '../../../runtime/rule.js';
import type { Field, ObjectType, Type } from '../../model/model.js';
import { listRuleFields } from '../../language/index.js';
import { findRuleValidator } from '../../language/service.js';
import { toDataLiteral } from '../../lib/literals.js';
import { createSourceCode, errors, getSection, readMember, type CheckLocation } from './check-location.js';
import { toRawCode, toTextCode } from './code-tables.js';
import { findObjectType } from '../../model/walk-types.js';
import type { ServiceSymbol } from './runtime-symbols.js';

const messageKinds: { readonly [Kind in Exclude<MessageRule['kind'], 'service'>]: true } = { nonOverlapping: true };

/** Whether the rule depends on only one message. */
function isMessageRule(rule: SchemaRule): rule is MessageRule {
  return rule.kind === 'service' ? findRuleValidator(rule) !== undefined : Object.hasOwn(messageKinds, rule.kind);
}

export function emitRuleChecks(site: CheckLocation, type: ObjectType): void {
  const { gen, value, mode, steps, schemaPath, compilation } = site;
  const { tables } = compilation;
  const rules = type.rules.flatMap(({ rule, ...stated }) => (isMessageRule(rule) ? [{ rule, source: getSection(stated) }] : []));
  for (const [index, { rule, source }] of rules.entries()) {
    const isOutputOnly = listRuleFields(rule).some(({ path }) => listFieldsOnPath(path, type, site).some(({ readOnly }) => readOnly));
    // A server ignores output-only fields in requests.
    const conditions = [...(isOutputOnly ? [_`!${mode}.request`] : []), _`(${createGuard(rule, type, site)})`];
    const rulePath = toTextCode(`${schemaPath}/rules/${index}`);
    const ruleSite = joinList([createRule(rule, source, site), toTextCode(schemaPath), rulePath, ...steps]);
    gen.if(joinCode(conditions, ' && '), () =>
      gen.assign(errors, _`${tables.useSymbol('validateRule')}(${errors}, ${value}, [${ruleSite}])`),
    );
  }
}

/** Creates a rule with the check function of its kind. Only the used kinds are imported. */
function createRule(rule: MessageRule, source: string | undefined, site: CheckLocation): Code {
  const check = site.compilation.tables.useSymbol(rule.kind === 'service' ? (findRuleValidator(rule) as ServiceSymbol) : rule.kind);
  const stated = source === undefined ? [] : [_`source: ${createSourceCode(site, source)}`];
  return _`{ ${joinList([_`check: ${check}`, _`rule: ${toRawCode(toDataLiteral(rule))}`, ...stated])} }`;
}

/** Lists the fields on a dotted path, through lists, maps, and references. */
function listFieldsOnPath(path: string, owner: ObjectType, { compilation: { lookup } }: CheckLocation): readonly Field[] {
  const found: Field[] = [];
  let current: Type | undefined = owner;
  for (const name of path.split('.')) {
    const field: Field | undefined = findObjectType(current, lookup)?.fields.find((each) => each.name === name);
    if (field === undefined) return found;
    found.push(field);
    current = field.type;
  }
  return found;
}

/** Creates a cheap condition that holds for every value that violates the rule. It can hold for valid values, too. */
function createGuard(rule: MessageRule, owner: ObjectType, site: CheckLocation): Code {
  if (rule.kind === 'nonOverlapping') return createOverlapGuard(rule.fields, owner, site);
  const named = Object.values(rule.options as Readonly<Record<string, string | readonly string[]>>);
  return joinCode(
    named.map((paths) => createPresenceTest([paths].flat(), site)),
    ' && ',
  );
}

/** Whether a value can exist at one of the paths. */
function createPresenceTest(paths: readonly string[], site: CheckLocation): Code {
  const tests = paths.map((path) => _`${readMember(site, path.split('.')[0] ?? '')} !== undefined`);
  return tests.length < 2 ? (tests[0] ?? toRawCode('false')) : _`(${joinCode(tests, ' || ')})`;
}

/** Whether ranges in fields or in list elements can overlap. */
function createOverlapGuard(paths: readonly string[], owner: ObjectType, site: CheckLocation): Code {
  const { tables, lookup } = site.compilation;
  const lists = paths.filter((path) => path.includes('.'));
  const isKnown = lists.every((path) => {
    const [list = '', ...members] = path.split('.');
    return members.length === 1 && lookup.resolve(lookup.field(owner, list)?.type)?.kind === 'array';
  });
  if (!isKnown) return createPresenceTest(paths, site);
  const overlapCount = paths.reduce<Code>(
    (count, path) => {
      const [field = '', member] = path.split('.');
      return member === undefined
        ? _`${tables.useSymbol('addDisjointRange')}(${readMember(site, field)}, ${count})`
        : _`${tables.useSymbol('addDisjointRanges')}(${readMember(site, field)}, ${toTextCode(member)}, ${count})`;
    },
    _`0`,
  );
  const hasOnlyLists = paths.length - lists.length < 2 && lists.length > 0;
  const overlaps = _`${overlapCount} < 0`;
  return hasOnlyLists ? _`${createPresenceTest(lists, site)} && ${overlaps}` : overlaps;
}
