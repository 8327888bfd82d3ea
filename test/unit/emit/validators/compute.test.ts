/** The request and response validators of the compute specification. The tests in test/rules cover single rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { resolveApi } from '../../../support/packages.js';
import { listKeywords, collectErrors, loadApi, root, type ValidatorModule } from './support.js';

let compute: ValidatorModule;

beforeAll(async () => {
  compute = await loadApi(resolveApi(readFileSync(join(root, 'specs/compute.v1.yaml'), 'utf8')));
});

const pem = (label: string): string => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
const fingerprint = 'YWJj';

describe('requests', () => {
  const patch = { project: 'p', region: 'r', subnetwork: 's' };

  test('ignores output-only fields with any value', () => {
    const requestBody = { fingerprint, kind: 'x', state: 1, id: {} };
    expect(collectErrors(compute.validateSubnetworksPatchRequest, { ...patch, requestBody })).toEqual([]);
  });

  test('treats an undefined parameter or field as absent', () => {
    const requestBody = { fingerprint, role: undefined, unknown: undefined, logConfig: { enable: false, flowSampling: undefined } };
    expect(collectErrors(compute.validateSubnetworksPatchRequest, { ...patch, requestId: undefined, requestBody })).toEqual([]);
    expect(listKeywords(compute.validateSubnetworksPatchRequest, { ...patch, requestBody: { fingerprint: undefined } })).toEqual([
      '/requestBody required',
    ]);
  });

  test('reports all errors', () => {
    const requestBody = { name: 'A', extra: 1, secondaryIpRanges: [{ rangeName: 1 }] };
    expect(
      listKeywords(compute.validateSubnetworksPatchRequest, { region: 'r', subnetwork: '', requestId: 'x', other: 1, requestBody }),
    ).toEqual([
      ' required',
      '/subnetwork minLength',
      '/requestId format',
      ' additionalProperties',
      '/requestBody/name pattern',
      '/requestBody additionalProperties',
      '/requestBody/secondaryIpRanges/0/rangeName type',
      '/requestBody required',
    ]);
  });

  test('reports a missing fingerprint with the rule and the source', () => {
    expect(compute.validateSubnetworksPatchRequest?.({ ...patch, requestBody: {} })).toBe(false);
    expect(compute.validateSubnetworksPatchRequest?.errors).toEqual([
      {
        instancePath: '/requestBody',
        schemaPath: '#/properties/requestBody/required',
        keyword: 'required',
        params: {
          missingProperty: 'fingerprint',
          rule: 'etag',
          source: 'compute: Resources and their fields > Subnetwork > fingerprint',
        },
        message: 'must have the current "fingerprint", which a GET of the resource returns',
      },
    ]);
  });

  test('does not require fields in a partial request that the stored resource may have', () => {
    const requestBody = { fingerprint, role: 'ACTIVE' };
    expect(collectErrors(compute.validateSubnetworksPatchRequest, { ...patch, requestBody })).toEqual([]);
  });

  test('accepts null in a merge patch', () => {
    const request = { project: 'p', httpHealthCheck: 'h', requestBody: { host: null, timeoutSec: 9 } };
    expect(collectErrors(compute.validateHttpHealthChecksPatchRequest, request)).toEqual([]);
    expect(
      listKeywords(compute.validateHttpHealthChecksPatchRequest, { ...request, requestBody: { timeoutSec: 9, checkIntervalSec: 8 } }),
    ).toEqual(['/requestBody/timeoutSec x-validations']);
    expect(listKeywords(compute.validateSubnetworksPatchRequest, { ...patch, requestBody: { fingerprint, role: null } })).toEqual([
      '/requestBody/role type',
    ]);
  });

  test('requires a request ID to be a nonzero UUID', () => {
    const request = { ...patch, requestBody: { fingerprint } };
    expect(
      collectErrors(compute.validateSubnetworksPatchRequest, { ...request, requestId: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' }),
    ).toEqual([]);
    expect(
      listKeywords(compute.validateSubnetworksPatchRequest, { ...request, requestId: '00000000-0000-0000-0000-000000000000' }),
    ).toEqual(['/requestId not']);
  });

  test('validates page sizes, system parameters, and absent bodies', () => {
    const list = compute.validateSslPoliciesListRequest;
    expect(collectErrors(list, { project: 'p', maxResults: 500, alt: 'json', $fields: 'x', '$.xgafv': '2' })).toEqual([]);
    expect(listKeywords(list, { project: 'p', maxResults: 501 })).toEqual(['/maxResults maximum']);
    expect(listKeywords(list, { project: 'p', maxResults: -1 })).toEqual(['/maxResults format', '/maxResults minimum']);
    expect(listKeywords(list, { project: 'p', maxResults: '5' })).toEqual(['/maxResults type']);
    expect(listKeywords(list, { project: 'p', requestBody: {} })).toEqual([' additionalProperties']);
  });

  test('is lenient on demand', () => {
    const request = { ...patch, other: 1, requestBody: { extra: 1, stackType: 'NEW' } };
    expect(collectErrors(compute.validateSubnetworksPatchRequest, request, { strict: false })).toEqual([]);
    expect(listKeywords(compute.validateSubnetworksPatchRequest, { ...request, project: 1 }, { strict: false })).toEqual(['/project type']);
  });
});

describe('responses', () => {
  const list = { kind: 'compute#sslPoliciesList', items: [{ name: 'a', profile: 'NEW', extra: 1 }], extra: 1 };

  test('accepts unknown fields but no wrong types by default', () => {
    expect(collectErrors(compute.validateSslPoliciesListResponse, list)).toEqual([]);
    expect(listKeywords(compute.validateSslPoliciesListResponse, { items: [{ name: 1 }], nextPageToken: 2 })).toEqual([
      '/nextPageToken type',
      '/items/0/name type',
    ]);
  });

  test('is strict on demand', () => {
    expect(listKeywords(compute.validateSslPoliciesListResponse, list, { strict: true })).toEqual([
      ' additionalProperties',
      '/items/0/profile enum',
      '/items/0 additionalProperties',
    ]);
  });

  test('rejects input-only fields', () => {
    const response = { items: [{ name: 'c', privateKey: pem('PRIVATE KEY') }] };
    expect(listKeywords(compute.validateRegionSslCertificatesListResponse, response)).toEqual(['/items/0 writeOnly']);
    expect(collectErrors(compute.validateSslCertificate, response.items[0])).toEqual([]);
  });
});

test('includes the path, the rule, the source, and a message in an error', () => {
  expect(compute.validateHttpHealthCheck?.({ timeoutSec: 6, checkIntervalSec: 5 })).toBe(false);
  expect(compute.validateHttpHealthCheck?.errors).toEqual([
    {
      instancePath: '/timeoutSec',
      schemaPath: '#/x-validations/0',
      keyword: 'x-validations',
      params: {
        rule: 'self.timeoutSec <= self.checkIntervalSec',
        source: 'compute: Resources and their fields > HttpHealthCheck > timeoutSec',
      },
      message: "timeoutSec can't exceed checkIntervalSec",
    },
  ]);
  expect(compute.validateHttpHealthCheck?.({})).toBe(true);
  expect(compute.validateHttpHealthCheck?.errors).toBeNull();
});
