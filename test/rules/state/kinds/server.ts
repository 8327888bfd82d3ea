/** Output-only, input-only, and constant fields. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../../../mock/index.js';
import { combine, withoutValidation, withoutRules, withPlainPatch } from '../guards.js';
import { createSeed, createStoredResource } from '../scene.js';
import { findFieldName, type SchemaStatement } from '../rule-statements.js';
import { getField, setField, createValue } from '../values.js';
import { summarizeResult, type Check, type Start } from '../world.js';
import { buildResourceWith, findField } from './fields.js';

/** The server ignores the client's value without an error. The check uses a patch that accepts all fields. */
export function readOnly(statement: SchemaStatement): Check {
  const { api, resource, path } = statement;
  const name = findFieldName(statement);
  const steps = [...path, name];
  const storedResource = createStoredResource(api, resource);
  const adjusted = combine(
    withoutValidation(resource),
    withPlainPatch(resource),
    withoutRules(resource, () => true),
  );
  const sentValue = createValue(api, findField(statement, name), 7);
  const patchAndRead = async (start: Start): Promise<Json | undefined> => {
    const { send, mock } = start(createSeed(api, [storedResource]), adjusted);
    const before = (await mock.state()).resources?.[storedResource.path];
    await mock.clock.advance(1000);
    expect(summarizeResult(await send(`PATCH ${storedResource.path}`, setField({}, steps, sentValue) as JsonObject))).toBe('200');
    const after = (await mock.state()).resources?.[storedResource.path];
    // The patch does not count as a change.
    if (path.length === 0 && !resource.implicit) expect(after).toEqual(before);
    return getField(after, steps);
  };
  return {
    accepts: async (start) => {
      // The test sets the value as the server would.
      const isName = path.length === 0 && resource.idFields.includes(name);
      const storedWithValue = buildResourceWith(statement, [name], isName ? undefined : sentValue);
      const { mock } = start(createSeed(api, [storedWithValue]), adjusted);
      const value = getField((await mock.state()).resources?.[storedWithValue.path], steps);
      expect({ value }).toMatchObject({ value: isName ? storedResource.body[name] : sentValue });
    },
    rejects: async (start) => expect({ value: await patchAndRead(start) }).not.toMatchObject({ value: sentValue }),
  };
}

/** The field is stored but never returned. */
export function writeOnly(statement: SchemaStatement): Check {
  const { api, resource, path } = statement;
  const name = findFieldName(statement);
  const steps = [...path, name];
  const storedSecret = buildResourceWith(statement, [name], createValue(api, findField(statement, name), 0));
  return {
    accepts: async (start) => {
      const { mock } = start(createSeed(api, [storedSecret]), withoutValidation(resource));
      const { resources, stored } = await mock.state();
      expect(getField(stored?.[storedSecret.path], steps)).toEqual(getField(storedSecret.body, steps));
      expect(getField(resources?.[storedSecret.path], steps)).toBeUndefined();
    },
    rejects: async (start) => {
      const { send } = start(createSeed(api, [storedSecret]), withoutValidation(resource));
      expect(getField((await send(`GET ${storedSecret.path}`)).body, steps)).toBeUndefined();
    },
  };
}

/** The field always has its one value. */
export function constant(statement: SchemaStatement): Check {
  const { api, resource, path } = statement;
  const name = findFieldName(statement);
  const steps = [...path, name];
  const { const: value } = findField(statement, name);
  const readValue = async (start: Start, storedValue: Json | undefined): Promise<Json | undefined> => {
    const storedResource = createStoredResource(api, resource);
    const body =
      storedValue === undefined
        ? path.length === 0
          ? storedResource.body
          : setField(storedResource.body, path, {})
        : setField(storedResource.body, steps, storedValue);
    const { send } = start(createSeed(api, [{ ...storedResource, body: body as JsonObject }]), withoutValidation(resource));
    return getField((await send(`GET ${storedResource.path}`)).body, steps);
  };
  return {
    accepts: async (start) => expect(await readValue(start, undefined)).toBe(value),
    rejects: async (start) => expect(await readValue(start, 'another')).toBe(value),
  };
}
