/** What a change of a resource takes, needs and leaves alone. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { ApiBehavior, MethodBehavior, ResourceBehavior } from '../../../../templates/runtime/descriptor.js';
import type { EtagRule } from '../../../../templates/runtime/rule.js';
import type { Json, JsonObject } from '../../../../templates/runtime/mock/index.js';
import { methodOf as specified, type ApiName } from '../../support/specifications.js';
import { getMember } from '../../../../generator/read/specification.js';
import { all, atMethod, withoutFormat, withoutValidator, withPlainPatch, type Adjust } from '../guards.js';
import { bodyOf, calling, fingerprint, guarded, pathOf, seeded, staleFingerprint, standing } from '../scene.js';
import { fieldOf, methodRule, schemaRule, type Placed, type Stated } from '../stated.js';
import { get, put, valueOf } from '../values.js';
import { asking, outcome, type Check, type Start, type World } from '../world.js';

function resourceOf(api: ApiBehavior, { action }: MethodBehavior): ResourceBehavior {
  const found = api.resources.find(({ path }) => 'resource' in action && path === action.resource);
  if (found === undefined) throw new Error('the method concerns no resource');
  return found;
}

/** A merge patch: also where the method does not look like a patch, and replaces. */
function mergePatch({ api, method }: Stated): Check {
  const resource = resourceOf(api, method);
  const { line, body, seed } = calling(api, method);
  const replacing: Adjust = atMethod(method, ({ validate: _, ...one }) => ({
    ...one,
    action: { kind: 'update', resource: resource.path },
  }));
  const path = standing(api, resource).path;
  const described = { ...body, description: 'changed' };
  return {
    accepts: async (start) => {
      const { send } = start(seed, replacing);
      expect(outcome(await send(line, described))).toBe('200');
      const rest = bodyOf(resource);
      expect((await send(`GET ${path}`)).body).toMatchObject({ ...rest, description: 'changed' });
    },
    rejects: async (start) => {
      const { send } = start(seed, replacing);
      expect(outcome(await send(line, described))).toBe('200');
      const now = (await send(`GET ${path}`)).body;
      const fresh = 'fingerprint' in described ? { fingerprint: now['fingerprint'] ?? null } : {};
      expect(outcome(await send(line, { ...fresh, description: null }))).toBe('200');
      const { description: _, fingerprint: __, ...before } = now;
      const { fingerprint: ___, ...after } = (await send(`GET ${path}`)).body;
      expect(after).toEqual(before);
    },
  };
}

/** Fields that the rule lists change; the others are neither taken nor refused. */
function updatableFields({ api, method, rule }: Stated): Check {
  const { fields } = methodRule(rule, 'update');
  if (fields === undefined) throw new Error('the rule lists no fields');
  const { line, body, seed } = calling(api, method);
  const path = line.split(' ')[1] ?? '';
  return {
    accepts: async (start) => {
      const { send } = start(seed);
      expect(outcome(await send(line, body))).toBe('200');
      for (const field of fields.filter((name) => Object.hasOwn(body ?? {}, name)))
        expect((await send(`GET ${path}`)).body[field]).toEqual(body?.[field]);
    },
    rejects: async (start) => {
      const { send } = start(seed);
      expect(outcome(await send(line, { ...body, description: 'changed' }))).toBe('200');
      expect((await send(`GET ${path}`)).body).not.toHaveProperty('description');
    },
  };
}

