/** Rules about list requests: pages, filters, orders, and partial results. */
import type { UsableSubnetworksAction } from '../../../../services/compute/rules.js';
import { expect } from 'vitest';
import type { ApiBehavior, MethodBehavior } from '../../../../runtime/behavior.js';
import type { JsonObject, MockOptions } from '../../../../mock/index.js';
import type { SpecifiedRule } from '../../support/specifications.js';
import { prepareCall, createSeed, createStoredResource, type StoredResource } from '../scene.js';
import { adjustMethod, combine, type AdjustBehavior } from '../guards.js';
import { getResourceFields, readMethodRule, type MethodStatement } from '../rule-statements.js';
import { addQuery, summarizeResult, type Check, type Start, type HttpResult, type World } from '../world.js';

interface ListScenario {
  readonly line: string;
  readonly members: readonly StoredResource[];
  readonly start: (start: Start) => World;
  readonly items: string;
  /** The field that identifies a member, and what may precede the name in its value. */
  readonly nameField: string;
  readonly namePrefix: string;
}

const time = (n: number): string => `2026-01-01T00:00:0${n}Z`;

/** Three members: x0, x1 and x2, of which x2 is the oldest. `adjust` further changes the behavior. */
function createScenario({ api, method }: MethodStatement, { count = 3, adjust = combine() } = {}): ListScenario {
  const { line } = prepareCall(api, method);
  const { action } = method;
  const listsSubnetworks = action.kind === 'service' && action.module === 'compute/usable-subnetworks';
  const path = listsSubnetworks ? (action as UsableSubnetworksAction).options.subnetworks : 'resource' in action ? action.resource : '';
  const resource = api.resources.find((candidate) => candidate.path === path);
  if (resource === undefined) throw new Error(`${method.method.id} lists no resource`);
  const hasTime = Object.hasOwn(getResourceFields(api, resource) ?? {}, 'creationTimestamp');
  const members = Array.from({ length: count }, (_, n): StoredResource => {
    const stored = createStoredResource(api, resource, n);
    return hasTime ? { ...stored, body: { ...stored.body, creationTimestamp: time(n === 2 ? 0 : (n % 9) + 1) } } : stored;
  });
  // The rule reports the same error as the compiled validator.
  const adjusted = combine(
    adjustMethod(method, ({ validate: _, ...behavior }) => behavior),
    adjust,
  );
  return {
    line,
    members,
    start: (start) => start(createSeed(api, members), adjusted),
    items: method.method.list?.items ?? 'items',
    nameField: listsSubnetworks ? 'subnetwork' : 'name',
    namePrefix: listsSubnetworks ? '*/' : '',
  };
}

/** A page with items has the field of the response, and an empty one doesn't. */
export function emptyPage(api: ApiBehavior, { pointer }: SpecifiedRule): readonly Check[] {
  const [, schema, , field] = pointer.map(String);
  return api.methods
    .filter(({ action, responseType, method }) => action.kind === 'list' && responseType === schema && method.list?.items === field)
    .map((method) => {
      const { line, seed } = prepareCall(api, method);
      const resource = api.resources.find(({ path }) => 'resource' in method.action && path === method.action.resource);
      if (resource === undefined) throw new Error(`${method.method.id} lists no resource`);
      const read = async (start: Start, options: MockOptions): Promise<unknown> => (await start(options).send(line)).body[String(field)];
      return {
        accepts: async (start) => expect(await read(start, createSeed(api, [createStoredResource(api, resource)]))).toHaveLength(1),
        rejects: async (start) => expect(await read(start, seed)).toBeUndefined(),
      };
    });
}

function listItems({ items }: ListScenario, { body }: HttpResult): readonly JsonObject[] {
  const value = body[items] ?? [];
  if (Array.isArray(value)) return value as readonly JsonObject[];
  // By scope: `global: { networks: [] }`.
  return Object.values(value as JsonObject).flatMap((scope) =>
    Object.values(scope as JsonObject).flatMap((list) => (Array.isArray(list) ? (list as JsonObject[]) : [])),
  );
}

