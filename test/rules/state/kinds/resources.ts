/** Rules between resources: server defaults, owned resources, and conflicts. */
import { expect } from 'vitest';
import type { MethodBehavior, ResourceBehavior } from '../../../../runtime/behavior.js';
import type { Json, JsonObject } from '../../../../mock/index.js';
import { combine, withoutValidation, withoutRules, withoutValidator, type AdjustBehavior } from '../guards.js';
import { createBody, prepareCall, createSeed, createStoredResource, type StoredResource } from '../scene.js';
import { getResourceFields, readSchemaRule, type SchemaStatement } from '../rule-statements.js';
import { getField, setField, createValue } from '../values.js';
import { summarizeResult, type Check, type Send, type Start, type World } from '../world.js';

function findCreateMethod({ api, resource }: SchemaStatement): MethodBehavior | undefined {
  return api.methods.find(({ action }) => action.kind === 'create' && action.resource === resource.path);
}

/** Creates a body that satisfies a condition. */
function createConditionBody(when: object | undefined): JsonObject {
  return Object.entries(when ?? {}).reduce<JsonObject>((body, [path, values]) => {
    const value = (values as readonly Json[]).find((candidate) => candidate !== null);
    return value === undefined ? body : (setField(body, path.split('.'), value) as JsonObject);
  }, {});
}

/** Lists the placeholders in strings at any depth. */
function listPlaceholders(value: unknown): readonly string[] {
  return [...JSON.stringify(value).matchAll(/\{(\w+)[\w.]*\}/g)].map(([, name = '']) => name);
}

/** The server returns the URL of a resource on its own address, for a path and for a URL on another address. */
export function resourceUrl(statement: SchemaStatement): Check {
  const { api, resource } = statement;
  const { fields } = readSchemaRule(statement, 'resourceUrl');
  const path = 'projects/p/global/networks/n';
  const readAll = async (start: Start, value: string): Promise<readonly (Json | undefined)[]> => {
    const storedResource = createStoredResource(api, resource);
    const body = fields.reduce<JsonObject>((all, field) => setField(all, field.split('.'), value) as JsonObject, storedResource.body);
    const { send } = start(createSeed(api, [{ ...storedResource, body }]), withoutValidation(resource));
    const { body: returned } = await send(`GET ${storedResource.path}`);
    return fields.map((field) => getField(returned, field.split('.')));
  };
  const expected = fields.map(() => expect.stringMatching(new RegExp(`^http://mock\\.test/.*/${path}$`)) as unknown);
  return {
    accepts: async (start) => expect(await readAll(start, 'elsewhere')).toEqual(fields.map(() => 'elsewhere')),
    rejects: async (start) => {
      for (const value of [path, `https://elsewhere.test/v1/${path}`]) expect(await readAll(start, value)).toEqual(expected);
    },
  };
}

/** Responses contain an object, but not its omitted members. */
export function omitted(statement: SchemaStatement): Check {
  const { api, resource } = statement;
  const paths = readSchemaRule(statement, 'omitted').fields.map((field) => field.split('.'));
  const read = async (start: Start): Promise<JsonObject> => {
    const storedResource = createStoredResource(api, resource);
    const body = paths.reduce<JsonObject>((all, [first = '', ...rest]) => {
      const value = setField({}, rest, 'text');
      return { ...all, [first]: getResourceFields(api, resource)?.[first]?.type === 'array' ? [value] : value };
    }, storedResource.body);
    const { send } = start(createSeed(api, [{ ...storedResource, body }]), withoutValidation(resource));
    return (await send(`GET ${storedResource.path}`)).body;
  };
  return {
    accepts: async (start) => expect(Object.keys(await read(start))).toEqual(expect.arrayContaining(paths.map(([first]) => first))),
    rejects: async (start) => {
      const body = await read(start);
      for (const [first = '', ...rest] of paths)
        for (const object of [body[first]].flat()) expect(getField(object ?? null, rest)).toBeUndefined();
    },
  };
}

