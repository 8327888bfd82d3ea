/** Rules about changes of a resource. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../../../templates/runtime/descriptor.js';
import type { EtagRule } from '../../../../templates/runtime/rule.js';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { methodOf as specified, type ApiName } from '../../support/specifications.js';
import { getMember } from '../../../../generator/read/specification.js';
import { all, atMethod, withoutFormat, withoutValidator, withPlainPatch, type Adjust } from '../guards.js';
import { bodyOf, prepareCall, fingerprint, withFingerprint, pathOf, createSeed, staleFingerprint, findStoredResource } from '../scene.js';
import { findFieldName, methodRule, schemaRule, type SchemaStatement, type MethodStatement } from '../rule-statements.js';
import { get, put, valueOf } from '../values.js';
import { addQuery, summarizeResult, type Check, type Start, type World } from '../world.js';

function resourceOf(api: ApiBehavior, { action }: MethodBehavior): ResourceBehavior {
  const found = api.resources.find(({ path }) => 'resource' in action && path === action.resource);
  if (found === undefined) throw new Error('the method concerns no resource');
  return found;
}

/** A merge patch, even if the method looks like an update. */
function mergePatch({ api, method }: MethodStatement): Check {
  const resource = resourceOf(api, method);
  const { line, body, seed } = prepareCall(api, method);
  const replacing: Adjust = atMethod(method, ({ validate: _, ...one }) => ({
    ...one,
    action: { kind: 'update', resource: resource.path },
  }));
  const path = findStoredResource(api, resource).path;
  const described = { ...body, description: 'changed' };
  return {
    accepts: async (start) => {
      const { send } = start(seed, replacing);
      expect(summarizeResult(await send(line, described))).toBe('200');
      const rest = bodyOf(resource);
      expect((await send(`GET ${path}`)).body).toMatchObject({ ...rest, description: 'changed' });
    },
    rejects: async (start) => {
      const { send } = start(seed, replacing);
      expect(summarizeResult(await send(line, described))).toBe('200');
      const now = (await send(`GET ${path}`)).body;
      const fresh = 'fingerprint' in described ? { fingerprint: now['fingerprint'] ?? null } : {};
      expect(summarizeResult(await send(line, { ...fresh, description: null }))).toBe('200');
      const { description: _, fingerprint: __, ...before } = now;
      const { fingerprint: ___, ...after } = (await send(`GET ${path}`)).body;
      expect(after).toEqual(before);
    },
  };
}

/** Listed fields change; others are ignored without an error. */
function updatableFields({ api, method, rule }: MethodStatement): Check {
  const { fields } = methodRule(rule, 'update');
  if (fields === undefined) throw new Error('the rule lists no fields');
  const { line, body, seed } = prepareCall(api, method);
  const path = line.split(' ')[1] ?? '';
  return {
    accepts: async (start) => {
      const { send } = start(seed);
      expect(summarizeResult(await send(line, body))).toBe('200');
      for (const field of fields.filter((name) => Object.hasOwn(body ?? {}, name)))
        expect((await send(`GET ${path}`)).body[field]).toEqual(body?.[field]);
    },
    rejects: async (start) => {
      const { send } = start(seed);
      expect(summarizeResult(await send(line, { ...body, description: 'changed' }))).toBe('200');
      expect((await send(`GET ${path}`)).body).not.toHaveProperty('description');
    },
  };
}

/** A marked field changes with the patch method; a listed but unmarked field does not. */
export function updatableField(placed: SchemaStatement): Check {
  const { api, resource } = placed;
  const name = findFieldName(placed);
  const method = api.methods.find(
    ({ action, rules }) =>
      action.kind === 'patch' &&
      action.resource === resource.path &&
      rules?.some((rule) => rule.kind === 'update' && rule.fields !== undefined),
  );
  if (method === undefined) throw new Error(`${resource.path} has no method that lists what it patches`);
  const { line, seed } = prepareCall(api, method);
  const adjusted = all(
    withoutValidator(resource),
    atMethod(method, ({ validate: _, ...one }) => ({
      ...one,
      rules: (one.rules ?? []).map((rule) =>
        rule.kind === 'update' && rule.fields ? { ...rule, fields: [...rule.fields, 'description'] } : rule,
      ),
    })),
    // Roles have their own rules.
    (known) => ({
      ...known,
      resources: known.resources.map((one) => ({
        ...one,
        validations: [],
        rules: (one.rules ?? []).filter(({ kind }) => kind === 'etag'),
      })),
    }),
  );
  const value: Json = name.endsWith('Ranges') ? [{ rangeName: 'a', ipCidrRange: '10.9.0.0/24' }] : valueOf(api, resource.fields?.[name], 1);
  const path = line.split(' ')[1] ?? '';
  const change = async (start: Start, body: JsonObject): Promise<JsonObject> => {
    const { send } = start(seed, adjusted);
    expect(summarizeResult(await send(line, { fingerprint, ...body }))).toBe('200');
    return (await send(`GET ${path}`)).body;
  };
  return {
    accepts: async (start) => expect((await change(start, { [name]: value }))[name]).toEqual(value),
    rejects: async (start) => expect(await change(start, { [name]: value, description: 'changed' })).not.toHaveProperty('description'),
  };
}

