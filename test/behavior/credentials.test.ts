/** Clients get tokens from the mock with credentials that it has created. */
import { createPublicKey, createSign, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ApiBehavior } from '../../runtime/behavior.js';
import { createMockServer, type CredentialsType, type JsonObject } from '../../mock/index.js';
import { MemoryMockStore } from '../support/memory-log.js';
import { google, list, post, prefix, readCredentials, reader, start, tokens } from './credential-client.js';
import { createMockClient, origin, readMessage, type HttpResult, type MockClient } from './request.js';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(key: unknown, claims: JsonObject): string {
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(String(key), 'base64url')}`;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

const createClaims = (user: unknown, changes: JsonObject = {}): JsonObject => ({
  iss: String(user),
  aud: `${origin}/token`,
  scope: `${google}compute.readonly`,
  iat: seconds(),
  exp: seconds() + 3600,
  ...changes,
});

const exchange = (client: MockClient, assertion: string): Promise<HttpResult> =>
  post(client, '/token', { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });

describe('a file of credentials', () => {
  test('is the key of a service account by default', async () => {
    const client = start();
    const key = await readCredentials(client);
    expect(key).toEqual({
      type: 'service_account',
      project_id: 'shop',
      private_key_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      private_key: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\n[^]+\n-----END PRIVATE KEY-----\n$/),
      client_email: reader,
      client_id: expect.stringMatching(/^\d+$/),
      token_uri: `${origin}/token`,
      universe_domain: 'googleapis.com',
    });
    expect(await client.mock.credentials({ rootUrl: origin })).toEqual(key);
    expect(JSON.stringify(await client.mock.state())).not.toContain(String(key['private_key_id']));
  });

  test('has a key without a store, too', async () => {
    const { private_key: key } = await start({ store: undefined }).mock.credentials();
    expect(key).not.toBe((await start().mock.credentials()).private_key);
  });

  test('is for any user unless the mock enforces credentials', async () => {
    expect(await readCredentials(start({ auth: 'off' }), '?user=new@example.com')).toMatchObject({ client_email: 'new@example.com' });
    const { status, body } = await start().admin('GET credentials?user=new@example.com');
    expect([status, JSON.stringify(body)]).toEqual([404, expect.stringContaining(`expected ${reader}, viewer@example.com`)]);
    expect((await start().admin('GET credentials?type=key')).status).toBe(400);
    await expect(start().mock.credentials({ type: 'key' as CredentialsType })).rejects.toThrow(
      'credentials: type must be "service_account" or',
    );
  });

  test('has the address at which the mock listens', async () => {
    const { mock } = start();
    const { url, close } = await mock.listen();
    expect(await mock.credentials()).toMatchObject({ token_uri: `${url}/token` });
    await close();
  });

  test('has the same key in all processes that share a store, after a reset, and in other sessions', async () => {
    const store = new MemoryMockStore();
    const [one, other] = [start({ store }), start({ store })];
    const [key, ...keys] = await Promise.all([readCredentials(one), readCredentials(one), readCredentials(other)]);
    await one.mock.reset();
    keys.push(await readCredentials(one), (await one.admin('GET credentials', undefined, 'second')).body);
    for (const { private_key: each } of keys) expect(each).toBe(key?.['private_key']);
  });
});

describe('the token endpoint', () => {
  test('exchanges an assertion for a token with the scopes and permissions of its user', async () => {
    const client = start();
    const { private_key: key } = await readCredentials(client);
    const { status, body } = await exchange(
      client,
      sign(key, createClaims(reader, { scope: `${google}compute.readonly ${google}devstorage` })),
    );
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), expires_in: 3599, token_type: 'Bearer', scope: `${prefix}compute.readonly` },
    ]);
    expect((await list(client, body['access_token'])).status).toBe(200);
    expect((await list(client, body['access_token'], { 'x-mock-session': 'second' })).status).toBe(200);
    const forViewer = await exchange(client, sign(key, createClaims('viewer@example.com')));
    const rejected = await list(client, forViewer.body['access_token']);
    expect([rejected.status, readMessage(rejected)]).toEqual([403, expect.stringContaining("'compute.sslPolicies.list'")]);
    await client.wait(3600);
    const expired = await list(client, body['access_token']);
    expect([expired.status, readMessage(expired)]).toEqual([401, 'The bearer token has expired.']);
  });

  test.each<[string, JsonObject, string]>([
    [
      'another audience',
      { aud: 'https://example.com/token' },
      `Invalid JWT: aud must be ${origin}/token (received https://example.com/token).`,
    ],
    ['no lifetime', { exp: 0 }, 'Invalid JWT: Token must be a short-lived token'],
    ['a long lifetime', { exp: seconds() + 90_000 }, 'Invalid JWT: Token must be a short-lived token'],
    ['a later time', { iat: seconds() + 1000, exp: seconds() + 2000 }, 'Invalid JWT: Token must be a short-lived token'],
    [
      'an unknown user',
      { iss: 'new@example.com' },
      "Invalid grant: account not found: no token of the seed has the user 'new@example.com'",
    ],
    ['an unknown subject', { sub: 'new@example.com' }, 'Invalid grant: account not found'],
    ['no scope', { scope: '' }, 'Invalid OAuth scope or ID token audience provided.'],
    ['a scope that the user does not have', { scope: `${google}devstorage` }, `The user '${reader}' has none of the requested scopes`],
  ])('rejects an assertion with %s', async (_, changes, description) => {
    const client = start();
    const { private_key: key } = await readCredentials(client);
    const { status, body } = await exchange(client, sign(key, createClaims(reader, changes)));
    expect([status, body]).toEqual([
      400,
      { error: expect.stringMatching(/^invalid_(?:grant|scope)$/), error_description: expect.stringContaining(description) },
    ]);
  });

  test.each([
    'https://oauth2.googleapis.com/token',
    'https://www.googleapis.com/oauth2/v3/token',
    'https://www.googleapis.com/oauth2/v4/token',
    'https://accounts.google.com/o/oauth2/token',
  ])('responds at the path of %s', async (address) => {
    const client = start();
    const { client_email: email, private_key: key } = await readCredentials(client);
    const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const assertion = sign(key, createClaims(email, { aud: address }));
    const { status, body } = await post(client, new URL(address).pathname, { grant_type: grant, assertion });
    expect([status, body['token_type']]).toEqual([200, 'Bearer']);
  });

  test('reads JSON, too', async () => {
    const client = start({ auth: 'off' });
    const send = (path: string, body: object): Promise<HttpResult> =>
      client.send(`POST ${path}`, JSON.stringify(body), { 'content-type': 'application/json' });
    expect((await send('/token', { grant_type: 'refresh_token', refresh_token: 'a-reader' })).status).toBe(200);
    const federated = {
      grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subjectToken: 'a-reader',
      subjectTokenType: 'urn:ietf:params:oauth:token-type:jwt',
    };
    expect((await send('/v1/token', federated)).status).toBe(200);
  });

  test('rejects an assertion that another key has signed, and anything else', async () => {
    const client = start({ auth: 'off' });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { status, body } = await exchange(client, sign(privateKey.export({ type: 'pkcs8', format: 'pem' }), createClaims(reader)));
    expect([status, body]).toEqual([400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }]);
    expect((await exchange(client, 'a.b.c')).body).toMatchObject({ error: 'invalid_grant' });
    expect((await post(client, '/token', { grant_type: 'password' })).body).toMatchObject({ error: 'unsupported_grant_type' });
    expect((await client.send('GET /token')).status).toBe(405);
    expect(client.mock.requests.map(({ methodId, status: code, rejection }) => [methodId, code, rejection?.reason])).toContainEqual([
      'oauth2.token',
      400,
      'invalid_grant',
    ]);
  });

  test('issues ID tokens, whose signature the public key verifies', async () => {
    const client = start();
    const { private_key: key } = await readCredentials(client);
    const claims = createClaims(reader, { target_audience: 'https://service.example.com', scope: '' });
    const token = String((await exchange(client, sign(key, claims))).body['id_token']);
    const { body } = await client.send('GET /oauth2/v3/certs');
    const [jwk] = body['keys'] as [JsonObject];
    const [header = '', payload = '', signature = ''] = token.split('.');
    const publicKey = createPublicKey({ key: jwk as object, format: 'jwk' } as never);
    expect(verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ aud: 'https://service.example.com', email: reader });
  });

  test('refreshes the token of a person', async () => {
    const client = start();
    const { refresh_token: refreshToken = '' } = await readCredentials(client, '?type=authorized_user&user=viewer@example.com');
    const refresh = (token: unknown): Promise<HttpResult> =>
      post(client, '/token', { grant_type: 'refresh_token', refresh_token: String(token), client_id: 'c', client_secret: 's' });
    const { body } = await refresh(refreshToken);
    expect((await list(client, body['access_token'])).status).toBe(403);
    expect((await refresh('other')).body).toMatchObject({ error: 'invalid_grant' });
    expect((await list(client, refreshToken)).status).toBe(401);
    expect((await list(client, (await refresh('a-reader')).body['access_token'])).status).toBe(200);
  });
});