/** The server sets an unset field and keeps a set one. */
export function serverDefault(statement: SchemaStatement): Check {
  const { api, resource } = statement;
  const { field, value, when } = readSchemaRule(statement, 'serverDefault');
  const steps = field.split('.');
  const readOnly = getResourceFields(api, resource)?.[steps[0] ?? '']?.readOnly === true;
  const method = readOnly ? undefined : findCreateMethod(statement);
  const n = method === undefined ? 0 : 9;
  // A placeholder for the ID stands for that of the resource.
  const ids = createBody(api, resource, n);
  const source = Object.fromEntries(
    listPlaceholders(value).map((name) => [name, (resource.idFields.includes(name) ? ids[name] : undefined) ?? '5']),
  );
  /** Seeds the resource if only the server sets the field; otherwise creates it. */
  const createAndRead = async (start: Start, fields: Json): Promise<Json | undefined> => {
    const storedResource = createStoredResource(api, resource, n);
    const body = fields as JsonObject;
    if (method === undefined) {
      const { send } = start(
        createSeed(
          api,
          resource.implicit && Object.keys(body).length === 0 ? [] : [{ ...storedResource, body: { ...storedResource.body, ...body } }],
        ),
        withoutStates(resource),
      );
      return getField((await send(`GET ${storedResource.path}`)).body, steps);
    }
    const { line, seed } = prepareCall(api, method);
    const { send } = start(seed);
    const rest = Object.fromEntries(Object.entries(createBody(api, resource, n)).filter(([name]) => name !== steps[0]));
    expect(summarizeResult(await send(line, { ...rest, ...body }))).toBe('200');
    return getField((await send(`GET ${storedResource.path}`)).body, steps);
  };
  const ownValue: Json =
    method === undefined ? createValue(api, getResourceFields(api, resource)?.[field], 3) : (resolvePlaceholders(value, source) ?? null);
  return {
    accepts: async (start) =>
      expect(await createAndRead(start, setField({ ...createConditionBody(when), ...source }, steps, ownValue))).toMatchObject(
        ownValue as object,
      ),
    rejects: async (start) => {
      const serverValue = await createAndRead(start, { ...createConditionBody(when), ...source });
      expect(serverValue).toBeDefined();
      const expected = resolvePlaceholders(value, source);
      if (expected !== undefined) expect(serverValue).toMatchObject(expected as object);
    },
  };
}

/** Removes the state rules, so that any value can be stored. */
function withoutStates(resource: ResourceBehavior): AdjustBehavior {
  return combine(
    withoutValidation(resource),
    withoutRules(resource, ({ kind }) => kind === 'states' || kind === 'resourceUrl'),
  );
}

/** Replaces the placeholders of the expected value. */
function resolvePlaceholders(value: unknown, source: JsonObject): Json | undefined {
  const text = JSON.stringify(value).replace(/\{(\w+)\}/g, (_, name: string) => String(source[name] ?? ''));
  return JSON.parse(text) as Json;
}

/** The server derives the field from another one and ignores the client's value. */
export function derivedFrom(statement: SchemaStatement): Check {
  const { api, resource } = statement;
  const { field, of: sourceField, values } = readSchemaRule(statement, 'derivedFrom');
  if (getResourceFields(api, resource)?.[sourceField]?.readOnly) return derivedFromServerField(statement);
  const method = findCreateMethod(statement);
  if (method === undefined) throw new Error(`${resource.path} has no create method`);
  const { line, seed } = prepareCall(api, method);
  const createAndRead = async (start: Start, value: string, fields: JsonObject = {}): Promise<Json | undefined> => {
    const { send } = start(seed);
    expect(summarizeResult(await send(line, { ...createBody(api, resource, 9), [sourceField]: value, ...fields }))).toBe('200');
    return (await send(`GET ${createStoredResource(api, resource, 9).path}`)).body[field];
  };
  const [first = ''] = Object.keys(values);
  return {
    accepts: async (start) => {
      for (const [value, derivedValue] of Object.entries(values)) expect(await createAndRead(start, value)).toEqual(derivedValue);
    },
    rejects: async (start) => expect(await createAndRead(start, first, { [field]: ['OTHER'] })).toEqual(values[first]),
  };
}

