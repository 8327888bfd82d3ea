import { createHash, generateKeyPairSync } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonNodes, type JsonNode } from '../../../../../fidelity/recordings/redact/json-nodes.js';
import { Pseudonyms } from '../../../../../fidelity/recordings/redact/pseudonyms.js';
import { Redactor } from '../../../../../fidelity/recordings/redact/redactor.js';
import type { RedactorOptions } from '../../../../../fidelity/recordings/redact/text-redactor.js';
import { formatTapeLine, type TapeExchange } from '../../../../../fidelity/recordings/write-tape.js';
import { isLinear } from '../../../../support/linear-time.js';
import { plantSecrets } from './planted-secrets.js';

const createRedactor = (options?: RedactorOptions, key = 1): Redactor => new Redactor(new Pseudonyms(Buffer.alloc(32, key)), options);
const json = (value: unknown): TapeExchange['request'] => ({
  method: 'POST',
  url: 'https://a.example/v1/things',
  headers: [],
  body: { kind: 'json', value: null, text: JSON.stringify(value) },
});
const redactJson = (value: unknown, redactor = createRedactor()): unknown => {
  const { body } = redactor.redact({ request: json(value) }).request;
  return body?.kind === 'json' ? JSON.parse(body.text) : undefined;
};
const redactUrl = (url: string, redactor = createRedactor()): string =>
  redactor.redact({ request: { method: 'GET', url, headers: [] } }).request.url;

test.each(['projects', 'metricsScopes', 'organizations'])(
  'a short ID after %s/ has the same replacement in URLs, headers, and bodies',
  (collection) => {
    const name = `${collection}/x1`;
    const { request, response } = createRedactor().redact({
      request: {
        ...json({ parent: name, filter: `parent="${name}"`, links: [`//a.example/${name}/things/t`] }),
        url: `https://a.example/v1/${name}:search?parent=${name}`,
      },
      response: {
        status: 200,
        headers: [['location', `https://a.example/v1/${name}/things/t`]],
        body: json({ name: `${name}/things/t` }).body,
      },
    } as TapeExchange);
    const texts = [request.url, request.body, response?.headers, response?.body].map((part) => JSON.stringify(part));
    const ids = texts.flatMap((text) => Array.from(text.matchAll(new RegExp(`${collection}(?:/|%2F)(\\w+)`, 'g')), ([, id]) => id));
    expect([...new Set(ids)]).toEqual([expect.not.stringMatching(/^x1$/)]);
  },
);

test('50 kinds of secrets in 1,000 exchanges: none is on the tape', () => {
  const redactor = createRedactor();
  const kinds = new Set<string>();
  const found: string[] = [];
  for (let index = 0; index < 1_000; index += 1) {
    const { exchange, kind, values } = plantSecrets(index);
    kinds.add(kind);
    const line = formatTapeLine(redactor.redact(exchange), 'main');
    const text = `${line} ${Buffer.from(/"(?:data|content)":"([^"]+)"/.exec(line)?.[1] ?? '', 'base64').toString()}`;
    found.push(
      ...values.filter((value) => text.includes(value) || text.includes(encodeURIComponent(value))).map((value) => `${kind}: ${value}`),
    );
  }
  expect(kinds.size).toBeGreaterThanOrEqual(50);
  expect(found).toEqual([]);
});

