import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  ApiError,
  defineMethod,
  defineWaitForOperation,
  NetworkError,
  OperationError,
  TimeoutError,
  addSecretRedaction,
} from '../../../../runtime/client/index.js';
import type { FetchInit } from '../../../../runtime/client/index.js';
import type { MethodDescriptor } from '../../../../runtime/descriptor.js';
import { connect, createZone, catchError, getZone, script, zone } from './support.js';
import type { ScriptedResponse, Values } from './support.js';

const waitForOperation = defineWaitForOperation();
const descriptor: MethodDescriptor = { ...createZone, secrets: ['privateKey', 'rawKey', 'rsaEncryptedKey'] };
const create = defineMethod<Values, unknown>(descriptor, addSecretRedaction);
const get = defineMethod<Values, unknown>(getZone);
const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
const privateKey = `-----BEGIN PRIVATE KEY-----\n${line}\n${line.toLowerCase()}\n-----END PRIVATE KEY-----\n`;
const body = { privateKey, disk: { keys: [{ rawKey: 'c2VjcmV0LWtleQ==' }, { rsaEncryptedKey: 'ZW5jcnlwdGVk' }] }, name: 'shown-by-name' };
const secretPattern = new RegExp(
  [line, line.toLowerCase(), 'c2VjcmV0', 'ZW5jcnlw', 'secret-token'].map((text) => text.slice(0, 12)).join('|'),
);

