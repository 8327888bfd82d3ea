/** Rules about callers and responses of a method. */
import { expect } from 'vitest';
import type { MethodBehavior } from '../../../../runtime/behavior.js';
import type { MockOptions } from '../../../../mock/index.js';
import { prepareCall, type PreparedCall } from '../scene.js';
import { addQuery, summarizeResult, type Check, type Start, type World } from '../world.js';
import { readMethodRule, type MethodStatement } from '../rule-statements.js';

const bearer = { authorization: 'Bearer t' };

function startWithToken(start: Start, { seed }: PreparedCall, token: object): World {
  return start({ ...seed, auth: 'on', seed: { ...(seed.seed as object), tokens: { t: token } } as NonNullable<MockOptions['seed']> });
}

/** All permissions that a method can require. */
function listPermissions({ permissions = [] }: MethodBehavior): readonly string[] {
  return permissions.map((entry) => (typeof entry === 'string' ? entry : entry.permission));
}

/** Any one of the scopes suffices. Other scopes don't. */
export function scopes({ api, method }: MethodStatement): Check {
  const preparedCall = prepareCall(api, method);
  const call = async (start: Start, scope: string): Promise<string> => {
    const { send } = startWithToken(start, preparedCall, { scopes: [scope], permissions: listPermissions(method) });
    return summarizeResult(await send(preparedCall.line, preparedCall.body, bearer));
  };
  return {
    accepts: async (start) => {
      for (const scope of method.method.scopes ?? []) expect(await call(start, scope), scope).toBe('200');
    },
    rejects: async (start) => {
      expect(await call(start, '{scope_base}/another')).toBe('403 insufficientPermissions');
    },
  };
}

/**
 * A call succeeds with all permissions and fails without this one. If a field requires the permission, a call without the field needs none.
 */
export function permission({ api, method, rule }: MethodStatement): Check {
  const preparedCall = prepareCall(api, method);
  const name = rule.id.split(' ').at(-1) ?? '';
  const when = (method.permissions ?? []).flatMap((entry) => (typeof entry !== 'string' && entry.permission === name ? [entry.when] : []));
  const others = listPermissions(method).filter((entry) => entry !== name);
  const call = async (start: Start, permissions: readonly string[], body = preparedCall.body): Promise<string> => {
    const { send } = startWithToken(start, preparedCall, { scopes: method.method.scopes ?? [], permissions });
    return summarizeResult(await send(preparedCall.line, body, bearer));
  };
  return {
    accepts: async (start) => {
      expect(await call(start, listPermissions(method))).toBe('200');
      for (const field of when) {
        const bodyWithoutField = Object.fromEntries(Object.entries(preparedCall.body ?? {}).filter(([key]) => key !== field));
        expect(await call(start, others, bodyWithoutField)).toBe('200');
      }
    },
    rejects: async (start) => {
      expect(await call(start, others)).toBe('403 forbidden');
    },
  };
}

const id = '11111111-2222-4333-8444-555555555555';

/** A repeated request ID returns the first operation and changes nothing again. */
export function requestId({ api, method, rule }: MethodStatement): Check {
  const { line, body, seed } = prepareCall(api, method);
  const { parameter, echo = '' } = readMethodRule(rule, 'requestId');
  return {
    accepts: async (start) => {
      const { send, mock } = start(seed);
      const first = await send(addQuery(line, parameter, id), body);
      expect([summarizeResult(first), first.body[echo]]).toEqual(['200', id]);
      const before = await mock.state();
      expect(await send(addQuery(line, parameter, id), body)).toEqual(first);
      expect(await mock.state()).toEqual(before);
      expect(mock.requests.at(-1)?.replayed).toBe(true);
    },
    rejects: async (start) => {
      const { send, rejectedBy } = start(seed);
      for (const invalidId of ['00000000-0000-0000-0000-000000000000', id.slice(1)]) {
        expect(summarizeResult(await send(addQuery(line, parameter, invalidId), body))).toBe('400 invalid');
        expect(rejectedBy()).toBeDefined();
      }
    },
  };
}

const delay = 8000;

/** The response is an operation at its scope; the change is visible when it is done. */
export function operation({ api, method, rule }: MethodStatement): Check {
  const { line, body, seed } = prepareCall(api, method);
  const { scope = 'global' } = readMethodRule(rule, 'operation');
  const places = { global: /\/global\/operations\//, region: /\/regions\/[^/]+\/operations\//, zone: /\/zones\/[^/]+\/operations\// };
  return {
    accepts: async (start) => {
      const { send } = start(seed);
      const { status, body: operation } = await send(line, body);
      expect([status, operation['status'], operation['progress']]).toEqual([200, 'DONE', 100]);
      const path = new URL(String(operation['selfLink'])).pathname;
      expect(path).toMatch(places[scope]);
      expect((await send(`GET ${path}`)).body).toEqual(operation);
    },
    rejects: async (start) => {
      const { send, mock } = start({ ...seed, operationDelay: delay });
      const before = (await mock.state()).resources ?? {};
      const { body: operation } = await send(line, body);
      expect(operation['status']).toMatch(/PENDING|RUNNING/);
      const path = new URL(String(operation['selfLink'])).pathname;
      const pendingState = (await mock.state()).resources ?? {};
      for (const [place, resource] of Object.entries(before)) expect(pendingState[place], place).toEqual(resource);
      await mock.clock.advance(delay);
      expect((await send(`GET ${path}`)).body['status']).toBe('DONE');
    },
  };
}
