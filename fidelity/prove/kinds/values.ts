/** Rules about a value in a request, such as `pattern`, bounds, and required fields: one value that the rule accepts, and some that it rejects. */
import { hasByteLength } from '../../../runtime/validate/formats.js';
import { countCodePoints, countUtf8Bytes } from '../../../runtime/validate/text.js';
import { getAt, getStrings, isObject, type Json, type Pointer } from '../../../generator/lib/json.js';
import { isPatternMatch } from '../../../generator/lib/pattern.js';
import type { Method, Type } from '../../../generator/model/model.js';
import type { TestedRule } from '../tested-rule.js';
import { setAt, toPointer, type SchemaUse } from '../field-paths.js';
import { findTypeAt, adjustCall, parseLocation } from '../adjust-call.js';
import type { Planner } from '../planner.js';
import { prepareCall } from '../prepare.js';
import { isAccepted, listErrors } from '../reference-mock.js';
import type { CallTemplate } from '../scenario.js';
import type { ScenarioBuilder } from '../scenario-builder.js';
import { createTexts, listCandidates, listMistyped } from '../values.js';
import { listRequestUses } from './targets.js';

/** The rule that the mock names when it rejects a value. Absent: any. */
const rejectingRules: Readonly<Record<string, readonly string[]>> = {
  'x-notIn': ['not', 'requestId'],
  'x-minLength': ['minLength'],
  'x-maxLength': ['maxLength'],
  'x-maxBytes': ['maxBytes'],
  'x-byteLength': ['byteLength'],
  'x-propertyNames': ['propertyNames'],
  'x-const': ['const'],
  // The forms of some formats are patterns.
  format: ['format', 'type', 'pattern'],
  'x-format': ['format', 'type', 'pattern', 'requestId'],
  pattern: ['pattern'],
  // Those of parameters that all methods have aren't in a validator.
  enum: ['enum', 'parameters'],
  minimum: ['minimum', 'pageSize', 'pagination'],
  maximum: ['maximum', 'pageSize', 'pagination'],
  required: ['required', 'name', 'etag'],
};

/** The maximum numbers of requests in a scenario. */
const [maxRejected, maxAccepted, maxUses] = [3, 2, 3];
/** The numbers of accepted and of rejected values with which the search ends. The seed chooses among them. */
const enough = 4;
/** The number of accepted values with which the search ends if no value is rejected. */
const enoughAccepted = 24;
/** The number of rejected values for which the search adjusts the rest of the request. */
const maxAdjusted = 3;

/** A value in the query, or at a pointer in the body. */
export interface ValuePlace {
  readonly pointer: Pointer;
  readonly parameter?: string;
  readonly type: Type | undefined;
}

export interface ValueCall {
  readonly value: Json | undefined;
  readonly call: CallTemplate;
}

export interface RejectedCall extends ValueCall {
  /** The number of errors. */
  readonly errors: number;
}

/** Plans scenarios for a value of a parameter or a field. Returns whether the rule accepts a request, and rejects one. */
export async function planValueScenarios(planner: Planner): Promise<{ readonly accepts: boolean; readonly rejects: boolean }> {
  const { testedRule } = planner;
  const found = { accepts: false, rejects: false };
  for (const { method, place } of listPlaces(testedRule, planner)) {
    await planner.plan(async (builder) => {
      const base = await prepareCall(builder, method);
      const { accepted, rejected } = await splitByAcceptance(builder, base, { testedRule, place: place(builder) });
      if (found.accepts ? rejected.length === 0 : accepted.length === 0 && rejected.length === 0) return false;
      const [nearest, ...others] = rejected.filter(({ errors }) => errors === rejected[0]?.errors);
      const chosen = nearest === undefined ? [] : [nearest, ...rotate(others, planner.options.seed)];
      for (const { call } of chosen.slice(0, maxRejected)) await builder.call(call, { fields: [] });
      const [first, ...further] = accepted.slice(0, isRepeatable(method) ? maxAccepted : 1);
      if (first !== undefined) await builder.call(first.call, { fields: [] });
      for (const { call } of further) if (isAccepted(await builder.try(call))) await builder.call(call, { fields: [] });
      found.accepts ||= accepted.length > 0;
      found.rejects ||= rejected.length > 0;
      return true;
    });
    if (found.accepts && found.rejects) break;
  }
  return found;
}

