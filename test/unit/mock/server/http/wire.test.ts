/** HTTP features: entity tags, compression, batches, method overrides, JSONP, and credentials in the query. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createTestMock, readReason } from '../../fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';

const zone = { name: 'z', dnsName: 'example.com.' };

describe('an entity tag', () => {
  it('is returned by reads and leads to a 304 until the resource changes', async () => {
    const { mock, send } = createTestMock();
    await send(`POST ${zones}`, zone);
    const url = `http://x${zones}/z`;
    const { headers } = await mock.handle({ method: 'GET', url });
    const etag = headers['etag'] ?? '';
    for (const matchingTag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(await mock.handle({ method: 'GET', url, headers: { 'If-None-Match': matchingTag } })).toMatchObject({ status: 304, body: '' });
    }
    await send(`PATCH ${zones}/z`, { description: 'new' });
    expect(await mock.handle({ method: 'GET', url, headers: { 'If-None-Match': etag } })).toMatchObject({ status: 200 });
  });

  it('is absent from errors and changes', async () => {
    const { mock } = createTestMock();
    expect((await mock.handle({ method: 'GET', url: `http://x${zones}/none` })).headers).not.toHaveProperty('etag');
    const created = await mock.handle({ method: 'POST', url: `http://x${zones}`, body: JSON.stringify(zone) });
    expect(created.headers).not.toHaveProperty('etag');
  });
});

describe('compression', () => {
  const getEncoded = (
    url: string,
    headers: Record<string, string>,
  ): Promise<{ encoding: string | undefined; length: number; body: Buffer }> =>
    new Promise((resolve, reject) => {
      request(url, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            encoding: response.headers['content-encoding'],
            length: Number(response.headers['content-length']),
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    });

  it('is used if the client accepts it', async () => {
    const { mock } = createTestMock();
    const { url, close } = await mock.listen();
    try {
      const uncompressed = await getEncoded(`${url}${zones}`, {});
      const compressed = await getEncoded(`${url}${zones}`, { 'accept-encoding': 'deflate, gzip;q=0.5' });
      expect([uncompressed.encoding, compressed.encoding]).toEqual([undefined, 'gzip']);
      expect(gunzipSync(compressed.body)).toEqual(uncompressed.body);
      expect(compressed.length).toBe(compressed.body.length);
      for (const encoding of ['identity', 'gzip;q=0', 'br']) {
        expect((await getEncoded(`${url}${zones}`, { 'accept-encoding': encoding })).encoding).toBeUndefined();
      }
    } finally {
      await close();
    }
  });
});

describe('a batch request', () => {
  const formatPart = (id: string, text: string): string =>
    `--b\r\nContent-Type: application/http\r\nContent-ID: <${id}>\r\n\r\n${text}\r\n`;
  const createBatchRequest = (
    path: string,
    body: string,
    headers: Record<string, string> = {},
  ): Parameters<ReturnType<typeof createTestMock>['mock']['handle']>[0] => ({
    method: 'POST',
    url: `http://x${path}`,
    headers: { 'Content-Type': 'multipart/mixed; boundary=b', ...headers },
    body,
  });

  it.each(['/batch', '/batch/dns/v1', '/calls/together'])('returns the response of each call in order at %s', async (path) => {
    const { mock } = createTestMock();
    const body = [
      formatPart('one', `POST ${zones} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(zone)}`),
      formatPart('two', `GET ${zones}/z?fields=name`),
      formatPart('three', `GET http://other.example.com${zones}/none HTTP/1.1\r\n`),
      '--b--\r\n',
    ].join('');
    const response = await mock.handle(createBatchRequest(path, body));
    expect(response.status).toBe(200);
    const boundary = /boundary=(\S+)/.exec(response.headers['content-type'] ?? '')?.[1] ?? '';
    const parts = response.body.split(`--${boundary}`).slice(1, -1);
    expect(parts.map((text) => /Content-ID: (\S+)[^]*HTTP\/1\.1 (\d+)/.exec(text)?.slice(1))).toEqual([
      ['<response-one>', '200'],
      ['<response-two>', '200'],
      ['<response-three>', '404'],
    ]);
    expect(JSON.parse(parts[1]?.split('\r\n\r\n')[2] ?? '')).toEqual({ name: 'z' });
    expect(response.body.endsWith(`--${boundary}--\r\n`)).toBe(true);
    expect(mock.requests.map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 200', 'GET 200', 'GET 404']);
  });

  it('uses the credentials of the batch unless a call has its own', async () => {
    const { mock } = createTestMock({ auth: 'on', seed: { tokens: { t: {} } } });
    const body = `${formatPart('one', `GET ${zones}`)}${formatPart('two', `GET ${zones} HTTP/1.1\r\nAuthorization: Bearer none\r\n`)}--b--`;
    const response = await mock.handle(createBatchRequest('/batch', body, { authorization: 'Bearer t' }));
    expect(response.body.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
  });

  it('can have lines that end in LF, and calls with a body but without headers', async () => {
    const { mock } = createTestMock();
    const body = [
      formatPart('one', `POST ${zones}\r\n\r\n${JSON.stringify(zone)}`),
      formatPart('two', `GET ${zones}/z HTTP/1.1\r\n`),
      '--b--\r\n',
    ].join('');
    const response = await mock.handle(createBatchRequest('/batch', body.replaceAll('\r\n', '\n')));
    expect(response.body.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  it.each([
    ['no boundary', 'text', { 'Content-Type': 'multipart/mixed' }],
    ['no end', formatPart('one', `GET ${zones}`), {}],
    ['no request', `${formatPart('one', 'nonsense')}--b--`, {}],
    ['another batch', `${formatPart('one', 'POST /batch')}--b--`, {}],
    ['too many calls', `${formatPart('x', `GET ${zones}`).repeat(1001)}--b--`, {}],
    ['too many bytes', `${formatPart('one', `GET ${zones}`)}${' '.repeat(200_000)}--b--`, {}, 413, 'uploadTooLarge'],
  ])('is rejected if it has %s', async (_, body, headers, status = 400, reason = 'invalid') => {
    const { mock } = createTestMock({ maxBody: 200_000 });
    const response = await mock.handle(createBatchRequest('/batch', body, headers));
    expect([response.status, JSON.parse(response.body)]).toMatchObject([status, { error: { errors: [{ reason }] } }]);
    expect(mock.requests).toEqual([]);
  });
});

describe('credentials in the query', () => {
  it.each(['access_token', 'oauth_token', '$access_token'])('are accepted as %s', async (name) => {
    const { send } = createTestMock({ auth: 'on', seed: { tokens: { t: {} } } });
    expect((await send(`GET ${zones}?${name}=t`)).status).toBe(200);
    expect((await send(`GET ${zones}?${name}=other`)).status).toBe(401);
  });
});

describe('a method override', () => {
  it('changes a POST form to a GET', async () => {
    const { mock, send } = createTestMock();
    await send(`POST ${zones}`, zone);
    const response = await mock.handle({
      method: 'POST',
      url: `http://x${zones}?maxResults=1`,
      headers: { 'X-HTTP-Method-Override': 'GET', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'fields=managedZones%2Fname',
    });
    expect(JSON.parse(response.body)).toEqual({ managedZones: [{ name: 'z' }] });
  });

  it('changes a POST to a PATCH', async () => {
    const { send } = createTestMock();
    await send(`POST ${zones}`, zone);
    const { body } = await send(`POST ${zones}/z`, { description: 'x' }, { 'X-HTTP-Method-Override': 'PATCH' });
    expect(body).toEqual({ ...zone, description: 'x' });
  });

  it('limits, decodes, and decompresses a form like other bodies', async () => {
    const { send } = createTestMock({ maxBody: 100 });
    const formHeaders = { 'X-HTTP-Method-Override': 'GET', 'Content-Type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' };
    const sendForm = async (body: unknown, headers = {}): Promise<readonly unknown[]> => {
      const response = await send(`POST ${zones}`, body, { ...formHeaders, ...headers });
      return [response.status, readReason(response)];
    };
    const createBody = (size: number): string => `quotaUser=${'x'.repeat(size - 10)}`;
    expect(await sendForm(createBody(100))).toEqual([200, undefined]);
    expect(await sendForm(createBody(101))).toEqual([413, 'uploadTooLarge']);
    expect(await sendForm('maxResults=x')).toEqual([400, 'invalid']);
    expect(await sendForm(Uint8Array.of(0x61, 0x3d, 0xff))).toEqual([400, 'parseError']);
    expect(await sendForm(gzipSync('maxResults=x'), { 'Content-Encoding': 'gzip' })).toEqual([400, 'invalid']);
  });
});

describe('a JSONP response', () => {
  it('calls the requested function', async () => {
    const { mock } = createTestMock();
    const { status, headers, body } = await mock.handle({ method: 'GET', url: `http://x${zones}?callback=app.show&prettyPrint=false` });
    expect([status, headers['content-type']]).toEqual([200, 'application/javascript; charset=UTF-8']);
    expect(body).toMatch(/^\/\*\*\/app\.show\(\{.*\}\);\n$/);
  });

  it('contains an error', async () => {
    const { mock } = createTestMock();
    const { status, body } = await mock.handle({ method: 'GET', url: `http://x${zones}/none?$callback=cb` });
    expect(status).toBe(404);
    expect(body).toMatch(/^\/\*\*\/cb\(\{\s+"error"/);
  });

  it('escapes line terminators of JavaScript', async () => {
    const { mock, send } = createTestMock();
    await send(`POST ${zones}`, { ...zone, description: 'a\u2028b' });
    const { body } = await mock.handle({ method: 'GET', url: `http://x${zones}/z?callback=cb` });
    expect(body).toContain('a\\u2028b');
  });

  it.each(['alert(1)//', 'a b', '1a', 'a..b', '</script>', '', 'x'.repeat(129)])(
    'is rejected for an invalid function name: %s',
    async (name) => {
      const { mock } = createTestMock();
      const { status, headers, body } = await mock.handle({ method: 'GET', url: `http://x${zones}?callback=${encodeURIComponent(name)}` });
      expect([status, headers['content-type']]).toEqual([400, 'application/json; charset=UTF-8']);
      expect(JSON.parse(body)).toMatchObject({
        error: { errors: [{ reason: 'invalid', location: 'callback', locationType: 'parameter' }] },
      });
    },
  );
});

describe('the response format', () => {
  it.each(['alt=json', '$alt=json', 'alt=json%3Benum-encoding%3Dint', '$alt=json;enum-encoding=int'])('is JSON with %s', async (query) => {
    const { status, headers } = await createTestMock().mock.handle({ method: 'GET', url: `http://x${zones}?${query}` });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=UTF-8']);
  });

  it.each(['proto', 'atom', 'xml', 'JSON', 'json;enum-encoding=long', ''])('rejects alt=%s', async (format) => {
    const { status, body } = await createTestMock().mock.handle({
      method: 'GET',
      url: `http://x${zones}?alt=${encodeURIComponent(format)}`,
    });
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ error: { errors: [{ reason: 'invalid', location: 'alt', locationType: 'parameter' }] } });
  });
});

describe('a conditional change', () => {
  it.each(['PATCH', 'PUT', 'DELETE'])('%s succeeds with the current etag and returns 412 with a stale one', async (method) => {
    const { mock, send } = createTestMock();
    await send(`POST ${zones}`, zone);
    const url = `http://x${zones}/z`;
    const oldEtag = (await mock.handle({ method: 'GET', url: `${url}?prettyPrint=false` })).headers['etag'] ?? '';
    await send(`PATCH ${zones}/z`, { description: 'by somebody else' });
    const body = method === 'DELETE' ? undefined : JSON.stringify({ ...zone, description: 'mine' });
    const staleResponse = await mock.handle({ method, url, headers: { 'If-Match': oldEtag }, body });
    expect(staleResponse.status).toBe(412);
    expect(JSON.parse(staleResponse.body)).toMatchObject({
      error: { errors: [{ reason: 'conditionNotMet', location: 'If-Match', locationType: 'header' }] },
    });
    const currentEtag = (await mock.handle({ method: 'GET', url })).headers['etag'] ?? '';
    expect(await mock.handle({ method, url, headers: { 'If-Match': `"other", ${currentEtag}` }, body })).toMatchObject({ status: 200 });
  });

  it('succeeds with a wildcard', async () => {
    const { mock, send } = createTestMock();
    await send(`POST ${zones}`, zone);
    expect(await mock.handle({ method: 'DELETE', url: `http://x${zones}/z`, headers: { 'If-Match': '*' } })).toMatchObject({ status: 200 });
  });
});
