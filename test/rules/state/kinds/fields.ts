/** What is kept and shown of single fields. */
import { expect } from 'vitest';
import type { FieldBehavior } from '../../../../templates/runtime/descriptor.js';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { all, withoutJudging, withoutRules, withoutValidations, withoutValidator, withPlainPatch } from '../guards.js';
import { seeded, standing, type Standing } from '../scene.js';
import { fieldOf, schemaRule, type Placed } from '../stated.js';
import { emptyOf, get, put, valueOf } from '../values.js';
import { outcome, type Check, type Start, type World } from '../world.js';

/** The resource with a value at a path below the object that the rule stands on. */
export function holding({ api, resource, path }: Placed, steps: readonly string[], value: Json | undefined): Standing {
  const one = standing(api, resource);
  return { ...one, body: value === undefined ? one.body : (put(one.body, [...path, ...steps], value) as JsonObject) };
}

async function shown({ send }: World, { path }: Standing): Promise<JsonObject> {
  const told = await send(`GET ${path}`);
  expect(told.status).toBe(200);
  return told.body;
}

export function knownField({ api, resource, path }: Placed, name: string): FieldBehavior {
  const within = path
    .filter((step) => step !== '*' && step !== '[]')
    .reduce<Readonly<Record<string, FieldBehavior>> | undefined>((fields, step) => {
      const { shape } = fields?.[step] ?? {};
      return shape === undefined ? undefined : api.shapes?.[shape];
    }, resource.fields);
  return within?.[name] ?? {};
}

function startPlain(start: Start, { api, resource }: Placed, one: Standing): World {
  return start(seeded(api, [one]), withoutJudging(resource));
}

/** With the conditions that say where a field may be, and so where its default counts. */
function startJudged(start: Start, { api, resource }: Placed, one: Standing): World {
  return start(seeded(api, [one]), withoutValidator(resource));
}

/** A field that nobody gives has its default, one that is given its value. */
export function fieldDefault(placed: Placed): Check {
  const name = fieldOf(placed);
  const field = knownField(placed, name);
  const steps = [...placed.path, name];
  const other: Json =
    typeof field.default === 'number' ? field.default / 2 + 1 : typeof field.default === 'boolean' ? !field.default : 'OTHER';
  // An object is there where one of its members is.
  const isConditional = (placed.resource.validations ?? []).some(
    ({ at = [], fields }) => at.join() === placed.path.join() && fields.includes(name) && fields.includes('enable'),
  );
  const conditions = isConditional ? ([['enable', true]] as const) : [];
  const around = conditions.reduce(
    (one, [key, value]) => ({ ...one, body: put(one.body, [...placed.path, key], value) as JsonObject }),
    standing(placed.api, placed.resource),
  );
  return {
    accepts: async (start) => {
      const given = { ...around, body: put(around.body, steps, other) as JsonObject };
      expect(get(await shown(startJudged(start, placed, given), given), steps)).toEqual(other);
    },
    rejects: async (start) => {
      expect(get(await shown(startJudged(start, placed, around), around), steps)).toEqual(field.default);
      const failing = conditions.length === 0 ? undefined : around;
      if (failing === undefined) return;
      const off = { ...around, body: put(around.body, [...placed.path, conditions[0]?.[0] ?? ''], false) as JsonObject };
      expect(get(await shown(startJudged(start, placed, off), off), steps)).toBeUndefined();
    },
  };
}

/** Shown while it holds something, and not shown while it is empty. */
export function omitEmpty(placed: Placed): Check {
  const name = fieldOf(placed);
  const field = knownField(placed, name);
  const steps = [...placed.path, name];
  const see = async (start: Start, value: Json): Promise<Json | undefined> => {
    const one = holding(placed, [name], value);
    return get(await shown(startPlain(start, placed, one), one), steps);
  };
  return {
    accepts: async (start) => expect(await see(start, valueOf(placed.api, field, 0))).toBeDefined(),
    rejects: async (start) => expect(await see(start, emptyOf(field))).toBeUndefined(),
  };
}

/** Can be given as it is, and cannot be changed; tried with a patch that takes everything. */
export function immutable(placed: Placed): Check {
  const { api, resource, path } = placed;
  const name = fieldOf(placed);
  const steps = [...path, name];
  const isName = path.length === 0 && resource.idFields.includes(name);
  const first = holding(placed, [name], isName ? undefined : valueOf(api, knownField(placed, name), 0));
  const adjusted = all(
    withoutValidator(resource),
    withPlainPatch(resource),
    withoutRules(resource, ({ kind }) => kind === 'etag' || kind === 'nonOverlapping'),
    withoutValidations(resource),
  );
  const patching = (value: Json): JsonObject => put({}, steps, value) as JsonObject;
  return {
    accepts: async (start) => {
      const { send } = start(seeded(api, [first]), adjusted);
      expect(outcome(await send(`PATCH ${first.path}`, patching(get(first.body, steps) ?? 'x0')))).toBe('200');
    },
    rejects: async (start) => {
      const { send, mock, refusedBy } = start(seeded(api, [first]), adjusted);
      const before = (await mock.state()).resources;
      expect(outcome(await send(`PATCH ${first.path}`, patching(valueOf(api, knownField(placed, name), 1))))).toBe('400 invalid');
      expect(refusedBy()).toBe('immutable');
      expect((await mock.state()).resources).toEqual(before);
    },
  };
}

/** Holds one of its states, whoever says so. */
export function states(placed: Placed): Check {
  const { field, values } = schemaRule(placed, 'states');
  return {
    accepts: async (start) => {
      for (const value of values) {
        const one = holding(placed, [field], value);
        expect(get(await shown(startPlain(start, placed, one), one), [...placed.path, field])).toBe(value);
      }
    },
    rejects: async (start) => {
      expect(() => startPlain(start, placed, holding(placed, [field], 'NO_STATE'))).toThrow(/is no state of it/);
    },
  };
}
