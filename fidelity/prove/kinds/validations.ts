/**
 * Conditions in CEL: searches for bodies that the mock accepts, and for bodies that it rejects because of the rule. Builds the bodies from the
 * type and from the literals of the expression.
 */
import { getAt, getText, isObject, type Json, type JsonObject, type Pointer } from '../../../generator/lib/json.js';
import type { Method, Resource, Type } from '../../../generator/model/model.js';
import type { SchemaUse } from '../field-paths.js';
import { setAt, toPointer } from '../field-paths.js';
import { findTypeAt, adjustCall } from '../adjust-call.js';
import type { Plan, Planner } from '../planner.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { isAccepted, listErrors } from '../reference-mock.js';
import type { CallTemplate } from '../scenario.js';
import type { ScenarioBuilder } from '../scenario-builder.js';
import { listCandidates } from '../values.js';
import { listChanges, listResources, readInstance } from './resources.js';
import { listRequestUses } from './targets.js';

/** The maximum numbers of bodies to try, of values of a field, of fields in an expression, and of requests that contain the object. */
const [maxBodies, maxFieldValues, maxFields, maxUses] = [600, 7, 4, 5];

export async function planValidation(planner: Planner): Promise<Plan> {
  const { testedRule, index } = planner;
  const expression = getText(testedRule.value, 'rule') ?? '';
  const found = { accepts: false, rejects: false };
  if (/\boldSelf\b/.test(expression) && (await planChanges(planner, expression))) return { kind: 'planned' };
  for (const use of listRequestUses(testedRule, index).slice(0, maxUses)) {
    await planner.plan((builder) => planUse(builder, use, { planner, expression, found }));
    if (found.accepts && found.rejects) break;
  }
  if (found.accepts && found.rejects) return { kind: 'planned' };
  if (listRequestUses(testedRule, index).length === 0) return { kind: 'untestable', reason: 'no request contains the object' };
  return { kind: 'untested', reason: planner.reasons[0] ?? 'no request is known that breaks only this rule' };
}

/** The maximum number of bodies that are adjusted, because another rule rejects them. */
const maxAdjustments = 20;

interface SearchContext {
  readonly planner: Planner;
  readonly expression: string;
  readonly found: { accepts: boolean; rejects: boolean };
}

async function planUse(
  builder: ScenarioBuilder,
  { method, path }: SchemaUse,
  { planner, expression, found }: SearchContext,
): Promise<boolean> {
  const { testedRule } = planner;
  const message = getText(testedRule.value, 'message') ?? '';
  const pointer = toPointer(path);
  const resource = builder.index.getTarget(method);
  if (/\bsiblings\b/.test(expression) && resource !== undefined && !resource.implicit) await ensureInstance(builder, resource);
  const base = await prepareCall(builder, method);
  const rejected: CallTemplate[] = [];
  const accepted: CallTemplate[] = [];
  let adjustments = 0;
  for (const body of listBodies(builder, base, { type: findTypeAt(builder, method, pointer), pointer, expression })) {
    if (rejected.length >= 3 && accepted.length >= 2) break;
    const call = { ...base, body };
    let reply = await builder.try(call);
    let adjusted: CallTemplate = call;
    if (!isAccepted(reply) && adjustments < maxAdjustments && !listErrors(reply).some((error) => error.message.includes(message))) {
      adjustments += 1;
      const result = await adjustCall(builder, call, { frozen: [pointer] });
      adjusted = result.call;
      reply = await builder.try(adjusted);
    }
    if (isAccepted(reply)) {
      if (accepted.length < 2) accepted.push(adjusted);
      continue;
    }
    const errors = listErrors(reply);
    if (message !== '' && errors.every((error) => error.message.includes(message)) && rejected.length < 3) rejected.push(adjusted);
  }
  if (rejected.length === 0 && (found.accepts || accepted.length === 0)) return false;
  for (const call of rejected) await builder.call(call, { fields: [] });
  const [first] = accepted;
  if (first !== undefined) await builder.call(first, { fields: [] });
  found.accepts ||= accepted.length > 0;
  found.rejects ||= rejected.length > 0;
  return true;
}

/** Changes the fields that a condition compares with their stored values. */
async function planChanges(planner: Planner, expression: string): Promise<boolean> {
  const { testedRule, index } = planner;
  const names = [...new Set([...expression.matchAll(/\boldSelf\.(\w+)/g)].map(([, name = '']) => name))];
  const resources =
    testedRule.place.in === 'schema' ? listResources(index, testedRule.place.schema).filter(({ path }) => path.length === 0) : [];
  let isPlanned = false;
  for (const { resource } of resources)
    for (const method of listChanges(index, resource)) {
      const body = index.lookup.object(method.request);
      const fields = names.filter((name) => body?.fields.some((field) => field.name === name));
      if (fields.length === 0) continue;
      isPlanned = (await planner.plan((builder) => planMethodChange(builder, method, { resource, fields, expression }))) || isPlanned;
    }
  return isPlanned;
}