interface Guarded {
  readonly field: string;
  readonly line: string;
  readonly body: JsonObject;
  readonly path: string;
  readonly start: (start: Start) => World;
}

/** Returns 412 unless the fingerprint is current. A change renews it; a change without effect does not. */
function fingerprintCheck({ field, line, body, path, start: begin }: Guarded): Check {
  const steps = field.split('.');
  const read = async ({ send }: World): Promise<Json | undefined> => get((await send(`GET ${path}`)).body, steps);
  return {
    accepts: async (start) => {
      const world = begin(start);
      expect(summarizeResult(await world.send(line, put(body, steps, fingerprint) as JsonObject))).toBe('200');
      const renewed = await read(world);
      expect(renewed).toEqual(expect.any(String));
      expect(renewed).not.toBe(fingerprint);
      expect(summarizeResult(await world.send(line, put(body, steps, renewed ?? '') as JsonObject))).toBe('200');
      expect(await read(world)).toBe(renewed);
    },
    rejects: async (start) => {
      const world = begin(start);
      const before = (await world.mock.state()).resources;
      for (const wrong of [staleFingerprint, '']) {
        expect(summarizeResult(await world.send(line, put(body, steps, wrong) as JsonObject))).toBe('412 conditionNotMet');
        expect((await world.mock.state()).resources).toEqual(before);
      }
      expect(await read(world)).toBe(fingerprint);
    },
  };
}

/** Tests each method that changes the covered fields, or a plain patch if there is none. */
export function fingerprints(placed: SchemaStatement): readonly Check[] {
  const { api, resource, path } = placed;
  const { field, covers } = schemaRule(placed, 'etag');
  const isGuarded = ({ action }: MethodBehavior): boolean =>
    'resource' in action &&
    action.resource === resource.path &&
    (covers === undefined
      ? action.kind === 'patch' || action.kind === 'update'
      : action.kind === 'setFields' && action.fields.some((name) => covers.includes(name)));
  const methods = path.length === 0 ? api.methods.filter(isGuarded) : [];
  if (methods.length === 0) return [plainPatchCheck(placed, { field, ...(covers && { covers }) })];
  return methods.map((method) => {
    const { line, body = {}, seed, target } = prepareCall(api, method);
    const one = target && withFingerprint(target, [field]);
    const begin = (start: Start): World =>
      start(one === undefined ? seed : createSeed(api, [one]), all(withoutFormat(resource, field), atMethod(method, withoutOwnGuard)));
    return fingerprintCheck({ field, line, body, path: one?.path ?? '', start: begin });
  });
}

function withoutOwnGuard(method: MethodBehavior): MethodBehavior {
  if (method.action.kind !== 'setFields') return method;
  const { fingerprint: _, ...action } = method.action;
  return { ...method, action };
}

function plainPatchCheck({ api, resource, path }: SchemaStatement, { field, covers }: Pick<EtagRule, 'field' | 'covers'>): Check {
  const steps = [...path, field];
  const one = findStoredResource(api, resource);
  const standingOne = { ...one, body: put(one.body, steps, fingerprint) as JsonObject };
  const body = put({}, [...path, covers?.[0] ?? 'description'], [{ key: 'a', value: 'b' }]) as JsonObject;
  return fingerprintCheck({
    field: steps.join('.'),
    line: `PATCH ${one.path}`,
    body,
    path: one.path,
    start: (start) => start(createSeed(api, [standingOne]), withPlainPatch(resource)),
  });
}

