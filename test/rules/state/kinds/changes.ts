/** Rules about changes of a resource. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../../../runtime/behavior.js';
import type { EtagRule } from '../../../../runtime/rule.js';
import type { Json, JsonObject } from '../../../../mock/index.js';
import { findMethod as findSpecifiedMethod, type ApiName } from '../../support/specifications.js';
import { getMember } from '../../../../generator/lib/json.js';
import { combine, adjustMethod, withoutFormat, withoutValidator, withPlainPatch, type AdjustBehavior } from '../guards.js';
import {
  createBody,
  prepareCall,
  fingerprint,
  withFingerprint,
  buildPath,
  createSeed,
  staleFingerprint,
  createStoredResource,
} from '../scene.js';
import {
  findFieldName,
  getResourceFields,
  readMethodRule,
  readSchemaRule,
  type SchemaStatement,
  type MethodStatement,
} from '../rule-statements.js';
import { getField, setField, createValue } from '../values.js';
import { addQuery, summarizeResult, type Check, type Start, type World } from '../world.js';

function findResource(api: ApiBehavior, { action }: MethodBehavior): ResourceBehavior {
  const resource = api.resources.find(({ path }) => 'resource' in action && path === action.resource);
  if (resource === undefined) throw new Error('the method has no resource');
  return resource;
}

/** The method is a merge patch, even if its action is an update. */
function mergePatch({ api, method }: MethodStatement): Check {
  const resource = findResource(api, method);
  const { line, body, seed } = prepareCall(api, method);
  const treatAsUpdate: AdjustBehavior = adjustMethod(method, ({ validate: _, ...behavior }) => ({
    ...behavior,
    action: { kind: 'update', resource: resource.path },
  }));
  const path = createStoredResource(api, resource).path;
  const requestBody = { ...body, description: 'changed' };
  return {
    accepts: async (start) => {
      const { send } = start(seed, treatAsUpdate);
      expect(summarizeResult(await send(line, requestBody))).toBe('200');
      const rest = createBody(api, resource);
      expect((await send(`GET ${path}`)).body).toMatchObject({ ...rest, description: 'changed' });
    },
    rejects: async (start) => {
      const { send } = start(seed, treatAsUpdate);
      expect(summarizeResult(await send(line, requestBody))).toBe('200');
      const current = (await send(`GET ${path}`)).body;
      const fresh = 'fingerprint' in requestBody ? { fingerprint: current['fingerprint'] ?? null } : {};
      expect(summarizeResult(await send(line, { ...fresh, description: null }))).toBe('200');
      const { description: _, fingerprint: __, ...before } = current;
      const { fingerprint: ___, ...after } = (await send(`GET ${path}`)).body;
      expect(after).toEqual(before);
    },
  };
}

