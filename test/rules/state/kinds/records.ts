/** Rules of DNSSEC keys. */
import type { DnssecKeyRule } from '../../../../services/dns/rules.js';
import { expect } from 'vitest';
import type { JsonObject } from '../../../../mock/index.js';
import { createBody, prepareCall, createStoredResource } from '../scene.js';
import { readSchemaRule, type SchemaStatement } from '../rule-statements.js';
import type { Check, Start } from '../world.js';

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