/** A rule of a request schema: tests each method with such a request, except for resources with their own rule. */
export function requestFingerprints(api: ApiBehavior, schema: string): readonly Check[] {
  const takes = ({ method }: MethodBehavior): boolean => {
    const { value } = specified(api.name as ApiName, method.id.slice(api.name.length + 1));
    return getMember(getMember(value, 'request') ?? {}, '$ref') === schema;
  };
  return api.methods
    .filter((method) => method.action.kind === 'setFields' && takes(method))
    .filter((method) => !resourceOf(api, method).rules?.some(({ kind }) => kind === 'etag'))
    .map((method) => {
      const { line, body = {}, seed, target } = prepareCall(api, method);
      const field = method.action.kind === 'setFields' ? (method.action.fingerprint ?? '') : '';
      return fingerprintCheck({ field, line, body, path: target?.path ?? '', start: (start) => start(seed) });
    });
}

/** The mask selects the fields of a change. The rule rejects a field that doesn't exist. */
function updateMask({ api, method, rule }: MethodStatement): Check {
  const { mask = '' } = methodRule(rule, 'update');
  const { line, body, seed } = prepareCall(api, method);
  const path = line.split(' ')[1] ?? '';
  const ruleAlone = atMethod(method, (one) => {
    const { updateMask: _, ...described } = one.method;
    return { ...one, method: described };
  });
  return {
    accepts: async (start) => {
      const { send } = start(seed, ruleAlone);
      expect(summarizeResult(await send(addQuery(line, mask, 'description'), { ...body, description: 'masked' }))).toBe('200');
      expect((await send(`GET ${path}`)).body['description']).toBe('masked');
    },
    rejects: async (start) => {
      const { send, refusedBy } = start(seed, ruleAlone);
      expect([summarizeResult(await send(addQuery(line, mask, 'noSuchField'), body)), refusedBy()]).toEqual(['400 invalid', 'update']);
      await send(addQuery(line, mask, 'name'), { ...body, description: 'masked' });
      expect((await send(`GET ${path}`)).body['description']).not.toBe('masked');
    },
  };
}

/** By the key that the rule has: `merge`, `fields`, or `mask`. */
export function update(statement: MethodStatement): Check {
  const { merge, fields } = methodRule(statement.rule, 'update');
  if (merge) return mergePatch(statement);
  return fields ? updatableFields(statement) : updateMask(statement);
}

/** The key of the target is required. */
export function requiredIfResourceHas({ api, method, rule }: MethodStatement): Check {
  const { field, has } = methodRule(rule, 'requiredIfResourceHas');
  const resource = resourceOf(api, method);
  const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
  const [right, wrong] = ['k', 'w'].map((letter) => Buffer.alloc(32, letter)) as [Buffer, Buffer];
  const disk = findStoredResource(api, resource);
  const locked = { ...disk, body: { ...disk.body, [has]: { sha256: hashOf(right) } } };
  const called = prepareCall(api, method);
  const link =
    method.action.kind === 'createFrom' && method.action.from !== undefined
      ? { [method.action.from]: disk.path.slice(disk.path.indexOf('/projects/') + 1) }
      : {};
  const line = `${method.method.httpMethod} ${pathOf(method, disk)}`;
  const send = async (start: Start, more: JsonObject): Promise<string> =>
    summarizeResult(await start(createSeed(api, [locked])).send(line, { ...called.body, ...link, ...more }));
  return {
    accepts: async (start) => expect(await send(start, { [field]: { rawKey: right.toString('base64') } })).toBe('200'),
    rejects: async (start) => {
      expect(await send(start, {})).toBe('400 required');
      expect(await send(start, { [field]: { rawKey: wrong.toString('base64') } })).toBe('400 invalid');
    },
  };
}

/** The change is recorded below the resource, and the response is the record. */
export function changeRecord({ api, method, rule }: MethodStatement): Check {
  const { as, id } = methodRule(rule, 'changeRecord');
  const { line, body, seed, target } = prepareCall(api, method);
  const collection = `${target?.path ?? ''}/${as.split('/').at(-2) ?? ''}`;
  return {
    accepts: async (start) => {
      const { send } = start(seed);
      const told = await send(id === undefined ? line : addQuery(line, id, 'mine'), body);
      expect([told.status, told.body['status']]).toEqual([200, 'done']);
      if (id !== undefined) expect(told.body['id']).toBe('mine');
      expect((await send(`GET ${collection}/${String(told.body['id'])}`)).body).toEqual(told.body);
    },
    rejects: async (start) => {
      const { send } = start(seed);
      if (id !== undefined) {
        await send(addQuery(line, id, 'mine'), body);
        expect(summarizeResult(await send(addQuery(line, id, 'mine'), body))).toBe('409 alreadyExists');
      }
      expect((await send(line, body)).body).not.toHaveProperty('dnsName');
    },
  };
}
