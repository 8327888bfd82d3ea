/** Rules about the parameters and responses of methods that change resources. */
import type { RuleOf } from '../../../runtime/rule.js';
import { toObject, type JsonObject } from '../../../generator/lib/json.js';
import type { Method } from '../../../generator/model/model.js';
import { setAt } from '../field-paths.js';
import type { Plan, Planner } from '../planner.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { getBody, isAccepted } from '../reference-mock.js';
import type { CallTemplate } from '../scenario.js';
import { ScenarioError, type Instance, type ScenarioBuilder } from '../scenario-builder.js';
import { listCandidates } from '../values.js';
import { createWith, readInstance } from './resources.js';
import { findChange } from './state-rules.js';

const uuid = '11111111-2222-4333-8444-555555555555';

/** Plans one scenario for a rule of a method. */
export async function planMethod(planner: Planner, build: (builder: ScenarioBuilder, method: Method) => Promise<boolean>): Promise<Plan> {
  const { place } = planner.testedRule;
  if (place.in !== 'method') return { kind: 'untested', reason: 'the rule does not concern a method' };
  const isPlanned = await planner.plan((builder) => build(builder, place.method));
  return isPlanned ? { kind: 'planned' } : { kind: 'untested', reason: planner.reasons[0] ?? 'no known scenario tests the rule' };
}

/** Adds a change to a call, so that it has an effect. */
async function prepareChange(builder: ScenarioBuilder, method: Method): Promise<CallTemplate> {
  const base = await prepareCall(builder, method);
  if (base.body === undefined || (method.action.kind !== 'patch' && method.action.kind !== 'update' && method.action.kind !== 'setFields'))
    return base;
  const changed = { ...base, body: { ...toObject(base.body), ...findChange(builder, method) } };
  return isAccepted(await builder.try(changed)) ? changed : base;
}

/** Repeats a request with the same ID, and with another one. */
export const planRequestId = (planner: Planner): Promise<Plan> =>
  planMethod(planner, async (builder, method) => {
    const { parameter } = planner.testedRule.value as unknown as RuleOf<'requestId'>;
    const base = await prepareChange(builder, method);
    const isQuery = method.parameters.some(({ name }) => name === parameter);
    const withId = (id: string): CallTemplate =>
      isQuery ? { ...base, query: { ...base.query, [parameter]: id } } : { ...base, body: { ...toObject(base.body), [parameter]: id } };
    for (const id of ['00000000-0000-0000-0000-000000000000', uuid.slice(1)])
      if (!isAccepted(await builder.try(withId(id)))) await builder.call(withId(id), { fields: [] });
    await builder.mustCall(withId(uuid), { fields: [''] });
    await builder.mustCall(withId(uuid), { fields: [''] });
    const other = withId('11111111-2222-4333-8444-666666666666');
    await builder.call(other, { fields: [''] });
    return true;
  });

/** Reads the operation that a method returns. */
export const planOperation = (planner: Planner): Promise<Plan> =>
  planMethod(planner, async (builder, method) => {
    const reply = await builder.mustCall(await prepareChange(builder, method), { fields: [''] });
    const resource = builder.index.getResource(method.operationPath);
    const get = resource && builder.index.findMethod(resource, 'get');
    const name = builder.refer(reply, ['name']);
    if (resource !== undefined && get !== undefined && name !== undefined) {
      const path = builder.buildPath(resource, { [resource.idParameters.at(-1) ?? '']: name });
      await builder.call(builder.createCall(get, { resource, path }), { fields: [''] });
    }
    return true;
  });

/** Sends partial updates: an absent field keeps its value, `null` removes one, and a field that isn't updatable has no effect. */
export const planUpdate = (planner: Planner): Promise<Plan> =>
  planMethod(planner, async (builder, method) => {
    const { fields, mask } = planner.testedRule.value as unknown as RuleOf<'update'>;
    const resource = builder.index.getTarget(method);
    if (resource === undefined) throw new ScenarioError('the method changes no resource');
    const { lookup } = builder.index;
    const texts = (lookup.object(resource.schema)?.fields ?? []).filter(({ name, type, readOnly, immutable }) => {
      const resolved = lookup.resolve(type);
      return (
        resolved?.kind === 'string' &&
        !readOnly &&
        !immutable &&
        !resource.idFields.includes(name) &&
        resolved.pattern === undefined &&
        resolved.enum === undefined &&
        resolved.format === undefined
      );
    });
    const first = texts.find(({ name }) => name === 'description') ?? texts[0];
    const initial: JsonObject = first === undefined ? {} : { [first.name]: 'first' };
    const instance = await createOrEnsure(builder, resource, initial);
    const watched = [...new Set([...(first ? [first.name] : []), ...(fields ?? []), 'labels'])];
    const send = async (body: JsonObject, query: JsonObject = {}): Promise<void> => {
      const base = await prepareCall(builder, method);
      const call = { ...base, query: { ...base.query, ...query }, body: { ...toObject(base.body), ...body } };
      await builder.call(call, { fields: watched });
      await readInstance(builder, instance, watched);
    };
    await send(findChange(builder, method));
    await send({});
    const ignored = (lookup.object(resource.schema)?.fields ?? []).filter(
      ({ name, readOnly }) => !readOnly && fields !== undefined && !fields.includes(name),
    );
    for (const { name, type } of ignored.slice(0, 4)) {
      const [value] = listCandidates(type, lookup);
      watched.push(name);
      if (value !== undefined) await send({ [name]: value });
    }
    if (first !== undefined) {
      await send({ [first.name]: 'second' });
      await send({ [first.name]: null });
    }
    if (mask !== undefined && first !== undefined) {
      await send({ [first.name]: 'third' }, { [mask]: first.name });
      await send({ [first.name]: 'fourth' }, { [mask]: 'name' });
      await send({}, { [mask]: first.name });
      await send({ [first.name]: 'fifth' }, { [mask]: 'noSuchField' });
    }
    return true;
  });

