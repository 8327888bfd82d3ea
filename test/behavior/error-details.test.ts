/** The details of errors, by service. */
import { describe, expect, test } from 'vitest';
import { startMock, type MockClient, type HttpResult } from './request.js';

const policies = '/v1beta/projects/p/guestPolicies';
const detailsOf = ({ body }: HttpResult): unknown => (body as { readonly error?: { readonly details?: unknown } }).error?.details;
const info = (reason: string, domain: string, metadata: object = {}): unknown => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain,
  metadata: { service: 'osconfig.googleapis.com', ...metadata },
});

const open = (): MockClient => startMock('osConfig');
const guarded = (): MockClient => startMock('osConfig', { auth: 'on', seed: { tokens: { some: { scopes: [], permissions: [] } } } });

describe('OS Config', () => {
  test('has no details for a missing resource, like recorded traffic', async () => {
    expect(detailsOf(await open().send(`GET ${policies}/none`))).toBeUndefined();
  });

  test('names the invalid field and keeps the error reasons of other clients', async () => {
    const answer = await open().send(`POST ${policies}?guestPolicyId=g`, { assignment: 5 });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { status: 'INVALID_ARGUMENT', errors: [{ reason: 'invalid', location: 'assignment' }] } });
    expect(detailsOf(answer)).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'assignment', description: expect.any(String) as unknown }],
      },
    ]);
  });

  test('reports a missing permission in a domain that services share', async () => {
    expect(detailsOf(await guarded().send(`GET ${policies}`))).toEqual([info('CREDENTIALS_MISSING', 'googleapis.com')]);
  });
});

test.each(['compute', 'dns'] as const)('%s has no error details', async (api) => {
  const path = api === 'compute' ? '/compute/v1/projects/p/global/sslPolicies/none' : '/dns/v1/projects/p/managedZones/none';
  const { body } = await startMock(api).send(`GET ${path}`);
  expect(Object.keys((body as { error: object }).error)).toEqual(['code', 'message', 'status', 'errors']);
});