describe('API routes with credentials', () => {
  test('accept tokens that the key of a service account has signed', async () => {
    const client = start();
    const { private_key: key } = await readCredentials(client);
    const claims = { iss: reader, sub: reader, aud: 'https://compute.googleapis.com/', iat: seconds(), exp: seconds() + 3600 };
    expect((await list(client, sign(key, claims))).status).toBe(200);
    expect((await list(client, sign(key, { ...claims, exp: seconds() - 1 }))).status).toBe(401);
    const unknown = await list(client, sign(key, { ...claims, sub: 'new@example.com' }));
    expect([unknown.status, readMessage(unknown)]).toEqual([401, expect.stringContaining("has the user 'new@example.com'")]);
    expect((await list(client, `${sign(key, claims).slice(0, -4)}AAAA`)).status).toBe(401);
  });

  test('take the user from a token even if the mock does not enforce credentials', async () => {
    const client = start({ auth: 'off', seed: {} });
    const { private_key: key } = await readCredentials(client);
    const { body } = await exchange(client, sign(key, createClaims('new@example.com')));
    const headers = { authorization: `Bearer ${String(body['access_token'])}` };
    await client.mock.seed({ resources: { '/compute/v1/projects/p/global/httpHealthChecks/check': { name: 'check' } } });
    const changed = await client.send('PATCH /compute/v1/projects/p/global/httpHealthChecks/check', { port: 81 }, headers);
    expect(changed.body).toMatchObject({ user: 'new@example.com' });
  });
});

