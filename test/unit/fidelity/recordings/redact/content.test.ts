/** What redaction keeps: bytes that aren't text, ordinary values, and the digests of what it changes. */
import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Pseudonyms } from '../../../../../fidelity/recordings/redact/pseudonyms.js';
import { Redactor } from '../../../../../fidelity/recordings/redact/redactor.js';
import type { RecordedBody } from '../../../../../fidelity/recordings/exchange.js';
import type { TapeExchange } from '../../../../../fidelity/recordings/write-tape.js';
import { computeCrc32c } from '../../../../../mock/engine/content/digests.js';

const createRedactor = (): Redactor => new Redactor(new Pseudonyms(Buffer.alloc(32, 1)));
const redactBytes = (bytes: Uint8Array, type = 'application/octet-stream'): Buffer => {
  const body = { kind: 'bytes' as const, base64: Buffer.from(bytes).toString('base64') };
  const redacted = createRedactor().redact({
    request: { method: 'PUT', url: 'https://a.example/x', headers: [['content-type', type]], body },
  });
  return redacted.request.body?.kind === 'bytes' ? Buffer.from(redacted.request.body.base64, 'base64') : Buffer.alloc(0);
};

describe('bytes that are no text', () => {
  test('pass unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        expect(redactBytes(bytes).equals(bytes)).toBe(true);
      }),
    );
    const bytes = Buffer.alloc(100_000);
    for (let index = 0, state = 7; index < bytes.length; index += 1)
      bytes[index] = (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16;
    expect(redactBytes(bytes).equals(bytes)).toBe(true);
  });

  test('pass unchanged beside a text in several parts', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 40, maxLength: 500 }), (bytes) => {
        const head = Buffer.from(
          '--b\r\ncontent-type: application/json\r\n\r\n{"token":"abcdefgh1"}\r\n--b\r\ncontent-type: image/png\r\n\r\n',
        );
        const content = Buffer.concat([Buffer.from([0xff]), bytes, Buffer.from([0xff])]);
        const redacted = redactBytes(Buffer.concat([head, content, Buffer.from('\r\n--b--')]), 'multipart/related; boundary=b');
        expect(redacted.subarray(head.length, head.length + content.length).equals(content)).toBe(true);
        expect(redacted.includes('abcdefgh1')).toBe(false);
      }),
    );
  });

  test.each(['utf16le', 'latin1'] as const)('are not texts in %s', (encoding) => {
    const text = `${encoding === 'latin1' ? '' : '\ufeff'}# für alle, und noch mehr Wörter\npassword=hunter2hunter2\n`;
    expect(redactBytes(Buffer.from(text, encoding)).toString(encoding)).toMatch(
      /für alle, und noch mehr Wörter\npassword=(?!hunter2)\w{14}\n$/,
    );
  });
});

