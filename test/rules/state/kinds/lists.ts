/** Rules about list requests: pages, filters, orders, and partial results. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../../templates/runtime/mock/index.js';
import { prepareCall, createSeed, findStoredResource, type StoredResource } from '../scene.js';
import { atMethod } from '../guards.js';
import { methodRule, type MethodStatement } from '../rule-statements.js';
import { addQuery, summarizeResult, type Check, type Start, type HttpResult, type World } from '../world.js';

interface Scene {
  readonly line: string;
  readonly members: readonly StoredResource[];
  readonly start: (start: Start) => World;
  readonly items: string;
}

const time = (n: number): string => `2026-01-01T00:00:0${n}Z`;

/** Three members: x0, x1 and x2, of which x2 is the oldest. */
function scene({ api, method }: MethodStatement, count = 3): Scene {
  const { line } = prepareCall(api, method);
  const path = 'resource' in method.action ? method.action.resource : '';
  const resource = api.resources.find((one) => one.path === path);
  if (resource === undefined) throw new Error(`${method.method.id} lists nothing`);
  const hasTime = resource.fields !== undefined && Object.hasOwn(resource.fields, 'creationTimestamp');
  const members = Array.from({ length: count }, (_, n): StoredResource => {
    const one = findStoredResource(api, resource, n);
    return hasTime ? { ...one, body: { ...one.body, creationTimestamp: time(n === 2 ? 0 : (n % 9) + 1) } } : one;
  });
  // The rule reports the same error as the compiled validator.
  const adjusted = atMethod(method, ({ validate: _, ...one }) => one);
  return { line, members, start: (start) => start(createSeed(api, members), adjusted), items: method.method.list?.items ?? 'items' };
}

function itemsIn({ items }: Scene, { body }: HttpResult): readonly JsonObject[] {
  const found = body[items] ?? [];
  if (Array.isArray(found)) return found as readonly JsonObject[];
  // By scope: `global: { networks: [] }`.
  return Object.values(found as JsonObject).flatMap((scope) =>
    Object.values(scope as JsonObject).flatMap((each) => (Array.isArray(each) ? (each as JsonObject[]) : [])),
  );
}

function namesIn(of: Scene, told: HttpResult): string {
  return itemsIn(of, told)
    .map((item) => String(item['name'] ?? item['id']))
    .filter((name) => /^x\d+$/.test(name))
    .join(' ');
}

/** The pages contain each member once; invalid sizes and foreign tokens are rejected. */
export function pagination(stated: MethodStatement): Check {
  const of = scene(stated);
  const { line } = of;
  const { pageSize, pageToken, nextPageToken, emptyWarning } = methodRule(stated.rule, 'pagination');
  const size = pageSize?.parameter ?? 'maxResults';
  return {
    accepts: async (start) => {
      const { send } = of.start(start);
      const whole = itemsIn(of, await send(line));
      const found: JsonObject[] = [];
      let token: unknown;
      do {
        const page = await send(addQuery(addQuery(line, size, 2), pageToken, String(token ?? '')));
        expect(itemsIn(of, page).length).toBeLessThanOrEqual(2);
        found.push(...itemsIn(of, page));
        token = page.body[nextPageToken];
      } while (token !== undefined && found.length < 500);
      expect(found).toEqual(whole);
      if (pageSize)
        for (const bound of [pageSize.minimum, pageSize.maximum])
          expect(summarizeResult(await send(addQuery(line, size, bound)))).toBe('200');
    },
    rejects: async (start) => {
      const { send } = of.start(start);
      expect(summarizeResult(await send(addQuery(line, pageToken, 'none')))).toBe('400 invalid');
      const outside = pageSize ? [pageSize.minimum - 1, pageSize.maximum + 1] : [];
      for (const wrong of outside) expect(summarizeResult(await send(addQuery(line, size, wrong)))).toBe('400 invalid');
      const empty = await emptied(stated, start);
      // An aggregated list has a warning per scope.
      if (emptyWarning !== undefined && itemsIn(of, empty).length === 0) expect(JSON.stringify(empty.body)).toContain(emptyWarning);
    },
  };
}

function emptied({ api, method }: MethodStatement, start: Start): Promise<HttpResult> {
  const { line, seed } = prepareCall(api, method);
  return start(seed).send(line);
}

