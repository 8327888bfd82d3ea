/** Rules between resources: server defaults, owned resources, and conflicts. */
import { expect } from 'vitest';
import type { MethodBehavior, ResourceBehavior } from '../../../../templates/runtime/descriptor.js';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { all, withoutValidationOf, withoutRules, withoutValidator, type Adjust } from '../guards.js';
import { bodyOf, prepareCall, createSeed, findStoredResource, type StoredResource } from '../scene.js';
import { schemaRule, type SchemaStatement } from '../rule-statements.js';
import { get, put, valueOf } from '../values.js';
import { summarizeResult, type Check, type Send, type Start, type World } from '../world.js';

function findCreateMethod({ api, resource }: SchemaStatement): MethodBehavior | undefined {
  return api.methods.find(({ action }) => action.kind === 'create' && action.resource === resource.path);
}

/** Fields that satisfy a condition. */
function fulfilling(when: object | undefined): JsonObject {
  return Object.entries(when ?? {}).reduce<JsonObject>((body, [path, values]) => {
    const value = (values as readonly Json[]).find((each) => each !== null);
    return value === undefined ? body : (put(body, path.split('.'), value) as JsonObject);
  }, {});
}

/** The placeholders in strings at any depth. */
function named(value: unknown): readonly string[] {
  return [...JSON.stringify(value).matchAll(/\{(\w+)[\w.]*\}/g)].map(([, name = '']) => name);
}

/** The server sets an unset field and keeps a set one. */
export function serverDefault(placed: SchemaStatement): Check {
  const { api, resource } = placed;
  const { field, value, when } = schemaRule(placed, 'serverDefault');
  const steps = field.split('.');
  const readOnly = resource.fields?.[steps[0] ?? '']?.readOnly === true;
  const source = Object.fromEntries(named(value).map((name) => [name, '5']));
  const method = readOnly ? undefined : findCreateMethod(placed);
  /** Seeded if only the server sets the field; otherwise created. */
  const made = async (start: Start, more: Json): Promise<Json | undefined> => {
    const n = method === undefined ? 0 : 9;
    const one = findStoredResource(api, resource, n);
    const body = more as JsonObject;
    if (method === undefined) {
      const { send } = start(
        createSeed(api, resource.implicit && Object.keys(body).length === 0 ? [] : [{ ...one, body: { ...one.body, ...body } }]),
        withoutStates(resource),
      );
      return get((await send(`GET ${one.path}`)).body, steps);
    }
    const { line, seed } = prepareCall(api, method);
    const { send } = start(seed);
    const rest = Object.fromEntries(Object.entries(bodyOf(resource, n)).filter(([name]) => name !== steps[0]));
    expect(summarizeResult(await send(line, { ...rest, ...body }))).toBe('200');
    return get((await send(`GET ${one.path}`)).body, steps);
  };
  const own: Json = method === undefined ? valueOf(api, resource.fields?.[field], 3) : (expectedOf(value, source) ?? null);
  return {
    accepts: async (start) => expect(await made(start, put({ ...fulfilling(when), ...source }, steps, own))).toMatchObject(own as object),
    rejects: async (start) => {
      const filled = await made(start, { ...fulfilling(when), ...source });
      expect(filled).toBeDefined();
      const expected = expectedOf(value, source);
      if (expected !== undefined) expect(filled).toMatchObject(expected as object);
    },
  };
}

/** Removes the state rules, so that any value can be stored. */
function withoutStates(resource: ResourceBehavior): Adjust {
  return all(
    withoutValidationOf(resource),
    withoutRules(resource, ({ kind }) => kind === 'states'),
  );
}

/** The expected value with its placeholders replaced. */
function expectedOf(value: unknown, source: JsonObject): Json | undefined {
  const text = JSON.stringify(value).replace(/\{(\w+)\}/g, (_, name: string) => String(source[name] ?? ''));
  return JSON.parse(text) as Json;
}

