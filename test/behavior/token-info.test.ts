/** Programs ask the mock whose token they have. */
import { describe, expect, test } from 'vitest';
import { google, post, readCredentials, reader, start } from './credential-client.js';
import type { MockClient } from './request.js';

async function issueToken(client: MockClient): Promise<string> {
  const { refresh_token: token } = await readCredentials(client, '?type=authorized_user');
  const { body } = await post(client, '/token', { grant_type: 'refresh_token', refresh_token: String(token) });
  return String(body['access_token']);
}

const known = { email: reader, email_verified: 'true', sub: expect.stringMatching(/^\d+$/) as string };

describe.each(['/tokeninfo', '/oauth2/v3/tokeninfo'])('%s', (path) => {
  test('describes a token in a form, in the query, or in the header', async () => {
    const client = start();
    const token = await issueToken(client);
    const issued = { ...known, exp: expect.stringMatching(/^\d+$/) as string, expires_in: expect.stringMatching(/^\d+$/) as string };
    expect(await post(client, path, { access_token: token })).toMatchObject({ status: 200, body: issued });
    expect(await client.send(`GET ${path}?access_token=${token}`)).toMatchObject({ status: 200, body: issued });
    expect(await client.send(`POST ${path}`, undefined, { authorization: `Bearer ${token}` })).toMatchObject({ status: 200, body: issued });
  });

  test('describes a token of the seed, which does not expire', async () => {
    const { status, body } = await start().send(`GET ${path}?access_token=a-reader`);
    expect([status, body]).toMatchObject([200, known]);
    expect(body).not.toHaveProperty('expires_in');
  });

  test('rejects an unknown token', async () => {
    expect(await post(start(), path, { access_token: 'other' })).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
    expect(await post(start(), path, {})).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

test('describes an ID token with its audience', async () => {
  const client = start();
  const path = `/v1/projects/-/serviceAccounts/${reader}:generateIdToken`;
  const headers = { authorization: `Bearer ${await issueToken(client)}` };
  const { body } = await client.send(`POST ${path}`, JSON.stringify({ audience: 'shop' }), headers);
  const info = await client.send(`GET /tokeninfo?id_token=${String(body['token'])}`);
  expect(info).toMatchObject({ status: 200, body: { aud: 'shop', email: reader } });
  expect(info.body).not.toHaveProperty('scope');
});

test('an access token has the scopes that were granted', async () => {
  const client = start({ auth: 'off' });
  const path = `/v1/projects/-/serviceAccounts/${reader}:generateAccessToken`;
  const { body } = await client.send(`POST ${path}`, JSON.stringify({ scope: [`${google}drive`] }));
  expect((await post(client, '/tokeninfo', { access_token: String(body['accessToken']) })).body).toMatchObject({ scope: `${google}drive` });
});

test.each([
  ['/oauth2/v3/userinfo', { email: reader, email_verified: true }],
  ['/v1/userinfo', { email: reader, email_verified: true }],
  ['/oauth2/v2/userinfo', { email: reader, verified_email: true }],
  ['/oauth2/v1/userinfo', { email: reader, verified_email: true }],
  ['/userinfo/v2/me', { email: reader, verified_email: true }],
])('%s returns the user of a token', async (path, expected) => {
  const client = start();
  const headers = { authorization: `Bearer ${await issueToken(client)}` };
  expect(await client.send(`GET ${path}`, undefined, headers)).toMatchObject({ status: 200, body: expected });
  expect(await client.send(`GET ${path}`)).toMatchObject({ status: 401 });
});
