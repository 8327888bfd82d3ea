/** Rules about the elements in responses. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../../mock/index.js';
import { createSeed, createStoredResource } from '../scene.js';
import { readMethodRule, type MethodStatement } from '../rule-statements.js';
import { addQuery, type Check, type Start } from '../world.js';

/** The response contains the selected elements, or the default ones without a selection. */
export function elementSelector({ api, method, rule }: MethodStatement): Check {
  const { field, by: selectorField, parameter, default: defaultKind } = readMethodRule(rule, 'elementSelector');
  const resource = api.resources.find(({ path }) => 'resource' in method.action && path === method.action.resource);
  if (resource === undefined) throw new Error(`${method.method.id} returns no resource`);
  const storedResource = createStoredResource(api, resource);
  const kinds = [defaultKind, 'other', 'third'];
  const storedWithElements = {
    ...storedResource,
    body: { ...storedResource.body, [field]: kinds.map((kind) => ({ [selectorField]: kind })) },
  };
  const isList = method.action.kind === 'list';
  const path = isList ? storedResource.path.slice(0, storedResource.path.lastIndexOf('/')) : storedResource.path;
  const readKinds = async (start: Start, selection?: string): Promise<readonly unknown[]> => {
    const { body: response } = await start(createSeed(api, [storedWithElements])).send(
      selection === undefined ? `GET ${path}` : addQuery(`GET ${path}`, parameter, selection),
    );
    const body = isList ? ((response[method.method.list?.items ?? 'items'] as readonly JsonObject[])[0] ?? {}) : response;
    return ((body[field] ?? []) as readonly Json[]).map((element) => (element as JsonObject)[selectorField]);
  };
  return {
    accepts: async (start) => expect(await readKinds(start, 'third,other')).toEqual(['other', 'third']),
    rejects: async (start) => expect(await readKinds(start)).toEqual([defaultKind]),
  };
}