/** Chooses other elements for another seed. */
const rotate = <T>(elements: readonly T[], seed: number): readonly T[] => {
  const start = elements.length === 0 ? 0 : seed % elements.length;
  return [...elements.slice(start), ...elements.slice(0, start)];
};

const isRepeatable = ({ action }: Method): boolean => action.kind !== 'create' && action.kind !== 'createFrom';

interface MethodValuePlace {
  readonly method: Method;
  readonly place: (builder: ScenarioBuilder) => ValuePlace;
}

function listPlaces(testedRule: TestedRule, planner: Planner): readonly MethodValuePlace[] {
  const { place } = testedRule;
  if (place.in === 'parameter') {
    const { parameter } = place;
    const method =
      place.method ??
      planner.index.api.methods.find(({ action, httpMethod }) => httpMethod === 'GET' && action.kind === 'get') ??
      planner.index.api.methods[0];
    const type = parameter.type;
    return method === undefined || parameter.location === 'path'
      ? []
      : [{ method, place: () => ({ pointer: [parameter.name], parameter: parameter.name, type }) }];
  }
  return listRequestUses(testedRule, planner.index)
    .slice(0, maxUses)
    .map(({ method, path }: SchemaUse) => {
      const pointer = toPointer(path);
      return { method, place: (builder: ScenarioBuilder) => ({ pointer, type: findTypeAt(builder, method, pointer) }) };
    });
}

interface RulePlaceValue {
  readonly testedRule: TestedRule;
  readonly place: ValuePlace;
}

/** Sorts candidates by whether the mock accepts them. Keeps those that it rejects because of the rule, those with no other error first. */
export async function splitByAcceptance(
  builder: ScenarioBuilder,
  base: CallTemplate,
  { testedRule, place }: RulePlaceValue,
): Promise<{ readonly accepted: readonly ValueCall[]; readonly rejected: readonly RejectedCall[] }> {
  const accepted: ValueCall[] = [];
  const rejected: RejectedCall[] = [];
  let adjustedCount = 0;
  const own = place.parameter === undefined && base.body !== undefined ? getAt(base.body, place.pointer) : undefined;
  for (const value of [...listVariants(own, testedRule), ...listRuleValues(builder, testedRule, place)]) {
    if (accepted.length >= enough && rejected.filter(({ errors }) => errors === 1).length >= enough) break;
    if (accepted.length > enoughAccepted && rejected.length === 0) break;
    const call = setValue(base, place, value);
    const reply = await builder.try(call);
    if (isAccepted(reply)) {
      accepted.push({ value, call });
      continue;
    }
    const errors = listErrors(reply);
    // Only the value is absent, so nothing else can be the cause.
    const isAbsent = value === undefined && testedRule.key === 'required';
    if (isAbsent || (isExcluded(testedRule, value) && isRejectedBy(testedRule, place, { rule: reply.rejection?.rule, errors }))) {
      rejected.push({ value, call, errors: errors.length });
    } else if (value !== undefined && adjustedCount < maxAdjusted) {
      adjustedCount += 1;
      const adjusted = await adjustCall(builder, call, { frozen: [place.pointer] });
      if (adjusted.reason === undefined) accepted.push({ value, call: adjusted.call });
    }
  }
  return { accepted: preferStated(accepted, testedRule.value), rejected: rejected.sort((one, other) => one.errors - other.errors) };
}

/** Puts the value of the rule first, such as a bound. */
const preferStated = (calls: readonly ValueCall[], stated: Json): readonly ValueCall[] =>
  [...calls].sort((one, other) => Number(isStated(other.value, stated)) - Number(isStated(one.value, stated)));

const isStated = (value: Json | undefined, stated: Json): boolean => value !== undefined && String(value) === String(stated);

export function setValue(base: CallTemplate, { pointer, parameter }: ValuePlace, value: Json | undefined): CallTemplate {
  if (parameter === undefined) return { ...base, body: setAt(base.body ?? {}, pointer, value) };
  const { [parameter]: _, ...query } = base.query;
  return { ...base, query: value === undefined ? query : { ...query, [parameter]: value } };
}

