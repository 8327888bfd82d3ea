/**
 * Guards: conditions, as code, without which a rule between fields cannot be broken. They err towards yes: a rule is judged by the
 * runtime, which also tells what is wrong, and a guard spares that for nearly all values that keep it.
 */
import { _, type Code } from 'ajv';
import type { MessageRule } from '../../../templates/runtime/rule.js';
import type { LoweredRule } from './lower-rules.js';
import { readMember } from './member-access.js';
import type { Site } from './site.js';
import { rawCode, textCode } from './code-tables.js';

type RuleOf<K extends MessageRule['kind']> = Extract<MessageRule, { readonly kind: K }>;
type Guards = { readonly [K in MessageRule['kind']]: (rule: RuleOf<K>, place: Place) => Code };

/** Where a rule is judged, and what is known of the fields that it names. */
interface Place {
  readonly site: Site;
  readonly lowered: LoweredRule;
}

const guards: Guards = {
  nonOverlapping: ({ fields }, place) => mayOverlap(fields, place),
  service: ({ options: { type, data } }, place) => both(isThere(type, place), anyThere(data, place)),
};

/** The guard of a rule, in the directions in which it is judged. */
export function createGuard(lowered: LoweredRule, site: Site): Code {
  const { rule } = lowered.ruling;
  // The table's type pairs each kind with the guard of its rules.
  const guard = (guards[rule.kind] as (rule: MessageRule, place: Place) => Code)(rule, { site, lowered });
  const directions = lowered.outputOnly ? [_`!${site.direction}.request`] : [];
  return all([...directions, _`(${guard})`]);
}

function both(one: Code, other: Code): Code {
  return _`${one} && ${other}`;
}

function all(conditions: readonly Code[]): Code {
  return conditions.reduce((before, one) => both(before, one));
}

function either(conditions: readonly Code[]): Code {
  return conditions.length < 2 ? (conditions[0] ?? rawCode('false')) : _`(${conditions.reduce((before, one) => _`${before} || ${one}`)})`;
}

/** Something stands at a path, or may. */
function isThere(path: string, { site }: Place): Code {
  return _`${readMember(site, path.split('.')[0] ?? '')} !== undefined`;
}

function anyThere(paths: readonly string[], place: Place): Code {
  return either(paths.map((path) => isThere(path, place)));
}

/** Ranges in fields, and in members of lists. */
function mayOverlap(paths: readonly string[], place: Place): Code {
  const { site, lowered } = place;
  const split = paths.map((path) => path.split('.'));
  const lists = split.filter((names) => names.length === 2);
  const isKnown = split.every((names) => names.length === 1 || (names.length === 2 && lowered.types(names.join('.'))[0]?.kind === 'array'));
  if (!isKnown) return anyThere(paths, place);
  const { tables } = site.compilation;
  const met = split.reduce<Code>(
    (count, [field = '', member]) =>
      member === undefined
        ? _`${tables.use('countOverlap')}(${readMember(site, field)}, ${count})`
        : _`${tables.use('countOverlaps')}(${readMember(site, field)}, ${textCode(member)}, ${count})`,
    _`0`,
  );
  const few = split.length - lists.length < 2 && lists.length > 0;
  const overlaps = _`${met} < 0`;
  return few ? both(either(lists.map(([list = '']) => _`${readMember(site, list)} !== undefined`)), overlaps) : overlaps;
}
