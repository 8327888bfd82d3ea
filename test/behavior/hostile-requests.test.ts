/** Hostile requests: limits, prototype pollution, and malformed input. */
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { readMessage, readNames, summarizeError, startMock, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient =>
  startMock('compute', { seed: { resources: { [check]: { name: 'check' } } }, ...options });

describe('the size of a body', () => {
  const sized = (bytes: number, filler = 'x'): string => {
    const empty = Buffer.byteLength(JSON.stringify({ description: '' }));
    const count = Math.floor((bytes - empty) / Buffer.byteLength(filler));
    const text = JSON.stringify({ description: filler.repeat(count) });
    return text + ' '.repeat(bytes - Buffer.byteLength(text));
  };
  test.each([
    ['one byte below the limit', 999, 200],
    ['at the limit', 1000, 200],
    ['one byte above the limit', 1001, 413],
    ['far above the limit', 100_000, 413],
  ])('%s', async (_, bytes, status) => {
    for (const body of [sized(bytes), Buffer.from(sized(bytes)), sized(bytes, 'ü')]) {
      const answer = await start({ maxBody: 1000 }).send(`PATCH ${check}`, body);
      expect(answer.status).toBe(status);
      if (status === 413) expect(summarizeError(answer)).toMatchObject({ reason: 'uploadTooLarge' });
    }
  });

  test('is measured after decompression', async () => {
    const bomb = gzipSync(sized(5_000_000));
    expect(bomb.length).toBeLessThan(10_000);
    expect((await start({ maxBody: 10_000 }).send(`PATCH ${check}`, new Uint8Array(bomb), { 'content-encoding': 'gzip' })).status).toBe(
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
  const nested = (depth: number, open = '[', close = ']'): string =>
    `{"description":${open.repeat(depth - 1)}${open === '[' ? '' : '1'}${close.repeat(depth - 1)}}`;
  test.each([
    ['at the limit', 10, false],
    ['one above the limit', 11, true],
    ['far above the limit', 100_000, true],
  ])('%s', async (_, depth, deep) => {
    const answer = await start({ maxDepth: 10 }).send(`PATCH ${check}`, nested(depth));
    expect(answer.status).toBe(400);
    expect(/deep|level|nest/i.test(readMessage(answer))).toBe(deep);
  });

  test('counts objects like lists', async () => {
    const answer = await start({ maxDepth: 10 }).send(`PATCH ${check}`, `{"description":${'{"a":'.repeat(50)}1${'}'.repeat(50)}}`);
    expect(answer.status).toBe(400);
  });
});

describe('names of prototype members', () => {
  afterEach(() => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
  const hostile = [
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"prototype":{"polluted":1}}',
    '{"toString":1,"hasOwnProperty":1}',
  ];

  test.each(hostile)('are rejected with 400 in a closed object: %s', async (body) => {
    expect((await start().send(`PATCH ${check}`, body)).status).toBe(400);
  });

  test.each(hostile)('are rejected or stored as labels in a map: %s', async (text) => {
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

  test.each(hostile)('are stored as they are in an open object: %s', async (text) => {
    const { send } = startMock('dns');
    const sent = `{"name":"z","dnsName":"example.com.","description":"",${text.slice(1)}`;
    const created = await send('POST /dns/v1/projects/p/managedZones', sent);
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
    const asked = start();
    for (const text of [
      '{"__proto__":{"polluted":1}}',
      '{"resources":{"__proto__":{"name":"x"}}}',
      `{"resources":{"${check}2":{"name":"check2","__proto__":{"polluted":1}}}}`,
    ]) {
      expect((await asked.admin('POST seed', text)).status).toBeLessThan(500);
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
    const answer = await start().send(`PATCH ${check}`, body);
    expect(answer.status).toBe(400);
    expect(summarizeError(answer).location).toBe(location);
  });

  test.each([
    ['no UTF-8', Buffer.from('{\n "host": "caf\xe9" }', 'latin1'), 'line 2, column 14'],
    ['UTF-16', Buffer.from('{"port":80}', 'utf16le'), 'line 1, column 2'],
    ['zeros', Buffer.alloc(10), 'line 1, column 1'],
  ])('a body that is %s', async (_, body, place) => {
    const answer = await start().send(`PATCH ${check}`, new Uint8Array(body));
    expect(summarizeError(answer)).toMatchObject({ status: 400, reason: 'parseError', location: 'requestBody' });
    expect(readMessage(answer)).toContain(place);
  });

  test.each(['%', '%zz', '%c3%28', '%ff', '%e0%80%80'])('a path with %s', async (text) => {
    const answer = await start().send(`GET /compute/v1/projects/${text}`);
    expect(answer.status).toBe(400);
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
    const answer = await start().send(`GET ${path}`);
    expect([status, 400]).toContain(answer.status);
  });

  test('an encoded slash belongs to the name', async () => {
    const { body } = await start().send('GET /compute/v1/projects/a%2Fb');
    expect(body).toMatchObject({ name: 'a/b', selfLink: 'http://mock.test/compute/v1/projects/a%2Fb' });
  });

  test('a duplicate key takes the last value or is rejected', async () => {
    const { send, readStored: kept } = start();
    const { status } = await send(`PATCH ${check}`, '{"port":81,"port":82}');
    if (status === 200) expect(await kept(check)).toMatchObject({ port: 82 });
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
    const answer = await start().send(`${verb} ${path}`, body);
    const { error } = answer.body as {
      error: { code: number; message: string; status: string; errors: readonly Record<string, unknown>[] };
    };
    expect(error.code).toBe(answer.status);
    expect(error.message).not.toBe('');
    expect(error.status).toMatch(/^[A-Z_]+$/);
    expect(error.errors[0]).toMatchObject({
      domain: 'global',
      reason: expect.any(String) as unknown,
      message: expect.any(String) as unknown,
    });
    expect(answer.headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(answer.text).not.toMatch(/\bat .*\.(?:js|ts):\d+/);
  });

  test('HEAD returns the response of GET without a body', async () => {
    const { mock } = start();
    const answer = await mock.fetch(`http://mock.test${base}`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
  });
});

describe('many requests at once', () => {
  test('all get a response, and each change happens once', async () => {
    const { send, mock } = start();
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? send(`PATCH ${check}`, { port: 1 + index }) : send(`GET ${base}`))),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const names = answers.filter((_, index) => index % 2 === 0).map(({ body }) => body['name']);
    expect(new Set(names).size).toBe(500);
    expect(mock.requests).toHaveLength(1000);
  });

  test('return complete lists during writes', async () => {
    const asked = start();
    const path = `${base}/global/sslPolicies`;
    const writing = asked.mock.seed({
      resources: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${path}/n${index}`, { name: `n${index}` }])),
    });
    const counts = await Promise.all(Array.from({ length: 20 }, async () => readNames(await asked.send(`GET ${path}`)).length));
    await writing;
    for (const count of counts) expect([0, 200]).toContain(count);
  });
});
