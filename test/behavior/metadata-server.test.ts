/** The metadata server, from which clients in a virtual machine get their tokens. */
import { describe, expect, test } from 'vitest';
import { list, prefix, reader, start } from './credential-client.js';
import { origin, type HttpResult, type MockClient } from './request.js';

const metadata = ({ send }: MockClient, path: string, headers = {}): Promise<HttpResult> =>
  send(`GET /computeMetadata/v1/${path}`, undefined, { 'metadata-flavor': 'Google', ...headers });

describe('the metadata server', () => {
  test('issues tokens of the default service account', async () => {
    const client = start();
    const { body, headers } = await metadata(client, 'instance/service-accounts/default/token');
    expect(headers['metadata-flavor']).toBe('Google');
    expect((await list(client, body['access_token'])).status).toBe(200);
    const other = await metadata(client, 'instance/service-accounts/viewer@example.com/token');
    expect((await list(client, other.body['access_token'])).status).toBe(403);
  });

  test.each([
    ['', 'instance/\nproject/\nuniverse/\n'],
    ['project/project-id', 'shop'],
    ['universe/universe-domain', 'googleapis.com'],
    ['instance/service-accounts/', `default/\n${reader}/\n`],
    ['instance/service-accounts/default/email', reader],
    ['instance/service-accounts/default/scopes', `${prefix}compute.readonly\n`],
  ])('returns the text of %s', async (path, text) => {
    const client = start();
    const response = await client.mock.handle({
      method: 'GET',
      url: `${origin}/computeMetadata/v1/${path}`,
      headers: { 'Metadata-Flavor': 'Google' },
    });
    expect([response.status, response.body]).toEqual([200, text]);
  });

  test('returns folders as JSON', async () => {
    const { body } = await metadata(start(), 'instance/service-accounts/?recursive=true');
    expect(body).toMatchObject({ default: { aliases: ['default'], email: reader } });
    expect((await metadata(start(), 'project/?recursive=true')).body).toMatchObject({ projectId: 'shop' });
  });

  test('requires its header', async () => {
    const client = start();
    const { mock } = client;
    const statuses = async (path: string, headers?: Record<string, string>): Promise<number> =>
      (await mock.handle({ method: 'GET', url: `${origin}${path}`, ...(headers && { headers }) })).status;
    expect(await statuses('/computeMetadata/v1/project/project-id')).toBe(403);
    expect(await statuses('/computeMetadata/v1/instance/other', { 'metadata-flavor': 'Google' })).toBe(404);
    expect(await statuses('/', { 'metadata-flavor': 'Google' })).toBe(200);
    expect(await statuses('/')).toBe(404);
  });
});
