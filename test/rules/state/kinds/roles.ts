/** Rules about the roles of resources in a group, and when they may change. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { withoutValidator } from '../guards.js';
import { prepareCall, fingerprint, createSeed, findStoredResource, type StoredResource } from '../scene.js';
import { schemaRule, type SchemaStatement } from '../rule-statements.js';
import { put } from '../values.js';
import { addQuery, summarizeResult, type Check, type Start, type World } from '../world.js';

interface Pair {
  readonly world: World;
  readonly standby: StoredResource;
  readonly active: StoredResource;
}

/** The `n`th resource with its fingerprint and additional fields. */
function with_({ api, resource }: SchemaStatement, n: number, more: JsonObject): StoredResource {
  const one = findStoredResource(api, resource, n);
  return { ...one, body: { ...one.body, fingerprint, ...more } };
}

const proxy = { purpose: 'INTERNAL_HTTPS_LOAD_BALANCER' };

function pairOf(
  placed: SchemaStatement,
  start: Start,
  { field, active, standby }: { readonly field: string; readonly active: string; readonly standby: string },
): Pair {
  const one = with_(placed, 0, { ...proxy, [field]: standby });
  const other = with_(placed, 1, { ...proxy, [field]: active });
  return { world: start(createSeed(placed.api, [one, other])), standby: one, active: other };
}

async function read({ send }: World, { path }: StoredResource): Promise<JsonObject> {
  return (await send(`GET ${path}`)).body;
}

/** A standby resource that becomes active swaps roles with the active one of its group, which drains. */
export function activeStandby(placed: SchemaStatement): Check {
  const rule = schemaRule(placed, 'activeStandby');
  const { field, active, standby, drain } = rule;
  return {
    accepts: async (start) => {
      const { world, ...pair } = pairOf(placed, start, rule);
      expect(
        summarizeResult(await world.send(addQuery(`PATCH ${pair.standby.path}`, drain.parameter, 60), { [field]: active, fingerprint })),
      ).toBe('200');
      expect((await read(world, pair.standby))[field]).toBe(active);
      expect(await read(world, pair.active)).toMatchObject({ [field]: standby, [drain.field]: drain.during });
      await world.mock.clock.advance(59_999);
      expect((await read(world, pair.active))[drain.field]).toBe(drain.during);
      await world.mock.clock.advance(1);
      expect((await read(world, pair.active))[drain.field]).toBe(drain.after);
    },
    rejects: async (start) => {
      const { world, ...pair } = pairOf(placed, start, rule);
      expect(summarizeResult(await world.send(`PATCH ${pair.active.path}`, { [field]: standby, fingerprint }))).toBe('400 invalid');
      expect((await read(world, pair.active))[field]).toBe(active);
    },
  };
}

/** Cannot be changed or deleted while in one of these states. */
export function immutableWhile(placed: SchemaStatement): Check {
  const { field, immutable: values = [] } = schemaRule(placed, 'states');
  const method = placed.api.methods.find(({ action }) => action.kind === 'patch' && action.resource === placed.resource.path);
  if (method === undefined) throw new Error('nothing changes the resource');
  const { line, body } = prepareCall(placed.api, method);
  const change = async (start: Start, more: JsonObject, changing = line): Promise<string> =>
    summarizeResult(
      await start(createSeed(placed.api, [with_(placed, 0, { ...proxy, role: 'BACKUP', ...more })])).send(
        changing,
        changing === line ? body : undefined,
      ),
    );
  return {
    accepts: async (start) => expect(await change(start, { [field]: 'READY' })).toBe('200'),
    rejects: async (start) => {
      for (const value of values) {
        expect(await change(start, { [field]: value })).toBe('400 resourceNotReady');
        expect(await change(start, { [field]: value }, line.replace('PATCH', 'DELETE'))).toBe('400 resourceNotReady');
      }
    },
  };
}

/** Ranges of one network are disjoint, within and across resources; other networks do not matter. */
export function nonOverlapping(placed: SchemaStatement): Check {
  const { fields, within } = schemaRule(placed, 'nonOverlapping');
  const [own = '', inner = ''] = fields;
  const [list = '', member = ''] = inner.split('.');
  const range = (text: Json): JsonObject => put({}, [list], [{ rangeName: 'a', [member]: text }]) as JsonObject;
  const change = async (start: Start, text: string, more: JsonObject = {}): Promise<string> => {
    const world = start(
      createSeed(placed.api, [
        with_(placed, 0, { [own]: '10.0.0.0/24' }),
        with_(placed, 1, { [own]: '10.1.0.0/24', ...range('10.2.0.0/24'), ...more }),
      ]),
      withoutValidator(placed.resource),
    );
    return summarizeResult(
      await world.send(`PATCH ${findStoredResource(placed.api, placed.resource).path}`, { ...range(text), fingerprint }),
    );
  };
  return {
    accepts: async (start) => {
      expect(await change(start, '10.3.0.0/24')).toBe('200');
      expect(await change(start, '10.1.0.0/24', { [within]: 'projects/p/global/networks/other' })).toBe('200');
    },
    rejects: async (start) => {
      for (const text of ['10.1.0.128/25', '10.2.0.0/16', '10.0.0.0/28']) expect(await change(start, text)).toBe('400 invalid');
    },
  };
}