const delay = 8000;

/** The field also follows changes by the server. */
function derivedFromServerField(statement: SchemaStatement): Check {
  const { api, resource } = statement;
  const { field, of: sourceField, values } = readSchemaRule(statement, 'derivedFrom');
  const method = api.methods.find(({ action }) => action.kind === 'createFrom' && action.creates === resource.path);
  if (method === undefined) throw new Error(`${resource.path} has no method that creates it`);
  const { line, body, seed } = prepareCall(api, method);
  const path = createStoredResource(api, resource, 9).path;
  const listStates = async (start: Start): Promise<readonly (readonly [unknown, unknown])[]> => {
    const { send, mock } = start({ ...seed, operationDelay: delay });
    await send(line, { ...body, [field]: 'OTHER' });
    const states: (readonly [unknown, unknown])[] = [];
    for (const wait of [0, delay / 2, delay / 2]) {
      await mock.clock.advance(wait);
      const current = (await send(`GET ${path}`)).body;
      states.push([current[sourceField], current[field]]);
    }
    return states;
  };
  return {
    accepts: async (start) => {
      for (const [state, derivedValue] of await listStates(start)) expect(derivedValue).toBe(values[String(state)]);
    },
    rejects: async (start) => expect(new Set((await listStates(start)).map(([, derivedValue]) => derivedValue)).size).toBeGreaterThan(1),
  };
}

/** The resource exists without being created and has the specified content. */
export function builtIn(statement: SchemaStatement): Check {
  const { members, values: specifiedValues = {} } = readSchemaRule(statement, 'builtIn');
  const values = Object.fromEntries(Object.entries(specifiedValues).filter(([, value]) => !JSON.stringify(value).includes('{')));
  const { api, resource } = statement;
  const path = createStoredResource(api, resource).path;
  const collection = path.slice(0, path.lastIndexOf('/'));
  const [first = {}] = members;
  return {
    accepts: async (start) => {
      const { send } = start();
      const listedItems = ((await send(`GET ${collection}`)).body['items'] ?? []) as readonly JsonObject[];
      expect(listedItems.map(({ name }) => name)).toEqual(members.map(({ name }) => name).toSorted());
      expect((await send(`GET ${collection}/${String(first['name'])}`)).body).toMatchObject(values);
      expect((await send(`GET ${collection}/any-other`)).body).toMatchObject({ ...values, name: 'any-other' });
    },
    rejects: async (start) => {
      const { send } = start();
      for (const { name } of members.slice(0, 3)) expect((await send(`GET ${collection}/${String(name)}`)).body).toMatchObject({ name });
      const listResponse = await send(`GET ${collection}`);
      expect(listResponse.body['items']).toHaveLength(members.length);
    },
  };
}

/** Creates the parent resource with fields that satisfy the condition. */
async function createParent(statement: SchemaStatement, world: World, when: object | undefined): Promise<StoredResource> {
  const { api, resource } = statement;
  const method = findCreateMethod(statement);
  if (method === undefined) throw new Error(`${resource.path} has no create method`);
  const { line } = prepareCall(api, method);
  expect(summarizeResult(await world.send(line, { ...createBody(api, resource, 9), ...createConditionBody(when) }))).toBe('200');
  return createStoredResource(api, resource, 9);
}

async function listMembersBelow(
  statement: SchemaStatement,
  { send, storedResource }: { readonly send: Send; readonly storedResource: StoredResource },
  template: string,
): Promise<readonly JsonObject[]> {
  const collection = template.split('/')[statement.resource.path.split('/').length] ?? '';
  const { body } = await send(`GET ${storedResource.path}/${collection}`);
  return Object.values(body).find((value): value is JsonObject[] => Array.isArray(value)) ?? [];
}