async function createOrEnsure(builder: ScenarioBuilder, resource: Instance['resource'], body: JsonObject): Promise<Instance> {
  if (builder.index.findCreation(resource) === undefined) return ensureInstance(builder, resource);
  try {
    return await createWith(builder, resource, body);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return ensureInstance(builder, resource);
  }
}

/** Creates a resource from a source that has the field, without and with what is then required. */
export const planRequiredIfResourceHas = (planner: Planner): Promise<Plan> =>
  planMethod(planner, async (builder, method) => {
    const { field, has } = planner.testedRule.value as unknown as RuleOf<'requiredIfResourceHas'>;
    const { action } = method;
    const source = 'resource' in action ? builder.index.getResource(action.resource) : undefined;
    if (source === undefined) throw new ScenarioError('the method has no source');
    const key = Buffer.alloc(32, 'k').toString('base64');
    const instance = await createWith(builder, source, setAt({}, has.split('.'), has.includes('.') ? key : { rawKey: key }) as JsonObject);
    const base = await prepareFrom(builder, method, instance);
    const without = { ...base, body: setAt(base.body ?? {}, [field], undefined) };
    if (isAccepted(await builder.try(without))) throw new ScenarioError('the mock accepts a request without the field');
    await builder.call(without, { fields: [] });
    const call = { ...base, body: setAt(base.body ?? {}, [field], { rawKey: key }) };
    await builder.mustCall(call, { fields: [] });
    return true;
  });

async function prepareFrom(builder: ScenarioBuilder, method: Method, source: Instance): Promise<CallTemplate> {
  const { action } = method;
  const target = builder.index.getTarget(method);
  const link = source.path
    .split('/')
    .slice(builder.index.api.nameStart - 1)
    .join('/');
  const from = action.kind === 'createFrom' ? action.from : undefined;
  const call = builder.createCall(
    method,
    from === undefined ? source : target && { resource: target, path: builder.buildPath(target, {}) },
  );
  return { ...call, body: { name: builder.createName(), ...(from !== undefined && { [from]: link }) } };
}

/** Changes a resource, with and without an ID for the record, and reads the record. */
export const planChangeRecord = (planner: Planner): Promise<Plan> =>
  planMethod(planner, async (builder, method) => {
    const { idParameter } = planner.testedRule.value as unknown as RuleOf<'changeRecord'>;
    const record = builder.index.getResource(method.changeRecord?.resource);
    for (const id of [undefined, 'record-1', 'record-1']) {
      const base = await prepareChange(builder, method);
      const call = id === undefined || idParameter === undefined ? base : { ...base, query: { ...base.query, [idParameter]: id } };
      const reply = await builder.call(call, { fields: [''] });
      const name = builder.refer(reply, ['id']);
      const get = record && builder.index.findMethod(record, 'get');
      if (record === undefined || get === undefined || name === undefined) continue;
      const path = builder.buildPath(record, { [record.idParameters.at(-1) ?? '']: name });
      await builder.call(builder.createCall(get, { resource: record, path }), { fields: [''] });
    }
    return true;
  });

/** Selects elements of a list in responses. */
export const planElementSelector = (planner: Planner): Promise<Plan> =>
  planMethod(planner, async (builder, method) => {
    const { parameter } = planner.testedRule.value as unknown as RuleOf<'elementSelector'>;
    const base = await prepareCall(builder, method);
    const before = await builder.mustCall(base, { fields: [''] });
    for (const value of ['sha1', 'sha384', 'sha1,sha256', 'noSuchType']) {
      const call = { ...base, query: { ...base.query, [parameter]: value } };
      await builder.call(call, { fields: [''] });
    }
    return getBody(before) !== undefined;
  });
