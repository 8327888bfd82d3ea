/** Rules about the roles of resources in a group, and when they may change. */
import { expect } from 'vitest';
import type { ActiveStandbyRule } from '../../../../services/compute/rules.js';
import type { Json, JsonObject } from '../../../../mock/index.js';
import { withoutValidator } from '../guards.js';
import { prepareCall, fingerprint, createSeed, createStoredResource, type StoredResource } from '../scene.js';
import { readSchemaRule, type SchemaStatement } from '../rule-statements.js';
import { setField } from '../values.js';
import { addQuery, summarizeResult, type Check, type Start, type World } from '../world.js';

interface ActiveStandbyPair {
  readonly world: World;
  readonly standby: StoredResource;
  readonly active: StoredResource;
}

/** The `n`th resource with its fingerprint and additional fields. */
function createStored({ api, resource }: SchemaStatement, n: number, fields: JsonObject): StoredResource {
  const storedResource = createStoredResource(api, resource, n);
  return { ...storedResource, body: { ...storedResource.body, fingerprint, ...fields } };
}

const proxyPurpose = { purpose: 'INTERNAL_HTTPS_LOAD_BALANCER' };

function startPair(
  statement: SchemaStatement,
  start: Start,
  { field, active, standby }: { readonly field: string; readonly active: string; readonly standby: string },
): ActiveStandbyPair {
  const standbyResource = createStored(statement, 0, { ...proxyPurpose, [field]: standby });
  const activeResource = createStored(statement, 1, { ...proxyPurpose, [field]: active });
  return {
    world: start(createSeed(statement.api, [standbyResource, activeResource])),
    standby: standbyResource,
    active: activeResource,
  };
}

async function read({ send }: World, { path }: StoredResource): Promise<JsonObject> {
  return (await send(`GET ${path}`)).body;
}

/** A standby resource that becomes active swaps roles with the active one of its group, which drains. test/behavior covers the draining. */
export function activeStandby(statement: SchemaStatement): Check {
  const { options: rule } = readSchemaRule(statement, 'service') as ActiveStandbyRule;
  const { field, active, standby, drain } = rule;
  return {
    accepts: async (start) => {
      const { world, ...pair } = startPair(statement, start, rule);
      expect(
        summarizeResult(await world.send(addQuery(`PATCH ${pair.standby.path}`, drain.parameter, 60), { [field]: active, fingerprint })),
      ).toBe('200');
      expect((await read(world, pair.standby))[field]).toBe(active);
      expect(await read(world, pair.active)).toMatchObject({ [field]: standby, [drain.field]: drain.during });
    },
    rejects: async (start) => {
      const { world, ...pair } = startPair(statement, start, rule);
      expect(summarizeResult(await world.send(`PATCH ${pair.active.path}`, { [field]: standby, fingerprint }))).toBe('400 invalid');
      expect((await read(world, pair.active))[field]).toBe(active);
    },
  };
}

/** A resource cannot be changed or deleted in one of these states. */
export function immutableWhile(statement: SchemaStatement): Check {
  const { field, immutable: values = [] } = readSchemaRule(statement, 'states');
  const method = statement.api.methods.find(({ action }) => action.kind === 'patch' && action.resource === statement.resource.path);
  if (method === undefined) throw new Error('no method changes the resource');
  const { line, body } = prepareCall(statement.api, method);
  const change = async (start: Start, fields: JsonObject, changeLine = line): Promise<string> =>
    summarizeResult(
      await start(createSeed(statement.api, [createStored(statement, 0, { ...proxyPurpose, role: 'BACKUP', ...fields })])).send(
        changeLine,
        changeLine === line ? body : undefined,
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

/** Ranges of one network are disjoint, within and across resources. Ranges of other networks can overlap them. */
export function nonOverlapping(statement: SchemaStatement): Check {
  const { fields, within: scopeField } = readSchemaRule(statement, 'nonOverlapping');
  const [rangeField = '', memberPath = ''] = fields;
  const [list = '', member = ''] = memberPath.split('.');
  const range = (text: Json): JsonObject => setField({}, [list], [{ rangeName: 'a', [member]: text }]) as JsonObject;
  const change = async (start: Start, text: string, fields: JsonObject = {}): Promise<string> => {
    const world = start(
      createSeed(statement.api, [
        createStored(statement, 0, { [rangeField]: '10.0.0.0/24' }),
        createStored(statement, 1, { [rangeField]: '10.1.0.0/24', ...range('10.2.0.0/24'), ...fields }),
      ]),
      withoutValidator(statement.resource),
    );
    return summarizeResult(
      await world.send(`PATCH ${createStoredResource(statement.api, statement.resource).path}`, { ...range(text), fingerprint }),
    );
  };
  return {
    accepts: async (start) => {
      expect(await change(start, '10.3.0.0/24')).toBe('200');
      expect(await change(start, '10.1.0.0/24', { [scopeField]: 'projects/p/global/networks/other' })).toBe('200');
    },
    rejects: async (start) => {
      for (const text of ['10.1.0.128/25', '10.2.0.0/16', '10.0.0.0/28']) expect(await change(start, text)).toBe('400 invalid');
    },
  };
}
