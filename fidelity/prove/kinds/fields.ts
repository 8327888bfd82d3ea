/** Rules about how the server treats a field: output-only and constant fields, defaults, and what responses omit. */
import { getBody, isAccepted } from '../reference-mock.js';
import { toCanonicalText, type Json, type JsonObject, type Pointer } from '../../../generator/lib/json.js';
import { resolveText, resolveValue } from '../references.js';
import type { Method } from '../../../generator/model/model.js';
import { getItemsField } from '../../../generator/model/schema-lookup.js';
import { findType, setAt, toPointer } from '../field-paths.js';
import { findTypeAt, adjustCall } from '../adjust-call.js';
import type { Plan, Planner } from '../planner.js';
import { findCreatedPath, type SentCall } from '../created-path.js';
import { createInstance, ensureInstance, findReport, prepareCall, reportEvents, reportWholeEvent } from '../prepare.js';
import type { CallTemplate } from '../scenario.js';
import type { Instance, ScenarioBuilder } from '../scenario-builder.js';
import { listCandidates } from '../values.js';
import { addCompanion, ensureCompanion, createCallsWithCompanions } from './companions.js';
import { addUnreachableScopes, findListed, prepareList } from './list-rules.js';
import { findSeed, listSeedsWithCompanions, seedInstance } from './seeds.js';
import { toSeededBody } from './resources.js';
import { formatFieldPath, listRequestUses, listResponseUses, listValuesAt } from './targets.js';

/** The outcomes for which other scenarios exist already. */
interface FoundOutcomes {
  readonly accepts: boolean;
  readonly rejects: boolean;
}

const [maxUses, maxValues, maxListed, maxResponses] = [3, 4, 24, 6];

/** The keys of rules about how the server treats a field. Other rules constrain its values. */
export const fieldKeys = ['readOnly', 'x-const', 'default', 'x-omitEmpty', 'x-writeOnly', 'x-immutable', 'x-patchable'];

/** Writes values of the field and reads them back, and otherwise looks for it in responses. */
export async function planFieldScenarios(planner: Planner, found: FoundOutcomes): Promise<Plan> {
  const { testedRule } = planner;
  if (testedRule.place.in === 'parameter') return planParameter(planner, found);
  const { isWritten, isShown, isSetByServer } = await planWrites(planner);
  if (testedRule.key === 'x-immutable') return planImmutable(planner);
  if (fieldKeys.includes(testedRule.key) || isOpenEnum(planner) ? isWritten : isSetByServer) return { kind: 'planned' };
  if (!isShown && (await planResponses(planner))) return { kind: 'planned' };
  // A value that a response repeats shows nothing about what the rule excludes.
  if (found.rejects) return { kind: 'planned' };
  if (isWritten || found.accepts) return { kind: 'untested', reason: 'the mock neither rejects a value because of the rule nor sets one' };
  return { kind: 'untested', reason: planner.reasons[0] ?? 'no request and no response of the mock contains the field' };
}

/** Whether the rule lists some of the possible values, so that it excludes none. */
function isOpenEnum({ testedRule: { key, place }, index: { lookup } }: Planner): boolean {
  const type = place.in === 'schema' ? findType({ kind: 'ref', schema: place.schema }, place.path, lookup) : undefined;
  const resolved = lookup.resolve(type);
  return key === 'enum' && resolved?.kind === 'string' && resolved.open;
}

interface WriteOutcome {
  /** Whether the mock accepts a value of the field in a request. */
  readonly isWritten: boolean;
  /** Whether a response contains a value of the field. */
  readonly isShown: boolean;
  /** Whether a response contains a value of the field that the request doesn't contain. */
  readonly isSetByServer: boolean;
}