interface ChangeSearch {
  readonly resource: Resource;
  readonly fields: readonly string[];
  readonly expression: string;
}

async function planMethodChange(
  builder: ScenarioBuilder,
  method: Method,
  { resource, fields, expression }: ChangeSearch,
): Promise<boolean> {
  const instance = await ensureInstance(builder, resource);
  const probe = { fields } as const;
  let count = 0;
  const { request } = method;
  const others = [...new Set([...expression.matchAll(/\bself\.(\w+)/g)].map(([, name = '']) => name))].filter(
    (name) => !fields.includes(name),
  );
  const listValues = (name: string): readonly FieldValue[] =>
    listFieldValues(builder, request, { name, literals: listLiterals(expression) }).slice(0, 6);
  for (const combination of combine([...fields, ...others].slice(0, 3).map(listValues))) {
    if (count >= maxChanges) break;
    const base = await prepareCall(builder, method);
    const body = [...fields, ...others].reduce<Json>(
      (changed, name, at) =>
        combination[at] === keep || combination[at] === undefined ? changed : setAt(changed, [name], combination[at]),
      base.body ?? {},
    );
    const call = { ...base, body };
    const isOk = isAccepted(await builder.try(call));
    await builder.call(call, isOk ? probe : { fields: [] });
    if (isOk) await readInstance(builder, instance, fields);
    count += 1;
  }
  return count > 0;
}

/** The maximum number of changes of a scenario. */
const maxChanges = 14;

interface BodySearch {
  readonly type: Type | undefined;
  readonly pointer: Pointer;
  readonly expression: string;
}

/** Yields bodies with combinations of values of the fields that the expression names. */
export function* listBodies(builder: ScenarioBuilder, base: CallTemplate, { type, pointer, expression }: BodySearch): Generator<Json> {
  const names = [...new Set([...expression.matchAll(/\b(?:self|oldSelf)\.(\w+)/g)].map(([, name = '']) => name))].slice(0, maxFields);
  const literals = listLiterals(expression);
  const siblings = /\bsiblings\b/.test(expression) ? getSiblingBody(builder, base) : undefined;
  const values = names.map((name): readonly FieldValue[] => {
    const own = siblings === undefined ? undefined : getAt(siblings, [name]);
    const [first = keep, ...rest] = listFieldValues(builder, type, { name, literals });
    return own === undefined ? [first, ...rest] : [first, own, ...rest];
  });
  let count = 0;
  for (const combination of combine(values)) {
    if ((count += 1) > maxBodies) return;
    yield names.reduce<Json>(
      (body, name, at) => (combination[at] === keep ? body : setAt(body, [...pointer, name], combination[at] as Json | undefined)),
      base.body ?? {},
    );
  }
}

/** Returns the body of the resource of the same kind that the scenario has. */
function getSiblingBody(builder: ScenarioBuilder, { method }: CallTemplate): Json | undefined {
  const resource = builder.index.getTarget(method);
  return resource && builder.getInstance(resource)?.body;
}

/** Leaves a field as it is. */
const keep = Symbol('keep');
type FieldValue = Json | undefined | typeof keep;

interface FieldLiterals {
  readonly name: string;
  readonly literals: readonly Json[];
}

function listFieldValues(builder: ScenarioBuilder, type: Type | undefined, { name, literals }: FieldLiterals): readonly FieldValue[] {
  const { lookup } = builder.index;
  const field = lookup.field(type, name);
  const texts = literals.filter((literal) => typeof literal === 'string');
  const numbers = literals.filter((literal) => typeof literal === 'number');
  const resolved = lookup.resolve(field?.type);
  switch (resolved?.kind) {
    case 'array': {
      const items = listItems(builder, resolved.items, literals);
      const [first, second] = items;
      const lists: Json[] = [
        ...items.slice(0, 4).map((item) => [item]),
        ...(first === undefined ? [] : [[first, first]]),
        ...(second === undefined ? [] : [[first ?? second, second]]),
        ...listMixes(first, second),
        ...items.slice(2).map((item) => [item, item]),
        [],
      ];
      const large = numbers.some((number) => Number(number) > 10_000)
        ? [createLargeList(builder, resolved.items, Number(numbers.at(-1)))]
        : [];
      return [keep, undefined, ...large, ...lists];
    }
    case 'string': {
      const repeated = texts.flatMap((text) =>
        numbers.flatMap((number) =>
          [number, Number(number) - 1, Number(number) - 2].map((times) => wrapRepeated(String(text), Math.max(0, Number(times)))),
        ),
      );
      const domains = /\bparent\b/.test(name) ? [] : [`${builder.createName()}.example.org.`];
      return [
        keep,
        undefined,
        ...texts,
        ...repeated,
        ...listCandidates(resolved, lookup).slice(0, maxFieldValues),
        ...(resolved.format === 'domain-name' ? domains : []),
        ...listRanges(resolved.format),
      ];
    }
    case 'object': {
      const inner = resolved.fields.filter(({ readOnly }) => !readOnly).slice(0, 3);
      const objects = inner.flatMap((each) =>
        listCandidates(each.type, lookup, literals)
          .slice(0, 2)
          .map((value) => ({ [each.name]: value })),
      );
      return [keep, undefined, ...objects, ...listCandidates(resolved, lookup).slice(0, 2)];
    }
    default:
      return [keep, undefined, ...listCandidates(field?.type, lookup, numbers).slice(0, maxFieldValues)];
  }
}

