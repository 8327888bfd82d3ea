/** Optional etag preconditions. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../../templates/runtime/mock/index.js';
import { all, withoutFormat } from '../guards.js';
import { fingerprint, withFingerprint, createSeed, staleFingerprint, findStoredResource } from '../scene.js';
import { schemaRule, type SchemaStatement } from '../rule-statements.js';
import { summarizeResult, type Check, type World } from '../world.js';

/** Returns 412 for a stale value; without a value there is no check. */
export function optionalEtag(placed: SchemaStatement): Check {
  const { api, resource } = placed;
  const { field } = schemaRule(placed, 'etag');
  const one = withFingerprint(findStoredResource(api, resource), [field]);
  const patch = (world: World, more: JsonObject): ReturnType<World['send']> =>
    world.send(`PATCH ${one.path}`, { description: 'changed', ...more });
  return {
    accepts: async (start) => {
      const world = start(createSeed(api, [one]), all(withoutFormat(resource, field)));
      const { body } = await patch(world, { [field]: fingerprint });
      expect(body[field]).not.toBe(fingerprint);
      expect(summarizeResult(await patch(world, {}))).toBe('200');
    },
    rejects: async (start) => {
      const world = start(createSeed(api, [one]), all(withoutFormat(resource, field)));
      expect(summarizeResult(await patch(world, { [field]: staleFingerprint }))).toBe('412 conditionNotMet');
      expect((await world.send(`GET ${one.path}`)).body).not.toHaveProperty('description');
    },
  };
}