/** A field derived from another one; the client's value is ignored. */
export function derivedFrom(placed: SchemaStatement): Check {
  const { api, resource } = placed;
  const { field, of, values } = schemaRule(placed, 'derivedFrom');
  if (resource.fields?.[of]?.readOnly) return derivedFromServerField(placed);
  const method = findCreateMethod(placed);
  if (method === undefined) throw new Error(`${resource.path} is not created`);
  const { line, seed } = prepareCall(api, method);
  const created = async (start: Start, value: string, more: JsonObject = {}): Promise<Json | undefined> => {
    const { send } = start(seed);
    expect(summarizeResult(await send(line, { ...bodyOf(resource, 9), [of]: value, ...more }))).toBe('200');
    return (await send(`GET ${findStoredResource(api, resource, 9).path}`)).body[field];
  };
  const [first = ''] = Object.keys(values);
  return {
    accepts: async (start) => {
      for (const [value, told] of Object.entries(values)) expect(await created(start, value)).toEqual(told);
    },
    rejects: async (start) => expect(await created(start, first, { [field]: ['OTHER'] })).toEqual(values[first]),
  };
}

const delay = 8000;

/** Also follows changes by the server. */
function derivedFromServerField(placed: SchemaStatement): Check {
  const { api, resource } = placed;
  const { field, of, values } = schemaRule(placed, 'derivedFrom');
  const method = api.methods.find(({ action }) => action.kind === 'createFrom' && action.creates === resource.path);
  if (method === undefined) throw new Error(`${resource.path} is not made`);
  const { line, body, seed } = prepareCall(api, method);
  const path = findStoredResource(api, resource, 9).path;
  const seen = async (start: Start): Promise<readonly (readonly [unknown, unknown])[]> => {
    const { send, mock } = start({ ...seed, operationDelay: delay });
    await send(line, { ...body, [field]: 'OTHER' });
    const found: (readonly [unknown, unknown])[] = [];
    for (const wait of [0, delay / 2, delay / 2]) {
      await mock.clock.advance(wait);
      const now = (await send(`GET ${path}`)).body;
      found.push([now[of], now[field]]);
    }
    return found;
  };
  return {
    accepts: async (start) => {
      for (const [state, told] of await seen(start)) expect(told).toBe(values[String(state)]);
    },
    rejects: async (start) => expect(new Set((await seen(start)).map(([, told]) => told)).size).toBeGreaterThan(1),
  };
}

/** Exists without being created and has the specified content. */
export function builtIn(placed: SchemaStatement): Check {
  const { members, values: stated = {} } = schemaRule(placed, 'builtIn');
  const values = Object.fromEntries(Object.entries(stated).filter(([, value]) => !JSON.stringify(value).includes('{')));
  const { api, resource } = placed;
  const path = findStoredResource(api, resource).path;
  const collection = path.slice(0, path.lastIndexOf('/'));
  const [first = {}] = members;
  return {
    accepts: async (start) => {
      const { send } = start();
      const listed = ((await send(`GET ${collection}`)).body['items'] ?? []) as readonly JsonObject[];
      expect(listed.map(({ name }) => name)).toEqual(members.map(({ name }) => name).toSorted());
      expect((await send(`GET ${collection}/${String(first['name'])}`)).body).toMatchObject(values);
      expect((await send(`GET ${collection}/any-other`)).body).toMatchObject({ ...values, name: 'any-other' });
    },
    rejects: async (start) => {
      const { send } = start();
      for (const { name } of members.slice(0, 3)) expect((await send(`GET ${collection}/${String(name)}`)).body).toMatchObject({ name });
      const listed = await send(`GET ${collection}`);
      expect(listed.body['items']).toHaveLength(members.length);
    },
  };
}

/** Creates the parent resource with fields that satisfy the condition. */
async function createWith(placed: SchemaStatement, world: World, when: object | undefined): Promise<StoredResource> {
  const { api, resource } = placed;
  const method = findCreateMethod(placed);
  if (method === undefined) throw new Error(`${resource.path} is not created`);
  const { line } = prepareCall(api, method);
  expect(summarizeResult(await world.send(line, { ...bodyOf(resource, 9), ...fulfilling(when) }))).toBe('200');
  return findStoredResource(api, resource, 9);
}