describe('replacements', () => {
  test('have the same shape, are the same everywhere, and depend on the key', () => {
    const value = { a: 'jane.doe@acme.example', b: ['user:jane.doe@acme.example', 'x (Jane.Doe@acme.example)'] };
    const replaced = redactJson(value) as typeof value;
    expect(replaced.a).toMatch(/^[a-z]{4}\.[a-z]{3}@[a-z]{4}\.[a-z]{7}$/);
    expect(replaced.a).not.toBe(value.a);
    expect(replaced.b[0]).toBe(`user:${replaced.a}`);
    expect(redactJson(value)).toEqual(replaced);
    expect(redactJson(value, createRedactor({}, 2))).not.toEqual(replaced);
  });

  test('differ for different values of the same shape', () => {
    const pseudonyms = new Pseudonyms(Buffer.alloc(32, 3));
    const values = Array.from({ length: 1000 }, (_, index) => String(index).padStart(3, '0'));
    expect(new Set(values.map((value) => pseudonyms.replace(value))).size).toBe(1000);
    const numbers = Array.from({ length: 900 }, (_, index) => String(index + 100));
    const replaced = new Set(numbers.map((value) => pseudonyms.replace(value)));
    expect([replaced.size, [...replaced].some((value) => value.startsWith('0'))]).toEqual([900, false]);
  });

  test('keep the rest of a JSON text', () => {
    const text = '{"a": 12345678901234567890.10, "b":[true,null,{"c" :"x"}], "b": "\\u00e9\\"", "secret":"abcdefgh", "d": [ 1.0 ,"y"]}';
    const { body } = createRedactor().redact({ request: { ...json(null), body: { kind: 'json', value: null, text } } }).request;
    expect(body?.kind === 'json' && body.text.replace(/"secret":"[a-z]{8}"/, '"secret":"abcdefgh"')).toBe(text);
    expect(body).not.toMatchObject({ text });
  });

  test('of any JSON text have its scalars in their places', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        const build = (node: JsonNode): unknown => {
          if (node.kind === 'object') return Object.fromEntries(node.members.map(({ key, value: own }) => [key.value, build(own)]));
          return node.kind === 'array' ? node.items.map(build) : JSON.parse(text.slice(node.start, node.end));
        };
        expect(build(parseJsonNodes(text) as JsonNode)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('projects', () => {
  test('are replaced in paths, parameters, and names that contain them, also before they are known', () => {
    const { request, response } = createRedactor().redact({
      request: {
        method: 'GET',
        url: 'https://storage.googleapis.com/storage/v1/b/acme-prod-logs?userProject=acme-prod&x=1',
        headers: [['x-goog-request-params', 'parent=projects%2Facme-prod%2Flocations%2Fglobal']],
      },
      response: {
        status: 200,
        headers: [],
        body: {
          kind: 'json',
          value: null,
          text: '{"name":"projects/acme-prod/things/a","projectNumber":"123456789012","n":123456789012,"bucket":"acme-prod-logs"}',
        },
      },
    });
    const project = /userProject=([a-z]{4}-[a-z]{4})&/.exec(request.url)?.[1];
    expect(request.url).toBe(`https://storage.googleapis.com/storage/v1/b/${project}-logs?userProject=${project}&x=1`);
    expect(request.headers[0]?.[1]).toBe(`parent=projects%2F${project}%2Flocations%2Fglobal`);
    const body = response?.body?.kind === 'json' ? (response.body.value as Record<string, unknown>) : {};
    expect(body).toMatchObject({ name: `projects/${project}/things/a`, bucket: `${project}-logs` });
    expect(String(body['n'])).toBe(body['projectNumber']);
    expect(body['projectNumber']).toMatch(/^[1-9]\d{11}$/);
  });

  test.each([
    'https://a.example/v1/projects/-/things',
    'https://a.example/v1/projects/${projectId}/things',
    'https://a.example/v1/{name=projects/*}',
  ])('are kept if they are wildcards or placeholders: %s', (url) => expect(redactUrl(url)).toBe(url));

  test.each(["in project '123456789012'", 'of projects/123456789012: x', 'at acme-prod.svc.id.goog', 'at https://acme-prod.appspot.com/'])(
    'are replaced in messages and host names: %s',
    (text) => expect(redactJson({ text })).toEqual({ text: expect.not.stringMatching(/123456789012|acme-prod/) as unknown }),
  );

  test('leave the encoding of the characters around them', () =>
    expect(redactUrl('https://a.example/v1/projects/acme-prod/a%20b/{x}@acme-prod:y,z?q=a%2Facme-prod/%7B{b}')).toMatch(
      /^https:\/\/a\.example\/v1\/projects\/([a-z]{4}-[a-z]{4})\/a%20b\/\{x\}@\1:y,z\?q=a%2F\1%2F%7B%7Bb\}$/,
    ));

  test('that are words of the API are replaced only where a project must be', () => {
    const redactor = createRedactor({ words: new Set(['things']) });
    expect(redactUrl('https://a.example/v1/projects/things/things/things', redactor)).toMatch(
      /^https:\/\/a\.example\/v1\/projects\/(?!things)[a-z]{6}\/things\/things$/,
    );
  });

  test('are replaced in the names of service accounts, as is their own name', () => {
    const { email, uri, accountId } = redactJson({
      accountId: 'deployer',
      email: 'deployer@acme-prod.iam.gserviceaccount.com',
      uri: 'https://iam.googleapis.com/v1/projects/acme-prod/serviceAccounts/deployer@acme-prod.iam.gserviceaccount.com',
    }) as Record<string, string>;
    expect(email).toMatch(/^[a-z]{8}@[a-z]{4}-[a-z]{4}\.iam\.gserviceaccount\.com$/);
    expect(email).toContain(`${accountId}@`);
    expect(uri).toMatch(new RegExp(`/serviceAccounts/${email}$`));
    expect(redactJson('service-123456789012@gcp-sa-pubsub.iam.gserviceaccount.com')).toMatch(
      /^service-(?!123456789012)\d{12}@gcp-sa-pubsub\.iam\.gserviceaccount\.com$/,
    );
  });
});

describe('IP addresses', () => {
  test('keep their networks, their places in them, and whether they are private', () => {
    const { network, gateway, inside, other, zone, name } = redactJson({
      network: '10.20.0.0/20',
      gateway: '10.20.0.1',
      inside: '10.20.15.254/32',
      other: '192.168.7.9',
      zone: '20.10.in-addr.arpa.',
      name: '1.0.20.10.in-addr.arpa.',
    }) as Record<string, string>;
    const prefix = /^10\.(\d+)\.0\.0\/20$/.exec(network ?? '')?.[1];
    expect(prefix).not.toBe('20');
    expect([gateway, inside, zone, name]).toEqual([
      `10.${prefix}.0.1`,
      `10.${prefix}.15.254/32`,
      `${prefix}.10.in-addr.arpa.`,
      `1.0.${prefix}.10.in-addr.arpa.`,
    ]);
    expect(other).toMatch(/^192\.168\.(?!7\.)\d+\.9$/);
  });

  test('that are public are replaced with public ones', () => {
    for (const address of ['8.8.4.4', '203.0.113.7', '172.217.3.4', '100.1.2.3'])
      expect(redactJson(address)).toMatch(/^(?!10\.|127\.|0\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d+\.\d+\.\d+\.\d+$/);
    expect(['8.8.4.4', '203.0.113.7', '172.217.3.4'].map((address) => redactJson(address)).sort()).not.toEqual(
      ['8.8.4.4', '203.0.113.7', '172.217.3.4'].sort(),
    );
  });

  test.each(['0.0.0.0/0', '127.0.0.1', '169.254.169.254', '255.255.255.255', '::/0', '::1', 'v1.2.3.4', '1.2.3', '2024-01-01T12:34:56Z'])(
    'leave %s',
    (text) => expect(redactJson(text)).toBe(text),
  );

  test('of version 6 keep the network', () => {
    const [one, other] = redactJson(['2001:db8:17::1', '2001:db8:17:5::/64']) as string[];
    const [, prefix] = /^(2001:[1-9a-f][\da-f]{2}:[1-9a-f][\da-f]):/.exec(one ?? '') ?? [];
    expect(prefix).not.toBe('2001:db8:17');
    expect([one, other]).toEqual([`${prefix}::1`, `${prefix}:5::/64`]);
  });
});

describe('credentials', () => {
  test('keep their scheme, and the attributes of cookies', () => {
    const { request, response } = createRedactor().redact({
      request: {
        method: 'GET',
        url: 'https://a.example/',
        headers: [
          ['authorization', 'Bearer abc.DEF-123'],
          ['cookie', 'sid=s3cret; theme=dark'],
        ],
      },
      response: { status: 200, headers: [['set-cookie', 'sid=s3cret; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT']] },
    });
    expect(request.headers[0]?.[1]).toMatch(/^Bearer (?!abc)[a-z]{3}\.[A-Z]{3}-\d{3}$/);
    const [, sid] = /^sid=([a-z]\d[a-z]{4}); theme=[a-z]{4}$/.exec(request.headers[1]?.[1] ?? '') ?? [];
    expect(response?.headers[0]?.[1]).toBe(`sid=${sid}; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT`);
  });

  test('are replaced where they are repeated, also in other exchanges', () => {
    const redactor = createRedactor();
    redactor.redact({ request: { method: 'GET', url: 'https://a.example/', headers: [['x-api-key', 'c2VjcmV0LXZhbHVl']] } });
    expect(redactJson({ message: 'the key c2VjcmV0LXZhbHVl, is unknown' }, redactor)).toEqual({
      message: expect.not.stringContaining('c2VjcmV0') as unknown,
    });
  });

  test('of encryption keep the digest that the service returns', () => {
    const key = Buffer.alloc(32, 7);
    const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
    const { rawKey, sha256 } = redactJson({ rawKey: key.toString('base64'), sha256: hash(key) }) as Record<string, string>;
    expect(Buffer.from(rawKey ?? '', 'base64')).toHaveLength(32);
    expect(sha256).toBe(hash(Buffer.from(rawKey ?? '', 'base64')));
  });

  test('in key files are replaced, also in base64', () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const file = JSON.stringify({ type: 'service_account', private_key: privateKey, client_email: 'a@acme-prod.iam.gserviceaccount.com' });
    const { data } = redactJson({ data: Buffer.from(file).toString('base64') }) as Record<string, string>;
    const content = JSON.parse(Buffer.from(data ?? '', 'base64').toString()) as Record<string, string>;
    expect(content['type']).toBe('service_account');
    expect(content['private_key']?.split('\n')[1]).not.toBe(privateKey.split('\n')[1]);
  });

  test('include what the patterns of the user match', () => {
    const findSecrets = (text: string): (readonly [number, number])[] =>
      [...text.matchAll(/Contoso/g)].map(({ index }) => [index, index + 7] as const);
    expect(redactJson({ a: 'for Contoso, Inc.' }, createRedactor({ findSecrets }))).toEqual({
      a: expect.stringMatching(/^for (?!Contoso)[A-Z][a-z]{6}, Inc\.$/) as unknown,
    });
  });

  test('are what these patterns match in keys, numbers, and several segments of a path', () => {
    const find = (text: string): (readonly [number, number])[] =>
      [...text.matchAll(/Contoso|\d{16}|customers\/\d+/g)].map(({ 0: { length }, index }) => [index, index + length] as const);
    const redactor = createRedactor({ findSecrets: find });
    expect(JSON.stringify(redactJson({ Contoso: 4_111_111_111_111_111 }, redactor))).toMatch(
      /^\{"(?!Contoso)[A-Z][a-z]{6}":(?!4111)\d{16}\}$/,
    );
    expect(redactUrl('https://a.example/v1/customers/4711', redactor)).toMatch(/^https:\/\/a\.example\/v1\/[a-z]{9}\/(?!4711)\d{4}$/);
  });

  test('are passwords that a service repeats, and content of compressed files', () => {
    const redactor = createRedactor();
    const { request } = redactor.redact({
      request: {
        method: 'PUT',
        url: 'https://a.example/',
        headers: [['authorization', `Basic ${Buffer.from('jane:my-password').toString('base64')}`]],
        body: { kind: 'bytes', base64: gzipSync('{"token":"abcdefgh"}').toString('base64') },
      },
    });
    const content = request.body?.kind === 'bytes' ? gunzipSync(Buffer.from(request.body.base64, 'base64')).toString() : '';
    expect(content).toMatch(/^\{"token":"(?!abcdefgh)[a-z]{8}"\}$/);
    expect(redactJson({ message: 'my-password is wrong' }, redactor)).not.toEqual({ message: 'my-password is wrong' });
  });

  test('are not page tokens, nor the names of resources', () => {
    const value = { nextPageToken: 'abcdefgh', encryptionKey: 'projects/-/locations/us/keyRings/r/cryptoKeys/k', publicKey: 'abcdefgh' };
    expect(redactJson(value)).toEqual(value);
  });
});

test.each([
  ['a long word', 'a'],
  ['dots', 'a.'],
  ['at signs', 'a@'],
  ['prefixes of tokens', 'eyJ'],
  ['escapes', '%2F'],
  ['paths', 'projects/'],
  ['quotes', '"token":"'],
  ['colons', 'a:'],
  ['hyphens', 'ab-'],
  ['encoded parameters', '%3Ftoken%3D'],
  ['lines', '\n- token: '],
  ['tables', 'user,password\n'],
  ['statements', "insert into a (pin) values (1,'"],
  ['sections', '[secrets]\na=b\n'],
  ['commands', 'mysql echo passwd <<< net use '],
  ['elements', "\n- a\n- --token ['a','b'] "],
  ['armor', '-----BEGIN A'],
  ['ports', 'a:5432:a:'],
  ['brackets', 'a[b][token]='],
  ['fields of forms', 'name="token"\r\n'],
])('takes linear time for %s', (_, fragment) => {
  const redactLong = (length: number): void => {
    const text = fragment.repeat(length / fragment.length);
    const redactor = createRedactor();
    redactor.redact({
      request: { method: 'GET', url: 'https://a.example/v1/projects/acme-prod', headers: [['authorization', 'Bearer 123456789']] },
    });
    redactor.redact({
      request: {
        method: 'GET',
        url: `https://a.example/${text.slice(0, 10_000)}`,
        headers: [
          ['x', text],
          ['x-api-key', text],
        ],
        body: { kind: 'text', text },
      },
    });
  };
  expect(isLinear(redactLong)).toBe(true);
});
