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
    expect((await start().send(`PATCH ${check}`, new Uint8Array([1, 2, 3]), { 'content-encoding': 'gzip' })).status).toBe(400);
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

  test('counts objects like lists', async () => {
    const response = await start({ maxDepth: 10 }).send(`PATCH ${check}`, `{"description":${'{"a":'.repeat(50)}1${'}'.repeat(50)}}`);
    expect(response.status).toBe(400);
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

  test.each(hostileBodies)('are rejected or stored as labels in a map: %s', async (text) => {
    const path = `${base}/zones/z/instantSnapshots/i`;
    const { send } = start({ seed: { resources: { [path]: { name: 'i', labelFingerprint: 'AAAAAAAAAAE=' } } } });
    const { status } = await send(
      `POST ${path}/setLabels`,
      `{"labelFingerprint":"AAAAAAAAAAE=","labels":${text
        .replaceAll('{"polluted":1}', '"x"')
        .replaceAll(':1', ':"x"')
        .replace(/\{"prototype":"x"\}/, '"x"')}}`,
    );
    expect([200, 400]).toContain(status);
  });

  test.each(hostileBodies)('are stored as they are in an open object: %s', async (text) => {
    const { send } = startMock('dns');
    const requestText = `{"name":"z","dnsName":"example.com.","description":"",${text.slice(1)}`;
    const created = await send('POST /dns/v1/projects/p/managedZones', requestText);
    expect([200, 400]).toContain(created.status);
    if (created.status === 200) {
      const read = await send('GET /dns/v1/projects/p/managedZones/z');
      expect(read.status).toBe(200);
      expect((await send('PATCH /dns/v1/projects/p/managedZones/z', text)).status).toBeLessThan(500);
    }
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
    ['invalid JSON', '{"port":', 'requestBody'],
    ['a trailing comma', '{"port":80,}', 'requestBody'],
    ['single quotes', "{'port':80}", 'requestBody'],
    ['trailing text', '{"port":80} x', 'requestBody'],
    ['two values', '{}{}', 'requestBody'],
    ['NaN', '{"port":NaN}', 'requestBody'],
    ['a comment', '{"port":80/**/}', 'requestBody'],
    ['a control character in text', '{"host":"a\u0001b"}', 'requestBody'],
    ['an unpaired surrogate escape', '{"host":"\\ud8"}', 'requestBody'],
    ['an invalid number', '{"port":080}', 'requestBody'],
    ['only whitespace', '   ', 'requestBody'],
    ['a list', '[]', 'requestBody'],
    ['null', 'null', 'requestBody'],
  ])('a body: %s', async (_, body, location) => {
    const response = await start().send(`PATCH ${check}`, body);
    expect(response.status).toBe(400);
    expect(summarizeError(response).location).toBe(location);
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
    [`${base}/`, 404],
    [`/${base}`, 404],
    ['/compute/v1/projects//global/sslPolicies', 404],
    [`${base}/global/sslPolicies/`, 404],
    ['/compute/v2/projects/p', 404],
    ['/COMPUTE/v1/projects/p', 404],
    ['/compute/v1/projects/../projects/p', 404],
    ['/compute/v1/projects/%2e%2e', 200],
  ])('GET %s returns %i', async (path, status) => {
    const response = await start().send(`GET ${path}`);
    expect([status, 400]).toContain(response.status);
  });

  test('an encoded slash belongs to the name', async () => {
    const { body } = await start().send('GET /compute/v1/projects/a%2Fb');
    expect(body).toMatchObject({ name: 'a/b', selfLink: 'http://mock.test/compute/v1/projects/a%2Fb' });
  });

  test('a duplicate key takes the last value or is rejected', async () => {
    const { send, readStored } = start();
    const { status } = await send(`PATCH ${check}`, '{"port":81,"port":82}');
    if (status === 200) expect(await readStored(check)).toMatchObject({ port: 82 });
    else expect(status).toBe(400);
  });
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
    expect(error.status).toMatch(/^[A-Z_]+$/);
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
