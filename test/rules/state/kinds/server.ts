/** Output-only, input-only, and constant fields. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { all, withoutValidationOf, withoutRules, withPlainPatch } from '../guards.js';
import { createSeed, findStoredResource } from '../scene.js';
import { findFieldName, type SchemaStatement } from '../rule-statements.js';
import { get, put, valueOf } from '../values.js';
import { summarizeResult, type Check, type Start } from '../world.js';
import { buildResourceWith, knownField } from './fields.js';

/** The client's value is ignored without an error; tested with a patch that accepts all fields. */
export function readOnly(placed: SchemaStatement): Check {
  const { api, resource, path } = placed;
  const name = findFieldName(placed);
  const steps = [...path, name];
  const one = findStoredResource(api, resource);
  const adjusted = all(
    withoutValidationOf(resource),
    withPlainPatch(resource),
    withoutRules(resource, () => true),
  );
  const sent = valueOf(api, knownField(placed, name), 7);
  const patched = async (start: Start): Promise<Json | undefined> => {
    const { send, mock } = start(createSeed(api, [one]), adjusted);
    const before = (await mock.state()).resources?.[one.path];
    await mock.clock.advance(1000);
    expect(summarizeResult(await send(`PATCH ${one.path}`, put({}, steps, sent) as JsonObject))).toBe('200');
    const after = (await mock.state()).resources?.[one.path];
    // It does not count as a change and renews nothing.
    if (path.length === 0 && !resource.implicit) expect(after).toEqual(before);
    return get(after, steps);
  };
  return {
    accepts: async (start) => {
      // The test sets the value as the server would.
      const isName = path.length === 0 && resource.idFields.includes(name);
      const given = buildResourceWith(placed, [name], isName ? undefined : sent);
      const { mock } = start(createSeed(api, [given]), adjusted);
      const value = get((await mock.state()).resources?.[given.path], steps);
      expect({ value }).toMatchObject({ value: isName ? one.body[name] : sent });
    },
    rejects: async (start) => expect({ value: await patched(start) }).not.toMatchObject({ value: sent }),
  };
}

/** Stored but never returned. */
export function writeOnly(placed: SchemaStatement): Check {
  const { api, resource, path } = placed;
  const name = findFieldName(placed);
  const steps = [...path, name];
  const secret = buildResourceWith(placed, [name], valueOf(api, knownField(placed, name), 0));
  return {
    accepts: async (start) => {
      const { mock } = start(createSeed(api, [secret]), withoutValidationOf(resource));
      const { resources, stored } = await mock.state();
      expect(get(stored?.[secret.path], steps)).toEqual(get(secret.body, steps));
      expect(get(resources?.[secret.path], steps)).toBeUndefined();
    },
    rejects: async (start) => {
      const { send } = start(createSeed(api, [secret]), withoutValidationOf(resource));
      expect(get((await send(`GET ${secret.path}`)).body, steps)).toBeUndefined();
    },
  };
}

/** Always has its one value. */
export function constant(placed: SchemaStatement): Check {
  const { api, resource, path } = placed;
  const name = findFieldName(placed);
  const steps = [...path, name];
  const { const: value } = knownField(placed, name);
  const shown = async (start: Start, given: Json | undefined): Promise<Json | undefined> => {
    const one = findStoredResource(api, resource);
    const body = given === undefined ? (path.length === 0 ? one.body : put(one.body, path, {})) : put(one.body, steps, given);
    const { send } = start(createSeed(api, [{ ...one, body: body as JsonObject }]), withoutValidationOf(resource));
    return get((await send(`GET ${one.path}`)).body, steps);
  };
  return {
    accepts: async (start) => expect(await shown(start, undefined)).toBe(value),
    rejects: async (start) => expect(await shown(start, 'another')).toBe(value),
  };
}
