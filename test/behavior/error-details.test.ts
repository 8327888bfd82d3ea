/** What refusals say beside their reasons, by service. */
import { describe, expect, test } from 'vitest';
import { serve, type Asked, type Told } from './ask.js';

const policies = '/v1beta/projects/p/guestPolicies';
const detailsOf = ({ body }: Told): unknown => (body as { readonly error?: { readonly details?: unknown } }).error?.details;
const info = (reason: string, domain: string, metadata: object = {}): unknown => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain,
  metadata: { service: 'osconfig.googleapis.com', ...metadata },
});

const open = (): Asked => serve('osConfig');
const guarded = (): Asked => serve('osConfig', { auth: 'on', seed: { tokens: { some: { scopes: [], permissions: [] } } } });

describe('OS Config', () => {
  test('what is missing has none, as recorded traffic shows', async () => {
    expect(detailsOf(await open().send(`GET ${policies}/none`))).toBeUndefined();
  });

  test('a field at fault is named, and the reasons of other clients stay', async () => {
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

  test('who may not is told why, in a domain that services share', async () => {
    expect(detailsOf(await guarded().send(`GET ${policies}`))).toEqual([info('CREDENTIALS_MISSING', 'googleapis.com')]);
  });
});

test.each(['compute', 'dns'] as const)('%s gives none', async (api) => {
  const path = api === 'compute' ? '/compute/v1/projects/p/global/sslPolicies/none' : '/dns/v1/projects/p/managedZones/none';
  const { body } = await serve(api).send(`GET ${path}`);
  expect(Object.keys((body as { error: object }).error)).toEqual(['code', 'message', 'status', 'errors']);
});