/** Sends each of some values of the field in a request, and reads what became of it. */
async function planWrites(planner: Planner): Promise<WriteOutcome> {
  const { testedRule, index } = planner;
  let count = 0;
  let [isShown, isSetByServer] = [false, false];
  // A list of values states that each of them is possible.
  const listed = testedRule.key === 'enum' && Array.isArray(testedRule.value) ? (testedRule.value as readonly Json[]) : undefined;
  const isUsed = ({ action }: Method): boolean => testedRule.key !== 'x-patchable' || action.kind === 'patch';
  for (const { method, path } of listRequestUses(testedRule, index).filter((use) => isUsed(use.method))) {
    if (count >= (listed === undefined ? maxUses : 1)) break;
    const isPlanned = await planner.plan(async (builder) => {
      const outcome = await writeValues(builder, method, { path: toPointer(path), rulePath: path, ...(listed && { listed }) });
      isShown ||= outcome.isShown;
      isSetByServer ||= outcome.isSetByServer;
      return outcome.isWritten;
    });
    if (isPlanned) count += 1;
  }
  return { isWritten: count > 0, isShown, isSetByServer };
}

interface WrittenField {
  readonly path: Pointer;
  readonly rulePath: readonly string[];
  /** The values to write. Default: some of the type. */
  readonly listed?: readonly Json[];
}

async function writeValues(builder: ScenarioBuilder, method: Method, { path, rulePath, listed }: WrittenField): Promise<WriteOutcome> {
  const type = findTypeAt(builder, method, path);
  if (type === undefined) return { isWritten: false, isShown: false, isSetByServer: false };
  const readPath = method.requestWrap === undefined ? rulePath : rulePath.slice(1);
  const field = formatFieldPath(readPath);
  const values: readonly (Json | undefined)[] = [undefined, ...(listed ?? listCandidates(type, builder.index.lookup))];
  const limit = listed === undefined ? maxValues : maxListed;
  const resource = builder.index.getTarget(method);
  const name = path.length === 1 ? path.map(String)[0] : undefined;
  const isChange = method.action.kind === 'patch' || method.action.kind === 'update';
  if (isChange && resource !== undefined && name !== undefined)
    await ensureCompanion(builder, resource, { field: name, values: listCandidates(type, builder.index.lookup).slice(0, maxValues) });
  let count = 0;
  let [isShown, isSetByServer] = [false, false];
  const write = async (call: CallTemplate): Promise<void> => {
    const reply = await builder.call(call, { fields: [field] });
    if (!isAccepted(reply)) return;
    count += 1;
    const instance = findInstance(builder, { call, step: reply.step });
    const read = instance && builder.createRead(instance);
    const replies = [reply, ...(read === undefined ? [] : [await builder.call(read, { fields: [field] })])];
    const shown = replies.flatMap((each) => listValuesAt(getBody(each), readPath));
    const sent = listValuesAt(call.body, rulePath).map(toCanonicalText);
    isShown ||= shown.length > 0;
    isSetByServer ||= shown.some((value) => !sent.includes(toCanonicalText(value)));
  };
  for (const value of values) {
    if (count > limit) break;
    const base = await prepareCall(builder, method);
    const around = path.length > 1 && value === undefined ? setAt(base.body ?? {}, path.slice(0, -1), undefined) : (base.body ?? {});
    const body = value === undefined && path.length > 1 ? setAt(around, path.slice(0, -1), {}) : setAt(around, path, value);
    const adjusted = await adjustCall(builder, { ...base, body }, { frozen: [path] });
    const call =
      adjusted.reason === undefined ? adjusted.call : name === undefined ? undefined : await addCompanion(builder, { ...base, body }, name);
    if (call !== undefined) await write(call);
  }
  const [value] = listCandidates(type, builder.index.lookup);
  if (isChange && !isShown && name !== undefined && value !== undefined) {
    // The method can ignore the field without a companion.
    const base = await prepareCall(builder, method);
    for (const call of createCallsWithCompanions(builder, { ...base, body: setAt(base.body ?? {}, path, value) }, name))
      if (isAccepted(await builder.try(call))) await write(call);
  }
  return { isWritten: count > 0, isShown, isSetByServer };
}

