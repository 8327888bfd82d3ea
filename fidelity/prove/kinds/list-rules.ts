/** Rules about lists: pages, filters, orders, and partial results. */
import { listSupportedOrders, type FilterRule, type OrderByRule, type PaginationRule } from '../../../runtime/list-rules.js';
import { getAt, getText, type Json, type Pointer } from '../../../generator/lib/json.js';
import type { UsableSubnetworksAction } from '../../../services/compute/rules.js';
import type { Method, Resource } from '../../../generator/model/model.js';
import { getItemsField } from '../../../generator/model/schema-lookup.js';
import type { ApiIndex } from '../api-index.js';
import type { Plan, Planner } from '../planner.js';
import { createInstance, ensureInstance, findReport, prepareCall, reportEvents } from '../prepare.js';
import { getBody, isAccepted } from '../reference-mock.js';
import type { CallTemplate } from '../scenario.js';
import { ScenarioError, type ScenarioBuilder } from '../scenario-builder.js';
import { planMethod } from './method-rules.js';

/** The number of members of a list. */
const memberCount = 3;
/** The maximum number of pages that a scenario follows. */
const maxPages = 12;

export interface PreparedList {
  readonly call: CallTemplate;
  readonly items: string;
  /** The field that identifies a member. */
  readonly nameField: string;
  /** The names of the members, as the mock returns them. */
  readonly names: readonly string[];
}

/** Returns the resource that a method lists. */
export function findListed(index: ApiIndex, { action }: Method): Resource | undefined {
  if (action.kind === 'service' && action.module === 'compute/usable-subnetworks')
    return index.getResource((action as UsableSubnetworksAction).options.subnetworks);
  return index.getResource('resource' in action ? action.resource : undefined);
}

/** Creates the members of a list, and prepares the call that lists them. */
export async function prepareList(builder: ScenarioBuilder, method: Method): Promise<PreparedList> {
  builder.isIsolated = true;
  const resource = findListed(builder.index, method);
  const canCreate =
    resource !== undefined &&
    !resource.implicit &&
    (resource.operation !== undefined || builder.index.findCreation(resource) !== undefined);
  if (canCreate) {
    await ensureInstance(builder, resource);
    for (let count = 1; count < memberCount; count += 1) await createInstance(builder, resource);
  }
  const call = await prepareCall(builder, method);
  const items = getItemsField(method);
  const reply = await builder.mustCall(call, { fields: [items] });
  const found = listItems(getAt(getBody(reply) ?? {}, [items]));
  const nameField =
    ['name', 'id', ...Object.keys(found[0] ?? {})].find((field) => getText(found[0] ?? null, field) !== undefined) ?? 'name';
  return { call, items, nameField, names: found.flatMap((item) => getText(item, nameField) ?? []) };
}

/** Returns the items of a list, also of one by scope. */
export const listItems = (list: Json | undefined): readonly Json[] =>
  Array.isArray(list)
    ? (list as readonly Json[])
    : Object.values((list ?? {}) as Record<string, Json>).flatMap((scope) => Object.values(scope as Record<string, Json>).flat() as Json[]);

const withQuery = (call: CallTemplate, query: Readonly<Record<string, Json>>): CallTemplate => ({
  ...call,
  query: { ...call.query, ...query },
});

/** Follows the pages of several sizes. Their union is the list. */
export async function followPages(
  builder: ScenarioBuilder,
  { call, items }: PreparedList,
  { size, token, next }: { readonly size: string | undefined; readonly token: string; readonly next: string },
): Promise<void> {
  builder.isIsolated = true;
  for (const count of [1, 2]) {
    let page = size === undefined ? call : withQuery(call, { [size]: count });
    for (let at = 0; at < maxPages; at += 1) {
      const reply = await builder.call(page, { fields: [items, next] });
      const following = isAccepted(reply) ? builder.refer(reply, [next]) : undefined;
      if (following === undefined || getAt(getBody(reply) ?? {}, [next]) === '') break;
      page = withQuery(page, { [token]: following });
    }
    if (size === undefined) return;
  }
}

export const planPagination = (planner: Planner): Promise<Plan> =>
  planMethod(planner, async (builder, method) => {
    const { pageSize, pageToken, nextPageToken, emptyWarning, partialSuccess } = planner.testedRule.value as unknown as PaginationRule;
    const empty = await prepareCall(builder, method);
    await builder.mustCall(empty, { fields: emptyWarning === undefined ? [] : [''] });
    const scene = await prepareList(builder, method);
    await followPages(builder, scene, { size: pageSize?.parameter, token: pageToken, next: nextPageToken });
    const bounds =
      pageSize === undefined
        ? []
        : [pageSize.minimum, pageSize.maximum, pageSize.minimum - 1, pageSize.maximum + 1].map((value) => ({
            [pageSize.parameter]: value,
          }));
    for (const query of [...bounds, { [pageToken]: 'none' }]) await builder.call(withQuery(scene.call, query), { fields: [scene.items] });
    if (partialSuccess !== undefined) {
      await addUnreachableScopes(builder, scene.call.path);
      for (const value of [true, false]) await builder.call(withQuery(scene.call, { [partialSuccess]: value }), { fields: [''] });
    }
    return true;
  });

