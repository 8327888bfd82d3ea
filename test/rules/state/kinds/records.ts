/** Rules of names, record sets, and keys. */
import type { DnssecKeyRule } from '../../../../templates/runtime/service-rules.js';
import { expect } from 'vitest';
import type { JsonObject } from '../../../../templates/runtime/mock/index.js';
import { createBody, prepareCall, createSeed, createStoredResource } from '../scene.js';
import { readSchemaRule, type SchemaStatement } from '../rule-statements.js';
import { summarizeResult, type Check, type Start } from '../world.js';

/** Returns a function that creates a resource next to the existing ones. */
function createCreator({ api, resource }: SchemaStatement): (start: Start, fields: JsonObject, existing?: JsonObject) => Promise<string> {
  const method = api.methods.find(({ action }) => action.kind === 'create' && action.resource === resource.path);
  if (method === undefined) throw new Error(`${resource.path} has no create method`);
  const { line, seed } = prepareCall(api, method);
  return async (start, fields, existing) => {
    const stored = createStoredResource(api, resource);
    const { send } = start(existing === undefined ? seed : createSeed(api, [{ ...stored, body: { ...stored.body, ...existing } }]));
    return summarizeResult(await send(line, { ...createBody(api, resource, 9), ...fields }));
  };
}

/** The name is that of the parent or a subdomain of it. */
export function subdomainOf(statement: SchemaStatement): Check {
  const { field } = readSchemaRule(statement, 'subdomainOf');
  const create = createCreator(statement);
  return {
    accepts: async (start) => {
      for (const name of ['x0.example.', 'deep.er.x0.example.']) expect(await create(start, { [field]: name })).toBe('200');
    },
    rejects: async (start) => {
      for (const name of ['another.example.', 'nox0.example.', 'example.'])
        expect(await create(start, { [field]: name })).toBe('400 invalid');
    },
  };
}

/** A record set with one of these values excludes others with the same name, in any order of creation. */
export function exclusiveValue(statement: SchemaStatement): Check {
  const { field, values, among } = readSchemaRule(statement, 'exclusiveValue');
  const create = createCreator(statement);
  const [exclusive = ''] = values;
  const keyFields = Object.fromEntries(among.map((name) => [name, createBody(statement.api, statement.resource)[name] ?? '']));
  const body: JsonObject = { [field]: exclusive, rrdatas: ['target.example.'] };
  return {
    accepts: async (start) => {
      expect(await create(start, body)).toBe('200');
      expect(await create(start, { ...keyFields, [field]: 'TXT', rrdatas: ['"text"'] }, {})).toBe('200');
    },
    rejects: async (start) => expect(await create(start, { ...keyFields, ...body }, {})).toBe('400 invalid'),
  };
}

/** The server generates the key and its tag, and digests only for key-signing keys. */
export function dnssecKey(statement: SchemaStatement): Check {
  const { options: rule } = readSchemaRule(statement, 'service') as DnssecKeyRule;
  const { api, resource } = statement;
  const zoneResource = api.resources.find(({ path }) => path === resource.parent);
  const method = api.methods.find(({ action }) => action.kind === 'create' && action.resource === zoneResource?.path);
  if (zoneResource === undefined || method === undefined) throw new Error('the parent of the keys has no create method');
  const listKeys = async (start: Start): Promise<readonly JsonObject[]> => {
    const { send } = start();
    await send(prepareCall(api, method).line, { ...createBody(api, zoneResource), dnssecConfig: { state: 'on' } });
    const { body } = await send(`GET ${createStoredResource(api, zoneResource).path}/dnsKeys`);
    return (body['dnsKeys'] ?? []) as readonly JsonObject[];
  };
  return {
    accepts: async (start) => {
      for (const key of await listKeys(start))
        expect(key).toMatchObject({ [rule.publicKey]: expect.any(String) as string, [rule.keyTag]: expect.any(Number) as number });
    },
    rejects: async (start) => {
      const keys = await listKeys(start);
      expect(new Set(keys.map((key) => key[rule.publicKey])).size).toBe(2);
      const typesWithDigests = keys.filter((key) => Object.hasOwn(key, rule.digests)).map((key) => key[rule.type]);
      expect(typesWithDigests).toEqual(['keySigning']);
    },
  };
}