/** Listed fields change; others are ignored without an error. */
function updatableFields({ api, method, rule }: MethodStatement): Check {
  const { fields } = readMethodRule(rule, 'update');
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
export function updatableField(statement: SchemaStatement): Check {
  const { api, resource } = statement;
  const name = findFieldName(statement);
  const method = api.methods.find(
    ({ action, rules }) =>
      action.kind === 'patch' &&
      action.resource === resource.path &&
      rules?.some((rule) => rule.kind === 'update' && rule.fields !== undefined),
  );
  if (method === undefined) throw new Error(`${resource.path} has no method that lists the fields it patches`);
  const { line, seed } = prepareCall(api, method);
  const adjusted = combine(
    withoutValidator(resource),
    adjustMethod(method, ({ validate: _, ...behavior }) => ({
      ...behavior,
      rules: (behavior.rules ?? []).map((rule) =>
        rule.kind === 'update' && rule.fields ? { ...rule, fields: [...rule.fields, 'description'] } : rule,
      ),
    })),
    // Roles have their own rules.
    (behavior) => ({
      ...behavior,
      resources: behavior.resources.map((candidate) => ({
        ...candidate,
        validations: [],
        rules: (candidate.rules ?? []).filter(({ kind }) => kind === 'etag'),
      })),
    }),
  );
  const value: Json = name.endsWith('Ranges')
    ? [{ rangeName: 'a', ipCidrRange: '10.9.0.0/24' }]
    : createValue(api, getResourceFields(api, resource)?.[name], 1);
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

interface FingerprintScenario {
  readonly field: string;
  readonly line: string;
  readonly body: JsonObject;
  readonly path: string;
  readonly start: (start: Start) => World;
}

/** Returns 412 unless the fingerprint is current. A change renews it; a change without effect does not. */
function fingerprintCheck({ field, line, body, path, start: startWorld }: FingerprintScenario): Check {
  const steps = field.split('.');
  const read = async ({ send }: World): Promise<Json | undefined> => getField((await send(`GET ${path}`)).body, steps);
  return {
    accepts: async (start) => {
      const world = startWorld(start);
      expect(summarizeResult(await world.send(line, setField(body, steps, fingerprint) as JsonObject))).toBe('200');
      const renewedFingerprint = await read(world);
      expect(renewedFingerprint).toEqual(expect.any(String));
      expect(renewedFingerprint).not.toBe(fingerprint);
      expect(summarizeResult(await world.send(line, setField(body, steps, renewedFingerprint ?? '') as JsonObject))).toBe('200');
      expect(await read(world)).toBe(renewedFingerprint);
    },
    rejects: async (start) => {
      const world = startWorld(start);
      const before = (await world.mock.state()).resources;
      for (const invalidFingerprint of [staleFingerprint, '']) {
        expect(summarizeResult(await world.send(line, setField(body, steps, invalidFingerprint) as JsonObject))).toBe(
          '412 conditionNotMet',
        );
        expect((await world.mock.state()).resources).toEqual(before);
      }
      expect(await read(world)).toBe(fingerprint);
    },
  };
}

/** Tests each method that changes the covered fields, or a plain patch if there is none. */
export function fingerprints(statement: SchemaStatement): readonly Check[] {
  const { api, resource, path } = statement;
  const { field, covers } = readSchemaRule(statement, 'etag');
  const isCovered = ({ action }: MethodBehavior): boolean =>
    'resource' in action &&
    action.resource === resource.path &&
    (covers === undefined
      ? action.kind === 'patch' || action.kind === 'update'
      : action.kind === 'setFields' && action.fields.some((name) => covers.includes(name)));
  const methods = path.length === 0 ? api.methods.filter(isCovered) : [];
  if (methods.length === 0) return [plainPatchCheck(statement, { field, ...(covers && { covers }) })];
  return methods.map((method) => {
    const { line, body = {}, seed, target } = prepareCall(api, method);
    const storedResource = target && withFingerprint(target, [field]);
    const startWorld = (start: Start): World =>
      start(
        storedResource === undefined ? seed : createSeed(api, [storedResource]),
        combine(withoutFormat(resource, field), adjustMethod(method, withoutOwnCheck)),
      );
    return fingerprintCheck({ field, line, body, path: storedResource?.path ?? '', start: startWorld });
  });
}

function withoutOwnCheck(method: MethodBehavior): MethodBehavior {
  if (method.action.kind !== 'setFields') return method;
  const { fingerprint: _, ...action } = method.action;
  return { ...method, action };
}

function plainPatchCheck({ api, resource, path }: SchemaStatement, { field, covers }: Pick<EtagRule, 'field' | 'covers'>): Check {
  const steps = [...path, field];
  const storedResource = createStoredResource(api, resource);
  const storedWithFingerprint = { ...storedResource, body: setField(storedResource.body, steps, fingerprint) as JsonObject };
  const body = setField({}, [...path, covers?.[0] ?? 'description'], [{ key: 'a', value: 'b' }]) as JsonObject;
  return fingerprintCheck({
    field: steps.join('.'),
    line: `PATCH ${storedResource.path}`,
    body,
    path: storedResource.path,
    start: (start) => start(createSeed(api, [storedWithFingerprint]), withPlainPatch(resource)),
  });
}

/** A rule of a request schema: tests each method with such a request, except for resources with their own rule. */
export function requestFingerprints(api: ApiBehavior, schema: string): readonly Check[] {
  const takesSchema = ({ method }: MethodBehavior): boolean => {
    const { value } = findSpecifiedMethod(api.name as ApiName, method.id.slice(api.name.length + 1));
    return getMember(getMember(value, 'request') ?? {}, '$ref') === schema;
  };
  return api.methods
    .filter((method) => method.action.kind === 'setFields' && takesSchema(method))
    .filter((method) => !findResource(api, method).rules?.some(({ kind }) => kind === 'etag'))
    .map((method) => {
      const { line, body = {}, seed, target } = prepareCall(api, method);
      const field = method.action.kind === 'setFields' ? (method.action.fingerprint ?? '') : '';
      return fingerprintCheck({ field, line, body, path: target?.path ?? '', start: (start) => start(seed) });
    });
}

/** The mask selects the fields of a change. The rule rejects a field that doesn't exist. */
function updateMask({ api, method, rule }: MethodStatement): Check {
  const { mask = '' } = readMethodRule(rule, 'update');
  const { line, body, seed } = prepareCall(api, method);
  const path = line.split(' ')[1] ?? '';
  const withoutCompiledMask = adjustMethod(method, (behavior) => {
    const { updateMask: _, ...descriptor } = behavior.method;
    return { ...behavior, method: descriptor };
  });
  return {
    accepts: async (start) => {
      const { send } = start(seed, withoutCompiledMask);
      expect(summarizeResult(await send(addQuery(line, mask, 'description'), { ...body, description: 'masked' }))).toBe('200');
      expect((await send(`GET ${path}`)).body['description']).toBe('masked');
    },
    rejects: async (start) => {
      const { send, rejectedBy } = start(seed, withoutCompiledMask);
      expect([summarizeResult(await send(addQuery(line, mask, 'noSuchField'), body)), rejectedBy()]).toEqual(['400 invalid', 'update']);
      await send(addQuery(line, mask, 'name'), { ...body, description: 'masked' });
      expect((await send(`GET ${path}`)).body['description']).not.toBe('masked');
    },
  };
}

/** Selects the check by the key of the rule: `merge`, `fields`, or `mask`. */
export function update(statement: MethodStatement): Check {
  const { merge, fields } = readMethodRule(statement.rule, 'update');
  if (merge) return mergePatch(statement);
  return fields ? updatableFields(statement) : updateMask(statement);
}

/** The request must contain the encryption key of the target. */
export function requiredIfResourceHas({ api, method, rule }: MethodStatement): Check {
  const { field, has } = readMethodRule(rule, 'requiredIfResourceHas');
  const resource = findResource(api, method);
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
  const [rightKey, wrongKey] = ['k', 'w'].map((letter) => Buffer.alloc(32, letter)) as [Buffer, Buffer];
  const disk = createStoredResource(api, resource);
  const locked = { ...disk, body: { ...disk.body, [has]: { sha256: hash(rightKey) } } };
  const preparedCall = prepareCall(api, method);
  const sourceLink =
    method.action.kind === 'createFrom' && method.action.from !== undefined
      ? { [method.action.from]: disk.path.slice(disk.path.indexOf('/projects/') + 1) }
      : {};
  const line = `${method.method.httpMethod} ${buildPath(method, disk)}`;
  const send = async (start: Start, fields: JsonObject): Promise<string> =>
    summarizeResult(await start(createSeed(api, [locked])).send(line, { ...preparedCall.body, ...sourceLink, ...fields }));
  return {
    accepts: async (start) => expect(await send(start, { [field]: { rawKey: rightKey.toString('base64') } })).toBe('200'),
    rejects: async (start) => {
      expect(await send(start, {})).toBe('400 required');
      expect(await send(start, { [field]: { rawKey: wrongKey.toString('base64') } })).toBe('400 invalid');
    },
  };
}

/** The change is recorded below the resource, and the response is the record. */
export function changeRecord({ api, method, rule }: MethodStatement): Check {
  const { as: recordPath, idParameter: id } = readMethodRule(rule, 'changeRecord');
  const { line, body, seed, target } = prepareCall(api, method);
  const collection = `${target?.path ?? ''}/${recordPath.split('/').at(-2) ?? ''}`;
  return {
    accepts: async (start) => {
      const { send } = start(seed);
      const response = await send(id === undefined ? line : addQuery(line, id, 'mine'), body);
      expect([response.status, response.body['status']]).toEqual([200, 'done']);
      if (id !== undefined) expect(response.body['id']).toBe('mine');
      expect((await send(`GET ${collection}/${String(response.body['id'])}`)).body).toEqual(response.body);
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
