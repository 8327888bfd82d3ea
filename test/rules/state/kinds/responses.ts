/** Rules about the elements in responses. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { createSeed, findStoredResource } from '../scene.js';
import { methodRule, type MethodStatement } from '../rule-statements.js';
import { addQuery, type Check, type Start } from '../world.js';

/** The selected elements, or the default ones without a selection. */
export function elementSelector({ api, method, rule }: MethodStatement): Check {
  const { field, by, parameter, default: usual } = methodRule(rule, 'elementSelector');
  const resource = api.resources.find(({ path }) => 'resource' in method.action && path === method.action.resource);
  if (resource === undefined) throw new Error(`${method.method.id} shows no resource`);
  const one = findStoredResource(api, resource);
  const kinds = [usual, 'other', 'third'];
  const whole = { ...one, body: { ...one.body, [field]: kinds.map((kind) => ({ [by]: kind })) } };
  const isList = method.action.kind === 'list';
  const path = isList ? one.path.slice(0, one.path.lastIndexOf('/')) : one.path;
  const see = async (start: Start, asked?: string): Promise<readonly unknown[]> => {
    const { body } = await start(createSeed(api, [whole])).send(
      asked === undefined ? `GET ${path}` : addQuery(`GET ${path}`, parameter, asked),
    );
    const shown = isList ? ((body[method.method.list?.items ?? 'items'] as readonly JsonObject[])[0] ?? {}) : body;
    return ((shown[field] ?? []) as readonly Json[]).map((each) => (each as JsonObject)[by]);
  };
  return {
    accepts: async (start) => expect(await see(start, 'third,other')).toEqual(['other', 'third']),
    rejects: async (start) => expect(await see(start)).toEqual([usual]),
  };
}
