/** Hostile requests: limits, prototype pollution, and malformed input. */
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { readMessage, readNames, summarizeError, startMock, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient =>
  startMock('compute', { seed: { resources: { [check]: { name: 'check' } } }, ...options });

describe('the size of a body', () => {
  const createBodyOfSize = (bytes: number, filler = 'x'): string => {
    const overhead = Buffer.byteLength(JSON.stringify({ description: '' }));
    const count = Math.floor((bytes - overhead) / Buffer.byteLength(filler));
    const text = JSON.stringify({ description: filler.repeat(count) });
    return text + ' '.repeat(bytes - Buffer.byteLength(text));
  };
  test.each([
    ['one byte below the limit', 999, 200],
    ['at the limit', 1000, 200],
    ['one byte above the limit', 1001, 413],
    ['far above the limit', 100_000, 413],
  ])('%s', async (_, bytes, status) => {
    for (const body of [createBodyOfSize(bytes), Buffer.from(createBodyOfSize(bytes)), createBodyOfSize(bytes, 'ü')]) {
      const response = await start({ maxBody: 1000 }).send(`PATCH ${check}`, body);
      expect(response.status).toBe(status);
      if (status === 413) expect(summarizeError(response)).toMatchObject({ reason: 'uploadTooLarge' });
    }
  });

  test('is measured after decompression', async () => {
    const gzipBomb = gzipSync(createBodyOfSize(5_000_000));
    expect(gzipBomb.length).toBeLessThan(10_000);
    expect((await start({ maxBody: 10_000 }).send(`PATCH ${check}`, new Uint8Array(gzipBomb), { 'content-encoding': 'gzip' })).status).toBe(
      413,
    );
    const small = new Uint8Array(gzipSync('{"port":81}'));
    expect((await start().send(`PATCH ${check}`, small, { 'content-encoding': 'gzip' })).status).toBe(200);
  });

  test('is rejected with 400 if the content encoding is wrong', async () => {
    const response = await start().send(`PATCH ${check}`, new Uint8Array([1, 2, 3]), { 'content-encoding': 'gzip' });
    expect(summarizeError(response)).toMatchObject({ status: 400, reason: 'parseError' });
  });
});

describe('the depth of a body', () => {
  const createNestedBody = (depth: number, open = '[', close = ']'): string =>
    `{"description":${open.repeat(depth - 1)}${open === '[' ? '' : '1'}${close.repeat(depth - 1)}}`;
  test.each([
    ['at the limit', 10, false],
    ['one above the limit', 11, true],
    ['far above the limit', 100_000, true],
  ])('%s', async (_, depth, mentionsDepth) => {
    const response = await start({ maxDepth: 10 }).send(`PATCH ${check}`, createNestedBody(depth));
    expect(response.status).toBe(400);
    expect(/deep|level|nest/i.test(readMessage(response))).toBe(mentionsDepth);
  });

  test('counts objects like lists, and no brackets in text', async () => {
    const { send } = start({ maxDepth: 10 });
    expect(readMessage(await send(`PATCH ${check}`, `{"description":${'{"a":'.repeat(50)}1${'}'.repeat(50)}}`))).toMatch(
      /deep|level|nest/i,
    );
    expect((await send(`PATCH ${check}`, { description: '['.repeat(50) })).status).toBe(200);
  });
});

describe('names of prototype members', () => {
  afterEach(() => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
  const hostileBodies = [
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"prototype":{"polluted":1}}',
    '{"toString":1,"hasOwnProperty":1}',
  ];

  test.each(hostileBodies)('are rejected with 400 in a closed object: %s', async (body) => {
    expect((await start().send(`PATCH ${check}`, body)).status).toBe(400);
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString'])('are stored as labels in a map: %s', async (name) => {
    const path = `${base}/zones/z/instantSnapshots/i`;
    const { send } = start({ seed: { resources: { [path]: { name: 'i', labelFingerprint: 'AAAAAAAAAAE=' } } } });
    const body = `{"labelFingerprint":"AAAAAAAAAAE=","labels":{"${name}":"x"}}`;
    expect((await send(`POST ${path}/setLabels`, body)).status).toBe(200);
    expect((await send(`GET ${path}`)).text).toContain(`"${name}": "x"`);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '%5F_proto__'])(
    'return 404 as a resource name: %s',
    async (name) => {
      const { send } = start();
      expect((await send(`GET ${base}/regions/${name}/sslCertificates`)).status).toBe(200);
      expect((await send(`PATCH ${base}/global/httpHealthChecks/${name}`, {})).status).toBe(404);
      expect((await send(`GET /compute/v1/projects/${name}`)).status).toBe(200);
      expect((await send(`GET ${base}?${name}=1`)).status).toBe(400);
      expect((await send(`GET ${base}?fields=${name}`)).status).toBe(400);
    },
  );

  test('change only the seeded resource in a seed', async () => {
    const client = start();
    for (const text of [
      '{"__proto__":{"polluted":1}}',
      '{"resources":{"__proto__":{"name":"x"}}}',
      `{"resources":{"${check}2":{"name":"check2","__proto__":{"polluted":1}}}}`,
    ]) {
      expect((await client.admin('POST seed', text)).status).toBeLessThan(500);
    }
  });
});

describe('malformed input is rejected with 400 and its position', () => {
  test.each([
    ['no value', '{"port":', 'line 1, column 9'],
    ['text without quotes', '{"port":\n  z}', 'line 2, column 3'],
    ['a trailing comma', '{"port":80,}', 'line 1, column 12'],
    ['single quotes', "{'port':80}", 'line 1, column 2'],
    ['trailing text', '{"port":80} x', 'line 1, column 13'],
    ['two values', '{}{}', 'line 1, column 3'],
    ['no comma', '[1 2]', 'line 1, column 4'],
    ['NaN', '{"port":NaN}', 'line 1, column 9'],
    ['a comment', '{"port":80/**/}', 'line 1, column 11'],
    ['a control character in text', '{"host":"a\u0001b"}', 'line 1, column 9'],
    ['an unpaired surrogate escape', '{"host":"\\ud8"}', 'line 1, column 9'],
    ['an invalid number', '{"port":080}', 'line 1, column 10'],
    ['a letter', '\u00e9', 'line 1, column 1'],
    ['only whitespace', '   ', 'line 1, column 4'],
  ])('a body with %s', async (_, body, position) => {
    const response = await start().send(`PATCH ${check}`, body);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'parseError', location: 'requestBody' });
    expect(readMessage(response)).toContain(position);
  });

  test.each([
    ['[]', 'an array'],
    ['"x"', 'the string "x"'],
  ])('a body that is no object: %s', async (body, received) => {
    const response = await start().send(`PATCH ${check}`, body);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'requestBody' });
    expect(readMessage(response)).toBe(`The request body must be a JSON object (received ${received}).`);
  });

  test.each([
    ['not UTF-8', Buffer.from('{\n "host": "caf\xe9" }', 'latin1'), 'line 2, column 14'],
    ['UTF-16', Buffer.from('{"port":80}', 'utf16le'), 'line 1, column 2'],
    ['zeros', Buffer.alloc(10), 'line 1, column 1'],
  ])('a body that is %s', async (_, body, position) => {
    const response = await start().send(`PATCH ${check}`, new Uint8Array(body));
    expect(summarizeError(response)).toMatchObject({ status: 400, reason: 'parseError', location: 'requestBody' });
    expect(readMessage(response)).toContain(position);
  });

  test.each(['%', '%zz', '%c3%28', '%ff', '%e0%80%80'])('a path with %s', async (text) => {
    const response = await start().send(`GET /compute/v1/projects/${text}`);
    expect(response.status).toBe(400);
  });

  test.each(['fields=%', 'fields=%zz', '%ff=1', 'pageToken=%c3%28'])('a query with %s', async (text) => {
    expect((await start().send(`GET ${base}?${text}`)).status).toBe(400);
  });

  test.each([
    ['/', 404],
    ['//', 404],
    ['/compute', 404],
    ['/compute/v1/projects/', 404],
    [`${base}/`, 200],
    [`${base}//`, 404],
    [`/${base}`, 404],
    ['/compute/v1/projects//global/sslPolicies', 404],
    ['/compute/v2/projects/p', 404],
    ['/COMPUTE/v1/projects/p', 404],
    ['/compute/v1/projects/../projects/p', 404],
    ['/compute/v1/projects/%2e%2e', 200],
  ])('GET %s returns %i', async (path, status) => {
    expect((await start().send(`GET ${path}`)).status).toBe(status);
  });
});