function listRuleValues(builder: ScenarioBuilder, { key, value }: TestedRule, { type }: ValuePlace): readonly (Json | undefined)[] {
  const { lookup } = builder.index;
  const candidates = listCandidates(type, lookup, listStatedValues(key, value));
  switch (key) {
    case 'required':
    case 'annotations':
      return [undefined, ...candidates.slice(0, 8)];
    case 'x-propertyNames':
      return [{ a: 'b' }, { 'my-key': 'b' }, { 'A b': 'c' }, { ['a'.repeat(65)]: 'b' }, { ä: 'b' }, { '': 'b' }];
    default:
      return [...candidates, ...listMistyped(type, lookup)];
  }
}

/** A valid text, and longer ones with the same end, which other rules can require. */
function listVariants(own: Json | undefined, { key, value }: TestedRule): readonly Json[] {
  if (typeof own !== 'string') return own === undefined ? [] : [own];
  const isLength = (key === 'x-maxLength' || key === 'x-maxBytes') && typeof value === 'number';
  const beginnings = isLength ? createTexts(Math.max(0, value + 1 - own.length)) : key === 'pattern' ? ['a..', 'a b.'] : [];
  return [own, ...beginnings.map((beginning) => `${beginning}${own}`)];
}

/** The values near a bound, and those of an enum. */
export function listStatedValues(key: string, value: Json): readonly Json[] {
  if (key === 'format' || key === 'x-format') return [];
  if (key === 'x-minLength' && typeof value === 'number') return [...createTexts(Math.max(0, value - 1)), ...createTexts(value)];
  if ((key === 'x-maxLength' || key === 'x-maxBytes') && typeof value === 'number')
    return [...createTexts(value), ...createTexts(value + 1)];
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if ((key === 'minimum' || key === 'maximum') && typeof number === 'number') {
    const near = [number, number + 1, number - 1, number + 0.001, number - 0.001];
    return [...near, ...near.map(String)];
  }
  return Array.isArray(value) ? (value as readonly Json[]) : isObject(value) ? [] : [value];
}

/** Whether a rule about one value excludes it. Another rule can exclude it, too. Returns true for rules that only the mock can evaluate. */
export function isExcluded({ key, value: stated }: TestedRule, value: Json | undefined): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  switch (key) {
    case 'x-minLength':
      return countCodePoints(text) < Number(stated);
    case 'x-maxLength':
      return countCodePoints(text) > Number(stated);
    case 'x-maxBytes':
      return countUtf8Bytes(text) > Number(stated);
    case 'x-byteLength':
      return !hasByteLength(text, Number(stated));
    case 'minimum':
      return Number(text) < Number(stated);
    case 'maximum':
      return Number(text) > Number(stated);
    case 'pattern':
      return !isPatternMatch(String(stated), text);
    case 'enum':
      return !getStrings({ stated }, 'stated').includes(text);
    default:
      return true;
  }
}

interface RejectionDetails {
  readonly rule: string | undefined;
  readonly errors: readonly { readonly location: string; readonly message: string }[];
}

/** Whether the mock rejects a request because of the rule: it names the place, and the rule unless it can't. */
export function isRejectedBy({ key, value }: TestedRule, { pointer, parameter }: ValuePlace, { rule, errors }: RejectionDetails): boolean {
  const message = isObject(value) ? value['message'] : undefined;
  if (key === 'validation' && typeof message === 'string') return errors.some((error) => error.message.includes(message));
  const isPlaced = errors.some(({ location }) => location === parameter || isAt(location, parameter === undefined ? pointer : [parameter]));
  const names = rejectingRules[key];
  if (!isPlaced && rule !== names?.[0]) return false;
  return names === undefined || (rule !== undefined && names.includes(rule)) || errors.length > 1;
}

function isAt(location: string, pointer: Pointer): boolean {
  const at = parseLocation(location);
  return (
    at.length > 0 &&
    at.every((key, index) => index >= pointer.length || String(key) === String(pointer[index])) &&
    at.length >= pointer.length
  );
}