function findInstance(builder: ScenarioBuilder, { call, step }: SentCall): Instance | undefined {
  const { action } = call.method;
  const isNew = action.kind === 'create' || action.kind === 'createFrom';
  const resource = builder.index.getTarget(call.method);
  if (resource === undefined) return undefined;
  return isNew
    ? { resource, path: findCreatedPath(builder, resource, { call, step }), body: call.body ?? {} }
    : builder.getInstance(resource);
}

/** Reads responses that contain the field, if necessary with another parameter or after an operation that fails. */
async function planResponses(planner: Planner): Promise<boolean> {
  const { testedRule, index } = planner;
  for (const { method, path } of listResponseUses(testedRule, index).slice(0, maxResponses)) {
    const fields = [formatFieldPath(path)];
    const isPlanned = await planner.plan(async (builder) => {
      const target = index.getTarget(method);
      const isUsable = method.action.kind === 'service' && method.action.module === 'compute/usable-subnetworks';
      if (isUsable) await prepareList(builder, method);
      else if (method.action.kind === 'list' && target !== undefined && !target.implicit && target.operation === undefined)
        await ensureInstance(builder, target);
      const report = findReport(builder, method);
      if (report !== undefined) await reportWholeEvent(builder, report);
      const base = await prepareCall(builder, method);
      const call = testedRule.key === 'x-omitEmpty' ? base : await findCallWith(builder, base, path);
      if (call === undefined) return false;
      await builder.mustCall(call, { fields });
      return true;
    });
    if (isPlanned) return true;
  }
  return (await planFailedOperation(planner)) || planSeeded(planner);
}

/** Returns the call, or one with another parameter, whose response contains a field. */
async function findCallWith(builder: ScenarioBuilder, base: CallTemplate, path: readonly string[]): Promise<CallTemplate | undefined> {
  const { method } = base;
  const parameters = method.httpMethod === 'GET' ? method.parameters.filter(({ location }) => location === 'query') : [];
  const others = parameters.flatMap(({ name, type }) =>
    listCandidates(type, builder.index.lookup)
      .slice(0, 2)
      .map((value) => ({ ...base, query: { ...base.query, [name]: value } })),
  );
  for (const call of [base, ...others]) {
    const reply = await builder.try(call);
    if (isAccepted(reply) && listValuesAt(getBody(reply), path).length > 0) return call;
  }
  return undefined;
}

/** Lets an operation of a mock fail, and reads its errors. */
async function planFailedOperation(planner: Planner): Promise<boolean> {
  const { testedRule, index } = planner;
  const use = listResponseUses(testedRule, index).find(({ method }) => method.operation === 'status' && method.action.kind === 'create');
  if (use === undefined || use.path[0] === undefined || !/^(?:error|http|status)/i.test(use.path[0])) return false;
  const { method, path } = use;
  return planner.plan(async (builder) => {
    const type = findType(method.response, ['error', 'errors', '[]'], index.lookup);
    const inner = path.slice(0, 3).join('.') === 'error.errors.[]' ? path.slice(3) : [];
    const values = inner.length === 0 ? [undefined] : listCandidates(findType(type, inner, index.lookup), index.lookup).slice(0, maxValues);
    for (const value of values) {
      const error = {
        code: 'EXAMPLE',
        message: 'An example.',
        ...(value !== undefined && (setAt({}, toPointer(inner), value) as JsonObject)),
      };
      const operation = { errors: [error], httpErrorStatusCode: 400, httpErrorMessage: 'BAD REQUEST' };
      const call = await prepareCall(builder, method);
      await builder.control('PUT', '/__admin/faults', [{ method: method.id, operation }]);
      const reply = await builder.mustCall(call, { fields: [formatFieldPath(path)] });
      if (listValuesAt(getBody(reply), path).length > 0) return true;
    }
    return false;
  });
}

