/** The claims of the tokens that each kind of credential accepts. The key of a service account can sign any claims. */
import { createSign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../mock/index.js';
import { google, list, post, readCredentials, reader, start, tokens } from './credential-client.js';
import { noon, origin, readMessage, type HttpResult, type MockClient } from './request.js';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs a token with the key of the service accounts. */
type Sign = (claims: JsonObject, type?: string) => string;

async function startWithKey(): Promise<{ readonly client: MockClient; readonly sign: Sign }> {
  const client = start();
  const { private_key: key } = await readCredentials(client);
  const sign: Sign = (claims, typ = 'JWT') => {
    const text = `${encode({ alg: 'RS256', typ })}.${encode(claims)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(String(key), 'base64url')}`;
  };
  return { client, sign };
}

const seconds = Math.floor(Date.now() / 1000);
const mockSeconds = noon / 1000;
const issuer = 'https://accounts.google.com';

/** A kind of credential: claims that it accepts, and how a client uses them. */
interface Kind {
  readonly claims: JsonObject;
  readonly type: string;
  readonly use: (client: MockClient, token: string) => Promise<HttpResult>;
  /** The status of a rejection. */
  readonly status: number;
  /** Changes of the claims, or other types, that it rejects, each with a part of the message. */
  readonly rejected: readonly (readonly [name: string, changes: JsonObject, message: string, type?: string])[];
}

const lifetimes: Kind['rejected'] = [
  ['a lifetime of 3601 seconds', { exp: seconds + 3601 }, ''],
  ['a lifetime of 24 hours', { exp: seconds + 86_400 }, ''],
  ['no iat', { iat: null }, ''],
  ['no exp', { exp: null }, ''],
  ['an iat as text', { iat: String(seconds), exp: seconds + 86_400 }, ''],
  ['an iat in the future', { iat: seconds + 1000, exp: seconds + 2000 }, ''],
  ['an exp in the past', { iat: seconds - 3000, exp: seconds - 1 }, ''],
];

const typePrefix = 'urn:ietf:params:oauth:token-type:';

const exchangeSubject = (client: MockClient, token: string, parameters: Readonly<Record<string, string>> = {}): Promise<HttpResult> =>
  post(client, '/v1/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    scope: `${google}cloud-platform`,
    subject_token: token,
    subject_token_type: `${typePrefix}jwt`,
    ...parameters,
  });