function formatNames(scenario: ListScenario, response: HttpResult): string {
  return listItems(scenario, response)
    .map((item) => String(item[scenario.nameField] ?? item['id']).replace(/^.*\//, ''))
    .filter((name) => /^x\d+$/.test(name))
    .join(' ');
}

/** The pages contain each member once; invalid sizes and foreign tokens are rejected. */
export function pagination(statement: MethodStatement): Check {
  const scenario = createScenario(statement);
  const { line } = scenario;
  const { pageSize, pageToken, nextPageToken, emptyWarning } = readMethodRule(statement.rule, 'pagination');
  const size = pageSize?.parameter ?? 'maxResults';
  return {
    accepts: async (start) => {
      const { send } = scenario.start(start);
      const allItems = listItems(scenario, await send(line));
      const pagedItems: JsonObject[] = [];
      let token: unknown;
      do {
        const page = await send(addQuery(addQuery(line, size, 2), pageToken, String(token ?? '')));
        expect(listItems(scenario, page).length).toBeLessThanOrEqual(2);
        pagedItems.push(...listItems(scenario, page));
        token = page.body[nextPageToken];
      } while (token !== undefined && pagedItems.length < 500);
      expect(pagedItems).toEqual(allItems);
      if (pageSize)
        for (const bound of [pageSize.minimum, pageSize.maximum])
          expect(summarizeResult(await send(addQuery(line, size, bound)))).toBe('200');
    },
    rejects: async (start) => {
      const { send } = scenario.start(start);
      expect(summarizeResult(await send(addQuery(line, pageToken, 'none')))).toBe('400 invalid');
      const outOfRangeSizes = pageSize ? [pageSize.minimum - 1, pageSize.maximum + 1] : [];
      for (const invalidSize of outOfRangeSizes) expect(summarizeResult(await send(addQuery(line, size, invalidSize)))).toBe('400 invalid');
      const emptyResponse = await listEmpty(statement, start);
      // An aggregated list has a warning per scope.
      if (emptyWarning !== undefined && listItems(scenario, emptyResponse).length === 0)
        expect(JSON.stringify(emptyResponse.body)).toContain(emptyWarning);
    },
  };
}

function listEmpty({ api, method }: MethodStatement, start: Start): Promise<HttpResult> {
  const { line, seed } = prepareCall(api, method);
  return start(seed).send(line);
}

/** Both filter syntaxes work; mixing them and unknown fields are rejected. */
export function filter(statement: MethodStatement): Check {
  const scenario = createScenario(statement);
  const { parameter, styles } = readMethodRule(statement.rule, 'filter');
  const { nameField: field, namePrefix: prefix } = scenario;
  const findNames = async ({ send }: World, text: string): Promise<string> => {
    const response = await send(addQuery(scenario.line, parameter, text));
    return response.status === 200 ? formatNames(scenario, response) : summarizeResult(response);
  };
  return {
    accepts: async (start) => {
      const startWorld = scenario.start(start);
      expect(await findNames(startWorld, `${field} = ${prefix}x1`)).toBe('x1');
      expect(await findNames(startWorld, `(${field} = ${prefix}x0) OR (${field} = ${prefix}x2)`)).toBe('x0 x2');
      if (styles.includes('regex')) expect(await findNames(startWorld, `${field} eq ${prefix.replace('*', '.*')}x[01]`)).toBe('x0 x1');
    },
    rejects: async (start) => {
      const startWorld = scenario.start(start);
      expect(await findNames(startWorld, 'noSuchField = red')).toBe('400 invalid');
      expect(await findNames(startWorld, `(${field} = x0) (${field} eq x0)`)).toBe('400 invalid');
    },
  };
}

/** Only the specified orders are accepted. */
export function orderBy(statement: MethodStatement): Check {
  const scenario = createScenario(statement);
  const { parameter, orders, direction } = readMethodRule(statement.rule, 'orderBy');
  const sorted: Readonly<Record<string, string>> = { name: 'x0 x1 x2', 'creationTimestamp desc': 'x1 x0 x2' };
  const ids = (result: HttpResult): readonly unknown[] => listItems(scenario, result).map((item) => item['id']);
  return {
    accepts: async (start) => {
      const { send } = scenario.start(start);
      for (const order of Array.isArray(orders) ? (orders as readonly string[]) : [])
        expect(formatNames(scenario, await send(addQuery(scenario.line, parameter, order))), order).toBe(sorted[order]);
      for (const key of Array.isArray(orders) ? [] : Object.keys(orders)) {
        const ascending = ids(await send(addQuery(scenario.line, parameter, key)));
        expect(ascending.length).toBeGreaterThanOrEqual(3);
        if (direction === undefined) continue;
        const descending = await send(addQuery(addQuery(scenario.line, parameter, key), direction, 'descending'));
        expect(ids(descending)).toEqual(ascending.toReversed());
      }
    },
    rejects: async (start) => {
      const { send } = scenario.start(start);
      expect(summarizeResult(await send(addQuery(scenario.line, parameter, 'noSuchField')))).toBe('400 invalid');
      if (direction !== undefined) expect(summarizeResult(await send(addQuery(scenario.line, direction, 'sideways')))).toBe('400 invalid');
    },
  };
}

async function startUnreachable(scenario: ListScenario, start: Start): Promise<World> {
  const startWorld = scenario.start(start);
  const path = scenario.line.split(' ')[1] ?? '';
  await startWorld.mock.faults.add({ path, unreachable: [path.split('/').at(-1) ?? '', 'global'] });
  return startWorld;
}

/** With the parameter, an unreachable scope becomes a warning. Without it, the list fails. */
export function partialSuccess(statement: MethodStatement): Check {
  const scenario = createScenario(statement);
  const { partialSuccess: parameter = '' } = readMethodRule(statement.rule, 'pagination');
  return {
    accepts: async (start) => {
      const { send } = await startUnreachable(scenario, start);
      expect(summarizeResult(await send(addQuery(scenario.line, parameter, true)))).toBe('200');
    },
    rejects: async (start) => {
      const { send } = await startUnreachable(scenario, start);
      expect(summarizeResult(await send(addQuery(scenario.line, parameter, false)))).toBe('503 backendError');
    },
  };
}

/** The default page size in the check, which would need hundreds of items with the specified one. */
const smallPage = 3;

/** Without the parameter, the response equals that of its default. */
export function parameterDefault(statement: MethodStatement): Check {
  const name = /\((.*)\)$/.exec(statement.rule.owner)?.[1] ?? '';
  const specified = statement.method.method.parameters?.[name]?.default;
  const value = typeof specified === 'boolean' ? specified : smallPage;
  // One item more than a page distinguishes page sizes.
  const scenario =
    typeof specified === 'boolean'
      ? createScenario(statement)
      : createScenario(statement, { count: smallPage + 1, adjust: reduceDefault(statement.method, name, Number(specified) - smallPage) });
  const startWorld = (start: Start): Promise<World> =>
    typeof value === 'boolean' ? startUnreachable(scenario, start) : Promise.resolve(scenario.start(start));
  return {
    accepts: async (start) => {
      const { send } = await startWorld(start);
      const otherValue = typeof value === 'boolean' ? !value : value - 1;
      const response = await send(addQuery(scenario.line, name, otherValue));
      expect(response).not.toEqual(await send(addQuery(scenario.line, name, value)));
    },
    rejects: async (start) => {
      const { send } = await startWorld(start);
      expect(await send(scenario.line)).toEqual(await send(addQuery(scenario.line, name, value)));
    },
  };
}

/** Subtracts from the default of a parameter, whatever it is. */
function reduceDefault(method: MethodBehavior, name: string, reduction: number): AdjustBehavior {
  return adjustMethod(method, (behavior) => {
    const { parameters = {} } = behavior.method;
    const parameter = { ...parameters[name], default: Number(parameters[name]?.default) - reduction };
    return { ...behavior, method: { ...behavior.method, parameters: { ...parameters, [name]: parameter } } };
  });
}