/** The owned resources exist as long as the resource exists and satisfies the condition. */
export function ownedResources(statement: SchemaStatement): Check {
  const { members, each: templates, when, lasting } = readSchemaRule(statement, 'ownedResources');
  const literal = templates.flatMap((template) =>
    Object.entries(template).filter(([, value]) => typeof value !== 'object' && !String(value).includes('{')),
  );
  return {
    accepts: async (start) => {
      const world = start();
      const storedResource = await createParent(statement, world, when);
      const owned = await listMembersBelow(statement, { ...world, storedResource }, members);
      expect(owned.length).toBeGreaterThanOrEqual(templates.length);
      for (const [name, value] of literal) expect(owned.map((body) => body[name])).toContain(value);
    },
    rejects: async (start) => {
      const world = start();
      const storedResource = await createParent(statement, world, when);
      const owned = await listMembersBelow(statement, { ...world, storedResource }, members);
      expect(owned.length).toBeGreaterThan(0);
      if (lasting) {
        const deleteLine = `DELETE ${storedResource.path}/${members.split('/').at(-3) ?? ''}/${String(owned[0]?.['name'])}/${String(owned[0]?.['type'])}`;
        expect(summarizeResult(await world.send(deleteLine))).toBe('400 invalid');
      }
      if (when === undefined) return;
      const otherWorld = start();
      const unconditional = await createParent(statement, otherWorld, undefined);
      expect(await listMembersBelow(statement, { ...otherWorld, storedResource: unconditional }, members)).toEqual([]);
    },
  };
}

/** A resource cannot be deleted while it contains more than its owned resources. */
export function deleteRequiresEmpty(statement: SchemaStatement): Check {
  const { members } = readSchemaRule(statement, 'deleteRequiresEmpty');
  const { api } = statement;
  const memberResource = api.resources.find(({ path }) => path === members);
  if (memberResource === undefined) throw new Error(`there is no resource ${members}`);
  const storedResource = createStoredResource(api, statement.resource);
  return {
    accepts: async (start) => {
      const world = start();
      const created = await createParent(statement, world, undefined);
      expect(summarizeResult(await world.send(`DELETE ${created.path}`))).toBe('200');
    },
    rejects: async (start) => {
      const { send } = start(createSeed(api, [createStoredResource(api, memberResource)]));
      expect(summarizeResult(await send(`DELETE ${storedResource.path}`))).toBe('400 containerNotEmpty');
      expect(summarizeResult(await send(`GET ${storedResource.path}`))).toBe('200');
    },
  };
}

/** A resource cannot be deleted while another resource refers to it. */
export function deleteBlockedByReference(statement: SchemaStatement): Check {
  const { by: referrerPath, field } = readSchemaRule(statement, 'deleteBlockedByReference');
  const { api, resource } = statement;
  const referrer = api.resources.find(({ path }) => path === referrerPath);
  if (referrer === undefined) throw new Error(`there is no resource ${referrerPath}`);
  const storedResource = createStoredResource(api, resource);
  const storedReferrer = createStoredResource(api, referrer);
  const linkedReferrer = {
    ...storedReferrer,
    body: setField(
      storedReferrer.body,
      field.split('.'),
      storedResource.path.slice(storedResource.path.indexOf('/projects/') + 1),
    ) as JsonObject,
  };
  return {
    accepts: async (start) =>
      expect(summarizeResult(await start(createSeed(api, [storedResource])).send(`DELETE ${storedResource.path}`))).toBe('200'),
    rejects: async (start) => {
      const { send } = start(createSeed(api, [storedResource, linkedReferrer]), withoutValidator(referrer));
      expect(summarizeResult(await send(`DELETE ${storedResource.path}`))).toBe('400 resourceInUseByAnotherResource');
      expect(summarizeResult(await send(`DELETE ${linkedReferrer.path}`))).toBe('200');
      expect(summarizeResult(await send(`DELETE ${storedResource.path}`))).toBe('200');
    },
  };
}