/** Both filter syntaxes work; mixing them and unknown fields are rejected. */
export function filter(stated: MethodStatement): Check {
  const of = scene(stated);
  const { parameter, styles } = methodRule(stated.rule, 'filter');
  const find = async ({ send }: World, text: string): Promise<string> => {
    const told = await send(addQuery(of.line, parameter, text));
    return told.status === 200 ? namesIn(of, told) : summarizeResult(told);
  };
  return {
    accepts: async (start) => {
      const world = of.start(start);
      expect(await find(world, 'name = x1')).toBe('x1');
      expect(await find(world, '(name = x0) OR (name = x2)')).toBe('x0 x2');
      if (styles.includes('regex')) expect(await find(world, 'name eq x[01]')).toBe('x0 x1');
    },
    rejects: async (start) => {
      const world = of.start(start);
      expect(await find(world, 'noSuchField = red')).toBe('400 invalid');
      expect(await find(world, '(name = x0) (name eq x0)')).toBe('400 invalid');
    },
  };
}

/** Only the specified orders are accepted. */
export function orderBy(stated: MethodStatement): Check {
  const of = scene(stated);
  const { parameter, orders, direction } = methodRule(stated.rule, 'orderBy');
  const sorted: Readonly<Record<string, string>> = { name: 'x0 x1 x2', 'creationTimestamp desc': 'x1 x0 x2' };
  const ids = (result: HttpResult): readonly unknown[] => itemsIn(of, result).map((item) => item['id']);
  return {
    accepts: async (start) => {
      const { send } = of.start(start);
      for (const order of Array.isArray(orders) ? (orders as readonly string[]) : [])
        expect(namesIn(of, await send(addQuery(of.line, parameter, order))), order).toBe(sorted[order]);
      for (const key of Array.isArray(orders) ? [] : Object.keys(orders)) {
        const up = ids(await send(addQuery(of.line, parameter, key)));
        expect(up.length).toBeGreaterThanOrEqual(3);
        if (direction === undefined) continue;
        const down = await send(addQuery(addQuery(of.line, parameter, key), direction, 'descending'));
        expect(ids(down)).toEqual(up.toReversed());
      }
    },
    rejects: async (start) => {
      const { send } = of.start(start);
      expect(summarizeResult(await send(addQuery(of.line, parameter, 'noSuchField')))).toBe('400 invalid');
      if (direction !== undefined) expect(summarizeResult(await send(addQuery(of.line, direction, 'sideways')))).toBe('400 invalid');
    },
  };
}

async function unreachable(of: Scene, start: Start): Promise<World> {
  const world = of.start(start);
  const path = of.line.split(' ')[1] ?? '';
  await world.mock.faults.add({ path, unreachable: [path.split('/').at(-1) ?? '', 'global'] });
  return world;
}

/** An unreachable scope becomes a warning on request and otherwise fails the list. */
export function partialSuccess(stated: MethodStatement): Check {
  const of = scene(stated);
  const { partialSuccess: parameter = '' } = methodRule(stated.rule, 'pagination');
  return {
    accepts: async (start) => {
      const { send } = await unreachable(of, start);
      expect(summarizeResult(await send(addQuery(of.line, parameter, true)))).toBe('200');
    },
    rejects: async (start) => {
      const { send } = await unreachable(of, start);
      expect(summarizeResult(await send(addQuery(of.line, parameter, false)))).toBe('503 backendError');
    },
  };
}

/** Without the parameter, the response equals that of its default. */
export function parameterDefault(stated: MethodStatement): Check {
  const name = /\((.*)\)$/.exec(stated.rule.owner)?.[1] ?? '';
  const value = stated.method.defaults?.[name];
  // Enough items to distinguish page sizes.
  const of = scene(stated, typeof value === 'number' ? value + 1 : 3);
  const world = (start: Start): Promise<World> => (typeof value === 'boolean' ? unreachable(of, start) : Promise.resolve(of.start(start)));
  return {
    accepts: async (start) => {
      const { send } = await world(start);
      const other = typeof value === 'boolean' ? !value : Number(value) - 1;
      const told = await send(addQuery(of.line, name, other));
      expect(told).not.toEqual(await send(addQuery(of.line, name, String(value))));
    },
    rejects: async (start) => {
      const { send } = await world(start);
      expect(await send(of.line)).toEqual(await send(addQuery(of.line, name, String(value))));
    },
  };
}
