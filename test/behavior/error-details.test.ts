/** Each service has its own error details. */
import { describe, expect, test } from 'vitest';
import { startMock, type MockClient, type HttpResult } from './request.js';

const policies = '/v1beta/projects/p/guestPolicies';
const getDetails = ({ body }: HttpResult): unknown => (body as { readonly error?: { readonly details?: unknown } }).error?.details;
const createErrorInfo = (reason: string, domain: string, metadata: object = {}): unknown => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain,
  metadata: { service: 'osconfig.googleapis.com', ...metadata },
});

const startMockClient = (): MockClient => startMock('osConfig');
const startWithAuth = (): MockClient => startMock('osConfig', { auth: 'on', seed: { tokens: { some: { scopes: [], permissions: [] } } } });

describe('OS Config', () => {
  test('has no details for a missing resource, like recorded traffic', async () => {
    expect(getDetails(await startMockClient().send(`GET ${policies}/none`))).toBeUndefined();
  });

  test('names the invalid field', async () => {
    const response = await startMockClient().send(`POST ${policies}?guestPolicyId=g`, { assignment: 5 });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
    expect(response.body).not.toMatchObject({ error: { errors: expect.anything() as unknown } });
    expect(getDetails(response)).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'assignment', description: expect.any(String) as unknown }],
      },
    ]);
  });

  test('reports a missing permission in a domain that services share', async () => {
    expect(getDetails(await startWithAuth().send(`GET ${policies}`))).toEqual([createErrorInfo('CREDENTIALS_MISSING', 'googleapis.com')]);
  });
});

test.each([
  ['compute', '/compute/v1/projects/p/global/sslPolicies/none', ['code', 'message', 'errors']],
  ['dns', '/dns/v1/projects/p/managedZones/none', ['code', 'message', 'status', 'errors']],
  ['errorReporting', '/v1beta1/projects/p/groups/none', ['code', 'message', 'status']],
] as const)('%s sends its own form of errors', async (api, path, members) => {
  const { body } = await startMock(api).send(`GET ${path}`);
  expect(Object.keys((body as { error: object }).error)).toEqual(members);
});

test('a misspelled name is reported beside the missing one, in the body and in the query', async () => {
  const fields = await startMock('dns').send('POST /dns/v1/projects/p/managedZones', { name: 'z', description: 'd', dnsNmae: 'a.' });
  expect(fields.body).toMatchObject({
    error: {
      errors: [
        { message: "Unknown field 'dnsNmae'; did you mean 'dnsName'?", location: 'dnsNmae' },
        { message: "Required value 'dnsName' is missing; did you misspell it as 'dnsNmae'?", location: 'dnsName' },
      ],
    },
  });
  const parameters = await startMockClient().send(`POST ${policies}?guestPolicyID=g`, { assignment: {} });
  expect(parameters.body).toMatchObject({
    error: { message: "Required parameter 'guestPolicyId' is missing; did you misspell it as 'guestPolicyID'?" },
  });
});
