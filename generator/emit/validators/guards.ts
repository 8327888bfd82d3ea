/**
 * Guards: conditions, as code, without which a rule between fields cannot be broken. They err towards yes: a rule is judged by the
 * runtime, which also tells what is wrong, and a guard spares that for nearly all values that keep it.
 */
import { _, type Code } from 'ajv';
import type { Condition, MessageRule } from '../../../templates/runtime/rule.js';
import type { Json, Type } from '../../model/model.js';
import type { LoweredRule } from './lower-rules.js';
import { readMember } from './member-access.js';
import type { Site } from './site.js';
import { listCode, rawCode, textCode } from './code-tables.js';
import { toPropertyAccess } from '../literals.js';

type RuleOf<K extends MessageRule['kind']> = Extract<MessageRule, { readonly kind: K }>;
type Guards = { readonly [K in MessageRule['kind']]: (rule: RuleOf<K>, place: Place) => Code };

/** Where a rule is judged, and what is known of the fields that it names. */
interface Place {
  readonly site: Site;
  readonly lowered: LoweredRule;
}

const guards: Guards = {
  lessOrEqual: ({ field, limit }, place) => {
    const [held, bound] = [comparable(field, place), comparable(limit, place)];
    return held === undefined || bound === undefined ? anyThere([field, limit], place) : _`!(${held} <= ${bound})`;
  },
  requires: ({ fields, when = {} }, place) => both(holds(when, place, true), either(fields.map((field) => isUnfilled(field, place)))),
  onlyWhen: ({ fields, values, when }, place) =>
    both(
      either(fields.map((field) => (values === undefined ? isFilled(field, place) : isOneOf({ path: field, values }, place)))),
      _`!(${holds(when, place, false)})`,
    ),
  atMostOne: ({ fields }, place) => {
    const there = fields.map((field) => isThere(field, place));
    return there.length === 2
      ? both(there[0] as Code, there[1] as Code)
      : _`${there.map((one) => _`+(${one})`).reduce((sum, one) => _`${sum} + ${one}`)} > 1`;
  },
  unique: ({ field, by = '' }, place) => {
    const list = directly(field, place);
    return list === undefined || by.includes('.')
      ? isThere(field, place)
      : _`${place.site.compilation.tables.use('canHaveDuplicates')}(${list}, ${textCode(by)})`;
  },
  nonOverlapping: ({ fields }, place) => mayOverlap(fields, place),
  totalSize: ({ field }, place) => isThere(field, place),
  certificateChain: ({ field }, place) => isThere(field, place),
  dnsRecordData: ({ type, data }, place) => both(isThere(type, place), anyThere(data, place)),
};

/** Kinds whose condition could rest on a value that a lenient reader does not know yet. */
const strictOnly: ReadonlySet<MessageRule['kind']> = new Set(['requires', 'onlyWhen']);

/** The guard of a rule, in the directions in which it is judged. */
export function createGuard(lowered: LoweredRule, site: Site): Code {
  const { rule } = lowered.ruling;
  // The table's type pairs each kind with the guard of its rules.
  const guard = (guards[rule.kind] as (rule: MessageRule, place: Place) => Code)(rule, { site, lowered });
  const directions = [
    ...(strictOnly.has(rule.kind) ? [_`!${site.direction}.lenient`] : []),
    ...(lowered.outputOnly ? [_`!${site.direction}.request`] : []),
  ];
  return all([...directions, _`(${guard})`]);
}