/** Prints everything that a program can see of an error. */
function print(error: unknown): string {
  return inspect(error, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(error);
}

describe('errors', () => {
  test.each<[string, (sent: string) => ScriptedResponse]>([
    ['repeats the body', (sent) => ({ status: 400, body: { error: { message: `Invalid value: ${sent}`, errors: [{ message: sent }] } } })],
    ['repeats a line of a key', () => ({ status: 400, body: { error: { message: `bad key near ${line}`, details: [{ value: line }] } } })],
    ['repeats the key as text', () => ({ status: 400, body: `no such key: ${privateKey}`, headers: { 'content-type': 'text/plain' } })],
    [
      'repeats the body with other escapes',
      () => ({ status: 400, body: '{"error":{"message":"[hidden] is not c2VjcmV0LWtleQ\\u003d\\u003d"}}' }),
    ],
    [
      'repeats the token in a header',
      () => ({ status: 401, headers: { 'www-authenticate': 'Bearer secret-token', 'x-echo': 'secret-token' } }),
    ],
    [
      'redirects to an address with the key',
      () => ({ status: 302, headers: { location: 'https://other.test/?a=b&key=secret-token%2F2' } }),
    ],
    ['repeats the key of the API', () => ({ status: 400, body: { error: { message: 'API key not valid: secret-token/2' } } })],
    ['repeats the key in a header', () => ({ status: 403, body: 'not for secret-token-3', headers: { 'content-type': 'text/plain' } })],
    ['returns invalid JSON', (sent) => ({ body: `<p>secret-token ${sent}`, headers: { 'content-type': 'text/html' } })],
    ['repeats the token', () => ({ status: 401, body: { error: { message: 'Invalid Credentials: secret-token' } } })],
  ])('contain no secret if the service %s', async (_, createAnswer) => {
    const hookArguments: unknown[] = [];
    const { fetch } = script(createAnswer(JSON.stringify(body)));
    const recordValue = (value: unknown): void => void hookArguments.push(value);
    const client = connect(fetch, {
      auth: 'secret-token',
      headers: { 'x-goog-api-key': 'secret-token-3' },
      retry: false,
      onResponse: recordValue,
      onError: recordValue,
    });
    const error = await catchError(ApiError, create(client, { project: 'p', requestBody: body, key: 'secret-token/2' }));
    expect(print([error, hookArguments])).not.toMatch(secretPattern);
    expect(print(error)).toContain('[hidden]');
  });

  test.each<[string, Values, Record<string, string>, string, string]>([
    ['the query', { view: 'FULL', fields: 'name' }, {}, 'no view=FULL&fields=name', 'no [hidden]'],
    ['an API key in the query', { key: 'private/1' }, {}, 'no private/1, no private/1', 'no [hidden], no [hidden]'],
    ['a percent-encoded API key in the query', { key: 'private/1', view: 'FULL' }, {}, 'no private%2F1', 'no [hidden]'],
    ['an access token in the query', { access_token: 'private' }, {}, 'no private', 'no [hidden]'],
    ['an OAuth token in the query', { oauth_token: 'private' }, {}, 'no private', 'no [hidden]'],
    ['a key in the headers', {}, { 'X-Goog-Api-Key': 'private' }, 'no private', 'no [hidden]'],
    ['a token in the headers', {}, { 'x-user-token': 'private' }, 'no private', 'no [hidden]'],
    ['a secret in the headers', {}, { 'x-secret': 'private' }, 'no private', 'no [hidden]'],
    ['a cookie', {}, { Cookie: 'a=private' }, 'no a=private', 'no [hidden]'],
    ['a short common word', { key: 'secret' }, {}, 'no secret', 'no secret'],
    ['a value that is not a secret', { view: 'private' }, { 'x-a': 'private' }, 'no private', 'no private'],
  ])('redact or keep %s that the service repeats', async (_, params, headers, message, expected) => {
    const { fetch } = script({ status: 403, body: { error: { message } } });
    const error = await catchError(ApiError, get(connect(fetch), { ...zone, ...params }, { headers }));
    expect(error.message).toBe(expected);
  });

  test('contain everything else', async () => {
    const { fetch } = script({ status: 400, body: { error: { message: 'the name shown-by-name is taken' } } });
    const error = await catchError(ApiError, create(connect(fetch), { project: 'p', requestBody: body }));
    expect(error.message).toBe('the name shown-by-name is taken');
  });

  test.each<[string, object, string]>([
    ['of short lines', { rawKey: 'se\ncr\net' }, 'se\ncr\net'],
    ['of short lines, as JSON has it', { rawKey: 'se\ncr\net' }, 'se\\ncr\\net'],
    ['with characters that JSON escapes differently', { rawKey: 'se"cr\\et' }, 'se\\"cr\\\\et'],
    ['that begins like another', { keys: [{ rawKey: 'secretly' }, { privateKey: 'secretly-more' }] }, 'secretly-more'],
  ])('contain no secret %s that the service repeats', async (_, requestBody, repeated) => {
    const { fetch } = script({ status: 400, body: { error: { message: `bad: ${repeated}.` } } });
    const error = await catchError(ApiError, create(connect(fetch), { project: 'p', requestBody }));
    expect(error.message).toBe('bad: [hidden].');
  });

  test('contain no secret if the platform includes a URL with a key', async () => {
    const named = script(
      new TypeError('error sending request for url (http://service.test/dns/v1/projects/p/managedZones/z?key=secret-token)'),
    );
    const error = await catchError(NetworkError, get(connect(named.fetch, { retry: false }), { ...zone, key: 'secret-token' }));
    expect(print(error)).not.toMatch(/secret-token/);
  });

  test.each<[string, (init: FetchInit & { url: string }) => Error]>([
    ['its path', ({ url }) => Object.assign(new TypeError('failed'), { path: url })],
    ['its cause', ({ url }) => new TypeError('failed', { cause: new Error(`no way to ${url}`) })],
    ['the request', (init) => Object.assign(new TypeError('failed'), { request: init })],
    ['the request in its cause', (init) => new TypeError('failed', { cause: { options: new Headers(init.headers) } })],
  ])('contain no secret if a custom fetch throws an error with %s', async (_, createCause) => {
    const fetch = (url: string, init: FetchInit): Promise<never> => Promise.reject(createCause({ ...init, url }));
    const client = connect(fetch, { auth: 'secret-token', retry: false });
    const error = await catchError(NetworkError, get(client, { ...zone, key: 'secret-token-2' }));
    expect(print(error)).not.toMatch(/secret-token/);
    expect(error.cause).toBeInstanceOf(Error);
  });

  test.each<[string, Error, unknown]>([
    [
      'of a nested cause',
      new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
      'ECONNREFUSED',
    ],
    ['of the cause itself', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }), 'UND_ERR_SOCKET'],
    ['unless it is a number', Object.assign(new Error('aborted'), { code: 20 }), undefined],
    ['without the parts that were sent', Object.assign(new Error('odd'), { code: 'E_secret-token' }), 'E_[hidden]'],
  ])('keep the code %s of the cause', async (_, cause, code) => {
    const client = connect(() => Promise.reject(cause), { auth: 'secret-token', retry: false });
    const error = await catchError(NetworkError, get(client, zone));
    expect((error.cause as { readonly code?: string }).code).toBe(code);
    expect(print(error)).not.toMatch(/secret-token/);
  });

  test('contain no secret if the platform quotes part of invalid JSON', async () => {
    const { fetch } = script({ body: `{"a": secret-token ${line}` });
    const error = await catchError(NetworkError, create(connect(fetch, { auth: 'secret-token' }), { project: 'p', requestBody: body }));
    expect(print(error)).not.toMatch(secretPattern);
    expect(error.message).toBe(`${createZone.id}: the request failed: incomplete JSON`);
  });

  const deep = `${'['.repeat(200_000)}"secret-token"${']'.repeat(200_000)}`;
  const deepObject = `${'{"a":'.repeat(200_000)}"secret-token"${'}'.repeat(200_000)}`;
  test.each<[string, number, string]>([
    ['an array', 400, deep],
    ['an object', 503, deepObject],
    ['error', 400, `{"error":${deepObject}}`],
    ['message', 400, `{"error":{"message":${deep}}}`],
    ['errors', 400, `{"error":{"message":"m","errors":${deep}}}`],
    ['an element of errors', 400, `{"error":{"message":"m","errors":[${deepObject}]}}`],
    ['details', 400, `{"error":{"message":"m","details":[${deep},${deepObject}]}}`],
    ['an error in an array', 400, `[{"error":${deepObject}}]`],
  ])('of any depth are an ApiError that a program can log: %s', async (_, status, text) => {
    const { fetch } = script({ status, body: text });
    const error = await catchError(ApiError, get(connect(fetch, { auth: 'secret-token' }), zone));
    expect(error.status).toBe(status);
    expect(inspect(error, { depth: Infinity })).not.toMatch(secretPattern);
    expect(JSON.stringify(error)).toContain('[too deep]');
    expect(structuredClone(error.response)).toEqual(error.response);
  });

  test('of a deep operation are an OperationError', async () => {
    const { fetch } = script({ body: `{"name":"operations/o","done":true,"error":{"message":"m","details":[${deep}]}}` });
    const operation = { name: 'operations/o', done: false };
    const error = await catchError(OperationError, waitForOperation(connect(fetch), operation, { timeout: Infinity }));
    expect(JSON.stringify(error)).toContain('[too deep]');
  });

  test('keep what is up to 100 levels deep', async () => {
    const detail = JSON.parse(`${'['.repeat(90)}"x"${']'.repeat(90)}`) as unknown;
    const { fetch } = script({ status: 400, body: { error: { details: [detail] } } });
    expect((await catchError(ApiError, get(connect(fetch), zone))).details).toEqual([detail]);
  });

  test('leave a successful response unchanged', async () => {
    const { fetch } = script({ body: { note: line } });
    expect(await create(connect(fetch), { project: 'p', requestBody: body })).toEqual({ note: line });
  });
});

