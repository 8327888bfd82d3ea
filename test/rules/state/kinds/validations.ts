/** Validations that compare a request with the stored resource or with other resources. */
import { expect } from 'vitest';
import { getMember } from '../../../../generator/lib/json.js';
import type { Json, JsonObject } from '../../../../mock/index.js';
import { resolvePointer, getSpecification } from '../../support/specifications.js';
import { createBody, fingerprint, createSeed, createStoredResource, prepareCall, type StoredResource } from '../scene.js';
import type { SchemaStatement } from '../rule-statements.js';
import { summarizeResult, type Check, type Start, type World } from '../world.js';

type CreateFieldCheck = (statement: SchemaStatement, field: string) => Check;

const checks: Readonly<Record<string, CreateFieldCheck>> = { progress, ipv6AccessType, ipCidrRange, name: subdomain, type: exclusiveType };

/** One check per field of such a validation. */
export function validation(statement: SchemaStatement): Check {
  const { api, pointer, id } = statement.rule;
  const field = String(getMember(resolvePointer(getSpecification(api).value, pointer) ?? {}, 'fieldPath'));
  const check = checks[field];
  if (check === undefined) throw new Error(`no check exists for ${id}`);
  return check(statement, field);
}

async function read({ send }: World, { path }: StoredResource): Promise<JsonObject> {
  return (await send(`GET ${path}`)).body;
}

/** Progress never decreases, even if a lower value is scheduled. */
function progress({ api, resource }: SchemaStatement, field: string): Check {
  const storedResource = createStoredResource(api, resource);
  const task = `${String(Date.UTC(2026, 0, 1, 12) + 1000).padStart(16, '0')} 0`;
  const startProgress = (from: number, to: number, start: Start): World =>
    start(
      createSeed(api, [{ ...storedResource, body: { ...storedResource.body, [field]: from } }], {
        seed: { tasks: { [task]: [{ kind: 'set', path: storedResource.path.slice(1), fields: { [field]: to } }] } },
      }),
    );
  const readLater = async (world: World): Promise<Json | undefined> => {
    await world.mock.clock.advance(2000);
    return (await read(world, storedResource))[field];
  };
  return {
    accepts: async (start) => expect(await readLater(startProgress(50, 90, start))).toBe(90),
    rejects: async (start) => expect(await readLater(startProgress(90, 50, start))).toBe(90),
  };
}

function createStoredWithFingerprint({ api, resource }: SchemaStatement): StoredResource {
  const storedResource = createStoredResource(api, resource);
  return { ...storedResource, body: { ...storedResource.body, fingerprint } };
}

/** The field can be set only by the update that changes the stack to IPV4_IPV6. */
function ipv6AccessType(statement: SchemaStatement, field: string): Check {
  const storedResource = createStoredWithFingerprint(statement);
  const stack = { stackType: 'IPV4_IPV6' };
  const set = async (world: World, fields: JsonObject): Promise<unknown> => {
    const current = (await read(world, storedResource))['fingerprint'];
    expect(summarizeResult(await world.send(`PATCH ${storedResource.path}`, { ...fields, fingerprint: current ?? '' }))).toBe('200');
    return (await read(world, storedResource))[field];
  };
  return {
    accepts: async (start) =>
      expect(await set(start(createSeed(statement.api, [storedResource])), { ...stack, [field]: 'EXTERNAL' })).toBe('EXTERNAL'),
    rejects: async (start) => {
      expect(await set(start(createSeed(statement.api, [storedResource])), { [field]: 'EXTERNAL' })).toBeUndefined();
      const world = start(createSeed(statement.api, [storedResource]));
      await set(world, { ...stack, [field]: 'EXTERNAL' });
      expect(await set(world, { ...stack, [field]: 'INTERNAL' })).toBe('EXTERNAL');
    },
  };
}

/** A range can only grow. */
function ipCidrRange(statement: SchemaStatement, field: string): Check {
  const storedResource = createStoredWithFingerprint(statement);
  const seed = createSeed(statement.api, [{ ...storedResource, body: { ...storedResource.body, [field]: '10.0.0.0/24' } }]);
  const send = async (start: Start, range: string): Promise<string> =>
    summarizeResult(await start(seed).send(`POST ${storedResource.path}/expandIpCidrRange`, { [field]: range }));
  return {
    accepts: async (start) => expect(await send(start, '10.0.0.0/20')).toBe('200'),
    rejects: async (start) => {
      for (const range of ['10.0.0.0/25', '10.7.0.0/16']) expect(await send(start, range)).toBe('400 invalid');
    },
  };
}

/** Returns a function that creates a resource next to the existing ones. */
function createCreator({ api, resource }: SchemaStatement): (start: Start, fields: JsonObject, existing?: JsonObject) => Promise<string> {
  const method = api.methods.find(({ action }) => action.kind === 'create' && action.resource === resource.path);
  if (method === undefined) throw new Error(`${resource.path} has no create method`);
  const { line, seed } = prepareCall(api, method);
  return async (start, fields, existing) => {
    const stored = createStoredResource(api, resource);
    const { send } = start(existing === undefined ? seed : createSeed(api, [{ ...stored, body: { ...stored.body, ...existing } }]));
    return summarizeResult(await send(line, { ...createBody(api, resource, 9), ...fields }));
  };
}

/** The name is that of the parent or a subdomain of it. */
function subdomain(statement: SchemaStatement, field: string): Check {
  const create = createCreator(statement);
  return {
    accepts: async (start) => {
      for (const name of ['x0.example.', 'deep.er.x0.example.']) expect(await create(start, { [field]: name })).toBe('200');
    },
    rejects: async (start) => {
      for (const name of ['another.example.', 'nox0.example.', 'example.'])
        expect(await create(start, { [field]: name })).toBe('400 invalid');
    },
  };
}

/** A CNAME record set excludes others with the same name, in any order of creation. */
function exclusiveType(statement: SchemaStatement, field: string): Check {
  const create = createCreator(statement);
  const keyFields = { name: createBody(statement.api, statement.resource)['name'] ?? '' };
  const body: JsonObject = { [field]: 'CNAME', rrdatas: ['target.example.'] };
  return {
    accepts: async (start) => {
      expect(await create(start, body)).toBe('200');
      expect(await create(start, { ...keyFields, [field]: 'TXT', rrdatas: ['"text"'] }, {})).toBe('200');
    },
    rejects: async (start) => expect(await create(start, { ...keyFields, ...body }, {})).toBe('400 invalid'),
  };
}