/** A field that is marked changes by the method that patches; a field that is listed but not marked does not. */
export function patchableField(placed: Placed): Check {
  const { api, resource } = placed;
  const name = fieldOf(placed);
  const method = api.methods.find(
    ({ action, rules }) =>
      action.kind === 'patch' &&
      action.resource === resource.path &&
      rules?.some((rule) => rule.kind === 'update' && rule.fields !== undefined),
  );
  if (method === undefined) throw new Error(`${resource.path} has no method that lists what it patches`);
  const { line, seed } = calling(api, method);
  const adjusted = all(
    withoutValidator(resource),
    atMethod(method, ({ validate: _, ...one }) => ({
      ...one,
      rules: (one.rules ?? []).map((rule) =>
        rule.kind === 'update' && rule.fields ? { ...rule, fields: [...rule.fields, 'description'] } : rule,
      ),
    })),
    // A role has rules of its own.
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
    expect(outcome(await send(line, { fingerprint, ...body }))).toBe('200');
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

/** 412 unless the fingerprint is the current one; a change renews it, and what is no change does not. */
function fingerprintCheck({ field, line, body, path, start: begin }: Guarded): Check {
  const steps = field.split('.');
  const read = async ({ send }: World): Promise<Json | undefined> => get((await send(`GET ${path}`)).body, steps);
  return {
    accepts: async (start) => {
      const world = begin(start);
      expect(outcome(await world.send(line, put(body, steps, fingerprint) as JsonObject))).toBe('200');
      const renewed = await read(world);
      expect(renewed).toEqual(expect.any(String));
      expect(renewed).not.toBe(fingerprint);
      expect(outcome(await world.send(line, put(body, steps, renewed ?? '') as JsonObject))).toBe('200');
      expect(await read(world)).toBe(renewed);
    },
    rejects: async (start) => {
      const world = begin(start);
      const before = (await world.mock.state()).resources;
      for (const wrong of [staleFingerprint, '']) {
        expect(outcome(await world.send(line, put(body, steps, wrong) as JsonObject))).toBe('412 conditionNotMet');
        expect((await world.mock.state()).resources).toEqual(before);
      }
      expect(await read(world)).toBe(fingerprint);
    },
  };
}

/** On each method that changes what the fingerprint covers; by a plain patch where there is none. */
export function fingerprints(placed: Placed): readonly Check[] {
  const { api, resource, path } = placed;
  const { field, covers } = schemaRule(placed, 'etag');
  const isGuarded = ({ action }: MethodBehavior): boolean =>
    'resource' in action &&
    action.resource === resource.path &&
    (covers === undefined
      ? action.kind === 'patch' || action.kind === 'update'
      : action.kind === 'setFields' && action.fields.some((name) => covers.includes(name)));
  const methods = path.length === 0 ? api.methods.filter(isGuarded) : [];
  if (methods.length === 0) return [plainly(placed, { field, ...(covers && { covers }) })];
  return methods.map((method) => {
    const { line, body = {}, seed, target } = calling(api, method);
    const one = target && guarded(target, [field]);
    const begin = (start: Start): World =>
      start(one === undefined ? seed : seeded(api, [one]), all(withoutFormat(resource, field), atMethod(method, withoutOwnGuard)));
    return fingerprintCheck({ field, line, body, path: one?.path ?? '', start: begin });
  });
}

function withoutOwnGuard(method: MethodBehavior): MethodBehavior {
  if (method.action.kind !== 'setFields') return method;
  const { fingerprint: _, ...action } = method.action;
  return { ...method, action };
}

function plainly({ api, resource, path }: Placed, { field, covers }: Pick<EtagRule, 'field' | 'covers'>): Check {
  const steps = [...path, field];
  const one = standing(api, resource);
  const standingOne = { ...one, body: put(one.body, steps, fingerprint) as JsonObject };
  const body = put({}, [...path, covers?.[0] ?? 'description'], [{ key: 'a', value: 'b' }]) as JsonObject;
  return fingerprintCheck({
    field: steps.join('.'),
    line: `PATCH ${one.path}`,
    body,
    path: one.path,
    start: (start) => start(seeded(api, [standingOne]), withPlainPatch(resource)),
  });
}

/** A rule on what a request holds: on each method that takes such a request, but for resources that have the rule themselves. */
export function requestFingerprints(api: ApiBehavior, schema: string): readonly Check[] {
  const takes = ({ method }: MethodBehavior): boolean => {
    const { value } = specified(api.name as ApiName, method.id.slice(api.name.length + 1));
    return getMember(getMember(value, 'request') ?? {}, '$ref') === schema;
  };
  return api.methods
    .filter((method) => method.action.kind === 'setFields' && takes(method))
    .filter((method) => !resourceOf(api, method).rules?.some(({ kind }) => kind === 'etag'))
    .map((method) => {
      const { line, body = {}, seed, target } = calling(api, method);
      const field = method.action.kind === 'setFields' ? (method.action.fingerprint ?? '') : '';
      return fingerprintCheck({ field, line, body, path: target?.path ?? '', start: (start) => start(seed) });
    });
}

/** The mask selects the fields of a change. The rule rejects a field that doesn't exist. */
function updateMask({ api, method, rule }: Stated): Check {
  const { mask = '' } = methodRule(rule, 'update');
  const { line, body, seed } = calling(api, method);
  const path = line.split(' ')[1] ?? '';
  const ruleAlone = atMethod(method, (one) => {
    const { updateMask: _, ...described } = one.method;
    return { ...one, method: described };
  });
  return {
    accepts: async (start) => {
      const { send } = start(seed, ruleAlone);
      expect(outcome(await send(asking(line, mask, 'description'), { ...body, description: 'masked' }))).toBe('200');
      expect((await send(`GET ${path}`)).body['description']).toBe('masked');
    },
    rejects: async (start) => {
      const { send, refusedBy } = start(seed, ruleAlone);
      expect([outcome(await send(asking(line, mask, 'noSuchField'), body)), refusedBy()]).toEqual(['400 invalid', 'update']);
      await send(asking(line, mask, 'name'), { ...body, description: 'masked' });
      expect((await send(`GET ${path}`)).body['description']).not.toBe('masked');
    },
  };
}

/** By the key that the rule has: `merge`, `fields`, or `mask`. */
export function update(stated: Stated): Check {
  const { merge, fields } = methodRule(stated.rule, 'update');
  if (merge) return mergePatch(stated);
  return fields ? updatableFields(stated) : updateMask(stated);
}

/** The key that the target has must be given. */
export function requiredIfResourceHas({ api, method, rule }: Stated): Check {
  const { field, has } = methodRule(rule, 'requiredIfResourceHas');
  const resource = resourceOf(api, method);
  const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
  const [right, wrong] = ['k', 'w'].map((letter) => Buffer.alloc(32, letter)) as [Buffer, Buffer];
  const disk = standing(api, resource);
  const locked = { ...disk, body: { ...disk.body, [has]: { sha256: hashOf(right) } } };
  const called = calling(api, method);
  const link =
    method.action.kind === 'createFrom' && method.action.from !== undefined
      ? { [method.action.from]: disk.path.slice(disk.path.indexOf('/projects/') + 1) }
      : {};
  const line = `${method.method.httpMethod} ${pathOf(method, disk)}`;
  const send = async (start: Start, more: JsonObject): Promise<string> =>
    outcome(await start(seeded(api, [locked])).send(line, { ...called.body, ...link, ...more }));
  return {
    accepts: async (start) => expect(await send(start, { [field]: { rawKey: right.toString('base64') } })).toBe('200'),
    rejects: async (start) => {
      expect(await send(start, {})).toBe('400 required');
      expect(await send(start, { [field]: { rawKey: wrong.toString('base64') } })).toBe('400 invalid');
    },
  };
}

/** The change is recorded below the resource, and the record is the answer. */
export function recorded({ api, method, rule }: Stated): Check {
  const { as, id } = methodRule(rule, 'changeRecord');
  const { line, body, seed, target } = calling(api, method);
  const collection = `${target?.path ?? ''}/${as.split('/').at(-2) ?? ''}`;
  return {
    accepts: async (start) => {
      const { send } = start(seed);
      const told = await send(id === undefined ? line : asking(line, id, 'mine'), body);
      expect([told.status, told.body['status']]).toEqual([200, 'done']);
      if (id !== undefined) expect(told.body['id']).toBe('mine');
      expect((await send(`GET ${collection}/${String(told.body['id'])}`)).body).toEqual(told.body);
    },
    rejects: async (start) => {
      const { send } = start(seed);
      if (id !== undefined) {
        await send(asking(line, id, 'mine'), body);
        expect(outcome(await send(asking(line, id, 'mine'), body))).toBe('409 alreadyExists');
      }
      expect((await send(line, body)).body).not.toHaveProperty('dnsName');
    },
  };
}
