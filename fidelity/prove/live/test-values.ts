/** Tests a rule about a value: the target accepts a request with a value that the rule permits, and rejects one with a value that it excludes. */
import type { Json, Pointer } from '../../../generator/lib/json.js';
import { isPatternMatch } from '../../../generator/lib/pattern.js';
import type { Method, Type } from '../../../generator/model/model.js';
import type { Lookup } from '../../../generator/model/schema-lookup.js';
import { findType, toPointer } from '../field-paths.js';
import { isExcluded, listStatedValues } from '../kinds/values.js';
import type { TestedRule } from '../tested-rule.js';
import { hasForm } from '../value-form.js';
import { listCandidates, listMistyped } from '../values.js';
import { confirmed, isOutput, notImplemented, refute, untested, type LiveTest, type LiveVerdict } from './live-test.js';
import { listFieldSettings, getSetting } from './requests.js';
import { describeReply, LiveError, type LiveReply, type Scene, type Setting } from './scene.js';

/** The maximum numbers of methods, of values that a rule permits, and of those that it excludes. */
const [maxMethods, maxPermitted, maxExcluded] = [4, 6, 3];

interface ValueUse {
  readonly method: Method;
  readonly in: 'body' | 'query';
  readonly pointer: Pointer;
  readonly type: Type | undefined;
  readonly description: string;
}

export async function testValue(test: LiveTest): Promise<LiveVerdict> {
  if (isOutput(test.rule, test.index)) return untested('no response of the target contains the field');
  let last: LiveVerdict | undefined;
  for (const use of (await listUses(test)).slice(0, maxMethods)) {
    const verdict = await test.inScene((scene) => testUse(test, scene, use));
    if (verdict.kind === 'confirmed' || verdict.kind === 'refuted') return verdict;
    last ??= verdict;
  }
  return last ?? untested('no request contains the value');
}

/** Lists the requests that can contain the value, of methods of which a valid request is known. */
async function listUses(test: LiveTest): Promise<readonly ValueUse[]> {
  const { rule, index } = test;
  const { place } = rule;
  if (place.in === 'parameter') {
    const { name, type, location, description = '' } = place.parameter;
    const methods = location !== 'query' ? [] : place.method === undefined ? await test.listReads() : [place.method];
    return methods.map((method) => ({ method, in: 'query', pointer: [name], type, description }));
  }
  if (place.in !== 'schema') return [];
  const schema = { kind: 'ref', schema: place.schema } as const;
  const uses = index.schemaUses.list(place.schema, 'request').map(({ method, path }): ValueUse => ({
    method,
    in: 'body',
    pointer: toPointer([...path, ...place.path]),
    type: findType(schema, place.path, index.lookup),
    description: '',
  }));
  const known = await Promise.all(uses.map(async (use) => ((await test.find(use.method)).kind === 'found' ? [use] : [])));
  return known.flat().length > 0 ? known.flat() : uses.slice(0, 1);
}

async function testUse(test: LiveTest, scene: Scene, use: ValueUse): Promise<LiveVerdict> {
  const { rule, index } = test;
  const known = await test.find(use.method);
  if (known.kind !== 'found') return test.explain(use.method, known);
  const permitted = await findPermitted(test, scene, use);
  if ('reason' in permitted) return untested(permitted.reason);
  let rejections = 0;
  for (const value of listExcluded(rule, use, index.lookup).slice(0, maxExcluded)) {
    const call = await scene.build(use.method, [...permitted.settings, toSetting(use, value)]);
    const reply = await scene.send(call);
    // Most emulators ignore the system parameters that all Google APIs share.
    if (reply.isAccepted && rule.place.in === 'parameter' && rule.place.method === undefined)
      return notImplemented('the target ignores the parameter');
    if (reply.isAccepted && permitted.isAdjusted)
      return untested('the target accepts an invalid value beside another member, which can replace it');
    if (reply.isAccepted) return refute(scene, reply, { kind: 'rejected', field: '', expected: reply.status, actual: 400 });
    if (reply.isSilent) return untested(`the target doesn't respond to ${use.method.id} with an invalid value`);
    if (reply.status === 0) continue;
    rejections += 1;
  }
  return rejections > 0 ? confirmed : untested('no value is known that the rule excludes');
}

const toSetting = ({ in: place, pointer }: ValueUse, value: Json | undefined): Setting => ({
  in: place,
  pointer,
  ...(value !== undefined && { value }),
});

interface Permitted {
  readonly settings: readonly Setting[];
  /** Whether other members were set, too, so that the value could have no effect. */
  readonly isAdjusted?: true;
}