const kinds: Readonly<Record<string, Kind>> = {
  'an assertion': {
    claims: { iss: reader, aud: `${origin}/token`, scope: `${google}compute.readonly`, iat: seconds, exp: seconds + 3600 },
    type: 'JWT',
    use: (client, assertion) => post(client, '/token', { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    status: 400,
    rejected: [
      ...lifetimes,
      ['no audience', { aud: null }, 'aud must be '],
      ['another audience', { aud: 'https://compute.googleapis.com/' }, 'aud must be '],
      ['no issuer', { iss: null }, 'iss must be '],
      ['the issuer of ID tokens', { iss: issuer }, 'iss must be '],
      ['an unknown issuer', { iss: 'new@example.com', sub: reader }, 'account not found'],
      ['an unknown subject', { sub: 'new@example.com' }, 'account not found'],
      ['the type of access tokens', {}, 'typ must be JWT (received at+jwt)', 'at+jwt'],
      ['the type of refresh tokens', {}, 'typ must be JWT (received rt+jwt)', 'rt+jwt'],
    ],
  },
  'a self-signed token': {
    claims: { iss: reader, sub: reader, aud: 'https://compute.googleapis.com/', iat: seconds, exp: seconds + 3600 },
    type: 'JWT',
    use: list,
    status: 401,
    rejected: [
      ...lifetimes,
      ['no audience', { aud: null }, 'aud must be '],
      ['the audience of another API', { aud: 'https://pubsub.googleapis.com/' }, 'aud must be '],
      ['the audience of assertions', { aud: 'https://oauth2.googleapis.com/token' }, 'aud must be '],
      ['a scope and the audience of another API', { aud: 'https://pubsub.googleapis.com/', scope: `${google}compute` }, 'aud must be '],
      ['no issuer', { iss: null }, 'iss must be '],
      ['another issuer', { iss: 'viewer@example.com' }, 'sub must be '],
      ['no subject', { sub: null }, 'sub must be '],
      ['the issuer of ID tokens', { iss: issuer, email: reader }, 'iss must be '],
      ['the type of refresh tokens', {}, 'typ must be JWT (received rt+jwt)', 'rt+jwt'],
    ],
  },
  'an access token': {
    claims: { sub: reader, scope: `${google}compute.readonly`, iat: mockSeconds, exp: mockSeconds + 3600 },
    type: 'at+jwt',
    use: list,
    status: 401,
    rejected: [
      ['no subject', { sub: null, iss: reader }, 'sub must be '],
      ['a lifetime of 3601 seconds', { exp: mockSeconds + 3601 }, 'exp must be at most 3600 seconds after iat'],
      ['no exp', { exp: null }, 'expired'],
      ['an exp in the past', { iat: mockSeconds - 3000, exp: mockSeconds - 1 }, 'expired'],
      ['the type of ID tokens', { iat: seconds, exp: seconds + 3600 }, 'iss must be ', 'JWT'],
      ['the type of refresh tokens', { iat: seconds, exp: seconds + 3600 }, 'typ must be ', 'rt+jwt'],
    ],
  },
  'a refresh token': {
    claims: { iss: issuer, aud: 'https://oauth2.googleapis.com/token', sub: reader },
    type: 'rt+jwt',
    use: (client, token) => post(client, '/token', { grant_type: 'refresh_token', refresh_token: token }),
    status: 400,
    rejected: [
      ['an exp in the past', { exp: seconds - 1 }, 'expired'],
      ['no audience', { aud: null }, 'aud must be '],
      ['another audience', { aud: 'mock' }, 'aud must be '],
      ['no issuer', { iss: null }, 'iss must be '],
      ['another issuer', { iss: reader }, 'iss must be '],
      ['no subject', { sub: null }, 'sub must be '],
      ['an unknown subject', { sub: 'new@example.com' }, 'account not found'],
      ['the type of access tokens', { iat: mockSeconds, exp: mockSeconds + 3600 }, 'typ must be rt+jwt (received at+jwt)', 'at+jwt'],
      ['the type of ID tokens', { email: reader, iat: seconds, exp: seconds + 3600 }, 'typ must be rt+jwt (received JWT)', 'JWT'],
    ],
  },
  'a subject token': {
    claims: { iss: issuer, aud: 'mock', sub: '123', email: reader, iat: seconds, exp: seconds + 3600 },
    type: 'JWT',
    use: exchangeSubject,
    status: 400,
    rejected: [
      ...lifetimes,
      ['no audience', { aud: null }, 'aud must be '],
      ['the audience of a service', { aud: 'https://service.example.com' }, 'aud must be mock'],
      ['no issuer', { iss: null }, 'iss must be '],
      ['the issuer of assertions', { iss: reader }, 'iss must be '],
      ['no subject', { sub: null }, 'sub must be '],
      ['no email address', { email: null, sub: reader }, 'email must be '],
      ['an unknown user', { email: 'new@example.com' }, 'account not found'],
      ['the type of refresh tokens', {}, 'typ must be JWT (received rt+jwt)', 'rt+jwt'],
    ],
  },
};

describe.each(Object.entries(kinds))('%s', (_, { claims, type, use, status, rejected }) => {
  test('is accepted with valid claims', async () => {
    const { client, sign } = await startWithKey();
    expect((await use(client, sign(claims, type))).status).toBe(200);
  });

  test.for(rejected)('is rejected with %s', async ([, changes, message, otherType = type]) => {
    const { client, sign } = await startWithKey();
    const result = await use(client, sign({ ...claims, ...changes }, otherType));
    expect(result.status).toBe(status);
    expect(String(result.body['error_description'] ?? readMessage(result))).toContain(message);
  });
});

test('a self-signed token can have the address of the mock as its audience, or scopes in place of one', async () => {
  const { client, sign } = await startWithKey();
  const { claims } = kinds['a self-signed token'] as Kind;
  const { aud: _, ...withoutAudience } = claims;
  const accepted: readonly JsonObject[] = [
    { ...claims, aud: `${origin}/` },
    { ...claims, aud: `${origin}/compute/v1` },
    { ...withoutAudience, scope: `${google}compute.readonly` },
  ];
  for (const each of accepted) expect((await list(client, sign(each))).status).toBe(200);
});

test('tokens that the mock issues for other purposes are no access tokens', async () => {
  const { client } = await startWithKey();
  const path = `/computeMetadata/v1/instance/service-accounts/default/identity?audience=https://compute.googleapis.com/`;
  const { text: idToken } = await client.send(`GET ${path}`, undefined, { 'metadata-flavor': 'Google' });
  expect((await list(client, idToken)).status).toBe(401);
  const { refresh_token: refreshToken } = await readCredentials(client, '?type=authorized_user');
  expect((await list(client, refreshToken)).status).toBe(401);
});

test('a subject token must be of the type that the client states', async () => {
  const { client, sign } = await startWithKey();
  const { claims } = kinds['an access token'] as Kind;
  const exchange = async (token: string, type: string): Promise<number> =>
    (await exchangeSubject(client, token, { subject_token_type: `${typePrefix}${type}` })).status;
  expect(await exchange(sign({ ...claims, exp: mockSeconds + 3601 }, 'at+jwt'), 'access_token')).toBe(400);
  const idToken = sign((kinds['a subject token'] as Kind).claims);
  const statuses = ['access_token', 'jwt', 'id_token', 'saml2'].map(async (type) => [
    await exchange(sign(claims, 'at+jwt'), type),
    await exchange(idToken, type),
  ]);
  expect(await Promise.all(statuses)).toEqual([
    [200, 400],
    [400, 200],
    [400, 200],
    [400, 400],
  ]);
});

test('a subject token can be for the provider to which the client sends it', async () => {
  const { client, sign } = await startWithKey();
  const audience = '//iam.googleapis.com/locations/global/workforcePools/mock/providers/mock';
  const { claims } = kinds['a subject token'] as Kind;
  for (const aud of [audience, `https:${audience}`]) {
    expect((await exchangeSubject(client, sign({ ...claims, aud }), { audience })).status).toBe(200);
    expect((await exchangeSubject(client, sign({ ...claims, aud }), { audience: `${audience}-2` })).status).toBe(400);
  }
});

describe('the lifetime of a generated access token', () => {
  const generate = async (lifetime?: unknown): Promise<HttpResult> => {
    const permissions = ['iam.serviceAccounts.getAccessToken'];
    const client = start({ seed: { tokens: { ...tokens, deployer: { user: 'deployer@example.com', permissions } } } });
    const body = { scope: [`${google}cloud-platform`], ...(lifetime !== undefined && { lifetime }) };
    return client.send(`POST /v1/projects/-/serviceAccounts/${reader}:generateAccessToken`, body, { authorization: 'Bearer deployer' });
  };

  test.each([
    [undefined, 3600],
    ['1s', 1],
    ['600s', 600],
    ['600.5s', 600],
    ['3600s', 3600],
  ])('%j is accepted', async (lifetime, expected) => {
    const before = Date.now();
    const { status, body } = await generate(lifetime);
    expect(status).toBe(200);
    const { iat, exp } = JSON.parse(Buffer.from(String(body['accessToken']).split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      number
    >;
    expect((exp ?? 0) - (iat ?? 0)).toBe(expected);
    expect(Date.parse(String(body['expireTime']))).toBeGreaterThanOrEqual(before + expected * 1000);
  });

  test.each(['3601s', '3600.1s', '43200s', '0s', '0.5s', '-5s', '600', 's', '10m', '1e3s', '', 600, true, {}, ['600s']])(
    '%j is rejected',
    async (lifetime) => {
      const { status, body } = await generate(lifetime);
      expect([status, body['error']]).toEqual([400, expect.objectContaining({ status: 'INVALID_ARGUMENT' })]);
      expect(JSON.stringify(body)).toContain('lifetime must be a duration from 1s to 3600s (received ');
    },
  );
});