const listRanges = (format: string | undefined): readonly string[] =>
  format === 'cidr-ipv4' ? ['10.0.0.0/16', '10.0.0.0/28', '192.168.0.0/24'] : [];

/** Repeats a text. Repeats the beginning of PEM data as complete PEM data. */
function wrapRepeated(text: string, times: number): string {
  return text.startsWith('-----BEGIN')
    ? `${text}\nMIIBszCCAVmgAwIBAgIUZpmVfK0=\n${text.replace('BEGIN', 'END')}\n`.repeat(Math.min(times, 20))
    : text.repeat(Math.min(times, 1000));
}

/** Lists elements of a list: objects with all fields, then objects with one field each. */
function listItems(builder: ScenarioBuilder, type: Type, literals: readonly Json[]): readonly Json[] {
  const { lookup } = builder.index;
  const fields = lookup.object(type)?.fields.filter(({ readOnly, deprecated }) => !readOnly && !deprecated);
  if (fields === undefined) return listCandidates(type, lookup, literals);
  const create = (at: number): JsonObject =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const candidates = listCandidates(field.type, lookup);
        const value = candidates[at] ?? candidates[0];
        return value === undefined || value === '' ? [] : [[field.name, value] as const];
      }),
    );
  const single = fields.flatMap((field) =>
    listCandidates(field.type, lookup, literals)
      .slice(0, 2)
      .map((value) => ({ [field.name]: value })),
  );
  return [create(0), create(1), ...single];
}

/** Lists pairs of elements that have one member in common. */
function listMixes(first: Json | undefined, second: Json | undefined): readonly Json[] {
  if (!isObject(first) || !isObject(second)) return [];
  return Object.keys(first).map((name) => [first, { ...second, [name]: first[name] ?? null }]);
}

/** The maximum length of a generated text. */
const maxTextLength = 1_000_000;

/** Creates a list of three objects whose last text fields together are larger than `size`. */
function createLargeList(builder: ScenarioBuilder, type: Type, size: number): Json {
  const texts =
    builder.index.lookup.object(type)?.fields.filter(({ type: each }) => builder.index.lookup.resolve(each)?.kind === 'string') ?? [];
  const last = texts.at(-1)?.name ?? '';
  const [first = ''] = texts.map(({ name }) => name);
  return [0, 1, 2].map((at) => ({
    ...(first !== last && { [first]: `key-${at}` }),
    [last]: 'a'.repeat(Math.min(Math.ceil(size / 2.5), maxTextLength)),
  }));
}

/** Returns the texts and the numbers of an expression. */
export function listLiterals(expression: string): readonly Json[] {
  const texts = [...expression.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '');
  const numbers = [...expression.replace(/'[^']*'|"[^"]*"/g, '').matchAll(/(?<![\w.])\d+(?:\.\d+)?/g)].map(([text]) => Number(text));
  return [...new Set(texts.filter((text) => text !== '')), ...new Set(numbers)];
}

/** Yields all combinations of one value of each list, those with the smallest sum of indexes first. */
function* combine(lists: readonly (readonly FieldValue[])[]): Generator<readonly FieldValue[]> {
  const total = lists.reduce((sum, list) => sum + list.length - 1, 0);
  for (let rank = 0; rank <= total; rank += 1) yield* combineRank(lists, rank);
}

function* combineRank([list, ...others]: readonly (readonly FieldValue[])[], rank: number): Generator<readonly FieldValue[]> {
  if (list === undefined) {
    if (rank === 0) yield [];
    return;
  }
  for (let at = 0; at < list.length && at <= rank; at += 1) for (const rest of combineRank(others, rank - at)) yield [list[at], ...rest];
}
