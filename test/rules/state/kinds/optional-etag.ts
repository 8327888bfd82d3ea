/** Optional etag preconditions. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../../mock/index.js';
import { combine, withoutFormat } from '../guards.js';
import { fingerprint, withFingerprint, createSeed, staleFingerprint, createStoredResource } from '../scene.js';
import { readSchemaRule, type SchemaStatement } from '../rule-statements.js';
import { summarizeResult, type Check, type World } from '../world.js';

/** Returns 412 for a stale value; without a value there is no check. */
export function optionalEtag(statement: SchemaStatement): Check {
  const { api, resource } = statement;
  const { field } = readSchemaRule(statement, 'etag');
  const stored = withFingerprint(createStoredResource(api, resource), [field]);
  const patch = (world: World, fields: JsonObject): ReturnType<World['send']> =>
    world.send(`PATCH ${stored.path}`, { description: 'changed', ...fields });
  return {
    accepts: async (start) => {
      const world = start(createSeed(api, [stored]), combine(withoutFormat(resource, field)));
      const { body } = await patch(world, { [field]: fingerprint });
      expect(body[field]).not.toBe(fingerprint);
      expect(summarizeResult(await patch(world, {}))).toBe('200');
    },
    rejects: async (start) => {
      const world = start(createSeed(api, [stored]), combine(withoutFormat(resource, field)));
      expect(summarizeResult(await patch(world, { [field]: staleFingerprint }))).toBe('412 conditionNotMet');
      expect((await world.send(`GET ${stored.path}`)).body).not.toHaveProperty('description');
    },
  };
}
