/** Rules about single stored fields. */
import { expect } from 'vitest';
import type { FieldBehavior } from '../../../../runtime/behavior.js';
import type { Json, JsonObject } from '../../../../mock/index.js';
import { combine, withoutValidation, withoutRules, withoutValidations, withoutValidator, withPlainPatch } from '../guards.js';
import { createSeed, createStoredResource, type StoredResource } from '../scene.js';
import { findFieldName, getResourceFields, readSchemaRule, type SchemaStatement } from '../rule-statements.js';
import { createEmpty, getField, setField, createValue } from '../values.js';
import { summarizeResult, type Check, type Start, type World } from '../world.js';

/** Builds the resource with a value at a path below the object of the rule. */
export function buildResourceWith(
  { api, resource, path }: SchemaStatement,
  steps: readonly string[],
  value: Json | undefined,
): StoredResource {
  const storedResource = createStoredResource(api, resource);
  return {
    ...storedResource,
    body: value === undefined ? storedResource.body : (setField(storedResource.body, [...path, ...steps], value) as JsonObject),
  };
}

async function getResource({ send }: World, { path }: StoredResource): Promise<JsonObject> {
  const response = await send(`GET ${path}`);
  expect(response.status).toBe(200);
  return response.body;
}

export function findField({ api, resource, path }: SchemaStatement, name: string): FieldBehavior {
  const fields = path
    .filter((step) => step !== '*' && step !== '[]')
    .reduce<Readonly<Record<string, FieldBehavior>> | undefined>(
      (fields, step) => {
        const { objectType } = fields?.[step] ?? {};
        return objectType === undefined ? undefined : api.objectTypes?.[objectType];
      },
      getResourceFields(api, resource),
    );
  return fields?.[name] ?? {};
}

function startWithoutValidation(start: Start, { api, resource }: SchemaStatement, storedResource: StoredResource): World {
  return start(createSeed(api, [storedResource]), withoutValidation(resource));
}

/** Keeps the conditions under which a field is allowed and its default applies. */
function startWithValidations(start: Start, { api, resource }: SchemaStatement, storedResource: StoredResource): World {
  return start(createSeed(api, [storedResource]), withoutValidator(resource));
}

/** An unset field has its default, a set field its value. */
export function fieldDefault(statement: SchemaStatement): Check {
  const name = findFieldName(statement);
  const field = findField(statement, name);
  const steps = [...statement.path, name];
  const otherValue: Json =
    typeof field.default === 'number' ? field.default / 2 + 1 : typeof field.default === 'boolean' ? !field.default : 'OTHER';
  // An object exists if one of its members does.
  const isConditional = (statement.resource.validations ?? []).some(
    ({ at = [], fields }) => at.join() === statement.path.join() && fields.includes(name) && fields.includes('enable'),
  );
  const conditions = isConditional ? ([['enable', true]] as const) : [];
  const stored = conditions.reduce(
    (storedResource, [key, value]) => ({
      ...storedResource,
      body: setField(storedResource.body, [...statement.path, key], value) as JsonObject,
    }),
    createStoredResource(statement.api, statement.resource),
  );
  return {
    accepts: async (start) => {
      const storedWithValue = { ...stored, body: setField(stored.body, steps, otherValue) as JsonObject };
      expect(getField(await getResource(startWithValidations(start, statement, storedWithValue), storedWithValue), steps)).toEqual(
        otherValue,
      );
    },
    rejects: async (start) => {
      expect(getField(await getResource(startWithValidations(start, statement, stored), stored), steps)).toEqual(field.default);
      const conditional = conditions.length === 0 ? undefined : stored;
      if (conditional === undefined) return;
      const storedWithoutCondition = {
        ...stored,
        body: setField(stored.body, [...statement.path, conditions[0]?.[0] ?? ''], false) as JsonObject,
      };
      expect(
        getField(await getResource(startWithValidations(start, statement, storedWithoutCondition), storedWithoutCondition), steps),
      ).toBeUndefined();
    },
  };
}

/** A field with a value is returned. An empty field is omitted. */
export function omitEmpty(statement: SchemaStatement): Check {
  const name = findFieldName(statement);
  const field = findField(statement, name);
  const steps = [...statement.path, name];
  const readValue = async (start: Start, value: Json): Promise<Json | undefined> => {
    const storedResource = buildResourceWith(statement, [name], value);
    return getField(await getResource(startWithoutValidation(start, statement, storedResource), storedResource), steps);
  };
  return {
    accepts: async (start) => expect(await readValue(start, createValue(statement.api, field, 0))).toBeDefined(),
    rejects: async (start) => expect(await readValue(start, createEmpty(field))).toBeUndefined(),
  };
}

/** A request can contain the current value but no other. The check uses a patch that accepts all fields. */
export function immutable(statement: SchemaStatement): Check {
  const { api, resource, path } = statement;
  const name = findFieldName(statement);
  const steps = [...path, name];
  const isName = path.length === 0 && resource.idFields.includes(name);
  const initial = buildResourceWith(statement, [name], isName ? undefined : createValue(api, findField(statement, name), 0));
  const adjusted = combine(
    withoutValidator(resource),
    withPlainPatch(resource),
    withoutRules(resource, ({ kind }) => kind === 'etag' || kind === 'nonOverlapping'),
    withoutValidations(resource),
  );
  const toPatchBody = (value: Json): JsonObject => setField({}, steps, value) as JsonObject;
  return {
    accepts: async (start) => {
      const { send } = start(createSeed(api, [initial]), adjusted);
      expect(summarizeResult(await send(`PATCH ${initial.path}`, toPatchBody(getField(initial.body, steps) ?? 'x0')))).toBe('200');
    },
    rejects: async (start) => {
      const { send, mock, rejectedBy } = start(createSeed(api, [initial]), adjusted);
      const before = (await mock.state()).resources;
      expect(summarizeResult(await send(`PATCH ${initial.path}`, toPatchBody(createValue(api, findField(statement, name), 1))))).toBe(
        '400 invalid',
      );
      expect(rejectedBy()).toBe('immutable');
      expect((await mock.state()).resources).toEqual(before);
    },
  };
}

/** The field has one of its states, whoever sets it. */
export function states(statement: SchemaStatement): Check {
  const { field, values } = readSchemaRule(statement, 'states');
  return {
    accepts: async (start) => {
      for (const value of values) {
        const storedResource = buildResourceWith(statement, [field], value);
        expect(
          getField(await getResource(startWithoutValidation(start, statement, storedResource), storedResource), [...statement.path, field]),
        ).toBe(value);
      }
    },
    rejects: async (start) => {
      expect(() => startWithoutValidation(start, statement, buildResourceWith(statement, [field], 'NO_STATE'))).toThrow(
        /it must be .* \(received "NO_STATE"\)/,
      );
    },
  };
}