describe('failed operations', () => {
  const selfLink = 'http://service.test/compute/v1/projects/p/global/operations/op-1';
  const running = { name: 'op-1', status: 'RUNNING', selfLink };
  const operationErrors = { errors: [{ code: 'INVALID', message: `bad key near ${line}`, errorDetails: [{ value: privateKey }] }] };
  const failed = { ...running, status: 'DONE', httpErrorMessage: `BAD ${line}, sent by secret-token`, error: operationErrors };

  test.each<[string, ScriptedResponse[]]>([
    ['in the response of the call', [{ body: failed }]],
    ['in the response of the first poll', [{ body: running }, { body: failed }]],
    ['in the response of the second poll', [{ body: running }, { body: running }, { body: failed }]],
    ['in the error of the poll', [{ body: running }, { status: 404, body: { error: { message: `no operation with ${line}` } } }]],
  ])('contain no secret %s', async (_, responses) => {
    const client = connect(script(...responses).fetch, { auth: 'secret-token', retry: false });
    const operation = (await create(client, { project: 'p', requestBody: body })) as object;
    const error = await catchError(ApiError, waitForOperation(client, operation, { timeout: Infinity }));
    expect(print(error)).not.toMatch(secretPattern);
    expect(print(error)).toContain('[hidden]');
  });

  test('contain everything else', async () => {
    const client = connect(script({ body: running }, { body: failed }).fetch, { auth: 'secret-token' });
    const operation = (await create(client, { project: 'p', requestBody: body })) as object;
    const error = await catchError(OperationError, waitForOperation(client, operation, { timeout: Infinity }));
    expect(error).toMatchObject({ message: 'bad key near [hidden]', codes: ['INVALID'], operation: { name: 'op-1', selfLink } });
  });

  test('leave a response that is not an operation unchanged', async () => {
    expect(await create(connect(script({ body: '5' }).fetch), { project: 'p', requestBody: body })).toBe(5);
  });
});

