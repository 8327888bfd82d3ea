/** HTTP features other than methods and bodies: entity tags, compression, batches, and credentials in the query. */
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { bench } from './fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';

const zone = { name: 'z', dnsName: 'example.com.' };

describe('an entity tag', () => {
  it('is set on reads and returns 304 until the resource changes', async () => {
    const { mock, send } = bench();
    await send(`POST ${zones}`, zone);
    const url = `http://x${zones}/z`;
    const { headers } = await mock.handle({ method: 'GET', url });
    const etag = headers['etag'] ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(await mock.handle({ method: 'GET', url, headers: { 'If-None-Match': known } })).toMatchObject({ status: 304, body: '' });
    }
    await send(`PATCH ${zones}/z`, { description: 'new' });
    expect(await mock.handle({ method: 'GET', url, headers: { 'If-None-Match': etag } })).toMatchObject({ status: 200 });
  });

  it('is not set on errors and changes', async () => {
    const { mock } = bench();
    expect((await mock.handle({ method: 'GET', url: `http://x${zones}/none` })).headers).not.toHaveProperty('etag');
    const created = await mock.handle({ method: 'POST', url: `http://x${zones}`, body: JSON.stringify(zone) });
    expect(created.headers).not.toHaveProperty('etag');
  });
});

describe('compression', () => {
  const ask = (url: string, headers: Record<string, string>): Promise<{ encoding: string | undefined; length: number; body: Buffer }> =>
    new Promise((resolve, reject) => {
      request(url, { headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            encoding: answer.headers['content-encoding'],
            length: Number(answer.headers['content-length']),
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    });

  it('is used if the client accepts it', async () => {
    const { mock } = bench();
    const { url, close } = await mock.listen();
    try {
      const plain = await ask(`${url}${zones}`, {});
      const zipped = await ask(`${url}${zones}`, { 'accept-encoding': 'deflate, gzip;q=0.5' });
      expect([plain.encoding, zipped.encoding]).toEqual([undefined, 'gzip']);
      expect(gunzipSync(zipped.body)).toEqual(plain.body);
      expect(zipped.length).toBe(zipped.body.length);
      for (const accepted of ['identity', 'gzip;q=0', 'br']) {
        expect((await ask(`${url}${zones}`, { 'accept-encoding': accepted })).encoding).toBeUndefined();
      }
    } finally {
      await close();
    }
  });
});

describe('a batch request', () => {
  const part = (id: string, text: string): string => `--b\r\nContent-Type: application/http\r\nContent-ID: <${id}>\r\n\r\n${text}\r\n`;
  const batch = (
    path: string,
    body: string,
    headers: Record<string, string> = {},
  ): Parameters<ReturnType<typeof bench>['mock']['handle']>[0] => ({
    method: 'POST',
    url: `http://x${path}`,
    headers: { 'Content-Type': 'multipart/mixed; boundary=b', ...headers },
    body,
  });

  it.each(['/batch', '/batch/dns/v1'])('returns the responses in order, each on its own, at %s', async (path) => {
    const { mock } = bench();
    const body = [
      part('one', `POST ${zones} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(zone)}`),
      part('two', `GET ${zones}/z?fields=name`),
      part('three', `GET http://other.example.com${zones}/none HTTP/1.1\r\n`),
      '--b--\r\n',
    ].join('');
    const answer = await mock.handle(batch(path, body));
    expect(answer.status).toBe(200);
    const boundary = /boundary=(\S+)/.exec(answer.headers['content-type'] ?? '')?.[1] ?? '';
    const parts = answer.body.split(`--${boundary}`).slice(1, -1);
    expect(parts.map((each) => /Content-ID: (\S+)[^]*HTTP\/1\.1 (\d+)/.exec(each)?.slice(1))).toEqual([
      ['<response-one>', '200'],
      ['<response-two>', '200'],
      ['<response-three>', '404'],
    ]);
    expect(JSON.parse(parts[1]?.split('\r\n\r\n')[2] ?? '')).toEqual({ name: 'z' });
    expect(answer.body.endsWith(`--${boundary}--\r\n`)).toBe(true);
    expect(mock.requests.map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 200', 'GET 200', 'GET 404']);
  });

  it('uses the credentials of the batch unless a call has its own', async () => {
    const { mock } = bench({ auth: 'on', seed: { tokens: { t: {} } } });
    const body = `${part('one', `GET ${zones}`)}${part('two', `GET ${zones} HTTP/1.1\r\nAuthorization: Bearer none\r\n`)}--b--`;
    const answer = await mock.handle(batch('/batch', body, { authorization: 'Bearer t' }));
    expect(answer.body.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
  });

  it.each([
    ['no boundary', 'text', { 'Content-Type': 'multipart/mixed' }],
    ['no end', part('one', `GET ${zones}`), {}],
    ['no request', `${part('one', 'nonsense')}--b--`, {}],
    ['another batch', `${part('one', 'POST /batch')}--b--`, {}],
    ['too many calls', `${part('x', `GET ${zones}`).repeat(1001)}--b--`, {}],
    ['too many bytes', `${part('one', `GET ${zones}`)}${' '.repeat(200_000)}--b--`, {}, 413, 'uploadTooLarge'],
  ])('is rejected as a whole if it has %s', async (_, body, headers, status = 400, reason = 'invalid') => {
    const { mock } = bench({ maxBody: 200_000 });
    const answer = await mock.handle(batch('/batch', body, headers));
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { error: { errors: [{ reason }] } }]);
    expect(mock.requests).toEqual([]);
  });
});

describe('credentials in the query', () => {
  it.each(['access_token', 'oauth_token', '$access_token'])('count as %s', async (name) => {
    const { send } = bench({ auth: 'on', seed: { tokens: { t: {} } } });
    expect((await send(`GET ${zones}?${name}=t`)).status).toBe(200);
    expect((await send(`GET ${zones}?${name}=other`)).status).toBe(401);
  });
});

describe('a method override', () => {
  it('turns a POST form into a GET', async () => {
    const { mock, send } = bench();
    await send(`POST ${zones}`, zone);
    const answer = await mock.handle({
      method: 'POST',
      url: `http://x${zones}?maxResults=1`,
      headers: { 'X-HTTP-Method-Override': 'GET', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'fields=managedZones%2Fname',
    });
    expect(JSON.parse(answer.body)).toEqual({ managedZones: [{ name: 'z' }] });
  });
});

describe('a JSONP response', () => {
  it('calls the named function and is not JSON', async () => {
    const { mock } = bench();
    const { status, headers, body } = await mock.handle({ method: 'GET', url: `http://x${zones}?callback=app.show&prettyPrint=false` });
    expect([status, headers['content-type']]).toEqual([200, 'application/javascript; charset=UTF-8']);
    expect(body).toMatch(/^\/\*\*\/app\.show\(\{.*\}\);\n$/);
  });

  it('contains an error', async () => {
    const { mock } = bench();
    const { status, body } = await mock.handle({ method: 'GET', url: `http://x${zones}/none?$callback=cb` });
    expect(status).toBe(404);
    expect(body).toMatch(/^\/\*\*\/cb\(\{\s+"error"/);
  });

  it('escapes line terminators that only JavaScript knows', async () => {
    const { mock, send } = bench();
    await send(`POST ${zones}`, { ...zone, description: 'a\u2028b' });
    const { body } = await mock.handle({ method: 'GET', url: `http://x${zones}/z?callback=cb` });
    expect(body).toContain('a\\u2028b');
  });

  it.each(['alert(1)//', 'a b', '1a', 'a..b', '</script>', '', 'x'.repeat(129)])(
    'is rejected for an invalid function name: %s',
    async (name) => {
      const { mock } = bench();
      const { status, headers, body } = await mock.handle({ method: 'GET', url: `http://x${zones}?callback=${encodeURIComponent(name)}` });
      expect([status, headers['content-type']]).toEqual([400, 'application/json; charset=UTF-8']);
      expect(JSON.parse(body)).toMatchObject({
        error: { errors: [{ reason: 'invalid', location: 'callback', locationType: 'parameter' }] },
      });
    },
  );
});

describe('the response format', () => {
  it.each(['alt=json', '$alt=json', 'alt=json%3Benum-encoding%3Dint', '$alt=json;enum-encoding=int'])('%s is JSON', async (query) => {
    const { status, headers } = await bench().mock.handle({ method: 'GET', url: `http://x${zones}?${query}` });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=UTF-8']);
  });

  it.each(['proto', 'atom', 'xml', 'JSON', 'json;enum-encoding=long', ''])('alt=%s is rejected', async (form) => {
    const { status, body } = await bench().mock.handle({ method: 'GET', url: `http://x${zones}?alt=${encodeURIComponent(form)}` });
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ error: { errors: [{ reason: 'invalid', location: 'alt', locationType: 'parameter' }] } });
  });
});

describe('a conditional change', () => {
  it.each(['PATCH', 'PUT', 'DELETE'])('%s succeeds while the version is current', async (method) => {
    const { mock, send } = bench();
    await send(`POST ${zones}`, zone);
    const url = `http://x${zones}/z`;
    const tag = (await mock.handle({ method: 'GET', url: `${url}?prettyPrint=false` })).headers['etag'] ?? '';
    await send(`PATCH ${zones}/z`, { description: 'by somebody else' });
    const body = method === 'DELETE' ? undefined : JSON.stringify({ ...zone, description: 'mine' });
    const stale = await mock.handle({ method, url, headers: { 'If-Match': tag }, body });
    expect(stale.status).toBe(412);
    expect(JSON.parse(stale.body)).toMatchObject({
      error: { errors: [{ reason: 'conditionNotMet', location: 'If-Match', locationType: 'header' }] },
    });
    const fresh = (await mock.handle({ method: 'GET', url })).headers['etag'] ?? '';
    expect(await mock.handle({ method, url, headers: { 'If-Match': `"other", ${fresh}` }, body })).toMatchObject({ status: 200 });
  });

  it('succeeds for any version with a wildcard', async () => {
    const { mock, send } = bench();
    await send(`POST ${zones}`, zone);
    expect(await mock.handle({ method: 'DELETE', url: `http://x${zones}/z`, headers: { 'If-Match': '*' } })).toMatchObject({ status: 200 });
  });
});
