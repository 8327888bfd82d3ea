/** Rules about the state of resources: values of the server, owned and built-in resources, states, and what blocks deletions. */
import type { RuleOf } from '../../../runtime/rule.js';
import type { Json, JsonObject } from '../../../generator/lib/json.js';
import { getAt, toObject } from '../../../generator/lib/json.js';
import type { Field } from '../../../generator/model/model.js';
import { getItemsField } from '../../../generator/model/schema-lookup.js';
import { setAt } from '../field-paths.js';
import { findTypeAt } from '../adjust-call.js';
import type { Plan, Planner } from '../planner.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { getBody, isAccepted } from '../reference-mock.js';
import { ScenarioError, type ScenarioBuilder } from '../scenario-builder.js';
import { listCandidates } from '../values.js';
import { createWithCompanion } from './companions.js';
import {
  createWith,
  toLink,
  toSeededBody,
  listChanges,
  listResources,
  readInstance,
  satisfyCondition,
  type SchemaResource,
} from './resources.js';
import { seedInstance } from './seeds.js';
import { formatFieldPath } from './targets.js';

const planned: Plan = { kind: 'planned' };

const toPlan = (isPlanned: boolean, planner: Planner, reason: string): Plan =>
  isPlanned ? planned : { kind: 'untested', reason: planner.reasons[0] ?? reason };

export function listOwners({ testedRule, index }: Planner): readonly SchemaResource[] {
  return testedRule.place.in === 'schema' ? listResources(index, testedRule.place.schema).slice(0, 3) : [];
}

/** Writes the fields that a rule names with several values, and reads what the server makes of them. */
export async function planFields(planner: Planner, fields: readonly string[], bodies: readonly JsonObject[]): Promise<boolean> {
  let isPlanned = false;
  for (const { resource, path } of listOwners(planner)) {
    const watched = fields.map((field) => formatFieldPath([...path, ...field.split('.')]).replace(/^\./, ''));
    const prefix = path.filter((step) => step !== '[]');
    const wrap = (body: JsonObject): JsonObject => (prefix.length === 0 ? body : (setAt({}, prefix, body) as JsonObject));
    isPlanned =
      (await planner.plan(async (builder) => {
        let count = 0;
        if (builder.index.findCreation(resource) === undefined) {
          const instance = await ensureInstance(builder, resource);
          return (await readInstance(builder, instance, watched)) !== undefined;
        }
        for (const body of bodies) {
          try {
            const instance = await createWithCompanion(builder, resource, wrap(body));
            count += 1;
            await readInstance(builder, instance, watched);
          } catch (error) {
            if (!(error instanceof ScenarioError)) throw error;
          }
        }
        return count > 0;
      })) || isPlanned;
  }
  return isPlanned;
}

/** Values of a field for its rules: those that its type suggests. */
function listFieldBodies(planner: Planner, field: string): readonly JsonObject[] {
  const { testedRule, index } = planner;
  if (testedRule.place.in !== 'schema') return [];
  const path = field.split('.');
  const type = path.reduce<ReturnType<typeof findTypeAt>>((current, name) => index.lookup.field(current, name)?.type, {
    kind: 'ref',
    schema: testedRule.place.schema,
  });
  return listCandidates(type, index.lookup)
    .slice(0, 3)
    .map((value) => setAt({}, path, value) as JsonObject);
}

