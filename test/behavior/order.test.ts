/** The order of checks for a request with several errors. */
import { describe, expect, test } from 'vitest';
import { summarizeError, startMock, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/h`;
const patchPermissions = ['compute.httpHealthChecks.get', 'compute.httpHealthChecks.update'];

function start(): MockClient {
  const scopes = ['{scope_base}/compute'];
  return startMock('compute', {
    auth: 'on',
    maxBody: 100,
    seed: { resources: { [check]: { name: 'h' } }, tokens: { may: { scopes, permissions: patchPermissions }, mayNot: { scopes } } },
  });
}

interface InvalidRequest {
  readonly name: string;
  readonly query?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
}

/** Requests with one error each. */
const invalidRequests: readonly InvalidRequest[] = [
  { name: 'an invalid JSON body', body: '{"port":', status: 400 },
  { name: 'a body that is not UTF-8', body: Uint8Array.of(0x7b, 0xff), status: 400 },
  { name: 'a body that is too large', body: `{"description":"${'x'.repeat(200)}"}`, status: 413 },
  { name: 'a body with the wrong content encoding', body: Uint8Array.of(1, 2), headers: { 'content-encoding': 'gzip' }, status: 400 },
  { name: 'a body with a content encoding other than gzip', body: Uint8Array.of(1, 2), headers: { 'content-encoding': 'br' }, status: 400 },
  { name: 'a value of another type', body: '{"port":"http"}', status: 400 },
  { name: 'a query that cannot be decoded', query: '?requestId=%zz', body: '{}', status: 400 },
  { name: 'an unknown parameter', query: '?unknown=1', body: '{}', status: 400 },
  { name: 'a mask with unknown fields', query: '?fields=unknown', body: '{}', status: 400 },
  { name: 'an invalid mask', query: '?fields=id(', body: '{}', status: 400 },
];

describe.each(invalidRequests)('$name', ({ query = '', body, headers, status }) => {
  const { send } = start();
  const getStatus = async (line: string, token?: string): Promise<number> => {
    const credential = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await send(`${line}${query}`, body, { ...headers, ...credential })).status;
  };

  test('is checked after the route', async () => {
    expect(await getStatus('PATCH /compute/v1/nowhere')).toBe(404);
    expect(await getStatus(`PATCH ${base}`)).toBe(405);
  });

  test('is checked after authentication and permission', async () => {
    expect(await getStatus(`PATCH ${check}`)).toBe(401);
    expect(await getStatus(`PATCH ${check}`, 'mayNot')).toBe(403);
  });

  test('is checked before the resource', async () => {
    expect(await getStatus(`PATCH ${base}/global/httpHealthChecks/missing`, 'may')).toBe(status);
  });
});

test('names an unknown content encoding', async () => {
  const { send } = startMock('compute', { seed: { resources: { [check]: {} } } });
  const response = await send(`PATCH ${check}`, Uint8Array.of(1, 2), { 'content-encoding': 'deflate' });
  expect(summarizeError(response)).toEqual({ status: 400, reason: 'parseError', location: 'Content-Encoding' });
  expect((await send(`PATCH ${check}`, new TextEncoder().encode('{"port": 81}'), { 'content-encoding': 'identity' })).status).toBe(200);
});

test('changes nothing for a rejected mask', async () => {
  const { send, readStored } = startMock('compute', { seed: { resources: { [check]: {} } } });
  expect((await send(`PATCH ${check}?fields=unknown`, { port: 81 })).status).toBe(400);
  expect(await readStored(check)).toMatchObject({ port: 80 });
});

test('OPTIONS returns the allowed methods of a path', async () => {
  const { send } = startMock('compute');
  expect((await send(`OPTIONS ${check}`)).headers).toMatchObject({ allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT' });
  expect((await send(`OPTIONS ${base}/zones/z/disks/d/createSnapshot`)).headers).toMatchObject({ allow: 'OPTIONS, POST' });
});