/** Seeds a resource of a mock with a value of the field, and reads or lists it. */
async function planSeeded(planner: Planner): Promise<boolean> {
  const { testedRule, index } = planner;
  const uses = listResponseUses(testedRule, index).flatMap(({ method, path }) => {
    const isList = method.httpMethod === 'GET' && method.action.kind !== 'get';
    const resource = isList ? findListed(index, method) : index.getTarget(method);
    const own = isList ? path.slice(path.indexOf('[]') + 1) : path;
    const isUsable = resource !== undefined && (method.action.kind === 'get' || (isList && path.includes('[]')));
    return isUsable ? [{ method, path, resource, own }] : [];
  });
  for (const { method, path, resource, own } of uses.slice(0, maxUses)) {
    const isPlanned = await planner.plan(async (builder) => {
      const instance = await ensureInstance(builder, resource);
      const read = method.action.kind === 'get' ? builder.createCall(method, instance) : await prepareCall(builder, method);
      for (const value of listCandidates(findType(method.response, path, index.lookup), index.lookup).slice(0, maxValues)) {
        const stored = setAt(toSeededBody(builder, instance), toPointer(own), value);
        const body = await findSeed(builder, instance, [
          stored,
          ...listSeedsWithCompanions(builder, { resource, body: stored, path: own }),
        ]);
        if (body === undefined) continue;
        await seedInstance(builder, instance, body);
        const reply = await builder.mustCall(read, { fields: [formatFieldPath(path)] });
        if (listValuesAt(getBody(reply), path).length > 0) return true;
      }
      return false;
    });
    if (isPlanned) return true;
  }
  return false;
}

/** Changes the field after the creation: to another value, and to the current one. */
async function planImmutable(planner: Planner): Promise<Plan> {
  const { testedRule, index } = planner;
  const uses = listRequestUses(testedRule, index).filter(({ method }) => method.action.kind === 'patch' || method.action.kind === 'update');
  if (uses.length === 0) return { kind: 'untestable', reason: 'no method changes the resource' };
  let isShown = false;
  for (const { method, path } of uses) {
    const pointer = toPointer(path);
    const isPlanned = await planner.plan(async (builder) => {
      const resource = index.getTarget(method);
      if (resource === undefined) return false;
      const type = findTypeAt(builder, method, pointer);
      const [first, ...others] = listCandidates(type, index.lookup);
      const isName = resource.idFields.includes(String(pointer.at(-1)));
      if (!isName && first !== undefined && pointer.length === 1)
        builder.addInstance(await createInstance(builder, resource, { [String(pointer[0])]: first }));
      const base = await prepareCall(builder, method);
      for (const value of others) {
        const call = { ...base, body: setAt(base.body ?? {}, pointer, value) };
        const reply = await builder.try(call);
        if (isAccepted(reply)) {
          // The method ignores fields that it can't change.
          const read = builder.getInstance(resource) && builder.createRead(builder.getInstance(resource) as Instance);
          if (read === undefined) continue;
          await builder.call(call, { fields: [] });
          await builder.call(read, { fields: [formatFieldPath(path)] });
          return true;
        }
        if (reply.rejection?.rule !== 'immutable') continue;
        await builder.call(call, { fields: [] });
        const same = isName ? undefined : { ...base, body: setAt(base.body ?? {}, pointer, first) };
        const accepted = same !== undefined && isAccepted(await builder.try(same)) ? same : base;
        await builder.call(accepted, { fields: [] });
        return true;
      }
      return false;
    });
    isShown ||= isPlanned;
  }
  return isShown ? { kind: 'planned' } : { kind: 'untested', reason: planner.reasons[0] ?? 'the mock accepts every change of the field' };
}