describe('ordinary values stay', () => {
  test.each<readonly [string, unknown]>([
    [
      'identifiers',
      { id: '1234567890123456789', etag: 'CPGD8vzf9YcDEAE=', fingerprint: 'x1y2z3A4B5c=', selfLink: 'https://a.example/v1/things/a' },
    ],
    ['page tokens', { nextPageToken: 'Cg0KBG5hbWUSBQoDYWJj', pageToken: 'abcdefgh' }],
    ['counts', { tokenCount: 12, maxTokens: 100, tokens: 12, usage: { totalTokens: '120' } }],
    [
      'names of keys',
      { kmsKeyName: 'projects/-/locations/us/keyRings/r/cryptoKeys/k', keyRing: 'r', publicKey: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE' },
    ],
    ['a certificate', { certificate: '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ\n-----END CERTIFICATE-----\n' }],
    [
      'secrets of Secret Manager',
      { secrets: [{ name: 'projects/-/secrets/db', replication: { automatic: {} }, createTime: '2026-01-01T00:00:00Z' }] },
    ],
    ['references to secrets', { secretEnv: [{ key: 'DB', secret: 'my-secret', version: 'latest' }], secretId: 'my-secret' }],
    ['descriptions in credentials', { credentials: [{ status: 'approved', type: 'OAUTH2', expiresAt: '2026-01-01T00:00:00Z' }] }],
    [
      'settings of secrets',
      { passwordPolicy: { minLength: 8, complexity: 'COMPLEXITY_DEFAULT' }, tokenFormat: 'JWT', hasPassword: true, password: null },
    ],
    ['names of secrets in lists', { fields: ['password', 'token'], required: ['name', 'secret', 'value'] }],
    ['sentences', { message: 'The token has expired. The password must have 8 characters: try again', reason: 'keyInvalid' }],
    [
      'hashes',
      { md5Hash: 'XUFAKrxLKna5cZ2REBfFkg==', crc32c: 'yZRlqg==', sha: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9' },
    ],
    ['code', { source: 'const token = await getToken();\nif (!token) throw new Error("no token");\n' }],
    ['variables', { script: 'export PGPASSWORD=$PASSWORD\nmysql --password="${DB_PASSWORD}"\n' }],
    [
      'names in lists',
      { columns: ['name', 'role'], rows: [['a', 'b']], allowedHeaders: ['Authorization', 'Content-Type', 'X-Auth-Token', 'Etag'] },
    ],
    ['arguments', { command: ['mysql'], args: ['-h', 'db.example', '--port=3306'], ports: ['8080:80'] }],
    ['statements', { query: "SELECT name, password FROM users; INSERT INTO users (name) VALUES ('bob')" }],
    [
      'prose',
      { text: 'The password is rotated weekly. Enter the name, password, and role,\nthen the token, and save.\nThe secret 2 is old.' },
    ],
    ['places in files', { log: 'src/a.ts:1200:12: error: x\nregistry.example:5000/a/b:latest\n12:34:56' }],
    [
      'a signature and a public key',
      {
        text: '-----BEGIN PGP SIGNATURE-----\n\niQEzBAABCAAdFiEE\n-----END PGP SIGNATURE-----\n-----BEGIN RSA PUBLIC KEY-----\nMIIBCgKCAQEA\n-----END RSA PUBLIC KEY-----',
      },
    ],
    ['compressed texts', { data: deflateSync('just some words of a text').toString('base64') }],
    ['sections', { ini: '[core]\na = b\n[secretary]\nname = bob\n' }],
    ['other base64', { data: Buffer.from('just some words of a text').toString('base64') }],
    ['times and versions', { time: '12:34:56', version: '1.2.3', range: '10:20' }],
  ])('%s', (_, value) => {
    const text = JSON.stringify(value);
    const body: RecordedBody = { kind: 'json', value: null, text };
    const { request } = createRedactor().redact({ request: { method: 'POST', url: 'https://a.example/x', headers: [], body } });
    expect(request.body).toMatchObject({ text });
  });
});

describe('what states a changed body', () => {
  const digests = (content: Buffer): Record<string, string> => ({
    md5: createHash('md5').update(content).digest('base64'),
    crc32c: Buffer.from(computeCrc32c(content)).toString('base64'),
    size: String(content.length),
  });
  const content = Buffer.from('# notes\npassword=hunter2hunter2\nname=J\u00f6rg <joerg.muster@mail.example>\n');
  const { md5 = '', crc32c = '', size = '' } = digests(content);
  const resource = { kind: 'json' as const, value: null, text: JSON.stringify({ name: 'a', md5Hash: md5, crc32c, size }) };
  const read = (body: RecordedBody | undefined): Buffer =>
    Buffer.from(body?.kind === 'bytes' ? body.base64 : body?.kind === 'text' ? body.text : '', body?.kind === 'bytes' ? 'base64' : 'utf8');
  const upload = (body: RecordedBody, type = 'text/plain'): TapeExchange => ({
    request: {
      method: 'POST',
      url: 'https://a.example/upload/v1/o?uploadType=media',
      headers: [
        ['content-type', type],
        ['content-length', size],
        ['content-md5', md5],
        ['x-goog-hash', `crc32c=${crc32c},md5=${md5}`],
      ],
      body,
    },
    response: { status: 200, headers: [['x-goog-stored-content-length', size]], body: resource },
  });

  test('are its digests and sizes in headers and in the resource', () => {
    const { request, response } = createRedactor().redact(upload({ kind: 'text', text: content.toString() }));
    const changed = digests(read(request.body));
    expect(changed['md5']).not.toBe(md5);
    expect(Object.fromEntries(request.headers)).toMatchObject({
      'content-length': changed['size'],
      'content-md5': changed['md5'],
      'x-goog-hash': `crc32c=${changed['crc32c']},md5=${changed['md5']}`,
    });
    expect(response?.body).toMatchObject({ value: { md5Hash: changed['md5'], crc32c: changed['crc32c'], size: changed['size'] } });
    expect(response?.headers).toEqual([['x-goog-stored-content-length', changed['size']]]);
  });

  test('are those of JSON with its white space', () => {
    const text = '{\n  "password": "hunter2hunter2"\n}\n';
    const { request } = createRedactor().redact(upload({ kind: 'json', text, value: null }));
    expect(read(request.body).toString()).toMatch(/^\{\n {2}"password": "(?!hunter2)\w{14}"\n\}\n$/);
  });

  test.each<[string, readonly (readonly [start: number, end: number])[]]>([
    [
      'in chunks',
      [
        [0, 30],
        [30, content.length],
      ],
    ],
    [
      'in chunks, of which one is sent twice',
      [
        [0, 30],
        [30, 40],
        [30, 50],
        [50, content.length],
      ],
    ],
    [
      'in chunks from the start again',
      [
        [0, 20],
        [0, 30],
        [30, content.length],
      ],
    ],
  ])('are those of a whole upload %s', (_, ranges) => {
    const redactor = createRedactor();
    let uploaded = Buffer.alloc(0);
    let response: TapeExchange['response'];
    for (const [start, end] of ranges) {
      const redacted = redactor.redact({
        request: {
          method: 'PUT',
          url: 'https://a.example/upload/v1/o?uploadType=resumable&upload_id=a',
          headers: [['content-range', `bytes ${start}-${end - 1}/${end < content.length ? '*' : size}`]],
          body: { kind: 'text', text: content.toString('utf8', start, end) },
        },
        response: { status: end < content.length ? 308 : 200, headers: [], ...(end === content.length && { body: resource }) },
      });
      uploaded = Buffer.concat([uploaded.subarray(0, start), read(redacted.request.body)]);
      response = redacted.response;
    }
    const changed = digests(uploaded);
    expect(changed['md5']).not.toBe(md5);
    expect(response?.body).toMatchObject({ value: { md5Hash: changed['md5'], crc32c: changed['crc32c'] } });
  });

  test('are the same for a compressed file, a part, and a later download', () => {
    const redactor = createRedactor();
    const file = gzipSync(content);
    const stated = digests(file);
    const parts = Buffer.concat([
      Buffer.from(
        `--b\r\ncontent-type: application/json\r\n\r\n${JSON.stringify({ md5Hash: stated['md5'] })}\r\n--b\r\ncontent-type: application/gzip\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n--b--'),
    ]);
    const { request } = redactor.redact(upload({ kind: 'bytes', base64: parts.toString('base64') }, 'multipart/related; boundary=b'));
    const later = redactor.redact({
      request: { method: 'GET', url: 'https://a.example/v1/o/a?alt=media', headers: [] },
      response: {
        status: 200,
        headers: [['x-goog-hash', `md5=${stated['md5']}`]],
        body: { kind: 'bytes', base64: file.toString('base64') },
      },
    });
    const changed = digests(read(later.response?.body));
    expect(changed['md5']).not.toBe(stated['md5']);
    expect(later.response?.headers).toEqual([['x-goog-hash', `md5=${changed['md5']}`]]);
    expect(read(request.body).toString('latin1')).toContain(`{"md5Hash":"${changed['md5']}"}`);
  });

  test('is the checksum of a payload in base64', () => {
    const payload = (text: Buffer): Record<string, string> => ({
      data: text.toString('base64'),
      dataCrc32c: String(Buffer.from(computeCrc32c(text)).readUInt32BE()),
    });
    const body: RecordedBody = { kind: 'json', value: null, text: JSON.stringify({ payload: payload(content) }) };
    const { request } = createRedactor().redact({ request: { method: 'POST', url: 'https://a.example/x', headers: [], body } });
    const redacted = request.body?.kind === 'json' ? (request.body.value as { payload: Record<string, string> }).payload : {};
    expect(redacted).not.toEqual(payload(content));
    expect(redacted).toEqual(payload(Buffer.from(redacted['data'] ?? '', 'base64')));
  });
});

describe('a known secret', () => {
  const withSecret = (secret: string): Redactor => {
    const redactor = createRedactor();
    redactor.redact({ request: { method: 'GET', url: 'https://a.example/', headers: [['x-api-key', secret]] } });
    return redactor;
  };

  test.each([
    ['in the middle of a path', 'https://a.example/v1/things/s3cr3t-Value/parts/x'],
    ['within a segment', 'https://a.example/v1/things/a-s3cr3t-Value-b'],
    ['after an encoded slash', 'https://a.example/v1/things%2Fs3cr3t-Value%2Fx'],
    ['in a parameter', 'https://a.example/v1/things?q=s3cr3t-Value'],
    ['in base64', `https://a.example/v1/things?q=${Buffer.from('it is s3cr3t-Value, yes').toString('base64url')}`],
  ])('is replaced %s', (_, url) => {
    const { request } = withSecret('s3cr3t-Value').redact({ request: { method: 'GET', url, headers: [] } });
    expect(request.url).not.toBe(url);
    expect(request.url).not.toContain('s3cr3t');
    expect(new URL(request.url).pathname.split('/')).toHaveLength(new URL(url).pathname.split('/').length);
  });

  test('has the same replacement in each form', () => {
    const redactor = withSecret('s3cr3t-Value');
    const { request } = redactor.redact({
      request: {
        method: 'POST',
        url: 'https://a.example/?key=s3cr3t-Value',
        headers: [['x-api-key', 's3cr3t-Value']],
        body: { kind: 'text', text: 'password: s3cr3t-Value # x\n--token s3cr3t-Value\nBearer s3cr3t-Value\n{"pin": "s3cr3t-Value"}\n' },
      },
    });
    const [, replacement = ''] = request.headers[0] ?? [];
    expect(request.url).toContain(`key=${replacement}`);
    expect(request.body).toEqual({
      kind: 'text',
      text: `password: ${replacement} # x\n--token ${replacement}\nBearer ${replacement}\n{"pin": "${replacement}"}\n`,
    });
  });

  test('that is a part of a longer word stays', () => {
    const url = 'https://a.example/v1/things/as3cr3t-Valueb';
    expect(withSecret('s3cr3t-Value').redact({ request: { method: 'GET', url, headers: [] } }).request.url).toBe(url);
  });
});
