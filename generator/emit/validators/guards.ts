/**
 * Creates guards: cheap conditions that hold for every value that violates a rule between fields. The runtime evaluates the rule only if
 * the guard holds. A guard can hold for valid values, too.
 */
import { _, type Code } from 'ajv';
import type { MessageRule } from '../../../templates/runtime/rule.js';
import type { LoweredRule } from './lower-rules.js';
import { readMember } from './member-access.js';
import type { Site } from './site.js';
import { rawCode, textCode } from './code-tables.js';

type RuleOf<K extends MessageRule['kind']> = Extract<MessageRule, { readonly kind: K }>;
type Guards = { readonly [K in MessageRule['kind']]: (rule: RuleOf<K>, ruleSite: RuleSite) => Code };

/** The location of a rule, and the known types of its fields. */
interface RuleSite {
  readonly site: Site;
  readonly lowered: LoweredRule;
}

const guards: Guards = {
  nonOverlapping: ({ fields }, ruleSite) => mayOverlap(fields, ruleSite),
  service: ({ options: { type, data } }, ruleSite) => and(isPresent(type, ruleSite), isAnyPresent(data, ruleSite)),
};

/** Creates the guard of a rule, restricted to the directions that the rule applies to. */
export function createGuard(lowered: LoweredRule, site: Site): Code {
  const { rule } = lowered.statement;
  // The type of `guards` pairs each rule kind with its guard.
  const guard = (guards[rule.kind] as (rule: MessageRule, ruleSite: RuleSite) => Code)(rule, { site, lowered });
  const directions = lowered.outputOnly ? [_`!${site.direction}.request`] : [];
  return allOf([...directions, _`(${guard})`]);
}

function and(one: Code, other: Code): Code {
  return _`${one} && ${other}`;
}

function allOf(conditions: readonly Code[]): Code {
  return conditions.reduce((before, one) => and(before, one));
}

function anyOf(conditions: readonly Code[]): Code {
  return conditions.length < 2 ? (conditions[0] ?? rawCode('false')) : _`(${conditions.reduce((before, one) => _`${before} || ${one}`)})`;
}

/** Whether a value can exist at a path. */
function isPresent(path: string, { site }: RuleSite): Code {
  return _`${readMember(site, path.split('.')[0] ?? '')} !== undefined`;
}

function isAnyPresent(paths: readonly string[], ruleSite: RuleSite): Code {
  return anyOf(paths.map((path) => isPresent(path, ruleSite)));
}

/** Whether ranges in fields or in list elements can overlap. */
function mayOverlap(paths: readonly string[], ruleSite: RuleSite): Code {
  const { site, lowered } = ruleSite;
  const split = paths.map((path) => path.split('.'));
  const lists = split.filter((names) => names.length === 2);
  const isKnown = split.every(
    (names) => names.length === 1 || (names.length === 2 && lowered.listTypes(names.join('.'))[0]?.kind === 'array'),
  );
  if (!isKnown) return isAnyPresent(paths, ruleSite);
  const { tables } = site.compilation;
  const overlapCount = split.reduce<Code>(
    (count, [field = '', member]) =>
      member === undefined
        ? _`${tables.use('countOverlap')}(${readMember(site, field)}, ${count})`
        : _`${tables.use('countOverlaps')}(${readMember(site, field)}, ${textCode(member)}, ${count})`,
    _`0`,
  );
  const hasOnlyLists = split.length - lists.length < 2 && lists.length > 0;
  const overlaps = _`${overlapCount} < 0`;
  return hasOnlyLists ? and(anyOf(lists.map(([list = '']) => _`${readMember(site, list)} !== undefined`)), overlaps) : overlaps;
}