/** Makes the scopes of a list unreachable in a mock. */
export async function addUnreachableScopes(builder: ScenarioBuilder, path: string): Promise<void> {
  const [, , , , scope = 'global', name = ''] = path.split('/');
  const scopes = [...new Set([name, `${scope}/${name}`, 'global'])].filter((each) => each !== '');
  await builder.control('POST', '/__admin/faults', [{ path: `/${path}`, unreachable: scopes }]);
}

export const planFilter = (planner: Planner): Promise<Plan> =>
  planMethod(planner, async (builder, method) => {
    const { parameter, styles } = planner.testedRule.value as unknown as FilterRule;
    const scene = await prepareList(builder, method);
    const [first = 'x', second = 'y'] = scene.names;
    const field = scene.nameField;
    const filters = [
      `${field} = ${JSON.stringify(first)}`,
      `${field} != ${JSON.stringify(first)}`,
      `(${field} = ${JSON.stringify(first)}) OR (${field} = ${JSON.stringify(second)})`,
      `NOT ${field} = ${JSON.stringify(first)}`,
      `${field}:*`,
      ...(styles.includes('regex') ? [`${field} eq ${first}`, `${field} eq .*`, `${field} ne ${first}`] : []),
      `(${field} = x) (${field} eq x)`,
      'noSuchField = red',
      `${field} =`,
      '(((',
    ];
    for (const filter of filters) await builder.call(withQuery(scene.call, { [parameter]: filter }), { fields: [scene.items] });
    if (scene.names.length === 0) throw new ScenarioError('the list of the mock is empty');
    return true;
  });

/** Sends a parameter once, and twice with another value: those of members of the list with the name of the parameter. */
export async function planRepeated(planner: Planner): Promise<Plan> {
  const { place } = planner.testedRule;
  if (place.in !== 'parameter' || place.method === undefined) return { kind: 'untested', reason: 'the rule does not concern a parameter' };
  const [{ name }, method] = [place.parameter, place.method];
  const isPlanned = await planner.plan(async (builder) => {
    builder.isIsolated = true;
    const report = findReport(builder, method);
    if (report !== undefined) await reportEvents(builder, report, memberCount);
    const base = await prepareCall(builder, method);
    const reply = await builder.mustCall(base, { fields: [''] });
    const values = findMembers(getBody(reply) ?? null, name).flatMap((pointer) => builder.refer(reply, pointer) ?? []);
    const [first, second] = values;
    if (first === undefined || second === undefined) throw new ScenarioError('the list of the mock has no two values of the parameter');
    for (const value of [[first], [first, second]]) await builder.call(withQuery(base, { [name]: value }), { fields: [''] });
    return true;
  });
  return isPlanned ? { kind: 'planned' } : { kind: 'untested', reason: planner.reasons[0] ?? 'no known scenario tests the rule' };
}

/** Finds the members with a name, at any depth. */
function findMembers(value: Json, name: string): readonly Pointer[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? (value as readonly Json[]).map((item, at) => [at, item] as const)
    : Object.entries(value);
  return entries.flatMap(([key, inner]): readonly Pointer[] =>
    key === name ? [[key]] : findMembers(inner, name).map((pointer) => [key, ...pointer]),
  );
}

export const planOrderBy = (planner: Planner): Promise<Plan> =>
  planMethod(planner, async (builder, method) => {
    const rule = planner.testedRule.value as unknown as OrderByRule;
    const scene = await prepareList(builder, method);
    for (const order of listSupportedOrders(rule).keys()) {
      await builder.call(withQuery(scene.call, { [rule.parameter]: order }), { fields: [scene.items] });
      if (rule.direction === undefined) continue;
      for (const direction of ['ascending', 'descending'])
        await builder.call(withQuery(scene.call, { [rule.parameter]: order, [rule.direction]: direction }), { fields: [scene.items] });
    }
    await builder.call(withQuery(scene.call, { [rule.parameter]: 'noSuchOrder' }), { fields: [scene.items] });
    if (rule.direction !== undefined)
      await builder.call(withQuery(scene.call, { [rule.direction]: 'sideways' }), { fields: [scene.items] });
    return true;
  });