test('each segment of a path is decoded once, and an encoded slash belongs to the name', async () => {
  const { body } = await start().send('GET /compute/v1/projects/a%2Fb%252F%20c');
  expect(body).toMatchObject({ name: 'a/b%2F c', selfLink: 'http://mock.test/compute/v1/projects/a%2Fb%252F%20c' });
});

test('a duplicate key of a body takes the last value', async () => {
  const { send, readStored } = start();
  expect((await send(`PATCH ${check}`, '{"port":81,"port":82}')).status).toBe(200);
  expect(await readStored(check)).toMatchObject({ port: 82 });
});

describe('the form of errors', () => {
  test.each([
    ['GET', '/nowhere', undefined],
    ['GET', `${base}?fields=x`, undefined],
    ['PATCH', check, '{'],
    ['PATCH', `${check}x`, {}],
    ['PUT', base, {}],
  ])('%s %s', async (verb, path, body) => {
    const response = await start().send(`${verb} ${path}`, body);
    const { error } = response.body as {
      error: { code: number; message: string; status: string; errors: readonly Record<string, unknown>[] };
    };
    expect(error.code).toBe(response.status);
    expect(error.message).not.toBe('');
    // Compute sends no canonical code.
    expect(error.status).toBeUndefined();
    expect(error.errors[0]).toMatchObject({
      domain: 'global',
      reason: expect.any(String) as unknown,
      message: expect.any(String) as unknown,
    });
    expect(response.headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(response.text).not.toMatch(/\bat .*\.(?:js|ts):\d+/);
  });

  test('HEAD returns the response of GET without a body', async () => {
    const { mock } = start();
    const response = await mock.fetch(`http://mock.test${base}`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('many requests at once', () => {
  test('each get a response, and each change happens once', async () => {
    const { send, mock } = start();
    const responses = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? send(`PATCH ${check}`, { port: 1 + index }) : send(`GET ${base}`))),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const names = responses.filter((_, index) => index % 2 === 0).map(({ body }) => body['name']);
    expect(new Set(names).size).toBe(500);
    expect(mock.requests).toHaveLength(1000);
  });

  test('return complete lists during writes', async () => {
    const client = start();
    const path = `${base}/global/sslPolicies`;
    const seeding = client.mock.seed({
      resources: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${path}/n${index}`, { name: `n${index}` }])),
    });
    const counts = await Promise.all(Array.from({ length: 20 }, async () => readNames(await client.send(`GET ${path}`)).length));
    await seeding;
    for (const count of counts) expect([0, 200]).toContain(count);
  });
});