async function membersBelow(
  placed: SchemaStatement,
  { send, one }: { readonly send: Send; readonly one: StoredResource },
  template: string,
): Promise<readonly JsonObject[]> {
  const collection = template.split('/')[placed.resource.path.split('/').length] ?? '';
  const { body } = await send(`GET ${one.path}/${collection}`);
  return Object.values(body).find((each): each is JsonObject[] => Array.isArray(each)) ?? [];
}

/** The owned resources exist from the creation and while the condition holds. */
export function ownedResources(placed: SchemaStatement): Check {
  const { members, each, when, lasting } = schemaRule(placed, 'ownedResources');
  const literal = each.flatMap((one) =>
    Object.entries(one).filter(([, value]) => typeof value !== 'object' && !String(value).includes('{')),
  );
  return {
    accepts: async (start) => {
      const world = start();
      const one = await createWith(placed, world, when);
      const found = await membersBelow(placed, { ...world, one }, members);
      expect(found.length).toBeGreaterThanOrEqual(each.length);
      for (const [name, value] of literal) expect(found.map((body) => body[name])).toContain(value);
    },
    rejects: async (start) => {
      const world = start();
      const one = await createWith(placed, world, when);
      const found = await membersBelow(placed, { ...world, one }, members);
      expect(found.length).toBeGreaterThan(0);
      if (lasting) {
        const gone = `DELETE ${one.path}/${members.split('/').at(-3) ?? ''}/${String(found[0]?.['name'])}/${String(found[0]?.['type'])}`;
        expect(summarizeResult(await world.send(gone))).toBe('400 invalid');
      }
      if (when === undefined) return;
      const other = start();
      const without = await createWith(placed, other, undefined);
      expect(await membersBelow(placed, { ...other, one: without }, members)).toEqual([]);
    },
  };
}

/** Cannot be deleted while it contains more than its owned resources. */
export function deleteRequiresEmpty(placed: SchemaStatement): Check {
  const { members } = schemaRule(placed, 'deleteRequiresEmpty');
  const { api } = placed;
  const inner = api.resources.find(({ path }) => path === members);
  if (inner === undefined) throw new Error(`nothing stands at ${members}`);
  const one = findStoredResource(api, placed.resource);
  return {
    accepts: async (start) => {
      const world = start();
      const made = await createWith(placed, world, undefined);
      expect(summarizeResult(await world.send(`DELETE ${made.path}`))).toBe('200');
    },
    rejects: async (start) => {
      const { send } = start(createSeed(api, [findStoredResource(api, inner)]));
      expect(summarizeResult(await send(`DELETE ${one.path}`))).toBe('400 containerNotEmpty');
      expect(summarizeResult(await send(`GET ${one.path}`))).toBe('200');
    },
  };
}

/** Cannot be deleted while another resource refers to it. */
export function deleteBlockedByReference(placed: SchemaStatement): Check {
  const { by, field } = schemaRule(placed, 'deleteBlockedByReference');
  const { api, resource } = placed;
  const user = api.resources.find(({ path }) => path === by);
  if (user === undefined) throw new Error(`nothing stands at ${by}`);
  const one = findStoredResource(api, resource);
  const using = findStoredResource(api, user);
  const linked = { ...using, body: put(using.body, field.split('.'), one.path.slice(one.path.indexOf('/projects/') + 1)) as JsonObject };
  return {
    accepts: async (start) => expect(summarizeResult(await start(createSeed(api, [one])).send(`DELETE ${one.path}`))).toBe('200'),
    rejects: async (start) => {
      const { send } = start(createSeed(api, [one, linked]), withoutValidator(user));
      expect(summarizeResult(await send(`DELETE ${one.path}`))).toBe('400 resourceInUseByAnotherResource');
      expect(summarizeResult(await send(`DELETE ${linked.path}`))).toBe('200');
      expect(summarizeResult(await send(`DELETE ${one.path}`))).toBe('200');
    },
  };
}
