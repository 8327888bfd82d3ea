/**
 * Creates guards: cheap conditions that hold for every value that violates a rule between fields. The runtime evaluates the rule only if
 * the guard holds. A guard can hold for valid values, too.
 */
import { _, type Code } from './code.js';
import type { MessageRule } from '../../../templates/runtime/rule.js';
import type { PreparedRule } from './prepare-rules.js';
import { readMember, type CheckLocation } from './check-location.js';
import { toRawCode, toTextCode } from './code-tables.js';

type RuleOf<K extends MessageRule['kind']> = Extract<MessageRule, { readonly kind: K }>;
type Guards = { readonly [K in MessageRule['kind']]: (rule: RuleOf<K>, ruleSite: RuleSite) => Code };

/** The location of a rule, and the known types of its fields. */
interface RuleSite {
  readonly site: CheckLocation;
  readonly prepared: PreparedRule;
}

const guards: Guards = {
  nonOverlapping: ({ fields }, ruleSite) => createOverlapGuard(fields, ruleSite),
  service: ({ options: { type, data } }, ruleSite) =>
    joinWithAnd(createPresenceTest(type, ruleSite), createAnyPresenceTest(data, ruleSite)),
};

/** Creates the guard of a rule, restricted to the directions that the rule applies to. */
export function createGuard(prepared: PreparedRule, site: CheckLocation): Code {
  const { rule } = prepared;
  // The type of `guards` pairs each rule kind with its guard.
  const guard = (guards[rule.kind] as (rule: MessageRule, ruleSite: RuleSite) => Code)(rule, { site, prepared });
  const directions = prepared.outputOnly ? [_`!${site.direction}.request`] : [];
  return joinAll([...directions, _`(${guard})`]);
}

function joinWithAnd(left: Code, right: Code): Code {
  return _`${left} && ${right}`;
}

function joinAll(conditions: readonly Code[]): Code {
  return conditions.reduce((before, left) => joinWithAnd(before, left));
}

function joinWithOr(conditions: readonly Code[]): Code {
  return conditions.length < 2
    ? (conditions[0] ?? toRawCode('false'))
    : _`(${conditions.reduce((before, left) => _`${before} || ${left}`)})`;
}

/** Whether a value can exist at a path. */
function createPresenceTest(path: string, { site }: RuleSite): Code {
  return _`${readMember(site, path.split('.')[0] ?? '')} !== undefined`;
}

function createAnyPresenceTest(paths: readonly string[], ruleSite: RuleSite): Code {
  return joinWithOr(paths.map((path) => createPresenceTest(path, ruleSite)));
}

/** Whether ranges in fields or in list elements can overlap. */
function createOverlapGuard(paths: readonly string[], ruleSite: RuleSite): Code {
  const { site, prepared } = ruleSite;
  const split = paths.map((path) => path.split('.'));
  const lists = split.filter((names) => names.length === 2);
  const isKnown = split.every(
    (names) => names.length === 1 || (names.length === 2 && prepared.listTypes(names.join('.'))[0]?.kind === 'array'),
  );
  if (!isKnown) return createAnyPresenceTest(paths, ruleSite);
  const { tables } = site.compilation;
  const overlapCount = split.reduce<Code>(
    (count, [field = '', member]) =>
      member === undefined
        ? _`${tables.useSymbol('addDisjointRange')}(${readMember(site, field)}, ${count})`
        : _`${tables.useSymbol('addDisjointRanges')}(${readMember(site, field)}, ${toTextCode(member)}, ${count})`,
    _`0`,
  );
  const hasOnlyLists = split.length - lists.length < 2 && lists.length > 0;
  const overlaps = _`${overlapCount} < 0`;
  return hasOnlyLists
    ? joinWithAnd(joinWithOr(lists.map(([list = '']) => _`${readMember(site, list)} !== undefined`)), overlaps)
    : overlaps;
}