/** Calls the method without the parameter, and with some of its values. */
async function planParameter(planner: Planner, found: FoundOutcomes): Promise<Plan> {
  const { testedRule, index } = planner;
  if (testedRule.place.in !== 'parameter') return { kind: 'untested', reason: 'the rule does not concern a parameter' };
  const { parameter } = testedRule.place;
  const method = testedRule.place.method ?? index.api.methods.find(({ action }) => action.kind === 'get') ?? index.api.methods[0];
  if (method === undefined || parameter.location === 'path') return { kind: 'untested', reason: 'the parameter is a part of the path' };
  if (testedRule.key === 'default' && (await planDefaultParameter(planner, method))) return { kind: 'planned' };
  const isPlanned = await planner.plan(async (builder) => {
    const resource = index.getTarget(method);
    if (method.action.kind === 'list' && resource !== undefined && !resource.implicit && resource.operation === undefined)
      await ensureInstance(builder, resource);
    const base = await prepareCall(builder, method);
    const values: readonly (Json | undefined)[] = [undefined, ...listCandidates(parameter.type, index.lookup)];
    let count = 0;
    for (const value of values) {
      const { [parameter.name]: _, ...query } = base.query;
      const call = { ...base, query: value === undefined ? query : { ...query, [parameter.name]: value } };
      if (!isAccepted(await builder.try(call)) || count > 2) continue;
      await builder.call(call, { fields: [''] });
      count += 1;
    }
    return count > 1;
  });
  const isConstraint = testedRule.key !== 'default';
  if (isConstraint && !found.rejects && (isPlanned || found.accepts))
    return { kind: 'untested', reason: 'the mock rejects no value because of the rule' };
  return isPlanned || found.accepts
    ? { kind: 'planned' }
    : { kind: 'untested', reason: planner.reasons[0] ?? 'the mock accepts no value of the parameter' };
}

/** Shows the default of a page size with more members than it, and that of a request for partial results with a scope that fails. */
async function planDefaultParameter({ testedRule, index, plan }: Planner, method: Method): Promise<boolean> {
  if (testedRule.place.in !== 'parameter' || (method.action.kind !== 'list' && method.action.kind !== 'service')) return false;
  const { name } = testedRule.place.parameter;
  const items = getItemsField(method);
  if ((name === method.pageSize || name === method.list?.pageSize) && typeof testedRule.value !== 'boolean')
    return plan(async (builder) => {
      const resource = findListed(index, method);
      const size = Number(testedRule.value);
      const report = findReport(builder, method);
      if (report !== undefined && size < maxReports) {
        await reportEvents(builder, report, size + 1);
        await builder.mustCall(await prepareCall(builder, method), { fields: [items, 'nextPageToken'] });
        return true;
      }
      if (resource === undefined || !(size > 1 && size < maxMembers)) return false;
      const instance = await ensureInstance(builder, resource);
      if (!(await seedMembers(builder, instance, size + 1))) return false;
      await builder.mustCall(await prepareCall(builder, method), { fields: [items, 'nextPageToken'] });
      return true;
    });
  const isPartial = method.rules.some(({ rule }) => rule.kind === 'pagination' && rule.partialSuccess === name);
  if (!isPartial) return false;
  return plan(async (builder) => {
    const call = await prepareCall(builder, method);
    await addUnreachableScopes(builder, call.path);
    await builder.call(call, { fields: [] });
    for (const value of [true, false]) {
      const other = { ...call, query: { ...call.query, [name]: value } };
      await builder.call(other, { fields: [''] });
    }
    return true;
  });
}

/** The maximum numbers of members that a scenario creates at once, and of events that it reports. */
const [maxMembers, maxReports] = [1100, 100];

/** Adds copies of a resource to a mock. */
async function seedMembers(builder: ScenarioBuilder, instance: Instance, count: number): Promise<boolean> {
  const path = resolveText(instance.path, builder.getBody);
  const [field = 'name'] = instance.resource.idFields;
  const collection = path.slice(0, path.lastIndexOf('/'));
  const seed = (body: Json): Promise<boolean> => {
    const resources = Array.from({ length: count }, (_, at) => {
      const id = `m${at}`;
      return [`/${collection}/${id}`, setAt(body, field.split('.'), id)] as const;
    });
    return builder.tryControl('POST', '/__admin/seed', { resources: Object.fromEntries(resources) });
  };
  // Of some resources, no two may have the same content.
  return (await seed(resolveValue(instance.body, builder.getBody))) || seed({});
}
