/** Rules about single stored fields. */
import { expect } from 'vitest';
import type { FieldBehavior } from '../../../../templates/runtime/descriptor.js';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { all, withoutValidationOf, withoutRules, withoutValidations, withoutValidator, withPlainPatch } from '../guards.js';
import { createSeed, findStoredResource, type StoredResource } from '../scene.js';
import { findFieldName, schemaRule, type SchemaStatement } from '../rule-statements.js';
import { emptyOf, get, put, valueOf } from '../values.js';
import { summarizeResult, type Check, type Start, type World } from '../world.js';

/** Builds the resource with a value at a path below the object of the rule. */
export function buildResourceWith(
  { api, resource, path }: SchemaStatement,
  steps: readonly string[],
  value: Json | undefined,
): StoredResource {
  const one = findStoredResource(api, resource);
  return { ...one, body: value === undefined ? one.body : (put(one.body, [...path, ...steps], value) as JsonObject) };
}

async function readBack({ send }: World, { path }: StoredResource): Promise<JsonObject> {
  const told = await send(`GET ${path}`);
  expect(told.status).toBe(200);
  return told.body;
}

export function knownField({ api, resource, path }: SchemaStatement, name: string): FieldBehavior {
  const within = path
    .filter((step) => step !== '*' && step !== '[]')
    .reduce<Readonly<Record<string, FieldBehavior>> | undefined>((fields, step) => {
      const { shape } = fields?.[step] ?? {};
      return shape === undefined ? undefined : api.shapes?.[shape];
    }, resource.fields);
  return within?.[name] ?? {};
}

function startPlain(start: Start, { api, resource }: SchemaStatement, one: StoredResource): World {
  return start(createSeed(api, [one]), withoutValidationOf(resource));
}

/** Keeps the conditions under which a field is allowed and its default applies. */
function startValidating(start: Start, { api, resource }: SchemaStatement, one: StoredResource): World {
  return start(createSeed(api, [one]), withoutValidator(resource));
}

/** An unset field has its default, a set field its value. */
export function fieldDefault(placed: SchemaStatement): Check {
  const name = findFieldName(placed);
  const field = knownField(placed, name);
  const steps = [...placed.path, name];
  const other: Json =
    typeof field.default === 'number' ? field.default / 2 + 1 : typeof field.default === 'boolean' ? !field.default : 'OTHER';
  // An object exists if one of its members does.
  const isConditional = (placed.resource.validations ?? []).some(
    ({ at = [], fields }) => at.join() === placed.path.join() && fields.includes(name) && fields.includes('enable'),
  );
  const conditions = isConditional ? ([['enable', true]] as const) : [];
  const around = conditions.reduce(
    (one, [key, value]) => ({ ...one, body: put(one.body, [...placed.path, key], value) as JsonObject }),
    findStoredResource(placed.api, placed.resource),
  );
  return {
    accepts: async (start) => {
      const given = { ...around, body: put(around.body, steps, other) as JsonObject };
      expect(get(await readBack(startValidating(start, placed, given), given), steps)).toEqual(other);
    },
    rejects: async (start) => {
      expect(get(await readBack(startValidating(start, placed, around), around), steps)).toEqual(field.default);
      const failing = conditions.length === 0 ? undefined : around;
      if (failing === undefined) return;
      const off = { ...around, body: put(around.body, [...placed.path, conditions[0]?.[0] ?? ''], false) as JsonObject };
      expect(get(await readBack(startValidating(start, placed, off), off), steps)).toBeUndefined();
    },
  };
}

/** Present while it has a value and absent while it is empty. */
export function omitEmpty(placed: SchemaStatement): Check {
  const name = findFieldName(placed);
  const field = knownField(placed, name);
  const steps = [...placed.path, name];
  const see = async (start: Start, value: Json): Promise<Json | undefined> => {
    const one = buildResourceWith(placed, [name], value);
    return get(await readBack(startPlain(start, placed, one), one), steps);
  };
  return {
    accepts: async (start) => expect(await see(start, valueOf(placed.api, field, 0))).toBeDefined(),
    rejects: async (start) => expect(await see(start, emptyOf(field))).toBeUndefined(),
  };
}

/** Can be sent unchanged but not changed; tested with a patch that accepts all fields. */
export function immutable(placed: SchemaStatement): Check {
  const { api, resource, path } = placed;
  const name = findFieldName(placed);
  const steps = [...path, name];
  const isName = path.length === 0 && resource.idFields.includes(name);
  const first = buildResourceWith(placed, [name], isName ? undefined : valueOf(api, knownField(placed, name), 0));
  const adjusted = all(
    withoutValidator(resource),
    withPlainPatch(resource),
    withoutRules(resource, ({ kind }) => kind === 'etag' || kind === 'nonOverlapping'),
    withoutValidations(resource),
  );
  const patching = (value: Json): JsonObject => put({}, steps, value) as JsonObject;
  return {
    accepts: async (start) => {
      const { send } = start(createSeed(api, [first]), adjusted);
      expect(summarizeResult(await send(`PATCH ${first.path}`, patching(get(first.body, steps) ?? 'x0')))).toBe('200');
    },
    rejects: async (start) => {
      const { send, mock, refusedBy } = start(createSeed(api, [first]), adjusted);
      const before = (await mock.state()).resources;
      expect(summarizeResult(await send(`PATCH ${first.path}`, patching(valueOf(api, knownField(placed, name), 1))))).toBe('400 invalid');
      expect(refusedBy()).toBe('immutable');
      expect((await mock.state()).resources).toEqual(before);
    },
  };
}

/** Has one of its states, whoever sets it. */
export function states(placed: SchemaStatement): Check {
  const { field, values } = schemaRule(placed, 'states');
  return {
    accepts: async (start) => {
      for (const value of values) {
        const one = buildResourceWith(placed, [field], value);
        expect(get(await readBack(startPlain(start, placed, one), one), [...placed.path, field])).toBe(value);
      }
    },
    rejects: async (start) => {
      expect(() => startPlain(start, placed, buildResourceWith(placed, [field], 'NO_STATE'))).toThrow(
        /it must be .* \(received "NO_STATE"\)/,
      );
    },
  };
}
