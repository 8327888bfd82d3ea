/** Rules of names, record sets and keys. */
import type { DnssecKeyRule } from '../../../../templates/runtime/service-rules.js';
import { expect } from 'vitest';
import type { JsonObject } from '../../../../templates/runtime/mock/index.js';
import { bodyOf, prepareCall, createSeed, findStoredResource } from '../scene.js';
import { schemaRule, type SchemaStatement } from '../rule-statements.js';
import { summarizeResult, type Check, type Start } from '../world.js';

/** Creates a resource next to the existing ones. */
function creator({ api, resource }: SchemaStatement): (start: Start, more: JsonObject, beside?: JsonObject) => Promise<string> {
  const method = api.methods.find(({ action }) => action.kind === 'create' && action.resource === resource.path);
  if (method === undefined) throw new Error(`${resource.path} is not created`);
  const { line, seed } = prepareCall(api, method);
  return async (start, more, beside) => {
    const one = findStoredResource(api, resource);
    const { send } = start(beside === undefined ? seed : createSeed(api, [{ ...one, body: { ...one.body, ...beside } }]));
    return summarizeResult(await send(line, { ...bodyOf(resource, 9), ...more }));
  };
}

/** The parent name or a name below it at a label boundary. */
export function subdomainOf(placed: SchemaStatement): Check {
  const { field } = schemaRule(placed, 'subdomainOf');
  const create = creator(placed);
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

/** One of these values excludes others with the same name, in any order of creation. */
export function exclusiveValue(placed: SchemaStatement): Check {
  const { field, values, among } = schemaRule(placed, 'exclusiveValue');
  const create = creator(placed);
  const [alone = ''] = values;
  const same = Object.fromEntries(among.map((name) => [name, bodyOf(placed.resource)[name] ?? '']));
  const one: JsonObject = { [field]: alone, rrdatas: ['target.example.'] };
  return {
    accepts: async (start) => {
      expect(await create(start, one)).toBe('200');
      expect(await create(start, { ...same, [field]: 'TXT', rrdatas: ['"text"'] }, {})).toBe('200');
    },
    rejects: async (start) => expect(await create(start, { ...same, ...one }, {})).toBe('400 invalid'),
  };
}

/** The server generates the key and its tag, and digests only for key-signing keys. */
export function dnssecKey(placed: SchemaStatement): Check {
  const { options: rule } = schemaRule(placed, 'service') as DnssecKeyRule;
  const { api, resource } = placed;
  const zones = api.resources.find(({ path }) => path === resource.parent);
  const method = api.methods.find(({ action }) => action.kind === 'create' && action.resource === zones?.path);
  if (zones === undefined || method === undefined) throw new Error('keys stand below what is created');
  const keys = async (start: Start): Promise<readonly JsonObject[]> => {
    const { send } = start();
    await send(prepareCall(api, method).line, { ...bodyOf(zones), dnssecConfig: { state: 'on' } });
    const { body } = await send(`GET ${findStoredResource(api, zones).path}/dnsKeys`);
    return (body['dnsKeys'] ?? []) as readonly JsonObject[];
  };
  return {
    accepts: async (start) => {
      for (const key of await keys(start))
        expect(key).toMatchObject({ [rule.publicKey]: expect.any(String) as string, [rule.keyTag]: expect.any(Number) as number });
    },
    rejects: async (start) => {
      const shown = await keys(start);
      expect(new Set(shown.map((key) => key[rule.publicKey])).size).toBe(2);
      const signing = shown.filter((key) => Object.hasOwn(key, rule.digests)).map((key) => key[rule.type]);
      expect(signing).toEqual(['keySigning']);
    },
  };
}