export async function planServerDefault(planner: Planner): Promise<Plan> {
  const { field, when, value } = planner.testedRule.value as unknown as RuleOf<'serverDefault'>;
  const condition = satisfyCondition(when);
  const placeholders = [...JSON.stringify(value).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const source = Object.fromEntries(placeholders.map((name) => [name, '5'])) as JsonObject;
  const own = listFieldBodies(planner, field).map((body) => ({ ...condition, ...body }));
  const around = field.includes('.') ? [setAt(condition, field.split('.').slice(0, -1), {}) as JsonObject] : [];
  const isPlanned = await planFields(planner, [field], [condition, {}, ...around, { ...condition, ...source }, ...own]);
  return toPlan(isPlanned, planner, 'no request and no response of the mock contains the field');
}

export async function planDerivedFrom(planner: Planner): Promise<Plan> {
  const { field, of, values } = planner.testedRule.value as unknown as RuleOf<'derivedFrom'>;
  const bodies = Object.keys(values).map((value) => ({ [of]: value }));
  const [first] = bodies;
  const { testedRule, index } = planner;
  const source = testedRule.place.in === 'schema' ? index.lookup.field(testedRule.place.schema, of) : undefined;
  if (source?.readOnly === true) await planSeededValues(planner, { of, field, values: Object.keys(values) });
  const overridden = listFieldBodies(planner, field).map((body) => ({ ...first, ...body }));
  return toPlan(await planFields(planner, [of, field], [...bodies, ...overridden, {}]), planner, 'no response contains the field');
}

interface SeededValues {
  readonly of: string;
  readonly field: string;
  readonly values: readonly string[];
}

/** Seeds a resource of a mock with each of some values of a field, and reads it. */
async function planSeededValues(planner: Planner, { of, field, values }: SeededValues): Promise<void> {
  for (const { resource } of listOwners(planner).filter(({ path }) => path.length === 0))
    await planner.plan(async (builder) => {
      const instance = await ensureInstance(builder, resource);
      for (const value of values) {
        await seedInstance(builder, instance, setAt(toSeededBody(builder, instance), [of], value));
        await readInstance(builder, instance, [of, field]);
      }
      return values.length > 0;
    });
}

export async function planResourceUrl(planner: Planner): Promise<Plan> {
  const { fields } = planner.testedRule.value as unknown as RuleOf<'resourceUrl'>;
  const path = `projects/${planner.options.project}/global/networks/n`;
  const links = [path, `https://elsewhere.test/v1/${path}`, 'global/networks/n'];
  const bodies = links.flatMap((link) => fields.map((field) => ({ [field]: link })));
  return toPlan(await planFields(planner, fields, [...bodies, {}]), planner, 'no response contains the fields');
}

export async function planOmitted(planner: Planner): Promise<Plan> {
  const { fields, when } = planner.testedRule.value as unknown as RuleOf<'omitted'>;
  const outer = [...new Set(fields.map((field) => field.split('.')[0] ?? ''))];
  const condition = satisfyCondition(when);
  const isPlanned = await planFields(
    planner,
    [...fields, ...outer],
    [condition, ...outer.flatMap((field) => listFieldBodies(planner, field))],
  );
  return toPlan(isPlanned, planner, 'no response contains the fields');
}

/** Lists the resources that another one owns, before and after changes. */
export async function planOwnedResources(planner: Planner): Promise<Plan> {
  const { members, when } = planner.testedRule.value as unknown as RuleOf<'ownedResources'>;
  let isPlanned = false;
  for (const { resource } of listOwners(planner))
    isPlanned =
      (await planner.plan(async (builder) => {
        const owned = builder.index.getResource(members);
        const list = owned && builder.index.findMethod(owned, 'list');
        if (owned === undefined || list === undefined) throw new ScenarioError('no method lists the owned resources');
        const items = getItemsField(list);
        for (const body of [satisfyCondition(when), {}]) {
          const owner = await createWith(builder, resource, body);
          const path = [owner.path, ...owned.path.split('/').slice(owner.path.split('/').length)].join('/');
          const reply = await builder.call(builder.createCall(list, { resource: owned, path }), { fields: [items] });
          if (!isAccepted(reply)) return false;
        }
        return true;
      })) || isPlanned;
  return toPlan(isPlanned, planner, 'no method creates the owner');
}

/** Reads and lists the resources that exist without being created. */
export async function planBuiltIn(planner: Planner): Promise<Plan> {
  const { members } = planner.testedRule.value as unknown as RuleOf<'builtIn'>;
  let isPlanned = false;
  for (const { resource } of listOwners(planner))
    isPlanned =
      (await planner.plan(async (builder) => {
        const list = builder.index.findMethod(resource, 'list');
        if (list !== undefined) await builder.mustCall(await prepareCall(builder, list), { fields: [''] });
        for (const member of members.slice(0, 3)) {
          const path = builder.buildPath(resource, { [resource.idParameters.at(-1) ?? '']: String(member['name']) });
          await readInstance(builder, { resource, path, body: {} }, ['']);
        }
        return true;
      })) || isPlanned;
  return toPlan(isPlanned, planner, 'no method reads the resources');
}

/** Deletes a resource while another one refers to it or is in it, and again when it is free. */
export async function planBlockedDeletion(planner: Planner): Promise<Plan> {
  const rule = planner.testedRule.value as unknown as RuleOf<'deleteBlockedByReference'> | RuleOf<'deleteRequiresEmpty'>;
  let isPlanned = false;
  for (const { resource } of listOwners(planner))
    isPlanned =
      (await planner.plan(async (builder) => {
        const other = builder.index.getResource(rule.kind === 'deleteRequiresEmpty' ? rule.members : rule.by);
        const [remove, removeOther] = [builder.index.findMethod(resource, 'delete'), other && builder.index.findMethod(other, 'delete')];
        if (other === undefined || remove === undefined || removeOther === undefined)
          throw new ScenarioError('no method deletes the resource');
        const instance = await ensureInstance(builder, resource);
        const link = instance.path
          .split('/')
          .slice(builder.index.api.nameStart - 1)
          .join('/');
        const blocking =
          rule.kind === 'deleteRequiresEmpty'
            ? await ensureInstance(builder, other)
            : await createWith(builder, other, { [rule.field]: link });
        const call = builder.createCall(remove, instance);
        if (isAccepted(await builder.try(call))) throw new ScenarioError('the mock deletes the resource nevertheless');
        await builder.call(call, { fields: [] });
        await builder.mustCall(builder.createCall(removeOther, blocking));
        await builder.mustCall(call, { fields: [] });
        await readInstance(builder, instance);
        return true;
      })) || isPlanned;
  return toPlan(isPlanned, planner, 'no method deletes the resource');
}

/** Creates resources whose address ranges overlap, and others whose ranges don't. */
export async function planNonOverlapping(planner: Planner): Promise<Plan> {
  const { fields, within } = planner.testedRule.value as unknown as RuleOf<'nonOverlapping'>;
  const [field = ''] = fields;
  let isPlanned = false;
  for (const { resource } of listOwners(planner))
    isPlanned =
      (await planner.plan(async (builder) => {
        const method = builder.index.findCreation(resource);
        if (method === undefined) throw new ScenarioError('no method creates the resource');
        const group = { [within]: toLink(builder, 'n1') };
        const create = async (change: JsonObject): Promise<void> => {
          const base = await prepareCall(builder, method, { ...group, [field]: '10.200.0.0/24' });
          const call = { ...base, body: { ...toObject(base.body ?? {}), ...change } };
          await builder.call(call, { fields: [] });
        };
        await createWith(builder, resource, { ...group, [field]: '10.0.0.0/16' });
        for (const range of ['10.0.1.0/24', '10.0.0.0/16', '10.0.0.0/8']) await create({ [field]: range });
        for (const inner of fields.slice(1)) {
          const [list = '', name = ''] = inner.split('.');
          await create({ [field]: '10.1.0.0/16', [list]: [{ [name]: '10.1.1.0/24' }] });
          await create({ [field]: '10.1.0.0/16', [list]: [{ [name]: '10.0.1.0/24' }] });
          await create({ [field]: '10.2.0.0/16', [list]: [{ [name]: '10.3.0.0/24' }, { [name]: '10.3.0.0/25' }] });
        }
        await create({ [field]: '10.9.0.0/16' });
        await create({ [within]: toLink(builder, 'n2'), [field]: '10.0.1.0/24' });
        return true;
      })) || isPlanned;
  return toPlan(isPlanned, planner, 'no method creates the resource');
}

/** Sends a change with the current etag, with a stale one, and without one. */
export async function planEtag(planner: Planner): Promise<Plan> {
  const { field, covers } = planner.testedRule.value as unknown as RuleOf<'etag'>;
  let isPlanned = false;
  const { index, testedRule } = planner;
  const owners = testedRule.place.in === 'schema' ? listResources(index, testedRule.place.schema) : [];
  const bySchema = index.api.methods.filter(
    ({ request }) => testedRule.place.in === 'schema' && request?.kind === 'ref' && request.schema === testedRule.place.schema,
  );
  const methods = [
    ...new Set([...owners.filter(({ path }) => path.length === 0).flatMap(({ resource }) => listChanges(index, resource)), ...bySchema]),
  ];
  for (const method of methods.filter(({ action }) => action.kind !== 'create' && action.kind !== 'createFrom').slice(0, 4))
    isPlanned =
      (await planner.plan(async (builder) => {
        const resource = index.getTarget(method);
        if (resource === undefined) return false;
        const instance = await ensureInstance(builder, resource);
        const read = builder.createRead(instance);
        if (read === undefined) throw new ScenarioError('no method reads the resource');
        const reply = await builder.mustCall(read, { fields: [field] });
        const current = builder.refer(reply, [field]);
        if (current === undefined) return false;
        const change = findChange(builder, method, covers);
        const base = await prepareCall(builder, method);
        const withField = (value: Json | undefined) => ({
          ...base,
          body: setAt({ ...toObject(base.body ?? {}), ...change }, [field], value),
        });
        for (const value of ['AAAAAAAAAAA=', undefined]) {
          const call = withField(value);
          if (isAccepted(await builder.try(call))) continue;
          await builder.call(call, { fields: [] });
        }
        await builder.mustCall(withField(current), { fields: [field] });
        const later = await builder.mustCall(read, { fields: [field] });
        if (getAt(getBody(later) ?? {}, [field]) !== getAt(getBody(reply) ?? {}, [field]))
          await builder.call(withField(current), { fields: [] });
        await builder.mustCall(withField(builder.refer(later, [field])), { fields: [] });
        return true;
      })) || isPlanned;
  return toPlan(isPlanned, planner, 'no method changes the resource');
}

/** A change of the fields that an etag covers. */
export function findChange(
  builder: ScenarioBuilder,
  method: Parameters<typeof prepareCall>[1],
  covers: readonly string[] = [],
): JsonObject {
  const { lookup } = builder.index;
  const type = method.requestWrap === undefined ? method.request : lookup.field(method.request, method.requestWrap)?.type;
  const updatable = method.rules.flatMap(({ rule }) => (rule.kind === 'update' ? (rule.fields ?? []) : []));
  const ids = builder.index.getTarget(method)?.idFields ?? [];
  const isChangeable = ({ readOnly, immutable, name }: Field): boolean =>
    !readOnly && !immutable && !ids.includes(name) && (updatable.length === 0 || updatable.includes(name));
  const fields = lookup.object(type)?.fields.filter(isChangeable) ?? [];
  const isText = ({ type: fieldType }: (typeof fields)[number]): boolean => {
    const resolved = lookup.resolve(fieldType);
    return resolved?.kind === 'string' && resolved.format === undefined && resolved.pattern === undefined && resolved.enum === undefined;
  };
  const chosen =
    fields.find(({ name }) => covers.includes(name) && method.action.kind === 'setFields') ??
    fields.find(({ name }) => name === 'description') ??
    fields.find(({ name }) => name === 'labels') ??
    fields.find(isText) ??
    fields.find(({ type: fieldType }) => lookup.resolve(fieldType)?.kind === 'integer') ??
    fields[0];
  if (chosen === undefined) return {};
  const [value] = listCandidates(chosen.type, lookup).slice(chosen.name === 'description' ? 1 : 0);
  return value === undefined ? {} : { [chosen.name]: chosen.name === 'labels' ? { team: 'one' } : value };
}
