/** Fields that only the server sets, that nobody sees, and that are always the same. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { all, withoutJudging, withoutRules, withPlainPatch } from '../guards.js';
import { seeded, standing } from '../scene.js';
import { fieldOf, type Placed } from '../stated.js';
import { get, put, valueOf } from '../values.js';
import { outcome, type Check, type Start } from '../world.js';
import { holding, knownField } from './fields.js';

/** What a client says of it is neither refused nor taken; tried with a patch that takes everything. */
export function readOnly(placed: Placed): Check {
  const { api, resource, path } = placed;
  const name = fieldOf(placed);
  const steps = [...path, name];
  const one = standing(api, resource);
  const adjusted = all(
    withoutJudging(resource),
    withPlainPatch(resource),
    withoutRules(resource, () => true),
  );
  const sent = valueOf(api, knownField(placed, name), 7);
  const patched = async (start: Start): Promise<Json | undefined> => {
    const { send, mock } = start(seeded(api, [one]), adjusted);
    const before = (await mock.state()).resources?.[one.path];
    await mock.clock.advance(1000);
    expect(outcome(await send(`PATCH ${one.path}`, put({}, steps, sent) as JsonObject))).toBe('200');
    const after = (await mock.state()).resources?.[one.path];
    // It is no change either: nothing is renewed by it.
    if (path.length === 0 && !resource.implicit) expect(after).toEqual(before);
    return get(after, steps);
  };
  return {
    accepts: async (start) => {
      // Who sets the stage gives it, as the server would.
      const isName = path.length === 0 && resource.idFields.includes(name);
      const given = holding(placed, [name], isName ? undefined : sent);
      const { mock } = start(seeded(api, [given]), adjusted);
      const value = get((await mock.state()).resources?.[given.path], steps);
      expect({ value }).toMatchObject({ value: isName ? one.body[name] : sent });
    },
    rejects: async (start) => expect({ value: await patched(start) }).not.toMatchObject({ value: sent }),
  };
}

/** Kept in the state, and never shown. */
export function writeOnly(placed: Placed): Check {
  const { api, resource, path } = placed;
  const name = fieldOf(placed);
  const steps = [...path, name];
  const secret = holding(placed, [name], valueOf(api, knownField(placed, name), 0));
  return {
    accepts: async (start) => {
      const { mock } = start(seeded(api, [secret]), withoutJudging(resource));
      const { resources, stored } = await mock.state();
      expect(get(stored?.[secret.path], steps)).toEqual(get(secret.body, steps));
      expect(get(resources?.[secret.path], steps)).toBeUndefined();
    },
    rejects: async (start) => {
      const { send } = start(seeded(api, [secret]), withoutJudging(resource));
      expect(get((await send(`GET ${secret.path}`)).body, steps)).toBeUndefined();
    },
  };
}

/** Shown with its one value, whatever was said of it. */
export function constant(placed: Placed): Check {
  const { api, resource, path } = placed;
  const name = fieldOf(placed);
  const steps = [...path, name];
  const { const: value } = knownField(placed, name);
  const shown = async (start: Start, given: Json | undefined): Promise<Json | undefined> => {
    const one = standing(api, resource);
    const body = given === undefined ? (path.length === 0 ? one.body : put(one.body, path, {})) : put(one.body, steps, given);
    const { send } = start(seeded(api, [{ ...one, body: body as JsonObject }]), withoutJudging(resource));
    return get((await send(`GET ${one.path}`)).body, steps);
  };
  return {
    accepts: async (start) => expect(await shown(start, undefined)).toBe(value),
    rejects: async (start) => expect(await shown(start, 'another')).toBe(value),
  };
}