/** Finds a request with a value that the rule permits. */
async function findPermitted(test: LiveTest, scene: Scene, use: ValueUse): Promise<Permitted | { readonly reason: string }> {
  const { rule, index } = test;
  const known = await test.find(use.method);
  if (known.kind !== 'found') return { reason: '' };
  const { settings } = known;
  if (rule.key === 'required' || rule.key === 'annotations') return { settings };
  const own = getSetting(settings, use.pointer);
  if (use.in === 'body' && own !== undefined && permits(rule, own, use.type)) return { settings };
  if (
    settings.some(
      (setting) =>
        setting.in === use.in &&
        isSame(setting.pointer, use.pointer) &&
        setting.link === undefined &&
        own === undefined &&
        setting.value !== undefined,
    )
  )
    return { settings };
  const field = {
    ...use,
    name: String(use.pointer.at(-1)),
    type: use.type ?? ({ kind: 'any' } as Type),
    isRequired: false,
    isOutput: false,
    isDeprecated: false,
  };
  const values = listFieldSettings(field, index).filter(
    ({ value, link }) => link !== undefined || isTemplate(value) || permits(rule, value, use.type),
  );
  let last: LiveReply | undefined;
  for (const setting of values.slice(0, maxPermitted)) {
    const changed = [...settings, setting];
    last = await scene.send(await scene.build(use.method, changed));
    if (last.isAccepted) return { settings: changed };
  }
  const [first] = values;
  if (first === undefined) return { reason: 'no value is known that the rule permits' };
  const adjusted = await test.search(scene, use.method, [first]);
  if (adjusted.kind === 'found') return { settings: adjusted.settings, isAdjusted: true };
  if (last?.missing !== undefined) throw new LiveError('notImplemented', `${use.method.id}: ${last.missing}`);
  return { reason: `the target accepts no known value in ${use.method.id}: ${last === undefined ? adjusted.reason : describeReply(last)}` };
}

/** Whether a value is known only when a call is built, such as the current time. */
const isTemplate = (value: Json | undefined): boolean => typeof value === 'string' && /^\{[\w.]+(?:#[\w.]+)?\}$/.test(value);

const isSame = (one: Pointer, other: Pointer): boolean => one.join('/') === other.join('/');

/** Whether a rule permits a value. Other rules may exclude it. */
const permits = (rule: TestedRule, value: Json | undefined, type: Type | undefined): boolean =>
  value !== undefined && !excludes(rule, value, type);

function excludes(rule: TestedRule, value: Json | undefined, type: Type | undefined): boolean {
  const { key, value: stated } = rule;
  if (key === 'required' || key === 'annotations') return value === undefined;
  if (value === undefined) return false;
  if (key === 'pattern') return typeof value === 'string' && !isPatternMatch(String(stated), value);
  if (key === 'format' || key === 'x-format') return !hasForm(value, toFormat(type, String(stated)), emptyLookup);
  return isExcluded(rule, value);
}

/** The type with its format alone. */
function toFormat(type: Type | undefined, format: string): Type | undefined {
  if (type?.kind === 'string') return { kind: 'string', format } as Type;
  return type?.kind === 'integer' || type?.kind === 'number' ? ({ kind: type.kind, format } as Type) : type;
}

/** The types above contain no references. */
const emptyLookup = { resolve: (type: unknown) => type } as unknown as Lookup;

/** Lists values that the rule excludes, those that no parser can accept first. */
function listExcluded(rule: TestedRule, { in: place, type, pointer }: ValueUse, lookup: Lookup): readonly (Json | undefined)[] {
  if (rule.key === 'required' || rule.key === 'annotations') return [undefined];
  const resolved = lookup.resolve(type);
  const candidates = [...listCandidates(resolved, lookup, listStatedValues(rule.key, rule.value)), ...listMistyped(resolved, lookup)];
  const usable = candidates.filter((value) => (place === 'query' ? typeof value !== 'object' : true) && !isEmptyText(value));
  const excluded = usable.filter((value) => excludes(rule, value, resolved));
  const rank = (value: Json): number => (typeof value === 'string' && /^[a-z]+$/i.test(value) ? 0 : typeof value === 'object' ? 2 : 1);
  return pointer.length === 0 ? [] : excluded.toSorted((one, other) => rank(one) - rank(other));
}

/** Servers treat an empty text as an absent value. */
const isEmptyText = (value: Json): boolean => typeof value === 'string' && value.trim() === '';