describe('workload identity federation', () => {
  test('exchanges the ID token of the metadata server', async () => {
    const client = start();
    const { credential_source: source, token_url: url } = await readCredentials(client, '?type=external_account');
    const { url: subjectUrl } = source as { url: string };
    const { text } = await client.send(`GET ${subjectUrl.slice(origin.length)}`, undefined, { 'metadata-flavor': 'Google' });
    const parameters = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      scope: `${google}cloud-platform`,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    };
    const { body } = await post(client, String(url).slice(origin.length), { ...parameters, subject_token: text });
    expect(body).toMatchObject({ token_type: 'Bearer', issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' });
    expect((await list(client, body['access_token'])).status).toBe(200);
    expect((await post(client, '/v1/token', { ...parameters, subject_token: 'other' })).body).toMatchObject({ error: 'invalid_grant' });
    for (const name of ['subject_token', 'subject_token_type']) {
      const incomplete = { ...parameters, subject_token: text, [name]: '' };
      expect((await post(client, '/v1/token', incomplete)).body).toMatchObject({
        error: 'invalid_request',
        error_description: `Missing required parameter: ${name}`,
      });
    }
  });

  test('impersonates a service account with the permission to do so', async () => {
    const permissions = ['iam.serviceAccounts.getAccessToken'];
    const client = start({ seed: { tokens: { ...tokens, deployer: { user: 'deployer@example.com', permissions } } } });
    const path = `POST /v1/projects/-/serviceAccounts/${reader}:generateAccessToken`;
    const body = { scope: [`${google}cloud-platform`], lifetime: '600s' };
    const generate = (token: string): Promise<HttpResult> => client.send(path, body, { authorization: `Bearer ${token}` });
    const { status, body: generated } = await generate('deployer');
    expect([status, generated]).toEqual([200, { accessToken: expect.any(String), expireTime: expect.any(String) }]);
    expect((await list(client, generated['accessToken'])).status).toBe(200);
    expect((await generate('b-viewer')).status).toBe(403);
    expect((await generate('other')).status).toBe(401);
  });
});

test('the routes of an API take precedence', async () => {
  const api: ApiBehavior = {
    name: 'tokens',
    version: 'v1',
    title: 'Tokens',
    variables: {},
    nameStart: 0,
    methods: [{ method: { id: 'tokens.create', httpMethod: 'POST', path: 'token' }, action: { kind: 'notImplemented' } }],
    resources: [],
    objectTypes: {},
  };
  const { send } = createMockClient(createMockServer([api]));
  expect((await send('POST /token')).status).toBe(501);
  expect((await send('POST /v1/token', '')).body).toMatchObject({ error: 'unsupported_grant_type' });
});