describe('the URL in an error', () => {
  const address = 'http://service.test/dns/v1/projects/p/managedZones/z';
  const redactedQuery = 'key=[hidden]&access_token=[hidden]&view=full';
  const params = { ...zone, key: 'AIza-key', access_token: 'tok', view: 'full' };

  test('contains the method, the path, and the query without secrets', async () => {
    const error = await catchError(ApiError, get(connect(script({ status: 404, body: {} }).fetch), params));
    expect(error).toMatchObject({ methodId: 'dns.managedZones.get', httpMethod: 'GET', url: `${address}?${redactedQuery}` });
  });

  test('is part of network errors and timeouts', async () => {
    const request = { methodId: 'dns.managedZones.get', httpMethod: 'GET', url: `${address}?${redactedQuery}` };
    expect(await catchError(NetworkError, get(connect(script(new Error('cut')).fetch), params))).toMatchObject(request);
    const pendingClient = connect(() => new Promise(() => undefined), { timeout: 5 });
    expect(await catchError(TimeoutError, get(pendingClient, params))).toMatchObject(request);
    expect(print(await catchError(TimeoutError, get(pendingClient, { ...params, key: 'AIza-key' })))).not.toContain('AIza-key');
  });

  test('redacts what a hook adds', async () => {
    const client = connect(script({ status: 404, body: {} }).fetch, {
      auth: 'secret-token',
      onRequest: (request) => {
        request.url = `http://user:pass-word@service.test/secret-token?upload_id=ABC&X-Signature=DEF`;
        request.method = 'POST';
      },
    });
    expect(await catchError(ApiError, get(client, zone))).toMatchObject({
      httpMethod: 'POST',
      url: 'http://service.test/[hidden]?upload_id=[hidden]&X-Signature=[hidden]',
    });
  });

  test('is that of the operation for a failed operation', async () => {
    const { fetch } = script({
      body: { name: 'op', status: 'DONE', selfLink: 'https://elsewhere.test/a/operations/op', error: { errors: [] } },
    });
    const operation = { name: 'op', status: 'RUNNING', selfLink: 'https://elsewhere.test/a/operations/op' };
    const request = { methodId: 'dns.waitForOperation', httpMethod: 'GET', url: 'http://service.test/a/operations/op' };
    expect(await catchError(OperationError, waitForOperation(connect(fetch), operation, { timeout: Infinity }))).toMatchObject(request);
    const failed = { ...operation, status: 'DONE', httpErrorStatusCode: 400 };
    expect(await catchError(OperationError, waitForOperation(connect(fetch), failed))).toMatchObject(request);
    const pendingClient = connect(() => new Promise(() => undefined));
    expect(await catchError(TimeoutError, waitForOperation(pendingClient, operation, { timeout: 5 }))).toMatchObject(request);
  });
});