/** What an exact guard has read of a whole that breaks its rule (`HeldValues`); nothing where the runtime has to look. */
export function createHeldValues(lowered: LoweredRule, site: Site): Code | undefined {
  const { rule } = lowered.ruling;
  if (rule.kind !== 'onlyWhen' || rule.fields.length > 1) return undefined;
  const place = { site, lowered };
  const paths = [...rule.fields, ...Object.keys(rule.when)];
  const [value, ...conditions] = paths.flatMap((path) => directly(path, place) ?? []);
  if (value === undefined || conditions.length < paths.length - 1) return undefined;
  return _`{ object: ${site.value}, value: ${value}, conditions: [${listCode(conditions)}] }`;
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

/** The value at a path that leads through objects alone; nothing where there is a list on the way. */
function directly(path: string, { site, lowered }: Place): Code | undefined {
  const [first = '', ...rest] = path.split('.');
  const types = lowered.types(path);
  const isDirect =
    types.length > rest.length &&
    types.slice(0, rest.length).every((type) => type.kind === 'object') &&
    rest.every((name) => !(name in Object.prototype));
  return isDirect ? rest.reduce<Code>((before, name) => _`${before}${rawCode(optionalAccess(name))}`, readMember(site, first)) : undefined;
}

function optionalAccess(name: string): string {
  const access = toPropertyAccess(name);
  return access.startsWith('.') ? `?${access}` : `?.${access}`;
}

/** Something stands at a path, or may. */
function isThere(path: string, place: Place): Code {
  return _`${directly(path, place) ?? readMember(place.site, path.split('.')[0] ?? '')} !== undefined`;
}

/** Something stands at a path that is neither `null` nor empty, or may. */
function isFilled(path: string, place: Place): Code {
  const value = directly(path, place);
  if (value === undefined) return isThere(path, place);
  const scalar = scalarOf(path, place);
  const isPresent = _`${place.site.compilation.tables.use('isPresent')}(${value})`;
  return both(isThere(path, place), scalar === undefined ? isPresent : either([_`typeof ${value} === ${scalar}`, isPresent]));
}

/** What JavaScript calls the type of a field whose values are never empty. */
function scalarOf(path: string, { lowered }: Place): string | undefined {
  const kind = lowered.types(path).at(-1)?.kind;
  if (kind === 'integer' || kind === 'number') return 'number';
  return kind === 'string' || kind === 'boolean' ? kind : undefined;
}

function anyThere(paths: readonly string[], place: Place): Code {
  return either(paths.map((path) => isThere(path, place)));
}

function isUnfilled(path: string, place: Place): Code {
  const value = directly(path, place);
  return value === undefined ? rawCode('true') : _`(!${place.site.compilation.tables.use('isPresent')}(${value}) || ${value} === "")`;
}

/** A number, or its default; text of digits is left to the runtime. */
function comparable(path: string, place: Place): Code | undefined {
  const value = directly(path, place);
  const type: Type | undefined = place.lowered.types(path).at(-1);
  const standard = defaultOf(path, place);
  if (value === undefined || typeof standard !== 'number' || (type?.kind !== 'integer' && type?.kind !== 'number')) return undefined;
  return _`(${value} ?? ${standard})`;
}

function defaultOf(path: string, { lowered }: Place): Json | undefined {
  const { defaults } = lowered.ruling;
  return defaults !== undefined && Object.hasOwn(defaults, path) ? (defaults[path] as Json) : undefined;
}

/** A condition; where it cannot be said, what is on the safe side. */
function holds(condition: Condition, place: Place, unsaid: boolean): Code {
  const parts = Object.entries(condition).map(([path, values]) => isOneOf({ path, values, unsaid: rawCode(String(unsaid)) }, place));
  return parts.length === 0 ? rawCode('true') : all(parts);
}

type Scalar = Condition[string][number];

interface Choice {
  readonly path: string;
  readonly values: readonly Scalar[];
  /** A part of a condition: an absent field counts as its default. Where the path cannot be read, this. */
  readonly unsaid?: Code;
}

/** The tests for an absent value. It counts as the field's default, where there is one, else as `null`; an empty list or map is `null`. */
function isAbsent({ path, values }: Choice, value: Code, place: Place): readonly Code[] {
  const standard = defaultOf(path, place);
  const counts = standard === undefined ? values.includes(null) : values.some((one) => one === standard);
  const missing = counts ? [_`${value} === undefined`, _`${value} === null`] : [];
  if (!values.includes(null)) return missing;
  const isEmpty = _`!${place.site.compilation.tables.use('isPresent')}(${value})`;
  return [...missing, counts ? isEmpty : _`(${value} !== undefined && ${value} !== null && ${isEmpty})`];
}

/** The value at a path is one of some. */
function isOneOf(choice: Choice, place: Place): Code {
  const { path, values, unsaid } = choice;
  const value = directly(path, place);
  if (value === undefined) return unsaid ?? isThere(path, place);
  const tests = values.flatMap((one) => (one === null ? [] : [_`${value} === ${typeof one === 'string' ? textCode(one) : one}`]));
  return either([...tests, ...(unsaid === undefined ? [] : isAbsent(choice, value, place))]);
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
